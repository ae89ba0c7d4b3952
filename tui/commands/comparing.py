"""How a round differs from the engine's own draw of it: drawn again, or as it was recorded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.event import Departure, Round
from engine.proposal import departures, engines_own
from engine.waiting import held_against_own

if TYPE_CHECKING:
    from engine.by_hand import Weighed
    from saves.store import Store


def weighed_proposal(store: Store, round: Round, before: Round | None = None) -> Weighed | None:
    """What the arbiter's changes cost, or a draw that is out of date; None for a published round,
    and for the engine's own draw as it is."""
    if not held_against_own(store.event, round):
        return None
    from engine.by_hand import weighed

    return weighed(store.event, store.format, round, before)


def known_departures(
    store: Store, round: Round, costs: Weighed | None = None, always: bool = False
) -> tuple[Departure, ...]:
    """Who is placed differently from the computer draw; of a published round what was
    recorded when it was published. `always`: drawn again in any case, `Refused` where there is no
    such draw."""
    if always:
        return departures(round, engines_own(store.event, store.format, round))
    if round.published:
        return round.departures
    return costs.departures if costs is not None else ()
