"""KJCA Swiss: the manual-card Swiss of a county junior association."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from engine.entrants import EntrantId
from engine.event import Bye, Event, Match, Round
from engine.judging import Rule
from engine.protocol import Advice, Measure, Proposal
from engine.reasons import Reason, Reasons
from engine.rules import Repeat, SecondBye, SecondFloat, ThirdColour
from engine.steps import NextStep
from formats.common import TableFormat, fitting_rounds
from formats.kjca.order import grade_order
from formats.kjca.settings import KjcaSettings
from formats.settings import FormatSettings


class Kjca(TableFormat):
    """Score groups, top half against bottom half, the fewest alterations."""

    name = "kjca"
    title = "KJCA Swiss"
    used_for = "juniors, schools"
    summary = "manual-card Swiss for juniors: halves by grade, least alterations, school and club"
    renumbers = True
    counts_floats = True
    beyond_trf = "no school, club or family"
    Settings: ClassVar[type[FormatSettings]] = KjcaSettings
    keeps_apart = True

    def initial_order(self, event: Event) -> Sequence[EntrantId]:
        """By grade, title and name; ungraded players by name."""
        return [e.id for e in grade_order(event.entrants)]

    def rules(self, event: Event) -> Sequence[Rule]:
        """What the draw keeps to: repeats and third colours must not be, the rest should not."""
        from formats.kjca.proposing import avoided

        number = len(event.published) + 1
        return (Repeat(), ThirdColour(), SecondFloat(), SecondBye(), *avoided(event, number))

    def fitting_rounds(self, players: int) -> int | None:
        """Nobody meets anybody twice."""
        return fitting_rounds(players, self.Settings().rounds)

    def draw(self, event: Event) -> Proposal:
        """The next round, or extra boards of round 1 for those who came late."""
        from formats.kjca.opening import late_boards
        from formats.kjca.proposing import next_round

        return late_boards(event) or next_round(event)

    def measures(self, event: Event, round: Round) -> tuple[Measure, ...]:
        """Dead ends, floats from the top down, then the boards of each group."""
        from formats.kjca.measures import measures

        return measures(event, round)

    def explanation(self, event: Event, round: Round, place: Match | Bye) -> Reasons:
        """Group, ideal, what moved the board, what its group costs."""
        from formats.kjca.explaining import explain

        return explain(event, round, place)

    def noted(self, event: Event, match: Match, number: int) -> Reasons:
        """Whom round 1 does not keep apart, unless it is set to."""
        from formats.kjca.proposing import not_apart

        return not_apart(event, match, number)

    def worded(self, reason: Reason, event: Event) -> str:
        """By the table of this format's phrases."""
        from formats.kjca.wording import worded

        return worded(reason, event)

    def late_boards(self, event: Event) -> bool:
        """From the draw of round 1 until it is closed."""
        from formats.kjca.opening import open_for_late_cards

        return open_for_late_cards(event)

    def next_step(self, event: Event) -> NextStep:
        """Round after round; once round 1 is closed, who came too late for it is named."""
        from formats.kjca.opening import too_late

        step = super().next_step(event)
        return step._replace(notes=(*too_late(event), *step.notes))

    def advise(self, event: Event) -> list[Advice]:
        """Too many rounds for the players, and what rule 8 looks at."""
        from formats.kjca.advice import advice

        return advice(event)
