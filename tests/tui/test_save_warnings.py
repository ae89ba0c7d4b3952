"""What went wrong while saving, without costing anything, is seen at the console."""

from __future__ import annotations

import pytest

from engine.results import GameResult
from tests.saves.toy import edit
from tests.tui.conftest import EventMaker
from tests.tui.places import on_disk, text_of, until
from tui.app import TopboardApp


async def test_a_save_file_that_was_in_the_way_is_told_and_no_result_is_lost(
    make_event: EventMaker,
) -> None:
    store = make_event()
    app = TopboardApp(store.folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        blocked = store.folder / "round-01.toml"
        blocked.unlink()
        blocked.mkdir()
        await pilot.press("1")
        await until(pilot, lambda: "round-01.toml was written over" in text_of(app))
        await pilot.press("0")
        await until(pilot, lambda: app.desk.event.round(1).match(2).result is GameResult.BLACK)
    assert on_disk(store).event.round(1).match(1).result is GameResult.WHITE


async def test_a_warning_does_not_take_the_place_of_a_result_not_saved(
    make_event: EventMaker,
) -> None:
    app = TopboardApp(make_event().folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.tell("NOT SAVED: board 1: the disk is full", "bad")
        app.desk.store.warnings.append("saved, but the save files could not be rewritten")
        app.desk._tell_warnings()
        await pilot.pause()
        assert "NOT SAVED: board 1: the disk is full; saved, but" in text_of(app)


async def test_a_hand_edit_is_told_at_the_console_before_anything_is_saved(
    make_event: EventMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.desk.WATCH_SECONDS", 0.02)
    store = make_event()
    app = TopboardApp(store.folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        edit(store.folder / "players.toml", lambda text: text.replace('name = "', 'name = "Mc', 1))
        await until(pilot, lambda: "players.toml was edited by hand" in text_of(app))
