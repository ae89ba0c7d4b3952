"""The folder changes under an open console and a projector: what is asked, what is shown."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from textual.pilot import Pilot

from engine.actions import EnterResult
from engine.refusal import Refused
from saves.departures import DepartureKind
from saves.journal import CONTINUES, continuing
from saves.round_clock import CLOCK_NAME
from saves.store import Store, open_event
from saves.verify import verify
from tests.tui.conftest import EventMaker
from tests.tui.desk_cli import CommandLine
from tests.tui.places import juniors, question_of, text_of, until
from tui.app import TopboardApp
from tui.projector.watching import Watched
from tui.screens.dialogs import Telling
from tui.screens.folder_choices import LATER
from tui.widgets.lines import line


@pytest.fixture
def store(make_event: EventMaker) -> Store:
    """Eight players, round 1 in play; a backup with one result, then two more."""
    store = make_event()
    store.do(EnterResult(1, "1-0"))
    shutil.copytree(store.folder, store.folder.with_name("backup"))
    store.do(EnterResult(2, "1-0"))
    return store


def backup(store: Store) -> Path:
    return store.folder.with_name("backup")


def exchange(store: Store) -> None:
    """An older backup at the folder's place."""
    store.folder.rename(store.folder.with_name("taken"))
    shutil.copytree(backup(store), store.folder)


def take_away(folder: Path) -> None:
    """In one step, as a desk may write a file into it while it is deleted file by file."""
    folder.rename(folder.with_name("deleted"))


def words(app: TopboardApp) -> str:
    return " ".join(text_of(app).replace("│", " ").split())


def boards(folder: Path) -> dict[int, str]:
    event = open_event(folder, read_only=True).event
    return {m.board: m.result.text for m in event.rounds[0].matches if m.result}


async def asked(pilot: Pilot[Any], app: TopboardApp, words_in: str) -> None:
    await until(pilot, lambda: isinstance(app.screen, Telling) and words_in in words(app))


