"""The journal keeps what was acknowledged, and shows any change made to it."""

from __future__ import annotations

import errno
import os
import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.refusal import Refused
from saves.disk import Disk
from saves.journal import (
    JOURNAL_NAME,
    MAX_LINE,
    NO_HASH,
    Author,
    Departed,
    Journal,
    JournalHead,
    JournalLine,
    Meddled,
    SyncFailed,
    decode,
    encode,
    line_hash,
    scan,
    stamp,
)
from tests.saves import corpus

ANNA = Author("anna", "hall", "cli")


def entry(head: JournalHead, board: int) -> JournalLine:
    action = {"kind": "result" if head.n else "create", "board": board}
    return JournalLine(head.n + 1, head.hash, "2026-05-09T16:12:33.123+02:00", ANNA, action, None)


def written(folder: Path, count: int, disk: Disk | None = None) -> Journal:
    journal = Journal(disk or Disk(), folder)
    journal.read()
    for board in range(1, count + 1):
        journal.append(encode(entry(journal.head, board)))
    return journal


def boards(lines: list[bytes]) -> list[int]:
    return [decode(line).action["board"] for line in lines]


def test_a_line_says_who_did_what_when_and_follows_the_line_before(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(folder, 2)
    first, second = (folder / "journal.log").read_bytes().splitlines()
    told = decode(second)
    assert told.prev == line_hash(first)
    assert decode(first).prev == NO_HASH
    assert (told.n, told.author) == (2, ANNA)
    for zone, clock in (("CEST-2", "16:12:33"), ("UTC", "14:12:33")):
        monkeypatch.setenv("TZ", zone)
        time.tzset()
        assert told.clock == clock, "as the clock of this machine showed it"
    assert first.isascii()


def test_reading_goes_on_where_it_stopped(folder: Path) -> None:
    written(folder, 3)
    reader = Journal(Disk(), folder)
    reader.read()
    assert boards(reader.lines) == [1, 2, 3]
    assert not reader.changed()
    other = Journal(Disk(), folder)
    other.read()
    other.append(encode(entry(other.head, 4)))
    assert reader.changed()
    reader.read()
    assert boards(reader.lines) == [1, 2, 3, 4]


def test_a_journal_that_was_exchanged_is_not_taken_for_the_one_that_was_read(
    folder: Path,
) -> None:
    reader = written(folder, 3)
    (folder / "journal.log").unlink()
    written(folder, 2)
    with pytest.raises(Departed) as departed:
        reader.read()
    assert departed.value.there is not None
    assert boards(list(departed.value.there.lines)) == [1, 2]
    assert boards(reader.lines) == [1, 2, 3]
    assert not reader.changed()


def test_a_change_of_one_byte_far_from_the_end_is_seen(folder: Path) -> None:
    reader = written(folder, 30)
    path = folder / "journal.log"
    data = bytearray(path.read_bytes())
    data[len(data) // 3] ^= 1
    path.write_bytes(data)
    for _ in range(2):
        with pytest.raises(Departed):
            reader.read()
    data[len(data) // 3] ^= 1
    path.write_bytes(data)
    reader.read()


def test_nothing_but_the_making_of_an_event_begins_a_journal(folder: Path) -> None:
    journal = Journal(Disk(), folder)
    result = JournalLine(1, NO_HASH, "", ANNA, {"kind": "result", "board": 1}, None)
    with pytest.raises(Meddled, match="the journal is missing"):
        journal.append(encode(result))
    assert not (folder / "journal.log").exists()


def test_every_torn_end_is_dropped_and_nothing_else_is_lost(folder: Path) -> None:
    written(folder, 3)
    whole = (folder / "journal.log").read_bytes()
    third = len(b"".join(whole.splitlines(keepends=True)[:2]))
    for cut in range(third + 1, len(whole)):
        reading = scan(whole[:cut])
        assert boards(list(reading.lines)) == [1, 2]
        assert reading.torn == whole[third:cut]
        assert reading.damage is None


def test_a_tail_of_pages_that_never_reached_the_disk_is_torn_not_damaged(folder: Path) -> None:
    written(folder, 2)
    whole = (folder / "journal.log").read_bytes()
    reading = scan(whole + b"\0" * 100 + b'"}\n')
    assert reading.damage is None
    assert len(reading.torn) == 103
    assert scan(whole + b"\0" * 512).torn == b"\0" * 512


def test_every_flipped_bit_is_found(folder: Path) -> None:
    written(folder, 3)
    whole = (folder / "journal.log").read_bytes()
    silent = 0
    for position in range(len(whole)):
        for bit in range(8):
            changed = bytearray(whole)
            changed[position] ^= 1 << bit
            reading = scan(bytes(changed))
            silent += reading.damage is None and not reading.torn
    assert silent == 0


def test_control_without_the_checksum_many_flipped_bits_are_read_as_something_else(
    folder: Path,
) -> None:
    written(folder, 1)
    line = (folder / "journal.log").read_bytes()[:-1]
    silent = 0
    for position in range(9, len(line)):
        changed = bytearray(line)
        changed[position] ^= 1
        try:
            silent += decode(bytes(changed)) != decode(line)
        except (ValueError, UnicodeDecodeError):
            continue
    assert silent > 20


def test_a_line_taken_out_exchanged_or_doubled_breaks_the_chain(folder: Path) -> None:
    written(folder, 4)
    a, b, c, d = (folder / "journal.log").read_bytes().splitlines(keepends=True)
    for lines, where in [([a, c, d], 2), ([a, c, b, d], 2), ([a, b, b, c], 3), ([b, c, d], 1)]:
        damage = scan(b"".join(lines)).damage
        assert damage is not None
        assert damage.line == where
    forged = encode(
        JournalLine(2, line_hash(a[:-1]), "", ANNA, {"kind": "result", "board": 9}, None)
    )
    damage = scan(a + forged + c + d).damage
    assert damage is not None
    assert str(damage).startswith("journal.log:3:1: the chain is broken")


def test_lines_before_the_damage_stay_readable(folder: Path) -> None:
    written(folder, 10)
    lines = (folder / "journal.log").read_bytes().splitlines(keepends=True)
    lines[6] = lines[6].replace(b'"board":7', b'"board":8')
    reading = scan(b"".join(lines))
    assert boards(list(reading.lines)) == [1, 2, 3, 4, 5, 6]
    assert reading.damage is not None
    assert reading.damage.line == 7


@pytest.mark.parametrize("error", [errno.EIO, errno.ENOSPC, errno.EACCES, errno.EROFS])
def test_an_error_while_appending_leaves_the_journal_as_it_was(
    faulty, folder: Path, error: int
) -> None:
    journal = written(folder, 2, faulty)
    before = (folder / "journal.log").read_bytes()
    faulty.arm(1, error, ("write",))
    with pytest.raises(OSError, match=os.strerror(error)):
        journal.append(encode(entry(journal.head, 3)))
    faulty.arm(1, error, ("fdatasync",))
    with pytest.raises(SyncFailed):
        journal.append(encode(entry(journal.head, 3)))
    faulty.disarm()
    assert (folder / "journal.log").read_bytes() == before
    journal.append(encode(entry(journal.head, 3)))
    assert boards(journal.lines) == [1, 2, 3]


class MeddlingDisk(Disk):
    """Another program changes the journal just before a line is flushed, and the flush may fail."""

    def __init__(self, meddle: Callable[[], object], error: int = 0) -> None:
        self.meddle, self.error = meddle, error

    def fdatasync(self, fd: int) -> None:
        self.meddle()
        if self.error:
            raise OSError(self.error, os.strerror(self.error))


def test_of_a_failed_line_behind_somebody_elses_that_one_alone_is_taken_out(folder: Path) -> None:
    written(folder, 2)
    path = folder / "journal.log"
    before, line = path.read_bytes(), encode(entry(written(folder, 0).head, 3))

    def come_first() -> None:
        path.write_bytes(before + b"somebody else's\n" + line)

    journal = written(folder, 0, MeddlingDisk(come_first, errno.EIO))
    with pytest.raises(SyncFailed):
        journal.append(line)
    assert path.read_bytes() == before + b"somebody else's\n"


def test_a_line_of_a_file_that_has_lost_its_name_is_not_acknowledged(folder: Path) -> None:
    written(folder, 2)
    path = folder / "journal.log"
    before = path.read_bytes()

    def exchange() -> None:
        (folder / "other").write_bytes(before)
        (folder / "other").replace(path)

    journal = written(folder, 0, MeddlingDisk(exchange))
    with pytest.raises(Meddled):
        journal.append(encode(entry(journal.head, 3)))
    assert path.read_bytes() == before
    assert boards(journal.lines) == [1, 2]


def test_a_line_over_four_megabytes_is_refused(folder: Path) -> None:
    huge = JournalLine(1, NO_HASH, "", ANNA, {"kind": "import", "text": "x" * MAX_LINE}, None)
    with pytest.raises(Refused, match="too much for one action"):
        encode(huge)


def test_noise_never_raises_and_never_becomes_an_action() -> None:
    chance = random.Random(5)
    for _ in range(300):
        noise = chance.randbytes(chance.randrange(400)) + b"\n"
        reading = scan(noise)
        assert reading.lines == ()
        assert reading.damage is not None or reading.torn


@pytest.mark.parametrize("content", [b"1e400", b'"{n{"', b"[]", b"null", b"{}", b'{"by":1}'])
def test_a_line_whose_content_is_no_entry_is_not_understood(content: bytes) -> None:
    with pytest.raises(ValueError, match=r"not a table|no by|no host"):
        decode(b"00000000 " + content)
    with pytest.raises(ValueError, match=r"not a table|no by|no host"):
        stamp(b"00000000 " + content)


def test_who_wrote_a_line_and_when_is_known_without_reading_what_was_done(tmp_path: Path) -> None:
    for archive in corpus.kept():
        for line in (corpus.unpacked(archive, tmp_path) / JOURNAL_NAME).read_bytes().splitlines():
            whole = decode(line)
            assert stamp(line) == (whole.author, whole.t, whole.program)
            unreadable = line.replace(b',"action":{', b',"action":{{', 1)
            assert stamp(unreadable) == stamp(line)


def test_of_a_line_in_another_order_the_writer_is_known_too() -> None:
    line = (
        b'00000000 {"action":{"kind":"x"},"was":null,"n":1,"prev":"","t":"now","by":"a","host":"b",'
        b'"session":"c"}'
    )
    assert stamp(line) == (Author("a", "b", "c"), "now", "")
