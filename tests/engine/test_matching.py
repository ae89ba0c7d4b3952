"""The kernel against all matchings of small graphs, and its two libraries against each other."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import perfect
from engine.matching import Criterion, PartnerPreference, best_matching
from engine.pairable import Pairable, barrier, mask_of, members, most_pairs
from engine.perfect import Edge, heaviest, largest_matching
from tests.sampling import each

Pairs = tuple[Edge, ...]


def all_matchings(vertices: list[int], edges: set[Edge]) -> Iterator[Pairs]:
    if not vertices:
        yield ()
        return
    first, rest = vertices[0], vertices[1:]
    for other in rest:
        if (first, other) in edges:
            for more in all_matchings([v for v in rest if v != other], edges):
                yield ((first, other), *more)


class Problem:
    """A random graph with criteria and a preference."""

    def __init__(self, seed: int, sizes: list[int], widest: int) -> None:
        lot = random.Random(seed)
        self.size = lot.choice(sizes)
        pairs = [(u, v) for u in range(self.size) for v in range(u + 1, self.size)]
        self.edges = {pair for pair in pairs if lot.random() < 0.7}
        bound = lot.choice([1, 3, 1000, widest])
        self.costs = [
            {e: lot.randint(-bound, bound) for e in self.edges} for _ in range(lot.randint(0, 3))
        ]
        self.ranks = [[lot.randint(0, 2) for _ in range(self.size)] for _ in range(self.size)]
        self.order = lot.sample(range(self.size), self.size // 2)

    @property
    def criteria(self) -> list[Criterion]:
        return [
            Criterion(str(i), lambda u, v, c=c: c[u, v])  # type: ignore[misc]
            for i, c in enumerate(self.costs)
        ]

    @property
    def preference(self) -> PartnerPreference:
        return PartnerPreference("ranks", self.order, lambda v, w: self.ranks[v][w])

    def value(self, pairs: Pairs) -> tuple[list[int], list[int], list[int]]:
        partner = dict(pairs) | {v: u for u, v in pairs}
        return (
            [sum(cost[e] for e in pairs) for cost in self.costs],
            [self.ranks[v][partner[v]] for v in self.order],
            [partner[v] for v in range(self.size)],
        )


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10**9), st.sampled_from(["auto", "networkx"]))
def test_the_answer_is_the_best_of_all_matchings(seed: int, route: str) -> None:
    problem = Problem(seed, [0, 2, 4, 6, 8], 10**30)
    every = all_matchings(list(range(problem.size)), problem.edges)
    best = min(every, key=problem.value, default=None)
    found = best_matching(
        problem.size,
        problem.edges,
        problem.criteria,
        [problem.preference],
        route=route,  # type: ignore[arg-type]
    )
    assert (found and tuple(found.pairs)) == (best if best is None else tuple(sorted(best)))
    if found and best is not None:
        assert list(found.totals.values()) == problem.value(best)[0]


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**9))
def test_both_libraries_lead_to_the_same_matching(seed: int) -> None:
    problem = Problem(seed, [20, 30, 40], 5000)
    answers = [
        best_matching(
            problem.size,
            problem.edges,
            problem.criteria,
            [problem.preference],
            route=route,
        )
        for route in ("rustworkx", "networkx")
    ]
    assert answers[0] is not None
    assert answers[0] == answers[1]


@pytest.mark.parametrize("seed", range(4))
def test_few_edges_lead_to_the_same_matching_as_all(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    problem = Problem(seed, [90], 3)
    assert len(problem.edges) > perfect.DENSE * problem.size
    few = best_matching(problem.size, problem.edges, problem.criteria, [problem.preference])
    monkeypatch.setattr(perfect, "DENSE", problem.size)
    every = best_matching(problem.size, problem.edges, problem.criteria, [problem.preference])
    assert few == every


@each("seed", range(30))
def test_as_many_pairs_are_counted_as_can_be_made(seed: int) -> None:
    lot = random.Random(seed)
    size, clubs, met = lot.choice([34, 60, 61]), lot.choice([1, 2, 3, 9]), lot.choice([0.1, 0.5])
    club = [lot.randrange(clubs) if lot.random() < 0.4 else 0 for _ in range(size)]
    edges = [
        (u, v) for v in range(size) for u in range(v) if club[u] != club[v] and lot.random() > met
    ]
    near = {v: mask_of([sum(e) - v for e in edges if v in e]) for v in range(size)}
    assert most_pairs(near) == largest_matching(size, edges)


def test_no_two_of_a_barrier_are_paired_in_any_perfect_matching() -> None:
    found = 0
    for seed in range(60):
        lot = random.Random(seed)
        edges = {(u, v) for v in range(8) for u in range(v) if v >= 4 and lot.random() < 0.7} | {
            (u, v) for v in range(4) for u in range(v) if lot.random() < seed % 3 / 4
        }
        near = {v: mask_of([sum(e) - v for e in edges if v in e]) for v in range(8)}
        together = barrier(near)
        found += together.bit_count() > 1
        for pairs in all_matchings(list(range(8)), edges):
            assert not any(together >> u & together >> v & 1 for u, v in pairs)
    assert found > 10


@each("seed", range(40))
def test_the_heaviest_pairs_gain_as_much_as_any(seed: int) -> None:
    lot = random.Random(seed)
    gains = {(u, v): lot.randint(0, 5) for v in range(6) for u in range(v) if lot.random() < 0.7}
    groups = [g for n in (2, 4, 6) for g in combinations(range(6), n)]
    most = max(
        (sum(gains[e] for e in pairs) for g in groups for pairs in all_matchings([*g], {*gains})),
        default=0,
    )
    pairs = heaviest(6, list(gains), list(gains.values()))
    assert len({v for pair in pairs for v in pair}) == 2 * len(pairs)
    assert sum(gains[pair] for pair in pairs) == most


def test_a_forced_pair_is_matched_even_if_it_is_no_candidate() -> None:
    found = best_matching(4, {(0, 1), (2, 3), (1, 3)}, [], forced=[(2, 0)])
    assert found is not None
    assert found.pairs == [(0, 2), (1, 3)]


def test_a_barred_pair_is_not_matched_whatever_it_costs() -> None:
    complete = {(u, v) for u in range(4) for v in range(u + 1, 4)}
    far = Criterion("far", lambda u, v: abs(u - v))
    found = best_matching(4, complete, [far], barred=[(1, 0)])
    assert found is not None
    assert found.pairs == [(0, 2), (1, 3)]


def test_no_perfect_matching_is_said_to_be_none() -> None:
    assert best_matching(4, {(0, 1), (0, 2), (0, 3)}, []) is None
    assert best_matching(3, {(0, 1), (0, 2), (1, 2)}, []) is None


def test_an_earlier_criterion_outweighs_any_sum_of_later_ones() -> None:
    edges = {(0, 1), (2, 3), (0, 2), (1, 3)}
    first = Criterion("first", lambda u, v: int((u, v) == (0, 1)))
    later = Criterion("later", lambda u, v: 0 if (u, v) in {(0, 1), (2, 3)} else 10**40)
    found = best_matching(4, edges, [first, later])
    assert found is not None
    assert found.pairs == [(0, 2), (1, 3)]
    assert found.totals == {"first": 0, "later": 2 * 10**40}


def test_many_preferences_in_a_row_are_decided_one_after_the_other() -> None:
    """Sixty vertices of two choices each, in blocks of four: more bits than one pack holds."""
    blocks = [range(b, b + 4) for b in range(0, 240, 4)]
    edges = {(u, v) for block in blocks for u in block for v in block if u < v}
    likes = PartnerPreference("highest", range(240), lambda _vertex, partner: -partner)
    found = best_matching(240, edges, [], [likes])
    assert found is not None
    assert found.pairs == sorted(p for b in range(0, 240, 4) for p in [(b, b + 3), (b + 1, b + 2)])


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 10**9))
def test_whether_players_can_be_paired_is_answered_exactly(seed: int) -> None:
    lot = random.Random(seed)
    size, density = lot.randint(1, 9), lot.choice([0.3, 0.5, 0.7])
    edges = {(u, v) for u in range(size) for v in range(u + 1, size) if lot.random() < density}
    near = [
        mask_of([v for v in range(size) if (min(u, v), max(u, v)) in edges]) for u in range(size)
    ]
    among, resting = lot.getrandbits(size), lot.getrandbits(size)
    cut = {v: lot.getrandbits(size) for v in members(among) if lot.random() < 0.2}
    kept = {
        (u, v) for u, v in edges if not (cut.get(u, 0) >> v & 1) and not (cut.get(v, 0) >> u & 1)
    }
    players = list(members(among))
    without = [[p for p in players if p != out] for out in players if resting >> out & 1]
    fields = without if len(players) % 2 else [players]
    expected = any(next(all_matchings(field, kept), None) is not None for field in fields)
    assert Pairable(near).perfect(among, resting, cut) == expected


@pytest.mark.parametrize("size", [300, 301])
def test_large_fields_with_awkward_players_can_be_paired(size: int) -> None:
    """Three players have met everybody but one; these three are paired first."""
    everybody = (1 << size) - 1
    near = [everybody ^ 1 << v for v in range(size)]
    for v in range(3):
        near[v] = 1 << size - 1 - v
        for w in range(size):
            if w != size - 1 - v:
                near[w] &= ~(1 << v)
    assert Pairable(near).perfect(everybody, resting=everybody)
    near[2] = 1 << size - 1
    near[size - 1] |= 1 << 2
    assert Pairable(near).perfect(everybody, resting=1 << 2) == bool(size % 2)
