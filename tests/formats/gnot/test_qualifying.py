"""5.2 and 5.3: who goes on to which final, who replaces whom."""

from __future__ import annotations

import pytest

from formats.gnot.final import NATIONAL, REGIONAL, Declined, may_replace, qualify, regional_places


def names(teams: int) -> list[str]:
    """DKO winner, SKO winner, loser of SKO R7, then the Swiss: S1, S2 …"""
    return ["D", "K", "L", *(f"S{i}" for i in range(1, teams - 2))]


def going(teams: int, national: str = "", regional: str = "") -> tuple[list[str], list[str]]:
    declined = Declined({NATIONAL: set(national.split()), REGIONAL: set(regional.split())})
    found = qualify(names(teams), teams, declined)
    return (
        [q.entrant for q in found if q.to == NATIONAL],
        [q.entrant for q in found if q.to == REGIONAL],
    )


@pytest.mark.parametrize(
    ("teams", "places"),
    [(16, 3), (20, 3), (21, 3), (22, 4), (23, 4), (28, 4), (29, 5), (32, 5)],
)
def test_a_seventh_of_the_entry_rounded_up_goes_to_the_regional_final(
    teams: int, places: int
) -> None:
    assert regional_places(teams) == places
    assert going(teams) == (["D", "K"], ["L", *(f"S{i}" for i in range(1, places))])


def test_the_third_goes_to_the_national_final_for_a_winner_who_does_not() -> None:
    assert going(23, national="K") == (["D", "L"], ["K", "S1", "S2", "S3"])


def test_declining_both_finals_leaves_a_team_out() -> None:
    assert going(23, national="K", regional="K") == (["D", "L"], ["S1", "S2", "S3", "S4"])
    assert going(23, regional="S1 S2") == (["D", "K"], ["L", "S3", "S4", "S5"])


def test_a_team_of_the_swiss_can_reach_the_national_final() -> None:
    assert going(23, national="D K L") == (["S1", "S2"], ["D", "K", "L", "S3"])


@pytest.mark.parametrize(
    ("teams", "last"), [(16, 6), (17, 7), (20, 8), (23, 10), (32, 14), (31, 14)]
)
def test_who_replaces_has_finished_above_the_middle_of_the_swiss(teams: int, last: int) -> None:
    # 20 teams: 17 in the Swiss, the middle one is the ninth; 17 teams: 14, the middle 7.5
    places = [p for p in range(1, teams - 2) if may_replace(p + 3, teams)]
    assert places == list(range(1, last + 1))


def test_a_place_stays_empty_when_nobody_above_the_middle_is_left() -> None:
    out = " ".join(["L", *(f"S{i}" for i in range(1, 7))])
    assert going(16, regional=out) == (["D", "K"], [])
    assert going(16, regional=" ".join(out.split()[:-1])) == (["D", "K"], ["S6"])
    # the knockout teams may always
    assert going(16, national="S1", regional=out.replace("L", "")) == (["D", "K"], ["L"])
