"""The scores of the players of chess teams: over all their games, and board by board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from engine.entrants import Entrant, EntrantId
from engine.event import NOBODY, Event, derived
from engine.match_results import BoardOrder
from engine.performance import performances
from engine.phrases import phrase
from engine.points import NIL, Points, points_text
from engine.results import GAME_WORTH, GameResult, Side
from engine.tables import Panel, shared_places
from engine.teams import boards_played, event_of_players, players_by_id


@dataclass(frozen=True, slots=True)
class PlayerScore:
    """A player's games. Forfeits are not games: `forfeits` are the points that they brought."""

    player: Entrant
    team: Entrant
    games: int
    points: Points
    forfeits: Points
    performance: int | None
    boards: Mapping[int, int]
    """How often the player was on each board."""

    @property
    def board(self) -> int:
        """The board where the player was most, the higher of as many; 0 where on none."""
        return min(self.boards, key=lambda board: (-self.boards[board], board), default=0)

    @property
    def share(self) -> Decimal | None:
        """Points per game, in per cent with one place; None without a game."""
        if not self.games:
            return None
        return (self.points * 100 / self.games).quantize(Decimal("0.1"), ROUND_HALF_UP)

    @property
    def value(self) -> tuple[Decimal, Decimal, int, int]:
        """By points, percentage, performance and rating."""
        share = self.share if self.share is not None else Decimal(-1)
        return self.points, share, self.performance or 0, self.player.rating or 0


@derived
def player_scores(event: Event) -> Sequence[PlayerScore]:
    """Everybody, the most points first."""
    games: Counter[str] = Counter()
    points: dict[str, Points] = {}
    forfeits: dict[str, Points] = {}
    for round in event_of_players(event).published:
        for match in round.matches:
            if match.result is None or match.result.provisional:
                continue
            for id in match.pair:
                worth = GAME_WORTH[match.result.outcome(match.side(id))]
                into = points if match.result.played else forfeits
                into[id] = into.get(id, NIL) + worth
                games[id] += match.result.played
    for id, side, result in _walkovers(event):
        forfeits[id] = forfeits.get(id, NIL) + GAME_WORTH[result.outcome(side)]
    shown = performances(event_of_players(event))
    scores = [
        PlayerScore(
            one.player,
            one.team,
            games[id],
            points.get(id, NIL),
            forfeits.get(id, NIL),
            shown[id].rating if id in shown else None,
            Counter(board for _, board in boards_played(event).get(id, ())),
        )
        for id, one in players_by_id(event).items()
    ]
    return sorted(scores, key=lambda s: (*(-part for part in s.value), s.player.name))


def _walkovers(event: Event) -> Iterator[tuple[EntrantId, Side, GameResult]]:
    """Boards where only one player came."""
    for round in event.published:
        for board in (board for match in round.matches for board in match.lineups):
            if board.empty and board.result is not None:
                if board.white != NOBODY:
                    yield board.white, "white", board.result
                if board.black != NOBODY:
                    yield board.black, "black", board.result


def best_on_board(
    event: Event, board: int, order: BoardOrder, least: int
) -> Sequence[tuple[int | None, PlayerScore]]:
    """The players who were most on that board, the best first, with their places; those with fewer
    games than `least` come after them without one."""
    there = [score for score in player_scores(event) if score.board == board]
    key = BOARD_ORDERS[order]
    enough = sorted((s for s in there if s.games >= least), key=key, reverse=True)
    keys = [key(score) for score in enough]
    rest = [score for score in there if score.games < least]
    placed = [(keys.index(key(score)) + 1, score) for score in enough]
    return [*placed, *((None, score) for score in rest)]


BOARD_ORDERS: Mapping[BoardOrder, Callable[[PlayerScore], tuple[Decimal | int, ...]]] = {
    "percentage": lambda s: (s.share or NIL, s.games, s.performance or 0),
    "points": lambda s: (s.points, s.share or NIL, s.performance or 0),
    "performance": lambda s: (s.performance or 0, s.share or NIL, s.games),
}
"""What orders players: the figure itself, then what separates those who are level in it."""


def player_panels(event: Event, boards: int, order: BoardOrder, least: int) -> list[Panel]:
    """All players, then the best on each board; nothing before the first game."""
    scores = player_scores(event)
    if not any(score.games for score in scores):
        return []
    heads = (phrase("Name"), phrase("Team"), phrase("Rating"), phrase("Games"), phrase("Pts"))
    columns = (phrase("Rank"), *heads, "%", "Rp")
    values = [score.value[:3] for score in scores]
    played = [score for score in scores if score.boards]
    ranks = [values.index(score.value[:3]) + 1 for score in played]
    rows = tuple((place, *_cells(s)) for place, s in zip(shared_places(ranks), played, strict=True))
    panels = [Panel(phrase("Players"), columns, rows)]
    for board in range(1, boards + 1):
        best = best_on_board(event, board, order, least)
        places = shared_places([place for place, _ in best])
        lines = tuple(
            (place, *_cells(score)) for place, (_, score) in zip(places, best, strict=True)
        )
        if lines:
            panels.append(Panel(phrase("Board {number}", number=board), columns, lines))
    return panels


def _cells(score: PlayerScore) -> tuple[str, ...]:
    share, performance = score.share, score.performance
    return (
        score.player.name,
        score.team.name,
        str(score.player.rating or ""),
        str(score.games),
        points_text(score.points),
        "" if share is None else f"{share.normalize():f}",
        str(performance or ""),
    )
