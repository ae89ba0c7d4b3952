"""The questions before a draw, by keys: who did not come, and who is not checked in."""

from __future__ import annotations

from engine.actions import CheckIn
from tests.tui.conftest import EventMaker
from tests.tui.test_pairings_keys import SIZE, console, place_of
from tui.screens.dialogs import Telling


async def test_who_is_said_to_be_back_is_checked_in_and_not_asked_about_again(
    make_event: EventMaker,
) -> None:
    store = make_event(players=8, published=0)
    store.do(CheckIn(tuple(e.id for e in store.event.entrants[1:])))
    first = store.event.entrants[0].id
    app = console(store)
    async with app.run_test(size=SIZE) as pilot:
        await place_of(pilot)
        await pilot.press("d")
        await pilot.pause(0.2)
        assert isinstance(app.screen, Telling)
        await pilot.press("b")
        await pilot.pause(0.2)
        assert app.desk.event.entrant(first).present
        await pilot.press("x")
