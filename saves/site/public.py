"""What the public may know of an event, as an event: pages made of it cannot tell more."""

from __future__ import annotations

from dataclasses import replace

from engine.entrants import Entrant
from engine.event import Adjustment, Event, Round
from engine.warnings import STRICT_LEFT


def public(event: Event) -> Event:
    """The event without what is the arbiter's own: proposals, contacts, notes, dates of birth,
    identities in other lists, who has checked in, and why points were given or taken."""
    return replace(
        event,
        rounds=tuple(map(_published, event.published)),
        entrants=tuple(map(_without_own, event.entrants)),
        adjustments=tuple(map(_without_reason, event.adjustments)),
        instructions=(),
        agreements=tuple(one for one in event.agreements if one.what.code == STRICT_LEFT),
    )


def _without_own(entrant: Entrant) -> Entrant:
    """Of a team its players too."""
    return replace(
        entrant,
        contact="",
        note="",
        captain="",
        fide_id="",
        birth="",
        sex="",
        present=False,
        players=tuple(map(_without_own, entrant.players)),
    )


def _published(round: Round) -> Round:
    return round if round.extra is None else replace(round, extra=None)


def _without_reason(adjustment: Adjustment) -> Adjustment:
    """A play-off is not a reason but a result."""
    return adjustment if adjustment.cause == "play-off" else replace(adjustment, why="")
