"""The set-up of a row: who meets whom when nobody has met anybody.

Players are places in the row, from 1. Source: `design/formats/4-diagonal.md`, "A round".
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

SMALLEST_ROW = 12
"""The construction needs so many players; fewer are set up as a ring."""

FIRST, SECOND, TAIL, MIDDLE, RING = "first half", "second half", "tail", "middle games", "ring"
OPEN_RING = "open ring"
"""A ring of which matches are left out, as the two have met."""
LAST_TWO = "last two"


@dataclass(frozen=True, slots=True, order=True)
class Wanted:
    """A match of the set-up: `high` stands before `low` in the row; `part` is why it is there."""

    high: int
    low: int
    part: str = SECOND

    @property
    def pair(self) -> tuple[int, int]:
        """Both places, the higher player first."""
        return (self.high, self.low)


def row(size: int) -> tuple[Wanted, ...]:
    """The matches of `size` players, 12 or more, in row order.

    Everybody in the first half plays the next player, in the second half the next two. W–X is
    replaced by W–Z, so that X, Y and Z have three each; A–J, K–X, L–Y and M–Z are added, so that
    the numbers of opponents are 2 … 2, 3 … 3, 4 … 4.
    """
    if size < SMALLEST_ROW:
        raise ValueError(f"a row has {SMALLEST_ROW} players or more, not {size}")
    half = size // 2
    parts = {(i, i + 1): FIRST for i in range(1, half + 1)}
    parts |= {(i, i + 1): SECOND for i in range(half + 1, size)}
    parts |= {(i, i + 2): SECOND for i in range(half + 1, size - 1)}
    del parts[size - 3, size - 2]
    parts[size - 3, size] = TAIL
    middle = ((1, half - 3), (half - 2, size - 2), (half - 1, size - 1), (half, size))
    parts |= dict.fromkeys(middle, MIDDLE)
    return tuple(Wanted(high, low, part) for (high, low), part in sorted(parts.items()))


def ring(size: int) -> tuple[Wanted, ...]:
    """One closed cycle through all: 1–2, 2–3 … and n–1; two play one match."""
    if size < 3:
        return (Wanted(1, 2, RING),) if size == 2 else ()
    edges = [*pairwise(range(1, size + 1)), (1, size)]
    return tuple(sorted(Wanted(high, low, RING) for high, low in edges))
