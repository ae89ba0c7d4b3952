"""An event made again from its backup: checked as a whole before a byte of it is written.

The archive is read twice: once to see that every file in it is one of an event, ordinary, and
as the manifest says; once more to write it into a folder beside, which then takes its name.
"""

from __future__ import annotations

import hashlib
import os
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from engine.refusal import Refused
from saves.archive import Member, bad_archive, opened_archive
from saves.backup import MANIFEST
from saves.contents import EVENT_NAME
from saves.disk import (
    DRAW_NAME,
    FILE_MODE,
    LOCK_NAME,
    NEW_FLAGS,
    TEMP_MARK,
    WAIT,
    Disk,
    Held,
    exists,
    here,
    locked,
    make_folder,
    megabytes,
    opened,
    remove_folder,
    set_mode,
    sync_folder,
    unlockable,
    write_all,
)
from saves.folders import is_event, is_folder_name, nearest, slug
from saves.journal import JOURNAL_NAME
from saves.presence import DESKS
from saves.prizes import PRIZES_NAME
from saves.problems import occupied, reason
from saves.quarantine import QUARANTINE
from saves.restore_points import POINTS
from saves.safe_text import safe
from saves.toml import MAX_SIZE

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
            manifest = _manifest(b"".join(member.pieces))
            continue
        digest = hashlib.sha256()
        for piece in member.pieces:
            digest.update(piece)
        backup.sums[name] = digest.hexdigest()
        backup.size += member.size
    if manifest is None:
        raise bad_archive(f"the backup has no {MANIFEST}", "topboard writes one into each")
    _check_sums(backup.sums, manifest)
    if JOURNAL_NAME not in backup.sums and EVENT_NAME not in backup.sums:
        raise bad_archive("there is no event in the backup", f"no {JOURNAL_NAME}, no {EVENT_NAME}")
    return backup


def _files(disk: Disk, path: Path, backup: Backup) -> Iterator[tuple[str, Member]]:
    """Every file with its name inside the event's folder, each of them once."""
    names: set[str] = set()
    tops: set[str] = set()
    with opened_archive(disk, path) as members:
        for member in members:
            top, name = _place(member.name)
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


def _place(name: str) -> tuple[str, str]:
    """The folder and the file in it that a member's name means; `Refused` for any other."""
    parts = name.removeprefix("./").split("/")
    if name.startswith("/") or ".." in parts or "" in parts:
        raise bad_archive(f"{safe(name, 100)!r} would lead out of the event's folder")
    whole, inner = "/".join(parts), "/".join(parts[1:])
    if _belongs(whole):
        return "", whole
    if _belongs(inner) and len(parts[0]) <= 255:
        return parts[0], inner
    raise bad_archive(f"{safe(name, 100)!r} does not belong in the backup of an event")


def _belongs(name: str) -> bool:
    return name == MANIFEST or _FILE.fullmatch(name) is not None


def _manifest(data: bytes) -> dict[str, str]:
    sums: dict[str, str] = {}
    for line in data.decode("utf-8", "replace").splitlines():
        entry = _SUM.fullmatch(line)
        if entry is None or entry[2] in sums:
            raise bad_archive(f"{MANIFEST} is damaged", f"{safe(line, 60)!r}")
        sums[entry[2]] = entry[1]
    return sums


def _check_sums(sums: dict[str, str], manifest: dict[str, str]) -> None:
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
    try:
        _check_target(disk, folder, replace)
        with _beside(disk, folder) as temp:
            _unpack(disk, path, temp, backup)
            former = _put(disk, temp, folder)
    except Held as held:
        raise occupied(held) from None
    except OSError as error:
        why = f"{reason(error, folder)}; {megabytes(backup.size)} are needed"
        remedy = "what was there is as it was"
        raise Refused("the backup cannot be restored", why, remedy) from error
    try:
        sync_folder(disk, folder.parent)
    except OSError as error:
        problem = "the backup is restored, but the disk did not confirm it"
        raise Refused(
            problem, reason(error, folder), "look at the disk, then at the event"
        ) from error
    return Restored(folder, len(backup.sums), former)


def _check_target(disk: Disk, folder: Path, replace: bool) -> None:
    if not is_folder_name(folder.name):
        raise Refused(
            f"{safe(folder.name, 40)!r} cannot be the name of an event's folder",
            "letters of English, digits, - _ . and at most 63 of them",
            f"take {slug(folder.name)}",
        )
    if why := unlockable(nearest(folder.parent)):
        raise Refused("no event can be made here", why, "keep events on a local disk")
    if not exists(disk, folder):
        return
    if folder.is_symlink() or not folder.is_dir():
        raise Refused(f"{folder.name} is not a folder", "", "take another name")
    if is_event(disk, folder):
        if not replace:
            raise Refused(
                f"{folder.name} is an event already",
                remedy="give another name",
                shell="--replace puts the backup in its place and keeps it under another name",
            )
        return
    if left := sorted(set(disk.listdir(folder)) - _LEFT):
        raise Refused(
            f"the folder {folder.name} is not empty",
            f"it holds {safe(left[0], 60)}",
            "take another name",
        )


@contextmanager
def _beside(disk: Disk, folder: Path) -> Iterator[Path]:
    """A new folder next to the target; whatever is still in it at the end is taken away."""
    for parent in reversed(folder.absolute().parents):
        if not exists(disk, parent):
            make_folder(disk, parent)
    mark = f".{folder.name}{TEMP_MARK}"
    for name in disk.listdir(folder.parent):
        if name.startswith(mark) and _old(disk, folder.parent / name):
            _remove(disk, folder.parent / name)
    temp = folder.with_name(f"{mark}{os.urandom(6).hex()}")
    try:
        make_folder(disk, temp)
        yield temp
    finally:
        _remove(disk, temp)


def _old(disk: Disk, temp: Path) -> bool:
    """Whether a restore that was killed left it: nobody works at one for so long."""
    with suppress(OSError):
        return time.time() - disk.stat(temp).st_mtime > OLD
    return False


def _remove(disk: Disk, temp: Path) -> None:
    with suppress(OSError):
        for name in disk.listdir(temp / POINTS):
            remove_folder(disk, temp / POINTS / name)
        remove_folder(disk, temp / POINTS)
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
        if _written(disk, target, member) != backup.sums.get(name):
            raise bad_archive("the backup was changed while it was read")
    for place in folders:
        sync_folder(disk, place)


def _written(disk: Disk, target: Path, member: Member) -> str:
    digest = hashlib.sha256()
    with opened(disk, target, NEW_FLAGS) as fd:
        for piece in member.pieces:
            digest.update(piece)
            write_all(disk, fd, piece)
        set_mode(disk, fd, FILE_MODE)
        disk.fsync(fd)
    return digest.hexdigest()


def _put(disk: Disk, temp: Path, folder: Path) -> Path | None:
    """Give the new folder its name; where what stood there is now."""
    if not exists(disk, folder):
        disk.replace(temp, folder)
        return None
    with locked(disk, folder, here("restoring a backup"), WAIT):
        former = folder.with_name(_kept_name(folder.name))
        disk.replace(folder, former)
        try:
            disk.replace(temp, folder)
        except OSError:
            disk.replace(former, folder)
            raise
    return former


def _kept_name(name: str) -> str:
    when = datetime.now().strftime("%Y%m%d-%H%M%S")
    return f"{name[:30]}-replaced-{when}-{os.urandom(2).hex()}"
