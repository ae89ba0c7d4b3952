"""The Scheveningen system: everybody of a team plays everybody of every other team, once.

Two teams meet over as many rounds as a match has boards. More teams meet one after the other by
the Berger table, each pair over so many rounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar, Literal

from engine.entrants import Entrant, EntrantId
from engine.event import Bye, Event, Match, Round
from engine.points import NIL, Points, counted
from engine.protocol import Advice, Proposal
from engine.reasons import Reason
from engine.refusal import Refused
from engine.team_boards import TeamBoard, unmet
from engine.team_players import standing_order
from formats.berger import MOST_ROUNDS, berger
from formats.common import with_rounds
from formats.scheveningen_tables import scheveningen
from formats.settings import WINDOW, FormatSettings, knob
from formats.teams import TeamsByTable, TeamSettings


class ScheveningenSettings(TeamSettings):
    """Settings of the Scheveningen system: the games count, not the rounds."""

    predetermined: ClassVar[bool] = True
    not_chosen: ClassVar[frozenset[str]] = frozenset({"rounds"})

    rounds: int = knob(
        default=MOST_ROUNDS, ge=1, le=MOST_ROUNDS, description="follows from teams and boards"
    )
    primary: Literal["match", "game"] = knob(
        default="game", description="what ranks teams: game points or match points"
    )
    tiebreaks: tuple[str, ...] = knob(
        default=("MPvGP", "DE"),
        description="tie-breaks after game points (or match points), in order (codes of FIDE C.07)",
    )
    board_order: Literal["fixed", "free"] = knob(
        default="free", description="the tables order the line-ups"
    )
    correction_window: int = knob(default=2, ge=0, le=99, description=WINDOW)


class Scheveningen(TeamsByTable):
    """Two teams, or several one after the other."""

    name = "scheveningen"
    title = "Scheveningen"
    used_for = "matches of two teams"
    summary = "everybody of a team plays everybody of every other team, by the tables"
    smallest = 2
    Settings: ClassVar[type[FormatSettings]] = ScheveningenSettings

    def initial_order(self, event: Event) -> Sequence[EntrantId]:
        """In order of entry: the first team is A of the tables."""
        return [entrant.id for entrant in event.entrants]

    def seeds_unused(self, event: Event) -> str:
        """The first team is A of the tables."""
        return "its teams stand in the order of entry"

    def draw(self, event: Event) -> Proposal:
        """The next round of the tables."""
        number, teams = len(event.published) + 1, self.order(event)
        if len(teams) < self.smallest:
            raise Refused("nobody can be drawn", "there are fewer than two teams", "enter more")
        if self._rounds(event) > MOST_ROUNDS:
            raise Refused(
                f"{len(teams)} teams would play {self._rounds(event)} rounds",
                f"an event has {MOST_ROUNDS} at most",
                "make several events, or fewer boards",
            )
        cycle, round = divmod(number - 1, self.boards(event))
        table = berger(len(teams) + len(teams) % 2)
        if cycle >= len(table):
            raise Refused("everybody has met everybody", "", "the event is finished")
        matches: list[Match] = []
        byes: list[Bye] = []
        for pair in table[cycle]:
            home, away = (teams[no - 1] if no <= len(teams) else "" for no in sorted(pair))
            if not away:
                byes.append(Bye(home, NIL, why=(Reason("free-round"),)))
                continue
            why = Reason.of("scheveningen", round=round + 1, rounds=self.boards(event))
            matches.append(Match(len(matches) + 1, home, away, why=(why,)))
        return Proposal(number, tuple(matches), tuple(byes))

    def worded(self, reason: Reason, event: Event) -> str:
        """Which round of the table of two teams it is."""
        if reason.code == "scheveningen":
            return f"round {reason['round']} of {reason['rounds']} between these two"
        if reason.code == "free-round":
            return "the free round of the table"
        return super().worded(reason, event)

    def first_lineups(self, event: Event, round: Round, match: Match) -> tuple[TeamBoard, ...]:
        """The games of the table, in the order of the home team."""
        count = self.boards(event)
        teams = [event.entrant(id) for id in match.pair]
        known = all(team.players for team in teams)
        home, away = (standing_order(team, round.number, count) for team in teams)
        boards = []
        for game in scheveningen(count)[(round.number - 1) % count]:
            pair = home[game.a - 1], away[game.b - 1]
            white, black = pair if game.white else pair[::-1]
            result = unmet(white, black) if known else None
            boards.append(TeamBoard(white, black, result, not game.white))
        return tuple(boards)

    def settle(self, event: Event) -> Event:
        """The number of rounds follows from the teams and the boards."""
        event = super().settle(event)
        rounds = self.rounds_planned(event) or MOST_ROUNDS
        if rounds == event.settings.rounds:
            return event
        return replace(event, settings=with_rounds(event.settings, rounds))

    def rounds_planned(self, event: Event) -> int | None:
        """As many as boards for each pair of teams."""
        known = len(event.entrants) >= self.smallest
        return min(self._rounds(event), MOST_ROUNDS) if known else None

    def _rounds(self, event: Event) -> int:
        teams = len(event.entrants)
        return self.boards(event) * (teams - 1 + teams % 2)

    def settings_changed(self, event: Event, settings: object) -> None:
        """The tables are fixed by the first round."""
        if event.published and getattr(settings, "boards", 0) != self.boards(event):
            raise Refused("the boards cannot change", "round 1 is published", "make a new event")

    def advise(self, event: Event) -> list[Advice]:
        """The length of it, and teams that are smaller or larger than a match."""
        planned = self.rounds_planned(event)
        if planned is None or event.published:
            return []
        length = f"{counted(len(event.entrants), 'team')}: {counted(planned, 'round')}"
        return [Advice(length), *self.too_small(event)]

    def entry_refused(self, event: Event) -> str:
        """Once the tables are fixed."""
        return "the tables are fixed by round 1" if event.published else ""

    def bye_refused(self, event: Event, entrant: Entrant, points: Points) -> str:
        """Every game is played, or lost."""
        return "every game of the tables is played; one not played is a forfeit"