async def test_an_older_backup_at_the_events_place_is_said_and_nothing_is_written_there(
    store: Store,
) -> None:
    app = TopboardApp(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        exchange(store)
        before = {p.name: p.read_bytes() for p in store.folder.glob("*.*")}
        await asked(pilot, app, "An earlier state of the event is in this folder")
        assert "1 action that this desk holds is not there; it is kept in " in words(app)
        assert "board 2: result 1-0, now empty" in words(app)
        await pilot.press("enter")
        await until(pilot, lambda: "READ-ONLY" in words(app))
        await pilot.press("3", "1")
        await until(pilot, lambda: "NOT SAVED: board 3" in words(app))
        await asked(pilot, app, "An earlier state of the event is in this folder")
        assert {p.name: p.read_bytes() for p in store.folder.glob("*.*")} == before
        await pilot.press("down", "down", "enter")
        await until(pilot, lambda: question_of(app))
        await pilot.press("y")
        await until(pilot, lambda: "put back: the folder has what this desk holds" in words(app))
        assert boards(store.folder) == {1: "1-0", 2: "1-0"}
        await pilot.press("g", "3", "enter", "0")
        await until(pilot, lambda: boards(store.folder).get(3) == "0-1")
    assert verify(store.folder).status == 0


async def test_a_list_that_goes_on_below_the_dialog_says_so(store: Store) -> None:
    """Of 30 boards whose results are not there an arbiter sees that there are more than fit, below
    a title of two lines too."""
    title = "Another course of the event is in this folder: it has other actions from action 11 on"
    app = TopboardApp(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(Telling(title, [line(f"board {n}") for n in range(30)], LATER))
        await until(pilot, lambda: "from action 11 on" in words(app))
        assert "until then nothing is saved ↑ ↓ more" in words(app)
        assert text_of(app).count("board ") > 10


async def test_what_is_there_is_gone_on_with_and_what_it_lacks_is_kept(store: Store) -> None:
    app = TopboardApp(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        exchange(store)
        await asked(pilot, app, "An earlier state of the event")
        kept = app.desk.store.kept
        await pilot.press("down", "enter")
        await until(pilot, lambda: question_of(app))
        await pilot.press("y")
        await until(
            pilot, lambda: app.desk.store.departure is None and not app.desk.store.read_only
        )
        assert [m.board for m in app.desk.event.rounds[0].matches if m.result] == [1]
        await pilot.press("g", "2", "enter", "0")
        await until(pilot, lambda: boards(store.folder) == {1: "1-0", 2: "0-1"})
    assert kept is not None
    assert boards(kept) == {1: "1-0", 2: "1-0"}


async def test_of_another_event_nothing_is_written_and_this_one_is_opened_elsewhere(
    store: Store, tmp_path: Path
) -> None:
    other = juniors(tmp_path / "stranger", 1, 8, all_in=False).folder
    app = TopboardApp(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        take_away(store.folder)
        shutil.copytree(other, store.folder)
        await asked(pilot, app, "Another event is in this folder now: Kent Juniors")
        assert "put back" not in words(app)
        with pytest.raises(Refused, match="another event is in this folder"):
            app.desk.store.still_there()
        assert not (store.folder / CLOCK_NAME).exists()
        await pilot.press("down", "down", "enter")
        await until(pilot, lambda: "this desk works in" in words(app))
        await pilot.press("g", "3", "enter", "1")
        await until(pilot, lambda: app.desk.store.event.rounds[0].match(3).result is not None)
        assert boards(app.desk.store.folder) == {1: "1-0", 2: "1-0", 3: "1-0"}
        assert app.desk.store.folder.name.startswith(f"{store.folder.name}-held-")
    assert boards(store.folder) == {}


async def test_a_key_on_its_way_when_the_question_changes_answers_nothing(store: Store) -> None:
    app = TopboardApp(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        exchange(store)
        await asked(pilot, app, "An earlier state of the event")
        dialog = app.screen
        assert isinstance(dialog, Telling)
        dialog.list.take_key("enter")
        dialog.list.take_key("enter")
        take_away(store.folder)
        app.departed()
        await asked(pilot, app, "The event's folder is missing")
        assert app.screen is not dialog


async def test_a_result_not_saved_names_what_the_question_offers_in_its_words(
    store: Store,
) -> None:
    app = TopboardApp(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        exchange(store)
        await asked(pilot, app, "An earlier state of the event")
        dialog, there = app.screen, app.desk.store.departure
        assert isinstance(dialog, Telling)
        assert there is not None
        offered = [one.text.strip() for one in dialog.list.lines[:4]]
        remedy = there.refusal("").remedy
        assert all(choice in remedy for choice in offered if not choice.startswith("look on"))


async def test_a_question_goes_when_the_folder_is_as_the_desk_knows_it_again(store: Store) -> None:
    app = TopboardApp(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        exchange(store)
        await asked(pilot, app, "An earlier state of the event")
        await pilot.press("down", "enter")
        await until(pilot, lambda: "Go on with what is there?" in words(app))
        take_away(store.folder)
        store.folder.with_name("taken").rename(store.folder)
        await until(pilot, lambda: app.desk.store.departure is None)
        await until(pilot, lambda: "Go on with what is there?" not in words(app))
        assert boards(store.folder) == {1: "1-0", 2: "1-0"}
        assert not app.desk.store.read_only


async def test_a_folder_away_for_a_moment_is_not_asked_about(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    back = asyncio.Event()

    async def until_back(seconds: float) -> None:
        """As long as the folder is away, however slow this machine is."""
        await back.wait()

    own = SimpleNamespace(sleep=until_back, to_thread=asyncio.to_thread)
    monkeypatch.setattr("tui.app.asyncio", own)
    app = TopboardApp(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        away = store.folder.with_name("away")
        store.folder.rename(away)
        await until(pilot, lambda: app.desk.store.departure is not None)
        assert app.desk.store.departure is not None
        assert app.desk.store.departure.kind is DepartureKind.FOLDER_GONE
        assert "READ-ONLY" in words(app)
        away.rename(store.folder)
        await until(pilot, lambda: app.desk.store.departure is None)
        back.set()
        await until(pilot, lambda: not app._departed_waits)
        assert not isinstance(app.screen, Telling)
        assert "the event is as this desk knows it again" in words(app)
        await pilot.press("g", "3", "enter", "1")
        await until(pilot, lambda: boards(store.folder).get(3) == "1-0")


def test_a_projector_shows_what_was_there_until_a_desk_has_decided(store: Store) -> None:
    watched = Watched(store.folder, "hall")
    watched.first()
    exchange(store)
    seen = watched.look()
    assert seen is not None
    assert seen.event == store.event
    assert "an earlier state of the event is in this folder" in seen.trouble
    assert watched.look() is None
    again = open_event(store.folder, session="a desk that goes on")
    again.do(EnterResult(2, "0-1"))
    seen = watched.look()
    assert seen is not None
    assert (seen.trouble, seen.event) == ("", again.event)


def test_a_projector_sees_when_it_is_put_back(store: Store) -> None:
    watched = Watched(store.folder, "hall")
    watched.first()
    exchange(store)
    assert watched.look() is not None
    store.refresh()
    store.put_back()
    seen = watched.look()
    assert seen is not None
    assert (seen.trouble, seen.event) == ("", store.event)


def test_a_projector_never_turns_to_another_event(store: Store, tmp_path: Path) -> None:
    other = juniors(tmp_path / "stranger", 1, 8, all_in=False)
    watched = Watched(store.folder, "hall")
    watched.first()
    store.folder.rename(tmp_path / "taken")
    gone = watched.look()
    assert gone is not None
    assert "the event's folder is missing" in gone.trouble
    shutil.copytree(other.folder, store.folder)
    open_event(store.folder).do(EnterResult(1, "0-1"))
    for board in (2, 3):
        seen = watched.look()
        assert seen is not None
        assert seen.event == store.event
        assert "another event is in this folder now: Kent Juniors" in seen.trouble
        open_event(store.folder).do(EnterResult(board, "0-1"))


def test_a_command_for_one_event_does_nothing_to_another(
    store: Store, topboard: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the console starts a draw, and `serve` a projector."""
    monkeypatch.setenv(CONTINUES, continuing(store.journal))
    assert topboard("status", store.folder).status == 0
    exchange(store)
    before = (store.folder / "journal.log").read_bytes()
    refused = topboard.refused("result", store.folder, 2, "0-1")
    assert "no longer the one that was opened" in refused
    assert (store.folder / "journal.log").read_bytes() == before
