"""What every test stands on: no setting of this machine is read, and chance repeats."""

from __future__ import annotations

import gc
import itertools
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

SCREEN_VARIABLES = (
    "TEXTUAL",
    "NO_COLOR",
    "FORCE_COLOR",
    "CLICOLOR",
    "COLUMNS",
    "LINES",
    "TOPBOARD",
)
XDG = ("CONFIG", "DATA", "STATE", "CACHE")

# How slow the machine is today is no fault of an example.
SLOW = [HealthCheck.too_slow]
settings.register_profile(
    "repeated", derandomize=True, deadline=None, print_blob=True, suppress_health_check=SLOW
)
settings.register_profile("searching", deadline=None, suppress_health_check=SLOW)
settings.load_profile("repeated")

# Where Python may keep no byte code, each child process compiles the whole program again.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# Textual reads its variables once, at import: by the time a fixture runs it would be too late.
for _name in [name for name in os.environ if name.startswith(SCREEN_VARIABLES)]:
    del os.environ[_name]


gc.disable()


def pytest_collection_finish() -> None:
    """Let the garbage collector leave alone what stays to the end, modules and ten thousand tests,
    and come by less often: an eighth of the time of the tests was its own."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 5)
    gc.enable()


@pytest.fixture(scope="session")
def _homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Empty folders; cheaper than a whole tmp_path for each test."""
    base = tmp_path_factory.mktemp("homes")

    def homes() -> Iterator[Path]:
        for number in itertools.count(1):
            home = base / str(number)
            home.mkdir()
            yield home
            while home.is_dir() and not os.listdir(home):  # nobody wrote in it: for the next too
                yield home

    return homes()


@pytest.fixture(autouse=True)
def home(_homes: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home, with the event folder in it (not yet made), on a terminal that never varies.

    Child processes get the same through their environment.
    """
    home = next(_homes)
    for name in [name for name in os.environ if name.startswith(SCREEN_VARIABLES)]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(home))
    for name in XDG:
        monkeypatch.setenv(f"XDG_{name}_HOME", str(home / ".xdg" / name.lower()))
    monkeypatch.setenv("TOPBOARD_EVENTS", str(home / "topboard"))
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    # a fault that becomes a line of text must not pass a test
    monkeypatch.setattr("engine.refusal.raise_faults", True)
    return home


@pytest.fixture(autouse=True)
def disk_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave what is written in the cache of the disk: no test cuts the power of this machine.

    What would survive a power cut is tested in `tests/faults`, where this does nothing.
    """
    for call in ("fsync", "fdatasync"):
        monkeypatch.setattr(os, call, lambda fd: None)
