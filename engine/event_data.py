"""The data of an event besides its rules: where, when, by which clock, under which arbiters.

Each is a text of `Event.details` under its key. The arbiter's own are checked when they are given;
those of a file are kept as they are. Matches of a season are played on the day of their round, or
on one of their own (`match_date`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial

from engine.event import Event, Match, Round, derived
from engine.federations import FEDERATIONS, federation_code
from engine.phrases import Phrase, dated, listed
from engine.points import counted
from engine.refusal import BadSetting, Refused

TEXT_LIMIT = 120
LONG_LIMIT = 1000
DIVISIONS_LIMIT = 20_000
LONG_EVENT = 30
"""Days beyond which ratings of several lists can count in an event."""
UNBOUNDED = 99
"""Rounds of a format whose entries decide how many there are."""
UNKNOWN_DATE = "-"
"""In a schedule a round whose date is not settled yet."""
FIRST_YEAR, LAST_YEAR = 1900, 2199
RATES = ("standard", "rapid", "blitz")
RATING_TYPES = (*RATES, "national", "unrated")
RATING_METHODS: Mapping[str, str] = {
    "FIDE": "the FIDE rating only",
    "NRO": "the national rating only",
    "FIDON": "the FIDE rating, else the national one",
    "NIDOF": "the national rating, else the FIDE one",
    "HBFN": "the higher of FIDE and national rating",
    "LBFN": "the lower of FIDE and national rating",
    "OTHER": "the first in the order of the lists",
}
"""Which rating a player has in the event, by its code in record 172 of TRF26."""
DEFAULT_METHOD = "FIDON"
RATE_KEY, METHOD_KEY, ORDER_KEY = "rating_type", "rating_method", "rating_lists"
ROUNDS_KEY, CHECK_KEY = "rating_rounds", "rating_check"
FIRST, EACH = "first", "each"
VARIANT_KEY, CHESS960 = "variant", "chess960"
RATING_TIE_BREAKS = frozenset({"ARO", "TPR", "PTP", "APRO", "APPO", "RTNG"})
FORMER_NAMES = {"city": "place", "deputy": "deputies", "round_dates": "schedule"}
"""Names in events of earlier versions, with those of today."""

_DATE = re.compile(r"(\d{4})[-/.](\d\d?)[-/.](\d\d?)")
_YEAR_LAST = re.compile(r"(\d\d?)([-/.])(\d\d?)\2(\d{4})")
_NAMED_MONTH = re.compile(r"(\d\d?)\.?\s+([a-z]{3,9})\.?\s+(\d{4})", re.IGNORECASE)
MONTHS = ("january", "february", "march", "april", "may", "june", "july", "august", "september",
          "october", "november", "december")  # fmt: skip
_SHORT_DATE = re.compile(r"(\d\d)/(\d\d)/(\d\d)")
_TIME = re.compile(r"(\d\d?)[:.](\d\d)")
# of text with single spaces, so that it is read in a time that grows with its length
_EVERY = re.compile(
    r"(.+?)[ ,]{1,3}every (?:(\d{1,3}) )?(day|week)s?(?:[ ,]{1,3}(?:not|except|without) (.+))?",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"(?:(?<!\s)\s+)?[,;\n]\s*")
_NUMBER_OF_OFFICIAL = re.compile(r"\(?(?<![\w-])(\d{4,11})\)?\Z")
_PERIODS = r"(?:[1-9]\d*/)?[1-9]\d*(?:\+\d+)?(?::(?:[1-9]\d*/)?[1-9]\d*(?:\+\d+)?)*"
_CODE = re.compile(rf"{_PERIODS}|W{_PERIODS}-B{_PERIODS}")
_SECONDS = re.compile(r"W?(?:\d+/)?(\d+)")
_SHORTEST = 180
"""From how many seconds a time control in figures is taken for its code: 90+30 are minutes."""


@dataclass(frozen=True, slots=True)
class EventField:
    """A text about the event that the arbiter gives: `read` brings it into its saved form, or
    refuses. `choices` are the only words that it can be, besides none."""

    key: str
    label: str
    meaning: str
    read: Callable[[str, str], str]
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundTime:
    """When a round begins: the day as `2026-11-20`, the time of day as `18:00` or empty."""

    day: str
    time: str = ""

    @property
    def text(self) -> str:
        """`2026-11-20 18:00`."""
        return listed(" ", (dated(self.day), self.time))


def moment(text: str) -> Phrase:
    """`2026-12-05 19:30`, a day with or without a time, or `-`."""
    on, _, time = text.partition(" ")
    return listed(" ", (dated(on), time))


@dataclass(frozen=True, slots=True)
class Official:
    """An arbiter, with the FIDE ID where it is given."""

    name: str
    fide_id: str = ""


def _refused(key: str, text: str, why: str, remedy: str) -> BadSetting:
    shown = text if len(text) <= 40 else f"{text[:39]}…"
    return BadSetting(key, f"{_called(key)} cannot be {shown!r}", why, remedy)


def _called(key: str) -> str:
    """`first day (start)`: the label in the form, and the key."""
    label = EVENT_DATA[key].label if key in EVENT_DATA else key
    return key if label == key else f"{label} ({key})"


def _division_dates(key: str, text: str) -> str:
    """`Second: 2026-10-09 19:30, 2026-10-23; Third: -, 2026-10-30`."""
    parts = []
    for part in filter(None, map(str.strip, text.split(";"))):
        name, colon, days = (word.strip() for word in part.partition(":"))
        if not (name and colon and days):
            remedy = "write the division, a colon, its dates: Second: 2026-10-09, 2026-10-23"
            raise _refused(key, part, "it does not say whose dates these are", remedy)
        parts.append(f"{name}: {_schedule(key, days)}")
    names = [part.partition(":")[0].casefold() for part in parts]
    if twice := [name for name in names if names.count(name) > 1]:
        raise BadSetting(key, f"{key} has the division {twice[0]} twice", "", "join its dates")
    return _short_text(key, "; ".join(parts), DIVISIONS_LIMIT)


def _divisions_by_rule(text: str, rounds: int) -> str:
    """With the dates of each division written out."""
    parts = (part.partition(":") for part in text.split(";"))
    return ";".join(
        f"{name}{colon}{_by_rule('division_dates', days, rounds)}" for name, colon, days in parts
    )


def _short_text(key: str, text: str, limit: int = TEXT_LIMIT) -> str:
    if len(text) > limit:
        raise BadSetting(
            key, f"{_called(key)} is too long", f"the limit is {limit} letters", "shorten it"
        )
    return text


def _long_text(key: str, text: str) -> str:
    return _short_text(key, text, LONG_LIMIT)


def _federation(key: str, text: str) -> str:
    code = federation_code(text) or text.upper()
    if not (len(code) == 3 and code.isascii() and code.isalpha()):
        raise _refused(key, text, "a federation has a code of three letters", "write ENG or GER")
    return code


def calendar_day(year: int, month: int, day: int) -> str:
    """`2026-11-20`; empty where the calendar has no such day."""
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return ""


def read_day(key: str, text: str) -> str:
    """`2026-11-20` of a date given for `key`: year first, or last as in `20.11.2026`, `20/11/2026`
    and `20 November 2026`. `BadSetting` for text that is not a date, and for `5/6/2026`, which is
    read as June or as May."""
    first, last = _DATE.fullmatch(text), _YEAR_LAST.fullmatch(text)
    named = _NAMED_MONTH.fullmatch(text)
    if first is not None:
        year, month, number = map(int, first.groups())
    elif last is not None:
        number, month, year = (int(last[at]) for at in (1, 3, 4))
        if last[2] != "." and number <= 12 and month <= 12 and number != month:
            one, other = (calendar_day(year, *pair) for pair in ((month, number), (number, month)))
            raise _refused(key, text, "day or month may be first", f"write {one} or {other}")
    elif named is not None and (at := _month(named[2])):
        number, month, year = int(named[1]), at, int(named[3])
    else:
        remedy = "write 2026-11-20, 20.11.2026 or 20 November 2026"
        raise _refused(key, text, "it is not a date", remedy)
    day = calendar_day(year, month, number)
    if not day:
        raise _refused(key, text, "the calendar has no such day", "correct it")
    if not FIRST_YEAR <= year <= LAST_YEAR:
        raise _refused(key, text, f"years go from {FIRST_YEAR} to {LAST_YEAR}", "correct it")
    return day


def _month(name: str) -> int:
    """Of a month in English, whole or by its first letters; 0 for any other word."""
    return next((n for n, m in enumerate(MONTHS, 1) if m.startswith(name.lower())), 0)


def read_moment(key: str, text: str) -> str:
    """`2026-12-05` or `2026-12-05 19:30`, `-` for a day that is not known yet; `BadSetting` for any
    other text."""
    if not text or len(text) > len("12 December 2026, 19:30") or "," in text or ";" in text:
        raise _refused(key, text, "it is not a date", "write it as 2026-12-05, or 2026-12-05 19:30")
    return _schedule(key, text)


def _time(key: str, text: str) -> str:
    match = _TIME.fullmatch(text)
    hour, minute = map(int, match.groups()) if match else (24, 0)
    if hour > 23 or minute > 59:
        raise _refused(key, text, "it is not a time of day", "write hours and minutes, as 18:00")
    return f"{hour:02}:{minute:02}"


def _schedule(key: str, text: str) -> str:
    """`2026-11-20 18:00, 2026-11-21 10:00, 15:30`: a part a round; a time alone is of the same
    day."""
    rounds: list[str] = []
    before = RoundTime("")
    for number, part in enumerate(_BETWEEN.split(text.strip(" ,;\n")), start=1):
        words = part.split()
        if part == UNKNOWN_DATE:
            rounds.append(part)
            continue
        timed = bool(words) and _TIME.fullmatch(words[-1]) is not None
        days = words[:-1] if timed else words
        if _NAMED_MONTH.fullmatch(f"{' '.join(days)} 2000"):
            raise _refused(key, part, "the year is missing", "write it too, as 8 Sep 2026 19:30")
        if len(days) > 1 and not _NAMED_MONTH.fullmatch(" ".join(days)):
            raise _refused(
                key, part, "it is not one date and one time",
                "put a comma between the rounds, as 2026-11-20 18:00, 2026-11-21 10:00",
            )  # fmt: skip
        if not (days or (timed and before.day)):
            said = f"round {number} has no date"
            raise BadSetting(key, said, "", f"give it, or {UNKNOWN_DATE} while it is not known")
        day = read_day(key, " ".join(days)) if days else before.day
        at = RoundTime(day, _time(key, words[-1]) if timed else "")
        if day < before.day or (day == before.day and at.time and at.time < before.time):
            why = f"round {number} would be before the round that it follows"
            raise _refused(key, part, why, "give the dates in the order of the rounds")
        before = at
        rounds.append(at.text)
    return ", ".join(rounds)


def _by_rule(key: str, text: str, rounds: int) -> str:
    """`2026-10-02 19:30 every 14 days, not 2026-12-25` as the dates of so many rounds; other text
    as it is."""
    rule = _EVERY.fullmatch(" ".join(text.split()))
    if rule is None:
        return text
    days = int(rule[2] or 1) * (7 if rule[3].lower() == "week" else 1)
    out = _schedule(key, rule[4]).split(", ") if rule[4] else []
    return ", ".join(repeated(key, read_moment(key, rule[1]), days, rounds, out))


def repeated(
    key: str, first: str, days: int, rounds: int, without: Sequence[str] = ()
) -> list[str]:
    """The dates of so many rounds, from the first one on every so many days; on those of `without`
    nobody plays. `BadSetting` where that cannot be."""
    if rounds >= UNBOUNDED:
        raise BadSetting(key, "the number of rounds is not known yet", "", "enter the teams first")
    if first == UNKNOWN_DATE:
        raise BadSetting(key, f"{_called(key)} needs a day", "", "write it as 2026-10-02")
    if days < 1:
        raise BadSetting(key, "no days are between the rounds", "", "write every 7 days")
    day, _, time = first.partition(" ")
    left, at = {out.partition(" ")[0] for out in without}, date.fromisoformat(day)
    dates: list[str] = []
    try:
        while len(dates) < rounds or (left and at.isoformat() <= max(left)):
            if at.isoformat() in left:
                left.remove(at.isoformat())
            elif len(dates) < rounds:
                dates.append(f"{at.isoformat()} {time}".strip())
            at += timedelta(days=days)
    except OverflowError:
        raise BadSetting(
            key, f"{days} days between rounds are too many", "", "give fewer"
        ) from None
    if left:
        problem = f"{min(left)} is not one of these days"
        why = f"every {counted(days, 'day')} from {day} on"
        raise BadSetting(key, problem, why, "correct it, or leave it out")
    return dates


def _code(key: str, text: str) -> str:
    code = re.sub(r"\s+", "", text).upper()
    if not _CODE.fullmatch(code):
        remedy = "write 5400+30, or 40/6000+30:900+30 (moves/seconds+seconds a move)"
        raise _refused(key, text, "it is not a time control in code", remedy)
    return code


def _official(key: str, text: str) -> str:
    person = official(text)
    if not person.name:
        raise _refused(key, text, "it has no name", "write Name (FIDE ID)")
    if any(letter.isdigit() for letter in person.name):
        wrong = next(word for word in person.name.split() if any(c.isdigit() for c in word))
        why = f"{wrong.strip('(),')[:20]} is not a FIDE ID, which has 4 to 11 digits"
        raise _refused(key, text, why, "write Name (FIDE ID), or the name alone")
    named = f"{person.name} ({person.fide_id})" if person.fide_id else person.name
    return _short_text(key, named)


def _officials(key: str, text: str) -> str:
    people = [part.strip() for part in text.split(";")]
    return _long_text(key, "; ".join(_official(key, part) for part in people if part))


def _rating_type(key: str, text: str) -> str:
    words = [word.lower() for word in re.split(r"[\s,;]+", text) if word]
    for word in words:
        if word not in RATING_TYPES:
            raise _refused(
                key,
                text,
                f"{word[:20]!r} is not a type of rating",
                f"give {', '.join(RATING_TYPES)}",
            )
    if sum(word in RATES for word in words) > 1 or ("unrated" in words and len(words) > 1):
        raise _refused(key, text, "these exclude each other", "give one, with national if it is")
    return ", ".join(dict.fromkeys(words))


def _rating_method(key: str, text: str) -> str:
    code = text.upper()
    if code not in RATING_METHODS:
        raise _refused(key, text, "it is not a method", f"give {', '.join(RATING_METHODS)}")
    return code


def _rating_order(key: str, text: str) -> str:
    """`FIDE rapid, FIDE standard`: a list and a rate of play each."""
    names = [" ".join(name.split()) for name in re.split(r"[,;]", text) if name.strip()]
    for name in names:
        if not name.casefold().endswith(RATES):
            remedy = "write them as FIDE rapid, FIDE standard, ECF rapid"
            raise _refused(key, name, "it does not say a rate of play", remedy)
    return _long_text(key, ", ".join(dict.fromkeys(names)))


def _one_of(words: tuple[str, ...], key: str, text: str) -> str:
    if text.lower() not in words:
        raise _refused(key, text, "", f"give {' or '.join(words)}")
    return text.lower()


def _choice_field(key: str, label: str, meaning: str, *words: str) -> EventField:
    return EventField(key, label, meaning, partial(_one_of, words), words)


_FIELDS = (
    EventField("place", "place", "town and hall", _short_text),
    EventField(
        "federation", "federation", "FIDE's code or the country: ENG or England", _federation
    ),
    EventField(
        "start", "first day", "2026-11-20 or 20 November 2026; empty: that of round 1", read_day
    ),
    EventField(
        "end", "last day", "2026-11-22 or 22 November 2026; empty: that of the last round", read_day
    ),
    EventField(
        "schedule",
        "schedule",
        "each round: 2026-11-20 18:00, 2026-11-21 10:00, 15:30; - where not known; "
        "or 2026-10-02 19:30 every 7 days, not 2026-12-25",
        _schedule,
    ),
    EventField(
        "division_dates",
        "division dates",
        "of a league, where a division plays on other days than the schedule says: "
        "Second: 2026-10-09 19:30, 2026-10-23; Third: 2026-10-10",
        _division_dates,
    ),
    EventField(
        "time_control", "time control", "in words: 90 minutes + 30 seconds a move", _short_text
    ),
    EventField(
        "time_control_code",
        "in code",
        "for TRF26, in seconds: 5400+30, or 40/6000+30:900+30 (moves/seconds+seconds a move)",
        _code,
    ),
    EventField("organiser", "organiser", "a club or a person", _short_text),
    EventField("arbiter", "chief arbiter", "Name (FIDE ID)", _official),
    EventField("deputies", "deputies", "Name (FIDE ID); Name (FIDE ID)", _officials),
    EventField(
        "rating_type",
        "rated as",
        "standard, rapid, blitz or unrated; national if the federation rates it",
        _rating_type,
    ),
    EventField(
        "rating_method",
        "which rating",
        f"{', '.join(RATING_METHODS)}; empty is FIDON: the FIDE rating, else the national one",
        _rating_method,
        tuple(RATING_METHODS),
    ),
    EventField(
        "rating_lists",
        "rating lists",
        "in the order in which they count: FIDE rapid, FIDE standard, ECF rapid; "
        "empty: by the rate of play",
        _rating_order,
    ),
    _choice_field(
        "rating_rounds",
        "ratings count",
        "in an event of over 30 days: first, or each round's own",
        FIRST,
        EACH,
    ),
    _choice_field(
        "rating_check",
        "rating check",
        "off: entries are not compared when a newer list is loaded",
        "on",
        "off",
    ),
    _choice_field(
        "norm_exemption",
        "for norms",
        "no foreign opponents needed (B.01, 1.4.3): a, final of a national championship; "
        "b, national team championship; c, zonal",
        "a",
        "b",
        "c",
    ),
    _choice_field(
        VARIANT_KEY,
        "variant",
        "chess960: a starting position is drawn by lot for each round; empty: chess",
        CHESS960,
    ),
    EventField("remarks", "remarks", "for the report and the pages", _long_text),
)
EVENT_DATA: Mapping[str, EventField] = {field.key: field for field in _FIELDS}
"""The data that the arbiter can give for an event, in the order of the form."""


def data_given(details: Mapping[str, str], given: Mapping[str, str], rounds: int) -> dict[str, str]:
    """The given data in their saved form, empty where they are removed; `BadSetting` for what
    contradicts the other `details` in an event of so many rounds."""
    for key in given.keys() - EVENT_DATA.keys():
        raise BadSetting(key, f"an event has no {key[:40]}", "", f"give {', '.join(EVENT_DATA)}")
    dates = {
        "schedule": _by_rule("schedule", given.get("schedule", ""), rounds),
        "division_dates": _divisions_by_rule(given.get("division_dates", ""), rounds),
    }
    texts = {
        key: EVENT_DATA[key].read(key, text.strip()) if text.strip() else ""
        for key, text in {**given, **{k: v for k, v in dates.items() if k in given}}.items()
    }
    _refuse_order({**details, **texts}, texts)
    if texts.get("schedule"):
        _refuse_number(texts["schedule"], rounds)
    return texts


def _refuse_order(all: Mapping[str, str], given: Mapping[str, str]) -> None:
    """Dates that contradict each other; the fault is that of the last one given."""
    start, end = (_day_or_empty(all.get(key, "")) for key in ("start", "end"))
    if start and end and end < start and {"start", "end"} & set(given):
        key = "end" if given.get("end") else "start"
        problem = f"{_called(key)} cannot be {all[key]!r}"
        raise BadSetting(
            key, problem, f"the event would end on {end}, before {start}", "correct it"
        )
    days = [at.day for at in times_of(all.get("schedule", "")) if at]
    if not days or not {"start", "end", "schedule"} & set(given):
        return
    key = next(k for k in ("schedule", "start", "end") if k in given)
    if start and days[0] < start:
        why = f"a round would be on {days[0]}, before the first day {start}"
        raise BadSetting(
            key, f"{_called(key)} does not fit the other dates", why, "correct one of them"
        )
    if end and days[-1] > end:
        why = f"a round would be on {days[-1]}, after the last day {end}"
        raise BadSetting(
            key, f"{_called(key)} does not fit the other dates", why, "correct one of them"
        )


def _refuse_number(schedule: str, rounds: int) -> None:
    many = schedule.count(",") + 1
    if rounds >= UNBOUNDED or many == rounds:
        return
    remedy = f"give {counted(rounds, 'date')}, with {UNKNOWN_DATE} for one that is not known"
    if many < rounds:
        raise BadSetting("schedule", f"round {many + 1} has no date", "", remedy)
    problem = f"schedule has {counted(many, 'date')}"
    raise BadSetting("schedule", problem, f"the event has {counted(rounds, 'round')}", remedy)


def by_todays_names(details: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Details of an event of any version, by the names of today; dates of rounds as a schedule."""
    named = {FORMER_NAMES.get(key, key): text for key, text in details.items()}
    if "round_dates" in details:
        named["schedule"] = as_schedule(details["round_dates"])
    return tuple(named.items())


