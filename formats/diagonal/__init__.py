"""The diagonal tournament: near neighbours on the rating row, two games each, until one is left.

Source: `docs/formats/diagonal.md`, after Aage Nielsen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from engine.entrants import Entrant, EntrantId, has_left
from engine.event import Bye, Event, EventSettings, Instruction, Match, Round
from engine.phrases import phrase
from engine.points import Points, counted
from engine.protocol import Advice, ByHand, Conflict, Measure, Proposal, Rule, Severity
from engine.reasons import Reason, Reasons
from engine.refusal import Refused
from engine.results import ResultForm
from engine.rules import Repeat
from engine.tables import Meetings, Panel, StandingTable
from engine.waiting import NextStep, stale_notes, waiting_notes
from formats.common import TableFormat, nobody_floats
from formats.diagonal.course import course, field_of, is_open, open_boards, settings_of
from formats.diagonal.drawing import drawn, measures, proposal
from formats.diagonal.games import two_form, two_games
from formats.diagonal.ranking import tables
from formats.diagonal.settings import DiagonalSettings
from formats.diagonal.setup import LAST_TWO
from formats.diagonal.words import HEADINGS, length_notes, news, worded
from formats.meetings import meetings_of
from formats.settings import FormatSettings


class MeetAgain(Repeat):
    """The last two always play, and a play-off keeps its repeats: there they break no rule."""

    def judge_match(self, match: Match, number: int, event: Event) -> Iterable[Conflict]:
        """With the rule of the format that wants the match."""
        found = super().judge_match(match, number, event)
        if course(event).playoff:
            wanted = "a play-off is a closed ring"
        elif match.group == LAST_TWO:
            wanted = "the last two play again"
        else:
            return found
        return [c._replace(severity=Severity.NOTE, text=f"{c.text}; {wanted}") for c in found]


class Diagonal(TableFormat):
    """Everybody plays near neighbours; a player who has lost too often is out."""

    name = "diagonal"
    title = "Diagonal tournament"
    used_for = "one prize, up to 40 players"
    summary = "near neighbours on the rating row, two games each; losers drop out until one is left"
    Settings: ClassVar[type[FormatSettings]] = DiagonalSettings
    several_boards = True
    report_code = "CUSTOM_ROUNDROBIN"

    def rounds_planned(self, event: Event) -> int | None:
        """As many as it takes, or the cap."""
        return settings_of(event).max_rounds

    def draw(self, event: Event) -> Proposal:
        """The row of the players still in, or their ring."""
        return proposal(event)

    def standings(self, event: Event) -> list[StandingTable]:
        """The players still in, then by the round of going out."""
        return tables(event)

    def rules(self, event: Event) -> Sequence[Rule]:
        """Two who have met do not meet again."""
        return (MeetAgain(),)

    def sides(self, event: Event) -> tuple[str, str]:
        """Of the first game; in the second the colours are the other way round."""
        return (phrase("White first"), phrase("Black first"))

    def by_hand_refused(self, event: Event, change: ByHand) -> str:
        """Every match is a game with each colour, and everybody sits on several boards."""
        if change == "turn":
            return "each of the two has White in one game"
        return "each sits on several boards, as the row says"

    def instruction_refused(self, event: Event, instruction: Instruction) -> str:
        """Locks are refused; barred players are kept apart."""
        if instruction.kind == "lock":
            return "the row says who meets whom"
        return super().instruction_refused(event, instruction)

    def result_form(self, match: Match) -> ResultForm:
        """Both games in a line, or one now and the other later."""
        return two_form(match.result)

    def entry_hint(self, event: Event, number: int, match: Match) -> str:
        """Whose point a sign is, in both games; and the moves, where they decide."""
        white, black = (event.entrant(id).name for id in match.pair)
        wanted = course(event).lengths.values()
        won = f"1 = {white} won, 0 = {black} won"
        if any((number, match.board) in places for places in wanted):
            return f"{won}; won in 34 moves: 1/34; of a resigned game, add those to its finish"
        return won

    def next_step(self, event: Event) -> NextStep:
        """Round after round until there is a winner."""
        for round in event.published:
            missing = open_boards(round)
            if missing:
                notes = waiting_notes(event, round.number, missing)
                return NextStep("play", round.number, missing, notes=notes)
        if event.proposal is not None:
            return NextStep("publish", event.proposal.number, notes=stale_notes(event))
        standing, number = course(event), len(event.published)
        if standing.over:
            return NextStep("finished", number)
        if len(field_of(event, number + 1)) < self.smallest:
            return NextStep("register", number + 1)
        return NextStep("draw", number + 1, notes=length_notes(event))

    def expected(self, event: Event, number: int) -> list[Entrant]:
        """The players still in."""
        row = set(field_of(event, number))
        return [e for e in event.entrants if e.id in row]

    def entry_refused(self, event: Event) -> str:
        """Once the row is set up."""
        return "the row is set up, and all results are carried over" if event.published else ""

    def bye_refused(self, event: Event, entrant: Entrant, points: Points) -> str:
        """Everybody in the row plays."""
        return "everybody in the row plays every round; who cannot is withdrawn"

    def leaving(self, event: Event, id: EntrantId) -> Event:
        """Open games of the round in play are lost by default."""
        current = event.current
        if current is None:
            return event
        for match in current.matches:
            if id in match.pair and is_open(match):
                white, black = (has_left(event.entrant(i), current.number) for i in match.pair)
                result = two_games(match.result).defaulted(white, black)
                current = current.with_match(replace(match, result=result))
        return event.with_round(current)

    def settle(self, event: Event) -> Event:
        """A proposal is dropped once there is nothing left to be played."""
        if event.proposal is not None and course(event).over:
            return replace(event, rounds=event.published)
        return event

    def news(self, event: Event, number: int) -> tuple[str, ...]:
        """Who went out at the end of that round, who is left, and who has won."""
        return news(event, number)

    def headings(self, event: Event, round: Round) -> Mapping[str, str]:
        """What each part of the set-up is for."""
        return {m.group: HEADINGS.get(m.group, "") for m in round.matches}

    def advise(self, event: Event) -> list[Advice]:
        """The size of the first round."""
        if not event.published:
            players = field_of(event, 1)
            if len(players) < 2:
                return []
            setup = drawn(event)
            count = len(setup.round.pairs)
            size = f"{counted(len(players), 'player')}: {count} matches of two games in round 1"
            return [Advice(size)]
        return []

    def levels(self, event: Event, round: Round) -> Mapping[EntrantId, int]:
        """Nobody floats: points decide nothing in the row."""
        return nobody_floats(event)

    def measures(self, event: Event, round: Round) -> tuple[Measure, ...]:
        """Repeats, players with too few opponents, and how far it is from the set-up."""
        return measures(event, round)

    def explanation(self, event: Event, round: Round, place: Match | Bye) -> Reasons:
        """The part of the set-up, and which match of it a new one replaces."""
        if not isinstance(place, Match) or not place.group:
            return place.why
        return (Reason.of("part", name=place.group), *place.why)

    def worded(self, reason: Reason, event: Event) -> str:
        """The match of the set-up that a match replaces, and what gave way in a round."""
        return worded(reason, event)

    def panels(self, event: Event) -> list[Panel]:
        """The losses so far, by round of going out."""
        standing = course(event)
        rows = []
        for number in range(1, len(event.published) + 1):
            gone = {id for id, out in standing.exits.items() if out == number}
            if not gone and open_boards(event.round(number)):
                continue  # nobody goes out before its end
            names = "; ".join(e.name for e in event.entrants if e.id in gone)
            rows.append((str(number), str(len(gone)), names))
        return (
            [
                Panel(
                    phrase("Out by round"),
                    (phrase("Round"), phrase("Players"), phrase("Names")),
                    tuple(rows),
                )
            ]
            if rows
            else []
        )

    def meetings(self, event: Event) -> Meetings | None:
        """The diagonal of the cross-table."""
        return meetings_of(event, self.order(event), ())

    def settings(self, given: Mapping[str, Any], old: EventSettings | None = None) -> EventSettings:
        """The rounds are not a setting."""
        if str(given.get("rounds", "99")) != "99":
            raise Refused(
                "the diagonal has no fixed number of rounds", "it ends with its winner",
                "set max_rounds instead",
            )  # fmt: skip
        return super().settings(given, old)
