"""What of a TRF file's rounds the arbiter has changed by hand, as comment lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.departures import Departure, PlaceInRound
from engine.entrants import EntrantId
from engine.event import Round
from saves.safe_text import safe

COLOURS = {"W": "White", "B": "Black"}


def departure_lines(
    rounds: Sequence[Round], numbers: Mapping[EntrantId, int], names: Mapping[EntrantId, str]
) -> Iterator[str]:
    """A `###` line for each player whom a published round had elsewhere than the engine's own
    draw, with the boards of both."""
    for round in rounds:
        for one in round.departures:
            if one.entrant in numbers:
                here, own = _told(one, numbers, names)
                start = f"### round {round.number}, player {numbers[one.entrant]}"
                yield f"{start}: {here}; the engine's own draw: {own}"


def _told(
    one: Departure, numbers: Mapping[EntrantId, int], names: Mapping[EntrantId, str]
) -> tuple[str, str]:
    if one.here or one.engine:
        # of a journal that has sentences instead of places
        here, own = one.words(names)
        return safe(here, 120), safe(own, 120)
    return _places(one.places, numbers), _places(one.own, numbers)


def _places(places: Sequence[PlaceInRound], numbers: Mapping[EntrantId, int]) -> str:
    told = [
        f"board {place.board}, {COLOURS[place.colour]} against {numbers.get(place.opponent, '?')}"
        if place.colour
        else "bye"
        for place in places
    ]
    return " and ".join(told) or "not placed"