def as_schedule(text: str) -> str:
    """Dates of rounds `25/09/01 - 25/09/08` as a schedule; any other text is unchanged."""
    words = text.split()
    days = [_SHORT_DATE.fullmatch(word) or _DATE.fullmatch(word) for word in words]
    if not any(days) or any(
        d is None and w != UNKNOWN_DATE for d, w in zip(days, words, strict=True)
    ):
        return text
    return ", ".join(_in_full(*d.groups()) if d else UNKNOWN_DATE for d in days)


def _in_full(year: str, month: str, day: str) -> str:
    return f"{year if len(year) == 4 else f'20{year}'}-{int(month):02}-{int(day):02}"


def _day_or_empty(text: str) -> str:
    try:
        return read_day("", text)
    except Refused:
        return ""


# What an event says


def times_of(text: str) -> tuple[RoundTime | None, ...]:
    """When each round begins by a schedule, None for a round without a date; empty if the text is
    not a schedule."""
    try:
        parts = _schedule("schedule", text).split(", ") if text else []
    except Refused:
        return ()
    return tuple(None if p == UNKNOWN_DATE else RoundTime(*p.split()) for p in parts)


def detail(event: Event, key: str) -> str:
    """A text about the event by its key; empty where nothing is said."""
    return dict(event.details).get(key, "")


