"""Intervals and rank correlation against published values and counts by hand."""

from __future__ import annotations

from itertools import combinations
from math import comb, sqrt

import pytest

from engine.trial.chance import Chance
from engine.trial.figures import kendall
from engine.trial.intervals import FINE, Moments, mean, share, student


@pytest.mark.parametrize(
    ("freedom", "quantile"), [(9, 2.2622), (10, 2.2281), (29, 2.0452), (49, 2.0096), (999, 1.9623)]
)
def test_students_quantile_is_the_published_one(freedom: int, quantile: float) -> None:
    assert student(freedom) == pytest.approx(quantile, abs=1e-4)


def test_wilsons_interval() -> None:
    # Newcombe, Statistics in Medicine 17 (1998), table I, method 3
    for part, whole, low, high in ((81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605),
                                   (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)):  # fmt: skip
        found = share(part, whole)
        assert found is not None
        assert (found.low, found.high) == pytest.approx((low, high), abs=5e-5)
    assert share(0, 0) is None


@pytest.mark.parametrize("per_cent", [3, 20, 50])
def test_a_share_lies_in_its_interval_19_times_out_of_20(per_cent: int) -> None:
    trials, true = 100, per_cent / 100
    covered = 0.0
    for part in range(trials + 1):
        found = share(part, trials)
        assert found is not None
        if found.low <= true <= found.high:
            covered += comb(trials, part) * true**part * (1 - true) ** (trials - part)
    assert 0.93 < covered < 0.98


def test_a_mean_adds_up_in_any_order_and_has_its_interval() -> None:
    values = [1, 2, 3, 4, 10]
    total = Moments()
    for value in values:
        total.add(Moments.of(value * FINE))
    found = mean(total)
    assert found is not None
    deviation = sqrt(sum((v - 4) ** 2 for v in values) / 4)
    assert found.value == 4
    assert found.high - 4 == pytest.approx(student(4) * deviation / sqrt(5))
    assert mean(Moments.of(1)) is None
    same = Moments()
    for _ in range(3):
        same.add(Moments.of(7 * FINE))
    assert mean(same) is not None
    assert mean(same).width == 0  # type: ignore[union-attr]


def by_hand(pairs: list[tuple[int, int]]) -> float | None:
    signs = [((a > c) - (a < c), (b > d) - (b < d)) for (a, b), (c, d) in combinations(pairs, 2)]
    one, other = sum(x != 0 for x, _ in signs), sum(y != 0 for _, y in signs)
    return sum(x * y for x, y in signs) / sqrt(one * other) if one and other else None


def test_kendalls_tau_is_what_all_pairs_count_to() -> None:
    chance = Chance("tau")
    for size in (2, 3, 5, 8, 20):
        for width in (2, 4, 30):
            pairs = [(chance.below(width), chance.below(width)) for _ in range(size)]
            assert kendall(pairs) == pytest.approx(by_hand(pairs))
    assert kendall([(1, 10), (2, 20), (3, 30)]) == 1
    assert kendall([(1, 30), (2, 20), (3, 10)]) == -1
