"""The projector's page of the site: a code that a camera reads, whatever the screen."""

from __future__ import annotations

import pytest

from engine.actions import ChangeSettings
from saves.site_code import modules
from tests.playing import enter
from tests.tui.conftest import EventMaker
from tui.projector.contents import contents
from tui.projector.drawn_pages import CODE, LEAST_QUIET, site_pages
from tui.projector.layout import pages
from tui.projector.show import kinds

ADDRESS = "https://chess.example/hastings/"
CALL, TYPED = "Your board on your phone", "chess.example/hastings"


def page(width: int, height: int):
    (lines,) = site_pages(CALL, ADDRESS, TYPED)(width, height)
    return lines


def code_of(lines) -> list[str]:
    return [text for one in lines for text, style in one.parts if style == CODE]


def dots(code: list[str]) -> list[tuple[bool, ...]]:
    return [tuple(cell in half for cell in row) for row in code for half in ("▀█", "▄█")]


@pytest.mark.parametrize(("width", "height", "quiet"), [(100, 28, 4), (80, 22, 2), (60, 26, 4)])
def test_the_page_shows_the_code_of_the_address(width: int, height: int, quiet: int) -> None:
    lines = page(width, height)
    rows = modules(ADDRESS, quiet)
    assert dots(code_of(lines))[: len(rows)] == list(rows)
    assert len(lines) <= height
    assert all(len(one.text) <= width for one in lines)
    assert quiet >= LEAST_QUIET
    said = "".join(one.text for one in lines)
    assert TYPED in said or "█" in said


def test_a_large_screen_has_the_code_in_large_modules() -> None:
    code = code_of(page(160, 43))
    rows = [[cell == "█" for cell in row[::2]] for row in code]
    assert rows[: len(modules(ADDRESS))] == [list(row) for row in modules(ADDRESS)]
    assert all(row[::2] == row[1::2] for row in code)
    assert sum(len(row.encode()) for row in code) < 5000


def test_the_page_is_shown_between_the_rounds_where_the_event_has_its_address(
    make_event: EventMaker,
) -> None:
    store = make_event(published=1)
    store.do(ChangeSettings({"site": ADDRESS}))
    enter(store)
    assert kinds(store.event, store.format) == ["standings", "site"]
    (content,) = contents(store.event, store.format, "site")
    (shown,) = pages(content, 100, 28)
    assert code_of(shown.lines)
    store.do(ChangeSettings({"site": ""}))
    assert kinds(store.event, store.format) == ["standings"]
    assert contents(store.event, store.format, "site") == []


def test_a_low_screen_has_the_address_alone() -> None:
    lines = page(40, 8)
    assert code_of(lines) == []
    assert TYPED in "".join(one.text.strip() for one in lines)