@derived
def schedule(event: Event) -> tuple[RoundTime | None, ...]:
    """When each round begins, from round 1 on; empty where a file has it in other words."""
    return times_of(detail(event, "schedule"))


@derived
def division_times(event: Event) -> Mapping[str, tuple[RoundTime | None, ...]]:
    """By division, in small letters, when each of its rounds begins, where it has days of its
    own."""
    parts = (part.partition(": ") for part in detail(event, "division_dates").split("; "))
    return {name.casefold(): times_of(days) for name, _, days in parts if days}


def round_time(event: Event, number: int, division: str = "") -> RoundTime | None:
    """When that round begins, where the schedule says so; of a division with days of its own by
    these."""
    own = division_times(event).get(division.strip().casefold()) if division else None
    times = schedule(event) if own is None else own
    return times[number - 1] if 0 < number <= len(times) else None


def event_dates(event: Event) -> tuple[str, str]:
    """The first and the last day, from the schedule where they are not given; empty where nothing
    says them."""
    every = (schedule(event), *division_times(event).values())
    days = sorted(at.day for times in every for at in times if at)
    first, last = (days[0], days[-1]) if days else ("", "")
    return detail(event, "start") or first, detail(event, "end") or last


def date_span(event: Event) -> str:
    """`2026-11-20 – 2026-11-22`, one day alone where it is the only one; empty where nothing says
    it."""
    return dated(*event_dates(event))


