"""KJCA Swiss: the manual-card Swiss of a county junior association."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from engine.entrants import EntrantId
from engine.event import Bye, Event, Match, Round
from engine.points import counted
from engine.protocol import Advice, Measure, Proposal, Rule
from engine.reasons import Reason, Reasons
from engine.rules import Repeat, SecondBye, SecondFloat, ThirdColour
from engine.waiting import NextStep
from formats.common import SwissFormat
from formats.kjca.settings import (
    KjcaSettings,
    avoided,
    carried,
    grade_order,
    not_apart,
    settings_of,
)
from formats.settings import FormatSettings


class Kjca(SwissFormat):
    """Score groups, top half against bottom half, the fewest alterations."""

    name = "kjca"
    title = "KJCA Swiss"
    used_for = "juniors, schools"
    summary = "manual-card Swiss for juniors: halves by grade, least alterations, school and club"
    beyond_trf = "no school, club or family"
    Settings: ClassVar[type[FormatSettings]] = KjcaSettings
    keeps_apart = True

    def initial_order(self, event: Event) -> Sequence[EntrantId]:
        """By grade, title and name; ungraded players by name."""
        return [e.id for e in grade_order(event.entrants)]

    def rules(self, event: Event) -> Sequence[Rule]:
        """The rules of the draw: repeats and third colours must not be, the rest should not."""
        number = len(event.published) + 1
        return (Repeat(), ThirdColour(), SecondFloat(), SecondBye(), *avoided(event, number))

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
        from formats.kjca.measures import explain

        return explain(event, round, place)

    def noted(self, event: Event, match: Match, number: int) -> Reasons:
        """Whom round 1 does not keep apart, unless it is set to."""
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
        """Round after round; once round 1 is closed, players who came too late for it are named."""
        from formats.kjca.opening import too_late

        step = super().next_step(event)
        return step._replace(notes=(*too_late(event), *step.notes))

    def advise(self, event: Event) -> list[Advice]:
        """Too many rounds for the players, and what rule 8 looks at."""
        from formats.swiss import many_rounds

        number = len(event.published) + 1
        players = sum(e.active(number) for e in event.entrants)
        rounds = event.settings.rounds
        notes = many_rounds(event, "games will repeat")
        ended = event.proposal is not None and event.proposal.number == rounds
        if not notes and number <= rounds and not ended and players and players < 2 * rounds:
            notes.append(
                Advice(
                    f"{counted(players, 'player')} for {counted(rounds, 'round')}:"
                    " a late round may have no legal draw;"
                    f" {2 * rounds} players or more are safe"
                )
            )
        return [*notes, *_keeping_apart(event)]


def _keeping_apart(event: Event) -> Iterator[Advice]:
    """What rule 8 looks at, and in which rounds."""
    settings = settings_of(event)
    looked_at = carried(event) if settings.avoid is None else settings.avoid
    if not looked_at:
        return
    *most, last = looked_at
    named = f"{', '.join(most)} or {last}" if most else last
    apart, when = "kept apart", "" if settings.avoid_round1 else " from round 2 on"
    if not settings.avoid_round1 and event.settings.rounds == 1:
        apart, when = "not kept apart", " in the only round (avoid_round1)"
    if event.published and apart == "kept apart":
        return  # from here on the draw says of each board whether it could
    yield Advice(f"players of one {named} are {apart}{when} (rule 8)")
