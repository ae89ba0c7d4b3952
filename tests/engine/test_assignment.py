"""The cheapest assignment, from any guess, against trying all of them."""

from __future__ import annotations

import random
from itertools import permutations

from engine.assignment import Assignment
from tests.sampling import each


@each("seed", range(200))
def test_an_assignment_is_the_cheapest_whatever_the_guess(seed: int) -> None:
    lot = random.Random(seed)
    size = lot.randint(1, 6)
    wide = lot.choice([3, 50, 10**30])
    costs = {
        (row, column): lot.randrange(-wide, wide)
        for row in range(size)
        for column in range(size)
        if lot.random() < 0.8
    }
    columns = [[c for c in range(size) if (row, c) in costs] for row in range(size)]

    def row(number: int) -> tuple[list[int], list[int]]:
        return columns[number], [costs[number, c] for c in columns[number]]

    whole = [p for p in permutations(range(size)) if all(cell in costs for cell in enumerate(p))]
    totals = {p: sum(costs[cell] for cell in enumerate(p)) for p in whole}
    start = [lot.randrange(size) for _ in range(size)]
    found = Assignment(row, start, [lot.randrange(-wide, wide) for _ in range(size)])
    assert found.solved() == bool(whole)
    if whole:
        assert found.total == min(totals.values())
        best = {p for p in whole if totals[p] == found.total}
        tight = found.tight()
        assert {p for p in whole if all(c in tight[r] for r, c in enumerate(p))} == best
        assert tuple(found.column) in best
