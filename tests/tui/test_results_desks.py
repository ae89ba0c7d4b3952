"""Results entered at two desks at once."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from engine.actions import EnterResult, EnterResults
from saves.store import open_event
from tests.tui.conftest import EventMaker
from tests.tui.places import (
    heard,
    still,
    until,
)
from tests.tui.test_results_keys import console, settled
from tui.app import TopboardApp
from tui.places.screen import PlaceScreen


async def test_another_desks_result_shows(make_event: EventMaker) -> None:
    store = make_event()
    app = console(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        other = open_event(store.folder, session="other")
        other.do(EnterResult(3, "1/2-1/2"))
        place = app.front
        assert isinstance(place, PlaceScreen)
        await until(pilot, lambda: "½-½" in place.body.lines[2].text)


@pytest.mark.parametrize("key", ["f1", "f3", "f4"])
async def test_the_round_is_finished_at_a_desk_that_did_not_enter_the_last_result(
    make_event: EventMaker, key: str
) -> None:
    store = make_event()
    app = console(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("1", key)
        await until(pilot, lambda: app.desk.event.round(1).matches[0].result is not None)
        other = open_event(store.folder, session="other")
        other.do(EnterResult(2, "0-1"))
        await heard(pilot, other)
        assert app.front is not None
        assert "are in" not in app.front.feet.lines[0].text, "two boards are still playing"
        other.do(EnterResults(((3, "1-0"), (4, "1/2-1/2"))))
        await until(pilot, lambda: app.front is not None and app.front.telling)
        assert "all results of round 1 are in" in app.front.feet.lines[-1].text


async def test_a_line_being_typed_is_not_spoken_over(make_event: EventMaker) -> None:
    store = make_event()
    app = console(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("g", "2")
        other = open_event(store.folder, session="other")
        other.do(EnterResults(tuple((board, "1-0") for board in range(1, 5))))
        await heard(pilot, other)
        await still(pilot)
        assert app.front is not None
        assert [one.text.strip() for one in app.front.feet.lines] == ["go to board or name 2_"]


async def conflicting(pilot: Pilot[None], app: TopboardApp, wait: float = 0) -> None:
    """Somebody else enters board 1 just before the key."""
    other = open_event(app.desk.store.folder, session="other")
    other.do(EnterResult(1, "1-0"))
    await pilot.pause(wait)
    await pilot.press("0")
    await pilot.pause(0.3)


async def test_at_a_conflict_of_two_desks_both_are_shown_as_they_stand(
    make_event: EventMaker,
) -> None:
    app = console(make_event().folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await conflicting(pilot, app)
        place = app.front
        assert isinstance(place, PlaceScreen)
        assert "1-0" in place.body.lines[0].text, "the list behind the question"
        assert " 1/4 " in place.status.shown.text
        await pilot.press("n")
        place = await settled(pilot)
        assert place.feet.lines[0].text.startswith(" last: 1 1-0 ")
        assert "(you)" not in place.feet.lines[0].text
