"""Bridge scoring against the printed figures."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from itertools import pairwise

import pytest

from engine.bridge import (
    Quotient,
    Score,
    blitz,
    half_up,
    halved,
    quotient,
    summed,
    victory_points,
    vp_scale,
)

FOURTEEN = """10.00 10.33 10.66 10.97 11.28 11.58 11.87 12.16 12.44 12.71 12.97 13.23 13.48 13.72
13.96 14.19 14.42 14.64 14.85 15.06 15.26 15.46 15.66 15.85 16.03 16.21 16.38 16.55 16.72 16.88
17.04 17.19 17.34 17.49 17.63 17.77 17.91 18.04 18.17 18.29 18.41 18.53 18.65 18.76 18.87 18.98
19.08 19.18 19.28 19.38 19.47 19.56 19.65 19.74 19.83 19.91 19.99 20.00"""

ROWS = {
    10: "27 17.34, 29 17.68, 31 18.00",
    12: "42 19.02, 44 19.24, 49 19.74",
    16: "14 13.75, 27 16.26, 38 17.85, 46 18.77, 49 19.07, 55 19.61, 59 19.93, "
    "1 10.31, 2 10.61, 3 10.91, 4 11.20, 5 11.48, 6 11.76, 7 12.03",
    20: "13 13.20, 28 15.93, 31 16.38, 34 16.80, 38 17.32, 41 17.68, 51 18.73, 55 19.09, 62 19.65",
}


def test_the_fourteen_board_scale_is_the_published_one() -> None:
    assert [str(v) for v in vp_scale(14)] == FOURTEEN.split()


@pytest.mark.parametrize(
    ("boards", "margin", "points"),
    [(n, *row.split()) for n, rows in ROWS.items() for row in rows.split(", ")],
)
def test_rows_raised_by_the_concavity_step(boards: int, margin: str, points: str) -> None:
    assert vp_scale(boards)[int(margin)] == Decimal(points)


@pytest.mark.parametrize(("boards", "margin"), [(10, 48), (12, 52), (14, 57), (16, 60), (20, 68)])
def test_twenty_points_begin_at_the_blitz_margin(boards: int, margin: int) -> None:
    assert blitz(boards) == margin
    assert victory_points(margin, boards)[0] == 20
    assert victory_points(margin - 1, boards)[0] < 20
    assert victory_points(999, boards) == (20, 0)


@pytest.mark.parametrize("boards", [1, 2, 3, 4, 7, 8, 9, 15, 24, 28, 32, 64, 128])
def test_an_extra_imp_is_never_worth_more_than_the_one_before(boards: int) -> None:
    scale = vp_scale(boards)
    steps = [b - a for a, b in pairwise(scale)]
    assert scale[0] == 10
    assert scale[-1] == 20
    assert all(step >= 0 for step in steps)
    assert all(later <= earlier for earlier, later in pairwise(steps))


@pytest.mark.parametrize("margin", [0, 1, 14, 56, 57, 200])
def test_the_two_sides_share_twenty_points(margin: int) -> None:
    home, away = victory_points(margin, 14)
    assert home + away == 20
    assert victory_points(-margin, 14) == (away, home)


@pytest.mark.parametrize("boards", [0, -1, 1000])
def test_a_scale_for_no_possible_match_is_an_error(boards: int) -> None:
    with pytest.raises(ValueError, match="boards"):
        vp_scale(boards)


def test_net_turnover_and_quotient_of_a_match() -> None:
    score = Score.of(45, 31)
    assert (score.net, score.turnover) == (14, 76)
    assert score.quotient == Quotient(False, Fraction(45, 31))
    assert score.turned().net == -14


def test_nothing_lost_is_above_every_quotient_and_nothing_at_all_is_one() -> None:
    assert quotient(1, 0) > quotient(999, 1)
    assert quotient(0, 0) == quotient(7, 7)
    assert quotient(0, 5) < quotient(1, 999)


def test_equal_nets_are_told_apart_by_the_quotient() -> None:
    assert Score.of(30, 16).rank > Score.of(45, 31).rank
    assert Score.of(46, 31).rank > Score.of(30, 16).rank


def test_two_matches_of_a_triangle_count_as_half_their_sum() -> None:
    both = summed([Score.of(45, 31), Score.of(20, 25)])
    assert (both.net, both.turnover) == (9, 121)
    assert halved(both).net == Fraction(9, 2)
    assert halved(both).quotient == both.quotient


@pytest.mark.parametrize(
    ("exact", "shown"), [("12.345", "12.35"), ("12.344", "12.34"), ("8", "8.00"), ("0.005", "0.01")]
)
def test_points_are_rounded_half_up_to_two_decimals(exact: str, shown: str) -> None:
    assert str(half_up(Decimal(exact))) == shown
