"""What every place may cost, in bytes and counts: the seconds are in docs/budgets.md."""

from __future__ import annotations

import os
import time
from collections import Counter
from pathlib import Path

import pytest

from engine.actions import EnterResults
from saves.store import Store
from tests.tui.conftest import EventMaker
from tests.tui.places import text_of, until
from tests.tui.terminal import SCRIPT, Terminal
from tui.app import TopboardApp
from tui.screens import results_lines
from tui.screens.results import Results
from tui.widgets.lines import LineList

CURSOR_BYTES, SCROLL_BYTES = 500, 5_000
MODULES = 680
"""At the first picture: about a millisecond each on a slow machine."""
ROWS = 4
"""Rows of lists painted for one key: the selected one before and after, and the line below."""

AT_THE_START = {
    "entries": "1000 entries",
    "pairings": "round 1",
    "results": "missing",
    "standings": "round 1",
}


@pytest.fixture
def hall(make_event: EventMaker) -> Store:
    """A round of 500 boards, published, ten results in."""
    store = make_event(players=1000)
    boards = store.event.round(1).matches[:10]
    store.do(EnterResults(tuple((match.board, "1-0") for match in boards)))
    return store


@pytest.mark.parametrize("place", AT_THE_START)
def test_moving_and_scrolling_cost_little_and_silence_nothing(hall: Store, place: str) -> None:
    with Terminal(hall.folder, place) as terminal:
        terminal.read_until(b"Kent Juniors")
        terminal.read_until_quiet(1.0)
        assert terminal.read_until_quiet(1.5) == b"", "nobody types"
        terminal.type(b"jjj")
        moved = [len(terminal.type(typed)) for typed in (b"j", b"\x1b[B", b"k")]
        assert max(moved) < CURSOR_BYTES, moved
        assert min(moved) > 0
        terminal.type(b"j" * 30)
        scrolled = [len(terminal.type(b"j")) for _ in range(2)]
        assert CURSOR_BYTES < max(scrolled) < SCROLL_BYTES, scrolled


LEAVING = "import sys\n" + SCRIPT + "\nopen(sys.argv[3], 'w').write('\\n'.join(sys.modules))\n"


class Loading(Terminal):
    """A console that says at its end what it has loaded."""

    script = LEAVING

    def __init__(self, folder: Path, place: str, loaded: Path) -> None:
        self.more = (str(loaded),)
        super().__init__(folder, place)


NEVER_AT_THE_START = (
    "networkx", "rustworkx", "jinja2", "numpy", "scipy", "multiprocessing", "rich.markdown",
    "pygments", "tui.screens.standings", "tui.screens.pairings", "tui.projector.app",
    "saves.pages", "engine.matching", "unittest", "sqlite3",
)  # fmt: skip


def test_the_first_picture_loads_no_more_than_it_shows(
    make_event: EventMaker, tmp_path: Path
) -> None:
    store, loaded = make_event(players=16, format="kjca"), tmp_path / "modules"
    with Loading(store.folder, "results", loaded) as terminal:
        terminal.read_until(b"8 missing")
        os.write(terminal.fd, b"\x11")
        end = time.monotonic() + 20
        while not loaded.exists() and time.monotonic() < end:
            terminal.read_now()
            time.sleep(0.05)
        terminal.read_until_quiet()
    modules = loaded.read_text().split()
    assert "tui.screens.results" in modules
    assert [name for name in NEVER_AT_THE_START if name in modules] == []
    assert len(modules) < MODULES, len(modules)


class Painted:
    """Counts lines painted and made, by what made them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.counts: Counter[str] = Counter()
        render, make = LineList.render_line, results_lines.board_line

        def render_counted(self_: LineList, y: int) -> object:
            self.counts[self_.id or ""] += 1
            return render(self_, y)

        def make_counted(*args: object, **kwargs: object) -> object:
            self.counts["made"] += 1
            return make(*args, **kwargs)  # type: ignore[arg-type]

        monkeypatch.setattr(LineList, "render_line", render_counted)
        monkeypatch.setattr(results_lines, "board_line", make_counted)


async def test_a_result_paints_its_row_and_the_next_and_makes_one_line(
    hall: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = TopboardApp(hall.folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "missing" in text_of(app))
        place = app.front
        assert isinstance(place, Results)
        await pilot.press("g", "4", "9", "5", "enter", "1")
        await place.saved()
        await pilot.pause()
        painted = Painted(monkeypatch)
        await pilot.press("0")
        await place.saved()
        await pilot.pause()
        assert painted.counts["made"] == 1
        assert 2 <= painted.counts["body"] <= ROWS, "once, when the save is acknowledged"


@pytest.mark.parametrize("place", AT_THE_START)
async def test_a_move_paints_two_rows(
    hall: Store, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    app = TopboardApp(hall.folder, place)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: AT_THE_START[place] in text_of(app))
        await pilot.press("j", "j", "j")
        await pilot.pause()
        painted = Painted(monkeypatch)
        await pilot.press("j")
        await pilot.pause()
        assert painted.counts["body"] == 2
        assert painted.counts["made"] == 0
