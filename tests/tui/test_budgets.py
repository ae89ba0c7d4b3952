"""What every place may cost, in bytes and counts: the seconds are in docs/budgets.md."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from textual.css import parse
from textual.geometry import Size

import themes
import tui.places.results.picture as picture
from engine.actions import AddEntrant, EnterResults
from engine.congress.congress import EventPlan
from engine.entrants import Entrant
from engine.prizes.plan import Conditions, PlacePrize, PrizeList, PrizePlan
from saves.prizes.file import keep_plan
from saves.store import Store
from saves.trf_write import write_trf
from tests.congress.hall import congress, entrants
from tests.congress.hall import event as begin_event
from tests.test_house import ROOMS
from tests.tui.conftest import EventMaker
from tests.tui.places import still, text_of, until
from tests.tui.terminal import SCRIPT, Terminal
from tui.app import TopboardApp
from tui.looks.colours import ReadOnce
from tui.places.screen import PlaceScreen
from tui.screens.dialogs import Help
from tui.screens.entries_lines import entry_lines
from tui.widgets.lines import LineList

CURSOR_BYTES, SCROLL_BYTES = 500, 5_000
MEMORY_MB = 90
MODULES = 550
"""At the first picture: about a millisecond each on a slow machine."""
OWN_MODULES = {"status": 96, "pair": 108}
"""Of ours, by command: nearly all that a command takes is the time to load them."""
ROWS = 4
"""Rows of lists painted for one key: the selected one before and after, and the line below."""

PLACES = {
    "entries": b"\x1bOP",
    "pairings": b"\x1bOQ",
    "results": b"\x1bOR",
    "standings": b"\x1bOS",
}


@pytest.fixture(autouse=True)
def every_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.tui.painting.at_rest", False)


@pytest.fixture
def hall(make_event: EventMaker) -> Store:
    """A round of 500 boards, published, ten results in."""
    store = make_event(players=1000)
    boards = store.event.round(1).matches[:10]
    store.do(EnterResults(tuple((match.board, "1-0") for match in boards)))
    return store


class Loaded(Terminal):
    """A console whose memory is its own."""

    loads = True


def test_moving_and_scrolling_cost_little_and_silence_nothing_in_every_place(hall: Store) -> None:
    with Loaded(hall.folder, "entries") as terminal:
        terminal.read_until(b"Kent Juniors")
        for place, key in PLACES.items():
            os.write(terminal.fd, key)
            terminal.read_until_quiet(1.0)
            assert terminal.read_until_quiet(1.0) == b"", f"{place}: nobody types"
            terminal.type(b"jjj")
            moved = [len(terminal.type(typed)) for typed in (b"j", b"\x1b[B", b"k")]
            assert max(moved) < CURSOR_BYTES, (place, moved)
            assert min(moved) > 0
            terminal.type(b"j" * 30)
            scrolled = [len(terminal.type(b"j")) for _ in range(2)]
            assert CURSOR_BYTES < max(scrolled) < SCROLL_BYTES, (place, scrolled)
        assert held(terminal.pid) < MEMORY_MB


PANE_BYTES = 1_500
"""Of a move with the pane beside the list; about 800 are sent."""


def test_a_move_with_the_pane_beside_the_list_sends_little(make_event: EventMaker) -> None:
    store = make_event(players=40, published=4)
    with Terminal(store.folder, "standings", 120, 40, COLUMNS="120", LINES="40") as terminal:
        terminal.read_until(b"F4")
        for key, beside in ((b"", "race of the leaders"), (PLACES["entries"], "history")):
            os.write(terminal.fd, key)
            terminal.read_until_quiet(0.8)
            terminal.type(b"jj")
            terminal.read_until_quiet(0.4)
            assert beside in terminal.sheet.text
            sent = [terminal.type(b"j") + terminal.read_until_quiet(0.3) for _ in range(2)]
            assert max(map(len, sent)) < PANE_BYTES
            assert all(beside.encode() not in each for each in sent)


MOVE_BYTES = 1_000
"""Of a move at 160x50 where nothing scrolls."""


ANOTHER_BYTES = 1_200
"""Of what another desk did, with its message, at 160x50."""


def test_a_move_in_prizes_sends_what_differs_and_not_its_pane(make_event: EventMaker) -> None:
    store = make_event(players=40, published=4)
    amounts = tuple(PlacePrize(9000 - 500 * place) for place in range(8))
    lists = (
        PrizeList("Open", amounts),
        PrizeList("Juniors", amounts[:2], who=Conditions(age_below=10)),
        PrizeList("Upset", amounts[:1]),
    )
    keep_plan(store.folder, PrizePlan(lists, currency="EUR"), None)
    with Terminal(store.folder, "standings", 160, 50, COLUMNS="160", LINES="50") as terminal:
        terminal.read_until(b"F4")
        terminal.read_until_quiet(0.8)
        terminal.type(b"$")
        terminal.read_until_quiet(0.8)
        assert "players" in terminal.sheet.text
        sent = [len(terminal.type(b"j") + terminal.read_until_quiet(0.3)) for _ in range(9)]
        assert max(sent) < MOVE_BYTES, sent


def test_a_line_more_at_the_end_of_a_list_sends_that_line(make_event: EventMaker) -> None:
    store = make_event(players=20, published=0)
    with Terminal(store.folder, "entries", 160, 50, COLUMNS="160", LINES="50") as terminal:
        terminal.read_until(b"F4")
        terminal.read_until_quiet(0.8)
        store.do(AddEntrant(Entrant("", "Yeats, Zed", 100)))
        sent = terminal.read_until(b"Yeats, Zed") + terminal.read_until_quiet(0.4)
        assert len(sent) < ANOTHER_BYTES, len(sent)


class Congress(Terminal):
    """A console of a congress."""

    script = "import sys\nfrom pathlib import Path\nfrom tui.app import run\n" + (
        "run(None, sys.argv[2], congress=Path(sys.argv[1]))"
    )


def test_the_first_move_in_prizes_of_a_congress_sends_no_more_than_the_next(tmp_path: Path) -> None:
    begin_event(tmp_path / "open", entrants("Ann Bea Cid Dan Eve Fay"))
    congress(tmp_path, EventPlan("open"))
    amounts = tuple(PlacePrize(9000 - 500 * place) for place in range(5))
    keep_plan(tmp_path, PrizePlan((PrizeList("Open", amounts, event="open"),)), None)
    with Congress(tmp_path, "congress_prizes", 160, 50, COLUMNS="160", LINES="50") as terminal:
        terminal.read_until(b"Open, 5th")
        terminal.read_until_quiet(0.8)
        sent = [len(terminal.type(b"j") + terminal.read_until_quiet(0.3)) for _ in range(3)]
        assert max(sent) < MOVE_BYTES, sent


def test_a_place_that_is_opened_is_sent_once(make_event: EventMaker) -> None:
    store = make_event(players=40, published=2)
    with Terminal(store.folder, "results") as terminal:
        terminal.read_until(b"F4")
        terminal.read_until_quiet(0.8)
        for place in ("entries", "standings", "pairings", "entries"):
            sent = terminal.type(PLACES[place]) + terminal.read_until_quiet(0.8)
            assert sent.count(b" Standings ") == 1, (place, len(sent))


LEAVING = "import sys\n" + SCRIPT + "\nopen(sys.argv[3], 'w').write('\\n'.join(sys.modules))\n"


def held(pid: int) -> float:
    """The most memory that a process has held so far, in MB."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(one for one in lines if one.startswith("VmHWM")).split()[1]) / 1024


