"""The mouse wherever it points: tabs, keys, heads, rows, the pane, the wheel."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.events import MouseScrollDown, MouseScrollUp
from textual.pilot import Pilot

from saves.cells import text_width
from tests.tui.conftest import EventMaker
from tests.tui.places import juniors, text_of, until
from tui.app import TopboardApp
from tui.keys.commands import commands_of, key_name
from tui.places.screen import Pressable, key_line, tab_line


def cell_of(shown: Pressable, text: str) -> int:
    """The first cell of that text."""
    return text_width(shown.line.text[: shown.line.text.index(text)])


@pytest.mark.parametrize("width", [60, 80, 160])
def test_every_tab_is_pressed_where_it_stands(width: int) -> None:
    tabs = tab_line("results", width, ("Kent", "R2/6"), bracket=True)
    assert text_width(tabs.line.text) == width
    for at, key in enumerate(("f1", "f2", "f3", "f4", "f5"), start=1):
        assert tabs.key_at(cell_of(tabs, f"F{at}")) == key
    assert tabs.key_at(width - 1) is None


def test_every_key_of_the_key_line_is_pressed_by_its_key_and_by_its_word() -> None:
    shown = key_line(
        tuple(c for c in commands_of("entries") if c.short), 80, (("+", ""), ("-", "out"))
    )
    assert [shown.key_at(cell_of(shown, text)) for text in ("+", "-", "out", "a add", "add")] == [
        "+", "-", "-", "a", "a",
    ]  # fmt: skip
    assert shown.key_at(cell_of(shown, "?")) == "?"
    assert key_name("?") == "question_mark"


def test_without_colour_the_tab_in_front_has_brackets() -> None:
    assert "[F3 Results]" in tab_line("results", 80, (), marked=True).line.text
    assert "[F3 Results]" in tab_line("results", 60, (), marked=True).line.text
    assert "[" not in tab_line("results", 80, ()).line.text


def test_below_80_columns_only_the_tab_in_front_has_its_name() -> None:
    text = tab_line("results", 60, ("Kent Juniors", "R2/6")).line.text
    assert text.startswith(" F1 F2 F3 Results  F4 ")
    assert text.endswith("Kent Juniors · R2/6 ")


def test_a_title_gives_way_to_the_round() -> None:
    title = "The Very Long Name of an Open"
    assert tab_line("results", 80, (title, "R2/6")).line.text.endswith("… · R2/6 ")
    assert tab_line("results", 80, (title, "R2/6"), bracket=True).line.text.endswith(" R2/6 ")


async def clicked(pilot: Pilot[None], id: str, x: int, y: int = 0) -> None:
    await pilot.click(id, offset=(x, y))
    for _ in range(3):
        await pilot.pause()


async def test_a_click_presses_what_it_points_at(tmp_path: Path) -> None:
    app = TopboardApp(juniors(tmp_path / "kent", rounds=1, all_in=False).folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "20 missing" in text_of(app))
        assert app.front is not None
        await clicked(pilot, "#tabs", 4)
        await until(pilot, lambda: app.front is not None and app.front.place == "entries")
        heads = app.front.heads.shown.text
        await clicked(pilot, "#heads", heads.index("Name"))
        await until(pilot, lambda: "sorted by name" in text_of(app))
        await clicked(pilot, "#body", 10, 3)
        assert app.front.body.cursor == 3
        await clicked(pilot, "#keys", app.front.key_line.shown.text.index("edit"))
        await until(pilot, lambda: app.screen is not app.front)


async def test_the_wheel_scrolls_the_list(make_event: EventMaker) -> None:
    app = TopboardApp(make_event(players=120).folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "60 missing" in text_of(app))
        assert app.front is not None
        body = app.front.body
        await pilot._post_mouse_events([MouseScrollDown], widget="#body", offset=(5, 5))
        await until(pilot, lambda: body.scroll_offset.y > 0)
        marked = app.front.parting.render_line(0).text
        assert marked == " ", "the mark is where the part in view is"
        await pilot._post_mouse_events([MouseScrollUp], widget="#body", offset=(5, 5))
        await until(pilot, lambda: body.scroll_offset.y == 0)
        assert app.front.parting.render_line(app.front.heads.size.height).text == "┃"
