"""What formats for chess teams share: settings, line-ups by default, results by board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import ClassVar, Literal, NamedTuple, cast

from engine.entrants import Entrant, EntrantId
from engine.event import Event, Instruction, Match, Round, TeamBoard, unmet
from engine.match_results import BoardOrder, settled_whole, team_form
from engine.phrases import phrase
from engine.points import HALF, NIL, counted
from engine.protocol import HOME_AND_AWAY, Advice, ByHand, MatchLength, PlayedByTeams, length_of
from engine.results import ResultForm
from engine.tables import Panel, StandingTable
from engine.teams import mean_rating, standing_order
from engine.waiting import NextStep, round_by_round
from formats.common import TableFormat
from formats.settings import FormatSettings, RoomSettings, SomePoints, knob

MOST_BOARDS = 50
"""Boards that a match can have."""


class TeamSettings(RoomSettings):
    """Settings of every format for chess teams. `bye_points` are match points."""

    teams: ClassVar[bool] = True

    boards: int = knob(default=4, ge=1, le=MOST_BOARDS, description="boards of a match")
    primary: Literal["match", "game"] = knob(
        default="match", description="what ranks teams: match points or game points"
    )
    win_points: SomePoints = knob(default=Decimal(2), description="match points for a win")
    draw_points: SomePoints = knob(default=Decimal(1), description="match points for a draw")
    loss_points: SomePoints = knob(default=NIL, description="match points for a loss")
    forfeit_points: SomePoints = knob(
        default=NIL, description="match points for a match lost by forfeit"
    )
    bye_points: SomePoints = knob(default=NIL, description="match points for the bye")
    bye_game_points: SomePoints = knob(default=NIL, description="game points for the bye")
    rated_boards: int = knob(
        default=0,
        ge=0,
        le=MOST_BOARDS,
        description="players whose mean is the team's rating (0: as many as there are boards)",
    )
    squad: int = knob(default=0, ge=0, le=99, description="players a team may have (0: any)")
    board_order: Literal["fixed", "free"] = knob(
        default="fixed", description="line-ups keep the order of the team's list, or need not"
    )
    lineup_minutes: int = knob(
        default=0,
        ge=0,
        le=9999,
        description="line-ups are due so many minutes before a round begins (0: no deadline)",
    )
    board_prizes: BoardOrder = knob(
        default="percentage", description="what orders the best players on each board"
    )
    board_prize_games: int = knob(
        default=0,
        ge=0,
        le=99,
        description="games that the best on a board have at least (0: half of the rounds)",
    )

    @property
    def by_games(self) -> bool:  # type: ignore[override]
        """Game points rank the teams."""
        return self.primary == "game"

    @property
    def bye_scores(self) -> tuple[Decimal, Decimal]:
        """Match points and game points of the bye."""
        return self.bye_points, self.bye_game_points

    @property
    def round_points(self) -> tuple[Decimal, Decimal, Decimal]:
        """Match points, or where game points rank no board, half of them and all."""
        return self._of_games if self.by_games else super().round_points

    @property
    def _of_games(self) -> tuple[Decimal, Decimal, Decimal]:
        return NIL, self.boards * HALF, Decimal(self.boards)

    def other_points_of_bye(self, points: Decimal) -> Decimal:
        """Game points of a bye by request that is worth so many match points, or the other way:
        those of a won or a drawn match (240 of TRF26)."""
        matches = super().round_points
        other = matches if self.by_games else self._of_games
        worth = dict(zip(self.round_points[1:], other[1:], strict=True))
        return worth.get(points, NIL) if points else NIL

    def least_games(self, rounds: int) -> int:
        """Games that the best on a board have at least, after so many rounds."""
        return self.board_prize_games or (rounds + 1) // 2

    def board_word(self, entrants: Sequence[Entrant]) -> str:
        """A match is played at a table; it has boards."""
        return phrase("table")


class PlacesInOrder(NamedTuple):
    """A game of a match by the places of both players in their teams' standing orders, from 1."""

    home: int
    away: int
    away_white: bool


def team_settings(event: Event) -> TeamSettings:
    """The settings as those of a format for teams."""
    return cast(TeamSettings, event.settings)


