"""The player lines of a TRF file (FIDE TRF16 and TRF26, code 001): fixed columns, from 1.

National ratings in TRF26: record 172 says which rating counts, a line with a federation's code
in place of 001 has the national rating and number of a player (National Rating Support).
With such a line 001 has the rating of FIDE's list, none where it has none; the rating of the
tournament follows from the two by the method of 172. A player whose rating does not follow from
them, because it was entered by hand, has it in 001 and no such line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

from engine.entrant_fields import RATING_LIMIT
from engine.entrants import RATES, Entrant, EntrantId, OfficialRatings, Rate
from engine.event import Event
from engine.event_data import DEFAULT_METHOD, METHOD_KEY, RATE_KEY, RATING_METHODS, detail
from engine.federations import FEDERATIONS
from engine.refusal import Refused
from saves import entry_values as fields
from saves.foreign import LINE_END, at, refuse
from saves.safe_text import clean, safe

if TYPE_CHECKING:
    from engine.rating_lists import RatingSource
    from engine.rating_rule import RatingRule


SHORTEST = 84
FIRST_ROUND = 91
"""Index of the first round's block; each takes ten columns."""
BLOCK = 10
ROUND_LIMIT = 99
PLAYED = {"W": "1", "D": "=", "L": "0"}
"""Games of less than one move: not rated, else results like any other."""
BYE_CODES = frozenset("HFUZ")
UNKNOWN = "?"
"""The mark of a result that is not known, as of an adjourned game (TRF26, ITDX)."""
RESULT_CODES = frozenset("10=+-") | BYE_CODES | frozenset(PLAYED) | {"", UNKNOWN}

_POINTS = re.compile(r"-?\d{1,3}([.,]\d{1,2})?")


class TrfGame(NamedTuple):
    """What a player's line says of one round. `opponent` 0: nobody; `result` "": not yet."""

    opponent: int
    colour: str
    result: str


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A 001 line. `cells` holds None where a round's block is blank."""

    line: int
    number: int
    sex: str
    title: str
    title_said: str
    """As it is written there: older files have `g` for GM."""
    name: str
    rating: int | None
    federation: str
    fide_id: str
    birth: str
    points: Decimal | None
    rank: int | None
    cells: tuple[TrfGame | None, ...]


def numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    """(line number, line) of every line that is not blank."""
    for number, line in enumerate(LINE_END.split(text), start=1):
        if line and not line.isspace():
            yield number, line


def player_line(
    text: str, line: int, name: str, warnings: list[str], known: dict[str, TrfGame]
) -> PlayerLine:
    """Read a 001 line; what had to be changed goes into `warnings`. `known` keeps the blocks of
    a file that have been read: a round's block means the same on every line."""
    if len(text) < SHORTEST:
        problem = f"line {line}: player line ends at column {len(text)}; needs {SHORTEST}"
        raise refuse(name, problem, "fill the columns", line, len(text) + 1)
    columns = _by_characters(text)
    reader = _Columns(columns, columns is not text, line, name, warnings, known)
    number = reader.number(5, 8, "start number")
    if not number:
        raise reader.refuse(5, f"line {line}: no start number in columns 5-8", "give one")
    return PlayerLine(
        line,
        number,
        reader.with_doubt(10, 10, fields.sex),
        reader.with_doubt(11, 13, fields.title),
        safe(reader.raw(11, 13).strip(), 3),
        reader.text(15, 47, "name"),
        reader.rating(),
        reader.text(54, 56, "federation").upper(),
        reader.fide_id(),
        reader.with_doubt(70, 79, fields.birth),
        reader.points(),
        reader.number(86, 89, "rank"),
        tuple(reader.cells()),
    )


def _by_characters(text: str) -> str:
    """The line with its columns in place: some programs count bytes of UTF-8, not letters."""
    if text.isascii() or _in_place(text):
        return text
    as_bytes = text.encode("utf-8", "surrogatepass").decode("latin-1")
    return as_bytes if _in_place(as_bytes) else text


def _in_place(text: str) -> bool:
    points = text[80:84].strip()
    return text[79] == " " and text[84:85] in ("", " ") and bool(_POINTS.fullmatch(points))


