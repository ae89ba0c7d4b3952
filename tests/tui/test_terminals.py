"""What goes to terminals that can do little: the Linux console, sixteen colours, none."""

from __future__ import annotations

import re
from typing import ClassVar

import pytest

from engine.actions import EnterResults
from saves.store import Store
from tests.tui.conftest import NAMES, EventMaker
from tests.tui.terminal import Terminal
from tui.terminal.app import GLYPHS, shown

FOREIGN = (
    *NAMES,
    "漢字, 山田",
    "Ψαρρός, Ἀθηνᾶ",
    "Ђорђевић, Јован",
    "Nguyễn, Thị Ánh",
    "a\u0301" * 9,
)
SEQUENCE = re.compile(
    r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[()][A-Z0-9]|[=>78])"
)
PLACES = {"F1": b"\x1bOP", "F2": b"\x1bOQ", "F3": b"\x1bOR", "F4": b"\x1bOS"}


class Desk(Terminal):
    """The console, for a test that looks at all it sends and not at when."""

    def read_until_quiet(self, quiet: float = 0.2) -> bytes:
        return super().read_until_quiet(quiet)


class Wall(Desk):
    """The projector instead of the console; the place is what the desk calls it."""

    script: ClassVar[str] = Terminal.script.replace(
        "from tui.app import run", "from tui.projector.app import run"
    ).replace("run(Path(sys.argv[1]), sys.argv[2])", "run([Path(sys.argv[1])], 'hall', 0, 'off')")


@pytest.fixture
def hall(make_event: EventMaker) -> Store:
    store = make_event(players=40, published=2, names=FOREIGN)
    store.do(EnterResults(((1, "1-0"), (2, "1/2-1/2"), (4, "+/-"))))
    return store


def tour(store: Store, **environment: str) -> str:
    """Everything that the console sends on a walk through places and dialogs, then the wall."""
    with Desk(store.folder, "entries", 80, 24, **environment) as terminal:
        sent = terminal.read_until(b"saved") + terminal.read_until_quiet()
        for keys in PLACES.values():
            sent += terminal.type(keys)
        for keys in (b"\r", b"\x1b[B", b"q", b"H", b"q", b"?", b"\x1b", b":"):
            sent += terminal.type(keys)
    with Wall(store.folder, "", 80, 24, **environment) as terminal:
        sent += terminal.read_until(b"Kent Juniors") + terminal.read_until_quiet()
        sent += terminal.type(b"\t") + terminal.type(b"?")
    return sent.decode()


def colours_in(sent: str) -> set[str]:
    """The parameters of all colours and attributes."""
    found = re.findall(r"\x1b\[([0-9;]*)m", sent)
    return {part for one in found for part in re.findall(r"[34]8;[25];[0-9;]+|[0-9]+", one)}


def test_the_linux_console_gets_no_letter_that_its_font_lacks_and_16_colours(hall: Store) -> None:
    sent = tour(hall, TERM="linux", COLORTERM="")
    text = SEQUENCE.sub("", sent)
    lacking = set(text) - GLYPHS - set("\r\n\x07\x08\x0f")
    assert lacking == set()
    assert "Kent Juniors" in text
    assert "Rezníkova, Aoife" in text
    assert "Wójtowska, Zoë" in text
    assert "????" in text, "what has no form in it"
    assert not {one for one in colours_in(sent) if one.startswith(("38;", "48;"))}


# the walk above, another terminal: half a minute and more
@pytest.mark.slow
def test_sixteen_colours_are_the_terminals_own(hall: Store) -> None:
    sent = tour(hall, TERM="screen", COLORTERM="")
    assert not {one for one in colours_in(sent) if one.startswith(("38;", "48;"))}
    assert "Řezníkova" in sent, "its letters are all there"


def test_tmux_gets_256_colours_and_every_letter(hall: Store) -> None:
    with Terminal(hall.folder, "results", TERM="tmux-256color", COLORTERM="") as terminal:
        sent = (terminal.read_until(b"saved") + terminal.read_until_quiet()).decode()
    assert any(one.startswith("38;5;") for one in colours_in(sent))
    assert not any(one.startswith("38;2;") for one in colours_in(sent))
    assert "Řezníkova" in sent


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ashgrove, Liam ½-½ »→↓·", "Ashgrove, Liam ½-½ »→↓·"),
        ("Łąkowski …", "Lakowski ~"),
        ("Dvořáček", "Dvorácek"),
        ("İğd\u0131r, Şule", "Igdir, Sule"),
        ("漢字", "????"),
        ("─┐▀█", "─┐▀█"),
        ("██▌░ ▏▊", "██▌░  █"),
        ("▁▃▅▇ ┃ ✓", "__▄█ ║ +"),
        ("Ψ", "?"),
    ],
)
def test_a_text_keeps_its_cells_in_the_letters_of_the_console(text: str, expected: str) -> None:
    assert shown(text) == expected
