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
from tests.faults.deeds import DEEDS
from tests.faults.extent import LONG
from tests.faults.forked import Say
from tests.faults.tracing import ALL, CHANGING, allowed, counted, traced
from tests.faults.trials import ERRORS, Trial, too_early

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


def work(trial: Trial) -> Callable[[Say], object]:
    """The deed for a program of its own, on a fresh folder."""
    folder = trial.copy()

    def work(say: Say) -> None:
        try:
            trial.deed.do(folder, Disk(), lambda: say("saved"))
        except Refused as refusal:
            say(f"refused {refusal.what}")

    return work


def points(trial: Trial, calls: tuple[str, ...]) -> list[tuple[str, int]]:
    """Every (system call, number of its occurrence)."""
    found = counted(work(trial), trial.place / "log", calls)
    return [(call, n) for call in calls for n in range(1, found[call] + 1)]


def tried(trial: Trial, call: str, n: int, what: str) -> tuple[int, bool]:
    """With an injection at the n-th such call: how the program ended, and whether what is there
    is what may be after what it said."""
    inject = f"inject={call}:{what}:when={n}"
    options = ("-e", f"trace={call}", "-e", inject)
    status, said = traced(work(trial), trial.place / "log", *options)
    return status, trial.keeps_its_word("saved" in said)


def killed(status: int) -> bool:
    """Whether it was ended so; a call that the program makes only at times may not come up."""
    return os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL


QUICK = ("enter", "overwrite", "draw", "publish", "undo", "open-torn")


@pytest.mark.parametrize("name", QUICK)
def test_a_kill_at_a_call_that_writes_leaves_all_or_nothing(place: Path, name: str) -> None:
    trial = Trial(place, DEEDS[name])
    found = points(trial, CHANGING)
    kills = 0
    for call, n in Random(name).sample(found, min(6, len(found))):
        status, kept = tried(trial, call, n, "signal=SIGKILL")
        kills += killed(status)
        assert kept, (call, n)
    assert kills >= 4


@pytest.mark.faults
@pytest.mark.parametrize("name", DEEDS)
def test_a_kill_at_every_system_call_leaves_all_or_nothing(place: Path, name: str, figures) -> None:
    trial = Trial(place, DEEDS[name])
    kills = 0
    for call, n in points(trial, ALL):
        status, kept = tried(trial, call, n, "signal=SIGKILL")
        kills += killed(status)
        assert kept, (call, n)
    figures("kills", kills)
    assert kills >= 20


def injected(call: str, n: int) -> tuple[str, ...]:
    """Which errors a call is given: all where it changes something; where it only looks, one
    of them in turn, and all of them in a night."""
    errors = ERRORS if LONG or call in CHANGING else (ERRORS[n % len(ERRORS)],)
    # the interpreter makes an interrupted call again until it comes through
    return tuple(e for e in errors if e != "EINTR" or call not in ("flock",))


@pytest.mark.faults
@pytest.mark.parametrize("name", DEEDS)
def test_every_error_at_every_system_call_refuses_or_saves(place: Path, name: str, figures) -> None:
    trial = Trial(place, DEEDS[name])
    errors = 0
    for call, n in points(trial, ALL):
        for error in injected(call, n):
            status, kept = tried(trial, call, n, f"error={error}")
            assert status == 0, (call, n, error)
            assert kept, (call, n, error)
            errors += 1
    figures("errors", errors)


@pytest.mark.control
def test_control_a_desk_that_says_saved_too_early_is_found_out(place: Path, figures) -> None:
    trial = Trial(place, too_early(DEEDS["enter"]))
    found = [p for p in points(trial, CHANGING) if p[0] in ("write", "flock")]
    kills = sum(not tried(trial, *point, "signal=SIGKILL")[1] for point in found)
    errors = sum(not tried(trial, *point, "error=EIO")[1] for point in found)
    figures("tried, lost by a kill, lost by an error", f"{len(found)} {kills} {errors}")
    assert kills >= 2
    assert errors >= 1


def test_errors_have_the_numbers_that_strace_gives_them() -> None:
    assert all(hasattr(errno, name) for name in ERRORS)
