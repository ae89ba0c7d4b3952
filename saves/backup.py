"""Backups: a whole event as one archive with the checksum of every file in it, and the event made
again from it.

Archives that come back may be hostile. Python's own reader takes what a header says at its word:
links, devices, sizes, and headers of headers of any length into memory. The one here knows what
`topboard backup` and the usual `tar` write of an event, takes ordinary files only, piece by piece
and within bounds, and refuses all else in words. Nothing is kept but one piece at a time.

An archive is read twice: once to see that every file in it is one of an event, ordinary, and as
the manifest says, before a byte is written; once more to write it into a folder beside, which then
takes its name.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import os
import re
import tarfile
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import IO, Any

from engine.refusal import Refused
from saves.checkpoint import save_names
from saves.contents import EVENT_NAME
from saves.disk import (
    CHUNK,
    DRAW_NAME,
    FILE_MODE,
    LOCK_NAME,
    NEW_FLAGS,
    TEMP_MARK,
    WAIT,
    Disk,
    Held,
    check_file,
    close,
    exists,
    here,
    locked,
    make_folder,
    megabytes,
    opened,
    read_from,
    remove_folder,
    replace_file,
    set_mode,
    sync_folder,
    withheld,
    write_all,
)
from saves.file_systems import unlockable
from saves.folders import is_event, is_folder_name, nearest, slug
from saves.going_on import GoingOn, unwatched
from saves.journal import JOURNAL_NAME
from saves.presence import DESKS
from saves.prizes import PRIZES_NAME
from saves.problems import occupied, reason, unreadable
from saves.quarantine import QUARANTINE
from saves.restore_points import POINTS, point_names
from saves.safe_text import safe
from saves.toml import MAX_SIZE

MANIFEST = "MANIFEST.sha256"
KB = 1000


@dataclass(frozen=True)
class BackedUp:
    """How many files are in the archive, and what is not in it, with the reason."""

    files: int
    left_out: tuple[str, ...] = ()


def backup(
    folder: Path | str,
    out: Path | str,
    *,
    disk: Disk | None = None,
    progress: GoingOn = unwatched,
) -> BackedUp:
    """Write the event's files into the tar archive `out` (gzip for .gz and .tgz).

    What cannot be read is left out and named. `progress` is called with how many kB are packed, of
    how many. Copied under the lock, so that no save falls in between.
    `sha256sum -c MANIFEST.sha256` checks an unpacked copy.
    """
    disk, folder, out = disk or Disk(), Path(folder), Path(out)
    try:
        if not is_event(disk, folder):
            raise Refused(
                f"{folder.name} is not an event", "no event.toml, no journal", "check the path"
            )
        with quiet(disk, folder):
            files, left_out = event_contents(disk, folder)
    except Held as held:
        raise occupied(held) from None
    except OSError as error:
        raise unreadable(error, folder) from error
    write_archive(disk, out, folder.name, files, progress)
    return BackedUp(len(files), left_out)


def write_archive(
    disk: Disk, out: Path, top: str, files: dict[str, bytes], progress: GoingOn
) -> None:
    """These files, by their names from the folder `top` on, in one archive with their checksums."""
    packed = out.suffix in (".gz", ".tgz")
    try:
        replace_file(disk, out, _archive(top, files, packed, progress))
    except OSError as error:
        why = error.strerror or str(error)
        raise Refused(
            "the backup cannot be written", why, "give another place", where=str(out)
        ) from error


def event_contents(disk: Disk, folder: Path) -> tuple[dict[str, bytes], tuple[str, ...]]:
    """The files with their content, and what cannot be read; the error where nothing can."""
    files, errors = {}, {}
    for name in _event_files(disk, folder):
        try:
            files[name] = read_from(disk, folder / name, 0)
        except OSError as error:
            if not withheld(error):
                raise
            errors[name] = error
    if not {JOURNAL_NAME, EVENT_NAME} & files.keys():
        raise next(iter(errors.values()))
    return files, tuple(f"{name}: {error.strerror}" for name, error in errors.items())


@contextmanager
def quiet(disk: Disk, folder: Path) -> Iterator[None]:
    """Under the lock; without it where this program may not write, and so nobody here can."""
    try:
        lock = locked(disk, folder, here("backup"), WAIT)
        lock.__enter__()
    except OSError:
        yield
        return
    try:
        yield
    finally:
        lock.__exit__(None, None, None)


def _event_files(disk: Disk, folder: Path) -> Iterator[str]:
    if exists(disk, folder / JOURNAL_NAME):
        yield JOURNAL_NAME
    yield from save_names(disk, folder)
    if exists(disk, folder / PRIZES_NAME):
        yield PRIZES_NAME
    for point in point_names(disk, folder):
        with suppress(FileNotFoundError):
            for name in save_names(disk, folder / POINTS / point):
                yield f"{POINTS}/{point}/{name}"


class _Counted(io.BytesIO):
    """A file's bytes that are counted while they are packed."""

    def __init__(self, data: bytes, read: Callable[[int], None]) -> None:
        super().__init__(data)
        self._tell_read = read

    def read(self, size: int | None = -1, /) -> bytes:
        data = super().read(size)
        self._tell_read(len(data))
        return data


