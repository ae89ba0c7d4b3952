"""Matches of chess teams by their boards, for the tie-breaks of C.07 article 12."""

from __future__ import annotations

from dataclasses import dataclass

from engine.entrants import EntrantId
from engine.event import Event, Match
from engine.match_results import TeamResult
from engine.points import NIL, ONE, Points
from engine.results import Side


@dataclass(frozen=True, slots=True)
class MatchBoards:
    """A match of a chess team by its boards: `points` are None where it was entered as a whole, and
    the opponent is None of a bye."""

    round: int
    opponent: EntrantId | None
    points: tuple[Points, ...] | None


def boards_of(event: Event, boards: int) -> dict[EntrantId, tuple[MatchBoards, ...]]:
    """Every team's matches by board. In a match won by forfeit, and in the bye, every board counts
    as a standard win."""
    matches: dict[EntrantId, list[MatchBoards]] = {e.id: [] for e in event.entrants}
    sides: tuple[Side, Side] = ("white", "black")
    for round in event.published:
        for match in round.matches:
            for side, id, opponent in zip(sides, match.pair, match.pair[::-1], strict=True):
                if match.result is not None:
                    points = _by_board(match, side, boards)
                    matches[id].append(MatchBoards(round.number, opponent, points))
        for bye in round.byes:
            if bye.kind == "pairing":
                matches[bye.entrant].append(MatchBoards(round.number, None, (ONE,) * boards))
    return {id: tuple(each) for id, each in matches.items()}


def _by_board(match: Match, side: Side, boards: int) -> tuple[Points, ...] | None:
    result = match.result
    if match.lineups and all(board.result for board in match.lineups):
        points = tuple(board.points(side) for board in match.lineups)
        if not isinstance(result, TeamResult) or result.games(side) == sum(points, NIL):
            return points
    if isinstance(result, TeamResult) and result.games(side) in (0, boards):
        return (ONE if result.games(side) else NIL,) * boards
    return None
