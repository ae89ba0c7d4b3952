"""What an event waits for: boards without a result, adjourned games, a draw out of date."""

from __future__ import annotations

from dataclasses import replace

from engine.entrants import Entrant
from engine.event import Event, Round
from engine.fingerprint import fingerprint

STALE = "something changed after this draw was made; look at it again or redraw"


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


def drawn_from_another(event: Event) -> bool:
    """Whether what the standing proposal was drawn from has changed since; who has come late to
    a round that takes late entries is no such change."""
    proposal = event.proposal
    if proposal is None or not proposal.drawn_from:
        return False
    return proposal.drawn_from != fingerprint(without_the_late(event))


def stale_notes(event: Event) -> tuple[str, ...]:
    """Says so when the standing proposal was drawn from what has changed since.

    Who came after the draw of a round that takes late entries is no such change: the proposal
    stays good without him, and he is named.
    """
    proposal = event.proposal
    if proposal is None or not proposal.drawn_from:
        return ()
    if drawn_from_another(event):
        return (STALE,)
    late = come_late(event)
    if not late:
        return ()
    names = " · ".join(e.name for e in late[:3]) + (f" and {len(late) - 3} more" * (len(late) > 3))
    reason = (
        "came after this draw, which stays as it is: no board in it, extra boards once it is out"
    )
    return (f"{names} {reason}",)


def come_late(event: Event) -> list[Entrant]:
    """Who entered after the draw of the standing proposal, in a format that gives late entries
    boards of their own once the round is published."""
    proposal = event.proposal
    if proposal is None:
        return []
    placed, number = proposal.placed, proposal.number
    late = (e for e in event.entrants if e.late and e.joined == number and e.id not in placed)
    return [e for e in late if e.to_be_paired(number)]


def without_the_late(event: Event) -> Event:
    """The event without those who came after the draw of the standing proposal."""
    late = come_late(event)
    if not late:
        return event
    return replace(event, entrants=tuple(e for e in event.entrants if e not in late))
