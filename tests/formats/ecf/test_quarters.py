"""Quarters: their sizes, who is cut into them, and that they are kept."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from engine.actions import AddEntrant, ChangeSettings, EditEntrant
from engine.entrants import RequestedBye
from engine.event import Event
from engine.refusal import Refused
from formats.ecf.acceleration import advanced_top, basic_top, sizes
from tests.formats.ecf.events import ECF, event, higher_wins, player, published
from tests.sampling import each

UNREACHABLE = {8, 9, 11, 12, 13, 15, 16, 18, 19, 22, 23, 26, 29, 33, 36, 43}
"""Fields in which no even number is within 56 to 60 %."""


@pytest.mark.parametrize(
    ("players", "top", "bottom"),
    [
        (16, 8, 8),
        (17, 10, 7),
        (18, 10, 8),
        (19, 10, 9),
        (20, 10, 10),
        (21, 12, 9),
        (22, 12, 10),
        (23, 12, 11),
    ],
)
def test_basic_enlarges_the_top_half_by_two_where_quarters_are_uneven(
    players: int, top: int, bottom: int
) -> None:
    a, b, c, d = sizes(players, "basic")
    assert (a + b, c + d) == (top, bottom)
    assert basic_top(players) == top


@pytest.mark.parametrize(("players", "top"), [(100, 58), (40, 24), (22, 12), (50, 30)])
def test_advanced_takes_the_even_number_nearest_58_per_cent(players: int, top: int) -> None:
    assert advanced_top(players) == top


@each("players", range(8, 201))
def test_advanced_stays_within_56_to_60_per_cent_where_it_can(players: int) -> None:
    top = advanced_top(players)
    assert top % 2 == 0
    within = 56 * players <= 100 * top <= 60 * players
    assert within != (players in UNREACHABLE)
    others = range(0, players + 1, 2)
    distance = abs(100 * top - 58 * players)
    assert distance == min(abs(100 * other - 58 * players) for other in others)
    assert abs(100 * (top + 2) - 58 * players) > distance, "of two equally near the larger"


@pytest.mark.parametrize("kind", ["basic", "advanced"])
@pytest.mark.parametrize("players", [8, 17, 22, 23, 40, 61])
def test_quarters_follow_the_grades_and_c_takes_the_odd_player(kind: str, players: int) -> None:
    divided = ECF.divided(event(players, acceleration=kind))
    assert divided is not None
    assert [part.name for part in divided.parts] == ["A", "B", "C", "D"]
    in_order = [id for part in divided.parts for id in part.entrants]
    assert in_order == [str(no) for no in range(1, players + 1)]
    a, b, c, d = (len(part.entrants) for part in divided.parts)
    assert a == b
    assert c - d in (0, 1)
    assert not divided.frozen
    assert not divided.movable


def test_an_estimate_is_marked_in_the_grades_of_a_quarter() -> None:
    guessed = [player(no, estimated=no == 16) for no in range(1, 17)]
    divided = ECF.divided(event(16, entrants=guessed, acceleration="basic"))
    assert divided is not None
    assert divided.parts[3].remark == "grades 1880 to 1850e"


def test_without_acceleration_nobody_is_divided() -> None:
    assert ECF.divided(event(20)) is None
    assert ECF.panels(event(20)) == []


def drawn(before: Event) -> Event:
    return published(before, ECF.draw(before), higher_wins)


def test_the_publication_of_round_1_freezes_the_quarters() -> None:
    after = drawn(event(16, acceleration="basic"))
    assert [e.section for e in after.entrants] == [q for q in "ABCD" for _ in range(4)]
    divided = ECF.divided(after)
    assert divided is not None
    assert divided.frozen
    # an estimate that is amended later moves nobody
    amended = EditEntrant("16", {"rating": 2400}).apply(after, ECF)
    assert drawn(amended).entrant("16").section == "D"


def test_sections_of_the_entry_list_are_no_quarters() -> None:
    entrants = [replace(player(no), section="B") for no in range(1, 17)]
    after = drawn(event(16, entrants=entrants, acceleration="basic"))
    assert [e.section for e in after.entrants] == [q for q in "ABCD" for _ in range(4)]


def test_who_misses_round_1_joins_the_half_that_the_grade_falls_into() -> None:
    strong, weak = player(3), player(14)
    out = RequestedBye(1, Decimal("0.5"))
    entrants = [
        replace(player(no), byes=(out,)) if no in (3, 14) else player(no) for no in range(1, 19)
    ]
    before = event(18, entrants=entrants, acceleration="basic")
    divided = ECF.divided(before)
    assert divided is not None
    # 16 are present: 1, 2, 4 … 9 are the top half
    assert set(divided.parts[0].entrants) == {"1", "2", "3", "4", "5"}
    assert weak.id in divided.parts[2].entrants + divided.parts[3].entrants
    assert strong.name in divided.notes[0].text
    assert weak.name in divided.notes[0].text


@pytest.mark.parametrize(
    ("rating", "top"), [(2500, True), (1930, True), (1925, False), (1500, False)]
)
def test_a_late_entry_joins_by_grade(rating: int, top: bool) -> None:
    after = drawn(event(16, acceleration="basic"))
    later = AddEntrant(player(17, rating)).apply(after, ECF)
    divided = ECF.divided(later)
    assert divided is not None
    halves = divided.parts[0].entrants + divided.parts[1].entrants
    assert ("17" in halves) == top
    again = drawn(later)
    assert (again.entrant("17").section in "AB") == top


@pytest.mark.parametrize("kind", ["basic", "advanced"])
def test_acceleration_that_would_start_after_round_1_is_refused(kind: str) -> None:
    after = drawn(event(16))
    with pytest.raises(Refused, match="begins with round 1"):
        ChangeSettings({"acceleration": kind}).apply(after, ECF)
    # before round 1 is published it may be chosen
    chosen = ChangeSettings({"acceleration": kind}).apply(event(16), ECF)
    assert ECF.settings_values(chosen.settings)["acceleration"] == kind


def test_an_event_whose_round_1_was_not_drawn_by_halves_is_not_accelerated() -> None:
    after = drawn(event(16))
    accelerated = replace(after, settings=event(16, acceleration="basic").settings)
    with pytest.raises(Refused, match="would start with round 2"):
        ECF.draw(accelerated)


def test_acceleration_once_ended_is_not_resumed() -> None:
    after = event(16, rounds=7, acceleration="basic")
    for _ in range(5):
        after = drawn(after)
    with pytest.raises(Refused, match="not resumed"):
        ChangeSettings({"rounds": 15, "acceleration_rounds": 9}).apply(after, ECF)


def test_fewer_than_eight_players_are_not_accelerated() -> None:
    with pytest.raises(Refused, match="7 players cannot be accelerated"):
        ECF.draw(event(7, acceleration="basic"))
    assert ECF.draw(event(8, acceleration="basic")).matches


def test_the_panel_shows_every_quarter_with_its_grades_and_who_is_on_full_score() -> None:
    after = drawn(event(16, acceleration="basic"))
    (panel,) = ECF.panels(after)
    assert [row[0] for row in panel.rows] == ["A", "B", "C", "D"]
    assert panel.rows[0][1:5] == ("4", "2000", "1970", "1985")
    # the higher grade won: A and C are on 100 %
    assert [row[5] for row in panel.rows] == ["4", "0", "4", "0"]
