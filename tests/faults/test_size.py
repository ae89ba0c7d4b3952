"""An event larger than any: 5,000 players, 20 rounds, a journal of 200,000 actions."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from engine.actions import EnterResult
from engine.event import Event
from saves.store import Store
from saves.verify import verify
from tests.faults.deeds import state
from tests.faults.large import write_large
from tests.saves.toy import reopened, results, toy_named
from tests.work import Work, counted

SMALL, LARGE = (500, 5, 5_000), (5_000, 20, 200_000)


def opened(folder: Path) -> tuple[Store, float]:
    """The event and the calls that opening it takes for each line of its journal."""
    with counted() as work:
        store = reopened(folder)
    return store, work.calls / store.journal.head.n


def _noted(said: list[int], work: Work, event: Event) -> None:
    said.append(work.calls)


def acknowledged(store: Store, times: int) -> int:
    """The most calls from a key to its acknowledgement, save files left for later or not."""
    most = 0
    for turn in range(times):
        board = turn * 5 + 1
        was = results(store.event).get(board)
        action = EnterResult(board, "+/-" if was != "+/-" else "1-0", was, replace=True)
        said: list[int] = []
        with counted() as work:
            note = partial(_noted, said, work)
            store.do(action, checkpoint=turn % 2 == 0, acknowledged=note)
        most = max(most, said[0])
    store.checkpoint()
    return most


@pytest.mark.parametrize("size", [SMALL, pytest.param(LARGE, marks=pytest.mark.faults)])
def test_a_large_event_opens_and_saves_with_little_work(
    tmp_path: Path, size: tuple[int, int, int], figures
) -> None:
    """How long it takes: `benchmarks/opening.py`, `benchmarks/acknowledge.py`."""
    folder = tmp_path / "open"
    event = write_large(folder, *size)
    store, opening = opened(folder)
    assert store.journal.head.n == size[2]
    assert store.notes == ()
    assert results(store.event) == results(event)
    saving = acknowledged(store, 40)
    figures("calls: opening, a line; result to acknowledgement, the most", f"{opening} {saving}")
    assert opening < 120
    assert 500 < saving < 6_000
    assert state(reopened(folder).event) == state(store.event)
    if size == SMALL:
        # does every action again: minutes for the large one
        assert verify(folder, format_named=toy_named).status == 0


@pytest.mark.parametrize("size", [SMALL, pytest.param(LARGE, marks=pytest.mark.faults)])
def test_a_large_event_is_the_same_from_save_files_that_are_behind_and_from_none(
    tmp_path: Path, size: tuple[int, int, int]
) -> None:
    """How long it takes: `benchmarks/opening.py`."""
    folder = tmp_path / "open"
    write_large(folder, *size)
    old = {path.name: path.read_bytes() for path in folder.glob("*.toml")}
    store = reopened(folder)
    for turn in range(300):
        board = turn % 90 + 1
        was = results(store.event)[board]
        action = EnterResult(board, "+/-" if was != "+/-" else "1-0", was, replace=True)
        store.do(action, checkpoint=False)
    for name, data in old.items():
        (folder / name).write_bytes(data)
    behind = reopened(folder)
    assert state(behind.event) == state(store.event)
    for path in folder.glob("*.toml"):
        path.unlink()
    assert state(reopened(folder).event) == state(store.event)
