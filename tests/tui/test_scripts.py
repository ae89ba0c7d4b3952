"""Names of every script keep their columns: what a terminal shows is the picture.

Terminals disagree on the cells of vowel signs, joined letters and emoji. tmux is the terminal
here; it is asked what stands in its pane after many partial paintings.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len, set_cell_size

from saves.cells import clusters, text_width, to_width, wrapped
from tui.terminal.app import anchored, unsure
from tui.widgets.lines import Line, changed_spans, fit, line

NAMES = (
    "Ashgrove, Liam",
    "Müller, Zoë",
    "Đorđević, Łukasz",
    "Παπαδόπουλος, Ἀθηνᾶ",
    "Ћирић, Ђорђе",
    "नीरज, सिद्धार्थ",
    "क्षत्रिय, श्री",
    "প্রিয়াঙ্কা, রায়",
    "ਗੁਰਪ੍ਰੀਤ, ਸਿੰਘ",
    "கார்த்திக், சுப்ரமணியன்",
    "లక్ష్మీ, వెంకటేశ్వర్లు",
    "മീനാക്ഷി, കൃഷ്ണൻ",
    "สมศักดิ์, กำธร",
    "မောင်မောင်, အေး",
    "សុខា, ចាន់",
    "山田, 太郎",
    "김, 민수",
    "יוסף, כהן",
    "محمد, الأمين",
    "Նարեկ, Հակոբյան",
    "ბექა, გიორგაძე",
    "Trần, Thị Ánh",
    "Jo\u0301\u0323hn, Ma\u0308ry",
    "Ace ♠️ 👍🏽, Ann",
)


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("Ann", 3),
        ("Zoë", 3),
        ("e\u0301", 1),
        ("नी", 2),  # a letter and the vowel sign beside it
        ("न्", 1),  # the sign below it takes no cell
        ("क्षि", 3),  # joined letters count as they stand
        ("山田", 4),
        ("กำ", 2),
        ("김", 2),
        ("♠", 1),
        ("♠️", 2),  # asked for in colour
        ("👍🏽", 4),
        ("½-½", 3),
    ],
)
def test_a_text_takes_the_cells_that_terminals_give_it_at_the_most(text: str, cells: int) -> None:
    assert text_width(text) == cells
    assert cell_len(text) == cells, "the toolkit measures alike"


@given(st.text(st.characters(exclude_categories=["Cs", "Cc", "Cn", "Co"]), max_size=30))
def test_pieces_are_the_whole_text_and_add_up(text: str) -> None:
    pieces = clusters(text)
    assert "".join(text[start:end] for start, end, _ in pieces) == text
    assert sum(size for _, _, size in pieces) == text_width(text) == cell_len(text)


@given(st.sampled_from(NAMES), st.integers(0, 40))
def test_a_name_is_cut_or_filled_to_exactly_the_cells_that_there_are(name: str, room: int) -> None:
    assert text_width(fit(name, room)) == room
    assert text_width(to_width(name, room)) == room
    assert to_width(name, room) == set_cell_size(name, room), "the toolkit cuts alike"


def test_a_reason_with_wide_names_is_broken_and_not_cut() -> None:
    told = wrapped("gives way: " + "佐々木, 美咲 and " * 9, 60, most=9)
    assert all(text_width(text) <= 60 for text in told)
    assert " ".join(" ".join(told).split()).count("佐々木, 美咲 and") == 9


def test_the_cursor_is_put_right_behind_what_terminals_disagree_on() -> None:
    written = "\x1b[1m»\x1b[0m नीरज 1 ♠️\x1b[2;5H"
    assert anchored(written, erases=False) == (
        "\x1b[1m»\x1b[0m \x1b7    \x1b8नीरज\x1b8\x1b[4C 1 \x1b7  \x1b8♠️\x1b8\x1b[2C\x1b[2;5H"
    )


def test_the_cells_of_such_a_text_and_the_blanks_behind_it_are_erased_where_that_is_seen() -> None:
    """In reverse or underlined an erased cell would look otherwise than a blank."""
    erased = "\x1b7\x1b[9Xनीरज\x1b8\x1b[9C1"
    blank = "\x1b7    \x1b8नीरज\x1b8\x1b[4C     1"
    assert anchored("नीरज     1", erases=True) == erased
    for on, off in (("7", "27"), ("1;4", "0"), ("38;5;7;9", "29")):
        sent = anchored(f"\x1b[{on}mनीरज     1\x1b[{off}mनीरज     1", erases=True)
        assert sent == f"\x1b[{on}m{blank}\x1b[{off}m{erased}"
    assert anchored("\x1b[38;5;7;48;2;4;7;9mनीरज     1", erases=True).endswith(erased)


def test_where_the_cell_is_known_the_cursor_goes_there() -> None:
    sent = anchored("\x1b[3;6H山 नीरज  x\r\n\x1b[2Cश्री y", erases=True)
    assert sent == "\x1b[3;6H山 \x1b[6Xनीरज\x1b[15Gx\r\n\x1b[2C\x1b[3Xश्री\x1b[6Gy".replace(
        "\x1b[3Xश्री\x1b[6G", f"\x1b[{text_width('श्री') + 1}Xश्री\x1b[{text_width('श्री') + 4}G"
    )
    unknown = anchored("\x1b[?25lनीरज", erases=True)
    assert unknown == "\x1b[?25l\x1b7\x1b[4Xनीरज\x1b8\x1b[4C"


@pytest.mark.parametrize("name", ["Müller, Zoë", "山田, 太郎", "יוסף", "\x1b[1mAnn\x1b[0m"])
def test_nothing_is_added_where_terminals_agree(name: str) -> None:
    assert anchored(name) == name
    assert not unsure(name)


def test_a_text_whose_cells_are_unsure_is_painted_whole_and_nothing_beside_it() -> None:
    before, after = line(" 1 नीरज  _"), line(" 1 नीरज  1")
    assert changed_spans(before, after, 40, 10) == [(9, 10)]
    one, other = line(" 1 नीरज, श्री 2010"), line(" 1 नीरज, रवि 2010")
    assert changed_spans(one, other, 40, 10) == [(3, 12)], "both parts of a name at once"
    assert changed_spans(line(" 1 山田"), line(" 1 山口"), 40, 10) == [(5, 7)], (
        "no half of a letter"
    )
    assert changed_spans(line(" 1 Ann  _"), line(" 1 Ann  1"), 40, 10) == [(8, 9)]
    assert changed_spans(before, before, 40, 10) == []


PAINTER = """
import random, sys
from textual.app import App
from tui.terminal.app import typed_driver
from tui.widgets.lines import Line, LineList, TextLine
from tests.tui.test_scripts import NAMES, random_lines

