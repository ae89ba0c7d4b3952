"""The English accelerated and grading-based Swiss."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from engine.entrants import EntrantId
from engine.event import Bye as ByeOf
from engine.event import Event, EventSettings, Match, Round
from engine.protocol import Advice, Divided, DividedField, Measure, Proposal, Rule
from engine.reasons import Reason, Reasons
from engine.rules import ColourDifference, Repeat, SecondBye, ThirdColour
from engine.tables import Panel
from formats.common import SwissFormat
from formats.ecf.settings import EcfSettings, grade_order
from formats.settings import FormatSettings


class Ecf(DividedField, SwissFormat):
    """Mid-lines, grading-based or seeded pairing, Basic and Advanced acceleration."""

    name = "ecf"
    title = "English accelerated / grading-based Swiss"
    used_for = "congresses, wide fields"
    beyond_trf = "no acceleration and no seeded pairing (--set says them)"
    summary = "grading-based or seeded Swiss with the English Basic and Advanced acceleration"
    Settings: ClassVar[type[FormatSettings]] = EcfSettings

    def settings_changed(self, event: Event, settings: EventSettings) -> None:
        """An acceleration begins with round 1 or not at all, and is not taken up again."""
        from formats.ecf.acceleration import refuse_late_start, refuse_resuming

        refuse_late_start(event, settings)
        refuse_resuming(event, settings)

    def initial_order(self, event: Event) -> Sequence[EntrantId]:
        """By grade, title and name."""
        return [e.id for e in grade_order(event.entrants)]

    def rules(self, event: Event) -> Sequence[Rule]:
        """Repeats, third colours, colour differences, second byes."""
        from formats.ecf.field import ArrangedBye

        return (Repeat(), ThirdColour(), ColourDifference(), SecondBye(), ArrangedBye())

    def draw(self, event: Event) -> Proposal:
        """The next round."""
        from formats.ecf.proposing import next_round

        return next_round(event)

    def divided(self, event: Event) -> Divided | None:
        """The quarters A to D, where there is acceleration."""
        from formats.ecf.acceleration import divided

        return divided(event)

    def freeze(self, event: Event) -> Event:
        """Everybody's quarter, from the publication of round 1 on."""
        from formats.ecf.acceleration import frozen

        return frozen(event)

    def advise(self, event: Event) -> list[Advice]:
        """Whether acceleration is likely to work, and whether it goes on."""
        from formats.ecf.acceleration import advice

        return advice(event)

    def panels(self, event: Event) -> list[Panel]:
        """The quarters: sizes, grades, players on 100 %."""
        from formats.ecf.acceleration import panels

        return panels(event)

    def headings(self, event: Event, round: Round) -> Mapping[str, str]:
        """Games, players taken, average difference, colours, and the state of acceleration."""
        from formats.ecf.explaining import headings

        return headings(event, round)

    def levels(self, event: Event, round: Round) -> Mapping[EntrantId, int]:
        """In a two-sided group nobody floats."""
        from formats.ecf.groups import TWO_SIDED

        return {id: 0 for m in round.matches if m.part in TWO_SIDED for id in m.pair}

    def measures(self, event: Event, round: Round) -> tuple[Measure, ...]:
        """Floats, colours refused, and how near the games come to the ideal."""
        from formats.ecf.measures import measures

        return measures(event, round)

    def worded(self, reason: Reason, event: Event) -> str:
        """By the table of this format's phrases."""
        from formats.ecf.wording import words

        return words(reason, event)

    def explanation(self, event: Event, round: Round, place: Match | ByeOf) -> Reasons:
        """Group, ideal opponent, colours, floats, bye."""
        from formats.ecf.explaining import explain

        return explain(event, round, place)
