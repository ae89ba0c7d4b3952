"""An event larger than any: 5,000 players, 20 rounds, a journal of 200,000 actions."""

from __future__ import annotations

import statistics
import time
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

OPEN_SECONDS = 2.0
SAVE_SECONDS = 0.1
SMALL, LARGE = (500, 5, 5_000), (5_000, 20, 200_000)


def opened(folder: Path) -> tuple[Store, float]:
    """The event and the processor time that opening it took, the best of three: what other
    programs take of the machine meanwhile is not counted."""
    took = []
    stores = []
    for _ in range(3):
        began = time.process_time()
        stores = [reopened(folder)]
        took.append(time.process_time() - began)
    return stores[0], min(took)


def _now(said: list[float], event: Event) -> None:
    said.append(time.perf_counter())


def acknowledged(store: Store, times: int) -> list[float]:
    """Seconds from the key to the acknowledgement, save files left for later or not."""
    found: list[float] = []
    for turn in range(times):
        board = turn * 5 + 1
        was = results(store.event).get(board)
        action = EnterResult(board, "+/-" if was != "+/-" else "1-0", was, replace=True)
        said: list[float] = []
        began = time.perf_counter()
        store.do(action, checkpoint=turn % 2 == 0, acknowledged=partial(_now, said))
        found.append(said[0] - began)
    store.checkpoint()
    return found


@pytest.mark.parametrize("size", [SMALL, pytest.param(LARGE, marks=pytest.mark.faults)])
def test_a_large_event_opens_and_saves_in_time(
    tmp_path: Path, size: tuple[int, int, int], figures
) -> None:
    folder = tmp_path / "open"
    event = write_large(folder, *size)
    store, took = opened(folder)
    assert store.journal.head.n == size[2]
    assert store.notes == ()
    assert results(store.event) == results(event)
    waits = acknowledged(store, 40)
    middle = statistics.median(waits)
    told = f"{took:.2f} {middle:.4f} {max(waits):.4f}"
    figures("open, save to acknowledgement (median, longest) in s", told)
    assert took < OPEN_SECONDS
    assert middle < SAVE_SECONDS
    assert state(reopened(folder).event) == state(store.event)
    if size == SMALL:
        # does every action again: minutes for the large one
        assert verify(folder, format_named=toy_named).status == 0


@pytest.mark.parametrize("size", [SMALL, pytest.param(LARGE, marks=pytest.mark.faults)])
def test_a_large_event_is_the_same_from_save_files_that_are_behind_and_from_none(
    tmp_path: Path, size: tuple[int, int, int], figures
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
    behind, took = opened(folder)
    assert state(behind.event) == state(store.event)
    for path in folder.glob("*.toml"):
        path.unlink()
    alone, long = opened(folder)
    assert state(alone.event) == state(store.event)
    figures("open with save files behind, without any in s", f"{took:.2f} {long:.2f}")
