"""A match that is not finished: the bracket goes on where it can, and waits where it must."""

from __future__ import annotations

import pytest

from engine.actions import EnterResult
from engine.refusal import Refused
from engine.waiting import NextStep
from formats.registry import format_named
from tests.formats.gnot.evenings import Evenings
from tests.formats.knockout.cups import Cup


def next_step(cup: Cup) -> NextStep:
    return cup.format.next_step(cup.event)


def names(cup: Cup, number: int) -> list[set[str]]:
    return [{cup.event.entrant(id).name for id in m.pair} for m in cup.event.round(number).matches]


@pytest.mark.parametrize("form", ["games", "imps"])
def test_the_others_go_on_and_its_winner_s_match_is_drawn_when_it_can_be(form: str) -> None:
    won = "1-0" if form == "games" else "45-31"
    cup = Cup(8, score=form)
    cup.draw()
    cup.enter("?", won, won, won)
    assert next_step(cup).name == "draw"
    where = "board" if form == "games" else "table"
    assert next_step(cup).notes == (f"round 1, {where} 1 is adjourned",)
    cup.draw()
    assert names(cup, 2) == [{"P2", "P3"}]
    # the semi-final of the winners of boards 1 and 2 waits; with the other one played nothing is
    # left to be drawn
    cup.enter(won)
    step = next_step(cup)
    assert (step.name, step.round, step.missing) == ("play", 1, (1,))
    cup.do(EnterResult(1, won, "?", 1))
    assert next_step(cup).name == "draw"
    cup.draw()
    assert names(cup, 3) == [{"P1", "P4"}]
    cup.enter(won)
    cup.draw()
    (final,) = names(cup, 4)
    assert len(final & {"P2", "P3"}) == len(final & {"P1", "P4"}) == 1
    cup.enter(won)
    assert next_step(cup).name == "finished"
    assert [row.rank for row in cup.format.standings(cup.event)[0].rows] == [1, 2, 3, 3, 5, 5, 5, 5]


def test_a_match_that_waits_gives_nobody_a_point_and_puts_nobody_out() -> None:
    cup = Cup(4)
    cup.draw()
    cup.enter("?", "1-0")
    rows = {row.name: row for row in cup.format.standings(cup.event)[0].rows}
    assert rows["P1"].points == rows["P4"].points == 0
    assert rows["P1"].status is rows["P4"].status is None
    assert rows["P3"].status == "out"
    assert next_step(cup).name == "play"
    assert next_step(cup).missing == (1,)


def test_a_winner_who_is_taken_back_is_refused_where_he_has_played_on() -> None:
    cup = Cup(4)
    cup.draw()
    cup.enter("1-0", "1-0")
    cup.draw()
    with pytest.raises(Refused, match="has been played on"):
        cup.do(EnterResult(1, "?", "1-0", 1, replace=True))


def test_where_the_next_draw_needs_all_results_it_is_said_what_to_do() -> None:
    evenings = Evenings(20)
    evenings.publish()
    with pytest.raises(Refused) as refused:
        evenings.correct(1, 1, "?")
    assert refused.value.what == "a match cannot be adjourned here"
    assert "leave the board without a result" in refused.value.remedy
    assert not format_named("gnot").adjourned_waits
