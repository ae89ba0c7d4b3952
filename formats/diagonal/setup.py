"""The set-up of a row: who meets whom if nobody has met anybody.

Players are places in the row, from 1. Source: `docs/formats/diagonal.md`, "A round".

Few players play in a ring: the best closed cycle, by all of them (Held and Karp's tables). Among
closed cycles through all players: fewest repeats, then most ring edges kept, then the least sum of
distances in the row; what is still open goes to the cycle that reads lowest from the top. Where no
cycle is free of repeats, the repeats are left out as long as nobody loses more than one opponent by
it; then, and in every play-off, a cycle with the fewest repeats is played.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
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
    """A match of the set-up: `high` is before `low` in the row; `part` is why it is there."""

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


Pair = tuple[int, int]
LARGEST_RING = 13
"""Tables of more players take too long."""

_DISTANCE = 1 << 10
_RING = _DISTANCE * (1 << 6)
_REPEAT = _RING
_NEVER = 1 << 60
Cost = Callable[[int, int], int]


@dataclass(frozen=True, slots=True)
class RingDraw:
    """The matches of a ring, which of them are repeats, and who plays one opponent fewer."""

    pairs: tuple[Pair, ...]
    repeats: tuple[Pair, ...] = ()
    fewer: tuple[int, ...] = ()


def ordered(a: int, b: int) -> Pair:
    """The higher player first."""
    return (a, b) if a < b else (b, a)


def best_ring(
    size: int, met: Collection[Pair], barred: Collection[Pair] = (), closed: bool = False
) -> RingDraw:
    """The ring of `size` players, at least 2, in which the pairs `met` have met.

    `barred` pairs are taken after all others. A ring that stays `closed` has its repeats played,
    so that everybody has the same number of games.
    """
    if size == 2:
        return RingDraw(((1, 2),), tuple(p for p in [(1, 2)] if p in met))
    if size > LARGEST_RING:
        raise ValueError(f"a ring has at most {LARGEST_RING} players, not {size}")
    bad = {*met, *barred}
    whole = _cycle(size, lambda a, b: _weight(size, a, b, ordered(a, b) in bad))
    if not any(pair in bad for pair in whole):
        return RingDraw(whole)
    opened = None if closed else _opened(size, bad)
    if opened is not None:
        return opened
    if barred:

        def weight(a: int, b: int) -> int:
            pair = ordered(a, b)
            extra = 100 * _REPEAT * (pair in barred)
            return _weight(size, a, b, pair in met) + extra

        whole = _cycle(size, weight)
    return RingDraw(whole, tuple(pair for pair in whole if pair in met))


def _weight(size: int, a: int, b: int, repeat: bool) -> int:
    """One number for all criteria, the first the most important."""
    high, low = ordered(a, b)
    neighbours = low - high == 1 or (high, low) == (1, size)
    return _REPEAT * repeat + _DISTANCE * (not neighbours) + low - high


def _cycle(size: int, cost: Cost) -> tuple[Pair, ...]:
    """The best closed cycle."""
    order = _path(size, cost)
    edges = zip(order, [*order[1:], order[0]], strict=True)
    return tuple(sorted(ordered(a, b) for a, b in edges))


def _path(size: int, cost: Cost) -> list[int]:
    """The players in the order of the best cycle, from player 1; among equals the lowest."""
    table = [[cost(a + 1, b + 1) if a != b else 0 for b in range(size)] for a in range(size)]
    full = (1 << size) - 1
    left = [[_NEVER] * size for _ in range(1 << size)]
    for last in range(1, size):
        left[full][last] = table[last][0]
    for mask in range(full - 1, 0, -1):
        if not mask & 1:
            continue
        free = [v for v in range(1, size) if not mask >> v & 1]
        for last in range(size):
            if mask >> last & 1:
                row = table[last]
                left[mask][last] = min(row[v] + left[mask | 1 << v][v] for v in free)
    order, mask, last = [0], 1, 0
    while mask != full:
        free = [v for v in range(1, size) if not mask >> v & 1]
        last = min(free, key=lambda v: (table[order[-1]][v] + left[mask | 1 << v][v], v))
        order.append(last)
        mask |= 1 << last
    return [v + 1 for v in order]


def _opened(size: int, bad: Collection[Pair]) -> RingDraw | None:
    """The best cycle whose repeats are left out, no two of them adjacent; None if there is no such
    cycle. Everybody keeps at least one opponent."""
    best: tuple[int, list[int]] | None = None
    for first in (False, True):
        path = _open_path(size, bad, first)
        if path is not None and (best is None or path < best):
            best = path
    if best is None:
        return None
    order = best[1]
    edges = [ordered(a, b) for a, b in zip(order, [*order[1:], order[0]], strict=True)]
    dropped = [pair for pair in edges if pair in bad]
    played = tuple(sorted(pair for pair in edges if pair not in bad))
    return RingDraw(played, (), tuple(sorted(p for pair in dropped for p in pair)))


def _open_path(size: int, bad: Collection[Pair], first: bool) -> tuple[int, list[int]] | None:
    """The same among cycles whose step out of player 1 is left out (`first`), or is played.

    A state is who is in the path, its last player, and whether the step to that one was left out.
    """
    full = (1 << size) - 1
    out = [[ordered(a, b) in bad for b in range(1, size + 1)] for a in range(1, size + 1)]
    cost = [[_opened_weight(size, a + 1, b + 1, out[a][b]) for b in range(size)]
            for a in range(size)]  # fmt: skip
    known: dict[tuple[int, int, bool], tuple[int, tuple[int, ...]] | None] = {}

    def best(mask: int, last: int, skipped: bool) -> tuple[int, tuple[int, ...]] | None:
        key = (mask, last, skipped)
        if key not in known:
            known[key] = _further(mask, last, skipped)
        return known[key]

    def _further(mask: int, last: int, skipped: bool) -> tuple[int, tuple[int, ...]] | None:
        if mask == full:
            if out[last][0] and (skipped or first):
                return None
            return cost[last][0], ()
        least: tuple[int, tuple[int, ...]] | None = None
        for v in range(1, size):
            left_out = out[last][v]
            if mask >> v & 1 or (left_out and skipped) or (mask == 1 and left_out != first):
                continue
            rest = best(mask | 1 << v, v, left_out)
            if rest is not None:
                whole = (cost[last][v] + rest[0], (v, *rest[1]))
                least = whole if least is None or whole < least else least
        return least

    answer = best(1, 0, False)
    return None if answer is None else (answer[0], [1, *(v + 1 for v in answer[1])])


def _opened_weight(size: int, a: int, b: int, left_out: bool) -> int:
    """Fewest left out, then ring edges and distances of those played."""
    return _REPEAT + _DISTANCE if left_out else _weight(size, a, b, False)
