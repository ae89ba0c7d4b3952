"""Performances by the tables of the Rating Regulations (B.02, 8.1), typed here a second time."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.entrants import Entrant
from engine.event import Event
from engine.performance import (
    expected,
    mixed_scales,
    perfect_performance,
    performance,
    performances,
)
from engine.rating_change import Gap, fide_rating, rating_report, rating_reports
from engine.trial.play import strengths
from tests.engine.build import build

# 8.1.2: rating difference, expected hundredths of the higher rated, of the lower rated.
TABLE = """
0-3 50 50, 4-10 51 49, 11-17 52 48, 18-25 53 47, 26-32 54 46, 33-39 55 45, 40-46 56 44,
47-53 57 43, 54-61 58 42, 62-68 59 41, 69-76 60 40, 77-83 61 39, 84-91 62 38, 92-98 63 37,
99-106 64 36, 107-113 65 35, 114-121 66 34, 122-129 67 33, 130-137 68 32, 138-145 69 31,
146-153 70 30, 154-162 71 29, 163-170 72 28, 171-179 73 27, 180-188 74 26, 189-197 75 25,
198-206 76 24, 207-215 77 23, 216-225 78 22, 226-235 79 21, 236-245 80 20, 246-256 81 19,
257-267 82 18, 268-278 83 17, 279-290 84 16, 291-302 85 15, 303-315 86 14, 316-328 87 13,
329-344 88 12, 345-357 89 11, 358-374 90 10, 375-391 91 9, 392-411 92 8, 412-432 93 7,
433-456 94 6, 457-484 95 5, 485-517 96 4, 518-559 97 3, 560-619 98 2, 620-735 99 1, 736-2000 100 0
"""
ROWS = [
    tuple(map(int, cells.replace("-", " ").split()))
    for cells in TABLE.replace("\n", " ").split(",")
]
RATINGS = st.lists(st.integers(1000, 2900), min_size=1, max_size=13)


def test_the_table_has_no_gap() -> None:
    assert all(upper[0] == lower[1] + 1 for lower, upper in pairwise(ROWS))


@pytest.mark.parametrize("row", ROWS)
def test_what_a_game_promises(row: tuple[int, ...]) -> None:
    first, last, higher, lower = row
    for difference in (first, last):
        assert expected(difference) == Decimal(higher) / 100
        assert expected(-difference) == (Decimal(lower) / 100)


@given(RATINGS, st.data())
def test_a_perfect_performance_is_the_lowest_that_promises_the_score(
    opponents: list[int], data: st.DataObject
) -> None:
    score = Decimal(data.draw(st.integers(1, 2 * len(opponents)))) / 2
    own = perfect_performance(opponents, score)
    assert own is not None
    assert sum(expected(own - each) for each in opponents) >= score
    assert sum(expected(own - 1 - each) for each in opponents) < score


def test_without_a_point_it_lies_800_below_the_lowest_opponent() -> None:
    assert perfect_performance([2100, 1900, 2300], Decimal(0)) == 1100  # C.07, 10.3
    assert perfect_performance([], Decimal(0)) is None


def test_the_performance_adds_the_difference_to_the_mean() -> None:
    assert performance([1800, 2200, 2000], Decimal("1.5")) == 2000
    assert performance([2000, 2400, 1800], Decimal(2)) == 2067 + 125  # 67 hundredths
    assert performance([2200, 1800, 2400], Decimal(3)) == 2133 + 800


def _with_grades(event: Event, *grades: int | None) -> Event:
    """The event with these grades, one for each entrant in order."""
    entrants = zip(event.entrants, grades, strict=True)
    return replace(event, entrants=tuple(replace(e, rating=grade) for e, grade in entrants))


def test_grades_of_three_figures_show_50_more_or_less_for_a_game() -> None:
    # The ECF's rule: the opponent's grade +50, 0, -50; grades count at most 40 apart.
    event = build("Ann Bea Cid Dan", "A-B 1-0, C-D 1-0", "C-A 1-0, D-B =")
    event = _with_grades(event, 160, 140, 100, None)
    shown = performances(event)
    ann, bea, cid, dan = (shown[entrant.id] for entrant in event.entrants)
    assert ann.by_round == (190, 70)  # beats 140; loses to 100, which counts as 120
    assert (ann.rating, ann.beyond) == (130, -30)
    assert (bea.rating, bea.by_round) == (110, (110, None))  # no game against an ungraded player
    assert (cid.rating, cid.by_round) == (190, (None, 190))  # beats 160, which counts as 140
    assert (dan.rating, dan.beyond) == (95, None)  # ungraded: loses to 100, draws with 140


def test_grades_change_no_rating_of_fide() -> None:
    event = _with_grades(build("Ann Bea Cid", "A-B 1-0", "B-C 1-0"), 120, 85, None)
    for report in rating_reports(event).values():
        assert (report.gap, report.change, report.first) == (Gap.GRADES, None, None)
    ann = rating_report(event, event.entrants[0].id)
    assert (ann.own, ann.opponents, ann.score) == (120, 85, 1)


def test_ratings_of_four_figures_are_not_grades() -> None:
    event = _with_grades(build("Ann Bea Cid", "A-B 1-0"), 1120, 285, None)
    assert performances(event)[event.entrants[0].id].rating == 285 + 800


def test_a_field_goes_by_the_scale_of_most_and_names_the_others() -> None:
    """One of FIDE's scale among grades of three figures makes no ratings of the others'."""
    event = _with_grades(build("Ann Bea Cid Dan", "A-B 1-0, C-D 1-0"), 120, 1850, 85, 140)
    assert mixed_scales(event) == (
        "Bea beside 3 grades of three figures: 1850 is of another scale, "
        "performances go by the grades, as most are"
    )
    shown = {id[0]: performances(event)[event.entrants[at].id].rating
             for at, id in enumerate(("Ann", "Bea", "Cid"))}  # fmt: skip
    # a win is 50 above the opponent, who counts 40 from the own grade at most
    assert shown == {"A": 120 + 40 + 50, "B": 1850 - 40 - 50, "C": 85 + 40 + 50}
    assert rating_report(event, event.entrants[1].id).gap == Gap.GRADES


def test_a_scale_that_goes_on_between_both_is_no_grades() -> None:
    """Beginners of some federations have three figures, and their strongest 700."""
    event = _with_grades(build("Ann Bea Cid Dan", "A-B 1-0, C-D 1-0"), 120, 700, 85, 140)
    assert performances(event)[event.entrants[0].id].rating == 700 + 800
    assert mixed_scales(event).endswith("performances go by FIDE's table")


def test_which_scales_are_not_mixed() -> None:
    for ratings in ((120, 85, 140, None), (1120, 285, 1850, 1700), (None, None, None, None)):
        assert mixed_scales(_with_grades(build("Ann Bea Cid Dan"), *ratings)) == ""


def test_what_is_too_low_for_a_rating_of_fide_is_none() -> None:
    assert fide_rating(Entrant("1", "Ann", rating=985)) is None
    assert fide_rating(Entrant("1", "Ann", rating=1010)) == 1010


def test_a_trial_plays_grades_as_the_ratings_that_they_became() -> None:
    event = _with_grades(build("Ann Bea Cid"), 160, 100, None)
    assert list(strengths(event).values()) == [1900, 1450, 1350]  # 7.5 a point, from 700
