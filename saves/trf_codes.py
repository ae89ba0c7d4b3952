"""Everything in a TRF file but the players: TRF16, TRF26, and the codes of pairing engines.

One method of `Header` a code. The engines' own codes (XXR, XXC, XXS, XXA, XXP, XXZ of JaVaFo, BB*
of bbpPairings) mean the same as TRF26's 142, 152, 162, 250, 260 and 240.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal, NamedTuple

from engine.event_data import METHOD_KEY, as_schedule, read_day, times_of
from engine.federations import FEDERATIONS
from engine.refusal import BadSetting, Refused
from saves import entry_values as fields
from saves.foreign import at, refuse
from saves.safe_text import clean, safe
from saves.trf_lines import (
    BLOCK,
    FIRST_ROUND,
    ROUND_LIMIT,
    NationalRating,
    method_of,
    national_line,
)
from saves.trf_points import ABNORMAL, Abnormal

DETAILS = {
    "022": "place",
    "032": "federation",
    "042": "start",
    "052": "end",
    "092": "type",
    "102": "arbiter",
    "112": "deputies",
    "122": "time_control",
    "132": "schedule",
    "182": "controller",
    "192": "system",
    "222": "time_control_code",
}
"""Codes kept as the event's details, by name; 042 and 052 as `2025-09-01`."""

HEAD, TAIL = "trf_head", "trf_tail"
"""Details that hold the lines of a file that are kept as they are."""
DERIVED = frozenset({"062", "072", "082"})
"""Numbers of players and teams: counted, not read."""
TEAMS = frozenset(
    {"013", "300", "310", "320", "330", "352", "362", "801", "802"},
)
SCORES = {"W": "1", "D": "=", "L": "0", "A": "-", "Z": "-", "P": "U"}
"""Codes of 162 by the results they value; A is also a zero-point bye and some engines call it Z,
X is an unknown result, as of an adjourned game."""
ENGINE_SCORES = {
    **{"BBW": "1+F", "BBD": "=H", "BBL": "0", "BBZ": "Z", "BBF": "-", "BBU": "U"},
    **{"W": "1+F", "D": "=H", "WW": "1", "WD": "=", "WL": "0", "FW": "+", "FL": "-"},
    **{"ZPB": "Z", "HPB": "H", "FPB": "F", "PAB": "U"},
}
"""Codes of bbpPairings and keys of XXS, by the results they value."""
WORK_LIMIT = 500_000
NOTE_LIMIT = 12
GAME_POINTS = "GPTS"
"""In 212 the game points of teams (C.07, 13.1)."""
LINE_LIMIT = 50_000
KEPT_LENGTH = 400
"""Characters of a line that is kept as it is."""

_DAY_FIRST = re.compile(r"(\d\d?)[./] ?(\d\d?)[./] ?(\d{4})")
_AMOUNT = re.compile(r"-?(\d{1,3}([.,]\d{0,2})?|[.,]\d{1,2})")
_ASSIGNED = re.compile(r"([A-Z]{1,3})=(\S+)")

STRICT_LEFT_LINE = "### strict mode left:"
"""Begins the line that says in which round it was."""
ESTIMATED_LINE = "### estimated ratings:"
"""Numbers of players follow, whose ratings in 001 are of no list."""
EXPELLED_LINE = "### expelled from round"
"""The round follows from which on they are out of the event, and the numbers."""
ABSENT_LINE = "### absent to the end, not withdrawn:"
"""Numbers of a round robin follow, whose games count however few they are."""
_EXPELLED = re.compile(rf"{EXPELLED_LINE} (\d{{1,3}}) on:((?: \d{{1,4}})+)", re.ASCII)


class Ban(NamedTuple):
    """Players who shall not meet, in rounds `first` to `last` (0: to the end)."""

    players: tuple[int, ...]
    first: int
    last: int
    line: int


class AskedBye(NamedTuple):
    """A bye from 240 or XXZ. `round` 0: the next one."""

    player: int
    round: int
    code: str
    line: int


