"""A desk as a program of its own: enters results and prints each one that was acknowledged.

    desk.py FOLDER MODE FIRST LAST     boards FIRST to LAST, again and again with other results

MODE `honest` is the store; the others are controls that must fail: `early` says saved before
it is, `unlocked` works without the lock.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from engine.actions import EnterResult
from engine.refusal import Stale
from saves import store as store_module
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


def enter(store: Store, board: int, word: str, mode: str) -> None:
    """One result over whatever stands, said once it is acknowledged."""
    was = results(store.event).get(board)
    if was == word:
        return
    if mode == "early":
        say("saved", board, word)
    store.do(
        EnterResult(board, word, was=was, replace=True),
        acknowledged=lambda event: None if mode == "early" else say("saved", board, word),
    )


def main(folder: str, mode: str, first: int, last: int, times: int) -> None:
    """Enter results until killed or done."""
    if mode == "unlocked":
        vars(store_module)["locked"] = no_lock
    store = reopened(Path(folder), session=f"desk-{first}")
    say("ready")
    for turn in range(times):
        for board in range(first, last + 1):
            for _ in range(20):
                try:
                    enter(store, board, WORDS[(turn + board) % 3], mode)
                    break
                except Stale:
                    store.refresh()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], *map(int, sys.argv[3:6]))
