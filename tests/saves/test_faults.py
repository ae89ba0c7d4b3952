"""Kills, full disks, broken disks and desks at once: no acknowledged result is lost.

Each test has a control beside it, in which the same check must find a loss.
"""

from __future__ import annotations

import errno
import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from engine.actions import CreateEvent, EnterResult, EnterResults, PublishRound
from engine.event import Event
from engine.refusal import Refused
from saves.disk import DRAW_NAME, FILE_MODE, Disk, Holder, left_over, locked, this_host
from saves.journal import Journal, decode
from saves.problems import trouble
from saves.store import Store, create_event
from saves.verify import verify
from tests.saves.toy import made, proposal, reopened, results, toy_named

ROOT = Path(__file__).parents[2]
ERRORS = (errno.EIO, errno.ENOSPC, errno.EACCES, errno.EROFS, errno.EDQUOT, errno.EMFILE)


def desk(folder: Path, mode: str, first: int, last: int, times: int) -> subprocess.Popen[str]:
    """A desk at work in a program of its own."""
    command = [sys.executable, "-m", "tests.saves.desk", str(folder), mode]
    numbers = [str(number) for number in (first, last, times)]
    return subprocess.Popen(
        command + numbers, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
    )


def started(*children: subprocess.Popen[str]) -> None:
    """All of them opened the event; now they begin together."""
    for child in children:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
    for child in children:
        assert child.stdin is not None
        child.stdin.write("go\n")
        child.stdin.flush()


def acknowledged(text: str) -> list[tuple[int, str]]:
    """(board, result) of every line that was printed whole."""
    lines = [line.split() for line in text.split("\n")[:-1]]
    return [(int(line[1]), line[2]) for line in lines if line[0] == "saved"]


def journalled(folder: Path) -> list[tuple[int, str]]:
    """(board, result) of every result in the journal, in order."""
    journal = Journal(Disk(), folder)
    journal.read()
    assert journal.damage is None
    actions = [decode(line).action for line in journal.lines]
    return [(a["number"], a["result"]) for a in actions if a["kind"] == "result"]


def missing(folder: Path, acks: list[tuple[int, str]]) -> int:
    """How many acknowledged results of one desk are not in the journal, in their order."""
    found, at, lost = journalled(folder), 0, 0
    for ack in acks:
        if ack in found[at:]:
            at = found.index(ack, at) + 1
        else:
            lost += 1
    return lost


def killed(folder: Path, after: int, delay: float) -> list[tuple[int, str]]:
    """What a desk had acknowledged when it was killed, some time after that many results."""
    with desk(folder, "honest", 1, 20, 10_000) as child:
        started(child)
        assert child.stdout is not None
        heard = [child.stdout.readline() for _ in range(after)]
        time.sleep(delay)
        child.kill()
        rest = child.stdout.read()
    return acknowledged("".join(heard) + rest)


def test_a_kill_loses_no_result_that_was_shown_as_saved(tmp_path: Path) -> None:
    folder = tmp_path / "open"
    made(folder, 40)
    chance = random.Random(1)
    total = 0
    for _ in range(3):
        acks = killed(folder, chance.randrange(1, 30), chance.random() * 0.02)
        total += len(acks)
        assert missing(folder, acks) == 0
        event = reopened(folder).event
        last = dict(acks)
        # one more may have been written than was said
        differing = [b for b, word in last.items() if results(event).get(b) != word]
        assert len(differing) <= 1
        assert verify(folder, format_named=toy_named).status == 0
        assert left_over(Disk(), folder) == []
    assert total >= 5


@pytest.mark.control
def test_control_saying_saved_too_early_loses_results_to_an_error(tmp_path: Path, faulty) -> None:
    """The check of the test above finds what was said and not kept."""
    store = made(tmp_path / "open", disk=faulty)
    said = []
    for board in (1, 2, 3):
        # the first write of a save is the name in the lock, a courtesy
        faulty.arm(2 if board == 2 else 0, errno.EIO, ("write",))
        said.append((board, "1-0"))
        try:
            store.do(EnterResult(board, "1-0"))
        except Refused:
            faulty.disarm()
    assert missing(store.folder, said) == 1


