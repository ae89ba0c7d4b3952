"""Every bit of a save turned, every byte dropped or doubled, every cut: nothing is believed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from engine.actions import EnterResult
from saves.disk import Disk
from saves.journal import scan
from saves.sealed import SavedFile, canonical, read_saved
from saves.toml_guard import BadSave
from tests.saves.toy import made

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
