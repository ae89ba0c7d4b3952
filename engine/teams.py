"""Chess teams: their players, the players in an event of their own, and the scores of teams.

In the event of the players (`event_of_players`) every board of a match is a game. Everything about
players (performance, rating change, norms, tables) is computed from that event.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal
from typing import cast

from engine.entrants import Entrant, EntrantId
from engine.event import NOBODY, Bye, Event, EventSettings, Match, Round, derived
from engine.match_results import TeamResult
from engine.points import HALF, NIL, ONE, Points
from engine.protocol import Format, PlayedByTeams, part_of
from engine.refusal import Refused
from engine.results import Side


@dataclass(frozen=True, slots=True)
class TeamPlayer:
    """A player with the team, and the place in its board order from 1."""

    player: Entrant
    team: Entrant
    place: int


@derived
def players_by_id(event: Event) -> Mapping[EntrantId, TeamPlayer]:
    """Every player of a team by Id."""
    return {
        player.id: TeamPlayer(player, team, place)
        for team in event.entrants
        for place, player in enumerate(team.players, start=1)
    }


def people(event: Event) -> tuple[Entrant, ...]:
    """Everybody who plays: the players of teams if any team has some, else the entrants."""
    return tuple(one.player for one in players_by_id(event).values()) or event.entrants


def person(event: Event, id: EntrantId) -> Entrant:
    """The player of a team, or the entrant, of that Id; `Refused` without one."""
    known = players_by_id(event).get(id)
    return known.player if known is not None else event.entrant(id)


def with_people(event: Event, changed: Mapping[EntrantId, Entrant]) -> Event:
    """The event with these entrants, or players of teams, in place of those of their Ids."""
    entrants = tuple(_with_people(changed.get(e.id, e), changed) for e in event.entrants)
    return event if entrants == event.entrants else replace(event, entrants=entrants)


def _with_people(entrant: Entrant, changed: Mapping[EntrantId, Entrant]) -> Entrant:
    if not any(player.id in changed for player in entrant.players):
        return entrant
    players = tuple(changed.get(player.id, player) for player in entrant.players)
    return replace(entrant, players=players)


def player_of(event: Event, id: EntrantId) -> TeamPlayer:
    """The player of that Id; `Refused` where no team has one."""
    known = players_by_id(event).get(id)
    if known is None:
        raise Refused(f"player {id[:12]} does not exist", "", "the teams show the Ids")
    return known


def player_name(event: Event, id: EntrantId) -> str:
    """The name; empty for an empty board, the Id of somebody whom no team has."""
    known = players_by_id(event).get(id)
    return known.player.name if known else id


def standing_order(team: Entrant, number: int, boards: int) -> tuple[EntrantId, ...]:
    """The players of the team in a round without a given line-up: the first of its order who are
    there. Boards for which nobody is left are empty; a team that is out has only empty boards."""
    players = team.players if team.to_be_paired(number) else ()
    there = [player.id for player in players if player.to_be_paired(number)][:boards]
    return (*there, *[NOBODY] * (boards - len(there)))


def lineup_of(match: Match, team: EntrantId) -> tuple[EntrantId, ...]:
    """A team's players on the boards of its match."""
    home = match.side(team) == "white"
    return tuple(board.home if home else board.away for board in match.lineups)


@derived
def boards_played(event: Event) -> Mapping[EntrantId, tuple[tuple[int, int], ...]]:
    """By player the rounds in which he was in the line-up, each with his board."""
    played: dict[EntrantId, list[tuple[int, int]]] = {}
    for round in event.published:
        for match in round.matches:
            for number, board in enumerate(match.lineups, start=1):
                for id in (board.white, board.black):
                    if id != NOBODY:
                        played.setdefault(id, []).append((round.number, number))
    return {id: tuple(rounds) for id, rounds in played.items()}


def no_players(event: Event, format: Format) -> str:
    """Before round 1 which teams have no players, in words; empty where all have some."""
    if event.published or part_of(format, PlayedByTeams) is None:
        return ""
    teams = [team for team in event.entrants if team.active(1)]
    without = [team for team in teams if not team.players]
    if not without:
        return ""
    if len(without) == len(teams):
        return "no team has players yet"
    if len(without) == 1:
        return f"{without[0].name} has no players yet"
    return f"{len(without)} teams have no players yet"


def mean_rating(players: Sequence[Entrant], count: int) -> int | None:
    """The mean rating of the first so many, a half upward; players without one are left out of
    it."""
    ratings = [player.rating for player in players[:count] if player.rating]
    if not ratings:
        return None
    mean = Decimal(sum(ratings)) / len(ratings)
    return int(mean.quantize(Decimal(1), ROUND_HALF_UP))


