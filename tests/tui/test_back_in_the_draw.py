"""Somebody who was left out of the next round as absent, and is here after all."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.actions import (
    AbsentOut,
    AddEntrant,
    CheckIn,
    EnterResult,
    ImportEntrants,
    Propose,
    RollCall,
)
from engine.entrants import Entrant
from engine.next_draw import next_draw
from engine.refusal import Refused
from tests.playing import play, publish
from tests.tui.desk_cli import CommandLine
from tests.tui.driver import Driver, MemoryDesk
from tui.places.entries import ENTRIES, EntriesState
from tui.screens.leaving import answers_text


def cup(format: str = "knockout") -> MemoryDesk:
    desk = MemoryDesk.created(format)
    people = (Entrant("", name, rating=2000 - 10 * at)
              for at, name in enumerate(("Ann", "Bea", "Cid", "Dan", "Eve")))  # fmt: skip
    desk.do(ImportEntrants(tuple(people)))
    return desk


def entries(desk: MemoryDesk, selected: str) -> Driver[EntriesState]:
    shown = Driver(ENTRIES, desk, (80, 24))
    while shown.state.selected != selected:
        shown.enter("down")
    return shown


def test_checking_in_asks_to_take_the_absence_away() -> None:
    desk = cup()
    bea = desk.event.entrants[1].id
    desk.do(CheckIn(tuple(e.id for e in desk.event.entrants if e.id != bea)))
    desk.do(RollCall(1, out=(bea,)))
    shown = entries(desk, bea)
    shown.enter("space")
    assert shown.question == (
        "Bea is left out of round 1 (not in the bracket, so out of the event). "
        "Checked in: back in round 1?"
    )
    shown.enter("y")
    entrant = desk.event.entrant(bea)
    assert entrant.present
    assert entrant.to_be_paired(1)
    assert shown.message == "Bea is back in round 1"


def test_a_no_leaves_her_out_and_she_is_checked_in() -> None:
    desk = cup()
    bea = desk.event.entrants[1].id
    desk.do(RollCall(1, out=(bea,)))
    shown = entries(desk, bea)
    shown.enter("space", "n")
    assert desk.event.entrant(bea).present
    assert not desk.event.entrant(bea).to_be_paired(1)
    shown.enter("up", "space")  # and clearing the mark asks nothing
    assert not shown.question


def test_checking_in_all_says_who_is_still_out_and_how_that_is_taken_back() -> None:
    desk = cup()
    ann, bea = (e.id for e in desk.event.entrants[:2])
    desk.do(CheckIn((ann,)))
    desk.do(AbsentOut(1))
    shown = Driver(ENTRIES, desk, (80, 24))
    shown.enter("A")
    assert "Bea, Cid, Dan and 1 more are still out of round 1 (y, then 1 -," in shown.message
    assert not desk.event.entrant(bea).to_be_paired(1)


@pytest.mark.parametrize(
    ("format", "means"),
    [("knockout", "not in the bracket, so out of the event"), ("dutch", "0 points")],
)
def test_leaving_out_says_what_it_means(format: str, means: str) -> None:
    desk = cup(format)
    desk.do(CheckIn((desk.event.entrants[0].id,)))
    shown = Driver(ENTRIES, desk, (80, 24))
    shown.run("absent_out")
    assert f"Leave them out of round 1 ({means})?" in shown.question


def test_one_who_is_left_out_is_named() -> None:
    """`1 is out of round 1` told nobody who."""
    desk = cup("dutch")
    desk.do(CheckIn(tuple(e.id for e in desk.event.entrants[1:])))
    shown = Driver(ENTRIES, desk, (80, 24))
    shown.run("absent_out")
    shown.enter("y")
    assert "Ann is out of round 1" in shown.message


def test_the_question_before_a_draw_says_that_a_bracket_is_not_entered_later() -> None:
    desk = cup()
    told = answers_text(desk.event, desk.format).splitlines()
    assert told[0] == "o  out of round 1: not in the bracket, so out of the event"
    play(desk, 1)
    told = answers_text(desk.event, desk.format).splitlines()
    assert told[0] == "o  out of round 2: the match is lost by walkover"
    swiss = cup("dutch")
    told = answers_text(swiss.event, swiss.format).splitlines()
    assert told[0] == "o  out of round 1   p  plays   x  withdraws"


def test_the_command_line_says_who_is_still_out(topboard: CommandLine, tmp_path: Path) -> None:
    folder = tmp_path / "cup"
    (tmp_path / "list.csv").write_text("name\nAnn\nBea\nCid\n", encoding="utf-8")
    topboard.done("new", folder, "--format", "knockout", "--entries", tmp_path / "list.csv")
    topboard.done("present", folder, 2, "--out")
    told = topboard("present", folder, 2)
    assert told.status == 0
    assert "Bea is still out of round 1; `bye EVENT 2 1 -` takes that back" in told.err
    topboard.done("bye", folder, 2, 1, "-")
    assert not topboard("present", folder, 2).err


@pytest.mark.parametrize("command", ["add", "bring_in"])
def test_where_nobody_enters_any_more_no_form_opens(command: str) -> None:
    desk = cup()
    shown = Driver(ENTRIES, desk, (80, 24))
    shown.run(command)
    assert shown.effects
    play(desk, 1, last_open=True)
    shown = Driver(ENTRIES, desk, (80, 24))
    with pytest.raises(Refused, match="no more entries: the draw is published"):
        shown.run(command)
    assert not shown.effects


@pytest.mark.parametrize("format", ["knockout", "double_knockout", "round_robin"])
def test_who_comes_before_the_first_result_is_told_the_way_into_the_draw(format: str) -> None:
    """`make another event` was said, while one key takes the publication back."""
    desk = cup(format)
    play(desk, 1, last_open=True)
    with pytest.raises(Refused) as refused:
        entries(desk, "1").run("add")
    road = "no result is in: take round 1 back (u in Pairings), enter them, draw it again"
    assert refused.value.remedy == road
    desk.undo()
    assert not desk.event.published
    desk.do(AddEntrant(Entrant("", "Late", rating=1500)))
    desk.do(Propose.of(replace(next_draw(desk.event, desk.format), redraw=True)))
    publish(desk)
    assert desk.event.round(1).placed == {"1", "2", "3", "4", "5", "6"}
    board = desk.event.round(1).matches[0].board
    desk.do(EnterResult(board, "1-0", round=1))
    with pytest.raises(Refused) as refused:
        entries(desk, "1").run("add")
    assert refused.value.remedy == "make another event for those who come now"
