"""Later rounds by trying everything: what the draw must reach, written from the page alone."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations, permutations

Pair = tuple[int, int]


def ring_score(size: int, met: Collection[Pair]) -> tuple[int, int, int]:
    """(repeats, ring edges lost, sum of distances) of the best closed cycle, all being tried."""
    best = (99, 99, 999)
    for order in permutations(range(2, size + 1)):
        if order[0] < order[-1]:
            edges = cycle((1, *order))
            best = min(best, score_of_ring(size, edges, met))
    return best


def cycle(order: Sequence[int]) -> list[Pair]:
    """The edges of a closed cycle."""
    return [(min(p), max(p)) for p in zip(order, (*order[1:], order[0]), strict=True)]


def score_of_ring(size: int, edges: Sequence[Pair], met: Collection[Pair]) -> tuple[int, int, int]:
    """Of some cycle."""
    kept = sum(b - a == 1 or (a, b) == (1, size) for a, b in edges)
    return sum(e in met for e in edges), size - kept, sum(b - a for a, b in edges)


def rounds(size: int, degrees: Sequence[int], barred: Collection[Pair]) -> Iterator[list[Pair]]:
    """All sets of matches, none `barred`, with these numbers of opponents."""
    left = [0, *degrees]
    taken: list[Pair] = []

    def from_place(place: int) -> Iterator[list[Pair]]:
        if place > size:
            yield list(taken)
            return
        others = [o for o in range(place + 1, size + 1) if left[o] and (place, o) not in barred]
        need = left[place]
        for chosen in combinations(others, need):
            left[place] = 0
            for o in chosen:
                left[o] -= 1
                taken.append((place, o))
            yield from from_place(place + 1)
            for o in chosen:
                left[o] += 1
                taken.pop()
            left[place] = need

    yield from from_place(1)


def row_score(
    size: int, wanted: Sequence[Pair], matches: Sequence[Pair]
) -> tuple[int, int, int, int]:
    """(set-up matches lost, distance, squares, distance weighted by height) of a round."""
    total = [0, 0, 0]
    for place in range(1, size + 1):
        wish = opponents(place, wanted) - opponents(place, matches)
        real = sorted(opponents(place, matches) - opponents(place, wanted))
        best = min(
            (
                sum(abs(a - b) for a, b in zip(real, order, strict=True)),
                sum((a - b) ** 2 for a, b in zip(real, order, strict=True)),
            )
            for order in permutations(sorted(wish), len(real))
        )
        total[0] += best[0]
        total[1] += best[1]
        total[2] += best[0] * (size + 1 - place)
    lost = len(set(wanted) - set(matches))
    return lost, *total  # type: ignore[return-value]


def opponents(place: int, matches: Sequence[Pair]) -> set[int]:
    """Whom a place meets."""
    return {b if a == place else a for a, b in matches if place in (a, b)}
