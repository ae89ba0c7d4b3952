"""Extra boards of round 1 for those who entered after its draw."""

from __future__ import annotations

from dataclasses import replace

from engine.entrants import EntrantId
from engine.event import Bye, Event, Match, Round
from engine.protocol import Proposal, missing_boards, unplaced


def open_for_late_cards(event: Event) -> bool:
    """Round 1 is in play and not closed: a result is missing and round 2 is not drawn."""
    current = event.current
    return (
        current is not None
        and current.number == 1
        and event.proposal is None
        and bool(missing_boards(current))
    )


def late_boards(event: Event) -> Proposal | None:
    """Boards for the late cards in order of arrival, None if there are none to make.

    The first plays the player who has the bye; then they pair two by two, and one left over has
    the bye. Colours go on alternating down the boards, the earlier card having White on odd ones.
    """
    current = event.current
    if current is None or not (open_for_late_cards(event) or current.extra):
        return None
    event = event.with_round(replace(current, extra=None))
    late = [e.id for e in unplaced(event)]
    if not late:
        return None
    waiting = [*_bye_holder(current), *sorted(late, key=int)]
    first = max((m.board for m in current.matches), default=0) + 1
    matches = tuple(
        _match(board, high, low)
        for board, (high, low) in enumerate(zip(waiting[::2], waiting[1::2], strict=False), first)
    )
    byes: tuple[Bye, ...] = ()
    if len(waiting) % 2:
        why = "last of the late entries, one is left over"
        byes = (Bye(waiting[-1], event.settings.bye_points, why=why),)
    return Proposal(current.number, matches, byes)


def _bye_holder(current: Round) -> list[EntrantId]:
    return [bye.entrant for bye in current.byes if bye.kind == "pairing"]


def _match(board: int, high: EntrantId, low: EntrantId) -> Match:
    white, black = (high, low) if board % 2 else (low, high)
    return Match(board, white, black, why="entered after the draw of round 1")
