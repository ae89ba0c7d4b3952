"""The console's child processes in tests: the command line, which knows the tests' formats."""

from __future__ import annotations

import sys

import pytest

import tui.child

CHILD = """
import sys, time
{wait}
from formats.registry import FORMATS
FORMATS.setdefault("small", "tests.tui.small:Small")
FORMATS.setdefault("parted", "tests.tui.parted:Parted")
from tui.cli import main
sys.exit(main(sys.argv[1:]))
"""


def use_child(monkeypatch: pytest.MonkeyPatch, wait: str = "") -> None:
    """Children know the tests' format; `wait` is run first (a sleep, say)."""
    command = (sys.executable, "-c", CHILD.format(wait=wait))
    monkeypatch.setattr(tui.child, "COMMAND", command)
