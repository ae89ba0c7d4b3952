"""Settings, and what is advised about them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.event import Event, Round
from engine.refusal import Refused
from tests.formats.ecf.events import ECF, event, higher_wins, player, published


@pytest.mark.parametrize(
    ("given", "bounds"),
    [
        ({"acceleration_rounds": 2}, "at least 3"),
        ({"acceleration_rounds": 4, "rounds": 5}, "from 3 to 3, rounds - 2"),
        ({"acceleration_rounds": 6, "rounds": 7}, "from 3 to 5, rounds - 2"),
        ({"acceleration_rounds": 3, "rounds": 4}, "5 rounds are needed"),
        ({"acceleration_rounds": "many"}, "whole number"),
        ({"acceleration": "maximal"}, "'none', 'basic' or 'advanced'"),
        ({"pairing": "random"}, "'graded' or 'seeded'"),
    ],
)
def test_a_setting_out_of_its_bounds_is_refused_with_them(
    given: dict[str, Any], bounds: str
) -> None:
    with pytest.raises(Refused) as refusal:
        ECF.settings(given)
    assert next(iter(given)) in refusal.value.what
    assert bounds in str(refusal.value)


def test_fewer_rounds_than_the_fixed_acceleration_needs_are_refused() -> None:
    old = ECF.settings({"rounds": 7, "acceleration_rounds": 5})
    with pytest.raises(Refused, match="acceleration_rounds"):
        ECF.settings({"rounds": 6}, old)


def test_the_number_of_accelerated_rounds_can_be_freed_again() -> None:
    old = ECF.settings({"rounds": 7, "acceleration_rounds": "3"})
    assert ECF.settings_values(old)["acceleration_rounds"] == 3
    assert "acceleration_rounds" not in ECF.settings_values(
        ECF.settings({"acceleration_rounds": "none"}, old)
    )


def urgent(**settings: Any) -> list[str]:
    return [a.text for a in ECF.advise(event(**settings)) if a.urgent]


def test_the_three_conditions_are_told_with_their_figures() -> None:
    text = " | ".join(urgent(count=20, rounds=5, acceleration="basic"))
    assert "the top grade is 190 above the bottom one, it wants over 350" in text
    assert "20 players for 5 rounds, it wants more than 32" in text
    assert "graded" not in text
    nameless = [player(no, None if no < 36 else 0) for no in range(1, 41)]
    text = " | ".join(urgent(count=40, rounds=5, entrants=nameless, acceleration="basic"))
    assert "35 of 40 players are graded, it wants 90 %" in text


def test_an_estimate_is_no_grade_for_the_condition_that_nearly_all_are_graded() -> None:
    guessed = [player(no, estimated=no > 35) for no in range(1, 41)]
    text = " | ".join(urgent(count=40, rounds=5, entrants=guessed, acceleration="basic"))
    assert "35 of 40 players are graded, it wants 90 %" in text


def test_where_acceleration_is_likely_to_work_nothing_is_urgent() -> None:
    assert urgent(count=40, rounds=5, acceleration="basic") == []
    (one,) = ECF.advise(event(40, rounds=5, acceleration="advanced"))
    assert "40 of 40 graded, grades 390 apart" in one.text
    assert "40 players are more than 32 for 5 rounds" in one.text


def test_without_acceleration_it_is_recommended_where_the_source_does_and_said_elsewhere() -> None:
    """General: two perfect scores are possible, nearly all are graded, the grades far apart."""
    (text,) = urgent(count=40, rounds=5)
    assert text.startswith("not accelerated, and two of 40 players can win all 5 rounds: ")
    assert "basic acceleration (weekends) or advanced (longer events)" in text
    for less in ({"count": 20, "rounds": 5}, {"count": 40, "rounds": 5, "pairing": "seeded"}):
        assert urgent(**less) == []
        (one,) = ECF.advise(event(**less))
        assert (
            one.text == "not accelerated: acceleration is none; Settings change it before round 1"
        )
    begun = event(40, rounds=5)
    begun = published(begun, ECF.draw(begun), higher_wins)
    assert not any("accelerated" in one.text for one in ECF.advise(begun)), "nothing changes it now"


def test_seeded_acceleration_is_advised_against() -> None:
    (text,) = urgent(count=40, rounds=5, acceleration="basic", pairing="seeded")
    assert "grading-based" in text


def test_players_without_a_grade_want_an_estimate_and_count_as_the_lowest() -> None:
    entrants = [player(no, None if no < 9 else 0) for no in range(1, 10)]
    before = event(9, entrants=entrants)
    (text,) = urgent(count=9, entrants=entrants)
    assert "1 player without a grade: give an estimate (P9)" in text
    grades = ECF.measures(before, _round(before))
    assert grades, "a field with an ungraded player is measured"
    assert ECF.order(before)[-1] == "9"


def _round(before: Event) -> Round:
    return published(before, ECF.draw(before), higher_wins).rounds[0]


def test_titles_and_then_names_order_players_of_one_grade() -> None:
    titles = ["", "FM", "WIM", "IM", "WGM", "GM", "WFM", "CM"]
    entrants = [player(no, 1800, title=title) for no, title in enumerate(titles, start=1)]
    assert ECF.order(event(8, entrants=entrants)) == ["6", "5", "4", "3", "2", "7", "1", "8"]


def test_names_with_commas_stay_apart_in_the_advice() -> None:
    players = [player(no, 2000 - 10 * no) for no in range(1, 39)]
    nameless = [replace(player(39, 0), name="Mätzner, Ivo"), player(40, 0)]
    told = urgent(count=40, rounds=5, entrants=[*players, *nameless], acceleration="basic")
    assert any("(Mätzner, Ivo; P40)" in text for text in told)
