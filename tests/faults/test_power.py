"""The power goes, in the middle of work, on a real file system: what was said is there after."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from random import Random

import pytest

from engine.actions import AddEntrant, EnterResult, EnterResults, PublishRound
from engine.entrants import Entrant
from engine.event import Event
from engine.refusal import Refused
from saves.disk import Disk, left_over
from saves.verify import verify
from tests.faults.forked import Forked, Say
from tests.faults.small_disks import PowerDisk, why_no_power
from tests.saves.toy import made, proposal, reopened, results, toy_named

pytestmark = pytest.mark.power
WORDS = ("1-0", "0-1", "1/2-1/2")
BOARDS = 20


@cache
def _why_not(place: str) -> str:
    trial = Path(place) / "trial"
    trial.mkdir()
    return why_no_power(trial)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[PowerDisk]:
    if why := _why_not(str(tmp_path.parent)):
        pytest.skip(why)
    made_disk = PowerDisk(tmp_path)
    yield made_disk
    made_disk.throw_away()


class Unflushed(Disk):
    """Says that it flushed, and did not."""

    def fsync(self, fd: int) -> None:
        pass

    fdatasync = fsync


def saved(say: Say, board: int, word: str, event: Event) -> None:
    """Acknowledged: the number of the action, and what it was."""
    say(f"{event.revision} {board} {word}")


def at_work(folder: Path, kind: type[Disk]) -> Callable[[Say], None]:
    """Enter results without end; now and then an entrant, an undo, a whole round."""

    def work(say: Say) -> None:
        store = reopened(folder, disk=kind(), session="office")
        turn = 0
        while True:
            turn += 1
            board = turn % BOARDS + 1
            was = results(store.event).get(board)
            word = WORDS[(WORDS.index(was) + 1) % 3] if was in WORDS else "1-0"
            store.do(
                EnterResult(board, word, was, replace=True),
                acknowledged=partial(saved, say, board, word),
            )
            if turn % 17 == 0:
                store.do(AddEntrant(Entrant("", f"Late {turn}")))
            if turn % 29 == 0:
                store.undo()
            if turn % 41 == 0 and len(store.event.published) < 6:
                last = store.event.rounds[-1]
                missing = [m.board for m in last.matches if m.open]
                if missing:
                    store.do(EnterResults(tuple((b, "1-0") for b in missing)))
                number = len(store.event.published) + 1
                store.do(proposal(store.event))
                store.do(PublishRound(number))

    return work


def cut_once(disk: PowerDisk, folder: Path, chance: Random, kind: type[Disk]) -> list[str]:
    """Work, cut, plug in again: what had been said by then."""
    child = Forked(at_work(folder, kind))
    child.go()
    said = child.heard(20)
    assert said, "it never said anything"
    wanted = chance.randint(1, 15)
    until = time.monotonic() + 5
    while len(said) < wanted and time.monotonic() < until:
        said += child.heard(1)
    time.sleep(chance.random() * 0.03)
    # stopped first: a flush must not race the cut
    child.stop()
    time.sleep(0.002)
    disk.cut()
    said += child.heard()
    said += child.kill()
    disk.pull_out()
    disk.plug_in()
    return said


def lost(folder: Path, said: list[str]) -> int:
    """How many acknowledged results are not in the journal where they were said to be."""
    try:
        store = reopened(folder)
    except Refused:
        return len(said)
    assert store.read_only == ""
    assert store.edits is None
    assert left_over(store.disk, folder) == []
    assert verify(folder, format_named=toy_named).status == 0
    missing = 0
    for line in said:
        n, board, word = line.split()
        there = store.journal.head.n >= int(n)
        action = store.journal.entry(int(n)).action if there else {}
        missing += (action.get("number"), action.get("result")) != (int(board), word)
    return missing


PARTS = range(4)
"""A night's cuts in parts, for as many processors as there are."""


@pytest.mark.parametrize(
    ("cuts", "seed"), [(8, 8), *(pytest.param(250, n, marks=pytest.mark.faults) for n in PARTS)]
)
def test_a_power_cut_loses_no_result_that_was_shown_as_saved(
    disk: PowerDisk, cuts: int, seed: int, figures
) -> None:
    chance, total = Random(seed), 0
    folder = disk.top / "open"
    for n in range(cuts):
        if n % 20 == 0:
            folder = disk.top / f"open-{n}"
            made(folder, 2 * BOARDS)
            reopened(folder)
        said = cut_once(disk, folder, chance, Disk)
        total += len(said)
        assert lost(folder, said) == 0, n
    figures(f"results said before {cuts} cuts", total)
    assert total >= cuts


@pytest.mark.control
@pytest.mark.parametrize("cuts", [2, pytest.param(25, marks=pytest.mark.faults)])
def test_control_without_flushing_a_power_cut_loses_results(
    disk: PowerDisk, cuts: int, figures
) -> None:
    chance, bad = Random(cuts), 0
    for n in range(cuts):
        folder = disk.top / f"open-{n}"
        made(folder, 2 * BOARDS)
        said = cut_once(disk, folder, chance, Unflushed)
        bad += lost(folder, said) > 0
    figures(f"of {cuts} cuts lost something", bad)
    assert bad >= cuts * 0.8
