"""Texts made fields of an entrant, or refused: the same for entry lists, the form and options; and
a name in its parts, for files that have a column for each.

A `Refused` from here carries no place; the reader of a row adds it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.entrant_fields import ENTRANT_FIELDS, RATING_LIMIT, EntrantField
from engine.entrants import ESTIMATE, TITLES, eligible
from engine.event_data import calendar_day
from engine.federations import federation_code, likely_federation
from engine.points import Points
from engine.refusal import Refused
from saves.safe_text import safe

UNRATED = frozenset({"", "-", "0", "unr", "unrated", "ungraded", "none", "n/a", "na", "nil"})
SEXES = {"m": "m", "male": "m", "boy": "m", "man": "m"}
SEXES |= {"w": "w", "f": "w", "female": "w", "girl": "w", "woman": "w"}
OLD_TITLES = {"g": "GM", "m": "IM", "f": "FM", "c": "CM", "wg": "WGM", "wm": "WIM", "wf": "WFM"}
OLD_TITLES |= {"wc": "WCM", "gm": "GM", "im": "IM", "fm": "FM", "cm": "CM", "wgm": "WGM"}
ROUND_LIMIT = 99
_YEAR_FIRST = re.compile(r"((?:19|20)\d\d)(?:[-/.](\d\d?)[-/.](\d\d?))?")
_YEAR_ALONE = re.compile(r"((?:19|20)\d\d)[-/.](\s*)[-/.](\s*)")
"""As `1975.  .`: the places of month and day left blank."""
_YEAR_LAST = re.compile(r"(\d\d?)[-/.](\d\d?)[-/.]((?:19|20)\d\d)")
_VALUE = re.compile(r"-?[0-9]{1,6}(\.[0-9]{1,6})?")
_BYE_SPLIT = re.compile(r"[\s,;/+]+")
_OPTION = re.compile(r"(?<!\S)--[a-z][a-z-]*")


@dataclass(frozen=True, slots=True)
class Doubt:
    """What is wrong with a text, and what was taken instead of it."""

    wrong: str
    taken: str
    stays: bool = False
    """The text may be right all the same, and is kept where the arbiter says so."""

    def at(self, where: str = "") -> str:
        """The warning, with a place such as ` in row 3`."""
        return f"{self.wrong}{where}; {self.taken}"


WithDoubt = Callable[[str], tuple[str, Doubt | None]]
"""Reads a cell: its value, and what of it was replaced."""


@dataclass(frozen=True, slots=True)
class ByeWorth:
    """What half-point, zero-point and full-point byes score in the event."""

    half: Points
    zero: Points
    full: Points


def whole(text: str) -> int | None:
    """A whole number in plain digits, None for anything else (int() takes Arabic digits)."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 12 else None


def estimate(text: str) -> tuple[str, bool]:
    """A rating as it is typed, without the sign of an estimate, and whether it had that:
    `1450e` is 1450, estimated."""
    text = text.strip()
    bare = text[:-1].rstrip()
    if text[-1:].casefold() == ESTIMATE and bare.isascii() and bare.isdigit():
        return bare, True
    return text, False


def rating(text: str) -> int | None:
    """A rating; None for an unrated player."""
    text = text.strip()
    if text.casefold() in UNRATED:
        return None
    value = whole(text)
    if value is None:
        raise Refused(f"rating '{safe(text, 20)}' is not a whole number", "", "correct or empty it")
    if value > RATING_LIMIT:
        problem = f"rating {value} is not possible (0 to {RATING_LIMIT})"
        raise Refused(problem, "", "correct or empty it")
    return value or None


def number(text: str, field: str, most: int) -> int | None:
    """A whole number from 1 to `most`; None where nothing is given."""
    text = text.strip()
    if not text:
        return None
    value = whole(text)
    if value is None or not 1 <= value <= most:
        raise Refused(f"{field} '{safe(text, 20)}' is not a number 1-{most}", "", "correct it")
    return value


def fide_id(text: str) -> str:
    """A FIDE ID: up to eleven digits; empty and 0 mean no ID."""
    text = text.strip()
    if text in ("", "-") or not text.strip("0"):
        return ""
    if whole(text) is None or len(text) > 11:
        raise Refused(f"FIDE ID '{safe(text, 20)}' is not a number", "", "correct or empty it")
    return text


def tie_break_value(text: str) -> str:
    """A value of a tie-break calculated elsewhere: `12.5`, `12,5`, `-3`; empty means no value."""
    text = text.strip().replace(",", ".").replace("\N{MINUS SIGN}", "-")
    if text and not _VALUE.fullmatch(text):
        problem = f"tie-break value '{safe(text, 20)}' is not a number"
        raise Refused(problem, "", "give it as 12 or 12.5, or leave it empty")
    return text


def title(text: str) -> tuple[str, Doubt | None]:
    """(title, doubt). The short forms of old TRF files (`g`, `wf`) are read."""
    text = text.strip()
    title = OLD_TITLES.get(text.casefold(), text.upper())
    if title in TITLES or not title or title == "-":
        return title.strip("-"), None
    wrong = f"title '{safe(text, 10)}' is not a FIDE title"
    return safe(text, 10), Doubt(wrong, "kept, check it")