@dataclass
class Header:
    """What the lines other than 001 say, as they are read one after the other."""

    name: str
    warnings: list[str] = field(default_factory=list)
    title: str = ""
    details: dict[str, str] = field(default_factory=dict)
    rounds: int | None = None
    rounds_line: int = 1
    colour: Literal["W", "B"] | None = None
    rank_line: int = 0
    """Where XXC asks for pairing numbers by the order of the players' lines; 0 nowhere."""
    scores: dict[str, Decimal] = field(default_factory=dict)
    tiebreaks: tuple[str, ...] = ()
    standing_order: tuple[str, ...] = ()
    """The codes of 212 with `PTS`, of teams `GPTS` or `MPTS`."""
    accelerations: dict[int, dict[int, Decimal]] = field(default_factory=dict)
    bans: list[Ban] = field(default_factory=list)
    byes: list[AskedBye] = field(default_factory=list)
    abnormal: list[Abnormal] = field(default_factory=list)
    rated_by: str = ""
    """The federation of 172, whose lines of national ratings are read."""
    national: dict[int, NationalRating] = field(default_factory=dict)
    unread: dict[str, int] = field(default_factory=dict)
    """Codes that were not read, with the line of the first."""
    head: list[str] = field(default_factory=list)
    tail: list[str] = field(default_factory=list)
    """Lines kept as they are, before the players and from them on: comments and unread codes."""
    behind: bool = False
    """Whether a player has been read."""
    unknown_worth: Decimal | None = None
    """X of 162: what an unknown result counts for the time being."""
    left_strict: bool = False
    """Whether it says that its event has left strict mode."""
    estimated: set[int] = field(default_factory=set)
    """Players whose ratings it calls estimates."""
    expelled: dict[int, int] = field(default_factory=dict)
    """By number of whom it says so, the first round without them."""
    not_withdrawn: set[int] = field(default_factory=set)
    """Of whom it says that they were absent to the end and have not withdrawn."""
    work: int = 0

    def take(self, text: str, line: int) -> None:
        """One line."""
        code = text[:3]
        if code in DETAILS or code == "012":
            self._detail(code, text[4:], line)
        elif code.startswith("BB"):
            self._engine_score(code, text[3:].strip(), line)
        elif code in _READERS:
            _READERS[code](self, text, line)
        elif code == self.rated_by and (national := national_line(text, line)):
            self.national[national.player] = national
        elif text.startswith(ESTIMATED_LINE):
            self.estimated.update(map(int, re.findall(r"\b\d{1,4}\b", text)))
        elif text.startswith(ABSENT_LINE):
            self.not_withdrawn.update(map(int, re.findall(r"\b\d{1,4}\b", text)))
        elif said := _EXPELLED.fullmatch(text.rstrip()):
            self.expelled |= dict.fromkeys(map(int, said[2].split()), int(said[1]) or 1)
        elif code not in DERIVED:
            self.left_strict = self.left_strict or text.startswith(STRICT_LEFT_LINE)
            self._keep(text, line)

    def rating_method(self, text: str, line: int) -> None:
        """172: which rating counts; kept as it is where it says no method that is known."""
        federation, method = method_of(text[4:])
        if not method:
            self._keep(text, line)
            return
        self.details[METHOD_KEY] = method
        self.rated_by = federation if federation in FEDERATIONS else ""
        if self.rated_by:
            self.details.setdefault("federation", federation)

    def _keep(self, text: str, line: int) -> None:
        """A line that is written back unchanged and not used here."""
        code = text[:3]
        if not code.startswith("#"):
            self.unread.setdefault(code, line)
        harmless = text.rstrip()[:KEPT_LENGTH]
        if not (harmless.isascii() and harmless.isprintable()):
            harmless = "".join(c if c == " " else safe(c) for c in harmless)
        (self.tail if self.behind else self.head).append(harmless)

    def notes(self, kept: bool) -> tuple[str, ...]:
        """The codes that were not read; `kept` says whether their lines go into the event."""
        done = "are kept as they are and not used" if kept else "were not read"
        notes = []
        for code, line in list(self.unread.items())[:NOTE_LIMIT]:
            kind = "team lines" if code in TEAMS else "lines" if code in KNOWN else "unknown lines"
            kind = "lines of national ratings" if code in FEDERATIONS else kind
            notes.append(f"{kind} {safe(code)} (first on line {line}) {done}")
        if len(self.unread) > NOTE_LIMIT:
            notes.append(f"lines of {len(self.unread) - NOTE_LIMIT} more codes {done}")
        return tuple(notes)

    def _refuse(self, line: int, column: int, problem: str, remedy: str) -> Refused:
        return refuse(self.name, f"line {line}: {problem}", remedy, line, column)

    def _detail(self, code: str, value: str, line: int) -> None:
        if code == "132":
            value = self._round_dates(value, line)
        limit = ROUND_LIMIT * BLOCK if code == "132" else 120
        cleaned, warnings = clean(re.sub(r"\s+", " ", value), f"line {line}", limit)
        self.warnings.extend(f"{at(self.name, line, 5)}: {w}" for w in warnings)
        if not cleaned:
            return
        if code == "012":
            self.title = cleaned
            return
        if code in ("042", "052"):
            cleaned = self._day(cleaned, line)
        key = DETAILS[code]
        cleaned = f"{self.details[key]}; {cleaned}"[:1000] if key in self.details else cleaned
        self.details[key] = cleaned

    def _day(self, text: str, line: int) -> str:
        """042, 052: `2025-09-01`; anything else stays as it is, with a warning. Older files have
        the day first, as `01/09/2025` and `01. 09. 2025`."""
        day_first = _DAY_FIRST.fullmatch(text)
        try:
            return read_day("", ".".join(day_first.groups()) if day_first else text)
        except BadSetting:
            self._kept_as_it_is(f"'{safe(text, 20)}' is not a date", line)
            return text

    def _round_dates(self, text: str, line: int) -> str:
        """132: a schedule; anything else stays as it is, with a warning."""
        schedule = schedule_of(text)
        if schedule is None and text.strip() and not any(times_of(as_schedule(text))):
            self._kept_as_it_is(f"'{safe(text.strip(), 20)}' are not dates of rounds", line)
        return schedule or text

    def _kept_as_it_is(self, wrong: str, line: int) -> None:
        self.warnings.append(f"{at(self.name, line, 5)}: {wrong}; kept as it is, not used")

    def whole(self, text: str, line: int, column: int, field: str, most: int = 9999) -> int:
        value = fields.whole(text.strip())
        if value is None or value > most:
            said = f"{field} '{safe(text.strip(), 20)}' is not a number up to {most}"
            raise self._refuse(line, column, said, "correct it")
        return value

    def amount(self, text: str, line: int, column: int) -> Decimal:
        text = text.strip()
        if not (text.isascii() and _AMOUNT.fullmatch(text)):
            said = f"'{safe(text, 20)}' is not a number of points"
            raise self._refuse(line, column, said, "write it as 0.5")
        return Decimal(text.replace(",", "."))

    def ids(self, text: str, line: int, column: int) -> tuple[int, ...]:
        words = self._words(text, line, column)
        return tuple(self.whole(word, line, column, "start number") for word in words)

    def _words(self, text: str, line: int, column: int) -> list[str]:
        if len(text) > LINE_LIMIT:
            raise self._refuse(line, column, "too long", "is it the right file?")
        return text.split()

    def _value(self, results: str, amount: Decimal) -> None:
        for result in results:
            self.scores[result] = amount

    def _engine_score(self, code: str, value: str, line: int) -> None:
        if code not in ENGINE_SCORES:
            self._keep(f"{code}{value}" if code == value else f"{code} {value}", line)
            return
        self._value(ENGINE_SCORES[code], self.amount(value, line, 5))

    def number_of_rounds(self, text: str, line: int) -> None:
        # 0 is of a tournament whose number of rounds its program does not know
        self.rounds = self.whole(text[4:], line, 5, "number of rounds", ROUND_LIMIT) or None
        self.rounds_line = line

    def initial_colour(self, text: str, line: int) -> None:
        words = text[4:].lower().split()
        for word in words:
            if word in ("white1", "w"):
                self.colour = "W"
            elif word in ("black1", "b"):
                self.colour = "B"
            elif word == "rank":
                self.rank_line = line
            else:
                remedy = "known: white1 black1 rank, W B"
                said = f"unknown initial colour '{safe(word, 20)}'"
                raise self._refuse(line, 5, said, remedy)

    def scoring(self, text: str, line: int) -> None:
        """162: a code in column 6, its points in 7-10, the next nine columns on."""
        for start in range(5, len(text.rstrip()), 9):
            code, points = text[start].upper(), text[start + 1 : start + 5]
            if text[start + 5 : start + 9].strip():
                said = f"'{safe(text[start + 1 : start + 9].strip(), 20)}' is not in its columns"
                raise self._refuse(
                    line, start + 6, said, "points have four, the code is before them"
                )
            if code == "X":
                self.unknown_worth = self.amount(points, line, start + 2)
                continue
            if code not in SCORES:
                said = f"unknown scoring code '{safe(code)}'"
                raise self._refuse(line, start + 1, said, "known: W D L A P X, Z as A")
            self._value(SCORES[code], self.amount(points, line, start + 2))
            if code in "AZ":
                self._value("Z", self.scores["-"])
            if code in "WD":
                self._value("+F" if code == "W" else "H", self.scores[SCORES[code]])

    def scoring_keys(self, text: str, line: int) -> None:
        """XXS: `WW=1.0 BW=1.0 …`; White and Black must score alike."""
        for word in self._words(text[4:].upper(), line, 5):
            said = _ASSIGNED.fullmatch(word)
            key = re.sub(r"^B(?=[WDL]$)", "W", said[1]) if said else ""
            if said is None or key not in ENGINE_SCORES:
                problem = f"unknown scoring '{safe(word, 20)}'"
                raise self._refuse(line, 5, problem, "write it as WW=1.0 or PAB=1.0")
            amount = self.amount(said[2], line, 5)
            results = ENGINE_SCORES[key]
            if said[1][0] == "B" and self.scores.get(results[0], amount) != amount:
                problem = "White and Black score differently"
                raise self._refuse(line, 5, problem, "this program scores both alike")
            self._value(results, amount)

    def tie_breaks(self, text: str, line: int) -> None:
        self.tiebreaks = _codes(text)

    def standings_order(self, text: str, line: int) -> None:
        """212: as 202 with the points, which come first here."""
        self.standing_order = _codes(text)
        first, *rest = self.standing_order or ("",)
        if first.upper() not in ("PTS", GAME_POINTS, "MPTS"):
            self._keep(text, line)
        elif not self.tiebreaks:
            self.tiebreaks = tuple(rest)

    def acceleration(self, text: str, line: int) -> None:
        """XXA: start number in 5-8, the value for round r from column 10 + 5 (r - 1)."""
        player = self.whole(text[4:8], line, 5, "start number")
        values = self.accelerations.setdefault(player, {})
        for start in range(9, len(text.rstrip()), 5):
            number = (start - 9) // 5 + 1
            if number > ROUND_LIMIT:
                raise self._refuse(line, start + 1, "too many rounds", "is it the right file?")
            if text[start : start + 4].strip():
                values[number] = self._added(text[start : start + 4], line, start + 1)

    def _added(self, text: str, line: int, column: int) -> Decimal:
        amount = self.amount(text, line, column)
        if amount < 0:
            raise self._refuse(line, column, f"{amount} are not added points", "write 0.0 or more")
        return amount

    def acceleration_range(self, text: str, line: int) -> None:
        """250: game points 10-13, rounds 15-17 to 19-21, players 23-26 to 28-31. Match points
        alone (5-8) are of teams."""
        if text[4:8].strip() and not text[9:13].strip():
            self._keep(text, line)
            return
        amount = self._added(text[9:13], line, 10)
        first, last = (self.whole(text[a : a + 3], line, a + 1, "round", 99) for a in (14, 18))
        low, high = (self.whole(text[a : a + 4], line, a + 1, "start number") for a in (22, 27))
        self._in_order(first, last, line, 15, "round")
        self._in_order(low, high, line, 23, "start number")
        self.work += max(0, last - first + 1) * max(0, high - low + 1)
        if self.work > WORK_LIMIT:
            raise self._refuse(line, 1, "too many accelerations", "is it the right file?")
        for player in range(low, high + 1):
            values = self.accelerations.setdefault(player, {})
            values.update(dict.fromkeys(range(first, last + 1), amount))

    def _in_order(self, first: int, last: int, line: int, column: int, unit: str) -> None:
        """A range that holds nothing would be read as if the line were not there."""
        if last < first:
            said = f"the last {unit} {last} is before the first one {first}"
            raise self._refuse(line, column, said, "correct one of them")

    def forbidden(self, text: str, line: int) -> None:
        """XXP: players of whom no two shall meet."""
        self._ban(self.ids(text[4:], line, 5), 1, 0, line)

    def forbidden_rounds(self, text: str, line: int) -> None:
        """260: rounds 5-7 to 9-11, players from 13 on."""
        first, last = (
            self.whole(text[a : a + 3].strip() or "0", line, a + 1, "round", 999) for a in (4, 8)
        )
        self._in_order(first, last or first, line, 5, "round")
        self._ban(self.ids(text[12:], line, 13), max(first, 1), last, line)

    def _ban(self, players: tuple[int, ...], first: int, last: int, line: int) -> None:
        if len(set(players)) < 2:
            said = "it takes two players or more who shall not meet"
            raise self._refuse(line, 5, said, "add the others, or take the line out")
        rounds = 1 if first <= 1 and not last else max(1, (last or ROUND_LIMIT) - first + 1)
        self.work += rounds * len(players) * len(players)
        if self.work > WORK_LIMIT:
            raise self._refuse(line, 5, "too many players in it", "is it the right file?")
        self.bans.append(Ban(players, first, last, line))

    def requested_byes(self, text: str, line: int) -> None:
        """240: type F, H or Z in 5, round 7-9, players from 11 on."""
        code = text[4:5].upper()
        if code not in ("F", "H", "Z"):
            raise self._refuse(line, 5, f"unknown bye '{safe(code)}'", "known: F H Z")
        number = self.whole(text[6:9], line, 7, "round", ROUND_LIMIT)
        asked = self.ids(text[10:], line, 11)
        self.byes.extend(AskedBye(player, number, code, line) for player in asked)

    def absent(self, text: str, line: int) -> None:
        """XXZ: players who are not there in the next round."""
        asked = self.ids(text[4:], line, 5)
        self.byes.extend(AskedBye(player, 0, "Z", line) for player in asked)

    def abnormal_points(self, text: str, line: int) -> None:
        """299: type in 5, match points 8-11, points 14-17, round 20-22, players from 24 on."""
        kind = text[4:5].strip().upper()
        if kind not in ABNORMAL:
            raise self._refuse(line, 5, f"unknown result '{safe(kind)}'", "known: W D L F H Z + -")
        self.refuse_between(text, line)
        column = 14 if text[13:17].strip() else 8
        points = self.amount(text[column - 1 : column + 3], line, column)
        number = self.whole(text[19:22].strip() or "0", line, 20, "round", ROUND_LIMIT)
        players = tuple(p for p in self.ids(text[23:], line, 24) if p)
        self.work += 10 * len(players)
        if self.work > WORK_LIMIT:
            raise self._refuse(line, 1, "too many abnormal points", "is it the right file?")
        self.abnormal.append(Abnormal(ABNORMAL[kind], points, number, players, line))

    def refuse_between(self, text: str, line: int) -> None:
        """299: nothing is between its columns; text there was written one place too far."""
        for before, behind in ((5, 7), (11, 13), (17, 19), (22, 23)):
            if text[before:behind].strip():
                problem = f"'{safe(text[4:].rstrip(), 30)}' is not in its columns"
                remedy = "points are at 8-11 or 14-17, the round at 20-22, numbers from 24 on"
                raise self._refuse(line, before + 1, f"line {line}: {problem}", remedy)


