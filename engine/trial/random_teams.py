"""Random tournaments of teams: their squads, line-ups with reserves, results by board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from engine.actions.team_play import SetLineup, with_boards
from engine.entrants import Entrant
from engine.event import Event, Match, Round, TeamBoard
from engine.protocol import Format
from engine.results import GameResult
from engine.team_players import lineup_of, mean_rating, players_by_id
from engine.trial.chance import PERCENT, Chance, by_table, outcome
from engine.trial.play import UNKNOWN

MOST_RESERVES = 2
MOST_GAMES = 20
"""So often a match is played that stays level."""
RESERVES_IN = 15 * PERCENT
"""How often a team has reserves in its line-up."""
_BY_POINTS = (GameResult.BLACK, GameResult.DRAW, GameResult.WHITE)


def squads(players: Sequence[Entrant], teams: int, boards: int) -> tuple[Entrant, ...]:
    """So many teams of these players, the strongest first and numbered so; their players have the
    numbers behind. Each has its players by rating."""
    size = len(players) // teams
    chunks = [players[at : at + size] for at in range(0, teams * size, size)]
    chunks = [sorted(chunk, key=lambda p: -(p.rating or 0)) for chunk in chunks]
    rated = sorted(((mean_rating(chunk, boards) or 0, chunk) for chunk in chunks),
                   key=lambda pair: (-pair[0], pair[1][0].name))  # fmt: skip
    made = []
    for number, (rating, chunk) in enumerate(rated, start=1):
        first = teams + 1 + (number - 1) * size
        own = tuple(replace(p, id=str(first + at)) for at, p in enumerate(chunk))
        name = f"Club {number:02}"
        made.append(Entrant(str(number), name, rating=rating or None, players=own))
    return tuple(made)


def with_reserves(event: Event, format: Format, number: int, chance: Chance) -> Event:
    """The event with reserves in some line-ups of a published round; where a team has several
    matches in it, everybody plays."""
    matches = Counter(id for match in event.round(number).matches for id in match.pair)
    for match in event.round(number).matches:
        for id in (team for team in match.pair if matches[team] == 1):
            squad = [player.id for player in event.entrant(id).players]
            seats = len(lineup_of(match, id))
            if seats < len(squad) and chance.happens(RESERVES_IN):
                chosen = set(chance.some(squad, seats))
                named = tuple(player for player in squad if player in chosen)
                event = SetLineup(id, named, number, insist=True).apply(event, format)
    return event


def with_board_results(
    event: Event, format: Format, round: Round, chance: Chance, draws: int,
    decided: Callable[[], GameResult | None],
) -> Round:  # fmt: skip
    """The round with a result on every board, by the ratings of its players. `decided` gives a
    forfeit or an odd result in its place by chance; of a match a forfeit of all its boards."""
    ratings = {id: one.player.rating or UNKNOWN for id, one in players_by_id(event).items()}

    def played(board: TeamBoard) -> TeamBoard:
        if board.result is not None:
            return board
        if (instead := decided()) is not None:
            return replace(board, result=instead)
        gap = ratings.get(board.white, UNKNOWN) - ratings.get(board.black, UNKNOWN)
        return replace(board, result=_BY_POINTS[outcome(chance, gap, draws, by_table)])

    def finished(match: Match) -> Match:
        whole = decided()
        if whole is None or whole.played:
            boards = tuple(map(played, match.lineups))
        else:
            boards = tuple(board.with_home_result(whole) for board in match.lineups)
        return with_boards(event, format, match, boards)

    def decided_match(match: Match) -> Match:
        """A level match of a knockout that its boards leave open is played again."""
        done = finished(match)
        for _ in range(MOST_GAMES):
            if done.result is not None:
                break
            done = finished(match)
        return done

    return replace(round, matches=tuple(map(decided_match, round.matches)))
