"""A save file's content checked, with the place of what is wrong in it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from engine.entrant_fields import ENTRANT_FIELDS, NAME_LIMIT
from engine.event import Match, Round
from engine.refusal import Refused
from saves.files import Saved, SavedRound, round_name, saved_of, texts_beside
from saves.plain import BadValue
from saves.toml_guard import BadSave

UNUSUAL = 10_000
"""Above all numbers of rounds, boards, ratings and points."""
MOST = 1_000_000
"""No points are so many: net IMPs and performance are far below."""
_UNBOUNDED = ("settings", "seed", "was", "now")
"""What the formats check, and what may be any number: seeds, and counts of criteria, of which some
are sums of squares in millionths."""


Place = tuple[int | str, ...]
"""Keys, and rows from 0, from the outermost on."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """The least and the most of a number, or of the characters of a text; None: no end."""

    least: int
    most: int | None


_ID, _PERHAPS_ID = Bounds(1, 12), Bounds(0, 12)
_COUNT = Bounds(1, 99)
_NUMBERS: Mapping[str, Bounds] = {
    **dict.fromkeys(("round", "games", "due", "entering", "first", "back", "joined"), _COUNT),
    **{f.name: Bounds(f.least, f.limit) for f in ENTRANT_FIELDS.values() if f.is_number},
    "board": Bounds(1, 99_999),
    "boards": Bounds(1, 999),
    "expected": Bounds(0, 99),
    "start_number": Bounds(1, 9999),
    "next_id": Bounds(1, None),
    "number": Bounds(1, None),
    "adjustment.round": Bounds(0, 99),
    "agreement.round": Bounds(0, 99),
    "event.seed": Bounds(0, None),
    **dict.fromkeys(("was", "now"), Bounds(-(2**63), 2**63 - 1)),
}
_TEXTS: Mapping[str, Bounds] = {
    **dict.fromkeys(("id", "entrant", "white", "black", "a", "b", "chooser"), _ID),
    **dict.fromkeys(("ranked", "accelerated", "qualified"), _ID),
    **dict.fromkeys(("opponent", "over", "left", "taken_by"), _PERHAPS_ID),
    "event.title": Bounds(1, 120),
    **dict.fromkeys(("entrant.name", "players.name"), Bounds(1, NAME_LIMIT)),
    **dict.fromkeys(("lineups.white", "lineups.black"), _PERHAPS_ID),
    "result": Bounds(0, 80),
    "why": Bounds(0, 2000),
    **dict.fromkeys(("reasons", "what", "official"), Bounds(0, 4000)),
}
"""By the key, whatever row it is in, or by the table and the key."""
_ANY_NUMBER, _ANY_TEXT = Bounds(-MOST, None), Bounds(0, 400)
_FREE = ("settings", "details")
"""What the formats check, and what the arbiter writes as he likes."""


def checked_file(name: str, content: Mapping[str, Any], data: bytes = b"") -> Saved:
    """What a file's content says; `BadSave` naming the key, and the line if `data` is given."""
    try:
        saved = saved_of(name, content)
    except BadValue as error:
        raise _bad(name, error, _place(error.where), data) from None
    for table, key, place, value in _values(content):
        if problem := _out_of_bounds(table, key, value):
            raise _bad(name, BadValue("", problem, value), place, data)
    return _fitting(name, saved)


def trusted_file(name: str, content: Mapping[str, Any], data: bytes) -> Saved:
    """The same for a sound seal: as good as always this program wrote the content then, perhaps a
    version of it that allowed more. Its types are looked at, and whether its numbers are such as
    events have. A seal is no secret: whoever wants to can make one."""
    if not _ordinary(content):
        return checked_file(name, content, data)
    try:
        return _fitting(name, saved_of(name, content))
    except BadValue as error:
        raise _bad(name, error, _place(error.where), data) from None


def _values(
    content: Mapping[str, Any], table: str = "event", place: Place = ()
) -> Iterator[tuple[str, str, Place, Any]]:
    """Every number and text with its table (that of keys outside of one is `event`), key, place."""
    for key, value in content.items():
        if key not in _FREE:
            for at, part in _parts(value, (*place, key)):
                if isinstance(part, dict):
                    yield from _values(part, key, at)
                else:
                    yield table, key, at, part


def _parts(value: Any, place: Place) -> Iterator[tuple[Place, Any]]:
    if not isinstance(value, list):
        yield place, value
        return
    for row, part in enumerate(value):
        yield from _parts(part, (*place, row))


