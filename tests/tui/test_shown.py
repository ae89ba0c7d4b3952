"""What is sent by difference must leave the terminal as if all had been sent."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.geometry import Region
from textual.strip import Strip

from saves.cells import text_width
from tests.tui.conftest import EventMaker
from tests.tui.terminal import Terminal
from tests.tui.test_sparing import Screen
from tui.terminal.app import BRIDGED, Shown, differing

WIDTH, HEIGHT = 24, 3
CONSOLE = Console(color_system="truecolor", width=WIDTH)
BLANK_SEEN = frozenset({"4", "7", "9"})
"""Attributes that show where there is no letter."""

Seen = tuple[str, frozenset[str], str, str]


class Paper:
    """A terminal: what stands in each cell, and how it looks."""

    def __init__(self) -> None:
        self.cells: list[list[Seen]] = [[(" ", frozenset(), "", "")] * WIDTH for _ in range(HEIGHT)]
        self.pen, self.x, self.y = Screen(), 0, 0

    def take(self, text: str) -> None:
        for codes, final, letter in re.findall(r"\x1b\[([\d;]*)([HCm])|([^\x1b])", text):
            if final == "H":
                y, _, x = codes.partition(";")
                self.x, self.y = int(x) - 1, int(y) - 1
            elif final == "C":
                self.x += int(codes or 1)
            elif final == "m":
                self.pen.take(f"\x1b[{codes or 0}m")
            elif letter == "\r":
                self.x = 0
            elif letter == "\n":
                self.y += 1
            else:
                self._put(letter)

    def _put(self, letter: str) -> None:
        on, front, ground = frozenset(self.pen.on), self.pen.front, self.pen.ground
        if letter == " ":
            on &= BLANK_SEEN
            front = front if "7" in on else ""
        size = text_width(letter)
        self.cells[self.y][self.x : self.x + size] = [
            (letter if at == 0 else "", on, front, ground) for at in range(size)
        ]
        self.x += size


STYLES = [
    Style.parse(text) for text in ("", "bold", "red on blue", "reverse", "#102030 on #fff8e0")
]
WORDS = st.text("ab é漢─▇", min_size=1, max_size=9)
LOOKS = st.sampled_from(STYLES)


@st.composite
def lines(draw: st.DrawFn) -> Strip:
    """A line of `WIDTH` cells in pieces of one style each."""
    parts, left = [], WIDTH
    while left:
        text = draw(WORDS)
        while text_width(text) > left:
            text = text[:-1]
        text = text or " "
        parts.append(Segment(text, draw(LOOKS)))
        left -= text_width(text)
    return Strip(parts)


pictures = st.lists(lines(), min_size=HEIGHT, max_size=HEIGHT)


def whole(picture: Sequence[Strip]) -> LayoutUpdate:
    return LayoutUpdate([[strip] for strip in picture], Region(0, 0, WIDTH, HEIGHT))


@given(st.lists(st.tuples(pictures, st.booleans(), st.booleans()), min_size=1, max_size=5))
def test_the_terminal_shows_each_picture_whatever_it_showed_before(
    steps: list[tuple[list[Strip], bool, bool]],
) -> None:
    """Whole screens and parts of them, of one place and of another, one after the other."""
    shown, paper = Shown(), Paper()
    for picture, part, another in steps:
        update: object = whole(picture)
        if part:
            ends = [[WIDTH]] * HEIGHT
            spans = [(y, 0, WIDTH) for y in range(HEIGHT)]
            update = ChopsUpdate([{0: strip} for strip in picture], spans, ends)
        sent = shown.sparing(update, "another" if another else "place")
        paper.take(sent.render_segments(CONSOLE))
        fresh = Paper()
        fresh.take(Shown().sparing(whole(picture), "place").render_segments(CONSOLE))
        assert paper.cells == fresh.cells


def test_only_what_differs_is_sent_again() -> None:
    before = Strip([Segment("Ashgrove, Keira" + " " * 20 + "1-0")])
    now = Strip([Segment("Ashgrove, Niall" + " " * 20 + "0-1")])
    assert differing(before, now) == [(10, 15), (35, 38)]
    near = Strip([Segment("Ashgrove, Keira" + " " * 20 + "1-1")])
    assert differing(before, near) == [(37, 38)]
    assert differing(before, before) == []
    ends = Strip([Segment("b" + "a" * (BRIDGED - 2) + "b")])
    assert differing(Strip([Segment("a" * BRIDGED)]), ends) == [(0, BRIDGED)]


def test_a_terminal_of_which_nothing_is_known_gets_all() -> None:
    """After a shell has written on it, or its window was made larger; and with another place."""
    picture, shown = [Strip([Segment(f"line {n}".ljust(WIDTH))]) for n in range(HEIGHT)], Shown()
    first = shown.sparing(whole(picture), "place").render_segments(CONSOLE)
    assert "line" not in shown.sparing(whole(picture), "place").render_segments(CONSOLE)
    assert shown.sparing(whole(picture), "another").render_segments(CONSOLE) == first
    shown.forget()
    assert shown.sparing(whole(picture), "another").render_segments(CONSOLE) == first


@pytest.mark.parametrize(("key", "most"), [(b"?", 5500), (b"F", 4000), (b"a", 5000), (b":", 3500)])
def test_a_dialog_and_the_way_back_send_what_differs(
    make_event: EventMaker, key: bytes, most: int
) -> None:
    """They were 15 to 24 kB, and 7 for the way back: seconds on a poor line."""
    store = make_event(players=40, published=2)
    colours = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
    with Terminal(store.folder, "entries", 80, 24, **colours) as terminal:
        terminal.read_until(b"40 entries")
        terminal.read_until_quiet(0.8)
        before = terminal.sheet.text
        opened = terminal.type(key) + terminal.read_until_quiet(0.8)
        assert len(opened) < most
        assert len(terminal.type(b"\x1b") + terminal.read_until_quiet(0.8)) < 3500
        assert terminal.sheet.text == before
