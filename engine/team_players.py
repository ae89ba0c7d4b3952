"""The players of chess teams: who they are, who may play in a round, and how strong a team is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal

from engine.entrants import Entrant, EntrantId
from engine.event import NOBODY, Event, Match, derived
from engine.protocol import Format, PlayedByTeams, part_of
from engine.refusal import Refused


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
    """Everybody who plays: the players of teams where any team has some, else the entrants."""
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
    """Who plays for the team in a round where no line-up is given: the first of its order who are
    there. Boards for which nobody is left are empty; of a team that is out all are."""
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
    """The mean rating of the first so many, a half upward; who has none is left out of it."""
    ratings = [player.rating for player in players[:count] if player.rating]
    if not ratings:
        return None
    mean = Decimal(sum(ratings)) / len(ratings)
    return int(mean.quantize(Decimal(1), ROUND_HALF_UP))


def entered_after(event: Event, joined: int) -> str:
    """Of a player who is in the team from that round on: why the one before is not his."""
    return f"entered after {event.called(joined - 1)} was published"
