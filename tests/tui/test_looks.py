"""How every place looks: at two sizes in three themes, and that no size breaks it.

A picture is kept as text: what stands there, which cells look alike, and the colours of each
kind of cell in each theme. One run of the console takes all pictures of its places.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from rich.style import Style
from syrupy.assertion import SnapshotAssertion
from textual.app import App
from textual.pilot import Pilot
from textual.widgets import Input

import themes
from engine.actions import EnterResults, TurnBoard
from saves.store import Store
from tests.tui.conftest import EventMaker
from tests.tui.cups import cup
from tests.tui.places import (
    still,
    text_of,
    until,
)
from tests.tui.snapshot import Cell, Sheet, cells, sheet
from themes.figures import LEAST, LEAST_STRONG, STRONG, contrast
from tui.app import TopboardApp
from tui.looks.colours import theme_for_console
from tui.looks.theme_choice import choose_theme
from tui.places.screen import PlaceScreen
from tui.projector.app import Projector
from tui.screens.dialogs import Confirm
from tui.terminal.app import GLYPHS
from tui.widgets.lines import MARKER

SIZES = ((80, 24), (120, 40))
ODD_SIZES = ((60, 20), (200, 60))
THEMES = ("hall", "light", "contrast")
ALL_THEMES = tuple(theme.name for theme in themes.ALL if not theme.ansi)
NO_TEXT = frozenset("─│┌┐└┘├┤┬┴┼━┃┏┓┗┛═║▁▔▎▊▌▐█▀▄")
"""Lines and blocks: a contrast of 3 is enough for them (WCAG 1.4.11)."""


async def test_keys_that_answer_a_question_stand_out(make_event: EventMaker) -> None:
    app = TopboardApp(in_play(make_event).folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        await quiet(pilot)
        app.push_screen(Confirm("Leave strict mode?", "Y", warning=True))
        await quiet(pilot)
        segments = [one for strip in app.screen._compositor.render_strips() for one in strip]
        bold = {one.text.strip() for one in segments if one.style and one.style.bold}
    assert {"Y", "enter, esc"} <= bold


@pytest.fixture(autouse=True)
def me(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOPBOARD_USER", "anna")
    monkeypatch.setattr("saves.store.this_host", lambda: "desk2")


def in_play(make_event: EventMaker) -> Store:
    store = make_event(players=33, published=2)
    store.do(EnterResults(((1, "1-0"), (2, "1/2-1/2"), (4, "+/-"), (5, "?"))))
    return store


def proposal(make_event: EventMaker) -> Store:
    store = make_event(players=33, proposal=True)
    store.do(TurnBoard(5))
    return store


def knockout(folder: Path) -> Store:
    store = cup(folder, 16, 2)
    store.do(EnterResults(((1, "0-1"), (3, "+/-"))))
    return store


async def quiet(pilot: Pilot[Any]) -> None:
    await still(pilot)


async def take_pictures(pilot: Pilot[Any], name: str, snapshot: SnapshotAssertion) -> None:
    """The place in front at both sizes in three themes, held against those that are kept; then
    at sizes that nobody has."""
    app = pilot.app
    for size in SIZES:
        await pilot.resize_terminal(*size)
        screens = {}
        for theme in THEMES:
            app.theme = theme
            await quiet(pilot)
            screens[theme] = cells(app)
            assert_fits(app, screens[theme])
        kept = snapshot(name=f"{name}-{size[0]}x{size[1]}", extension_class=Sheet)
        assert sheet(screens) == kept
    for size in ODD_SIZES:
        await pilot.resize_terminal(*size)
        await quiet(pilot)
        assert_fits(app, cells(app))


def assert_fits(app: App[Any], screen: list[list[Cell]]) -> None:
    """Every line is as wide as the terminal; status and keys are there, and nothing in them is
    cut but what says so."""
    width, height = app.size
    assert len(screen) == height
    texts = ["".join(cell.text for cell in line) for line in screen]
    assert {cell_len(text) for text in texts} == {width}
    front = app.screen
    if isinstance(front, PlaceScreen):
        tabs, status, keys = (
            one.shown.text.rstrip() for one in (front.tabs, front.status, front.key_line)
        )
        assert [text.rstrip() for text in texts[:2]] == [tabs, status], "the first lines, whole"
        assert "saved" in texts[0] + texts[1]
        assert any(text.rstrip() == keys for text in texts), "the keys, whole"
        assert "?" in keys
        for one in (front.heads.shown, *front.body.lines, *front.feet.lines):
            if cell_len(one.text.rstrip()) > width:
                assert one.text[:width] not in texts, "cut, and nothing says so"


async def test_entries_results_and_standings_look_right(
    make_event: EventMaker, snapshot: SnapshotAssertion
) -> None:
    app = TopboardApp(in_play(make_event).folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        for place, key in (("entries", "f1"), ("results", "f3"), ("standings", "f4")):
            await pilot.press(key)
            await take_pictures(pilot, place, snapshot)


async def test_a_proposal_under_review_looks_right(
    make_event: EventMaker, snapshot: SnapshotAssertion
) -> None:
    app = TopboardApp(proposal(make_event).folder, "pairings")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("right", "s", "down")
        await take_pictures(pilot, "pairings", snapshot)


async def test_a_bracket_looks_right(tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    app = TopboardApp(knockout(tmp_path).folder, "bracket")
    async with app.run_test(size=(80, 24)) as pilot:
        await take_pictures(pilot, "bracket", snapshot)


# What is really shown, in every theme


def assert_reads(app: App[Any], where: str) -> None:
    """Every text that stands on the screen has the contrast that is promised."""
    least = LEAST_STRONG if app.theme in STRONG else LEAST
    for line in cells(app):
        for cell in line:
            text = cell.text.strip()
            if not text:
                continue
            wanted = 3 if NO_TEXT.issuperset(text.replace(" ", "")) else least
            found = contrast(cell.colour, cell.ground)
            told = f"{where}, {app.theme}: {text!r} {cell.colour} on {cell.ground}: {found:.1f}"
            assert found >= wanted, told


async def reads_in_every_theme(pilot: Pilot[Any], where: str) -> None:
    for theme in ALL_THEMES:
        pilot.app.theme = theme
        await quiet(pilot)
        assert_reads(pilot.app, where)


OVERLAYS: dict[str, tuple[str, ...]] = {
    "entries, a form with a refusal": ("f1", "e", "ctrl+u", "ctrl+s"),
    "results, a wrong key": ("f3", "x"),
    "results, a difference in the verification": ("f3", "v", "0"),
    "results, a line": ("f3", "g", "4"),
    "standings": ("f4",),
    "standings, a card": ("f4", "enter"),
    "help": ("f3", "question_mark"),
    "history": ("H",),
    "commands": ("colon", "r", "o"),
    "the round clock": ("T",),
}


async def test_every_text_of_the_places_and_dialogs_reads_in_every_theme(
    make_event: EventMaker,
) -> None:
    app = TopboardApp(in_play(make_event).folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        for where, keys in OVERLAYS.items():
            await pilot.press(*keys)
            await still(pilot)
            await reads_in_every_theme(pilot, where)
            for _ in range(4):
                if len(app.screen_stack) > 1 or getattr(app.screen, "prompting", False):
                    await pilot.press("escape")
                    await quiet(pilot)
        for theme in ALL_THEMES:  # the list begins with a sample of the one in use
            app.theme = theme
            app.run_worker(choose_theme(app))
            await quiet(pilot)
            assert_reads(app, f"themes, {theme}")
            await pilot.press("escape")
            await quiet(pilot)


async def test_every_text_of_a_draw_reads_in_every_theme(make_event: EventMaker) -> None:
    app = TopboardApp(proposal(make_event).folder, "pairings")
    async with app.run_test(size=(80, 24)) as pilot:
        await reads_in_every_theme(pilot, "pairings")
        await pilot.press("P")
        await quiet(pilot)
        await reads_in_every_theme(pilot, "publishing")


async def test_every_text_of_the_projector_reads_in_every_theme(make_event: EventMaker) -> None:
    app = Projector([in_play(make_event).folder], "hall", turn=0)
    async with app.run_test(size=(80, 24)) as pilot:
        for _ in range(4):
            await reads_in_every_theme(pilot, "projector")
            await pilot.press("tab")
        await pilot.press("question_mark")
        await reads_in_every_theme(pilot, "projector's keys")


async def test_the_command_palette_shows_on_every_terminal_where_it_is(
    make_event: EventMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The selected command is told by more than a colour, and what stands behind is left as it
    is: a whole screen in grey is what costs most over SSH."""
    monkeypatch.setenv("TERM", "linux")
    app = TopboardApp(in_play(make_event).folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        await quiet(pilot)
        before = cells(app)
        await pilot.press("colon", "r", "o")
        await until(pilot, lambda: "Round clock" in text_of(app))
        screen = cells(app)
        assert screen[0] == before[0]
        texts = ["".join(cell.text for cell in line) for line in screen]
        assert GLYPHS.issuperset("".join(texts))
        found = [text for text in texts if "(" in text]
        assert [text[0] for text in found] == [MARKER, *" " * (len(found) - 1)]
        await pilot.press("down")
        marked = f"{MARKER}{found[1][1:]}"
        await until(pilot, lambda: marked.rstrip() in text_of(app))


async def test_a_refusal_is_marked_by_more_than_its_colour(make_event: EventMaker) -> None:
    """In a form, in a line that is asked for, at the foot of a place."""
    app = TopboardApp(in_play(make_event).folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("e", "ctrl+u", "enter")
        await until(pilot, lambda: "! " in text_of(app))
        form = text_of(app)
        assert re.search(r"! .*name", form), form
        await pilot.press("escape", "y", "f3", "x")
        await until(pilot, lambda: " ! no forfeit on this board" in text_of(app))
        app.run_worker(app.ask_line("a number", "x", lambda text: f"{text} is none"))
        await until(pilot, lambda: "a number" in text_of(app))
        await pilot.press("enter")
        await until(pilot, lambda: "! x is none" in text_of(app))


async def test_without_colour_one_sees_what_is_selected_and_where_one_types(
    make_event: EventMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = TopboardApp(in_play(make_event).folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("colon", "r", "o")
        await until(pilot, lambda: "Round clock" in text_of(app))
        underlined = [line for line in looks(app) if line and all(s.underline for s in line)]
        assert len(underlined) == 2, "the selected command and its help, from end to end"
        assert not any(field.cursor_blink for field in app.screen.query(Input)), "nothing blinks"
        await pilot.press("escape", "question_mark", "r", "o")
        await until(pilot, lambda: "type to find" in text_of(app))
        row = app.screen.query_one(Input).region.y
        assert any(s.reverse for s in looks(app, blanks=True)[row]), "the place of the next letter"


@pytest.mark.parametrize("term", ["linux", "xterm-16color"])
async def test_in_sixteen_colours_a_line_to_type_in_shows_where_it_is(
    make_event: EventMaker, monkeypatch: pytest.MonkeyPatch, term: str
) -> None:
    """Its ground is that of the dialog there: the line, and the place of the next letter."""
    monkeypatch.setenv("TERM", term)
    monkeypatch.delenv("COLORTERM", raising=False)
    chosen = theme_for_console(None)
    app = TopboardApp(in_play(make_event).folder, "entries", chosen)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("y", "2")
        await until(pilot, lambda: "Byes of" in text_of(app))
        field = app.screen.query_one(Input).region
        row = looks(app, blanks=True)[field.y]
        assert sum(bool(style.underline) for style in row) >= 2, "to its end"
        assert any(style.reverse for style in row), "where the next letter goes"


def looks(app: App[Any], blanks: bool = False) -> list[list[Style]]:
    """The styles of every line, those of blanks only if wanted."""
    strips = app.screen._compositor.render_strips()
    return [
        [style for text, style, _ in strip if style and (blanks or text.strip())]
        for strip in strips
    ]


@pytest.mark.parametrize("environment", [{}, {"NO_COLOR": "1"}, {"TERM": "linux"}])
async def test_a_warning_over_the_list_looks_like_no_plain_question_on_any_terminal(
    make_event: EventMaker, monkeypatch: pytest.MonkeyPatch, environment: dict[str, str]
) -> None:
    """By its sign and its lines wherever there are no colours, by a colour of its own elsewhere."""
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    app = TopboardApp(make_event(players=33, proposal=True).folder, "pairings")
    async with app.run_test(size=(80, 24)) as pilot:
        found = {}
        for key, keys, sign in (("P", "P", "── ? ──"), ("R", "tR", "══ ! ══")):
            await pilot.press(*keys)
            await until(pilot, lambda: sign in text_of(app))  # noqa: B023
            rule = next(line for line in cells(app) if "".join(c.text for c in line)[:7] == sign)
            found[key] = rule[0]
            await pilot.press("escape")
            await quiet(pilot)
        if not environment:
            plain, warning = found["P"], found["R"]
            assert plain.colour != warning.colour
            assert warning.bold
