"""A desk as a program of its own: enters results and prints each one that was acknowledged.

    desk.py FOLDER MODE FIRST LAST     boards FIRST to LAST, again and again with other results

It says `ready` and begins when it is told to (a line on standard input). MODE `honest` is the
store; `unlocked` is a control that must fail: without the lock and without a look at the file
before and after the write, and slow enough that two desks are there at once.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

from engine.actions import EnterResult
from engine.refusal import Stale
from saves import store as store_module
from saves.disk import Disk
from saves.journal import Journal
from saves.store import Store
from tests.saves.toy import reopened, results

WORDS = ("1-0", "0-1", "1/2-1/2")


def say(*words: object) -> None:
    """One line, at once."""
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


@contextmanager
def no_lock(*args: Any, **options: Any) -> Iterator[None]:
    """Stands for the lock in the control."""
    yield


def blind(module: ModuleType) -> None:
    """Take the lock away from the store, and its looks at what others wrote meanwhile."""
    vars(module)["locked"] = no_lock
    for look in ("_unchanged", "_stands"):
        setattr(Journal, look, lambda *_: None)


class SlowDisk(Disk):
    """A disk that takes its time before it writes."""

    def write(self, fd: int, data: memoryview) -> int:
        time.sleep(0.002)
        return super().write(fd, data)


def enter(store: Store, board: int, word: str) -> None:
    """One result over whatever stands, said once it is acknowledged."""
    was = results(store.event).get(board)
    if was != word:
        store.do(
            EnterResult(board, word, was=was, replace=True),
            acknowledged=lambda event: say("saved", board, word),
        )


def main(folder: str, mode: str, first: int, last: int, times: int) -> None:
    """Enter results until killed or done."""
    if mode == "unlocked":
        blind(store_module)
    disk = SlowDisk() if mode == "unlocked" else Disk()
    store = reopened(Path(folder), session=f"desk-{first}", disk=disk)
    say("ready")
    sys.stdin.readline()
    for turn in range(times):
        for board in range(first, last + 1):
            for _ in range(20):
                try:
                    enter(store, board, WORDS[(turn + board) % 3])
                    break
                except Stale:
                    store.refresh()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], *map(int, sys.argv[3:6]))
