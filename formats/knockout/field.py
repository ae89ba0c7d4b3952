"""A knockout read from its event: the bracket as it stands."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from engine.brackets import Bracket, double, levels, single, standard_lines
from engine.entrants import EntrantId
from engine.event import Event, Round, derived, entrants_by_id
from engine.fixtures import NOBODY, Filled, filled
from engine.points import counted
from engine.refusal import Refused
from formats.knockout.settings import DoubleSettings, KnockoutSettings, SingleSettings


def settings_of(event: Event) -> KnockoutSettings:
    """The event's settings as what they are."""
    return cast(KnockoutSettings, event.settings)


def shape(event: Event, entrants: int) -> Bracket:
    """The bracket for so many entrants."""
    settings = event.settings
    if isinstance(settings, DoubleSettings):
        return double(entrants, settings.reset)
    return single(entrants, cast(SingleSettings, settings).third_place)


def lines_of(first: Round) -> list[EntrantId]:
    """The lines of the draw, read from the first round: its boards and byes in their order.
    `Refused` where they are not those of a bracket, as in a file of another system."""
    byes = [bye.entrant for bye in first.byes if bye.kind == "pairing"]
    matches = sorted(first.matches, key=lambda m: m.board)
    entrants = 2 * len(matches) + len(byes)
    places = standard_lines(1 << levels(entrants))
    if entrants > 1 and len(byes) != len(places) - entrants:
        problem = f"round 1 has {counted(len(matches), 'match', 'matches')} and "
        problem += counted(len(byes), "bye")
        why = f"a knockout of {entrants} has {counted(len(places) - entrants, 'bye')} in it"
        raise Refused(problem, why, "give a tournament file of a knockout, or its entrants alone")
    lines: list[EntrantId] = [NOBODY] * entrants
    resting, playing = iter(byes), iter(matches)
    for a, b in zip(places[::2], places[1::2], strict=True):
        better, other = min(a, b), max(a, b)
        if other > entrants:
            lines[better - 1] = next(resting)
        else:
            match = next(playing)
            lines[better - 1], lines[other - 1] = match.white, match.black
    return lines


def leaves(event: Event, number: int) -> Callable[[EntrantId], bool]:
    """Who cannot play in that round."""
    known = entrants_by_id(event)
    return lambda id: id not in known or not known[id].to_be_paired(number)


@derived
def standing(event: Event) -> Filled | None:
    """The bracket with the published rounds; before the first, with the proposal's lines."""
    if not event.rounds:
        return None
    lines = lines_of(event.rounds[0])
    if len(lines) < 2:
        return None
    known = entrants_by_id(event)

    def gone(id: EntrantId, number: int) -> bool:
        return id not in known or not known[id].to_be_paired(number)

    return filled(shape(event, len(lines)), lines, event.published, gone)
