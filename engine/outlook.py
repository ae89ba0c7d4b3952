"""What a format would mean for the entries of an event that has not begun."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median_high

from engine.event import Event
from engine.next_draw import next_draw
from engine.protocol import Format
from engine.refusal import Refused


@dataclass(frozen=True, slots=True)
class FormatOutlook:
    """What is known of an event in a format before its first round.

    `refused` says why nothing can be drawn, and the rest is empty then. `rounds` is None where play
    decides how many there are; `boards` and `byes` are of round 1; `gap` is the median of
    the differences of ratings at its boards, None where somebody at half of them has no rating.
    """

    refused: Refused | None = None
    rounds: int | None = None
    boards: int = 0
    byes: int = 0
    gap: int | None = None
    advice: tuple[str, ...] = ()


def format_outlook(event: Event, format: Format) -> FormatOutlook:
    """Round 1 of the event is drawn by its seed, and looked at; nothing is kept."""
    try:
        proposal = next_draw(event, format)
    except Refused as refused:
        return FormatOutlook(refused)
    ratings = {entrant.id: entrant.rating for entrant in event.entrants}
    gaps = [
        abs(white - black)
        for match in proposal.matches
        if (white := ratings[match.white]) and (black := ratings[match.black])
    ]
    return FormatOutlook(
        rounds=format.rounds_planned(event),
        boards=len(proposal.matches),
        byes=len(proposal.byes),
        gap=median_high(gaps) if 2 * len(gaps) > len(proposal.matches) else None,
        advice=tuple(advice.text for advice in format.advise(event)),
    )