class Painter(App):
    CSS = "LineList { height: 20; }"
    def get_driver_class(self):
        if sys.argv[4] == "control":
            return super().get_driver_class()
        return typed_driver(super().get_driver_class())
    def compose(self):
        yield TextLine(id="head")
        yield LineList(selectable=False)
    def on_mount(self):
        self.lots = random.Random(int(sys.argv[1]))
        self.left = int(sys.argv[2])
        self.set_interval(0.02, self.paint)
    def paint(self):
        names = NAMES[-1:] if sys.argv[4] == "control" else NAMES
        lines = random_lines(self.lots, self.query_one(LineList).lines, names)
        self.left -= 1
        if self.left < 0:
            return
        self.query_one("#head").show(lines[0])
        self.query_one(LineList).show(lines)
        if not self.left:
            with open(sys.argv[3], "w") as out:
                out.write("\\n".join([lines[0].text, *(one.text for one in lines)]))
Painter().run()
"""


def random_lines(
    lots: random.Random, before: list[Line], names: tuple[str, ...] = NAMES
) -> list[Line]:
    """Twenty rows of number, name, rating, name, result; most of them as they were before."""
    rows = list(before)
    for at in range(20):
        if before and lots.random() < 0.7:
            continue
        left, right = lots.choice(names), lots.choice(names)
        room = lots.choice((12, 18, 24))
        shown = (
            f" {at + 1:2} {fit(left, room)} {lots.randrange(1000, 2800)}  {fit(right, room)} "
            f"{lots.choice(('1-0', '0-1', '½-½', '_'))}  2½"
        )
        fresh = line(shown, key=at)
        if before:
            rows[at] = fresh
        else:
            rows.append(fresh)
    return rows


@pytest.fixture
def in_tmux(tmp_path: Path) -> Iterator[Callable[[list[str]], Callable[[], list[str]]]]:
    """Runs a command in a pane of 80x24; gives what reads the pane."""
    if shutil.which("tmux") is None:
        pytest.skip("tmux is not installed: no terminal to look at")
    # of its own for each test: one that was told to end may still be ending
    server = f"scripts-{os.getpid()}-{tmp_path.name[-8:]}"
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "TERM": "xterm-256color"}
    environment.pop("TMUX", None)

    def tmux(*words: str) -> str:
        done = subprocess.run(
            ["tmux", "-L", server, "-f", "/dev/null", *words],
            env=environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        return done.stdout

    def begun(command: list[str]) -> Callable[[], list[str]]:
        tmux("new-session", "-d", "-x", "80", "-y", "24", *command)
        return lambda: tmux("capture-pane", "-p").splitlines()

    yield begun
    tmux("kill-server")


def in_cells(text: str) -> str:
    """The picture as tmux 3.3 keeps it: a coloured sign in one cell, the second one blank."""
    return text.replace("\ufe0f", "\ufe0f ").rstrip()


def painted(
    pane_of: Callable[[list[str]], Callable[[], list[str]]],
    folder: Path,
    seed: int,
    how: str,
    seconds: float = 180,
    term: str = "screen",
) -> tuple[list[str], list[str]]:
    """What the pane shows after forty paintings, within so many seconds, and what it should."""
    script, said = folder / "painter.py", folder / "picture.txt"
    script.write_text(PAINTER, "utf-8")
    path = f"PYTHONPATH={Path(__file__).parents[2]}"
    pane = pane_of(
        ["env", path, f"TERM={term}", sys.executable, str(script), str(seed), "40", str(said), how]
    )  # fmt: skip
    end = time.monotonic() + 120
    while time.monotonic() < end and not said.exists():
        time.sleep(0.1)
    picture = [in_cells(text) for text in said.read_text("utf-8").split("\n")]
    shown: list[str] = []
    end = time.monotonic() + seconds
    while shown != picture and time.monotonic() < end:
        time.sleep(0.2)
        shown = [text.rstrip() for text in pane()][: len(picture)]
    return shown, picture


@pytest.mark.parametrize(("seed", "term"), [(0, "screen"), (1, "xterm-256color")])
def test_after_many_paintings_the_pane_is_the_picture(
    seed: int, term: str, tmp_path: Path, in_tmux: Callable[[list[str]], Callable[[], list[str]]]
) -> None:
    """With blanks written and, as the second of the terminals says of itself, erased."""
    shown, picture = painted(in_tmux, tmp_path, seed, "anchored", term=term)
    assert shown == picture


@pytest.mark.slow
def test_a_driver_that_puts_no_cursor_right_is_found_out(
    tmp_path: Path, in_tmux: Callable[[list[str]], Callable[[], list[str]]]
) -> None:
    shown, picture = painted(in_tmux, tmp_path, 0, "control", seconds=5)
    assert shown != picture
