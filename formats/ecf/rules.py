"""What the review judges a board by, besides repeats, third colours and second byes."""

from __future__ import annotations

from collections.abc import Iterable

from engine.event import Bye, Event
from engine.history import PairingCard, RoundKind, cards
from engine.protocol import Conflict, Rule, Severity


class ArrangedBye(Rule):
    """Rule 5: no bye for one who had one, or has arranged one, at his own wish."""

    id = "arranged-bye"
    severity = Severity.SHOULD

    def judge_bye(self, bye: Bye, number: int, event: Event) -> Iterable[Conflict]:
        """Only byes that the draw gives, from round 2 on: round 1 goes by the mid-line."""
        card = cards(event)[bye.entrant]
        if bye.kind == "pairing" and number > 1 and asked_for(card, number):
            text = f"{card.entrant.name} has asked for a bye in another round"
            yield Conflict(self.id, self.severity, text, None, (bye.entrant,))


def asked_for(card: PairingCard, number: int) -> int:
    """Byes that a player had before that round, or has arranged from it on, at his own wish."""
    had = sum(line.kind is RoundKind.REQUESTED_BYE for line in card.lines)
    return had + sum(b.round >= number and not b.absent for b in card.entrant.byes)
