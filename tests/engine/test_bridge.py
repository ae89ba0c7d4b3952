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
    imps,
    quotient,
    summed,
    triangle,
    victory_points,
    vp_scale,
)

IMP_TABLE = """0-10=0 20-40=1 50-80=2 90-120=3 130-160=4 170-210=5 220-260=6 270-310=7 320-360=8
370-420=9 430-490=10 500-590=11 600-740=12 750-890=13 900-1090=14 1100-1290=15 1300-1490=16
1500-1740=17 1750-1990=18 2000-2240=19 2250-2490=20 2500-2990=21 3000-3490=22 3500-3990=23
4000-9999=24"""

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


@pytest.mark.parametrize("row", IMP_TABLE.split())
def test_a_difference_is_worth_the_imps_of_the_table(row: str) -> None:
    span, _, worth = row.partition("=")
    least, most = (int(end) for end in span.split("-"))
    for points in (least, most):
        assert imps(points) == int(worth)
        assert imps(-points) == -int(worth)


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


def test_a_triangle_is_ranked_by_wins_then_net_then_quotient() -> None:
    ranked = triangle([("A", "B", 30, 20), ("B", "C", 40, 20), ("C", "A", 25, 20)])
    assert [[line.team for line in group] for group in ranked] == [["B"], ["A"], ["C"]]
    assert [group[0].wins for group in ranked] == [1, 1, 1]
    tied = triangle([("A", "B", 30, 30), ("B", "C", 10, 5), ("C", "A", 10, 15)])
    assert [[line.team for line in group] for group in tied] == [["B"], ["A"], ["C"]]
    assert tied[0][0].wins == tied[1][0].wins == Fraction(3, 2)


def test_teams_equal_in_everything_are_left_to_the_lot() -> None:
    ranked = triangle([("A", "B", 10, 5), ("B", "C", 10, 5), ("C", "A", 10, 5)])
    assert [[line.team for line in group] for group in ranked] == [["A", "B", "C"]]


@pytest.mark.parametrize(
    ("exact", "shown"), [("12.345", "12.35"), ("12.344", "12.34"), ("8", "8.00"), ("0.005", "0.01")]
)
def test_points_are_rounded_half_up_to_two_decimals(exact: str, shown: str) -> None:
    assert str(half_up(Decimal(exact))) == shown
