"""Every bit of a save turned, every byte dropped or doubled, every cut: nothing is believed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from engine.actions import EnterResult, EnterResults
from saves.checkpoint import SavedFile, canonical, read_saved
from saves.disk import Disk
from saves.journal import decode, scan
from saves.toml import BadSave
from tests.faults.extent import extent
from tests.faults.small_disks import in_memory
from tests.saves.toy import made

WORDS = ("1-0", "0-1", "1/2-1/2")
FILES = ("round-02.toml", "players.toml", "event.toml")


@pytest.fixture
def folder(place: Path) -> Path:
    """An event of nine with a round in play."""
    store = made(place / "open", 9, 2)
    store.do(EnterResult(2, "1/2-1/2"))
    return store.folder


def damages(whole: bytes) -> Iterator[bytes]:
    """All of them: eight bits, a dropped and a doubled byte, a cut, zeros to the end, at each."""
    for at in range(len(whole)):
        before, byte, after = whole[:at], whole[at], whole[at + 1 :]
        for bit in range(8):
            yield before + bytes([byte ^ (1 << bit)]) + after
        yield before + after
        yield before + bytes([byte, byte]) + after
        yield before
        yield before.ljust(len(whole), b"\0")


def some(whole: bytes, most: int | None) -> Iterator[bytes]:
    """All, or a sample."""
    if most is None:
        yield from damages(whole)
        return
    found = list(damages(whole))
    yield from Random(len(whole)).sample(found, most)


def read(path: Path, data: bytes) -> SavedFile | None:
    path.write_bytes(data)
    try:
        return read_saved(Disk(), path)
    except BadSave:
        return None


@pytest.mark.parametrize("most", [300, pytest.param(None, marks=pytest.mark.faults)])
@pytest.mark.parametrize("name", FILES)
def test_no_damage_to_a_file_is_believed(
    folder: Path, name: str, most: int | None, figures
) -> None:
    path = folder / name
    whole = path.read_bytes()
    content = canonical(read_saved(Disk(), path).content)
    tried = harmless = parsed = 0
    for data in some(whole, most):
        found = read(path, data)
        tried += 1
        if found is None:
            continue
        if found.sound:
            harmless += 1
            assert canonical(found.content) == content
        else:
            parsed += canonical(found.content) != content
    figures("damages, harmless, found by the seal alone", f"{tried} {harmless} {parsed}")
    # the control: without the seal these would have been taken for what was written
    assert parsed > 0


@pytest.mark.parametrize("most", [1000, pytest.param(None, marks=pytest.mark.faults)])
def test_no_damage_to_the_journal_is_believed(folder: Path, most: int | None, figures) -> None:
    whole = (folder / "journal.log").read_bytes()
    lines = tuple(whole.splitlines())
    ends = {sum(len(x) + 1 for x in lines[:n]) for n in range(len(lines) + 1)}
    tried = 0
    for data in some(whole, most):
        reading = scan(data)
        assert reading.lines == lines[: len(reading.lines)]
        said = reading.damage is not None or reading.torn
        # a cut between two lines shows against the save files alone
        assert said or len(data) in ends
        tried += 1
    figures("damages", tried)


SAMPLE = extent(20_000, 200_000)


@pytest.fixture(scope="module")
def large() -> Iterator[Path]:
    """An event of five hundred boards, most of them in."""
    with in_memory() as place:
        store = made(place / "open", 1000)
        store.do(EnterResults(tuple((board, WORDS[board % 3]) for board in range(1, 451))))
        yield store.folder


def one_of(whole: bytes, chance: Random) -> bytes:
    """A damage somewhere: a bit, a byte, a stretch exchanged for another, a cut, zeros."""
    at, wide = chance.randrange(len(whole)), chance.choice((1, 1, 2, 16, 512))
    before, rest = whole[:at], whole[at + wide :]
    return chance.choice(
        (
            before + bytes([whole[at] ^ (1 << chance.randrange(8))]) + whole[at + 1 :],
            before + rest,
            before + whole[at : at + wide] * 2 + rest,
            before + chance.randbytes(wide) + rest,
            before + whole[-at - wide : len(whole) - at] + rest,
            before,
            before.ljust(len(whole), b"\0"),
        )
    )


@pytest.mark.faults
def test_no_damage_to_a_round_of_500_boards_is_believed(large: Path, figures) -> None:
    path, chance = large / "round-01.toml", Random(500)
    whole = path.read_bytes()
    content = canonical(read_saved(Disk(), path).content)
    believed = parsed = 0
    try:
        for _ in range(SAMPLE):
            found = read(path, one_of(whole, chance))
            if found is not None and canonical(found.content) != content:
                parsed += 1
                believed += found.sound
    finally:
        path.write_bytes(whole)
    figures("damages, found by the seal alone", f"{SAMPLE} {parsed}")
    assert believed == 0
    # the control: without the seal these would have been taken for what was written
    assert parsed > 0


@pytest.mark.faults
def test_no_damage_to_a_journal_of_500_boards_is_believed(large: Path, figures) -> None:
    whole, chance = (large / "journal.log").read_bytes(), Random(500)
    lines = tuple(whole.splitlines())
    for _ in range(SAMPLE):
        reading = scan(one_of(whole, chance))
        assert reading.lines == lines[: len(reading.lines)]
    figures("damages", SAMPLE)


def unchecked(data: bytes) -> list[dict[str, object]]:
    """The control: a journal that is read without its checksums and its chain."""
    found = []
    for line in data.splitlines():
        with suppress(ValueError, RecursionError):
            found.append(dict(decode(line).action))
    return found


@pytest.mark.control
def test_control_without_checksums_a_damaged_journal_is_believed(folder: Path, figures) -> None:
    whole = (folder / "journal.log").read_bytes()
    was, taken = unchecked(whole), 0
    for data in some(whole, 1000):
        # as many actions as there were, and not the same ones
        found = unchecked(data)
        taken += len(found) == len(was) and found != was
    figures("of 1,000 damages believed", taken)
    assert taken > 20
