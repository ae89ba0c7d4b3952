"""Rating performance: the strength that somebody's games show (FIDE B.02, 8.1; C.07, 10.2).

Three-figure grades are another scale: those of the ECF up to 2020, by which county juniors are
still graded. A game shows the opponent's grade, 50 more for a win and 50 less for a loss, where the
opponent counts at most 40 above or below one's own grade; the performance is the mean of the games.
The ratings of an event show by themselves which scale they are on (`graded`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from engine.entrants import EntrantId
from engine.event import Event, Match, derived, derived_from, entrants_by_id
from engine.event_data import each_rounds_ratings
from engine.match_results import MatchResult
from engine.points import NIL
from engine.results import GAME_WORTH, GameResult, Side

_DIFFERENCES = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158,
    166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366,
    383, 401, 422, 444, 470, 501, 538, 589, 677, 800,
)  # fmt: skip
"""Rating difference of a score of 50, 51 … 100 hundredths."""
_UPPER = (
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162,
    170, 179, 188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374,
    391, 411, 432, 456, 484, 517, 559, 619, 735,
)  # fmt: skip
"""The greatest rating difference at which 50, 51 … 99 hundredths are expected."""
ZERO_SCORE = 800
"""A perfect performance without a point is so far below the lowest opponent (C.07, 10.3)."""
SWING = 400
"""What one game shows above or below the opponent's rating, when it is won or lost."""
GRADE_SWING, GRADE_CAP = 50, 40
"""What one game shows above or below the opponent's grade, and how far apart two grades count."""


def difference(share: Decimal) -> int:
    """The rating difference for a score, by its share of the points, from 0 to 1."""
    hundredths = int((share * 100).quantize(Decimal(1), ROUND_HALF_UP))
    if hundredths < 50:
        return -_DIFFERENCES[50 - hundredths]
    return _DIFFERENCES[hundredths - 50]


def expected(difference: int) -> Decimal:
    """The expected score of a player rated so much higher than the opponent, from 0 to 1 (B.02,
    8.1.2); the full scale, without a limit of 400."""
    hundredths = 50 + bisect_left(_UPPER, abs(difference))
    return Decimal(hundredths if difference >= 0 else 100 - hundredths) / 100


def perfect_performance(opponents: Sequence[int], score: Decimal) -> int | None:
    """The lowest whole rating that promises the score against these ratings (C.07, 10.3); None
    without a game."""
    if not opponents:
        return None
    if score <= 0:
        return min(opponents) - ZERO_SCORE
    # At the low end nothing is promised, at the high end every point: the promise never falls.
    low, high = min(opponents) - _UPPER[-1] - 1, max(opponents) + _UPPER[-1] + 1
    scale = range(low, high)
    return low + bisect_left(
        scale, score, key=lambda own: sum((expected(own - each) for each in opponents), NIL)
    )


def performance(opponents: Sequence[int], score: Decimal) -> int | None:
    """The performance over games against these ratings, one each game; None without any."""
    if not opponents:
        return None
    mean = (Decimal(sum(opponents)) / len(opponents)).quantize(Decimal(1), ROUND_HALF_UP)
    return int(mean) + difference(score / len(opponents))


@dataclass(frozen=True, slots=True)
class RatingPerformance:
    """What somebody's games against rated opponents show; forfeits and byes are not games.

    `rating` is the performance over all of them, `beyond` how far it is above his own rating (None
    if he has none). `by_round` has for each published round what its game shows: the opponent's
    rating, 400 more for a win, 400 less for a loss; of grades what it counts for.
    """

    rating: int
    beyond: int | None
    by_round: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game over the board: the round, the opponent, and the share of its one point."""

    round: int
    opponent: EntrantId
    score: Decimal


@derived
def games_of(event: Event) -> Mapping[EntrantId, Sequence[PlayedGame]]:
    """Everybody's games over the board, over the published rounds."""
    played: dict[EntrantId, list[PlayedGame]] = {}
    for round in event.published:
        for match in round.matches:
            sides: tuple[tuple[EntrantId, EntrantId, Side], ...] = (
                (match.white, match.black, "white"),
                (match.black, match.white, "black"),
            )
            for id, other, side in sides:
                games, score = _games(match, side)
                if games:
                    game = PlayedGame(round.number, other, score / games)
                    played.setdefault(id, []).extend([game] * games)
    return played


