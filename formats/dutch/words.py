"""What sentences about a Dutch draw need of the event: names, meetings, colours, byes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.event import Bye, Event
from engine.history import PairingCard, cards
from formats.dutch.reading import PairingTable, group_name
from formats.dutch.rules import BarredBye

COLOURS = {"W": "White", "B": "Black"}


@dataclass(frozen=True)
class Words:
    """Players are pairing numbers of the table; `group` names a score in hundredths.

    `event` is as it was before the round that is explained.
    """

    event: Event
    table: PairingTable
    group: Callable[[int], str] = group_name

    def card(self, number: int) -> PairingCard:
        """The player's card."""
        return cards(self.event)[self.table.ids[number]]

    def name(self, number: int) -> str:
        """The player's name."""
        return self.card(number).entrant.name

    def names(self, numbers: Sequence[int]) -> str:
        """`Dunloy`, `Dunloy and Quilty`, `Dunloy, Quilty and Moyvane`."""
        told = [self.name(number) for number in numbers]
        return " and ".join(part for part in (", ".join(told[:-1]), *told[-1:]) if part)

    def met_in(self, a: int, b: int) -> int | None:
        """The round in which two met."""
        return self.card(a).met_in(self.table.ids[b])

    def game_rounds(self, number: int) -> list[int]:
        """The rounds of the games whose colours the player has."""
        return [line.round for line in self.card(number).lines if line.met and line.colour]

    def no_bye(self, number: int) -> str:
        """Why C2 bars a player from the bye: `Dunloy had the bye in round 2`."""
        bye = Bye(self.table.ids[number], kind="pairing")
        found = BarredBye().judge_bye(bye, self.table.position.round, self.event)
        told = [conflict.text for conflict in found]
        return told[0] if told else f"{self.name(number)} may not have the bye"

    def went_down(self, number: int, round: int) -> str:
        """What made a round a downfloat (1.4): `floated down in round 3`."""
        line = self.card(number).line(round)
        if line is not None and not line.met:
            return f"scored in round {round} without playing, which is a downfloat"
        return f"floated down in round {round}"
