"""Appendix 2: what a team enters the Swiss with. The figures were worked out by hand."""

from __future__ import annotations

from decimal import Decimal

import pytest

from formats.gnot.repechage import Repechage, by_loss, drop_in_score
from tests.formats.gnot.swiss_fields import entry, game, lost

# entering for round, LS, column A, column B, the score
BY_HAND = """
2 0.00 0 10 10.00
2 20.00 8 10 10.00
2 25.00 10 10 10.00
2 25.02 10.008 10 10.01
2 25.01 10.004 10 10.00
2 31.23 12.492 10 12.49
2 33.34 13.336 10 13.34
2 40.00 16 10 16.00
3 15.06 12.048 9.06 12.05
3 29.99 23.992 23.99 23.99
3 30.00 24 24 24.00
3 30.01 24.008 24.01 24.01
3 27.34 21.872 21.34 21.87
3 40.00 32 34 34.00
4 21.37 18.1645 16.87 18.16
4 26.70 22.695 22.20 22.70
4 26.50 22.525 22.00 22.53
4 29.90 25.415 25.40 25.42
4 30.00 25.5 25.5 25.50
4 30.01 25.5085 25.51 25.51
4 55.55 47.2175 51.05 51.05
5 22.22 19.998 19.22 20.00
5 29.95 26.955 26.95 26.96
5 30.00 27 27 27.00
5 71.48 64.332 68.48 68.48
6 29.50 28.025 28.00 28.03
6 29.90 28.405 28.40 28.41
6 30.00 28.5 28.5 28.50
6 88.13 83.7235 86.63 86.63
7 30.00 30 30 30.00
7 103.27 103.27 103.27 103.27
"""


@pytest.mark.parametrize("row", BY_HAND.split("\n")[1:-1])
def test_the_greater_of_both_columns_to_two_decimals(row: str) -> None:
    entering, leader, a, b, score = row.split()
    assert max(Decimal(a), Decimal(b)) - Decimal(score) <= Decimal("0.005")  # the table itself
    worked = drop_in_score(int(entering), Decimal(leader))
    assert str(worked.points) == score
    assert worked.leader == Decimal(leader)


@pytest.mark.parametrize("entering", [3, 4, 5, 6])
def test_column_b_decides_exactly_where_the_leader_has_more_than_thirty(entering: int) -> None:
    for cents in range(2000, 4001):
        leader = Decimal(cents) / 100
        letter = drop_in_score(entering, leader).column
        assert (letter == "B") == (leader > 30), leader


def test_for_round_two_column_a_decides_where_the_leader_has_more_than_twenty_five() -> None:
    for cents in range(0, 4001, 3):
        leader = Decimal(cents) / 100
        points = drop_in_score(2, leader).points
        assert points >= 10
        # from half a cent above ten on it shows
        assert (points > 10) == (leader * Decimal("0.4") >= Decimal("10.005")), leader


@pytest.mark.parametrize(("entering", "score"), [(2, 10), (3, 20), (4, 30)])
def test_without_a_leader_every_round_gone_counts_ten(entering: int, score: int) -> None:
    assert drop_in_score(entering, None).points == score


def test_round_two_is_played_without_a_score_which_comes_at_its_end() -> None:
    # 1 beats 2 by 30 (17.04) in round 1, and by rule 2.5 meets 4 in round 2: tied
    swiss = Repechage(
        (entry(1, 1), entry(2, 1), entry(3, 2), entry(4, 2)),
        (game(1, 1, 2, 40, 10), game(2, 1, 4, 25, 25), game(2, 2, 3, 10, 40)),
    )
    assert swiss.score("3", 1) == 0
    # LS is 17.04 + 10.00; 40 % of 27.04 = 10.816
    assert swiss.leader(2) == Decimal("27.04")
    assert swiss.drop_in(2).points == Decimal("10.82")
    assert swiss.score("3", 2) == Decimal("10.82") + Decimal("17.04")
    assert swiss.score("4", 2) == Decimal("20.82")
    # who entered for round 3 looks at the whole Swiss: 3 leads with 27.86
    assert swiss.leader(3) == Decimal("27.86")


