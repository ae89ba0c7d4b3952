"""What a terminal shows of a list after some updates, each of which sends what differs alone."""

from __future__ import annotations

import io
import random
from collections.abc import Hashable, Sequence

import pytest
from rich.console import Console
from textual.app import App, ComposeResult
from textual.screen import Screen

from tests.tui.terminal import Sheet
from tui.terminal.app import SparingCompositor
from tui.widgets.lines import Line, LineList, line, no_lines

COLUMNS, ROWS = 24, 8
WORDS = ("Ann", "Bea", "Cid Dan", "Eve", "", "Żoë ½", "a line that is longer than the list is")


class _Screen(Screen[None]):
    def __init__(self) -> None:
        super().__init__()
        self._compositor = SparingCompositor()

    def compose(self) -> ComposeResult:
        yield LineList(id="body")


class _App(App[None]):
    """Everything that is sent goes to a sheet too."""

    CSS = "LineList { scrollbar-size: 0 0; } LineList .lines--cursor { background: blue; }"

    def __init__(self) -> None:
        super().__init__()
        self.sheet = Sheet(COLUMNS, ROWS)

    def on_mount(self) -> None:
        self.push_screen(_Screen())

    def _display(self, screen: Screen[object], renderable: object) -> None:
        if screen is self.screen and renderable is not None:
            console = Console(file=io.StringIO(), width=COLUMNS, height=ROWS, force_terminal=True)
            if hasattr(renderable, "render_segments"):
                self.sheet.take(renderable.render_segments(console).encode())
        super()._display(screen, renderable)  # type: ignore[arg-type]


def _wanted(lines: Sequence[Line], selected: Hashable | None, body: LineList) -> list[str]:
    top = int(body.scroll_offset.y)
    made = []
    for row in range(top, top + ROWS):
        text = lines[row].text if row < len(lines) else ""
        if row < len(lines) and selected is not None and lines[row].key == selected:
            text = "▌" + text[1:]
        made.append((text if len(text) <= COLUMNS else text[: COLUMNS - 1] + "…").rstrip())
    return made


@pytest.mark.parametrize("seed", range(4))
async def test_lists_of_any_length_one_after_the_other(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.tui.painting.at_rest", False)
    chance = random.Random(seed)
    app = _App()
    async with app.run_test(size=(COLUMNS, ROWS)) as pilot:
        body = app.screen.query_one(LineList)
        for _ in range(25):
            count = chance.choice((0, 1, 3, 7, 8, 9, 20))
            lines = [line(f" {at} {chance.choice(WORDS)}", "plain", at) for at in range(count)]
            chance.shuffle(lines)
            selected = chance.randrange(count) if count else None
            body.paint(lines, selected, chance.random() < 0.5, no_lines)
            await pilot.pause()
            assert app.sheet.text.split("\n") == _wanted(lines, selected, body)


async def test_a_list_that_stands_still_turns_to_its_selected_line_afterwards() -> None:
    app = _App()
    async with app.run_test(size=(COLUMNS, ROWS)) as pilot:
        body = app.screen.query_one(LineList)
        lines = [line(f" {at}", "plain", at) for at in range(40)]
        body.paint(lines, 0, False, no_lines)
        body.paint(lines, 30, False, no_lines, still=True)
        await pilot.pause()
        assert body.in_view == (ROWS, 0, 40)
        assert body.elsewhere
        body.paint(lines, 30, False, no_lines)
        await pilot.pause()
        assert body.in_view[1] <= 30 < body.in_view[1] + ROWS
