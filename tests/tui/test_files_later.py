"""The save files follow when nobody types results: off the path of a key, and never forgotten."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.actions import EnterResult
from saves.checkpoint import read_saves
from saves.disk import Disk
from saves.store import Store, open_event
from saves.verify import SOUND, verify
from tests.tui.conftest import EventMaker
from tests.tui.cups import cup
from tests.tui.places import text_of, until
from tui.app import TopboardApp
from tui.places.screen import PlaceScreen

NEVER = 3600.0


def behind(store: Store) -> int:
    """How many actions of the journal the save files do not have yet."""
    whole = read_saves(Disk(), store.folder).whole
    assert whole is not None
    store.refresh()
    return store.journal.head.n - whole.journal_n


async def test_files_wait_for_the_last_of_several_results(
    make_event: EventMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.desk.FILES_SECONDS", 0.5)
    app = TopboardApp(make_event(players=16).folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "8 missing" in text_of(app))
        assert isinstance(app.front, PlaceScreen)
        await pilot.press("1", "0", "1")
        await app.front.saved()
        assert behind(app.desk.store) == 3
        await until(pilot, lambda: behind(app.desk.store) == 0)


@pytest.mark.parametrize("place", ["results", "bracket"])
async def test_who_quits_at_once_leaves_save_files_that_are_up(
    make_event: EventMaker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    monkeypatch.setattr("tui.desk.FILES_SECONDS", NEVER)
    store = make_event(players=16) if place == "results" else cup(tmp_path / "cup", 16, 1)
    app = TopboardApp(store.folder, place)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.front is not None and app.front.place == place)
        await pilot.pause()
        before = app.desk.event
        await pilot.press("1")
        await until(pilot, lambda: app.desk.event is not before)
        assert behind(app.desk.store) == 1
    assert behind(store) == 0
    assert verify(store.folder).status == SOUND


async def test_what_another_desk_did_is_shown_though_it_is_met_with_while_files_are_written(
    make_event: EventMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.desk.FILES_SECONDS", 0.5)
    monkeypatch.setattr("tui.desk.WATCH_SECONDS", NEVER)
    app = TopboardApp(make_event(players=16).folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "8 missing" in text_of(app))
        assert isinstance(app.front, PlaceScreen)
        await pilot.press("1")
        await app.front.saved()
        open_event(app.desk.store.folder, session="other").do(EnterResult(5, "1/2-1/2"))
        await until(pilot, lambda: "½-½" in text_of(app) and "6 missing" in text_of(app))