def test_a_kill_between_any_two_steps_of_a_save_leaves_an_event_that_opens(tmp_path: Path) -> None:
    """Every call of the seam is a place to die: what was acknowledged then is there after."""

    class Dies(Disk):
        left = 10**9

    def dying(name: str):
        def call(self: Dies, *args):
            self.left -= 1
            if self.left < 0:
                raise Killed
            return getattr(Disk, name)(self, *args)

        return call

    class Killed(BaseException):
        """Nothing catches it but the test; after it no call reaches the disk."""

    for name in Disk.CALLS:
        if name != "close":
            setattr(Dies, name, dying(name))
    folder = tmp_path / "open"
    disk = Dies()
    made(folder, 8).checkpoint()
    board, word, died = 0, "1-0", 0
    for left in range(60):
        disk.left = 10**9
        store = reopened(folder, disk=disk)
        before = results(store.event)
        board, word = left % 4 + 1, ("1-0", "0-1", "1/2-1/2")[left % 3]
        said: list[Event] = []
        disk.left = left
        try:
            action = EnterResult(board, word, before.get(board), replace=True)
            store.do(action, acknowledged=said.append)
        except Killed:
            died += 1
        disk.left = 10**9
        now = results(reopened(folder).event)
        assert now in (before, {**before, board: word})
        if said:
            assert now[board] == word
        assert verify(folder, format_named=toy_named).status == 0
    assert 20 < died < 60


@pytest.mark.parametrize("error", ERRORS, ids=lambda e: errno.errorcode[e])
def test_an_error_at_any_call_refuses_or_saves_and_the_next_entry_works(
    tmp_path: Path, faulty, error: int
) -> None:
    folder = tmp_path / "open"
    store = made(folder, 8, disk=faulty)
    step, refused, warned = 0, 0, 0
    while True:
        step += 1
        before = results(store.event)
        board, word = step % 4 + 1, ("1-0", "0-1", "1/2-1/2")[step % 3]
        if before.get(board) == word:
            continue
        faulty.arm(step, error)
        warnings = len(store.warnings)
        said: list[Event] = []
        try:
            action = EnterResult(board, word, before.get(board), replace=True)
            store.do(action, acknowledged=said.append)
        except Refused as refusal:
            refused += refusal.not_saved
            expected = dict(before)
        else:
            expected = {**before, board: word}
        failed = len(faulty.calls) >= step
        assert not said or expected[board] == word
        faulty.disarm()
        warned += len(store.warnings) - warnings
        fresh = reopened(folder, read_only=True)
        assert results(fresh.event) == results(store.event) == expected
        if store.read_only:
            assert faulty.calls[-1] != "replace"
            store = reopened(folder, disk=faulty)
        if not failed:
            break
    assert refused >= 5
    assert warned >= 5
    assert left_over(Disk(), folder) == []
    assert verify(folder, format_named=toy_named).status == 0
    store.do(EnterResults(((1, "1-0"), (2, "0-1")), replace=True))
    assert reopened(folder).event == store.event


def test_a_failed_flush_makes_the_event_read_only_until_it_is_opened_again(
    tmp_path: Path, faulty
) -> None:
    store = made(tmp_path / "open", disk=faulty)
    faulty.arm(1, errno.EIO, ("fdatasync",))
    with pytest.raises(Refused, match="NOT SAVED: the disk did not confirm"):
        store.do(EnterResult(1, "1-0"))
    faulty.disarm()
    with pytest.raises(Refused, match="read-only"):
        store.do(EnterResult(1, "1-0"))
    assert results(store.event) == {}
    again = reopened(store.folder, disk=faulty)
    assert results(again.event) == {}
    again.do(EnterResult(1, "1-0"))
    assert results(reopened(store.folder).event) == {1: "1-0"}


