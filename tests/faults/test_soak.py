"""Four arbiters at work for a long time: nothing is lost, and nothing piles up."""

from __future__ import annotations

import json
import os
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

import pytest

from engine.actions import EnterResult
from engine.event import Event
from engine.refusal import Stale
from saves.verify import verify
from tests.faults.extent import extent
from tests.faults.forked import Forked, Say
from tests.faults.test_many_writers import faults_of
from tests.saves.toy import made, reopened, results, toy_named

SECONDS = extent(60, 3600)
DESKS = 4
BOARDS = 100
WORDS = ("1-0", "0-1", "1/2-1/2", "+/-", "-/+")
SAVE_SECONDS = 0.1
PER_ACTION, SPARE = 8_000, 30_000_000
"""Bytes of memory that an action may take for good (its line, the states kept for looking back),
and what a program may take besides."""


@dataclass(frozen=True)
class Holding:
    """What a desk holds at a moment."""

    files: int
    memory: int
    """Bytes."""
    actions: int


def holding(actions: int) -> Holding:
    """Of this program, now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return Holding(len(os.listdir("/proc/self/fd")), pages * os.sysconf("SC_PAGE_SIZE"), actions)


def desk(folder: Path, number: int, keep: Callable[[], object]) -> Callable[[Say], None]:
    """Enter results as arbiters do, a few a second; each second say what is held. `keep` is
    called after each save: what a control piles up."""

    def work(say: Say) -> None:
        chance, kept, told = Random(number), [], time.monotonic()
        store = reopened(folder, session=f"desk-{number}", wait=30.0)
        while True:
            time.sleep(chance.random() * 0.1)
            store.refresh()
            board = chance.randint(1, BOARDS)
            was = results(store.event).get(board)
            action = EnterResult(
                board, chance.choice([w for w in WORDS if w != was]), was, replace=True
            )
            try:
                store.do(action, acknowledged=partial(_said, say, action, time.perf_counter()))
                kept.append(keep())
            except Stale:
                continue
            if time.monotonic() > told + 1:
                told = time.monotonic()
                now = holding(store.event.revision)
                say(f"holds {now.files} {now.memory} {now.actions}")

    return work


def _said(say: Say, action: EnterResult, began: float, event: Event) -> None:
    say(f"took {time.perf_counter() - began:.6f}")
    say(f"ok {event.revision} {action.number} {action.result}")


def soaked(folder: Path, seconds: float, keep: Callable[[], object]) -> list[list[str]]:
    """What each of the desks said in that time."""
    children = [Forked(desk(folder, n, keep)) for n in range(DESKS)]
    said: list[list[str]] = [[] for _ in children]
    for child in children:
        child.go()
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        for lines, child in zip(said, children, strict=True):
            lines += child.heard()
        time.sleep(0.05)
    for lines, child in zip(said, children, strict=True):
        lines += child.kill()
    return said


def piled_up(lines: list[str]) -> list[str]:
    """What a desk holds more of in the end than it should."""
    told = [Holding(*map(int, x.split()[1:])) for x in lines if x.startswith("holds ")]
    # the first seconds are those in which everything is loaded
    first, last = told[len(told) // 5], told[-1]
    wrong = []
    if last.files > first.files:
        wrong.append(f"{last.files - first.files} files more")
    if last.memory - first.memory > SPARE + PER_ACTION * (last.actions - first.actions):
        wrong.append(f"{(last.memory - first.memory) >> 20} MB more")
    return wrong


def times(lines: list[str]) -> list[float]:
    """Seconds to each acknowledgement."""
    return [float(x.split()[1]) for x in lines if x.startswith("took ")]


@pytest.mark.faults
def test_four_arbiters_lose_nothing_and_nothing_piles_up(place: Path, figures) -> None:
    folder = place / "open"
    made(folder, 2 * BOARDS)
    said = soaked(folder, SECONDS, lambda: None)
    assert [wrong for lines in said if (wrong := piled_up(lines))] == []
    everything = [line for lines in said for line in lines]
    assert faults_of(folder, everything) == {}
    assert verify(folder, format_named=toy_named).status == 0
    late = [took for lines in said for took in times(lines)[-len(times(lines)) // 10 :]]
    told = {"seconds": SECONDS, "saved": len(times(everything)), "late": statistics.median(late)}
    figures("soak", json.dumps(told))
    assert len(times(everything)) > SECONDS
    assert statistics.median(late) < SAVE_SECONDS


@pytest.mark.faults
@pytest.mark.control
@pytest.mark.parametrize(
    ("keep", "found"),
    [(lambda: os.open("/dev/null", os.O_RDONLY), "files"), (lambda: bytearray(8 << 20), "MB")],
    ids=["files", "memory"],
)
def test_control_a_desk_that_lets_nothing_go_is_found_out(
    place: Path, keep: Callable[[], object], found: str
) -> None:
    folder = place / "open"
    made(folder, 2 * BOARDS)
    said = soaked(folder, 8, keep)
    assert all(found in " ".join(piled_up(lines)) for lines in said)
