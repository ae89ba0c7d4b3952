"""The matching kernel one wish after the other, and with bounds for what criteria can sum to."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from engine.matching import Criterion, PartnerPreference, Stepwise, best_matching
from engine.perfect import Edge, Unmatched
from tests.sampling import each


def graph(seed: int) -> tuple[int, list[Edge], list[dict[Edge, int]]]:
    """Vertices, some edges, and three criteria of small costs."""
    rng = Random(seed)
    size = rng.choice((6, 8, 10, 14))
    edges = [(a, b) for b in range(size) for a in range(b) if rng.random() < 0.6]
    return size, edges, [{edge: rng.choice((0, 0, 0, 1, 2)) for edge in edges} for _ in range(3)]


def criterion(number: int, costs: dict[Edge, int], most: int | None) -> Criterion:
    return Criterion(f"c{number}", lambda a, b: costs[a, b], most)


@each("seed", range(60))
def test_wishes_one_by_one_give_the_best_matching(seed: int) -> None:
    size, edges, costs = graph(seed)
    whole = best_matching(size, edges, [criterion(n, c, None) for n, c in enumerate(costs)])
    lowest = PartnerPreference("lowest partner", range(size), lambda _, partner: partner)
    if whole is None:
        with pytest.raises(Unmatched):
            Stepwise(size, edges)
        return
    search = Stepwise(size, edges)
    for number, given in enumerate(costs):
        search.minimise([criterion(number, given, None)])
    search.prefer(lowest)
    assert tuple(search.partner) == whole.partner


@pytest.mark.parametrize(("seed", "route"), list(product(range(30), ("auto", "networkx"))))
def test_bounds_do_not_change_the_answer(seed: int, route: str) -> None:
    size, edges, costs = graph(seed)
    plain = best_matching(size, edges, [criterion(n, c, None) for n, c in enumerate(costs)])
    bounded = [criterion(n, given, size) for n, given in enumerate(costs)]
    found = best_matching(size, edges, bounded, route="networkx" if route == "networkx" else "auto")
    assert found == plain


def test_what_cannot_be_matched_is_said_at_once() -> None:
    with pytest.raises(Unmatched):
        Stepwise(4, [(0, 1), (0, 2), (0, 3)])
