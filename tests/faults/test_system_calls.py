"""Killed, or given an error, at system call after system call of everything that arbiters do.

Through the kernel, with strace: nothing of the program knows that it is watched.
"""

from __future__ import annotations

import errno
import os
import shutil
import signal
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

import pytest

from engine.refusal import Refused
from saves.disk import Disk
from tests.faults.deeds import DEEDS, Deed, Look, looked, may_be
from tests.faults.forked import Say
from tests.faults.tracing import ALL, CHANGING, allowed, counted, traced

ERRORS = ("EIO", "ENOSPC", "EDQUOT", "EACCES", "EROFS", "EMFILE", "EINTR")

pytestmark = pytest.mark.strace


@cache
def _no_strace() -> str:
    return "strace is not installed" if shutil.which("strace") is None else ""


@pytest.fixture(autouse=True)
def _strace(tmp_path: Path) -> None:
    if why := _no_strace() or _cannot_attach(str(tmp_path.parent)):
        pytest.skip(why)


@cache
def _cannot_attach(place: str) -> str:
    return allowed(Path(place) / "strace-log")


class Trial:
    """One deed, again and again on a fresh copy of its folder."""

    def __init__(self, place: Path, deed: Deed) -> None:
        self.place, self.deed = place, deed
        self.log = place / "log"
        self.clean = place / "prepared" / "open"
        self.clean.parent.mkdir()
        deed.prepare(self.clean)
        self.before = looked(self.copy())
        folder = self.copy()
        deed.do(folder, Disk(), lambda: None)
        self.after = looked(folder)

    def copy(self) -> Path:
        folder = self.place / "trial" / "open"
        shutil.rmtree(folder.parent, ignore_errors=True)
        folder.parent.mkdir()
        if self.clean.exists():
            shutil.copytree(self.clean, folder)
        return folder

    def work(self, folder: Path) -> Callable[[Say], object]:
        def work(say: Say) -> None:
            try:
                self.deed.do(folder, Disk(), lambda: say("saved"))
            except Refused as refusal:
                say(f"refused {refusal.what}")

        return work

    def counts(self, calls: tuple[str, ...]) -> list[tuple[str, int]]:
        """Every (system call, number of its occurrence)."""
        found = counted(self.work(self.copy()), self.log, calls)
        return [(call, n) for call in calls for n in range(1, found[call] + 1)]

    def tried(self, call: str, n: int, deed: str) -> tuple[int, bool, Look]:
        """With an injection: how it ended, whether it said that it was saved, what is there."""
        folder = self.copy()
        inject = f"inject={call}:{deed}:when={n}"
        status, said = traced(self.work(folder), self.log, "-e", f"trace={call}", "-e", inject)
        return status, "saved" in said, looked(folder)

    def check(self, saved: bool, found: Look) -> None:
        """Before or after, and after where it was said."""
        folder = self.place / "trial" / "open"
        assert may_be(folder, found, self.before, self.after, saved)


def _kills(trial: Trial, calls: tuple[str, ...]) -> int:
    killed = 0
    for call, n in trial.counts(calls):
        status, saved, found = trial.tried(call, n, "signal=SIGKILL")
        killed += os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
        trial.check(saved, found)
    return killed


QUICK = ("enter", "overwrite", "draw", "publish", "undo", "open-torn")


@pytest.mark.parametrize("name", QUICK)
def test_a_kill_at_a_call_that_writes_leaves_all_or_nothing(tmp_path: Path, name: str) -> None:
    trial = Trial(tmp_path, DEEDS[name])
    points = trial.counts(CHANGING)
    killed = 0
    for call, n in Random(name).sample(points, min(8, len(points))):
        status, saved, found = trial.tried(call, n, "signal=SIGKILL")
        killed += os.WIFSIGNALED(status)
        trial.check(saved, found)
    assert killed >= 6


@pytest.mark.faults
@pytest.mark.parametrize("name", DEEDS)
def test_a_kill_at_every_system_call_leaves_all_or_nothing(
    tmp_path: Path, name: str, figures
) -> None:
    trial = Trial(tmp_path, DEEDS[name])
    killed = _kills(trial, ALL)
    figures("kills", killed)
    assert killed >= 20


@pytest.mark.faults
@pytest.mark.parametrize("name", DEEDS)
def test_every_error_at_every_system_call_refuses_or_saves(
    tmp_path: Path, name: str, figures
) -> None:
    trial = Trial(tmp_path, DEEDS[name])
    tried = 0
    for call, n in trial.counts(CHANGING):
        for error in ERRORS:
            if call == "flock" and error == "EINTR":
                continue  # made again by the interpreter until it comes through
            status, saved, found = trial.tried(call, n, f"error={error}")
            assert status == 0, (call, n, error)
            trial.check(saved, found)
            tried += 1
    figures("errors", tried)


def test_control_a_desk_that_says_saved_too_early_is_found_out(tmp_path: Path) -> None:
    def early(folder: Path, disk: Disk, saved: Callable[[], None]) -> None:
        saved()
        DEEDS["enter"].do(folder, disk, lambda: None)

    trial = Trial(tmp_path, Deed(DEEDS["enter"].prepare, early))
    lost = 0
    for call, n in [p for p in trial.counts(CHANGING) if p[0] in ("write", "flock")]:
        _, saved, found = trial.tried(call, n, "signal=SIGKILL")
        lost += saved and found != trial.after
    assert lost >= 2


def test_errors_have_the_numbers_that_strace_gives_them() -> None:
    assert all(hasattr(errno, name) for name in ERRORS)
