"""Another format for the open event: found where it is looked for, from the list to the entries."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.command import CommandPalette
from textual.pilot import Pilot

from formats.registry import all_formats
from saves.store import open_event
from tests.tui.places import juniors, question_of, text_of, until
from tui.app import TopboardApp
from tui.keys.commands import EVERYWHERE
from tui.screens.dialogs import matching
from tui.screens.entry_form import EntryForm
from tui.screens.new_event import FormatPicker

REAL = [f.name for f in all_formats() if type(f).__module__.startswith("formats.")]
WORDS = ("format", "wrong format", "change format", "change the format", "another format")


@pytest.fixture
def shelf(home: Path) -> Path:
    """The events' folder."""
    folder = home / "topboard"
    folder.mkdir()
    return folder


@pytest.mark.parametrize("text", [*WORDS, *REAL])
def test_the_words_of_a_format_find_it(text: str) -> None:
    assert "another_format" in [command.id for command in matching(EVERYWHERE, text)]


async def from_the_palette(pilot: Pilot[None], app: TopboardApp, words: str) -> None:
    """By `:`, as the first of what is found."""
    await pilot.press(":")
    await until(pilot, lambda: isinstance(app.screen, CommandPalette))
    await pilot.press(*words)
    await until(pilot, lambda: "Another format" in text_of(app))
    await pilot.press("enter")


@pytest.mark.parametrize("words", ["wrong format", "change the format", "another format"])
async def test_a_wrong_format_is_changed_and_the_old_event_comes_back(
    shelf: Path, words: str
) -> None:
    juniors(shelf / "kent", players=8)
    (shelf / "kent" / "prizes.toml").write_text("")
    app = TopboardApp(shelf / "kent", "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "8 entries" in text_of(app))
        await from_the_palette(pilot, app, words)
        await until(pilot, lambda: isinstance(app.screen, FormatPicker))
        await until(pilot, lambda: "Another format: now" in text_of(app))
        await pilot.press(*"fide dutch")
        await until(pilot, lambda: "1/1" in text_of(app))
        await pilot.press("enter")
        taken = "Taken over: 8 entries, the plan of prizes. Not taken over: nothing."
        await until(pilot, lambda: taken in question_of(app))
        assert "u in the list of events (q) brings it back" in question_of(app)
        await pilot.press("y")
        said = "FIDE Dutch Swiss now with 8 entries, the plan of prizes"
        await until(pilot, lambda: said in text_of(app))
        await until(pilot, lambda: app.current_mode == "entries" and "8 entries" in text_of(app))
        assert app.desk.store.folder == shelf / "kent"
        await pilot.press("q")
        await until(pilot, lambda: app.current_mode == "events")
        await pilot.press("u")
        await until(pilot, lambda: "Bring Kent Juniors back" in question_of(app))
        await pilot.press("y")
        await until(pilot, lambda: "Kent Juniors is back, named kent-2" in text_of(app))
    old, new = (open_event(shelf / name).event for name in ("kent-2", "kent"))
    assert (shelf / "kent" / "prizes.toml").exists()
    assert (old.format, new.format, new.entrants) == ("small", "dutch", old.entrants)


async def test_once_a_round_is_published_it_says_why_and_what_else(shelf: Path) -> None:
    juniors(shelf / "kent", rounds=1, players=8)
    app = TopboardApp(shelf / "kent", "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "8 entries" in text_of(app))
        await from_the_palette(pilot, app, "another format")
        await until(
            pilot, lambda: "the format cannot change now: round 1 is published" in text_of(app)
        )
        assert "make a new event" in text_of(app)


async def test_an_event_open_at_another_desk_stays_as_it_is(shelf: Path) -> None:
    juniors(shelf / "kent", players=8)
    other = TopboardApp(shelf / "kent", "entries")
    app = TopboardApp(shelf / "kent", "entries")
    async with other.run_test(size=(80, 24)) as there:
        await until(there, lambda: "8 entries" in text_of(other))
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: "8 entries" in text_of(app))
            await from_the_palette(pilot, app, "another format")
            await until(pilot, lambda: isinstance(app.screen, FormatPicker))
            await pilot.press(*"dutch")
            await until(pilot, lambda: "1/1" in text_of(app))
            await pilot.press("enter")
            await until(pilot, lambda: "anew" in question_of(app))
            await pilot.press("y")
            await until(pilot, lambda: "kent is in use: open: " in text_of(app))
            assert not app.desk.closed
    assert [path.name for path in shelf.iterdir()] == ["kent"]


async def test_settings_say_the_format_and_how_it_is_changed(shelf: Path) -> None:
    juniors(shelf / "kent", players=8)
    app = TopboardApp(shelf / "kent", "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "8 entries" in text_of(app))
        await pilot.press("E")
        await until(pilot, lambda: isinstance(app.screen, EntryForm))
        await until(pilot, lambda: "its format is Small: Another format" in text_of(app))
