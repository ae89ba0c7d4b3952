"""Brackets on paper: every match once, sheets that fit on A4, nothing dangerous in a name."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from engine.actions import EnterResults
from engine.actions.base import applied
from engine.entrants import Entrant
from engine.event import Event
from engine.fixtures import gone_through
from engine.protocol import Format, bracket_of
from formats.registry import format_named
from saves.bracket_sheets import MOST_ROWS, notes_after, tree_sheets
from saves.pages import round_pages, whole_page
from tests.playing import begun, play
from tests.saves.test_pages import HOSTILE, Page


def cup(count: int, rounds: int, format: Format, name: str = "Player") -> Event:
    """A knockout with so many rounds published, all but the last one played."""
    entrants = [Entrant("", f"{name} {n}") for n in range(1, count + 1)]
    return play(begun(format, entrants), rounds, last_open=True)


@pytest.mark.parametrize("kind", ["knockout", "double_knockout"])
@pytest.mark.parametrize("count", [2, 8, 23, 64, 200])
def test_every_match_is_on_one_sheet_that_fits(kind: str, count: int) -> None:
    format = format_named(kind)
    event = cup(count, 1, format)
    filled = bracket_of(format, event)
    assert filled is not None
    sheets = tree_sheets(event, format, event.round(1))
    played = len(filled.fixtures) - len(gone_through(filled))
    assert sum(len(sheet.joints) for sheet in sheets) == played
    assert all(sheet.rows <= MOST_ROWS for sheet in sheets)
    for sheet in sheets:
        places = Counter((cell.column, cell.row) for cell in sheet.cells)
        assert set(places.values()) == {1}
        assert all(1 <= column <= len(sheet.heads) for column, _ in places)
        assert all(1 <= row <= sheet.rows for _, row in places)


def test_the_bracket_stands_among_the_pages_as_it_was_after_the_round() -> None:
    format = format_named("knockout")
    event = cup(8, 3, format)
    pages = round_pages(event, format, 2)
    assert "round-02-bracket.html" in pages["index.html"]
    page = pages["round-02-bracket.html"]
    assert Page(page).open == []
    assert "Quarter-finals" in page
    assert page == round_pages(event.until(2), format)["round-02-bracket.html"]
    assert page != round_pages(event, format, 3)["round-03-bracket.html"]
    assert "Semi-finals" in whole_page(event, format)


def test_every_list_of_the_one_page_follows_another_sheet_the_slips_the_bracket_too() -> None:
    format = format_named("double_knockout")
    event = cup(8, 1, format)
    body = whole_page(event, format).split("<body")[1]
    depth, tops = 0, []
    for tag, rest in re.findall(r"<(/?(?:div|section))\b([^>]*)>", body):
        depth += -1 if tag.startswith("/") else 1
        if depth == 1 and not tag.startswith("/"):
            tops.append(rest)
    lists = [rest for rest in tops if rest and "what" not in rest]  # not of the heading
    assert len(lists) >= 4
    assert all('class="sheet' in rest for rest in lists)
    assert "slips" in lists[-1]


def test_a_format_without_bracket_has_no_such_page() -> None:
    format = format_named("dutch")
    event = play(
        begun(format, [Entrant("", f"P{n}") for n in range(4)], rounds=3), 1, last_open=True
    )
    assert not any("bracket" in file for file in round_pages(event, format))


@pytest.mark.parametrize("name", HOSTILE)
def test_names_are_text_in_the_tree_too(name: str) -> None:
    format = format_named("knockout")
    page = round_pages(cup(4, 1, format, name), format)["round-01-bracket.html"]
    parsed = Page(page)
    assert parsed.open == []
    assert not any(tag in ("script", "iframe") for tag, _ in parsed.elements)
    assert not any(c in page for c in "\x1b\x07\u202e\u2066\u2028")


@pytest.mark.parametrize("count", [64, 200, 512])
def test_the_columns_of_a_stage_are_shared_out_evenly(count: int) -> None:
    format = format_named("double_knockout")
    sheets = tree_sheets(event := cup(count, 1, format), format, event.round(1))
    for title in {sheet.title for sheet in sheets}:
        widths = {len(sheet.heads) for sheet in sheets if sheet.title == title}
        assert max(widths) - min(widths) <= 1, (title, widths)


def test_a_place_that_nobody_has_yet_says_on_paper_who_comes_there() -> None:
    """In the losers' bracket: whose loser; in the winners' the line to the match before says it."""
    format = format_named("double_knockout")
    sheets = tree_sheets(event := cup(8, 1, format), format, event.round(1))
    coming = {sheet.title: [c.name for c in sheet.cells if not c.known] for sheet in sheets}
    winners, losers, *_ = coming
    assert set(coming[winners]) == {""}
    assert coming[losers][:2]
    assert all("loser" in name.lower() for name in coming[losers][:2])


def test_the_notes_of_a_cup_on_paper_say_what_a_walkover_is() -> None:
    event = cup(4, 1, format := format_named("knockout"))
    event = applied(EnterResults(((1, "+/-"), (2, "1-0"))), event, format)
    notes = notes_after(event, format, event.round(1))
    assert "+ and -: without a game" in notes
