"""National ratings in TRF26: record 172 says which rating counts, a line with a federation's code
in place of 001 has the national rating and number of a player (National Rating Support).

With such a line 001 has the rating of FIDE's list, none where it has none; the rating of the
tournament follows from the two by the method of 172. A player whose rating does not follow from
them, because it was entered by hand, has it in 001 and no such line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.entrants import RATES, Entrant, EntrantId, OfficialRatings, Rate
from engine.event import Event
from engine.event_data import DEFAULT_METHOD, METHOD_KEY, RATE_KEY, RATING_METHODS, detail
from engine.federations import FEDERATIONS
from saves.safe_text import safe

if TYPE_CHECKING:
    from engine.rating_lists import RatingSource
    from engine.rating_rule import RatingRule

ON_A_LINE = 20
"""So many players have their later ratings on one line of comment."""


@dataclass(frozen=True, slots=True)
class NationalRating:
    """What a line of a federation says of a player; `line` is where it stands."""

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
    """(federation, method) of record 172 behind its code; a method that is none is empty."""
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
        for at in range(0, len(ratings), ON_A_LINE):
            some = ", ".join(f"{no} {rating}" for no, rating in ratings[at : at + ON_A_LINE])
            yield f"from round {first} on, {source}: {some}"
