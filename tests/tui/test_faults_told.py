"""A fault of the program in the console: a line, the details in the log file, and it goes on."""

from __future__ import annotations

import os
from pathlib import Path
from typing import ClassVar

import pytest

from tests.tui.conftest import EventMaker
from tests.tui.terminal import Terminal

BROKEN = """
import sys
from formats.registry import FORMATS
FORMATS.setdefault("small", "tests.tui.small:Small")
from tui.places.entries import ENTRIES
{broken}
from tui.cli import main
sys.exit(main([sys.argv[1]]))
"""
IN_A_KEY = """
def add(desk, state):
    secret_of_the_hall = 1
    return secret_of_the_hall / 0
ENTRIES.commands["add"] = add
"""
IN_A_WORKER = """
from tui.places.shape import Converse, Step
async def add(console):
    secret_of_the_hall = 1
    return secret_of_the_hall / 0
ENTRIES.commands["add"] = lambda desk, state: Step(state, (Converse(add),))
"""


class InAKey(Terminal):
    script: ClassVar[str] = BROKEN.format(broken=IN_A_KEY)


class InAWorker(Terminal):
    script: ClassVar[str] = BROKEN.format(broken=IN_A_WORKER)


@pytest.mark.parametrize("broken", [InAKey, InAWorker])
def test_a_fault_is_told_in_a_line_and_written_down(
    make_event: EventMaker, tmp_path: Path, broken: type[Terminal]
) -> None:
    store = make_event()
    with broken(store.folder, "entries", XDG_STATE_HOME=str(tmp_path)) as console:
        console.read_until_quiet()
        os.write(console.fd, b"\x1bOP")
        console.read_until_quiet()
        os.write(console.fd, b"a")
        said = console.read_until(b"the program failed here (ZeroDivisionError)", seconds=20)
        os.write(console.fd, b"\x1bOS")
        said += console.read_until(b"Rtg", seconds=20)
    assert b"secret_of_the_hall" not in said
    assert b"Traceback" not in said
    log = (tmp_path / "topboard" / "errors.log").read_text()
    assert "ZeroDivisionError" in log
    assert "in add" in log, "where it was"