def sex(text: str) -> tuple[str, Doubt | None]:
    """(`m`, `w` or empty, doubt)."""
    sex = SEXES.get(text.strip().casefold(), "")
    unknown = bool(text.strip().strip("-")) and not sex
    if not unknown:
        return sex, None
    return "", Doubt(f"sex '{safe(text.strip(), 10)}' is not m or w", "left empty")


def birth(text: str) -> tuple[str, Doubt | None]:
    """(`2012` or `2012-05-31`, doubt). Day before month where the year comes last."""
    text = text.strip()
    if not text.strip("-0/. "):
        return "", None
    if first := _YEAR_FIRST.fullmatch(text) or _YEAR_ALONE.fullmatch(text):
        month, day = ((part or "").strip() or "0" for part in first.groups()[1:])
        return _birth_day(text, first[1], month, day)
    if last := _YEAR_LAST.fullmatch(text):
        return _birth_day(text, last[3], last[2], last[1])
    return "", Doubt(f"birth '{safe(text, 20)}' is not a year or a date", "left empty")


def _birth_day(text: str, year: str, month: str, day: str) -> tuple[str, Doubt | None]:
    """Lists that know the year alone have zeros for month and day."""
    if date := calendar_day(int(year), int(month), int(day)):
        return date, None
    if not int(month) or not int(day):
        return year, None
    wrong = f"birth '{safe(text, 20)}' is no day of the calendar"
    return year, Doubt(wrong, "the year is kept")


def entry_values(name: str, text: str) -> tuple[dict[str, Any], Doubt | None]:
    """What a text says of a field, made harmless before, and what of it was
    replaced: `1450e` is a rating and that it is an estimate. Never a doubt and all of it."""
    field = ENTRANT_FIELDS[name]
    if field.content == "rating":
        bare, estimated = estimate(text)
        value = rating(bare)
        return {name: value, **({"estimated": True} if estimated and value else {})}, None
    value, doubt = _value(field, text)
    return {name: value}, doubt


def _value(field: EntrantField, text: str) -> tuple[Any, Doubt | None]:
    if field.content in _WITH_DOUBT:
        return _WITH_DOUBT[field.content](text)
    if field.content == "number":
        return number(text, field.label.lower(), field.limit), None
    if field.content == "value":
        return tie_break_value(text), None
    if field.content == "FIDE ID":
        return fide_id(text), None
    if field.content == "eligible":
        return eligible(text), None
    if field.content == "names":
        return tuple(part.strip() for part in text.split(";") if part.strip()), None
    return text, None


def person_name(text: str) -> tuple[str, Doubt | None]:
    """(the name of a player or a team, doubt). A name without a letter is mostly a rating or a
    number typed in the wrong field; but a club may be called 64. A word of a command is no name."""
    if option := _OPTION.search(text):
        wrong = f"name '{safe(text.strip(), 40)}' has '{safe(option[0], 20)}', a word of a command"
        return text, Doubt(wrong, "kept, check it", stays=True)
    if not text.strip() or any(map(str.isalpha, text)):
        return text, None
    return text, Doubt(
        f"name '{safe(text.strip(), 20)}' has no letter", "kept, check it", stays=True
    )


def federation(text: str) -> tuple[str, Doubt | None]:
    """(FIDE's code, doubt). A country's English name and its code of ISO 3166 are read; what is
    neither is kept."""
    text = text.strip()
    if not text.strip("-"):
        return "", None
    code = federation_code(text)
    if code is not None:
        return code, None
    likely = likely_federation(text)
    meant = f"; perhaps {likely} is meant" if likely else ""
    wrong = f"federation '{safe(text, 20)}' is not a code of FIDE's list{meant}"
    return (text.upper() if len(text) == 3 else text), Doubt(wrong, "kept, check it", stays=True)


_WITH_DOUBT: dict[str, WithDoubt] = {
    "name": person_name,
    "title": title,
    "sex": sex,
    "birth": birth,
    "federation": federation,
}


def rounds(text: str, field: str) -> tuple[int, ...]:
    """Round numbers in order: `1`, `1 3`, `r1, r3`."""
    numbers: set[int] = set()
    for word in _BYE_SPLIT.split(text.strip()):
        if not word:
            continue
        value = whole(word.casefold().removeprefix("r"))
        if value is None or not 1 <= value <= ROUND_LIMIT:
            raise Refused(f"{field}: '{safe(word, 20)}' is not a round", "", "give rounds as 1 3")
        numbers.add(value)
    return tuple(sorted(numbers))


def surname_and_forename(name: str) -> tuple[str, str]:
    """`Ashgrove, Liam` in two; a name without a comma is a surname, for nothing says where it
    divides."""
    surname, _, forename = name.partition(",")
    return surname.strip(), forename.strip()
