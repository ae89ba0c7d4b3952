"""Reading a tar archive that may be hostile: ordinary files only, piece by piece, within bounds.

Python's own reader takes what a header says at its word: links, devices, sizes, and headers of
headers of any length into memory. This one knows what `topboard backup` and the usual `tar`
write of an event, and refuses all else in words. Nothing is kept but one piece at a time.
"""

from __future__ import annotations

import gzip
import io
import os
import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from engine.refusal import Refused
from saves.disk import CHUNK, Disk, check_file, close, megabytes
from saves.safe_text import safe

BLOCK = 512
MOST_UNPACKED = 512 << 20
"""Bytes: 5,000 players, 20 rounds, 200,000 actions and all restore points are half of it."""
MOST_RATIO = 200
"""Bytes out of one byte packed, over `FREE`; saves give 10 to 40, nothing but zeros gives 1,000."""
FREE = 1 << 20
MOST_MEMBERS = 10_000
LONGEST_NAME = 4096

_KINDS = {
    b"1": "a link",
    b"2": "a symbolic link",
    b"3": "a device",
    b"4": "a device",
    b"6": "a pipe",
    b"S": "a file with holes",
}
_PACKED = {
    b"PK\x03\x04": "a zip file",
    b"\xfd7zXZ\x00": "packed with xz",
    b"BZh": "packed with bzip2",
    b"\x28\xb5\x2f\xfd": "packed with zstd",
}
_NUMBER = re.compile(rb" *([0-7]{1,12})[ \0]*")
_PATH = re.compile(rb"\d+ path=(.*)")


def bad_archive(what: str, why: str = "") -> Refused:
    """The refusal of an archive: nothing has been written."""
    return Refused(what, why, "take another backup; nothing was written")


@dataclass
class Member:
    """A file of the archive: its name as it stands there, its size, and its bytes, to be read
    before the next member is asked for."""

    name: str
    size: int
    pieces: Iterator[bytes]


class _Raw(io.RawIOBase):
    """An open file, read through the seam."""

    def __init__(self, disk: Disk, fd: int) -> None:
        self._disk, self._fd = disk, fd

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        data = self._disk.read(self._fd, len(buffer))
        buffer[: len(data)] = data
        return len(data)


class _Source:
    """The archive's bytes, unpacked, counted, never more than is asked for."""

    def __init__(self, file: IO[bytes] | gzip.GzipFile, packed_size: int | None) -> None:
        self._file, self._packed = file, packed_size
        self.taken = 0

    def take(self, size: int) -> bytes:
        """Exactly `size` bytes; fewer at the end of the archive."""
        parts = []
        while size > 0:
            try:
                part = self._file.read(min(size, CHUNK))
            except EOFError:
                raise _cut() from None
            except (gzip.BadGzipFile, zlib.error) as error:
                raise bad_archive("the backup is damaged", safe(str(error), 80)) from None
            except OSError as error:
                raise bad_archive("the backup cannot be read", error.strerror or "") from error
            if not part:
                break
            self.taken += len(part)
            self._check()
            parts.append(part)
            size -= len(part)
        return b"".join(parts)

    def _check(self) -> None:
        if self.taken > MOST_UNPACKED:
            raise bad_archive(f"the backup is over {megabytes(MOST_UNPACKED)} unpacked")
        if self._packed is not None and self.taken > FREE + MOST_RATIO * self._packed:
            raise bad_archive(
                "the backup unpacks to far more than any event would",
                f"{megabytes(self.taken)} and more out of {megabytes(self._packed)}",
            )


@contextmanager
def opened_archive(disk: Disk, path: Path) -> Iterator[Iterator[Member]]:
    """The members of the archive at `path`, one after the other."""
    try:
        fd = disk.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        raise _unreadable(path, error) from None
    try:
        status = check_file(disk, fd, path)
        start = disk.read(fd, BLOCK)
        disk.seek(fd, 0)
    except OSError as error:
        close(disk, fd)
        raise _unreadable(path, error) from None
    try:
        raw = io.BufferedReader(_Raw(disk, fd), CHUNK)
        yield _members(_source(raw, start, status.st_size))
    finally:
        close(disk, fd)


