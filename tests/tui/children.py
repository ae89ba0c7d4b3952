"""The console's child processes in tests: the command line itself, which knows the small format."""

from __future__ import annotations

import sys

import pytest

import tui.child

CHILD = """
import sys, time
{wait}
from formats.registry import FORMATS
FORMATS.setdefault("small", "tests.tui.small:Small")
from tui.cli import main
sys.exit(main(sys.argv[1:]))
"""


def use_child(monkeypatch: pytest.MonkeyPatch, wait: str = "") -> None:
    """Children know the tests' format; `wait` is run first (a sleep, say)."""
    command = (sys.executable, "-c", CHILD.format(wait=wait))
    monkeypatch.setattr(tui.child, "COMMAND", command)
