"""The manual: every page can be read, found and reached, in the console and on the command line."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from textual.widgets import Input

from formats.registry import FORMATS
from tests.sampling import sampled
from tests.tui.desk_cli import CommandLine
from tests.tui.places import is_in_front, juniors, text_of, type_text, until
from tui.app import TopboardApp
from tui.manual import ManualHit, ManualPage, manual_hits, manual_lines, manual_page, manual_pages
from tui.screens.manual import Manual

SHIPPED = [name for name in FORMATS if name not in ("small", "parted")]


@pytest.mark.parametrize("name", SHIPPED)
def test_the_rules_of_every_format_are_a_page(name: str) -> None:
    assert f"`{name}`" in manual_page(name).markdown.splitlines()[0]


@pytest.mark.parametrize("width", sampled((36, 76, 100), (36,)))
def test_no_line_of_a_page_is_wider_than_the_room_or_shows_its_markup(width: int) -> None:
    for page in manual_pages():
        lines = manual_lines(page, width)
        assert max(len(line.text) for line in lines) <= width
        texts = [line.text.strip() for line in lines]
        assert not [text for text in texts if text.startswith(("## ", "|--", "```"))]
        assert "](" not in "".join(texts)


def test_words_are_found_in_all_pages_whatever_their_accents_and_order() -> None:
    hits = list(manual_hits("DOWNFLOAT resident", 76, manual_pages()))
    assert "kjca" in {hit.page.name for hit in hits}
    for hit in hits:
        shown = manual_lines(hit.page, 76)[hit.row].text.lower()
        assert "downfloat" in shown
        assert "resident" in shown


def test_titles_are_found_first_then_whole_words_then_parts_of_words() -> None:
    def page(name: str, *rows: str) -> ManualPage:
        return ManualPage(name, rows[0], "\n\n".join((f"# {rows[0]}", *rows[1:])))

    pages = (
        page("boards", "Boards", "Two cards are exchanged.", "An Exchange of places."),
        page("swap", "Swaps", "Players change by exchange, exchanged twice."),
        page("lists", "Exchanges of lists", "Which files."),
        page("files", "Exchange", "What is exchanged by files."),
    )
    assert [(hit.page.name, hit.text) for hit in manual_hits("exchange", 76, pages)] == [
        ("files", "Exchange"),
        ("lists", "Exchanges of lists"),
        ("boards", "An Exchange of places."),
        ("swap", "Players change by exchange, exchanged twice."),
        ("boards", "Two cards are exchanged."),
        ("files", "What is exchanged by files."),
    ]
    (hit,) = manual_hits("change twice", 76, pages)
    assert manual_lines(hit.page, 76)[hit.row].text.startswith("Players change by")


def test_the_command_lists_the_pages_and_prints_one(topboard: CommandLine) -> None:
    pages = json.loads(topboard.done("manual", "--json"))["pages"]
    assert [page["name"] for page in pages] == [page.name for page in manual_pages()]
    listed = topboard.done("manual").splitlines()
    assert [row.split()[0] for row in listed[1:]] == [page["name"] for page in pages]
    page = manual_page("kjca")
    assert topboard.done("manual", "kjca") == page.markdown
    assert topboard.asked("manual", "kjca") == {
        "name": "kjca", "title": page.title, "text": page.markdown,
    }  # fmt: skip
    assert "known: tour, keys" in topboard.refused("manual", "nothing")


async def test_the_console_opens_it_finds_a_word_and_goes_back(tmp_path: Path) -> None:
    app = TopboardApp(juniors(tmp_path / "kent", players=8).folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("M")
        await until(pilot, lambda: "Standings and tie-breaks" in text_of(app))
        await type_text(pilot, "direct encounter")
        await until(
            pilot, lambda: "Standings and tie-breaks" not in text_of(app).split("direct")[0]
        )
        await pilot.press("enter")
        await until(pilot, lambda: "esc the pages" in text_of(app))
        assert "encounter" in text_of(app).lower()
        top = text_of(app)
        await pilot.press("pagedown", "x")
        await until(pilot, lambda: text_of(app) != top)
        await pilot.press("?")
        await until(pilot, lambda: "The manual" in text_of(app) or "Manual" in text_of(app))
        await pilot.press("escape", "pageup")
        await until(pilot, lambda: text_of(app) == top)
        # back among the hits: down goes through them
        await pilot.press("escape", "down", "up", "enter")
        await until(pilot, lambda: "esc the pages" in text_of(app))
        await pilot.press("escape", "escape", "escape")
        await until(pilot, lambda: is_in_front(app, "entries"))


async def test_a_slash_begins_the_find_among_the_pages(tmp_path: Path) -> None:
    app = TopboardApp(juniors(tmp_path / "kent", players=8).folder)
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(Manual())
        await until(pilot, lambda: isinstance(first_found(app), ManualPage))
        await type_text(pilot, "/direct encounter")
        await until(pilot, lambda: isinstance(first_found(app), ManualHit))
        hit = first_found(app)
        assert isinstance(hit, ManualHit)
        assert "direct encounter" in hit.text.lower()


async def test_letters_stand_there_while_the_pages_are_searched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first search lays out all pages; what is typed meanwhile is looked for, and enter waits
    for it."""
    going_on = threading.Event()

    def slowly(text: str, width: int, pages: Sequence[ManualPage]) -> Iterator[ManualHit]:
        going_on.wait(20)
        return manual_hits(text, width, pages)

    monkeypatch.setattr("tui.screens.manual.manual_hits", slowly)
    app = TopboardApp(juniors(tmp_path / "kent", players=8).folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("M")
        await until(pilot, lambda: "Standings and tie-breaks" in text_of(app))
        await type_text(pilot, "direct encounter")
        await until(pilot, lambda: "searching …" in text_of(app))
        assert app.screen.query_one(Input).value == "direct encounter"
        await pilot.press("enter")
        going_on.set()
        await until(pilot, lambda: "esc the pages" in text_of(app))
        assert "encounter" in text_of(app).lower()


async def test_rules_opened_from_a_list_of_formats_lead_back_to_it(tmp_path: Path) -> None:
    app = TopboardApp(juniors(tmp_path / "kent", players=8).folder)
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(Manual("dutch", reading=True))
        await until(pilot, lambda: "top half" in text_of(app))
        assert "module" not in text_of(app), "what an arbiter reads comes first"
        await pilot.press("escape")
        await until(pilot, lambda: is_in_front(app, "entries"))


async def test_a_find_from_a_page_begins_anew_and_has_its_own_lines_first(tmp_path: Path) -> None:
    """What was looked for before stood in the line, and another page's title came first."""
    app = TopboardApp(juniors(tmp_path / "kent", players=8).folder)
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(Manual("knockout", find="best of"))
        await until(pilot, lambda: "knockouts" in str(first_found(app)).lower())
        await pilot.press("enter")
        await until(pilot, lambda: "find, here first" in text_of(app))
        await pilot.press("slash", *"seeds")
        await until(pilot, lambda: app.screen.query_one(Input).value == "seeds")
        await until(pilot, lambda: isinstance(first_found(app), ManualHit))
        hit = first_found(app)
        assert isinstance(hit, ManualHit)
        assert hit.page.name == "knockout"
        await pilot.press("end")
        await until(pilot, lambda: first_found(app) != hit)
        await pilot.press("home")
        await until(pilot, lambda: first_found(app) == hit)


def first_found(app: TopboardApp) -> object:
    """What is selected among the pages or the lines found."""
    screen = app.screen
    return screen.contents.selected if isinstance(screen, Manual) else None
