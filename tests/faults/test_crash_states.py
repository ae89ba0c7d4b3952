"""A day at an event, and the disk as a power cut at any moment could have left it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.actions import (
    AddEntrant,
    CreateEvent,
    Discard,
    EnterResult,
    EnterResults,
    ImportEntrants,
    PublishRound,
)
from engine.entrants import Entrant
from engine.refusal import Refused
from saves.disk import left_over
from saves.store import Store, create_event
from saves.verify import verify
from tests.faults.crash_disk import CrashDisk, Cuts, RecordedDay
from tests.faults.deeds import state
from tests.faults.small_disks import in_memory
from tests.saves.toy import NAMES, proposal, reopened, toy_named


class Day(RecordedDay):
    """Twenty actions on a disk that remembers, and the event after each."""

    def __init__(self, place: Path, kind: type[CrashDisk] = CrashDisk) -> None:
        super().__init__(place, kind)
        self.run(self.disk.top / "open")

    def _did(self, store: Store) -> None:
        self.last = store
        self.states.append(state(store.event))

    def _do(self, deed: Callable[[], Store]) -> None:
        self.starts.append(len(self.disk.log))
        self._did(deed())
        self.acked.append(len(self.disk.log))

    def _act(self, store: Store, action: object) -> None:
        """`acked` is where it was said, before the save files follow."""
        self.starts.append(len(self.disk.log))
        said: list[int] = []
        store.do(action, acknowledged=lambda event: said.append(len(self.disk.log)))  # type: ignore[arg-type]
        self._did(store)
        self.acked.append(said[0] if said else len(self.disk.log))

    def run(self, folder: Path) -> None:
        """Made, entries, three rounds with corrections, undo, redo, restore, opened again."""
        options: dict[str, Any] = {"disk": self.disk, "format_named": toy_named}
        begin = CreateEvent("Spring Open", "toy", {"rounds": 6}, 7)
        self._do(lambda: create_event(folder, begin, **options))
        desk = self.last
        self._act(desk, ImportEntrants(tuple(Entrant("", name) for name in NAMES)))
        for number in (1, 2):
            self._act(desk, proposal(desk.event))
            self._act(desk, PublishRound(number))
            self._act(desk, EnterResult(1, "1-0"))
            self._act(desk, EnterResult(1, "0-1", "1-0", replace=True))
            self._act(desk, EnterResults(((2, "1/2-1/2"), (3, "+/-"))))
            self._turn(desk, desk.undo)
            self._turn(desk, desk.redo)
            self._act(desk, AddEntrant(Entrant("", f"Late {number}")))
        self._act(desk, proposal(desk.event))
        self._act(desk, Discard())
        self._turn(desk, lambda: desk.restore("003-publish"))
        desk = reopened(folder, disk=self.disk)
        self._act(desk, EnterResult(2, "1-0", "1/2-1/2", replace=True))

    def _turn(self, desk: Store, turn: Callable[[], object]) -> None:
        def deed() -> Store:
            turn()
            return desk

        self._do(deed)


def found_after(top: Path) -> str | None:
    """What the next desk opens; it must be sound and clean."""
    folder = top / "open"
    try:
        store = reopened(folder)
    except Refused:
        return None
    assert store.read_only == ""
    assert store.edits is None
    assert left_over(store.disk, folder) == []
    report = verify(folder, format_named=toy_named)
    assert report.status == 0, report.lines
    return state(store.event)


@pytest.fixture(scope="module")
def day() -> Iterator[Day]:
    """One day for all that is tried on it."""
    with in_memory() as name:
        yield Day(name)


SEEDS = range(10)
"""A night's states in parts, for as many processors as there are."""


@pytest.mark.parametrize(
    ("states", "seed"),
    [(80, 300), *(pytest.param(10_000, n, marks=pytest.mark.faults) for n in SEEDS)],
)
def test_no_cut_loses_what_was_said_or_leaves_half_an_action(
    day: Day, place: Path, states: int, seed: int, figures
) -> None:
    chance = Random(seed)
    cuts = Cuts(day, place, chance, found_after)
    for n in range(states):
        cut = chance.randrange(1, len(day.disk.log) + 1)
        assert not cuts.lost(cut), (n, cut)
    figures("states, different ones so far", f"{states} {len(day.opened)}")


@pytest.mark.faults
def test_a_cut_after_every_single_change(day: Day, place: Path, figures) -> None:
    cuts = Cuts(day, place, Random(5), found_after)
    changes = range(1, len(day.disk.log) + 1)
    for cut in changes:
        for _ in range(4):
            assert not cuts.lost(cut), cut
    figures("changes, cuts", f"{len(changes)} {4 * len(changes)}")


class Unflushed(CrashDisk):
    flushing = False


class Lazy(CrashDisk):
    """Flushes files and never a folder."""

    def fsync(self, fd: int) -> None:
        before = len(self.log)
        super().fsync(fd)
        if os_is_folder(fd):
            del self.log[before:]


def os_is_folder(fd: int) -> bool:
    import os
    import stat

    return stat.S_ISDIR(os.fstat(fd).st_mode)


@pytest.mark.control
@pytest.mark.parametrize("kind", [Unflushed, Lazy])
def test_control_without_flushing_the_same_check_finds_losses(
    place: Path, kind: type[CrashDisk], figures
) -> None:
    bad = Cuts(Day(place, kind), place, Random(3), found_after).bad_of(40)
    figures("lost of 40", bad)
    assert bad >= 5
