"""A later version works on the event that is open here, or was at it before."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.actions import EnterResult
from saves.journal import decode, encode, line_hash
from saves.store import Store
from tests.tui.conftest import EventMaker
from tests.tui.desk_cli import CommandLine
from tests.tui.places import question_of, text_of, until
from tui.app import TopboardApp
from tui.projector.watching import Watched
from tui.screens.dialogs import Telling
from tui.screens.listed_events import looked_into


@pytest.fixture
def store(make_event: EventMaker) -> Store:
    """Eight players, round 1 in play, one result."""
    store = make_event()
    store.do(EnterResult(1, "1-0"))
    return store


def handshake(folder: Path) -> None:
    """Version 9.9 does what this one does not know."""
    path = folder / "journal.log"
    last = path.read_bytes().splitlines()[-1]
    known = decode(last)
    entry = replace(
        known, n=known.n + 1, prev=line_hash(last), action={"kind": "handshake"}, program="9.9"
    )
    with path.open("ab") as file:
        file.write(encode(entry))


def words(app: TopboardApp) -> str:
    return " ".join(text_of(app).replace("│", " ").split())


async def test_an_open_console_goes_read_only_and_says_why(store: Store) -> None:
    app = TopboardApp(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        handshake(store.folder)
        await until(pilot, lambda: "READ-ONLY" in words(app))
        await until(pilot, lambda: "cannot be applied by this version" in words(app))
        await pilot.press("H")
        await until(pilot, lambda: "handshake, not understood by this version" in words(app))
        assert "round 1, board 1: 1-0" in words(app)


async def test_a_console_opens_it_read_only_and_asks_about_a_new_journal(store: Store) -> None:
    handshake(store.folder)
    app = TopboardApp(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, Telling))
        assert "This version cannot follow the journal" in words(app)
        assert "handshake" in words(app)
        await pilot.press("down", "enter")
        await until(pilot, lambda: question_of(app))
        await pilot.press("y")
        await until(pilot, lambda: "a new journal has begun" in words(app))
        await pilot.press("g", "2", "enter", "0")
        await until(
            pilot, lambda: not app.desk.store.read_only and app.desk.store.journal.head.n == 2
        )


def test_the_log_lists_what_is_not_understood(store: Store, topboard: CommandLine) -> None:
    handshake(store.folder)
    told = topboard("log", store.folder, "--json").json["entries"]
    assert [one["action"] for one in told][-2:] == ["result", "not understood"]
    assert told[-1]["text"] == "handshake, not understood by this version"


def test_the_wall_says_that_more_was_done(store: Store) -> None:
    watched = Watched(store.folder, "hall")
    assert watched.first().trouble == ""
    handshake(store.folder)
    seen = watched.look()
    assert seen is not None
    assert "not all that was done" in seen.trouble
    assert "not all that was done" in Watched(store.folder, "hall").first().trouble


def test_the_list_of_events_says_that_it_opens_read_only(store: Store) -> None:
    assert looked_into(store.folder).problem == ""
    handshake(store.folder)
    problem = looked_into(store.folder).problem
    assert problem == "opens read-only: this version cannot follow its journal"