class TeamFormat(PlayedByTeams, TableFormat):
    """A format in which teams of players meet on several boards."""

    kind = "team"
    Settings: ClassVar[type[FormatSettings]] = TeamSettings

    def boards(self, event: Event) -> int:
        """As the setting says."""
        return team_settings(event).boards

    def length_now(self, event: Event, match: Match) -> MatchLength:
        """As the setting says, of a match that has its line-ups."""
        return MatchLength(self.boards(event), "board") if match.lineups else length_of(match)

    def order_kept(self, event: Event) -> bool:
        """As the setting says."""
        return team_settings(event).board_order == "fixed"

    def squad(self, event: Event) -> int:
        """As the setting says."""
        return team_settings(event).squad

    def away_white(self, event: Event, round: Round, match: Match, board: int) -> bool:
        """The home team has White on the first board and on every second one after it."""
        return board % 2 == 0

    def first_lineups(self, event: Event, round: Round, match: Match) -> tuple[TeamBoard, ...]:
        """The boards of a match by the standing order of both teams. Where no players are entered
        of one, nobody is known to be missing."""
        count = self.boards(event)
        teams = [event.entrant(id) for id in match.pair]
        known = all(team.players for team in teams)
        home, away = (standing_order(team, round.number, count) for team in teams)
        boards = []
        for game in self.first_games(event, round, match):
            pair = home[game.home - 1], away[game.away - 1]
            white, black = pair[::-1] if game.away_white else pair
            result = unmet(white, black) if known else None
            boards.append(TeamBoard(white, black, result, game.away_white))
        return tuple(boards)

    def first_games(self, event: Event, round: Round, match: Match) -> Iterable[PlacesInOrder]:
        """Who meets whom in it, board by board: the first of both standing orders, the second …"""
        for number in range(1, self.boards(event) + 1):
            away_white = self.away_white(event, round, match, number)
            yield PlacesInOrder(number, number, away_white)

    def freeze(self, event: Event) -> Event:
        """The line-ups by the standing order, for matches that have none yet."""
        event = super().freeze(event)
        round = event.current
        if round is None or all(match.lineups for match in round.matches):
            return event
        matches = tuple(
            m if m.lineups else self._with_lineups(event, round, m) for m in round.matches
        )
        return event.with_round(replace(round, matches=matches))

    def _with_lineups(self, event: Event, round: Round, match: Match) -> Match:
        boards = self.first_lineups(event, round, match)
        seated = replace(match, lineups=boards)
        if match.result is not None:
            return settled_whole(seated, match.result)
        return replace(seated, result=self.match_result(event, boards))

    def settle(self, event: Event) -> Event:
        """A team's rating is the mean of its first players, where these have any."""
        event = super().settle(event)
        entrants = tuple(self._rated(event, entrant) for entrant in event.entrants)
        same = all(new is old for new, old in zip(entrants, event.entrants, strict=True))
        return event if same else replace(event, entrants=entrants)

    def _rated(self, event: Event, team: Entrant) -> Entrant:
        settings = team_settings(event)
        mean = mean_rating(team.players, settings.rated_boards or settings.boards)
        if mean is None or mean == team.rating:
            return team
        return replace(team, rating=mean, estimated=False)

    def standings(self, event: Event) -> list[StandingTable]:
        """With the points named for what they are."""
        name = self.points_name(event)
        return [replace(table, points=name) for table in super().standings(event)]

    def panels(self, event: Event) -> list[Panel]:
        """What the players have scored, and the best on each board."""
        from engine.team_tables import player_panels

        return [*player_panels(event, self.boards(event), *self.best_by(event)),
                *super().panels(event)]  # fmt: skip

    def best_by(self, event: Event) -> tuple[BoardOrder, int]:
        """As the settings say, of the rounds so far."""
        settings = team_settings(event)
        return settings.board_prizes, settings.least_games(len(event.published))

    def points_name(self, event: Event) -> str:
        """What ranks teams, in two letters."""
        return phrase("GP") if event.settings.by_games else phrase("MP")

    def result_form(self, match: Match) -> ResultForm:
        """A match as a whole: its score, or a forfeit."""
        return team_form(len(match.lineups))

    def sides(self, event: Event) -> tuple[str, str]:
        """The home team has White on the first board."""
        return HOME_AND_AWAY


class TeamsByTable(TeamFormat):
    """A format whose tables say who meets whom, with which colours, and where game points rank."""

    drawn_by_results = False
    seats_kept = True
    report_code = "CUSTOM_TEAM_ROUNDROBIN"
    fixed = "the tables say who meets whom"
    """Why neither a pairing nor a lock or a bar can be set."""

    def standings(self, event: Event) -> list[StandingTable]:
        """By game points."""
        from engine.standings import standings

        event = self.settle(event)
        tables = standings(event, self.order(event), predetermined=True)
        return [replace(table, points=self.points_name(event)) for table in tables]

    def next_step(self, event: Event) -> NextStep:
        """Round after round of the tables."""
        return round_by_round(1 if event.published else self.smallest, self.settle(event))

    def leaving_means(self, event: Event, id: EntrantId) -> str:
        """It keeps its place in the tables."""
        if not 0 < len(event.published) < self.settle(event).settings.rounds:
            return ""
        return "what is to come is lost by forfeit"

    def too_small(self, event: Event) -> list[Advice]:
        """The teams that have fewer players than a match has boards."""
        boards = self.boards(event)
        short = [e for e in event.entrants if e.players and len(e.players) < boards]
        return [
            Advice(
                f"{team.name} has {counted(len(team.players), 'player')} for {boards} boards",
                urgent=True,
            )
            for team in short
        ]

    def by_hand_refused(self, event: Event, change: ByHand) -> str:
        """The tables have the pairs and the colours."""
        return self.fixed

    def instruction_refused(self, event: Event, instruction: Instruction) -> str:
        """Neither a lock nor a bar."""
        return self.fixed
