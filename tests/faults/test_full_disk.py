"""A disk that fills up while an event is made and played, from 16 to 256 kilobytes."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from engine.actions import CreateEvent, EnterResult, ImportEntrants, PublishRound
from engine.entrants import Entrant
from engine.refusal import Refused
from saves.store import Store, create_event
from saves.verify import verify
from tests.faults.deeds import state
from tests.faults.small_disks import FullDisk
from tests.saves.toy import proposal, reopened, results, toy_named

BOARDS = 20


@pytest.fixture
def top(tmp_path: Path) -> Iterator[Path]:
    if os.geteuid() != 0:
        pytest.skip("a disk in memory of a set size needs root")
    try:
        FullDisk(tmp_path / "try", 64).throw_away()
    except OSError as error:
        pytest.skip(f"no disk in memory can be mounted here: {error}")
    yield tmp_path / "disk"
    FullDisk.throw_away(_Mounted(tmp_path / "disk"))


class _Mounted(FullDisk):
    """Whatever is mounted there."""

    def __init__(self, top: Path) -> None:
        self.top = top


def played(folder: Path) -> tuple[Store | None, dict[int, str]]:
    """As far as the disk lets it: the store, and what was acknowledged of the last round."""
    try:
        store = create_event(
            folder, CreateEvent("Open", "toy", {"rounds": 6}, 7), format_named=toy_named
        )
        store.do(ImportEntrants(tuple(Entrant("", f"P {n}") for n in range(2 * BOARDS))))
        store.do(proposal(store.event))
        store.do(PublishRound(1))
    except Refused as refusal:
        _is_full(refusal)
        return None, {}
    said: dict[int, str] = {}
    for turn in range(3 * BOARDS):
        board, word = turn % BOARDS + 1, ("1-0", "0-1", "1/2-1/2")[turn // BOARDS]
        try:
            store.do(EnterResult(board, word, said.get(board), replace=True))
        except Refused as refusal:
            _is_full(refusal)
            break
        said[board] = word
    return store, said


def _is_full(refusal: Refused) -> None:
    """Said so, with the bytes or the file."""
    assert (refusal.what, refusal.not_saved) == ("the disk is full", True)
    assert "No space left" in refusal.why


@pytest.mark.parametrize("step", [60, pytest.param(4, marks=pytest.mark.faults)])
def test_a_disk_that_fills_up_costs_nothing_that_was_said(top: Path, step: int, figures) -> None:
    refused = sizes = 0
    for size in range(16, 257, step):
        disk = FullDisk(top, size)
        try:
            folder = top / "open"
            store, said = played(folder)
            refused += store is None or len(store.warnings) > 0 or len(said) < BOARDS
            sizes += 1
            if store is not None:
                fresh = reopened(folder, read_only=True)
                assert results(fresh.event) == said
                assert results(store.event) == said
            disk.grow(2048)
            if store is not None:
                # the same console goes on, without opening again
                store.do(EnterResult(1, "+/-", said.get(1), replace=True))
                assert results(reopened(folder).event) == {**said, 1: "+/-"}
                assert state(reopened(folder).event) == state(store.event)
                assert verify(folder, format_named=toy_named).status == 0
            else:
                again, said = played(top / "second")
                assert again is not None
                assert len(said) == BOARDS
        finally:
            disk.throw_away()
    figures("sizes", sizes)
    figures("sizes that were too small", refused)
    assert refused >= 1


@pytest.mark.control
def test_control_writing_files_in_place_loses_the_old_one(top: Path) -> None:
    torn = 0
    for size in range(16, 129, 4):
        disk, path = FullDisk(top, size), top / "round-01.toml"
        try:
            path.write_bytes(b"o" * 6000)
            with suppress(OSError), (top / "rest").open("wb", buffering=0) as rest:
                while rest.write(b"x" * 1024):
                    pass
            try:
                path.write_bytes(b"n" * 12_000)
            except OSError:
                torn += path.read_bytes() != b"o" * 6000
        finally:
            disk.throw_away()
    assert torn >= 1
