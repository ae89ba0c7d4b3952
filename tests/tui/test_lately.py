"""What another desk has just done stands out for some seconds, and says who did it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.actions import (
    AddEntrant,
    EnterResult,
    Instruct,
    Propose,
    PublishRound,
    TurnBoard,
    Withdraw,
)
from engine.entrants import Entrant
from engine.event import Instruction
from engine.next_draw import next_draw
from saves.store import open_event
from tests.tui.conftest import EventMaker
from tests.tui.driver import Driver, MemoryDesk
from tests.tui.places import text_of, until
from tests.tui.snapshot import cells
from tui.app import TopboardApp
from tui.desk import entrants_lately, lately_line
from tui.places.entries import ENTRIES
from tui.places.pairings import PAIRINGS
from tui.places.results import RESULTS
from tui.places.standings import STANDINGS


def test_a_result_of_another_desk_stands_out_for_some_seconds() -> None:
    place = Driver(RESULTS, MemoryDesk.playing(8))
    place.other_desk(EnterResult(3, "0-1"))
    assert set(place.shown.bright) == {3}
    assert "3 0-1 anna@desk2" in place.shown.foot.text
    place.later()
    assert not place.shown.bright
    place.enter("1")
    assert not place.shown.bright, "what is done here does not stand out"


def test_a_board_of_the_round_in_play_does_not_stand_out_in_an_earlier_one() -> None:
    place = Driver(RESULTS, MemoryDesk.playing(8, published=2))
    place.enter("[")
    place.other_desk(EnterResult(3, "0-1", round=2))
    assert not place.shown.bright


def test_whoever_another_desk_changes_stands_out_in_the_lists_of_people() -> None:
    places: list[Driver[Any]] = [
        Driver(ENTRIES, MemoryDesk.playing(8)),
        Driver(STANDINGS, MemoryDesk.playing(8)),
    ]
    for place in places:
        one = place.desk.event.entrants[4]
        place.other_desk(Withdraw(one.id))
        assert set(place.shown.bright) == {one.id}
        told = lately_line(place.view)
        assert told is not None
        assert f"{one.name} ({one.start_number}) was changed by anna@desk2" in told.text
        place.later()
        assert lately_line(place.view) is None


def test_who_is_entered_elsewhere_is_named_and_stands_out() -> None:
    place = Driver(ENTRIES, MemoryDesk.playing(8))
    place.other_desk(AddEntrant(Entrant("", "Late, Larry")))
    new = place.desk.event.entrants[-1]
    assert new.name == "Late, Larry"
    assert set(place.shown.bright) == {new.id}
    told = lately_line(place.view)
    assert told is not None
    assert told.text.strip() == "Late, Larry was entered by anna@desk2"


def test_a_board_turned_elsewhere_stands_out_in_the_proposal() -> None:
    desk = MemoryDesk.playing(8, published=0)
    desk.do(Propose.of(next_draw(desk.event, desk.format)))
    place = Driver(PAIRINGS, desk)
    place.other_desk(TurnBoard(2))
    assert set(place.shown.bright) == {2}
    told = lately_line(place.view)
    assert told is not None
    assert "Board 2 was changed by anna@desk2" in told.text


def test_a_bar_and_a_draw_elsewhere_are_told_as_what_they_are() -> None:
    desk = MemoryDesk.playing(8, published=0)
    desk.do(Propose.of(next_draw(desk.event, desk.format)))
    place = Driver(PAIRINGS, desk)
    one, other, *_ = desk.event.entrants
    bar = Instruct(Instruction("bar", one.id, other.id, 1))
    place.other_desk(bar)
    assert _told(place) == f"anna@desk2: {bar.describe(place.desk.event)}"
    assert entrants_lately(place.view) == {one.id, other.id}
    place.other_desk(replace(Propose.of(next_draw(desk.event, desk.format)), redraw=True))
    assert _told(place) == "anna@desk2: draw of round 1: 4 boards"


def test_an_extra_board_published_elsewhere_is_no_round_published() -> None:
    desk = MemoryDesk.playing(8, format="kjca", published=0)
    desk.do(Propose.of(next_draw(desk.event, desk.format)))
    place = Driver(RESULTS, desk)
    place.other_desk(PublishRound(1))
    assert _told(place) == "Round 1 was published by anna@desk2"
    desk.do(AddEntrant(Entrant("", "Late, Larry")))
    desk.do(AddEntrant(Entrant("", "Later, Lena")))
    desk.do(Propose.of(next_draw(desk.event, desk.format)))
    place.other_desk(PublishRound(1))
    assert _told(place) == "An extra board of round 1 was published by anna@desk2"


def _told(place: Driver[Any]) -> str:
    told = lately_line(place.view)
    assert told is not None
    return told.text.strip()


async def test_a_round_published_elsewhere_says_by_whom(
    make_event: EventMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.desk.FRESH_SECONDS", 600.0)
    store = make_event(players=8, published=1)
    app = TopboardApp(store.folder, "pairings")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "published" in text_of(app))
        monkeypatch.setenv("TOPBOARD_USER", "ben")
        other = open_event(store.folder, session="console pts/7")
        assert other.event.current is not None
        for match in other.event.current.matches:
            if match.open:
                other.do(EnterResult(match.board, "1-0", round=1))
        other.do(Propose.of(next_draw(other.event, other.format)))
        await until(pilot, lambda: "PROPOSAL" in text_of(app))
        other.do(PublishRound(2))
        await until(pilot, lambda: "round 2 was published by ben@" in text_of(app))
        await pilot.press("f3")
        other.do(EnterResult(3, "0-1"))
        await until(pilot, lambda: _ground(app, 3) != _ground(app, 2))


def _ground(app: TopboardApp, board: int) -> set[str]:
    """The colours behind the line of a board."""
    lines = {"".join(cell.text for cell in line).strip(): line for line in cells(app)}
    return {
        cell.ground
        for text, line in lines.items()
        if text.startswith(f"{board}  ")
        for cell in line
    }