def _archive(top: str, files: dict[str, bytes], packed: bool, progress: GoingOn) -> bytes:
    done, all = 0, sum(map(len, files.values()))

    def read(size: int) -> None:
        nonlocal done
        done += size
        progress(min(done, all) // KB, all // KB)

    lines = [f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in files.items()]
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz" if packed else "w") as tar:
        for name, data in {MANIFEST: "".join(lines).encode(), **files}.items():
            member = tarfile.TarInfo(os.path.normpath(f"{top}/{name}"))
            member.size, member.mode = len(data), 0o660
            tar.addfile(member, _Counted(data, read))
    return buffer.getvalue()


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
    """A file of the archive: its name there, its size, and its bytes, to be read
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
        name, long_name = (long_name if long_name is not None else _member_name(head)), None
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
            f"{safe(_member_name(head), 100)} in the backup is too large",
            f"{megabytes(int(size[1], 8))}, the limit is {megabytes(MOST_UNPACKED)}",
        )
    return int(size[1], 8)


def _member_name(head: bytes) -> str:
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


MOST_MANIFEST = 1 << 20
OLD = 3600.0
"""Seconds after which an unfinished folder is taken for what a kill left."""
_SAVE = r"(?:event|players|round-\d\d)\.toml"
_ALONE = "|".join(map(re.escape, (JOURNAL_NAME, PRIZES_NAME)))
_FILE = re.compile(rf"{_ALONE}|(?:{POINTS}/\d{{3,9}}-[a-z0-9-]{{1,40}}/)?{_SAVE}")
_SUM = re.compile(r"([0-9a-f]{64}) [ *](\S.*)")
_LEFT = frozenset(
    {LOCK_NAME, DRAW_NAME, DESKS, QUARANTINE, POINTS, "projectors", "clock.toml"}
)  # fmt: skip
"""What can be left of an event that is lost."""


@dataclass
class Backup:
    """What an archive holds: the event's folder as it was named, and each file's checksum."""

    name: str = ""
    sums: dict[str, str] = field(default_factory=dict)
    size: int = 0

    @property
    def folder_name(self) -> str:
        """A name that an event's folder may have."""
        return self.name if is_folder_name(self.name) else slug(self.name)


@dataclass(frozen=True)
class Restored:
    """The event's folder, how many files, and where what was there before is now."""

    folder: Path
    files: int
    former: Path | None = None


def checked_backup(path: Path, disk: Disk | None = None) -> Backup:
    """Look through a whole archive; `Refused` where it is not what `topboard backup` writes."""
    backup, manifest = Backup(), None
    for name, member in _files(disk or Disk(), path, backup):
        if name == MANIFEST:
            if member.size > MOST_MANIFEST:
                raise bad_archive(f"{MANIFEST} is too large", megabytes(member.size))
            manifest = read_manifest(b"".join(member.pieces))
            continue
        digest = hashlib.sha256()
        for piece in member.pieces:
            digest.update(piece)
        backup.sums[name] = digest.hexdigest()
        backup.size += member.size
    if manifest is None:
        raise bad_archive(f"the backup has no {MANIFEST}", "topboard writes one into each")
    check_sums(backup.sums, manifest)
    if JOURNAL_NAME not in backup.sums and EVENT_NAME not in backup.sums:
        raise bad_archive("there is no event in the backup", f"no {JOURNAL_NAME}, no {EVENT_NAME}")
    return backup


def _files(disk: Disk, path: Path, backup: Backup) -> Iterator[tuple[str, Member]]:
    """Every file with its name inside the event's folder, each of them once."""
    names: set[str] = set()
    tops: set[str] = set()
    with opened_archive(disk, path) as members:
        for member in members:
            top, name = _member_place(member.name)
            tops.add(top)
            if len(tops) > 1:
                raise bad_archive("the backup holds more than one folder", safe(top, 60))
            if name in names:
                raise bad_archive(f"the backup holds two files of the name {name}")
            if name not in (MANIFEST, JOURNAL_NAME) and member.size > MAX_SIZE:
                limit = f"{megabytes(member.size)}, the limit is {megabytes(MAX_SIZE)}"
                raise bad_archive(f"{name} in the backup is too large", limit)
            names.add(name)
            backup.name = top
            yield name, member


def _member_place(name: str) -> tuple[str, str]:
    """The folder and the file in it that a member's name means; `Refused` for any other."""
    parts = name.removeprefix("./").split("/")
    if name.startswith("/") or ".." in parts or "" in parts:
        raise bad_archive(f"{safe(name, 100)!r} would lead out of the event's folder")
    whole, inner = "/".join(parts), "/".join(parts[1:])
    if belongs(whole):
        return "", whole
    if belongs(inner) and len(parts[0]) <= 255:
        return parts[0], inner
    raise bad_archive(f"{safe(name, 100)!r} does not belong in the backup of an event")


def belongs(name: str) -> bool:
    """Whether a file of an event's backup is called so, in the event's folder."""
    return name == MANIFEST or _FILE.fullmatch(name) is not None


def read_manifest(data: bytes) -> dict[str, str]:
    """The checksums of a manifest by the names of the files."""
    sums: dict[str, str] = {}
    for line in data.decode("utf-8", "replace").splitlines():
        entry = _SUM.fullmatch(line)
        if entry is None or entry[2] in sums:
            raise bad_archive(f"{MANIFEST} is damaged", f"{safe(line, 60)!r}")
        sums[entry[2]] = entry[1]
    return sums


def check_sums(sums: dict[str, str], manifest: dict[str, str]) -> None:
    """`Refused` where what an archive holds is not what its manifest says."""
    for name in sorted(sums.keys() | manifest.keys()):
        if name not in manifest:
            raise bad_archive(f"{name} is not in the manifest of the backup")
        if name not in sums:
            raise bad_archive(f"{safe(name, 100)} is missing from the backup")
        if sums[name] != manifest[name]:
            raise bad_archive(f"{name} is not as it was saved", "its checksum is another")


def restore_backup(
    path: Path, folder: Path, *, replace: bool = False, disk: Disk | None = None
) -> Restored:
    """Make the event of an archive again as `folder`.

    An event that is there is refused unless `replace`; then it is kept beside, under another
    name. So is what is left of one that was lost.
    """
    disk = disk or Disk()
    backup = checked_backup(path, disk)
    with restoring(disk, folder, backup.size, "event"):
        check_target(disk, folder, replace)
        with beside(disk, folder) as temp:
            _unpack(disk, path, temp, backup)
            former = _put_in_place(disk, temp, folder)
    return Restored(folder, len(backup.sums), former)


@contextmanager
def restoring(disk: Disk, folder: Path, size: int, what: str) -> Iterator[None]:
    """What goes wrong while a backup of so many bytes is put in its place, in the arbiter's words;
    then have the disk confirm the new name, which has its own refusal: the backup is there."""
    try:
        yield
    except Held as held:
        raise occupied(held) from None
    except OSError as error:
        why = f"{reason(error, folder)}; {megabytes(size)} are needed"
        remedy = "what was there is as it was"
        raise Refused("the backup cannot be restored", why, remedy) from error
    try:
        sync_folder(disk, folder.parent)
    except OSError as error:
        problem = "the backup is restored, but the disk did not confirm it"
        why, remedy = reason(error, folder), f"look at the disk, then at the {what}"
        raise Refused(problem, why, remedy) from error


def check_target(disk: Disk, folder: Path, replace: bool) -> None:
    """`Refused` where no event can be made again as `folder`."""
    check_place(folder)
    if not exists(disk, folder):
        return
    if is_event(disk, folder):
        if not replace:
            raise Refused(
                f"{folder.name} is an event already",
                remedy="give another name",
                shell="--replace puts the backup in its place and keeps it under another name",
            )
        return
    check_empty(disk, folder)


def check_place(folder: Path) -> None:
    """`Refused` where no folder of that name can be made there, or what is there is no folder."""
    if not is_folder_name(folder.name):
        raise Refused(
            f"{safe(folder.name, 40)!r} cannot be the name of an event's folder",
            "letters of English, digits, - _ . and at most 63 of them",
            f"take {slug(folder.name)}",
        )
    if why := unlockable(nearest(folder.parent)):
        raise Refused("no event can be made here", why, "keep events on a local disk")
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise Refused(f"{folder.name} is not a folder", "", "take another name")


def check_empty(disk: Disk, folder: Path) -> None:
    """`Refused` where a folder holds more than what is left of an event that was lost."""
    if left := sorted(set(disk.listdir(folder)) - _LEFT):
        raise Refused(
            f"the folder {folder.name} is not empty",
            f"it holds {safe(left[0], 60)}",
            "take another name",
        )


@contextmanager
def beside(disk: Disk, folder: Path) -> Iterator[Path]:
    """A new folder next to the target; whatever is still in it at the end is taken away."""
    for parent in reversed(folder.absolute().parents):
        if not exists(disk, parent):
            make_folder(disk, parent)
    mark = f".{folder.name}{TEMP_MARK}"
    for name in disk.listdir(folder.parent):
        if name.startswith(mark) and _left_long_ago(disk, folder.parent / name):
            _remove(disk, folder.parent / name)
    temp = folder.with_name(f"{mark}{os.urandom(6).hex()}")
    try:
        make_folder(disk, temp)
        yield temp
    finally:
        _remove(disk, temp)


def _left_long_ago(disk: Disk, temp: Path) -> bool:
    """Whether a restore that was killed left it: nobody works at one for so long."""
    with suppress(OSError):
        return time.time() - disk.stat(temp).st_mtime > OLD
    return False


def _remove(disk: Disk, temp: Path) -> None:
    """An unfinished folder with all in it, as far as that is possible."""
    with suppress(OSError):
        for child in (temp / name for name in disk.listdir(temp)):
            if child.is_dir() and not child.is_symlink():
                _remove(disk, child)
    remove_folder(disk, temp)


def _unpack(disk: Disk, path: Path, temp: Path, backup: Backup) -> None:
    """Every file, its checksum taken once more while it is written."""
    folders = {temp}
    for name, member in _files(disk, path, Backup()):
        if name == MANIFEST:
            continue
        target = temp / name
        for place in reversed(target.relative_to(temp).parents):
            if temp / place not in folders:
                make_folder(disk, temp / place)
                folders.add(temp / place)
        if write_member(disk, target, member) != backup.sums.get(name):
            raise bad_archive("the backup was changed while it was read")
    for place in folders:
        sync_folder(disk, place)


def write_member(disk: Disk, target: Path, member: Member) -> str:
    """Write it to the disk; its checksum."""
    digest = hashlib.sha256()
    with opened(disk, target, NEW_FLAGS) as fd:
        for piece in member.pieces:
            digest.update(piece)
            write_all(disk, fd, piece)
        set_mode(disk, fd, FILE_MODE)
        disk.fsync(fd)
    return digest.hexdigest()


def _put_in_place(disk: Disk, temp: Path, folder: Path) -> Path | None:
    """Give the new folder its name; returns where the folder of that name was moved."""
    if not exists(disk, folder):
        disk.replace(temp, folder)
        return None
    with locked(disk, folder, here("restoring a backup"), WAIT):
        former = folder.with_name(kept_name(folder.name))
        disk.replace(folder, former)
        try:
            disk.replace(temp, folder)
        except OSError:
            disk.replace(former, folder)
            raise
    return former


def kept_name(name: str) -> str:
    """What a folder is called beside the one that takes its place."""
    when = datetime.now().strftime("%Y%m%d-%H%M%S")
    return f"{name[:30]}-replaced-{when}-{os.urandom(2).hex()}"
