"""Why a match of a knockout is as it is: lines and seeds, clubs, lots; what another would cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.entrants import EntrantId
from engine.event import Bye, Event, Match, Round
from engine.lots import lot_about
from engine.protocol import Measure
from formats.knockout.field import lines_of, settings_of
from formats.knockout.placing import LINES, placed_by_seed

CLUBS = "pairs of one club"
SEEDS = "seeds that are not on their lines"


def explain(
    event: Event, order: Sequence[EntrantId], round: Round, place: Match | Bye
) -> tuple[str, ...]:
    """The bracket's own words; in the first round with how both came to their lines."""
    told = [place.why] if place.why else []
    if told and isinstance(place, Match) and place.group:
        told = [f"{place.group}: {place.why}"]
    if round.number == 1:
        pair = place.pair if isinstance(place, Match) else (place.entrant,)
        told += _first(event, order, round, pair)
    return tuple(told)


def _first(
    event: Event, order: Sequence[EntrantId], round: Round, pair: Sequence[EntrantId]
) -> Iterator[str]:
    lines = lines_of(round)
    seeds = _seeds(event, order, lines)
    yield "; ".join(_on_line(event, seeds, lines.index(id) + 1, id) for id in pair if id in lines)
    if settings_of(event).separate_clubs:
        count = sum(1 for _ in _one_club(event, round))
        left = f"{count} {'pair is' if count == 1 else 'pairs are'}" if count else "no pair is"
        fewer = ", fewer are not possible" if count else ""
        yield f"clubs are kept apart in the first round: {left} of one club{fewer}"
    names = {e.id: e.name for e in event.entrants}
    for lot in event.lots[::-1]:
        if lot.purpose == LINES and set(pair) & set(lot.order):
            yield lot_about(lot, pair, names)
            break


def _on_line(event: Event, seeds: Sequence[EntrantId], line: int, id: EntrantId) -> str:
    name = event.entrant(id).name
    if id not in seeds:
        return f"{name}: line {line} by lot"
    seed = seeds.index(id) + 1
    if seed == line:
        return f"{name}: seed {seed}, on its line"
    return f"{name}: seed {seed}, moved from line {seed} to {line} for clubs, locks or bars"


def _seeds(
    event: Event, order: Sequence[EntrantId], lines: Sequence[EntrantId]
) -> Sequence[EntrantId]:
    """Who is placed by his seed, the first seed first."""
    there = [id for id in order if id in set(lines)]
    return there[: placed_by_seed(settings_of(event), len(there))]


def _one_club(event: Event, round: Round) -> Iterator[Match]:
    for match in round.matches:
        white, black = (event.entrant(id).club.casefold() for id in match.pair)
        allowed = frozenset(match.pair) in event.instructed("allow", round.number)
        if white and white == black and not allowed:
            yield match


def measures(event: Event, order: Sequence[EntrantId], round: Round) -> tuple[Measure, ...]:
    """The first round by what its draw goes by; who meets later the bracket says alone."""
    if round.number > 1:
        return ()
    lines = lines_of(round)
    seeds = _seeds(event, order, lines)
    found = []
    if settings_of(event).separate_clubs:
        found.append(Measure("", "clubs", CLUBS, sum(1 for _ in _one_club(event, round))))
    off = sum(lines.index(id) != seed for seed, id in enumerate(seeds))
    found.append(Measure("", "seeds", SEEDS, off))
    return tuple(found)