def _codes(text: str) -> tuple[str, ...]:
    words = [word.strip() for word in text[4:].split(",")]
    return tuple(safe(word, 20) for word in words[:30] if word)


_READERS: dict[str, Callable[[Header, str, int], None]] = {
    "142": Header.number_of_rounds,
    "XXR": Header.number_of_rounds,
    "152": Header.initial_colour,
    "XXC": Header.initial_colour,
    "162": Header.scoring,
    "XXS": Header.scoring_keys,
    "202": Header.tie_breaks,
    "212": Header.standings_order,
    "XXA": Header.acceleration,
    "250": Header.acceleration_range,
    "XXP": Header.forbidden,
    "260": Header.forbidden_rounds,
    "240": Header.requested_byes,
    "XXZ": Header.absent,
    "299": Header.abnormal_points,
    "172": Header.rating_method,
}
KNOWN = frozenset(_READERS) | frozenset(DETAILS) | DERIVED | TEAMS | {"012", "001"}


def bans_of(header: Header) -> Iterator[tuple[int, int, int | None]]:
    """(player, player, round) of every pair that shall not meet; round None is every one."""
    for ban in header.bans:
        last = ban.last or ROUND_LIMIT
        whole = ban.first <= 1 and last >= (header.rounds or ROUND_LIMIT)
        rounds: list[int | None] = [None] if whole else list(range(ban.first, last + 1))
        for index, one in enumerate(ban.players):
            for other in ban.players[index + 1 :]:
                yield from ((one, other, number) for number in rounds)


_DATES_FROM = FIRST_ROUND - 4
"""Behind code and blank: where the line's text begins to count."""


def dates_in_columns(text: str) -> str:
    """The text of line 132 for a schedule: columns 92-99, 102-109 …, in two figures for the year,
    without times of day. Anything else stays as it is."""
    times = times_of(text)
    if not any(times):
        return text
    cells = [at.day[2:].replace("-", "/") if at else "" for at in times]
    return " " * _DATES_FROM + "".join(f"{cell:{BLOCK}}" for cell in cells).rstrip()


def schedule_of(text: str) -> str | None:
    """The schedule that the text of line 132 says in its columns; None where they hold none."""
    cells = text[_DATES_FROM:].rstrip()
    if text[:_DATES_FROM].strip() or not cells:
        return None
    blocks = [cells[at : at + BLOCK].strip() or "-" for at in range(0, len(cells), BLOCK)]
    schedule = as_schedule(" ".join(blocks)) if not any(" " in b for b in blocks) else ""
    return schedule if any(times_of(schedule)) else None
