"""How sure a figure of many trials is: intervals that hold the true value 19 times out of 20.

Shares have Wilson's score interval (E. B. Wilson, JASA 22, 1927, 209-212), which is right for few
trials and for shares near nothing or all (Brown, Cai and DasGupta, Statistical Science 16, 2001,
101-133). Means have Student's t; its quantile is Fisher's expansion about the normal one
(Abramowitz and Stegun, 26.7.5), from ten trials on right to 0.0002.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import sqrt
from statistics import NormalDist

CONFIDENCE = 0.95
Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
FINE = 1_000_000
"""Samples are whole numbers of this part of a unit, so that they add up alike in any order."""


@dataclass(slots=True)
class Moments:
    """A figure that each trial gives once: how many gave it, their sum, the sum of their squares.

    In millionths of a unit and of its square.
    """

    number: int = 0
    total: int = 0
    squares: int = 0

    @classmethod
    def of(cls, value: int) -> Moments:
        """One trial's, in millionths."""
        return cls(1, value, value * value)

    def add(self, other: Moments) -> None:
        """Take other trials in."""
        self.number += other.number
        self.total += other.total
        self.squares += other.squares


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure, and the two values between which the true one is 19 times out of 20."""

    value: float
    low: float
    high: float

    @property
    def width(self) -> float:
        """From one end of the interval to the other."""
        return self.high - self.low

    def within(self, precision: float) -> bool:
        """Whether the interval is at most as wide as that part of the figure, or of 1 if the figure
        is less; for shares and correlations that is a plain difference."""
        return self.width <= precision * max(1.0, abs(self.value))


def share(part: int, whole: int) -> Estimate | None:
    """Wilson's interval of a share; None without trials."""
    if not whole:
        return None
    value = part / whole
    pull = Z * Z / whole
    middle = (value + pull / 2) / (1 + pull)
    reach = Z * sqrt(value * (1 - value) / whole + pull / (4 * whole)) / (1 + pull)
    low = 0.0 if part == 0 else max(0.0, middle - reach)
    return Estimate(value, low, 1.0 if part == whole else min(1.0, middle + reach))


def mean(moments: Moments) -> Estimate | None:
    """Student's interval of a mean; None of fewer than two trials."""
    n = moments.number
    if n < 2:
        return None
    # exact in whole numbers up to here: a sum of squares less a square loses all digits otherwise
    spread = n * moments.squares - moments.total * moments.total
    value = moments.total / n / FINE
    reach = student(n - 1) * sqrt(spread / (n - 1)) / n / FINE
    return Estimate(value, value - reach, value + reach)


@cache
def student(freedom: int) -> float:
    """The quantile of Student's t for both ends of the interval."""
    z, n = Z, freedom
    g1 = (z**3 + z) / 4
    g2 = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    g3 = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    g4 = (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160
    return z + g1 / n + g2 / n**2 + g3 / n**3 + g4 / n**4