def test_a_full_disk_is_named_and_works_again_when_there_is_room(tmp_path: Path, faulty) -> None:
    class Full(Disk):
        room = 10**9

        def write(self, fd: int, data: memoryview) -> int:
            if self.room <= 0:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            done = super().write(fd, data[: self.room])
            self.room -= done
            return done

    disk = Full()
    store = made(tmp_path / "open", disk=disk)
    size = (store.folder / "journal.log").stat().st_size
    disk.room = 40
    with pytest.raises(Refused, match=r"NOT SAVED: the disk is full: journal\.log: No space left"):
        store.do(EnterResult(1, "1-0"))
    # half a line was written and is taken back
    assert (store.folder / "journal.log").stat().st_size == size
    disk.room = 600
    store.do(EnterResult(1, "1-0"))
    assert "could not be rewritten: the disk is full" in store.warnings[0]
    assert results(reopened(store.folder, read_only=True).event) == {1: "1-0"}
    disk.room = 10**9
    store.do(EnterResult(2, "1-0"))
    assert 'result = "1-0"' in (store.folder / "round-01.toml").read_text()
    assert verify(store.folder, format_named=toy_named).status == 0


def test_a_file_that_could_not_be_made_is_named_as_it_should_have_been(tmp_path: Path) -> None:
    class NoNames(Disk):
        """A disk that has room and no inode more."""

        full = False

        def open(self, path: Path, flags: int, mode: int = FILE_MODE) -> int:
            if self.full and flags & os.O_EXCL:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
            return super().open(path, flags, mode)

    disk = NoNames()
    store = made(tmp_path / "open", disk=disk)
    disk.full = True
    store.do(EnterResult(1, "1-0"))
    assert "(round-01.toml: No space left on device)" in store.warnings[0]


@pytest.mark.parametrize(("error", "first"), [(errno.EIO, 1), (errno.ENOSPC, 2)])
def test_a_publication_that_fails_anywhere_is_published_or_not(
    tmp_path: Path, faulty, error: int, first: int
) -> None:
    """One error at every second call, another at those between; `make test-faults` tries all."""
    folder = tmp_path / "open"
    store = made(folder, 8, disk=faulty)
    store.do(EnterResults(tuple((b, "1-0") for b in range(1, 5))))
    store.do(proposal(store.event))
    for step in range(first, 400, 2):
        faulty.arm(step, error)
        try:
            store.do(PublishRound(2))
        except Refused:
            assert store.event.proposal is not None
        failed = len(faulty.calls) >= step
        faulty.disarm()
        assert reopened(folder, read_only=True).event == store.event
        if store.read_only:
            store = reopened(folder, disk=faulty)
        if store.event.proposal is None:
            store.undo()
        if not failed:
            break
    else:
        pytest.fail("it never came to an end")
    assert verify(folder, format_named=toy_named).status == 0


def test_making_an_event_that_fails_anywhere_can_be_done_again(tmp_path: Path, faulty) -> None:
    for step in range(1, 200):
        folder = tmp_path / f"open-{step}"
        faulty.arm(step, errno.EIO)
        try:
            create_event(folder, CreateEvent("Open", "toy"), format_named=toy_named, disk=faulty)
        except Refused:
            faulty.disarm()
            if not (folder / "event.toml").exists() and not _begun(folder):
                create_event(folder, CreateEvent("Open", "toy"), format_named=toy_named)
        failed = len(faulty.calls) >= step
        faulty.disarm()
        assert reopened(folder).event.title == "Open"
        if not failed:
            return
    pytest.fail("it never came to an end")


def test_an_event_in_a_place_that_cannot_be_looked_at_is_refused(tmp_path: Path) -> None:
    """No file system has names that long; whoever may not read a folder gets the like."""
    with pytest.raises(Refused, match="NOT SAVED"):
        create_event(
            tmp_path / ("x" * 300) / "open", CreateEvent("Open", "toy"), format_named=toy_named
        )


def _begun(folder: Path) -> bool:
    journal = folder / "journal.log"
    return journal.exists() and journal.stat().st_size > 0


def two_desks(folder: Path, mode: str) -> tuple[list[tuple[int, str]], list[tuple[int, str]]]:
    """What two desks at the same boards were told is saved."""
    children = [desk(folder, mode, 1, 6, 12) for _ in range(2)]
    started(*children)
    said = [child.communicate(timeout=180)[0] for child in children]
    return acknowledged(said[0]), acknowledged(said[1])


