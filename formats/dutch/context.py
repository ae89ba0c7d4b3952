"""What reasons of a Dutch draw need of the event: who somebody is, meetings, colours, byes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal

from engine.entrants import EntrantId
from engine.event import Event
from engine.history import PairingCard, RoundKind, cards
from engine.reasons import Reason
from formats.dutch.reading import UNIT, PairingTable, bars_bye, group_name


def points(score: int, **more: str | bool) -> Reason:
    """A scoregroup by its score in hundredths; `section` and `notional` where it has these."""
    return Reason.of("points", score=Decimal(score) / UNIT, **more)


@dataclass(frozen=True)
class Context:
    """Players are pairing numbers of the table. `group` is a scoregroup by its score in hundredths,
    `group_name` what people call it.

    `event` is as it was before the round that is explained.
    """

    event: Event
    table: PairingTable
    group: Callable[[int], Reason] = points
    group_name: Callable[[int], str] = group_name

    def id(self, number: int) -> EntrantId:
        """Who it is."""
        return self.table.ids[number]

    def ids(self, *numbers: int) -> tuple[EntrantId, ...]:
        """Who they are."""
        return tuple(self.table.ids[number] for number in numbers)

    def card(self, number: int) -> PairingCard:
        """The player's card."""
        return cards(self.event)[self.id(number)]

    def met(self, *pair: int) -> Reason:
        """The meeting of two who have met."""
        a, b = self.ids(*pair)
        return Reason.of("met", players=(a, b), round=cards(self.event)[a].met_in(b) or 0)

    def game_rounds(self, number: int) -> list[int]:
        """The rounds of the games whose colours the player has."""
        return [line.round for line in self.card(number).lines if line.met and line.colour]

    def no_bye(self, number: int) -> Reason:
        """What bars a player from the bye (C2)."""
        line = next(x for x in self.card(number).lines if bars_bye(x, self.event))
        code = "bye-in" if line.kind is RoundKind.PAIRING_BYE else "won-unplayed"
        return Reason.of(code, players=self.ids(number), round=line.round)

    def went_down(self, number: int, round: int, rule: str) -> Reason:
        """What made a round a downfloat (1.4)."""
        line = self.card(number).line(round)
        unplayed = line is not None and not line.met
        code = "scored-unplayed" if unplayed else "floated-down"
        return Reason.of(code, players=self.ids(number), round=round, by_rule=rule)
