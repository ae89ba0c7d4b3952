"""The lots of one draw: each is drawn once, and recorded with the draw that needs it."""

from __future__ import annotations

from collections.abc import Sequence

from engine.entrants import EntrantId
from engine.event import Event, Lot
from engine.lots import standing_lot


class LotBook:
    """Lots as they are asked for. `new` are those that the event has not recorded yet."""

    def __init__(self, event: Event) -> None:
        self.event = event
        self.new: list[Lot] = []

    def order(self, purpose: str, teams: Sequence[EntrantId]) -> tuple[EntrantId, ...]:
        """The teams in the order of the lot; one team needs none."""
        if len(teams) < 2:
            return tuple(teams)
        for lot in self.new:
            if lot.purpose == purpose and set(lot.order) == set(teams):
                return lot.order
        lot = standing_lot(self.event, purpose, sorted(teams, key=int), len(self.new))
        if lot not in self.event.lots:
            self.new.append(lot)
        return lot.order
