"""The demo once more: the one that is there, and another one only where it is asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from saves.store import open_event
from tests.tui.desk_cli import CommandLine
from tests.tui.terminal import Terminal
from tui.demo import DEMOS, ROUNDS_PLAYED, make_demo


class CommandTerminal(Terminal):
    """A terminal in which a command line is typed."""

    script = "import sys\nfrom tui.cli import main\nsys.exit(main(sys.argv[3:]))"

    def __init__(self, *words: str) -> None:
        self.more = words
        super().__init__(Path(), "")


def test_the_demo_again_is_the_one_worked_on_before(topboard: CommandLine, home: Path) -> None:
    first = topboard.done("demo", "--no-open").strip()
    topboard.asked("draw", first, "--publish")
    with CommandTerminal("demo", "--again") as desk:
        desk.read_until_shown("demo-kjca is open again, as it was left; q leads to the list")
        desk.read_until_shown("15 missing")
        desk.type(b"q")
        desk.read_until_shown("1 event")
    assert [one.name for one in (home / "topboard").iterdir()] == ["demo-kjca"]


def test_another_demo_says_where_the_first_one_is(topboard: CommandLine, home: Path) -> None:
    with CommandTerminal("demo", "--again") as desk:
        desk.read_until_shown("demo-kjca is a demo to try things on")
        desk.read_until_shown("round 3")
    with CommandTerminal("demo") as desk:
        desk.read_until_shown("demo-kjca-2 is a new demo, and demo-kjca is as it was left")
    assert {one.name for one in (home / "topboard").iterdir()} == {"demo-kjca", "demo-kjca-2"}


def test_of_several_demos_the_one_changed_last_is_opened_again(topboard: CommandLine) -> None:
    first, second = (topboard.done("demo", "dutch", "--no-open").strip() for _ in range(2))
    topboard.done("demo", "kjca", "--no-open")
    assert topboard.done("demo", "dutch", "--again", "--no-open").strip() == second
    topboard.asked("draw", first)
    assert topboard.done("demo", "dutch", "--again", "--no-open").strip() == first
    third = topboard.done("demo", "dutch", "--no-open").strip()
    assert third not in (first, second)


def test_a_format_without_entrants_of_its_own_has_a_demo_too(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for format in ("hutton", "round_robin"):
        monkeypatch.delitem(DEMOS, format)
        event = open_event(make_demo(format), read_only=True).event
        assert len(event.published) == ROUNDS_PLAYED
