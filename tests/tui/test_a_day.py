"""A day at the desk by keys alone, in the real format, with draws by the real child process."""

from __future__ import annotations

import asyncio
from pathlib import Path

from textual.pilot import Pilot

from engine.actions import AddEntrant, CreateEvent, ImportEntrants, Withdraw
from engine.entrants import Entrant
from engine.event import Event, Round
from engine.standings import standings
from engine.waiting import missing_boards
from saves.store import Store, create_event, open_event
from tests.tui.conftest import NAMES
from tests.tui.places import (
    heard,
    until,
)
from tui.app import TopboardApp
from tui.places.screen import PlaceScreen
from tui.screens.dialogs import Telling

ROUNDS = 5


def evening_before(folder: Path, players: int = 13) -> Store:
    store = create_event(folder, CreateEvent("Kent Juniors", "kjca", {"rounds": ROUNDS}))
    entrants = (
        Entrant("", NAMES[i], rating=1700 - 30 * i, school=f"School {i % 4}")
        for i in range(players)
    )
    store.do(ImportEntrants(tuple(entrants)))
    return store


async def settle(pilot: Pilot[None]) -> TopboardApp:
    app = pilot.app
    assert isinstance(app, TopboardApp)
    await pilot.pause()
    await pilot.pause()
    while isinstance(app.front, PlaceScreen) and app.desk.beside is not None:
        await asyncio.sleep(0.05)
    if isinstance(app.front, PlaceScreen):
        await app.front.saved()
    await pilot.pause()
    return app


async def draw_and_publish(pilot: Pilot[None]) -> TopboardApp:
    """Who did not come in the round before is back."""
    for key in ("f2", "d", "P", "y"):
        await pilot.press(key)
        app = await settle(pilot)
        if isinstance(app.screen, Telling):
            await pilot.press("A")
            await settle(pilot)
    return await settle(pilot)


async def enter_all(pilot: Pilot[None], keys: str) -> None:
    await pilot.press("f3")
    app = await settle(pilot)
    count = len(missing_boards(_in_play(app.desk.event)))
    await pilot.press(*(keys * 3)[:count])
    await settle(pilot)


def _in_play(event: Event) -> Round:
    assert event.current is not None
    return event.current


async def test_a_whole_event_by_keys(tmp_path: Path) -> None:
    store = evening_before(tmp_path / "kent")
    app = TopboardApp(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        for number in range(1, ROUNDS + 1):
            await draw_and_publish(pilot)
            assert _in_play(app.desk.event).number == number
            if number == 2:
                store.refresh()
                store.do(AddEntrant(Entrant("", "Late, Fiadh", rating=1400)))
            await enter_all(pilot, "10=1+01=")
            if number == 3:
                store.refresh()
                store.do(Withdraw("5"))
                await until(pilot, lambda: app.desk.event.entrant("5").withdrawn)
        assert app.desk.format.next_step(app.desk.event).name == "finished"
        await pilot.press("f4")
        await settle(pilot)
        assert app.front is not None
        assert app.front.place == "standings"
    reopened = open_event(store.folder).event
    assert [missing_boards(r) for r in reopened.rounds] == [()] * ROUNDS
    tables = standings(reopened, store.format.order(reopened))
    assert len(tables[0].rows) == 14
    assert ["14" in r.placed for r in reopened.rounds] == [False, False, True, True, True]
    assert not any("5" in r.placed for r in reopened.rounds[3:]), "withdrawn after round 3"


async def test_a_late_entry_in_round_1_has_an_extra_board_as_a_proposal(tmp_path: Path) -> None:
    store = evening_before(tmp_path / "kent")
    app = TopboardApp(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await draw_and_publish(pilot)
        byes = [b.entrant for b in _in_play(app.desk.event).byes]
        store.refresh()
        store.do(AddEntrant(Entrant("", "Late, Fiadh", rating=1400)))
        await pilot.press("f2")
        await heard(pilot, store)
        assert app.front is not None
        assert "Late, Fiadh; d proposes extra boards" in app.front.body.lines[0].text
        await pilot.press("d")
        await settle(pilot)
        texts = [one.text for one in app.front.body.lines]
        assert any("extra boards for late entries" in text for text in texts)
        assert not any("the bye" in text for text in texts)
        assert "EXTRA BOARDS PROPOSED" in app.front.status.shown.text
        await pilot.press("P")
        await settle(pilot)
        await pilot.press("y")
        await settle(pilot)
        (extra,) = [m for m in _in_play(app.desk.event).matches if "14" in m.pair]
        assert extra.opponent("14") == byes[0]
        assert _in_play(app.desk.event).byes == ()


async def test_u_takes_back_the_draw_that_my_console_made(tmp_path: Path) -> None:
    store = evening_before(tmp_path / "kent")
    app = TopboardApp(store.folder, "pairings")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("d")
        await settle(pilot)
        assert app.desk.event.proposal is not None
        await pilot.press("u")
        await settle(pilot)
        assert app.desk.event.proposal is None