def entered_after(event: Event, joined: int) -> str:
    """For a player who is in the team from that round on: why the one before is not his."""
    return f"entered after {event.called(joined - 1)} was published"


@dataclass(frozen=True)
class _GameSettings:
    """The settings of the event, except that a game is worth 1, ½ and 0 and nothing is fixed before
    a round: the captains choose who plays."""

    settings: EventSettings

    def __getattr__(self, name: str) -> object:
        return getattr(self.settings, name)

    win_points: Points = ONE
    draw_points: Points = HALF
    loss_points: Points = NIL
    forfeit_points: Points = NIL
    bye_points: Points = NIL
    by_games: bool = False
    predetermined: bool = False
    single_games: bool = False
    """A Swiss or a round robin of players; the demands on such a field are not for teams (B.01,
    1.4.3d, 1.5.6)."""


@derived
def event_of_players(event: Event) -> Event:
    """The event as one of its players, by their numbers; boards that are empty, and rounds in which
    somebody did not play, are byes without points."""
    teams = sorted(event.entrants, key=lambda team: (team.start_number or 0, int(team.id)))
    numbers = player_numbers(teams)
    numbered = tuple(
        replace(player, start_number=numbers[player.id])
        for player in sorted(players_of(teams), key=lambda player: numbers[player.id])
    )
    ids = [player.id for player in numbered]
    settings = cast(EventSettings, _GameSettings(event.settings))
    return replace(
        event, settings=settings, entrants=numbered,
        rounds=tuple(_round(round, ids) for round in event.published),
        adjustments=(), instructions=(), exchanges=(), ranked=(), accelerated=(), choices=(),
        lots=(),
    )  # fmt: skip


def players_of(teams: Iterable[Entrant]) -> list[Entrant]:
    """Team by team."""
    return [player for team in teams for player in team.players]


def player_numbers(teams: Sequence[Entrant]) -> dict[EntrantId, int]:
    """The numbers of the players of teams: those of the file that all of them come from, else team
    by team, each by its list."""
    players = players_of(teams)
    known = {player.start_number for player in players if player.start_number}
    if len(known) == len(players):
        return {player.id: player.start_number or 0 for player in players}
    return {player.id: number for number, player in enumerate(players, start=1)}


def _round(round: Round, players: list[EntrantId]) -> Round:
    games = tuple(
        replace(match, board=number) for number, match in enumerate(_games(round), start=1)
    )
    seated = {id for match in games for id in match.pair}
    byes = tuple(Bye(id, NIL, "requested") for id in players if id not in seated)
    return Round(round.number, round.state, games, byes)


def _games(round: Round) -> Iterator[Match]:
    for match in round.matches:
        for board in match.lineups:
            if NOBODY not in (board.white, board.black):
                yield Match(0, board.white, board.black, board.result)


@dataclass(frozen=True, slots=True)
class TeamScore:
    """Match points and game points, of a match or of several."""

    match_points: Points = NIL
    game_points: Points = NIL

    def __add__(self, other: TeamScore) -> TeamScore:
        return TeamScore(
            self.match_points + other.match_points, self.game_points + other.game_points
        )

    def primary(self, event: Event) -> Points:
        """What teams are ranked by."""
        return self.game_points if event.settings.by_games else self.match_points

    def secondary(self, event: Event) -> Points:
        """The score that orders those who are level in the other."""
        return self.match_points if event.settings.by_games else self.game_points


@derived
def team_scores(event: Event) -> Mapping[EntrantId, TeamScore]:
    """Every team's score over the published rounds; points of the arbiter count where teams are
    ranked. Boards of a match that is not finished are not in it."""
    scores = {entrant.id: TeamScore() for entrant in event.entrants}
    for round in event.published:
        for match in round.matches:
            for id in match.pair:
                scores[id] += match_score(event, match, match.side(id))
        for bye in round.byes:
            scores[bye.entrant] += bye_score(event, bye)
    last = event.current.number if event.current else 0
    for adjustment in event.adjustments:
        if adjustment.round <= last and adjustment.entrant in scores:
            scores[adjustment.entrant] += _ordered(event, adjustment.points, NIL)
    return scores


def match_score(event: Event, match: Match, side: Side) -> TeamScore:
    """The score of one side from a match."""
    result = match.result
    if not isinstance(result, TeamResult):
        return TeamScore()
    return TeamScore(result.match_points(side, event.settings), result.games(side))


def bye_score(event: Event, bye: Bye) -> TeamScore:
    """The score from a round without a match."""
    return _ordered(event, bye.points, bye.secondary)


def _ordered(event: Event, primary: Points, secondary: Points) -> TeamScore:
    pair = (secondary, primary) if event.settings.by_games else (primary, secondary)
    return TeamScore(*pair)
