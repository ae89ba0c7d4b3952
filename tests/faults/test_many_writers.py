"""Many desks at one event, killed at random, with readers among them: nothing said is lost."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.actions import EnterResult
from engine.event import Event
from engine.refusal import Refused, Stale
from saves import store as store_module
from saves.disk import Disk, left_over
from saves.journal import Journal, decode
from saves.verify import verify
from tests.faults.extent import extent
from tests.faults.forked import Forked, Say
from tests.saves.desk import blind
from tests.saves.toy import made, reopened, results, toy_named

WORDS = ("1-0", "0-1", "1/2-1/2", "+/-", "-/+")
BOARDS = 60


def desk(folder: Path, number: int, pause: float, locks: bool) -> Callable[[Say], None]:
    """Enter results for ever, on boards that others are at too. Now and then the arbiter has
    not looked for a while; when told that somebody was there he looks, and then leaves theirs
    or overwrites it."""

    def work(say: Say) -> None:
        if not locks:
            blind(store_module)
            vars(store_module)["locked"] = no_lock
        chance = Random(f"{number} {time.monotonic_ns()}")
        store = reopened(folder, session=f"desk-{number}", wait=60.0)
        while True:
            time.sleep(chance.random() * 2 * pause)
            board = chance.randint(1, BOARDS)
            if chance.random() < 0.5:
                store.refresh()
            was = results(store.event).get(board)
            word = chance.choice([w for w in WORDS if w != was])
            say(f"try {board} {word} {was}")
            try:
                store.do(
                    EnterResult(board, word, was, replace=True),
                    # as where more keys wait: the save files follow later
                    checkpoint=chance.random() < 0.5,
                    acknowledged=partial(saved, say, board, word),
                )
            except Stale:
                say(f"stale {board}")
                store.refresh()
            except Refused as refusal:
                say(f"refused {refusal}")

    return work


def saved(say: Say, board: int, word: str, event: Event) -> None:
    """Acknowledged: the number of the action, and what it was."""
    say(f"ok {event.revision} {board} {word}")


@contextmanager
def no_lock(*args: Any, **options: Any) -> Iterator[None]:
    """Stands for the lock in the control."""
    time.sleep(0.001)
    yield


def reader(folder: Path) -> Callable[[Say], None]:
    """Open the event again and again as somebody who only looks."""

    def work(say: Say) -> None:
        last = 0
        while True:
            store = reopened(folder, read_only=True)
            ends = store.event.revision
            whole = not store.notes and store.edits is None and ends >= last
            say(f"saw {ends} {'whole' if whole else store.notes}")
            last = ends
            time.sleep(0.5)

    return work


def _begun(folder: Path, pause: float, locks: bool, number: int) -> Forked:
    return Forked(desk(folder, number, pause, locks))


class Hall:
    """The desks at work, one of them killed every so often and begun anew."""

    def __init__(self, folder: Path, desks: int, pause: float = 0.1, locks: bool = True) -> None:
        self.folder = folder
        self._new = partial(_begun, folder, pause, locks)
        self.desks = {n: self._new(n) for n in range(1, desks + 1)}
        self.readers = [Forked(reader(folder)) for _ in range(4 if desks > 10 else 1)]
        self.said: list[str] = []
        self.seen: list[str] = []
        self.kills = 0
        for child in (*self.desks.values(), *self.readers):
            child.go()

    @property
    def acknowledged(self) -> int:
        return sum(line.startswith("ok ") for line in self.said)

    def listen(self, seconds: float) -> None:
        """Hear what all of them say."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            for child in self.desks.values():
                self.said += child.heard()
            for child in self.readers:
                self.seen += child.heard()
            time.sleep(0.02)

    def kill_one(self, chance: Random) -> None:
        """kill -9 for one of them, at no particular moment; another takes its place."""
        number = chance.choice(list(self.desks))
        self.said += self.desks[number].kill()
        self.kills += 1
        self.desks[number] = self._new(number)
        self.desks[number].go()

    def close(self) -> None:
        """All are killed."""
        for child in self.desks.values():
            self.said += child.kill()
        for child in self.readers:
            self.seen += child.kill()


def faults_of(folder: Path, said: list[str]) -> Counter[str]:
    """What is wrong in the journal, beside what was said: all zero for a store that keeps its
    promises."""
    wrong: Counter[str] = Counter()
    journal = Journal(Disk(), folder)
    journal.read()
    wrong["damaged"] += journal.damage is not None
    standing: dict[int, str | None] = {}
    written: dict[int, tuple[int, str]] = {}
    for n, line in enumerate(journal.lines, 1):
        action = decode(line).action
        if action["kind"] == "result":
            board, word = action["number"], action["result"]
            # what it replaced is what its arbiter had before his eyes
            wrong["unseen"] += action.get("was") != standing.get(board)
            standing[board], written[n] = word, (board, word)
    acks = [line.split() for line in said if line.startswith("ok ")]
    for _, number, board, word in acks:
        wrong["lost"] += written.get(int(number)) != (int(board), word)
    wrong["twice"] += len(acks) - len({ack[1] for ack in acks})
    try:
        wrong["other"] += results(reopened(folder).event) != standing
    except Refused:
        wrong["closed"] += 1
    return +wrong


MANY = extent(10_000, 50_000)


@pytest.mark.parametrize(
    ("desks", "wanted", "pause"),
    [
        (6, 60, 0.02),
        pytest.param(20, 1000, 0.1, marks=pytest.mark.faults),
        pytest.param(20, MANY, 0.0, marks=pytest.mark.faults),
    ],
)
def test_desks_killed_at_random_lose_and_overwrite_nothing(
    tmp_path: Path, place: Path, desks: int, wanted: int, pause: float, figures
) -> None:
    # the many in memory: it is not the disk that is tried
    folder = (place if wanted == MANY else tmp_path) / "open"
    made(folder, 2 * BOARDS)
    hall, chance = Hall(folder, desks, pause), Random(desks)
    until = time.monotonic() + 300 + wanted / 4
    try:
        # until desks have met on a board, too: a few dozen results may pass without that
        while time.monotonic() < until and (
            hall.acknowledged < wanted
            or hall.kills < 2
            or not any(line.startswith("stale") for line in hall.said)
        ):
            hall.listen(1.0 if desks > 10 else 0.4)
            hall.kill_one(chance)
    finally:
        hall.close()
    assert hall.acknowledged >= wanted
    assert hall.kills >= 2
    assert not [line for line in hall.said if line.startswith("refused")]
    assert faults_of(folder, hall.said) == {}
    assert verify(folder, format_named=toy_named).status == 0
    assert left_over(Disk(), folder) == []
    assert [line for line in hall.seen if not line.endswith(" whole")] == []
    told = {
        "acknowledged": hall.acknowledged,
        "kills": hall.kills,
        "told that somebody was there": sum(x.startswith("stale") for x in hall.said),
        "readings": len(hall.seen),
    }
    figures("writers", json.dumps(told))
    assert told["told that somebody was there"] > 0


@pytest.mark.control
def test_control_without_the_lock_the_same_check_finds_faults(tmp_path: Path, figures) -> None:
    folder = tmp_path / "open"
    made(folder, 2 * BOARDS)
    hall = Hall(folder, 6, 0.005, locks=False)
    try:
        hall.listen(3.0)
    finally:
        hall.close()
    wrong = faults_of(folder, hall.said)
    figures("faults without the lock", json.dumps(wrong))
    assert wrong
