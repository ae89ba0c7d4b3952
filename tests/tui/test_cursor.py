"""The terminal's own cursor stands where the work is: screen readers and magnifiers follow it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.app import App
from textual.geometry import Offset
from textual.pilot import Pilot

from engine.actions import EnterResults
from saves.store import Store
from tests.tui.conftest import EventMaker
from tests.tui.cups import cup, played_to, teams_event
from tests.tui.places import (
    still,
    text_of,
    until,
)
from tui.app import TopboardApp


@pytest.fixture
def kent(make_event: EventMaker) -> Store:
    store = make_event(players=33, published=2)
    store.do(EnterResults(((1, "1-0"), (2, "1/2-1/2"))))
    return store


def row(app: App[Any]) -> str:
    """The line of the screen on which the cursor stands, from there on."""
    lines = text_of(app).split("\n")  # type: ignore[arg-type]
    return lines[app.cursor_position.y][app.cursor_position.x :]


async def quiet(pilot: Pilot[Any]) -> None:
    await still(pilot)


SELECTED: dict[str, tuple[str, ...]] = {
    "entries": ("f1",),
    "results": ("f3",),
    "standings": ("f4",),
    "pairings": ("f2",),
    "standings, a card": ("f4", "enter"),
    "standings, cross-table": ("f4", "x"),
    "standings, what to export": ("f4", "o"),
    "history": ("H",),
    "projector": ("O",),
    "clock": ("T",),
    "why": ("f2", "w"),
}
"""Lists, and the keys that lead to them."""


async def test_it_stands_on_the_selected_row_of_every_list_and_comes_back(kent: Store) -> None:
    app = TopboardApp(kent.folder, "entries")
    wrong = {}
    async with app.run_test(size=(80, 24)) as pilot:
        for where, keys in SELECTED.items():
            await pilot.press(*keys)
            await quiet(pilot)
            for move in ("", "down", "down", "up"):
                if move:
                    await pilot.press(move)
                    await quiet(pilot)
                if not row(app).startswith("▌"):
                    wrong[where, move] = row(app)
            while len(app.screen_stack) > 1:
                await pilot.press("escape")
                await quiet(pilot)
                if not row(app).startswith("▌"):
                    wrong[where, "back"] = row(app)
    assert wrong == {}


async def test_it_stands_behind_what_is_typed(kent: Store) -> None:
    app = TopboardApp(kent.folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("g", "1", "2")
        await until(pilot, lambda: row(app).startswith("_"))
        await pilot.press("escape", "f1", "slash", "a", "s")
        await until(pilot, lambda: row(app).startswith("_"))
        await pilot.press("escape", "escape", "e", "end")
        await quiet(pilot)
        before = app.cursor_position
        await pilot.press("x", "y")
        await quiet(pilot)
        assert app.cursor_position == Offset(before.x + 2, before.y), "in a form"
        await pilot.press("escape", "y", "question_mark", "r", "o")
        await quiet(pilot)
        typed = text_of(app).split("\n")[app.cursor_position.y]
        assert typed[: app.cursor_position.x].rstrip().endswith("ro"), "in the help"


async def test_it_stands_on_the_selected_match_of_a_bracket(tmp_path: Path) -> None:
    app = TopboardApp(cup(tmp_path, 16, 1).folder, "bracket")
    async with app.run_test(size=(80, 24)) as pilot:
        for key in ("", "down", "right", "end"):
            if key:
                await pilot.press(key)
            await quiet(pilot)
            assert row(app).startswith("▌"), key


async def test_it_stands_on_the_selected_row_of_the_draw_by_choice(tmp_path: Path) -> None:
    app = TopboardApp(played_to(teams_event(tmp_path), 3, choosing=True).folder, "bracket")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("C")
        await until(pilot, lambda: "DRAW BY CHOICE" in text_of(app))
        await pilot.press("down")
        await quiet(pilot)
        assert row(app).startswith("▌"), (app.cursor_position, app.screen.focused, text_of(app))


async def test_it_stands_on_the_selected_event_of_the_list(kent: Store, home: Path) -> None:
    (home / "topboard").mkdir()
    kent.folder.rename(home / "topboard" / "kent")
    app = TopboardApp(None)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "Kent Juniors" in text_of(app))
        await quiet(pilot)
        assert row(app).startswith("▌")
