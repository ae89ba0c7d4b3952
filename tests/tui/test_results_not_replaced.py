"""A key replaces a result unasked only on a board that the arbiter has gone to himself."""

from __future__ import annotations

from typing import Any

import pytest

from engine.actions import EnterBoardResult, EnterResult
from saves.store import Store
from tests.tui.conftest import EventMaker
from tests.tui.driver import Driver, MemoryDesk
from tests.tui.places import until
from tests.tui.test_congress_results import hall_of
from tests.tui.test_teams_by_board import results
from tui.app import TopboardApp
from tui.coming_back import Left, LeftOff, state_folder
from tui.places.results import RESULTS


def to_another_place_and_back(driver: Any) -> None:
    driver._take(driver.kind.on_return(driver.view, driver.state))


def left_at(store: Store, selected: int) -> None:
    """A console was there, and has ended."""
    files = LeftOff(state_folder())
    files.take(store.folder)
    event = str(store.folder.resolve())
    stand = (len(store.event.published), "play")
    files.note(Left(event=event, place="results", stand=stand, selected=selected, clean=True))
    files.end()


@pytest.mark.parametrize(("left", "back"), [(1, 3), (2, 3), (3, 3), (4, 4)])
async def test_an_event_opened_again_stands_on_no_board_that_has_its_result(
    make_event: EventMaker, left: int, back: int
) -> None:
    store = make_event()
    store.do(EnterResult(1, "1-0"))
    store.do(EnterResult(2, "0-1"))
    left_at(store, left)
    app = TopboardApp(store.folder, remember=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.front and app.front.body.selected == back)
        await pilot.press("-")
        await until(pilot, lambda: app.desk.event.published[0].match(back).result)
    results = [m.result.text if m.result else None for m in app.desk.event.published[0].matches]
    assert results == ["1-0", "0-1", *("-/+" if n == back else None for n in (3, 4))]


async def test_an_event_is_left_on_the_line_that_is_selected_at_that_moment(
    make_event: EventMaker,
) -> None:
    app = TopboardApp(make_event().folder, remember=True)
    app.came_from_list = True
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("1", "0", "q")
        await until(pilot, lambda: app.current_mode == "events")
        assert app.back is not None
        assert app.back._last.selected == 3


def test_a_board_filled_meanwhile_gives_way_to_the_next_open_one() -> None:
    place = Driver(RESULTS, MemoryDesk.playing(8))
    place.desk.do(EnterResult(1, "1-0"))  # by this console in Bracket, on paper, by a command
    to_another_place_and_back(place)
    assert place.state.selected == 2


def test_a_result_is_replaced_by_a_key_where_the_arbiter_has_gone_there() -> None:
    place = Driver(RESULTS, MemoryDesk.playing(8))
    place.enter("1", "up", "0", "g", "1", "enter", "=")
    assert not place.question
    assert place.results() == ["1/2-1/2", None, None, None]


def test_behind_another_place_a_result_is_replaced_after_a_question() -> None:
    place = Driver(RESULTS, MemoryDesk.playing(8))
    place.enter("1", "up")
    to_another_place_and_back(place)
    assert place.state.selected == 1, "nobody's line is taken away"
    place.enter("0")
    assert place.question.startswith("Board 1 has 1-0: 0-1 instead?")
    assert "You did not go to this board yourself" in place.question
    place.enter("enter", "down", "0")
    assert place.results() == ["1-0", "0-1", None, None]


def test_the_same_with_a_board_of_a_match_of_teams() -> None:
    driver = results()
    driver.desk.do(EnterBoardResult(1, 1, "1-0"))
    driver.paint()
    driver.enter("0")
    assert "board 1 has 1-0: 0-1 instead?" in driver.question
    assert "You did not go to this board yourself" in driver.question
    driver.enter("n", "down", "1", "up", "0")
    assert not driver.question
    boards = driver.desk.event.published[0].match(1).lineups
    assert [b.home_result and b.home_result.text for b in boards[:2]] == ["1-0", "0-1"]


def test_the_same_in_a_congress() -> None:
    hall = hall_of()
    hall.enter("1", "1", "up", "0")
    assert not hall.question
    assert hall.results_of("open") == ["1-0", "0-1", None, None]
    hall.enter("g", "1", "enter")
    to_another_place_and_back(hall)
    assert hall.state.selected == ("open", 1)
    hall.enter("=")
    assert "You did not go to this board yourself" in hall.question
    later = hall_of()
    later.desks["open"].do(EnterResult(1, "1-0"))
    to_another_place_and_back(later)
    assert later.state.selected == ("open", 2)
