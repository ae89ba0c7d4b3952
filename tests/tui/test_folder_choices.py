"""Opening an event that something has happened to: what the console asks, what is done."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from engine.actions import EnterResult
from engine.event import Event
from saves.store import Store, open_event
from tests.tui.conftest import EventMaker
from tests.tui.places import question_of, text_of, until
from tui.app import TopboardApp
from tui.screens.dialogs import Telling
from tui.screens.working import Working


@pytest.fixture
def store(make_event: EventMaker) -> Store:
    """Eight players, round 1 in play, board 1 entered."""
    store = make_event()
    store.do(EnterResult(1, "1-0"))
    return store


def edit(path: Path, change: Callable[[str], str]) -> None:
    before = path.read_text(encoding="utf-8")
    path.write_text(change(before), encoding="utf-8")
    assert change(before) != before


def words(app: TopboardApp) -> str:
    return " ".join(text_of(app).replace("│", " ").split())


def on_disk(store: Store) -> Event:
    return open_event(store.folder, read_only=True).event


def first_result(event: Event) -> str | None:
    result = event.rounds[0].match(1).result
    return result.text if result else None


async def asked(pilot: Pilot[Any], app: TopboardApp) -> str:
    await until(pilot, lambda: isinstance(app.screen, Telling))
    return words(app)


async def test_every_difference_of_a_hand_edit_can_be_read_before_it_is_taken(
    store: Store,
) -> None:
    names = [e.name.split(",")[0] for e in store.event.entrants]
    path = store.folder / "players.toml"
    edit(path, lambda text: re.sub(r'name = "([^",]+),', r'name = "\1x,', text))
    edit(store.folder / "round-01.toml", lambda text: text.replace('"1-0"', '"0-1"'))
    app = TopboardApp(store.folder)
    async with app.run_test(size=(80, 40)) as pilot:
        told = await asked(pilot, app)
        assert "edited by hand" in told
        assert all(f"{name}x" in told for name in names)
        assert "board 1: result 1-0, now 0-1" in told
        await pilot.press("enter")
        await until(pilot, lambda: "taken over, as one action" in words(app))
        assert first_result(on_disk(store)) == "0-1"
        await pilot.press("u")
        await until(pilot, lambda: first_result(app.desk.event) == "1-0")


async def test_a_cut_journal_is_not_called_a_hand_edit(store: Store) -> None:
    path = store.folder / "journal.log"
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-1]))
    app = TopboardApp(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        told = await asked(pilot, app)
        assert "The journal ends at action" in told
        assert "by hand" not in told.lower()
        assert "board 1: result empty, now 1-0" in told
        await pilot.press("down", "enter")
        await until(pilot, lambda: "copies of the files are in quarantine" in words(app))
        assert first_result(on_disk(store)) is None
    assert "1-0" in next(store.folder.glob("quarantine/*round-01.toml")).read_text()


async def test_a_damaged_journal_is_looked_at_or_followed_by_a_new_one(store: Store) -> None:
    edit(store.folder / "journal.log", lambda text: text.replace("Ashgrove, Liam", "Ashgrove, Ed"))
    app = TopboardApp(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        assert "The journal is damaged" in await asked(pilot, app)
        await pilot.press("enter")
        await until(pilot, lambda: not isinstance(app.screen, Telling))
        assert "READ-ONLY" in words(app)
        await pilot.press("f1", "x")
        await until(pilot, lambda: "NOT SAVED" in words(app))
        assert not question_of(app)
        await pilot.press("f3", "2", "1", "enter")
        await until(pilot, lambda: "NOT SAVED" in words(app))
        app.action_hand_edits()
        await asked(pilot, app)
        await pilot.press("down", "enter")
        await until(pilot, lambda: question_of(app))
        await pilot.press("y")
        await until(pilot, lambda: "a new journal has begun" in words(app))
    again = open_event(store.folder)
    assert (again.read_only, again.notes, again.journal.head.n) == ("", (), 1)
    assert first_result(again.event) == "1-0"


async def test_a_journal_that_is_no_file_has_no_sound_actions(store: Store) -> None:
    journal = store.folder / "journal.log"
    journal.rename(store.folder / "aside")
    journal.symlink_to("aside")
    app = TopboardApp(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        assert "not a regular file (a link). 0 actions before it are sound" in " ".join(
            (await asked(pilot, app)).split()
        )


async def test_verify_in_the_history_says_what_it_found(store: Store) -> None:
    app = TopboardApp(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("H", "V")
        assert f"sound: {store.journal.head.n} actions, head {store.head}" in await asked(
            pilot, app
        )
        await pilot.press("escape")
        edit(store.folder / "round-01.toml", lambda text: text.replace('"1-0"', '"0-1"'))
        await until(pilot, lambda: not isinstance(app.screen, Telling))
        await pilot.press("V")
        assert "round-01.toml: the seal does not fit" in await asked(pilot, app)


async def test_esc_stops_verifying_and_what_is_known_is_said(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("saves.verify.EVERY", 1)
    counted = Working.went_on

    def slow(self: Working, done: int, all: int) -> None:
        self.ended.wait(5)
        counted(self, done, all)

    monkeypatch.setattr(Working, "went_on", slow)
    app = TopboardApp(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("H", "V")
        await until(pilot, lambda: isinstance(app.screen, Working))
        await pilot.press("escape")
        told = await asked(pilot, app)
        assert "Stopped" in told
        assert "seals and chain" in told
        assert "is not known" in told


async def test_leaving_the_console_ends_a_verify_that_is_under_way(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("saves.verify.EVERY", 1)
    monkeypatch.setattr(Working, "went_on", lambda self, done, all: self.ended.wait(5))
    app = TopboardApp(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("H", "V")
        await until(pilot, lambda: isinstance(app.screen, Working))
        working = app.screen
        await pilot.press("ctrl+q")
    assert isinstance(working, Working)
    assert working.ended.is_set()
