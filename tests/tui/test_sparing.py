"""A sparing update must leave a terminal exactly as the full one does."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from tests.tui.terminal import Sheet
from tui.terminal.app import SparingUpdate, alike, moved, switched

ATTRIBUTES = ["1", "2", "3", "4", "7", "9"]
COLOURS = ["38;2;1;2;3", "38;5;44", "31", "97", "39"]
GROUNDS = ["48;2;1;2;3", "48;5;44", "41", "107", "49"]
styles = st.tuples(
    st.sets(st.sampled_from(ATTRIBUTES)),
    st.sampled_from([*COLOURS, ""]),
    st.sampled_from([*GROUNDS, ""]),
).map(lambda s: ";".join([*sorted(s[0]), *filter(None, s[1:])]))


class Screen:
    """What a terminal has switched on, by the rules of SGR."""

    def __init__(self) -> None:
        self.on: set[str] = set()
        self.front = self.ground = "default"

    def take(self, sequence: str) -> tuple[frozenset[str], str, str]:
        for part in filter(None, sequence.split("\x1b[")):
            codes = part.removesuffix("m").split(";")
            while codes:
                codes = self._one(codes)
        return frozenset(self.on), self.front, self.ground

    def _one(self, codes: list[str]) -> list[str]:
        code, size = codes[0], 1
        off = {"22": {"1", "2"}, "23": {"3"}, "24": {"4"}, "25": {"5"}, "27": {"7"}, "29": {"9"}}
        if code in ("38", "48"):
            size = 5 if codes[1] == "2" else 3
        if code == "0":
            self.__init__()  # type: ignore[misc]
        elif code in off:
            self.on -= off[code]
        elif int(code) < 30:
            self.on.add(code)
        elif code == "38" or int(code) in (*range(30, 38), *range(90, 98)):
            self.front = ";".join(codes[:size])
        elif code == "39":
            self.front = "default"
        elif code == "49":
            self.ground = "default"
        else:
            self.ground = ";".join(codes[:size])
        return codes[size:]


def looks(codes: str) -> tuple[frozenset[str], str, str]:
    return Screen().take(f"\x1b[0;{codes}m" if codes else "\x1b[0m")


@given(st.lists(styles, min_size=1, max_size=6))
def test_switching_from_style_to_style_gives_each_of_them(wanted: list[str]) -> None:
    screen, before = Screen(), "0"
    for codes in wanted:
        assert screen.take(switched(before, codes)) == looks(codes), (before, codes)
        before = codes


def test_changed_cells_go_to_their_places_and_nothing_else_is_sent() -> None:
    """Cells are counted from 0 here and from 1 by the terminal."""
    strip = Strip([Segment("left and "), Segment("right")])
    update = SparingUpdate([{0: strip}, {0: strip}], [(1, 9, 14)], [[14], [14]])
    assert update.render_segments(Console(color_system=None)) == "\x1b[2;10Hright\x1b[0m"


@given(
    st.lists(
        st.tuples(st.integers(0, 5), st.integers(0, 18), st.text("abc", min_size=1)), max_size=8
    )
)
def test_pieces_stand_where_they_belong_whatever_way_the_cursor_comes(
    pieces: list[tuple[int, int, str]],
) -> None:
    """Also behind the last cell of a line, where a terminal waits with the next line."""
    sent, at, wanted = "", None, [[" "] * 20 for _ in range(6)]
    for y, x, letters in pieces:
        shown = letters[: 20 - x]
        sent += moved(at, (x, y)) + shown
        at = (x + len(shown), y)
        wanted[y][x : x + len(shown)] = shown
    sheet = Sheet(20, 6)
    sheet.take(sent.encode())
    assert sheet.text == "\n".join("".join(row).rstrip() for row in wanted)


@given(st.lists(st.tuples(st.sampled_from(["", "7", "41"]), st.integers(0, 30)), max_size=5))
def test_erased_blanks_leave_the_cells_that_written_ones_leave(
    parts: list[tuple[str, int]],
) -> None:
    segments = [
        Segment(f"{'x' * (at % 2)}{' ' * blanks}y", Style.parse(STYLED[codes]))
        for at, (codes, blanks) in enumerate(parts)
    ]
    strip = Strip([*segments, Segment(" " * 20)])
    width = strip.cell_length
    texts = []
    for erases in (False, True):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("tui.terminal.app.erases_in_colour", lambda says=erases: says)
            sheet = Sheet(width, 1)
            sheet.take(("#" * width + "\r").encode())
            update = SparingUpdate([{0: strip}], [(0, 0, width)], [[width]])
            sheet.take(update.render_segments(Console(color_system="standard")).encode())
            texts.append(sheet.text)
    assert texts[0] == texts[1]


STYLED = {"": "none", "7": "reverse", "41": "on red"}


def test_blanks_are_erased_only_where_that_looks_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tui.terminal.app.erases_in_colour", lambda: True)

    def sent(style: str, blanks: int) -> str:
        strip = Strip([Segment(" " * blanks + "x", Style.parse(style))])
        update = SparingUpdate([{0: strip}], [(0, 0, blanks + 1)], [[blanks + 1]])
        return update.render_segments(Console(color_system="standard"))

    assert "\x1b[40X\x1b[40C" in sent("on red", 40)
    assert "X" not in sent("reverse", 40)
    assert "X" not in sent("underline", 40)
    assert "X" not in sent("on red", 8)


@pytest.mark.parametrize(
    ("term", "erases"), [("linux", True), ("screen", False), ("nonsense-3000", False)]
)
def test_a_terminal_that_does_not_say_so_gets_blanks(term: str, erases: bool) -> None:
    """GNU screen erases in a colour of its own. The database is read once in a process."""
    asked = "from tui.terminal.app import erases_in_colour; print(erases_in_colour())"
    answer = subprocess.run(
        [sys.executable, "-c", asked], env={**os.environ, "TERM": term},
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    assert answer.stdout.strip() == str(erases)


def test_the_cursor_goes_the_shortest_way() -> None:
    assert moved(None, (9, 1)) == "\x1b[2;10H"
    assert moved((4, 1), (9, 1)) == "\x1b[5C"
    assert moved((80, 1), (0, 2)) == "\r\n"
    assert moved((80, 21), (10, 22)) == "\r\n\x1b[10C"
    assert moved((9, 1), (4, 1)) == "\x1b[2;5H"


def test_of_a_piece_that_only_touches_the_change_nothing_is_sent() -> None:
    left, right = Strip([Segment("left and ")]), Strip([Segment("right")])
    update = SparingUpdate([{0: left, 9: right}], [(0, 9, 14)], [[9, 14]])
    assert update.render_segments(Console(color_system=None)) == "\x1b[1;10Hright\x1b[0m"


def test_only_what_differs_is_sent() -> None:
    plain, bold = "38;2;1;2;3;48;2;4;5;6", "1;38;2;1;2;3;48;2;4;5;6"
    assert switched(plain, bold) == "\x1b[1m"
    assert switched(bold, plain) == "\x1b[22m"
    assert switched(plain, "38;2;9;9;9;48;2;4;5;6") == "\x1b[38;2;9;9;9m"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("31;49", "1;32;49", True),
        ("31;49", "31;41", False),
        ("7;31;49", "31;49", False),
        ("4;31;49", "31;49", False),
        ("0", "31;49", False),
    ],
)
def test_a_blank_is_not_switched_for_where_it_looks_the_same(
    one: str, other: str, same: bool
) -> None:
    assert alike(one, other) is same
