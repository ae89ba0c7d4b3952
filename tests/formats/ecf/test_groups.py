"""Basic and Advanced from round 2 on: who is in which pairing group, by hand-made rounds."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from engine.entrants import Entrant, RequestedBye
from engine.event import Event
from engine.protocol import Proposal
from formats.ecf.groups import GROUP_A, GROUP_B, TWO_SIDED
from tests.formats.ecf.events import (
    ECF,
    as_round,
    as_written,
    by_chance,
    event,
    groups,
    meets,
    pair,
    player,
    published,
    score,
    some_event,
)
from tests.sampling import each, sampled

ROUND_1 = "1-5 1-0,6-2 1/2-1/2,3-7 1-0,8-4 1-0,9-13 1/2-1/2,14-10 1/2-1/2,11-15 0-1,16-12 0-1"
"""Of 16: 1, 3 and 8 win in the top half, 12 and 15 in the bottom half."""


def test_basic_round_2_has_the_groups_of_the_source() -> None:
    found = groups(ECF.draw(as_written(event(16, acceleration="basic"), ROUND_1)))
    assert found == {
        # the median of 1, 3, 8 floats to the highest half-pointer who is due White
        GROUP_A: [pair(1, 8), pair(3, 2)],
        # 12 and 15 are due White: 6 is the one who is due Black, then the highest left
        GROUP_B: [pair(12, 4), pair(15, 6)],
        # 9 v 13 and 10 v 14 were round 1
        "(c) bottom-half ½ and remaining top-half ½": [pair(9, 10), pair(13, 14)],
        "(d) bottom-half 0 and remaining top-half 0": [pair(5, 11), pair(7, 16)],
    }


def absent_in_round_2(*numbers: int) -> list[Entrant]:
    out = RequestedBye(2, Decimal(0))
    return [
        replace(player(no), byes=(out,)) if no in numbers else player(no) for no in range(1, 17)
    ]


STRONG_BOTTOM = "1-5 1-0,6-2 1/2-1/2,3-7 1-0,8-4 1-0,9-13 1-0,14-10 0-1,11-15 1-0,16-12 0-1"


def test_the_floater_of_the_top_half_is_turned_to_the_bottom_half_if_that_would_outnumber() -> None:
    # 5 and 7 are away: 2, 4 and 6 are left for four on 100 %; with 3 v 2 there would be two
    entrants = absent_in_round_2(5, 7)
    drawn = ECF.draw(as_written(event(16, 5, entrants, acceleration="basic"), STRONG_BOTTOM))
    # 3 is due Black; of 9, 10, 11, 12 the highest who is due White is 10
    assert pair(3, 10) in groups(drawn)[GROUP_A]
    assert {frozenset(p) & {"2", "4", "6"} for p in groups(drawn)[GROUP_B]} == {
        frozenset("2"),
        frozenset("4"),
        frozenset("6"),
    }
    heading = ECF.headings(
        as_written(event(16, 5, entrants, acceleration="basic"), STRONG_BOTTOM),
        as_round(drawn),
    )[GROUP_A]
    assert "P3 v P2 undone" in heading


def test_the_game_stands_if_the_bottom_half_does_not_outnumber() -> None:
    drawn = ECF.draw(as_written(event(16, acceleration="basic"), STRONG_BOTTOM))
    assert pair(3, 2) in groups(drawn)[GROUP_A]
    assert len(groups(drawn)[GROUP_B]) == 4


def test_bottom_half_players_without_anybody_of_the_top_half_meet_among_themselves() -> None:
    # nobody but 2 is left of the eligible top half
    entrants = absent_in_round_2(4, 5, 6, 7, 8)
    before = as_written(event(16, 5, entrants, acceleration="basic"), STRONG_BOTTOM)
    found = groups(ECF.draw(before))
    assert found[GROUP_B] == [pair(9, 2)]
    # of 10, 11 and 12 two are due White; the one nearest the median, looking down, floats
    ten_and_eleven, floater = found["(b) bottom-half 100 % among themselves"]
    assert ten_and_eleven == pair(10, 11)
    assert "12" in floater


C, D = "(c) remaining top-half ½", "(d) bottom-half ½ v top-half 0"
"""Of Advanced, in round 2."""
NEEDY = "1-6 1-0,2-7 1-0,3-8 1-0,4-9 1/2-1/2,5-10 1/2-1/2,11-14 1-0,12-15 1/2-1/2,13-16 1/2-1/2"


def test_the_counting_step_substitutes_and_then_promotes() -> None:
    before = as_written(event(16, acceleration="advanced"), NEEDY)
    drawn = ECF.draw(before)
    found = groups(drawn)
    # 2 floats to 9. 11 wants White's opposite: 6 at first; 10 (½, due White too) replaces him
    assert found[GROUP_A] == [pair(1, 3), pair(2, 9)]
    assert found[GROUP_B] == [pair(11, 10)]
    # need 4 against 3: 12 and 13 join 4 and 5, then two against three
    assert {id for p in found[C] for id in p} == {"4", "5", "12", "13"}
    assert {id for p in found[D] for id in p} == {"6", "7", "15", "16"}
    assert found["(e) bottom-half 0 and remaining top-half 0"] == [pair(8, 14)]
    heading = ECF.headings(before, as_round(drawn))[GROUP_B]
    assert "P10 replaces P6" in heading
    assert "P12 · P13 promoted into group (c)" in heading
    assert "2 players of the bottom half, 3 of the top half on 0" in heading


ALL_DRAWN = (
    "1-6 1-0,2-7 1/2-1/2,3-8 1/2-1/2,4-9 1/2-1/2,5-10 1/2-1/2,"
    "11-14 1/2-1/2,12-15 1/2-1/2,13-16 1/2-1/2"
)


def test_where_nobody_can_be_substituted_the_highest_of_the_bottom_half_are_promoted() -> None:
    # top half-pointers 8, one floated up to: 7 are odd; one top player on 0
    found = groups(ECF.draw(as_written(event(16, acceleration="advanced"), ALL_DRAWN)))
    assert found[D] == [pair(16, 6)]
    assert {"11", "12", "13", "14", "15"} <= {id for p in found[C] for id in p}


def top_half(event: Event) -> set[str]:
    return {e.id for e in event.entrants if e.section in ("A", "B")}


@pytest.mark.parametrize("seed", sampled(range(60), (*range(0, 60, 6), 33)))
@pytest.mark.parametrize("kind", ["basic", "advanced"])
def test_a_two_sided_group_never_holds_a_game_within_one_half(kind: str, seed: int) -> None:
    now = some_event(seed, acceleration=kind)
    for _ in range(now.settings.rounds):
        drawn = ECF.draw(now)
        top = top_half(now)
        for match in drawn.matches:
            if match.part in TWO_SIDED:
                assert len(top & set(match.pair)) == 1
        now = published(now, drawn, by_chance(seed))


@each("seed", range(40))
def test_in_basic_every_bottom_half_player_on_full_score_meets_the_top_half_if_it_has_enough(
    seed: int,
) -> None:
    now = some_event(seed, low=16, acceleration="basic")
    now = published(now, ECF.draw(now), by_chance(seed))
    drawn = ECF.draw(now)
    top = top_half(now)
    winners = {id for id in _all(now) if _won(now, id)}
    chasers, targets = winners - top, top - winners
    if len(winners & top) % 2 == 0 and len(targets) >= len(chasers):
        assert all(meets(drawn, id) in targets for id in chasers if id not in _byes(drawn))


def _all(event: Event) -> set[str]:
    return {e.id for e in event.entrants}


def _won(event: Event, id: str) -> bool:
    return score(event, id) == 1


def _byes(drawn: Proposal) -> set[str]:
    return {bye.entrant for bye in drawn.byes}


@pytest.mark.parametrize(
    ("points", "less"), [({}, "½"), ({"win_points": Decimal(3), "draw_points": Decimal(1)}, "2")]
)
def test_the_group_behind_the_lead_is_named_by_what_a_draw_loses(
    points: dict[str, Any], less: str
) -> None:
    """With 3 points for a win and 1 for a draw nobody is half a point behind."""
    now = event(40, rounds=7, acceleration="advanced", **points)
    for seed in (1, 2):
        now = published(now, ECF.draw(now), by_chance(seed, draws=0.5))
    names = {name for name in groups(ECF.draw(now)) if name.startswith("(c)")}
    assert names == {f"(c) top-half 100 % less {less}"}