@derived
def performances(event: Event) -> Mapping[EntrantId, RatingPerformance]:
    """Of everybody with a game against a rated opponent, over the published rounds."""
    entrants, each_round = entrants_by_id(event), each_rounds_ratings(event)

    def rating(id: EntrantId, number: int) -> int | None:
        entrant = entrants.get(id)
        if entrant is None:
            return None
        return entrant.rating_in(number) if each_round else entrant.rating

    at = {round.number: place for place, round in enumerate(event.published)}
    shown = {}
    for id, played in games_of(event).items():
        games = [(at[g.round], g.score, r) for g in played if (r := rating(g.opponent, g.round))]
        if games:
            shown[id] = _over(games, rating(id, 0), len(at), graded(event))
    return shown


def _games(match: Match, side: Side) -> tuple[int, Decimal]:
    """How many games of a match were played over the board, and the score of the side in them."""
    result = match.result
    if result is None or result.provisional or not result.played or match.boards is not None:
        return 0, NIL
    if isinstance(result, GameResult):
        if not result.rated:
            return 0, NIL
        return 1, GAME_WORTH[result.outcome(side)]
    if isinstance(result, MatchResult):
        return int(result.home + result.away), result.home if side == "white" else result.away
    return 0, NIL


def _over(
    games: Sequence[tuple[int, Decimal, int]], own: int | None, count: int, grades: bool
) -> RatingPerformance:
    """`games` as (which round, the share of the points, the opponent's rating)."""
    if grades:
        rating = performance_by_grade(own, [(r, share) for _, share, r in games])
    else:
        rating = performance([r for *_, r in games], sum((share for _, share, _ in games), NIL))
    assert rating is not None
    by_round: list[int | None] = []
    for at in range(count):
        shown = [
            shown_by_grade(own, r, share) if grades else r + SWING * (2 * share - 1)
            for game, share, r in games
            if game == at
        ]
        by_round.append(round(sum(shown) / len(shown)) if shown else None)
    return RatingPerformance(rating, rating - own if own else None, tuple(by_round))


GRADES_BELOW = 300
"""Grades of three figures are lower: the ECF gave none so high, and FIDE and the ECF of today rate
no whole field so low."""
RATINGS_FROM = 1000
"""FIDE has never given a lower rating; one between the two is of a scale that has both, as
national ones of beginners."""


@derived
def graded(event: Event) -> bool:
    """Whether its ratings are three-figure grades: most are, and the others are on FIDE's scale.
    The scale of most players applies to the whole field; those rated otherwise count all the same,
    because a grade counts at most 40 from one's own."""
    known = [rating for entrant in event.entrants if (rating := entrant.rating)]
    others = [rating for rating in known if rating >= GRADES_BELOW]
    return len(known) > 2 * len(others) and min(others, default=RATINGS_FROM) >= RATINGS_FROM


@derived_from(lambda event: (event.entrants,))
def mixed_scales(event: Event) -> str:
    """A text saying that some ratings do not have three figures where most have, and which scale
    performances use; else empty."""
    rated = [(entrant.rating, entrant.name) for entrant in event.entrants if entrant.rating]
    high = [(rating, name) for rating, name in rated if rating >= GRADES_BELOW]
    low = len(rated) - len(high)
    if not high or low <= len(high):
        return ""
    rating, name = high[0]
    more = f" and {len(high) - 1} more" if len(high) > 1 else ""
    goes = "the grades, as most are" if graded(event) else "FIDE's table"
    return (
        f"{name}{more} beside {low} grades of three figures: {rating} is of another scale, "
        f"performances go by {goes}"
    )


def shown_by_grade(own: int | None, opponent: int, share: Decimal) -> Decimal:
    """The performance of a game against that grade, with the share of its one point."""
    if own:
        opponent = max(own - GRADE_CAP, min(own + GRADE_CAP, opponent))
    return opponent + GRADE_SWING * (2 * share - 1)


def performance_by_grade(own: int | None, games: Sequence[tuple[int, Decimal]]) -> int | None:
    """The mean of what games show, as (the opponent's grade, the share of the point); None
    without any."""
    if not games:
        return None
    total = sum((shown_by_grade(own, grade, share) for grade, share in games), NIL)
    return int((total / len(games)).quantize(Decimal(1), ROUND_HALF_UP))