def where_and_when(event: Event) -> str:
    """Place and days, in short for the head of a page."""
    return listed(" · ", (detail(event, "place"), date_span(event)))


def with_time(event: Event, number: int, called: str) -> str:
    """The name of a round, with the time when it begins if the schedule says so, and the starting
    position of a published round of Chess960."""
    at = round_time(event, number)
    return listed(" · ", (called, at.text if at else "", starting_position(event, number)))


def starting_position(event: Event, number: int) -> str:
    """`Chess960 518 RNBQKBNR`, drawn by lot for all boards of a round once that is published; empty
    before, and in other events."""
    drawn = position_number(event, number)
    if drawn is None:
        return ""
    from engine.chess960 import position_text

    return position_text(drawn)


def position_number(event: Event, number: int) -> int | None:
    """The number of that position."""
    if detail(event, VARIANT_KEY) != CHESS960 or not 0 < number <= len(event.published):
        return None
    from engine.chess960 import drawn_position

    return drawn_position(event.seed, number)


def event_days(event: Event) -> int | None:
    """How many days the event lasts, the first and the last included."""
    start, end = map(_day_or_empty, event_dates(event))
    if not (start and end):
        return None
    return (date.fromisoformat(end) - date.fromisoformat(start)).days + 1


def time_control_code(event: Event) -> str:
    """The time control in the code of TRF26 (222): as given, else the time control itself where it
    is written in that code."""
    if code := detail(event, "time_control_code"):
        return code
    text = detail(event, "time_control").replace(" ", "")
    seconds = _SECONDS.match(text)
    if not (_CODE.fullmatch(text) and seconds and int(seconds[1]) >= _SHORTEST):
        return ""
    return text


