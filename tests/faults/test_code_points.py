"""Every code point of Unicode in a name, through every way out."""

from __future__ import annotations

import csv
import html
import io
import re
import sys
import unicodedata
from collections.abc import Callable, Iterator
from functools import cache

import pytest

from engine.entrants import Entrant
from engine.event import Event
from saves.csv_cells import FORMULA_STARTS
from saves.pages import whole_page
from saves.tables_csv import write_entries_csv
from saves.text_tables import round_text
from saves.trf_read import read_trf
from saves.trf_write import write_trf
from tests.saves.played import PLAIN
from tests.saves.test_safe_text import leaks
from tui.commands.output import json_text
from tui.screens.entries_lines import entry_lines
from tui.widgets.lines import line

EACH = 8
"""Code points in one name; every name has room for them in every way out."""
BATCH = 1000


def event_of(names: list[str]) -> Event:
    people = tuple(Entrant(str(n), name) for n, name in enumerate(names, 1))
    return Event("Open", "plain", PLAIN.settings({"rounds": 1}), entrants=people)


def to_csv(event: Event) -> str:
    made = write_entries_csv(event)
    for row in csv.reader(io.StringIO(made)):
        # a name stands in one cell, and none is a formula
        assert not [cell for cell in row if cell[:1] in FORMULA_STARTS]
    return made.replace("\r\n", "")


def to_html(event: Event) -> str:
    made = whole_page(event, PLAIN)
    assert _tags(made) == _tags(whole_page(event_of(["x"] * len(event.entrants)), PLAIN))
    return html.unescape(re.sub(r"<[^>]*>", "", made)).replace("\n", "")


@cache
def _tag_pattern() -> re.Pattern[str]:
    return re.compile(r"<[^>]*>")


def _tags(page: str) -> list[str]:
    return _tag_pattern().findall(page)


def to_text(event: Event) -> str:
    return round_text(event, PLAIN).replace("\n", "")


def to_trf(event: Event) -> str:
    data = write_trf(event, PLAIN)
    found = read_trf(data, "open.trf")
    assert len(found.entrants) == len(event.entrants)
    return data.decode("utf-8").replace("\r\n", "").replace("\n", "").replace("\r", "")


def to_terminal(event: Event) -> str:
    head, lines = entry_lines(event.entrants, event, 120)
    return "".join([head.text, *(x.text for x in lines), line(event.title).text])


def to_json(event: Event) -> str:
    made = json_text([entrant.name for entrant in event.entrants])
    return "".join(c for c in made if c != "\n")


WAYS: dict[str, Callable[[Event], str]] = {
    "csv": to_csv,
    "html": to_html,
    "text": to_text,
    "trf": to_trf,
    "terminal": to_terminal,
    "json": to_json,
}


def batches(step: int) -> Iterator[list[str]]:
    """Names, each beginning with a letter here and with the code point itself there."""
    codes = [*range(0x300), *range(0x300, sys.maxunicode + 1, step)]
    for start in range(0, len(codes), EACH * BATCH):
        some = codes[start : start + EACH * BATCH]
        names = []
        for at in range(0, len(some), EACH):
            name = "a".join(map(chr, some[at : at + EACH]))
            names.append(name if at % (2 * EACH) else f"b{name}")
        yield names


@pytest.mark.parametrize("step", [53, pytest.param(1, marks=pytest.mark.faults)])
@pytest.mark.parametrize("way", WAYS)
def test_no_code_point_gets_out_that_could_do_harm(way: str, step: int, figures) -> None:
    tried = control = 0
    for names in batches(step):
        event = event_of(names)
        shown = WAYS[way](event)
        # JSON escapes them; private letters are shown by no screen of ours
        bad = [c for c in leaks(shown) if way != "json" or not c.isprintable()]
        assert bad == [], [f"U+{ord(c):04X}" for c in bad[:5]]
        tried += sum(map(len, names))
        control += len(leaks("".join(names)))
    figures("characters, harmful ones among them", f"{tried} {control}")
    assert control > 30


@pytest.mark.control
def test_control_the_same_check_finds_them_in_bare_text() -> None:
    names = next(batches(1))
    bare = "".join(names)
    assert len(leaks(bare)) > 70
    assert any(unicodedata.category(c) == "Cc" for c in leaks(bare))