class _Columns:
    """One line's columns, read with their place at hand for every fault."""

    def __init__(
        self,
        text: str,
        bytewise: bool,
        line: int,
        name: str,
        warnings: list[str],
        known: dict[str, TrfGame],
    ) -> None:
        self.known = known
        self.row = text
        self.bytewise = bytewise
        self.line = line
        self.name = name
        self.warnings = warnings

    def refuse(self, column: int, problem: str, remedy: str) -> Refused:
        return refuse(self.name, problem, remedy, self.line, column)

    def raw(self, first: int, last: int) -> str:
        raw = self.row[first - 1 : last]
        if self.bytewise:
            return raw.encode("latin-1", "ignore").decode("utf-8", "ignore")
        return raw

    def text(self, first: int, last: int, field: str) -> str:
        cleaned, warnings = clean(self.raw(first, last), f"{field} on line {self.line}")
        self.warnings.extend(f"{at(self.name, self.line, first)}: {w}" for w in warnings)
        if not cleaned and field == "name":
            raise self.refuse(first, f"line {self.line}: the player has no name", "give one")
        return cleaned

    def with_doubt(self, first: int, last: int, parse: fields.WithDoubt) -> str:
        value, doubt = parse(self.raw(first, last))
        if doubt:
            place = at(self.name, self.line, first)
            self.warnings.append(f"{place}: {doubt.at(f' on line {self.line}')}")
        return value

    def number(self, first: int, last: int, field: str) -> int | None:
        text = self.raw(first, last).strip()
        if not text:
            return None
        value = fields.whole(text)
        if value is None:
            said = f"line {self.line}: {field} '{safe(text)}' is not a number"
            raise self.refuse(first, said, "correct it")
        return value

    def rating(self) -> int | None:
        # the blank columns on both sides too: 99999 runs into one of them
        text = self.raw(48, 53).strip()
        try:
            return fields.rating(text)
        except Refused:
            problem = f"line {self.line}: rating '{safe(text)}' is not a number 0-{RATING_LIMIT}"
            raise self.refuse(49, problem, "correct or empty columns 49-52") from None

    def fide_id(self) -> str:
        try:
            return fields.fide_id(self.raw(58, 68))
        except Refused as refused:
            problem = f"line {self.line}: {refused.what}"
            raise self.refuse(58, problem, refused.remedy) from None

    def points(self) -> Decimal | None:
        text = self.raw(81, 84).strip()
        if not text:
            return None
        if not (text.isascii() and _POINTS.fullmatch(text)):
            problem = f"line {self.line}: columns 81-84 say '{safe(text)}', not points"
            raise self.refuse(81, problem, "write them as 3.5")
        return Decimal(text.replace(",", "."))

    def cells(self) -> Iterator[TrfGame | None]:
        rounds = self.row[FIRST_ROUND:].rstrip()
        if len(rounds) > ROUND_LIMIT * BLOCK:
            problem = f"line {self.line}: more than {ROUND_LIMIT} rounds"
            raise self.refuse(FIRST_ROUND + ROUND_LIMIT * BLOCK, problem, "is it the right file?")
        for start in range(0, len(rounds), BLOCK):
            block = rounds[start : start + BLOCK]
            if block.isspace():
                yield None
                continue
            if block not in self.known:
                self.known[block] = self._cell(block, start // BLOCK + 1)
            yield self.known[block]

    def _cell(self, block: str, round: int) -> TrfGame:
        column = FIRST_ROUND + BLOCK * (round - 1) + 1
        blanks = block[4:5] + block[6:7] + block[8:]
        opponent, colour, result = block[:4].strip(), block[5:6].lower(), block[7:8].strip().upper()
        number = fields.whole(opponent or "0")
        if blanks.strip() or number is None:
            problem = (
                f"line {self.line}, round {round}: '{safe(block.strip())}' is not in its columns"
            )
            remedy = f"opponent, colour and result are at {column}, {column + 5}, {column + 7}"
            raise self.refuse(column, problem, remedy)
        if colour not in ("w", "b", "-", " ", ""):
            problem = f"line {self.line}, round {round}: unknown colour '{safe(colour)}'"
            raise self.refuse(column + 5, problem, "known: w b -")
        return TrfGame(number, colour.strip() or "-", result)


ON_A_LINE = 20
"""So many players have their later ratings on one line of comment."""


@dataclass(frozen=True, slots=True)
class NationalRating:
    """What a line of a federation says of a player; `line` is its line."""

    player: int
    rating: int | None
    listed_id: str
    line: int


@dataclass(frozen=True, slots=True)
class ReportedRatings:
    """A player's ratings as the two lines have them."""

    fide: int | None
    national: int
    listed_id: str


def reported(event: Event) -> dict[EntrantId, ReportedRatings]:
    """Who has a national rating to report beside that of FIDE's list; nobody where the event names
    no federation."""
    from engine.rating_rule import rule_of

    if detail(event, "federation") not in FEDERATIONS:
        return {}
    rule = rule_of(event)
    ratings: dict[EntrantId, ReportedRatings] = {}
    for entrant in event.entrants:
        fide, national = _first(entrant, rule, fide=True), _first(entrant, rule, fide=False)
        if national is None:
            continue
        both = (fide.rating if fide else None, national.rating)
        if _by_method(rule.method, *both) == entrant.rating:
            id = next(o.listed_id for o in entrant.official if o.list == national.list)
            ratings[entrant.id] = ReportedRatings(*both, id)
    return ratings


def _first(entrant: Entrant, rule: RatingRule, fide: bool) -> RatingSource | None:
    from engine.rating_lists import sources_of

    official = [one for one in entrant.official if one.fide == fide]
    rates = rule.by_default
    there = [one for one in sources_of(official) if one.rate in rates]
    return min(there, key=lambda one: rates.index(one.rate), default=None)


def _by_method(method: str, fide: int | None, national: int | None) -> int | None:
    known = [rating for rating in (fide, national) if rating]
    match method:
        case "FIDE":
            return fide or None
        case "NRO":
            return national or None
        case "NIDOF":
            return national or fide or None
        case "HBFN":
            return max(known, default=None)
        case "LBFN":
            return min(known, default=None)
    return fide or national or None


def method_record(event: Event, ratings: Mapping[EntrantId, ReportedRatings]) -> str:
    """172 behind its code: the federation, and the method; empty where nothing asks for it."""
    from engine.rating_rule import rule_of

    if not ratings and not detail(event, METHOD_KEY):
        return ""
    return f"{detail(event, 'federation')[:3]:3} {rule_of(event).method}"


def method_of(text: str) -> tuple[str, str]:
    """(federation, method) of record 172 after its code; an unknown method is empty."""
    code = text[4:9].strip().upper()
    return text[:3].strip().upper(), code if code in RATING_METHODS else ""


def national_line(row: str, line: int) -> NationalRating | None:
    """A line of a federation in the columns of 001; None where it names no player,
    or neither rating nor number."""
    number, rating = row[4:8].strip(), row[48:52].strip()
    if not (number.isascii() and number.isdigit()):
        return None
    known = int(rating) if rating.isascii() and rating.isdigit() else 0
    listed_id = safe(row[57:68].strip(), 20)
    if not known and not listed_id:
        return None
    return NationalRating(int(number), known or None, listed_id, line)


def with_national(
    entrants: tuple[Entrant, ...],
    ratings: Mapping[int, NationalRating],
    federation: str,
    details: Mapping[str, str],
) -> tuple[Entrant, ...]:
    """Entrants of a file with the national ratings that it has, each with the rating by 172."""
    method, kinds = details.get(METHOD_KEY, DEFAULT_METHOD), details.get(RATE_KEY, "")
    rate = next((rate for rate in RATES if rate in kinds), RATES[0])

    def made(entrant: Entrant) -> Entrant:
        national = ratings.get(int(entrant.id))
        if national is None:
            return entrant
        from engine.rating_lists import marked, sources_of

        counts = _by_method(method, entrant.rating, national.rating)
        both = (
            ("FIDE", entrant.fide_id, True, entrant.rating),
            (federation, national.listed_id, False, national.rating),
        )
        official = [
            _of_rate(name, id, fide, rating, rate) for name, id, fide, rating in both if rating
        ]
        source = next((one for one in sources_of(official) if one.rating == counts), None)
        return replace(
            entrant,
            rating=counts,
            national_id=national.listed_id,
            official=marked(official, source),
        )

    return tuple(made(entrant) for entrant in entrants)


def _of_rate(name: str, id: str, fide: bool, rating: int, rate: Rate) -> OfficialRatings:
    row = OfficialRatings(name, "", id, fide)
    match rate:
        case "rapid":
            return replace(row, rapid=rating)
        case "blitz":
            return replace(row, blitz=rating)
    return replace(row, standard=rating)


def list_words(event: Event) -> Iterator[str]:
    """Which lists the ratings come from, each with its date; nothing where no list has given any:
    `FIDE rapid of 2026-11-01: 118`."""
    from engine.rating_rule import lists_used

    used = lists_used(event)
    if not any(date for _, date, _ in used):
        return
    for column, date, count in used:
        named = f"{column} of {date}" if date else column or "entered by hand"
        yield f"{named}: {count}"


def later_words(players: Iterable[Entrant], numbers: Mapping[EntrantId, int]) -> Iterator[str]:
    """Ratings of lists that came out during a long event, with the round from which they count:
    `from round 4 on, FIDE standard of 2026-12-01: 3 2140, 7 2090`."""
    from engine.rating_lists import column_name

    later: dict[tuple[int, str], list[tuple[int, int]]] = {}
    for player in players:
        for one in player.later_ratings:
            source = column_name(one.list, one.rate) if one.list else "entered by hand"
            source += f" of {one.date}" if one.date else ""
            later.setdefault((one.first, source), []).append((numbers[player.id], one.rating))
    for (first, source), ratings in sorted(later.items()):
        ratings.sort()
        for start in range(0, len(ratings), ON_A_LINE):
            of_line = ratings[start : start + ON_A_LINE]
            some = ", ".join(f"{no} {rating}" for no, rating in of_line)
            yield f"from round {first} on, {source}: {some}"