def _out_of_bounds(table: str, key: str, value: Any) -> str:
    """What is wrong with a number or a text of its type; empty for nothing."""
    if type(value) is str:
        bounds = _TEXTS.get(f"{table}.{key}") or _TEXTS.get(key, _ANY_TEXT)
        if bounds.most is not None and len(value) > bounds.most:
            return f"must have {bounds.most} characters or fewer"
        return "must not be empty" if len(value) < bounds.least else ""
    if key in texts_beside(table):
        return "must be a text in quotes"
    if type(value) is int:
        bounds = _NUMBERS.get(f"{table}.{key}") or _NUMBERS.get(key, _ANY_NUMBER)
        if value < bounds.least:
            return f"must be a whole number of {bounds.least} or more"
        if bounds.most is not None and value > bounds.most:
            return f"must be a whole number of {bounds.most} or less"
    large = not isinstance(value, bool) and isinstance(value, int | float | Decimal)
    known = key in _NUMBERS
    return "must be a number below a million" if large and not known and abs(value) >= MOST else ""


def _ordinary(value: Any, key: str = "") -> bool:
    """Whether no number in it is one that an event hardly has; bounds say it of each."""
    if isinstance(value, dict):
        for name, part in value.items():  # a loop: every value of a large event passes here
            if type(part) is not str and name not in _UNBOUNDED and not _ordinary(part, name):
                return False
        return True
    if isinstance(value, list):
        return all(type(part) is str or _ordinary(part, key) for part in value)
    if type(value) is bool or not isinstance(value, int | Decimal):
        return True
    return (-UNUSUAL if key == "points" else 0) < value < UNUSUAL


def _fitting(name: str, saved: Saved) -> Saved:
    if isinstance(saved, SavedRound):
        _check_round(name, saved.bare)
    return saved


def _bad(name: str, error: BadValue, place: Place, data: bytes) -> BadSave:
    key = ".".join(str(part + 1) if isinstance(part, int) else part for part in place)
    problem = f"{key} {error.problem}"
    if key == "round" and "number" in error.problem:
        problem = "round must be a whole number 1-99"
    word = {True: "true", False: "false"}.get(error.given) if type(error.given) is bool else None
    shown = "" if error.given is ... else f", is {word or str(error.given)[:40]}"
    return BadSave(name, f"{problem}{shown}", "correct it", line_of(data, place))


def _place(where: str) -> Place:
    """`pairing[2].board` taken apart."""
    parts = re.findall(r"\[(\d+)\]|([^.\[\]]+)", where)
    return tuple(int(row) if row else key for row, key in parts)


def line_of(data: bytes, place: Place) -> int:
    """The line, from 1, on which a key stands in a file as we write it; 0 if it is not found."""
    lines = data.decode("utf-8", "replace").splitlines()
    start, rest = 0, list(place)
    if len(rest) >= 2 and isinstance(rest[1], int):
        heads = [i for i, line in enumerate(lines) if line.strip() == f"[[{rest[0]}]]"]
        if rest[1] >= len(heads):
            return 0
        start, rest = heads[rest[1]], rest[2:]
    elif len(rest) >= 2:
        start = next((i for i, line in enumerate(lines) if line.strip() == f"[{rest[0]}]"), 0)
        rest = rest[1:]
    if not rest:
        return start + 1 if lines else 0
    pattern = re.compile(rf"\s*{re.escape(str(rest[0]))}\s*=")
    return next((i + 1 for i in range(start, len(lines)) if pattern.match(lines[i])), 0)


def _check_round(name: str, made: Round) -> None:
    """What no single value shows: the name, boards twice, somebody against himself."""
    if name != round_name(made.number):
        raise BadSave(name, f"the file says round = {made.number}", "rename it, or correct round")
    extra = made.extra.matches if made.extra else ()
    boards = Counter(row.board for row in (*made.matches, *extra))
    if twice := [board for board, times in boards.items() if times > 1]:
        raise BadSave(name, f"board {twice[0]} appears twice", "give each board its number")
    for row in made.matches:
        if row.white == row.black:
            raise BadSave(name, f"board {row.board}: {row.white} plays itself", "correct it")
        if row.date:
            _check_date(name, row)


def _check_date(name: str, match: Match) -> None:
    """`BadSave` for the day of a match that is none, or written otherwise than it is kept."""
    from engine.event_data import read_moment

    try:
        canonical = read_moment("date", match.date)
    except Refused as refusal:
        raise BadSave(name, f"board {match.board}: {refusal}", "") from None
    if canonical != match.date:
        raise BadSave(name, f"board {match.board}: date = {match.date!r}", f"write {canonical!r}")


def check_seats(name: str, made: Round) -> None:
    """`BadSave` where somebody is on two boards, in a format that gives everybody one."""
    # a match due in a later round (a triangle's) goes on beside others
    seats: dict[str, int] = {}
    for row in made.matches:
        for id in {row.white, row.black} if row.due is None else ():
            if id in seats:
                both = f"player {id} is on boards {seats[id]} and {row.board}"
                raise BadSave(name, both, "correct one of them")
            seats[id] = row.board
