"""What stands beside a bracket: who has won it, and what its marks mean."""

from __future__ import annotations

from collections.abc import Mapping

from engine.bracket_tree import gone_through
from engine.bracket_words import DROPPED, LUCKY, TIE_BREAK, sides
from engine.event import Event
from engine.fixtures import Filled
from engine.phrases import phrase

MARKS: Mapping[str, str] = {
    LUCKY: phrase("° has lost and goes on in this stage"),
    DROPPED: phrase("↓ has come from another stage"),
    TIE_BREAK: phrase("*: won by the tie-break"),
}
"""What stands before a name or behind a score, and what it means."""


def winner_told(event: Event, filled: Filled | None) -> tuple[str, ...]:
    """Who has won it all; nothing before that is decided."""
    champion = filled.champion if filled is not None else None
    return (phrase("Winner: {name}", name=event.entrant(champion).name),) if champion else ()


def bracket_told(event: Event, filled: Filled) -> tuple[str, ...]:
    """The winner, and the marks that are in the tree."""
    hidden = gone_through(filled)
    marks = {
        mark
        for id, fixture in filled.fixtures.items()
        if id not in hidden
        for side in sides(event, filled, fixture)
        for mark in (side.shown[:1], side.score[-1:])
    }
    return (*winner_told(event, filled), *(text for mark, text in MARKS.items() if mark in marks))
