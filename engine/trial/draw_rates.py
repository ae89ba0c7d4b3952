"""How often games are drawn, by the published count over eight million tournament games.

chess-db.com, "research: draw rate" (per cent of drawn games by the mean of both ratings, rounded
down to 200, and by their difference, rounded down to 20). Neither this table nor FIDE's of
expectation knows who has White, and no more does the simulation.
"""

from __future__ import annotations

from functools import cache

from engine.trial.chance import PERCENT, WHOLE, in_full

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


def published_rate(one: int, other: int) -> int:
    """Per cent of the games drawn between players of these ratings, as published. A mean or a
    difference beyond the table counts as its last."""
    mean = min(max((one + other) // 2, LOWEST), HIGHEST)
    return _RATES[mean // 200 * 200][min(abs(one - other), APART) // 20]


@cache
def drawn_among_equals(one: int, other: int) -> int:
    """The same as `outcome` takes it: how often equals draw, in millionths, so that these two draw
    as often as published. Beyond the greatest difference of the table it stays what it is there,
    so that draws go on to become rarer as the weaker player's hopes do."""
    wins = in_full(min(abs(one - other), APART))
    return published_rate(one, other) * PERCENT * WHOLE // (4 * wins * (WHOLE - wins) // WHOLE)