def official(text: str) -> Official:
    """`Lee, Ann (12345678)` as name and FIDE ID."""
    text = text.strip()
    number = _NUMBER_OF_OFFICIAL.search(text)
    if number is None:
        return Official(text)
    return Official(text[: number.start()].rstrip(" \t\n\r\v\f,"), number[1])


def chief_arbiter(event: Event) -> Official | None:
    """The chief arbiter, if one is named."""
    text = detail(event, "arbiter")
    return official(text) if text else None


def deputy_arbiters(event: Event) -> tuple[Official, ...]:
    """The deputies, in the order given."""
    return tuple(official(p) for p in detail(event, "deputies").split(";") if p.strip())


def long_event(event: Event) -> bool:
    """Whether it lasts so long that ratings of several lists can count."""
    days = event_days(event)
    return days is not None and days > LONG_EVENT


def each_rounds_ratings(event: Event) -> bool:
    """Whether in a long event each round goes by the ratings of the list then in force; by default
    the first rating of a player counts throughout."""
    return detail(event, ROUNDS_KEY) == EACH


def data_notes(event: Event) -> list[str]:
    """What is unusual about the event's own data."""
    notes = []
    code = detail(event, "federation")
    if code and code not in FEDERATIONS:
        notes.append(f"federation {code[:20]} is not a code of FIDE's list")
    control = detail(event, "time_control_code")
    seconds = _SECONDS.match(control)
    if seconds and "+" not in control and int(seconds[1]) < _SHORTEST:
        notes.append(
            f"time control {control[:20]} is {seconds[1]} seconds for a game: the code counts in "
            "seconds, 90 minutes are 5400"
        )
    for key in ("start", "end", "schedule"):
        text = detail(event, key)
        read = times_of(text) if key == "schedule" else _day_or_empty(text)
        if text and not read:
            label = EVENT_DATA[key].label
            notes.append(f"{label} {text[:20]!r} is not a date, and not used: correct it")
    if event.current and (position := starting_position(event, event.current.number)):
        notes.append(f"{event.called(event.current.number)}: {position}")
    days = event_days(event)
    used = [c for c in event.settings.tiebreaks if re.split(r"[/:]", c)[0] in RATING_TIE_BREAKS]
    if days is not None and long_event(event):
        notes.append(_ratings_meanwhile(event, days))
        if used:
            codes = ", ".join(used)
            notes.append(f"tie-breaks by ratings ({codes}) are not advised in so long an event")
    return notes


