"""Taking hand edits over or leaving them: killed at any moment, and while others are at work."""

from __future__ import annotations

import errno
import os
import shutil
import signal
from collections.abc import Callable, Iterator
from itertools import count, product
from pathlib import Path
from typing import Any

import pytest

from engine.actions import EnterResult
from engine.refusal import Refused
from saves.disk import Disk
from saves.store import MovedOn, Store
from saves.verify import verify
from tests.sampling import sampled
from tests.saves.conftest import FaultyDisk
from tests.saves.toy import edit, made, reopened, results, toy_named


class DeadlyDisk(Disk):
    """The program is killed at the call of that number."""

    def __init__(self, at: int) -> None:
        self.left = at


def _deadly(name: str) -> Callable[..., Any]:
    def call(self: DeadlyDisk, *args: Any) -> Any:
        self.left -= 1
        if self.left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return getattr(Disk, name)(self, *args)

    return call


CHANGING = ("write", "truncate", "replace", "unlink", "mkdir", "fsync", "fdatasync")
for _name in CHANGING:
    setattr(DeadlyDisk, _name, _deadly(_name))


def killed(folder: Path, at: int, deed: Callable[[Store], object]) -> bool:
    """Do it in a child that is killed at its n-th call; False if it came to its end before."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            store = reopened(folder, disk=DeadlyDisk(0))
            assert isinstance(store.disk, DeadlyDisk)
            store.disk.left = at
            deed(store)
            status = 0
        finally:
            os._exit(status)
    _, status = os.waitpid(child, 0)
    assert status in (0, signal.SIGKILL), status
    return os.WIFSIGNALED(status)


@pytest.fixture
def edited(tmp_path: Path) -> Path:
    """Two files with edits in them that nobody has been asked about."""
    store = made(tmp_path / "open", rounds=2)
    store.do(EnterResult(1, "1-0"))
    edit(store.folder / "round-02.toml", lambda t: t.replace('result = "1-0"', 'result = "0-1"'))
    edit(store.folder / "players.toml", lambda t: t.replace("Ash, Liam", "Ash, William"))
    return store.folder


def found(store: Store) -> tuple[str, str]:
    """What the two edits were about, as the event has it."""
    return results(store.event)[1], store.event.entrants[0].name


OLD, NEW = ("1-0", "Ash, Liam"), ("0-1", "Ash, William")


EVERY = pytest.mark.parametrize("each", sampled([2, 1], [2]))


def killed_at_calls(
    folder: Path, tmp_path: Path, deed: Callable[[Store], object], each: int
) -> Iterator[tuple[int, Store]]:
    """The number of the call, and the event as it opens after that kill; at last the deed is
    done as a whole. Of the calls each is tried, or one of so many."""
    kept = tmp_path / "kept"
    shutil.copytree(folder, kept)
    for at in count(1, each):
        shutil.rmtree(folder)
        shutil.copytree(kept, folder)
        if not killed(folder, at, deed):
            return
        yield at, reopened(folder)


@EVERY
def test_killed_while_edits_are_taken_over_they_are_taken_or_asked_about_again(
    edited: Path, tmp_path: Path, each: int
) -> None:
    asked = done = 0
    for at, again in killed_at_calls(edited, tmp_path, Store.accept_edits, each):
        if again.edits is None:
            assert found(again) == NEW, at
            done += 1
        else:
            assert found(again) == OLD
            assert len(again.edits.differences) == 2
            assert found(_accepted(again)) == NEW
            asked += 1
        assert verify(edited, format_named=toy_named).status == 0
    assert asked >= 10 / each
    assert done >= 5 / each
    assert found(reopened(edited)) == NEW


def _accepted(store: Store) -> Store:
    store.accept_edits()
    return store


@EVERY
def test_killed_while_edits_are_left_none_is_taken_and_each_is_kept_or_asked_about(
    edited: Path, tmp_path: Path, each: int
) -> None:
    tried = 0
    for _, again in killed_at_calls(edited, tmp_path, Store.discard_edits, each):
        tried += 1
        assert found(again) == OLD
        asked = {d.file for d in again.edits.differences} if again.edits else set()
        copies = {p.name.split("-", 3)[3] for p in edited.glob("quarantine/*")}
        assert asked | copies == {"players.toml", "round-02.toml"}
    assert tried >= 10 / each


def test_taking_over_makes_a_restore_point_of_what_stood_before(edited: Path) -> None:
    store = reopened(edited)
    store.accept_edits()
    point = store.points()[-1]
    assert point.name.endswith("-adopt")
    store.restore(point.name)
    assert found(store) == OLD
    assert verify(edited, format_named=toy_named).status == 0


def test_a_yes_is_for_the_differences_that_were_shown(edited: Path) -> None:
    store = reopened(edited)
    edit(edited / "players.toml", lambda text: text.replace("Ash, William", "Ash, Willi"))
    with pytest.raises(Refused, match="changed since the differences were shown"):
        store.accept_edits()
    assert store.edits is not None
    assert "players.toml, entrant 1: name Ash, Liam, now Ash, Willi" in map(
        str, store.edits.differences
    )
    assert found(store) == OLD
    store.accept_edits()
    assert found(store) == ("0-1", "Ash, Willi")


def test_a_result_entered_meanwhile_at_another_desk_is_not_lost_with_a_yes(tmp_path: Path) -> None:
    other = made(tmp_path / "open", rounds=2)
    other.do(EnterResult(1, "1-0"))
    edit(other.folder / "players.toml", lambda t: t.replace("Ash, Liam", "Ash, William"))
    store = reopened(other.folder)
    other.do(EnterResult(2, "1-0"))
    with pytest.raises(Refused, match=r"changed since|are gone"):
        store.accept_edits()
    assert results(store.event) == {1: "1-0", 2: "1-0"}
    if store.edits is not None:
        store.accept_edits()
    assert results(store.event) == {1: "1-0", 2: "1-0"}
    assert results(reopened(other.folder).event) == {1: "1-0", 2: "1-0"}


def cut(folder: Path) -> None:
    """Somebody takes the last line out of the journal."""
    path = folder / "journal.log"
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-1]))


def test_what_a_cut_journal_no_longer_has_is_kept_when_it_is_left(tmp_path: Path) -> None:
    store = made(tmp_path / "open", rounds=2)
    store.do(EnterResult(1, "1-0"))
    cut(store.folder)
    again = reopened(store.folder)
    again.discard_edits()
    assert results(again.event) == {}
    (copy,) = store.folder.glob("quarantine/*-round-02.toml")
    assert 'result = "1-0"' in copy.read_text()


def test_a_cut_journal_beside_a_damaged_file_costs_nothing_without_a_copy(tmp_path: Path) -> None:
    store = made(tmp_path / "open", rounds=2)
    store.do(EnterResult(1, "1-0"))
    cut(store.folder)
    (store.folder / "round-01.toml").write_bytes(b"\0")
    again = reopened(store.folder)
    assert "the journal ends at action" in again.read_only
    assert not (store.folder / "quarantine").exists()
    again.discard_edits()
    assert results(again.event) == {}
    again.do(EnterResult(2, "1-0"))
    assert results(reopened(store.folder).event) == {2: "1-0"}
    assert verify(store.folder, format_named=toy_named).status == 0
    (copy,) = store.folder.glob("quarantine/*-round-02.toml")
    assert 'result = "1-0"' in copy.read_text()


@pytest.fixture
def damaged(tmp_path: Path) -> Path:
    """A journal that somebody wrote into."""
    store = made(tmp_path / "damaged", rounds=2)
    store.do(EnterResult(1, "1-0"))
    path = store.folder / "journal.log"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:2], lines[2].replace(b'"by"', b'"bY"'), *lines[3:]]))
    return store.folder


def test_a_damaged_journal_is_followed_by_a_new_one_and_kept(damaged: Path) -> None:
    before = (damaged / "journal.log").read_bytes()
    store = reopened(damaged)
    assert store.read_only
    with pytest.raises(Refused, match="read-only"):
        store.do(EnterResult(2, "1-0"))
    store.begin_anew()
    assert results(store.event) == {1: "1-0"}
    store.do(EnterResult(2, "1-0"))
    again = reopened(damaged)
    assert (again.notes, again.read_only, again.journal.head.n) == ((), "", 2)
    assert results(again.event) == {1: "1-0", 2: "1-0"}
    assert verify(damaged, format_named=toy_named).status == 0
    (copy,) = damaged.glob("quarantine/*-journal.log")
    assert copy.read_bytes() == before


def test_save_files_that_do_not_fit_together_are_kept_too(damaged: Path) -> None:
    (damaged / "round-01.toml").unlink()
    store = reopened(damaged)
    assert store.event.rounds == ()
    store.begin_anew()
    assert reopened(damaged).event == store.event
    copies = {p.name.split("-", 3)[3]: p for p in damaged.glob("quarantine/*")}
    assert 'result = "1-0"' in copies["round-02.toml"].read_text()
    assert not (damaged / "round-02.toml").exists()


@EVERY
def test_killed_while_a_new_journal_begins_the_event_is_damaged_still_or_anew(
    damaged: Path, tmp_path: Path, each: int
) -> None:
    states = set()
    for _, again in killed_at_calls(damaged, tmp_path, Store.begin_anew, each):
        assert results(again.event) == {1: "1-0"}
        states.add(bool(again.read_only))
        if again.read_only:
            again.begin_anew()
        again.do(EnterResult(2, "1-0"))
        assert verify(damaged, format_named=toy_named).status == 0
    assert states == {True, False}


def test_nothing_begins_anew_where_the_journal_is_whole_or_only_read(
    edited: Path, damaged: Path
) -> None:
    with pytest.raises(Refused, match="not damaged"):
        reopened(edited).begin_anew()
    with pytest.raises(Refused, match="read-only"):
        reopened(damaged, read_only=True).begin_anew()


def test_a_yes_to_edits_that_another_desk_has_left_takes_nothing(edited: Path) -> None:
    """It was for what is no longer there; what was edited is kept beside the event."""
    one, other = reopened(edited), reopened(edited)
    other.discard_edits()
    with pytest.raises(MovedOn, match="the hand edits are gone"):
        one.accept_edits()
    assert (one.edits, found(one)) == (None, OLD)
    texts = [path.read_text() for path in edited.glob("quarantine/*.toml")]
    assert any("Ash, William" in text for text in texts)
    one.do(EnterResult(2, "1-0"))
    assert results(reopened(edited).event) == {1: "1-0", 2: "1-0"}


def test_a_journal_that_another_desk_has_begun_anew_is_not_begun_again(damaged: Path) -> None:
    one, other = reopened(damaged), reopened(damaged)
    other.begin_anew()
    other.do(EnterResult(2, "1-0"))
    with pytest.raises(Refused, match="a new journal was begun in this folder"):
        one.begin_anew()
    assert results(reopened(damaged).event) == {1: "1-0", 2: "1-0"}
    assert len([*damaged.glob("quarantine/*-journal.log")]) == 1


def test_where_nothing_differs_there_is_nothing_to_take_over_leave_or_put_back(
    tmp_path: Path,
) -> None:
    store = made(tmp_path / "open")
    before = (store.folder / "journal.log").read_bytes()
    for deed in (store.accept_edits, store.discard_edits):
        with pytest.raises(Refused, match="there are no hand edits"):
            deed()
    with pytest.raises(Refused, match="the folder has all that this desk holds"):
        store.put_back()
    with pytest.raises(Refused, match="the folder has all that this desk holds"):
        store.elsewhere()
    assert (store.folder / "journal.log").read_bytes() == before


ERRORS = product(("open", "read", "fstat"), (errno.EIO, errno.EMFILE, errno.EACCES))
TRIED = {("open", errno.EMFILE), ("read", errno.EIO), ("fstat", errno.EACCES)}
"""Each call and each error at each commit."""


@pytest.mark.parametrize(
    ("call", "error"),
    [pytest.param(*one, marks=[] if one in TRIED else [pytest.mark.slow]) for one in ERRORS],
)
def test_an_error_that_passes_while_the_files_are_read_does_not_answer_for_the_arbiter(
    edited: Path, faulty: FaultyDisk, call: str, error: int
) -> None:
    at, asked = 0, 0
    while True:
        at += 1
        faulty.arm(at, error, (call,))
        try:
            store = reopened(edited, disk=faulty)
        except Refused:
            store = None
        faulty.disarm()
        if store is not None and store.edits is not None:
            asked += 1
            assert len(store.edits.differences) == 2
        again = reopened(edited)
        assert again.edits is not None, (call, at)
        assert len(again.edits.differences) == 2
        if at > 12:
            break
    assert asked >= 3


def test_an_edit_beside_an_open_desk_is_asked_about_or_kept_as_it_was_told(tmp_path: Path) -> None:
    store = made(tmp_path / "open")
    store.do(EnterResult(1, "1-0"))
    edit(
        store.folder / "round-01.toml",
        lambda text: text.replace('result = "1-0"', 'result = "0-1"'),
    )
    store.look_at_files()
    told = store.warnings[-1]
    assert "asked about at the next opening, unless a save writes the file over" in told
    assert "which keeps a copy" in told
    store.do(EnterResult(2, "1-0"))
    kept = list((store.folder / "quarantine").glob("*round-01.toml"))
    assert len(kept) == 1
    assert 'result = "0-1"' in kept[0].read_text(encoding="utf-8")
    store.leave()
    assert reopened(store.folder).edits is None
