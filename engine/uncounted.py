"""Matches that stay on record and count for nobody."""

from __future__ import annotations

from engine.event import Event
from engine.protocol import Format


def left_out(event: Event, format: Format) -> frozenset[tuple[int, int]]:
    """(round, board) of the published matches that count for nobody since somebody withdrew."""
    if not any(entrant.withdrawn for entrant in event.entrants):
        return frozenset()
    return uncounted(event, format.as_counted(event))


def matches_left_out(event: Event, format: Format) -> frozenset[tuple[int, tuple[str, str]]]:
    """The board and the pair of each of these."""
    places = left_out(event, format)
    if not places:
        return frozenset()
    return frozenset(
        (m.board, m.pair)
        for r in event.published
        for m in r.matches
        if (r.number, m.board) in places
    )


def uncounted(event: Event, counted: Event) -> frozenset[tuple[int, int]]:
    """(round, board) of the published matches that the table leaves out, as it does what was played
    by who withdrew early. `counted` is the event as the table counts it (`Format.as_counted`)."""
    if counted is event:
        return frozenset()
    kept = {(r.number, m.pair) for r in counted.published for m in r.matches}
    return frozenset(
        (r.number, m.board)
        for r in event.published
        for m in r.matches
        if (r.number, m.pair) not in kept
    )