def test_two_desks_at_once_lose_nothing_and_overwrite_nothing_unseen(tmp_path: Path) -> None:
    folder = tmp_path / "open"
    made(folder, 12)
    one, two = two_desks(folder, "honest")
    assert len(one) + len(two) > 60
    everything = journalled(folder)
    assert len(everything) == len(one) + len(two)
    assert missing(folder, one) == missing(folder, two) == 0
    # what each entry replaced is what its arbiter had seen
    standing: dict[int, str | None] = {}
    journal = Journal(Disk(), folder)
    journal.read()
    for line in journal.lines:
        action = decode(line).action
        if action["kind"] == "result":
            assert action.get("was") == standing.get(action["number"])
            standing[action["number"]] = action["result"]
    assert reopened(folder).event.current is not None
    assert results(reopened(folder).event) == standing
    assert verify(folder, format_named=toy_named).status == 0


@pytest.mark.control
def test_control_without_the_lock_two_desks_spoil_the_journal(tmp_path: Path) -> None:
    for attempt in range(5):
        folder = tmp_path / f"open-{attempt}"
        made(folder, 12)
        one, two = two_desks(folder, "unlocked")
        journal = Journal(Disk(), folder)
        journal.read()
        if journal.damage is not None or len(journal.lines) < 4 + len(one) + len(two):
            return
    pytest.fail("five times nothing was lost: the test with the lock shows nothing")


def test_a_reader_never_sees_half_a_save(tmp_path: Path) -> None:
    folder = tmp_path / "open"
    made(folder, 40)
    child = desk(folder, "honest", 1, 20, 10_000)
    started(child)
    seen: set[int] = set()
    until = time.monotonic() + 120
    try:
        while len(seen) < 20 and time.monotonic() < until:
            reader = reopened(folder, read_only=True)
            assert (reader.notes, reader.edits) == ((), None)
            assert reader.event.revision >= max(seen, default=0)
            seen.add(reader.event.revision)
    finally:
        child.kill()
        child.communicate()
    assert len(seen) == 20


def test_a_held_lock_is_named_after_a_wait(tmp_path: Path) -> None:
    store = made(tmp_path / "open")
    other: Store = reopened(store.folder, wait=0.05)
    with (
        store._writing("drawing round 4"),
        pytest.raises(Refused, match=r"busy: held by .* drawing round 4"),
    ):
        other.do(EnterResult(1, "1-0"))
    other.do(EnterResult(1, "1-0"))


def test_a_stopped_program_that_holds_the_lock_is_said_to_be_stopped(tmp_path: Path) -> None:
    folder = tmp_path / "open"
    store = made(folder)
    other = subprocess.Popen(["sleep", "60"])
    holder = Holder("anna", this_host(), other.pid, "drawing round 4")
    try:
        with locked(Disk(), folder, holder):
            store._wait = 0.01
            with pytest.raises(Refused, match="try again in a moment"):
                store.do(EnterResult(1, "1-0"))
            os.kill(other.pid, signal.SIGSTOP)
            os.waitpid(other.pid, os.WUNTRACED)
            with pytest.raises(Refused, match=f"is stopped: `kill -CONT {other.pid}`"):
                store.do(EnterResult(1, "1-0"))
            with (
                locked(Disk(), folder, holder, name=DRAW_NAME),
                pytest.raises(Refused, match=f"is stopped: `kill -CONT {other.pid}`.* ends it"),
                store.alone("drawing round 4"),
            ):
                pass
            elsewhere = replace(holder, host="desk2")
            assert not elsewhere.stopped  # the number is of another machine
    finally:
        other.kill()
        other.wait()


def test_a_limit_of_file_sizes_is_not_called_a_full_disk(tmp_path: Path) -> None:
    told = str(trouble(OSError(errno.EFBIG, "File too large", str(tmp_path)), tmp_path))
    assert "the disk is full" not in told
    assert "a file may not grow any more here" in told
    assert "ulimit -f" in told