class Loading(Terminal):
    """A console that says at its end what it has loaded."""

    script, loads = LEAVING, True

    def __init__(self, folder: Path, place: str, loaded: Path) -> None:
        self.more = (str(loaded),)
        super().__init__(folder, place)


NEVER_AT_THE_START = (
    "networkx", "rustworkx", "jinja2", "numpy", "scipy", "multiprocessing", "rich.markdown",
    "pygments", "tui.places.standings", "tui.places.pairings", "tui.projector.app",
    "saves.pages", "engine.matching", "unittest", "sqlite3", "tui.places.results.keys",
    "engine.actions.rounds", "engine.log",
)  # fmt: skip


def test_the_first_picture_loads_no_more_than_it_shows(
    make_event: EventMaker, tmp_path: Path
) -> None:
    store, loaded = make_event(players=16, format="kjca"), tmp_path / "modules"
    with Loading(store.folder, "results", loaded) as terminal:
        terminal.read_until(b"8 missing")
        os.write(terminal.fd, b"\x11")
        end = time.monotonic() + 180
        while not loaded.exists() and time.monotonic() < end:
            terminal.read_now()
            time.sleep(0.05)
        terminal.read_until_quiet()
    modules = loaded.read_text().split()
    assert "tui.places.results" in modules
    assert [name for name in NEVER_AT_THE_START if name in modules] == []
    assert len(modules) < MODULES, len(modules)