def _unreadable(path: Path, error: OSError) -> Refused:
    why = error.strerror or str(error)
    return Refused("the backup cannot be read", why, "check the name", where=safe(str(path), 300))


def _source(raw: IO[bytes], start: bytes, size: int) -> _Source:
    for mark, kind in _PACKED.items():
        if start.startswith(mark):
            raise bad_archive(f"this is {kind}, not a backup of topboard")
    if start.startswith(b"\x1f\x8b"):
        return _Source(gzip.GzipFile(fileobj=raw, mode="rb"), size)
    if not start:
        raise bad_archive("the backup is empty")
    return _Source(raw, None)


def _cut() -> Refused:
    return bad_archive("the backup is cut off", "its end is missing")


def _members(source: _Source) -> Iterator[Member]:
    count = 0
    long_name: str | None = None
    while True:
        head = source.take(BLOCK)
        if len(head) < BLOCK:
            raise _cut()
        if not head.strip(b"\0"):
            _check_end(source)
            return
        size = _checked(head, first=count == 0)
        kind = head[156:157]
        count += 1
        if count > MOST_MEMBERS:
            raise bad_archive(f"the backup has more than {MOST_MEMBERS:,} files")
        if kind in (b"x", b"L"):
            long_name = _long_name(source, kind, size)
            continue
        name, long_name = (long_name if long_name is not None else _name(head)), None
        if kind == b"5":
            _skip_folder(name, size)
            continue
        if kind not in (b"0", b"\0"):
            kind_words = _KINDS.get(kind, "no ordinary file")
            raise bad_archive(
                f"{safe(name, 100)} in the backup is {kind_words}", "files only, please"
            )
        pieces = _pieces(source, size)
        yield Member(name, size, pieces)
        for _ in pieces:
            pass


def _pieces(source: _Source, size: int) -> Iterator[bytes]:
    left = size
    while left > 0:
        part = source.take(min(left, CHUNK))
        if not part:
            raise _cut()
        left -= len(part)
        yield part
    if len(source.take(-size % BLOCK)) < -size % BLOCK:
        raise _cut()


def _checked(head: bytes, first: bool) -> int:
    """The size in a header whose checksum fits."""
    checksum = _NUMBER.fullmatch(head[148:156])
    if checksum is None or int(checksum[1], 8) != sum(head[:148]) + 8 * 32 + sum(head[156:]):
        raise bad_archive(
            "this is not a tar archive" if first else "the backup is damaged",
            "a header's checksum does not fit",
        )
    size = _NUMBER.fullmatch(head[124:136])
    if size is None:
        raise bad_archive("a file in the backup is larger than any event's", "or its size is none")
    if int(size[1], 8) > MOST_UNPACKED:
        raise bad_archive(
            f"{safe(_name(head), 100)} in the backup is too large",
            f"{megabytes(int(size[1], 8))}, the limit is {megabytes(MOST_UNPACKED)}",
        )
    return int(size[1], 8)


def _name(head: bytes) -> str:
    name = head[:100].split(b"\0")[0]
    if head[257:263] == b"ustar\0":
        prefix = head[345:500].split(b"\0")[0]
        name = prefix + b"/" + name if prefix else name
    return name.decode("utf-8", "replace")


def _long_name(source: _Source, kind: bytes, size: int) -> str | None:
    """The name for the next member, where this header carries one."""
    if size > LONGEST_NAME:
        raise bad_archive("a name in the backup is too long", megabytes(size))
    data = b"".join(_pieces(source, size))
    if kind == b"L":
        return data.split(b"\0")[0].decode("utf-8", "replace")
    for line in data.split(b"\n"):
        if b" GNU.sparse" in line or b" size=" in line:
            raise bad_archive("the backup holds a file of a form that no event has")
        if record := _PATH.fullmatch(line):
            return record[1].decode("utf-8", "replace")
    return None


def _skip_folder(name: str, size: int) -> None:
    if size:
        raise bad_archive(f"{safe(name, 100)} in the backup is a folder with bytes in it")


def _check_end(source: _Source) -> None:
    """Two empty blocks, then nothing but zeros."""
    if len(source.take(BLOCK)) < BLOCK:
        raise _cut()
    while part := source.take(CHUNK):
        if part.strip(b"\0"):
            raise bad_archive("there is extra data after the end of the backup")
