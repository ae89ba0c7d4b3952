"""Several files of an event damaged at once: it opens all the same, and says what is amiss."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from engine.actions import EnterResult
from engine.refusal import Refused
from saves.checkpoint import read_saved
from saves.disk import Disk
from saves.journal import Journal
from tests.faults.deeds import state
from tests.faults.extent import extent
from tests.faults.test_damage import one_of
from tests.saves.toy import made, reopened

JOURNAL = "journal.log"
SAVES = ("event.toml", "players.toml", "round-01.toml", "round-02.toml")


@pytest.fixture
def whole(place: Path) -> Path:
    """An event of nine with a round in play."""
    store = made(place / "whole", 9, 2)
    store.do(EnterResult(2, "1/2-1/2"))
    return store.folder


def damaged(whole: Path, chance: Random) -> tuple[Path, set[str]]:
    """A copy of which one to three files are damaged or gone: which."""
    folder = whole.parent / "damaged"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(whole, folder)
    hit = set(chance.sample((*SAVES, JOURNAL), chance.choice((1, 1, 2, 3))))
    for name in hit:
        if chance.random() < 0.1:
            (folder / name).unlink()
        else:
            (folder / name).write_bytes(one_of((folder / name).read_bytes(), chance))
    return folder, hit


def opening(folder: Path, right: str) -> str:
    """How an opening ends: whole, told (with what it says), silent about a loss, closed."""
    try:
        store = reopened(folder)
    except Refused:
        return "closed"
    if store.read_only:
        return "read-only"
    if store.edits is not None:
        return "asked"
    if state(store.event) == right:
        return "whole"
    return "told" if store.notes else "silent"


@pytest.mark.parametrize(
    "times", [60, pytest.param(extent(5_000, 50_000), marks=pytest.mark.faults)]
)
def test_a_damaged_event_opens_and_tells_what_is_lost(whole: Path, times: int, figures) -> None:
    chance, right = Random(times), state(reopened(whole).event)
    found: Counter[str] = Counter()
    for n in range(times):
        folder, hit = damaged(whole, chance)
        ends = opening(folder, right)
        found[ends] += 1
        assert ends != "silent", n
        if JOURNAL not in hit:
            # the journal holds everything
            assert ends in ("whole", "asked"), n
        if not hit & set(SAVES):
            assert ends != "closed", n
    figures("damaged events, how they opened", f"{times} {dict(found)}")
    assert found["whole"] > times // 4
    assert found["closed"] < times // 10


def test_a_journal_cut_back_beside_a_missing_file_is_not_taken_for_the_whole(whole: Path) -> None:
    """Of what the other files hold nothing is written over."""
    later = (whole / "event.toml").read_bytes()
    lines = (whole / JOURNAL).read_bytes().splitlines(keepends=True)
    (whole / JOURNAL).write_bytes(b"".join(lines[:2]) + lines[2][:50])
    (whole / "round-01.toml").unlink()
    store = reopened(whole)
    assert store.read_only.startswith("the journal ends at action 2, ")
    assert ".toml is from action 11, and other save files are missing" in store.read_only
    with pytest.raises(Refused, match="read-only"):
        store.do(EnterResult(1, "1-0"))
    assert (whole / "event.toml").read_bytes() == later


def strict(folder: Path) -> str:
    """The control: an opening for which everything must be as it was written."""
    journal = Journal(Disk(), folder)
    journal.read()
    try:
        sound = all(read_saved(Disk(), folder / name).sound for name in SAVES)
    except (OSError, Refused):
        return "closed"
    return "whole" if sound and not journal.damage and not journal.torn else "closed"


@pytest.mark.control
def test_control_an_opening_that_wants_all_whole_stays_shut(whole: Path, figures) -> None:
    chance = Random(1)
    shut = sum(strict(damaged(whole, chance)[0]) == "closed" for _ in range(100))
    figures("of 100 not opened", shut)
    assert shut > 50
