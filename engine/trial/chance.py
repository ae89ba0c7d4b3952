"""Seeded chance for trials, the same on every machine and in every version of Python; by it the
results of games, with how often they are drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Context, Decimal
from functools import cache
from hashlib import sha256
from random import Random
from typing import TypeVar

from engine.performance import SWING, expected

WHOLE = 1_000_000
"""Probabilities are whole millionths: no machine rounds them in its own way."""
PERCENT = WHOLE // 100

_EXACT = Context(prec=20)
T = TypeVar("T")


class Chance:
    """A stream of chance of its own for every purpose: `Chance(seed, "results", 3)`.

    Only `random()` of the standard generator is used; of that Python promises the same sequence
    in every version.
    """

    def __init__(self, *purpose: object) -> None:
        text = "/".join(map(str, purpose))
        self._random = Random(int.from_bytes(sha256(text.encode()).digest()[:16], "big"))

    def below(self, number: int) -> int:
        """A whole number from 0, less than `number`."""
        return int(self._random.random() * number)

    def happens(self, share: int) -> bool:
        """Whether something does that happens in `share` of a million cases."""
        return self.below(WHOLE) < share

    def pick(self, items: Sequence[T]) -> T:
        """One of them, each as likely as the others."""
        return items[self.below(len(items))]

    def around(self, middle: int, deviation: int) -> int:
        """A whole number spread about `middle` as a normal distribution of that deviation.

        The sum of twelve equal chances has nearly that shape and a variance of exactly twelve of
        theirs; being whole numbers, they add up alike on every machine.
        """
        steps = sum(self.below(WHOLE) for _ in range(12)) - 6 * WHOLE
        return middle + (2 * steps * deviation + WHOLE) // (2 * WHOLE)

    def some(self, items: Sequence[T], number: int) -> list[T]:
        """So many of them, in the order of the lot."""
        left = list(items)
        return [left.pop(self.below(len(left))) for _ in range(min(number, len(left)))]


@cache
def expectation(difference: int) -> int:
    """The expected score of a player against one who is `difference` rating points weaker.

    In millionths of a win, by the logistic curve of the Elo system.
    """
    odds = _EXACT.power(Decimal(10), _EXACT.divide(Decimal(-difference), Decimal(400)))
    return int(_EXACT.divide(Decimal(WHOLE), _EXACT.add(Decimal(1), odds)))


@cache
def by_table(difference: int) -> int:
    """The same by FIDE's table (B.02, 8.1.2); more than 400 points count as 400 (8.3.1)."""
    return int(expected(max(-SWING, min(SWING, difference))) * WHOLE)


@cache
def in_full(difference: int) -> int:
    """The same by the whole of FIDE's table (B.02, 8.1.2). That 400 points are the most is a rule
    about rating changes (8.3.1), not about who wins."""
    return int(expected(difference) * WHOLE)


def outcome(
    chance: Chance, difference: int, draws: int, promise: Callable[[int], int] = expectation
) -> int:
    """2 for a win, 1 for a draw, 0 for a loss of the player rated `difference` higher.

    `draws` is how often equal players draw, in millionths; the further apart two are, the fewer
    of their games are drawn. The mean is that of `promise`: `expectation`, `by_table`, `in_full`.
    """
    wins = promise(difference)
    drawn = draws * 4 * wins // WHOLE * (WHOLE - wins) // WHOLE
    drawn = min(drawn, 2 * wins, 2 * (WHOLE - wins))
    at = chance.below(WHOLE)
    if at < wins - drawn // 2:
        return 2
    return 1 if at < wins - drawn // 2 + drawn else 0


LOWEST, HIGHEST, APART = 1400, 2600, 300
"""The mean ratings that the table begins and ends with; its greatest difference."""
_RATES = {
    1400: (21, 24, 25, 24, 24, 22, 23, 24, 22, 22, 20, 20, 21, 19, 18, 17),
    1600: (28, 29, 30, 29, 27, 27, 27, 26, 25, 25, 23, 22, 20, 20, 20, 19),
    1800: (31, 32, 32, 32, 30, 30, 28, 27, 26, 25, 23, 23, 22, 22, 20, 20),
    2000: (35, 35, 34, 33, 32, 31, 30, 29, 27, 25, 25, 24, 21, 21, 19, 19),
    2200: (42, 42, 40, 39, 37, 36, 34, 32, 30, 28, 25, 24, 22, 20, 19, 17),
    2400: (54, 53, 51, 50, 47, 45, 41, 38, 35, 33, 30, 26, 24, 22, 19, 18),
    2600: (57, 54, 54, 52, 51, 50, 45, 42, 40, 37, 34, 31, 30, 28, 29, 25),
}
"""Per cent of games drawn, of eight million tournament games (chess-db.com, "research: draw rate"),
by the mean of both ratings, rounded down to 200, and by their difference, rounded down to 20.
Neither this table nor FIDE's of expectation knows who has White, and no more does the simulation.
"""


def published_rate(one: int, other: int) -> int:
    """Per cent of the games drawn between players of these ratings, as published. A mean or a
    difference beyond the table counts as its last."""
    mean = min(max((one + other) // 2, LOWEST), HIGHEST)
    return _RATES[mean // 200 * 200][min(abs(one - other), APART) // 20]


@cache
def drawn_among_equals(one: int, other: int) -> int:
    """The same in the form that `outcome` takes: how often equals draw, in millionths, so that
    these two draw as often as published. Beyond the greatest difference of the table it keeps the
    last value, so that draws become rarer with the expected score of the weaker player."""
    wins = in_full(min(abs(one - other), APART))
    return published_rate(one, other) * PERCENT * WHOLE // (4 * wins * (WHOLE - wins) // WHOLE)
