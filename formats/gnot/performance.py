"""What a team did in a match, as the rankings of the knockout sections see it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from engine.bridge import Quotient, Score, blitz, halved, summed
from engine.entrants import EntrantId
from engine.event import Match
from engine.match_results import PLAYOFF, MatchResult, winning_side
from engine.results import Side
from formats.gnot.calendar import SHORT
from formats.gnot.lots import LotBook


@dataclass(frozen=True, slots=True)
class Performance:
    """One match as a team sees it.

    `tiebreak` is 1 for the winner of a tie-break, -1 for its loser, 0 where there was none;
    `playoff` the margin of a play-off that was lost.
    """

    score: Score
    won: bool
    tiebreak: int = 0
    playoff: int | None = None

    @property
    def rank(self) -> tuple[Fraction, Quotient, int]:
        """3.2 and 3.3: net IMPs, quotient, a tie-break's winner above its loser."""
        return (*self.score.rank, self.tiebreak)


def walkover(won: bool, boards: int | None) -> Performance:
    """A match that was not played: 0 against the least margin that is worth 20 VP."""
    most = blitz(boards or SHORT)
    return Performance(Score.of(most, 0) if won else Score.of(0, most), won)


def performance(match: Match, side: Side) -> Performance:
    """Of one side of a match with a result."""
    result = match.result
    winner = winning_side(result)
    if not isinstance(result, MatchResult):
        return walkover(winner == side, match.boards)
    won, lost = (int(p) for p in (result.home, result.away))
    score = Score.of(won, lost) if side == "white" else Score.of(lost, won)
    if not result.tied:
        return Performance(score, score.net > 0)
    mine = 0 if winner is None else (1 if winner == side else -1)
    by = result.tiebreak
    margin = by.margin if by is not None and by.method == PLAYOFF and mine < 0 else None
    return Performance(score, mine > 0, mine, margin)


def side_of(match: Match, team: EntrantId) -> Performance:
    """The team's performance in it."""
    return performance(match, match.side(team))


@dataclass(frozen=True, slots=True)
class TriangleTeam:
    """A team of a triangle: wins (a tie is a half) and the sum of its two matches."""

    team: EntrantId
    wins: Fraction
    score: Score

    def performance(self, whole: bool) -> Performance:
        """Its previous match for 3.2: half of the sum, or all of it beside 28-board matches."""
        return Performance(self.score if whole else halved(self.score), won=False)


def triangle_ranked(matches: Sequence[Match], book: LotBook, what: str) -> list[TriangleTeam]:
    """Three teams by wins, net, quotient, lot."""
    teams = list(dict.fromkeys(t for m in matches for t in m.pair))
    lines = []
    for team in teams:
        own = [side_of(m, team) for m in matches if team in m.pair]
        # by net: a tie stands here, whoever has won a tie-break
        wins = sum((Fraction(1 + int(p.score.net > 0) - int(p.score.net < 0), 2) for p in own),
                   Fraction(0))  # fmt: skip
        lines.append(TriangleTeam(team, wins, summed(p.score for p in own)))
    by_team = {line.team: line for line in lines}
    order = ordered(
        teams, lambda t: (by_team[t].wins, *by_team[t].score.rank), book, what, highest=True
    )
    return [by_team[team] for team in order]


def ordered(
    teams: Iterable[EntrantId],
    key: Callable[[EntrantId], tuple[object, ...]],
    book: LotBook,
    what: str,
    highest: bool = False,
) -> list[EntrantId]:
    """The teams by that key, equal ones by lot, for which `what` is the purpose."""
    known = {team: key(team) for team in teams}
    order: list[EntrantId] = []
    by_key = sorted(known, key=lambda t: known[t], reverse=highest)
    for _, equal in groupby(by_key, key=lambda t: known[t]):
        order += book.order(what, list(equal))
    return order
