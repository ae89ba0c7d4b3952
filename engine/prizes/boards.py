"""Who can win the prizes of a board: the players of teams, by what they have scored."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from decimal import Decimal

from engine.match_results import BoardOrder
from engine.prizes.contenders import (
    Contender,
    PrizeEvent,
    biggest_upset,
    eligible,
    event_year,
    last_of_level,
)
from engine.prizes.plan import ANY_BOARD, RESERVE, Conditions, PrizeList, PrizeMeasure
from engine.protocol import PlayedByTeams, part_of
from engine.team_tables import BOARD_ORDERS, PlayerScore, player_scores
from engine.teams import event_of_players, players_by_id

Figures = tuple[Decimal | int, ...]
"""What orders players: what the list goes by, then what parts those who are level in it."""
_ORDERS: Mapping[PrizeMeasure, BoardOrder] = {
    PrizeMeasure.PERCENTAGE: "percentage",
    PrizeMeasure.POINTS: "points",
    PrizeMeasure.PERFORMANCE: "performance",
}


def boards_of(one: PrizeEvent) -> int:
    """Boards of a match; 0 where no teams of players meet."""
    teams = part_of(one.format, PlayedByTeams)
    return teams.boards(one.event) if teams is not None else 0


def of_board(
    one: PrizeList, conditions: Conditions, events: Mapping[str, PrizeEvent]
) -> tuple[Contender, ...]:
    """Everybody who can win a list of a board, of the reserves or of all players, the first first.

    Who has the same figure is level; ranks go by all that orders the table of the board.
    """
    among = [
        pair
        for event in events.values()
        if boards_of(event) and event.begun
        for pair in _scored(one, event)
        if eligible(one, conditions, pair[1])
    ]
    among.sort(key=lambda pair: (*(-figure for figure in pair[0]), last_of_level(pair[1])))
    keys = [figures for figures, _ in among]
    firsts = [figures[0] for figures in keys]
    return tuple(
        replace(c, line=at, rank=keys.index(figures) + 1, level=firsts.index(figures[0]))
        for at, (figures, c) in enumerate(among)
    )


def games_short(one: PrizeList, events: Mapping[str, PrizeEvent]) -> tuple[int, int] | None:
    """The least games that a list of a board takes and the most that anybody has of whom it is
    about, where they are too few."""
    found: tuple[int, int] | None = None
    for event in events.values():
        teams = part_of(event.format, PlayedByTeams)
        if teams is None or not boards_of(event) or not event.begun:
            continue
        least = one.who.games or teams.best_by(event.event)[1]
        scores = player_scores(event.event)
        most = max((score.games for score in scores if _is_of(one, event, score)), default=0)
        if not most or most >= least:
            return None
        found = min(found or (least, most), (least, most))
    return found


def _scored(one: PrizeList, of: PrizeEvent) -> Iterator[tuple[Figures, Contender]]:
    """The players of an event whom the list is about, with at least the games that it takes."""
    teams = part_of(of.format, PlayedByTeams)
    assert teams is not None
    order, least = teams.best_by(of.event)
    by = PrizeMeasure(order) if one.by is PrizeMeasure.STANDING else one.by
    year = event_year(of.event)
    for score in player_scores(of.event):
        there = score.games >= (one.who.games or least) and _is_of(one, of, score)
        if not there or score.player.expelled or score.team.expelled:
            continue
        figures = _figures(by, of, score)
        if figures is None:
            continue
        id, team = score.player.id, score.team
        yield figures, Contender(
            of.key, id, score.player.name, f"{of.key}:{id}", 0, 0, 0, Decimal(figures[0]),
            score.player, score.games, bool(score.games), year,
            of.paid.get(team.id) if of.paid else None, by=by, team=team.name,
        )  # fmt: skip


def _is_of(one: PrizeList, of: PrizeEvent, score: PlayerScore) -> bool:
    if one.board == ANY_BOARD:
        return True
    if one.board == RESERVE:
        return players_by_id(of.event)[score.player.id].place > boards_of(of)
    return score.board == one.board


def _figures(by: PrizeMeasure, of: PrizeEvent, score: PlayerScore) -> Figures | None:
    """What he goes by; None where there is no such figure of him."""
    if by is PrizeMeasure.UPSET:
        upset = biggest_upset(event_of_players(of.event), score.player.id)
        return (upset[1],) if upset else None
    if score.share is None or (by is PrizeMeasure.PERFORMANCE and score.performance is None):
        return None
    return BOARD_ORDERS[_ORDERS[by]](score)
