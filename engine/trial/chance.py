"""Seeded chance for trials: the same on every machine and in every version of Python."""

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
    """What a player expects of a game against one who is `difference` rating points weaker.

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
