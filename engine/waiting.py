"""What an event waits for: boards without a result, adjourned games, a draw out of date."""

from __future__ import annotations

from engine.event import Event, Round
from engine.fingerprint import fingerprint


def missing_boards(round: Round) -> tuple[int, ...]:
    """Boards without a result."""
    return tuple(m.board for m in round.matches if m.open)


def adjourned(event: Event) -> list[tuple[int, int]]:
    """(round, board) of every adjourned game."""
    return [
        (r.number, m.board)
        for r in event.published
        for m in r.matches
        if m.result is not None and m.result.provisional
    ]


def stale_notes(event: Event) -> tuple[str, ...]:
    """Says so when the standing proposal was drawn from what has changed since."""
    proposal = event.proposal
    if proposal is None or not proposal.drawn_from or proposal.drawn_from == fingerprint(event):
        return ()
    return ("something changed after this draw was made; look at it again or redraw",)
