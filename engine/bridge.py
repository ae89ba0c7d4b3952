"""Bridge scoring: IMPs, victory points, board-a-match, total points, and what ranks a match.

A margin, a net and a score are IMPs; a board's score is in bridge points. What is derived from
them is exact: fractions, or decimals of two places.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from math import isqrt

MOST_IMPS = 24
"""The most that one board can give a side (Law 78B)."""

CENT = Decimal("0.01")
TWENTY = Decimal("20.00")
MOST_BOARDS = 999


def blitz(boards: int) -> int:
    """The least margin that is worth 20 victory points: 15 times the root of the boards, up."""
    _check_boards(boards)
    return isqrt(225 * boards - 1) + 1


@cache
def vp_scale(boards: int) -> tuple[Decimal, ...]:
    """The winner's victory points by margin, from 0 to the blitz: WBF 2013 continuous scale.

    V(I) = 10 + 10 (1 - R^(I/X)) / (1 - R) with R = ((√5 - 1)/2)³ and X = 15 √boards, rounded half
    up to 0.01; then, while an extra IMP is somewhere worth more than the one before it, the first
    such value is raised by 0.01. Done on the whole table, since a step can bring on the next.
    """
    last = blitz(boards)
    with localcontext() as context:
        context.prec = 40
        root = ((Decimal(5).sqrt() - 1) / 2) ** 3
        span = 15 * Decimal(boards).sqrt()
        raw = [10 + 10 * (1 - root ** (Decimal(i) / span)) / (1 - root) for i in range(last)]
    cents = [int((v / CENT).quantize(Decimal(1), ROUND_HALF_UP)) for v in raw] + [2000]
    return tuple((Decimal(c) * CENT).quantize(CENT) for c in _concave(cents))


def _concave(values: list[int]) -> list[int]:
    at = 1
    while at < len(values) - 1:
        if 2 * values[at] < values[at - 1] + values[at + 1]:
            values[at] += 1
            at = max(at - 1, 1)
        else:
            at += 1
    return values


def victory_points(margin: int, boards: int) -> tuple[Decimal, Decimal]:
    """Both sides' victory points for a match of so many boards, 20 together; `margin` is the first
    side's net in IMPs."""
    scale = vp_scale(boards)
    winner = scale[min(abs(margin), len(scale) - 1)]
    return (winner, TWENTY - winner) if margin >= 0 else (TWENTY - winner, winner)


def half_up(points: Fraction | Decimal) -> Decimal:
    """Rounded half up to two decimals; for points of 0 and more."""
    exact = Fraction(points) * 100
    return (Decimal(int(exact + Fraction(1, 2))) * CENT).quantize(CENT)


def _check_boards(boards: int) -> None:
    if not 1 <= boards <= MOST_BOARDS:
        raise ValueError(f"a match has 1 to {MOST_BOARDS} boards, not {boards}")


@dataclass(frozen=True, slots=True, order=True)
class Quotient:
    """IMPs won by IMPs lost: infinite where none were lost, 1 for nothing by nothing."""

    infinite: bool
    value: Fraction = Fraction(0)

    def __str__(self) -> str:
        return "infinite" if self.infinite else f"{float(self.value):.3f}"


def quotient(won: Fraction | int, lost: Fraction | int) -> Quotient:
    """45 by 31 is 45/31; 45 by 0 infinite; 0 by 0 is 1."""
    if lost == 0:
        return Quotient(False, Fraction(1)) if won == 0 else Quotient(True)
    return Quotient(False, Fraction(won) / Fraction(lost))


@dataclass(frozen=True)
class Score:
    """A match as one side sees it: IMPs for and against, exact (a triangle may halve them).

    No slots: what is asked of it again and again is worked out once.
    """

    won: Fraction
    lost: Fraction

    @classmethod
    def of(cls, won: int, lost: int) -> Score:
        """From whole IMPs."""
        return _whole(won, lost)

    @cached_property
    def net(self) -> Fraction:
        """The side's margin; negative for a loss."""
        return self.won - self.lost

    @cached_property
    def turnover(self) -> Fraction:
        """IMPs that changed hands altogether."""
        return self.won + self.lost

    @cached_property
    def quotient(self) -> Quotient:
        """Won by lost."""
        return quotient(self.won, self.lost)

    @property
    def rank(self) -> tuple[Fraction, Quotient]:
        """Net, then quotient: the greater ranks higher."""
        return (self.net, self.quotient)

    def turned(self) -> Score:
        """As the other side sees it."""
        return Score(self.lost, self.won)


@lru_cache(4096)
def _whole(won: int, lost: int) -> Score:
    return Score(Fraction(won), Fraction(lost))


def summed(scores: Iterable[Score]) -> Score:
    """Several matches as one."""
    together = list(scores)
    return Score(
        sum((s.won for s in together), Fraction(0)), sum((s.lost for s in together), Fraction(0))
    )


def halved(score: Score) -> Score:
    """Half of it: two matches of a triangle beside single matches of the same length."""
    return Score(score.won / 2, score.lost / 2)