def _ratings_meanwhile(event: Event, days: int) -> str:
    """What counts of ratings that change during a long event."""
    label = EVENT_DATA[ROUNDS_KEY].label
    counts = "the first one of each player counts"
    if detail(event, ROUNDS_KEY) == EACH:
        counts = "the one in force in each round counts"
    return f"the event lasts {days} days, and ratings can change: {counts} (event data: {label})"


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """A match without a result: its round, and when it is to be played (empty: not known)."""

    round: int
    match: Match
    date: str


def match_date(event: Event, round: Round, match: Match) -> str:
    """`2026-12-05 19:30`: the match's own day, else that of its round; `-` where the new day is
    not fixed, empty where nothing says one."""
    return match.date or round_date(event, round.number, event.entrant(match.white).section)


def round_date(event: Event, number: int, division: str = "") -> str:
    """The day and time of a round by the schedule, or by that of the division; empty without
    one."""
    at = round_time(event, number, division)
    return at.text if at else ""


def open_matches(event: Event) -> list[OpenMatch]:
    """Matches of published rounds without a result by their days; those without one last."""
    there = [
        OpenMatch(round.number, match, match_date(event, round, match))
        for round in event.published
        for match in round.matches
        if match.open
    ]
    return sorted(there, key=_in_order)


def _in_order(each: OpenMatch) -> tuple[bool, str, int, int]:
    known = each.date not in ("", UNKNOWN_DATE)
    return (not known, each.date if known else "", each.round, each.match.board)


def moved_text(match: Match) -> str:
    """`postponed to 2026-12-05`, `postponed, no date yet`; empty for a match of its round's day."""
    if not match.date:
        return ""
    return "postponed, no date yet" if match.date == UNKNOWN_DATE else f"moved to {match.date}"


def day_text(match: Match) -> str:
    """The same of an open match in the cells of a result: `on 2026-12-05`, `no date yet`."""
    if not match.date or not match.open:
        return ""
    return "no date yet" if match.date == UNKNOWN_DATE else f"on {match.date[:10]}"