def test_only_those_of_round_one_lead_for_round_two() -> None:
    swiss = Repechage(
        (entry(1, 1), entry(2, 1), entry(3, 2), entry(4, 2)),
        (game(1, 1, 2, 20, 20), game(2, 4, 1, 90, 0), game(2, 3, 2, 90, 0)),
    )
    # both of round 1 stand on 10.00 after losing by a blitz; 4.00 is less than 10
    assert swiss.leader(2) == Decimal("10.00")
    assert swiss.score("4", 2) == Decimal("30.00")


def test_a_triangle_counts_at_its_end_and_does_not_lead_before() -> None:
    entries = tuple(entry(i, 1) for i in range(1, 6))
    triangle = [(1, 2, 50, 0), (2, 3, 20, 20), (3, 1, 0, 60)]
    games = [game(1, *row, due=2) for row in triangle]
    swiss = Repechage((*entries, entry(6, 2)), (*games, game(1, 4, 5, 20, 10)))
    assert swiss.in_triangle(2) == {"1", "2", "3"}
    assert swiss.score("1", 1) == 0
    assert swiss.score("4", 1) == Decimal("12.97")
    # blitz 20.00 and by 50 19.47
    assert swiss.score("1", 2) == Decimal("39.47")
    assert swiss.leader(2) == Decimal("39.47")
    later = Repechage(
        tuple(entry(i, 1) for i in range(1, 6)),
        (game(1, 4, 5, 20, 10), *(game(3, *row, due=4) for row in triangle)),
    )
    # for round 4 the triangle of the session still runs: 4 leads with 12.97
    assert later.leader(4) == Decimal("12.97")
    # nor do its IMPs rank anybody before (4.5)
    assert (later.net("1", 3), later.net("1", 4)) == (0, 110)
    assert later.leader(5) == Decimal("39.47")


def test_two_matches_of_seven_boards_count_as_their_mean() -> None:
    entries = tuple(entry(i, 2) for i in range(1, 4))
    games = (
        game(2, 1, 2, 10, 0, boards=7),
        game(2, 2, 3, 8, 8, boards=7),
        game(2, 3, 1, 1, 0, boards=7),
    )
    swiss = Repechage(entries, games)
    # X = 15 √7 = 39.686: by 10 it is 13.99 and 6.01 (13.9918), by 1 10.47 and 9.53 (10.4676)
    assert swiss.played_points("1", 2) == Decimal("11.76")
    assert swiss.played_points("2", 2) == Decimal("8.01")
    # (10.00 + 10.47) / 2 = 10.235, half a cent up
    assert swiss.played_points("3", 2) == Decimal("10.24")


def test_a_given_score_stands_when_the_leaders_is_corrected() -> None:
    entries = (entry(1, 1), entry(2, 1), entry(3, 3))
    after = Repechage(entries, (game(1, 1, 2, 60, 0),), settled={3: Decimal("13.63")})
    assert after.drop_in(3).points == Decimal("13.63")
    assert after.drop_in(3).by_rule == Decimal("16.00")
    assert after.score("3", 2) == Decimal("13.63")


def test_losses_rank_by_play_off_then_margin_then_quotient() -> None:
    dropping = [
        entry("1", 2, lost(30, 29)),
        entry("2", 2, lost(40, 40)),  # settled by board-a-match
        entry("3", 2, lost(40, 40, playoff=7)),
        entry("4", 2, lost(25, 25, playoff=2)),
        entry("5", 2, lost(60, 50)),
        entry("6", 2, lost(20, 10)),
        entry("7", 2, lost(10, 0)),
        entry("8", 2, lost(60, 50)),
    ]
    assert by_loss(dropping) == [["4"], ["3"], ["2"], ["1"], ["5", "8"], ["6"], ["7"]]
