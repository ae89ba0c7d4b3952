"""The Dutch system for tournament files, which number the players themselves."""

from __future__ import annotations

from collections.abc import Sequence

from engine.entrants import EntrantId
from engine.event import Event
from engine.protocol import Proposal
from formats.dutch import Dutch


class NumberedDutch(Dutch):
    """Pairing numbers in the order of the entries, whatever the ratings are.

    The number of rounds is the file's own and not judged.
    """

    def initial_order(self, event: Event) -> Sequence[EntrantId]:
        """By entry number, which a tournament file gives as start number."""
        return sorted((entrant.id for entrant in event.entrants), key=int)

    def draw(self, event: Event) -> Proposal:
        """The next round."""
        from formats.dutch.proposing import next_round

        return next_round(event, self.order(event), any_rounds=True)
