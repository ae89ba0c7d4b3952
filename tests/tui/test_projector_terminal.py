"""The projector in a real pseudo-terminal, and its neighbours on the command line."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import ClassVar

import pytest

from engine.actions import EnterResult
from saves.projectors import Wish, ask_for
from saves.store import open_event
from tests.tui.conftest import EventMaker
from tests.tui.cups import played_to, teams_event
from tests.tui.desk_cli import CommandLine
from tests.tui.places import hostile
from tests.tui.terminal import Terminal

RESULT_BYTES, TURN_BYTES = 600, 6000
POINTER = "\x1b]22;default\x07"
"""The library's own word on the mouse pointer's shape."""
ROOT = Path(__file__).parents[2]


class Wall(Terminal):
    """A projector whose pages are turned by hand; `place` is what its clock shows."""

    script: ClassVar[str] = """
import sys
from pathlib import Path
from formats.registry import FORMATS
FORMATS.setdefault("small", "tests.tui.small:Small")
from tui.projector.app import run
run([Path(sys.argv[1])], "hall", 0, sys.argv[2])
"""


def test_nothing_is_sent_while_nothing_happens(make_event: EventMaker) -> None:
    store = make_event(players=40)
    with Wall(store.folder, "off") as wall:
        wall.read_until(b"FIND YOUR NAME")
        wall.read_until_quiet()
        assert wall.read_until_quiet(2.5) == b""


def test_a_result_costs_no_more_than_at_the_desk(make_event: EventMaker) -> None:
    store = make_event(players=40)
    store.do(EnterResult(1, "1-0"))
    with Wall(store.folder, "off") as wall:
        wall.read_until(b"BOARDS 1")
        wall.read_until_quiet()
        store.do(EnterResult(5, "0-1"))
        assert 0 < len(wall.read_until(b"0-1") + wall.read_until_quiet()) < RESULT_BYTES


@pytest.mark.parametrize("page", ["names", "standings"])
def test_a_page_turn_costs_less_than_six_thousand_bytes(make_event: EventMaker, page: str) -> None:
    store = make_event(players=200, published=2, format="dutch")
    ask_for(store.folder, "hall", Wish(page))
    colours = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
    with Wall(store.folder, "off", 160, 45, **colours) as wall:
        wall.read_until(b"page 1 of")
        wall.read_until_quiet()
        assert 1000 < len(wall.type(b"n")) < TURN_BYTES


def test_a_bracket_of_four_stages_turns_for_less_too(tmp_path: Path) -> None:
    store = played_to(teams_event(tmp_path), 3)
    ask_for(store.folder, "hall", Wish("bracket"))
    colours = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
    with Wall(store.folder, "off", 200, 60, **colours) as wall:
        wall.read_until(b"page 1 of 2")
        wall.read_until_quiet()
        sent = [len(wall.type(b"n")) for _ in range(2)]
    assert all(1000 < each < TURN_BYTES for each in sent), sent


@pytest.mark.parametrize("size", [(120, 40), (160, 50), (200, 60)])
def test_a_long_message_and_large_boards_turn_for_less_too(
    make_event: EventMaker, size: tuple[int, int]
) -> None:
    """58 players and 160 letters; to the message, and from it to the boards it was 8 kB."""
    store = make_event(players=58, published=2)
    store.do(EnterResult(1, "1-0"))
    message = "Women, men and marshals: main hall now, for the memorial match. " * 2
    ask_for(store.folder, "hall", Wish("auto", message + "We await the whole room warmly."))
    colours = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
    with Wall(store.folder, "off", size[0], size[1], **colours) as wall:
        wall.read_until(b"page 1 of")
        wall.read_until_quiet()
        count = int(wall.sheet.text.partition("page 1 of ")[2].split()[0])
        sent = [len(wall.type(b"n")) for _ in range(count)]
    assert count >= 4, "the boards are large"
    assert all(1000 < each < TURN_BYTES for each in sent), sent


@pytest.mark.parametrize("page", ["names", "boards", "standings", "welcome"])
def test_hostile_names_and_messages_send_no_control_sequence(tmp_path: Path, page: str) -> None:
    store = hostile(tmp_path / "evil")
    ask_for(store.folder, "hall", Wish(page, "\x1b]52;c;aGk=\x07\u202e[/b]"))
    with Wall(store.folder, "minutes", 120, 40) as wall:
        sent = wall.read_until(b"Bobby" if page != "welcome" else b"52;c")
        sent += wall.read_until_quiet() + wall.type(b"n") + wall.type(b"b")
    text = sent.decode("utf-8", "replace").replace(POINTER, "")
    assert "\x1b]52" not in text
    assert "\x07" not in text
    assert not re.search("[\x80-\x9f\u202a-\u202e\u200b]", text)


class LoadedWall(Wall):
    """One that inherits what its starter does about signals."""

    loads = True


@pytest.mark.parametrize("hang_up", [signal.SIG_DFL, signal.SIG_IGN], ids=["heard", "ignored"])
def test_a_line_that_drops_ends_the_projector(
    make_event: EventMaker, hang_up: signal.Handlers
) -> None:
    """With the signal, and where whoever started it has it ignored (`nohup`)."""
    store = make_event()
    before = signal.signal(signal.SIGHUP, hang_up)
    wall = LoadedWall(store.folder, "off")
    signal.signal(signal.SIGHUP, before)
    wall.read_until(b"FIND YOUR NAME")
    os.close(wall.fd)
    end = time.monotonic() + 180
    while time.monotonic() < end:
        done, _ = os.waitpid(wall.pid, os.WNOHANG)
        if done:
            break
        time.sleep(0.1)
    else:
        os.kill(wall.pid, signal.SIGKILL)
        os.waitpid(wall.pid, 0)
        raise AssertionError("it went on without a terminal")


# The command line


def test_the_projector_needs_a_terminal(event: Path, topboard: CommandLine) -> None:
    told = topboard.refused("project", event)
    assert "needs a terminal" in told
    assert "serve" in told


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("project", "--name", "../x"), "cannot be the name of a projector"),
        (("project", "--turn", "1"), "nobody reads so fast"),
        (("show", "--projector", "A b", "--page", "names"), "cannot be the name"),
        (("show", "--page", "wall"), "invalid choice"),
        (("clock", "delay", "5"), "no clock runs"),
        (("clock", "start", "--at", "25:00"), "is not a time"),
        (
            ("clock", "start", "--at", "25:00"),
            "minutes from now, up to 1440, or a time such as 14:15",
        ),
        (("clock", "start", "--minutes", "-5"), "is not a time"),
        (("clock", "start", "--minutes", "1:75"), "hours such as 1:30"),
        (("clock", "start", "--in", "5", "--at", "14:00"), "give one of them"),
        (("serve", "--port", "0"), "is not a port"),
        (("serve", "--public-url", "ftp://x"), "http:// or https://"),
    ],
)
def test_what_cannot_be_is_refused_in_words(
    event: Path, topboard: CommandLine, words: tuple[str, ...], told: str
) -> None:
    assert told in topboard.refused(words[0], event, *words[1:])


def test_the_desk_says_what_a_projector_shows(event: Path, topboard: CommandLine) -> None:
    plain = {"projector": "hall", "page": "auto", "message": "", "until": None}
    assert topboard.asked("show", event) == plain
    topboard.done("show", event, "--page", "standings", "--message", "Lunch until 14:30")
    wished = {**plain, "page": "standings", "message": "Lunch until 14:30"}
    assert topboard.asked("show", event) == wished
    topboard.done("show", event, "--message", "")
    assert topboard.asked("show", event)["page"] == "standings", "only the message went"
    assert topboard.asked("show", event, "--projector", "foyer")["page"] == "auto"


def test_a_message_is_cleaned_at_the_door(event: Path, topboard: CommandLine) -> None:
    answer = topboard("show", event, "--message", "a\x1b]52;c;x\x07b\u202e")
    assert answer.status == 0
    assert "warning" in answer.err
    kept = (event / "projectors" / "hall.toml").read_text()
    assert not re.search("[\x00-\x09\x0b-\x1f\u202e]", kept)


def test_the_round_clock_starts_is_delayed_and_stopped(event: Path, topboard: CommandLine) -> None:
    assert topboard.asked("clock", event)["starts"] is None
    first = topboard.asked("clock", event, "start", "--in", "10", "--minutes", "90")
    assert first["round"] == 1
    assert first["minutes"] == 90
    later = topboard.asked("clock", event, "delay", "5")
    assert later["starts"] > first["starts"]
    assert topboard.asked("clock", event, "delay", "-5") == first
    assert topboard.asked("clock", event, "stop")["starts"] is None
    assert topboard.asked("clock", event, "stop")["starts"] is None


def test_a_round_that_has_begun_is_put_off_at_its_end(event: Path, topboard: CommandLine) -> None:
    topboard.done("clock", event, "start")
    assert "no round length is given" in topboard.refused("clock", event, "delay", "5")
    first = topboard.asked("clock", event, "start", "--minutes", "60")
    later = topboard.asked("clock", event, "delay", "15")
    assert (later["starts"], later["minutes"]) == (first["starts"], 75)


def test_the_clock_is_no_action_and_leaves_undo_alone(event: Path, topboard: CommandLine) -> None:
    before = topboard.asked("status", event)["revision"]
    topboard.done("clock", event, "start", "--minutes", "60")
    topboard.done("show", event, "--page", "boards")
    assert topboard.asked("status", event)["revision"] == before
    assert topboard("verify", event).status == 0
    topboard.done("undo", event)
    assert topboard.asked("clock", event)["minutes"] == 60


def test_the_clock_calls_the_boards_that_are_missing(event: Path, topboard: CommandLine) -> None:
    topboard.done("result", event, 2, "1-0")
    missing = topboard.asked("clock", event)["missing"]
    assert [row["board"] for row in missing] == [1, 3, 4]
    told = topboard.done("clock", event)
    assert len([one for one in told.splitlines() if one.startswith("board ")]) == 3
    store = open_event(event, read_only=True)
    assert store.event.entrant(missing[0]["white"]).name in told


def test_after_the_last_result_the_clock_is_for_the_next_round(
    event: Path, topboard: CommandLine
) -> None:
    for board in (1, 2, 3, 4):
        topboard.done("result", event, board, "1-0")
    assert topboard.asked("clock", event, "start", "--in", "20")["round"] == 2


# In a browser


def test_without_textual_serve_it_says_what_to_install(event: Path) -> None:
    code = (
        "import sys; sys.modules['textual_serve'] = None\n"
        "from tui.cli import main; sys.exit(main(['serve', sys.argv[1]]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(event)],
        cwd=ROOT, capture_output=True, text=True, timeout=180, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert f"{sys.executable} -m pip install textual-serve" in done.stderr
    assert len(done.stderr.splitlines()) == 1