async def test_a_style_sheet_is_read_once_and_that_of_dialogs_with_the_first_of_them(
    make_event: EventMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: Counter[tuple[object, ...]] = Counter()

    def parse_counted(scope: str, text: str, read_from: Any, **words: Any) -> object:
        read[text, read_from, words["tie_breaker"]] += 1
        return parse.parse(scope, text, read_from, **words)

    monkeypatch.setattr("textual.css.stylesheet.parse", parse_counted)
    app = TopboardApp(make_event().folder, "results")
    async with app.run_test() as pilot:
        await until(pilot, lambda: "missing" in text_of(app))
        assert not app.stylesheet.has_source(str(themes.DIALOGS_SHEET))
        for _ in range(2):
            await pilot.press("?")
            await until(pilot, lambda: isinstance(app.screen, Help))
            await pilot.press("escape")
            await until(pilot, lambda: not isinstance(app.screen, Help))
        assert app.stylesheet.has_source(str(themes.DIALOGS_SHEET))
    assert [source for (_, source, _), times in read.items() if times > 1] == []


async def test_a_theme_that_was_shown_is_read_no_second_time(
    make_event: EventMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = list[str]()

    def parse_noted(scope: str, text: str, *place: Any, **words: Any) -> object:
        read.append(text)
        return parse.parse(scope, text, *place, **words)

    monkeypatch.setattr("textual.css.stylesheet.parse", parse_noted)
    monkeypatch.setattr(ReadOnce, "_read_with", {})
    app = TopboardApp(make_event().folder, "results")
    async with app.run_test() as pilot:
        await until(pilot, lambda: "missing" in text_of(app))
        assert read
        first, shown = app.theme, read.copy()
        app.theme = "light"
        await until(pilot, lambda: len(read) > len(shown))
        await still(pilot)
        other = read[len(shown) :]
        for theme in (first, "light", first):
            app.theme = theme
            await still(pilot)
        assert read == shown + other


COMMAND = "import sys\nfrom tui.cli import main\nmain(sys.argv[1:])\nprint(*sys.modules)"
NEVER_IN_A_COMMAND = (
    "pydantic", "textual", "tomli_w", "email", "engine.standings", "engine.tiebreaks",
    "engine.matching", "engine.actions.presence", "engine.actions.corrections",
)  # fmt: skip


@pytest.mark.parametrize("command", OWN_MODULES)
def test_a_short_command_loads_only_what_it_uses(
    command: str, make_event: EventMaker, tmp_path: Path
) -> None:
    store = make_event(players=16, format="dutch", published=2)
    given, file = str(store.folder), tmp_path / "two.trf"
    if command == "pair":
        file.write_bytes(write_trf(store.event.until(1), store.format))
        given = str(file)
    ran = [sys.executable, "-c", COMMAND, command, given]
    done = subprocess.run(ran, capture_output=True, text=True, check=True)
    assert ("round 2 of 6" if command == "status" else "8\n9 2\n") in done.stdout
    modules = done.stdout.splitlines()[-1].split()
    assert [name for name in NEVER_IN_A_COMMAND if name in modules] == []
    own = [name for name in modules if name.partition(".")[0] in ROOMS]
    assert len(own) < OWN_MODULES[command], len(own)


async def test_the_first_picture_is_painted_again_only_where_its_room_has_changed(
    make_event: EventMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    painted: list[Size] = []
    paint = PlaceScreen.paint

    def paint_counted(place: PlaceScreen, near: bool = False) -> None:
        painted.append(place.body.size)
        paint(place, near)

    monkeypatch.setattr(PlaceScreen, "paint", paint_counted)
    app = TopboardApp(make_event().folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "missing" in text_of(app))
        await still(pilot)
    assert len(painted) == len(set(painted)), painted


class Painted:
    """Counts lines painted and made, by what made them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.counts: Counter[str] = Counter()
        render, make = LineList.render_line, picture.board_line

        def render_counted(self_: LineList, y: int) -> object:
            self.counts[self_.id or ""] += 1
            return render(self_, y)

        def make_counted(*args: object, **kwargs: object) -> object:
            self.counts["made"] += 1
            return make(*args, **kwargs)  # type: ignore[arg-type]

        monkeypatch.setattr(LineList, "render_line", render_counted)
        monkeypatch.setattr(picture, "board_line", make_counted)


def test_a_result_does_not_measure_every_name_again(
    make_event: EventMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = make_event(players=16)
    widths = picture.Widths.of(80, store.event.rounds[-1]).for_names(
        store.event, store.event.rounds[-1]
    )
    store.do(EnterResults(((1, "1-0"),)))
    monkeypatch.setattr(picture, "text_width", lambda text: pytest.fail("measured again"))
    assert widths.for_names(store.event, store.event.rounds[-1]) == widths


async def test_a_result_paints_its_row_and_the_next_and_makes_one_line(
    hall: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = TopboardApp(hall.folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "missing" in text_of(app))
        place = app.front
        assert isinstance(place, PlaceScreen)
        await pilot.press("g", "4", "9", "5", "enter", "1")
        await place.saved()
        await pilot.pause()
        painted = Painted(monkeypatch)
        monkeypatch.setattr("tui.places.screen.HOLD_SECONDS", 60)  # no slow disk
        await pilot.press("0")
        await place.saved()
        await pilot.pause()
        assert painted.counts["made"] == 1
        assert 2 <= painted.counts["body"] <= ROWS, "once, when the save is acknowledged"


async def test_a_move_paints_two_rows_in_every_place(
    hall: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = TopboardApp(hall.folder, "entries")
    painted = Painted(monkeypatch)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "1000 entries" in text_of(app))
        for place in PLACES:
            await app.go(place)
            await until(pilot, lambda: app.front is app.screen)
            await pilot.pause()
            await pilot.press("j", "j", "j")
            await pilot.pause()
            painted.counts.clear()
            await pilot.press("j")
            await pilot.pause()
            assert (painted.counts["body"], painted.counts["made"]) == (2, 0), place


async def test_five_thousand_entrants_cost_what_is_in_view(
    make_event: EventMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = TopboardApp(make_event(players=5000, published=0).folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "5000 entries" in text_of(app))
        made: list[int] = []
        make = entry_lines

        def counted(*args: object, **options: object) -> object:
            made.append(1)
            return make(*args, **options)  # type: ignore[arg-type]

        monkeypatch.setattr("tui.places.entries.entry_lines", counted)
        painted = Painted(monkeypatch)
        await pilot.press("end")
        await pilot.pause()
        assert painted.counts["body"] <= 24, "a page, however long the list"
        painted.counts.clear()
        await pilot.press("k", "k")
        await pilot.pause()
        assert painted.counts["body"] <= 4
        assert made == [], "the lines stand already"


async def test_a_result_is_painted_when_its_save_is_acknowledged_and_not_before(
    make_event: EventMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = TopboardApp(make_event(players=16).folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "8 missing" in text_of(app))
        await pilot.pause()
        place, do, slow = app.front, app.desk.store.do, Event()
        assert isinstance(place, PlaceScreen)

        def late(*args: object, **options: object) -> object:
            slow.wait(20)
            return do(*args, **options)  # type: ignore[arg-type]

        monkeypatch.setattr(app.desk.store, "do", late)
        monkeypatch.setattr("tui.places.screen.HOLD_SECONDS", 60)
        painted = Painted(monkeypatch)
        await pilot.press("1")
        await pilot.pause()
        assert painted.counts["body"] == 0
        assert place.body.lines[0].text.rstrip().endswith("_")
        slow.set()
        await place.saved()
        await pilot.pause()
        assert place.body.lines[0].text.rstrip().endswith("1-0")
        assert 2 <= painted.counts["body"] <= ROWS
