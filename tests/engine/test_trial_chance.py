"""What a simulation rests on: chance, expectation, draws and strength, held against their tables.

Seeds are fixed, so that every test has one outcome. A test of distribution fails where chi-square
is beyond what a true model exceeds once in a thousand times.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import NormalDist

import pytest

from engine.performance import expected
from engine.trial.chance import (
    PERCENT,
    WHOLE,
    Chance,
    drawn_among_equals,
    in_full,
    outcome,
    published_rate,
)
from engine.trial.many import TrialPlan, figures
from formats.registry import format_named

ONCE_IN_A_THOUSAND = {2: 13.82, 3: 16.27, 9: 27.88, 19: 43.82}
"""Chi-square by degrees of freedom."""
GAMES = 3000


def chi_square(counts: Sequence[int], shares: Sequence[float]) -> float:
    total = sum(counts)
    return sum(
        (n - total * share) ** 2 / (total * share) for n, share in zip(counts, shares, strict=True)
    )


def test_whole_numbers_are_alike() -> None:
    chance = Chance("uniform")
    counts = Counter(chance.below(20) for _ in range(20_000))
    assert chi_square([counts[n] for n in range(20)], [1 / 20] * 20) < ONCE_IN_A_THOUSAND[19]


def test_strength_is_spread_as_a_normal_distribution_about_the_rating() -> None:
    chance = Chance("strength")
    drawn = [chance.around(1800, 50) for _ in range(10_000)]
    normal = NormalDist(1800, 50)
    edges = [normal.inv_cdf(tenth / 10) for tenth in range(1, 10)]
    # a whole number stands for what is rounded to it
    shares = [normal.cdf(int(edge) + 0.5) for edge in edges]
    shares = [high - low for low, high in zip([0.0, *shares], [*shares, 1.0], strict=True)]
    counts = Counter(sum(value > int(edge) for edge in edges) for value in drawn)
    assert chi_square([counts[n] for n in range(10)], shares) < ONCE_IN_A_THOUSAND[9]
    assert {chance.around(1500, 0) for _ in range(50)} == {1500}


def test_expectation_is_the_whole_of_fides_table() -> None:
    # B.02, 8.1.2: differences from, to, and the expectation of the higher rated
    for low, high, hundredths in ((0, 3, 50), (4, 10, 51), (92, 98, 63), (198, 206, 76),
                                  (345, 357, 89), (392, 411, 92), (620, 735, 99)):  # fmt: skip
        for difference in (low, high):
            assert in_full(difference) == hundredths * PERCENT
            assert in_full(-difference) == (100 - hundredths) * PERCENT or difference == 0
    assert (in_full(736), in_full(-736)) == (WHOLE, 0)


def test_draws_are_the_published_ones() -> None:
    # the example of the page: 2200 against 2310 draw 36 games of 100
    assert published_rate(2200, 2310) == 36
    assert published_rate(2310, 2200) == 36
    assert [published_rate(r, r) for r in (1000, 1400, 1799, 2000, 2450, 2850)] == [
        21, 21, 28, 35, 54, 57,
    ]  # fmt: skip
    assert published_rate(1800, 1500) == published_rate(2000, 1300) == 19


@pytest.mark.parametrize(
    ("one", "other"),
    [(1500, 1500), (1650, 1500), (2310, 2200), (2200, 2310), (2500, 2500), (2750, 2460),
     (2000, 1700), (1900, 1450), (2700, 2200), (1200, 1999)],
)  # fmt: skip
def test_games_end_as_both_tables_say(one: int, other: int) -> None:
    chance = Chance("games", one, other)
    share = drawn_among_equals(one, other)
    counts = Counter(outcome(chance, one - other, share, in_full) for _ in range(GAMES))
    mean = float(expected(one - other))
    if abs(one - other) < 320:
        draws = published_rate(one, other) / 100
    else:  # as rare as the weaker player's hopes make them
        at_the_end = float(expected(300))
        rate = published_rate(one, other) / 100 / (at_the_end * (1 - at_the_end))
        draws = min(rate * mean * (1 - mean), 2 * mean, 2 * (1 - mean))
    shares = (1 - mean - draws / 2, draws, mean - draws / 2)
    assert min(shares) >= 0
    found = [(counts[n], part) for n, part in enumerate(shares) if part > 0]
    assert sum(n for n, _ in found) == GAMES, "nothing happens that has no share"
    square = chi_square([n for n, _ in found], [part for _, part in found])
    assert square < ONCE_IN_A_THOUSAND[2]


def test_more_than_the_table_has_is_won_for_certain() -> None:
    chance = Chance("certain")
    share = drawn_among_equals(2500, 1700)
    assert {outcome(chance, 800, share, in_full) for _ in range(500)} == {2}


def test_strength_is_the_same_for_every_format_and_not_the_rating() -> None:
    plans = [TrialPlan(name, 5, {}, players=8, spread=50) for name in ("dutch", "round_robin")]
    dutch, table = (plan.played(format_named(plan.format), 3).strength for plan in plans)
    assert dutch == table
    ratings = {e.id: e.rating for e in plans[0].event(format_named("dutch"), 3).entrants}
    assert dutch != ratings
    assert all(abs(dutch[id] - (rating or 0)) < 300 for id, rating in ratings.items())
    exact = TrialPlan("dutch", 5, {}, players=8).played(format_named("dutch"), 3).strength
    assert exact == ratings


def test_who_is_left_is_counted_where_entrants_go_out() -> None:
    plan = TrialPlan("knockout", 1, {}, players=12)
    left = figures(plan, format_named("knockout"), range(4)).left
    assert left == {1: {8: 4}, 2: {4: 4}, 3: {2: 4}, 4: {1: 4}}
    swiss = TrialPlan("dutch", 1, {"rounds": 3}, players=8)
    assert figures(swiss, format_named("dutch"), range(2)).left == {}
