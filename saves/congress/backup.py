"""Backups of a congress: its own files and those of its events in one archive, and all of it made
again from that.

Events are in the folder of the congress or beside it, and so they are in the archive:

    galway/MANIFEST.sha256  galway/congress.toml  galway/cash.toml
    galway/open/journal.log …    open = an event in the folder of the congress
    minor/journal.log …          ../minor = one beside it

The manifest names files from the folder of the congress on (`../minor/journal.log`). As with an
event, everything is looked at before a byte is written, and written beside before it takes its
names.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from engine.refusal import Refused
from saves.backup import (
    MANIFEST,
    MOST_MANIFEST,
    MOST_MEMBERS,
    MOST_UNPACKED,
    BackedUp,
    Member,
    bad_archive,
    belongs,
    beside,
    check_empty,
    check_place,
    check_sums,
    check_target,
    event_contents,
    kept_name,
    opened_archive,
    quiet,
    read_manifest,
    restoring,
    write_archive,
    write_member,
)
from saves.congress.files import (
    CASH_NAME,
    CONGRESS_NAME,
    INTENT_NAME,
    KNOWN_CASH,
    SIZE_LIMIT,
    read_congress,
)
from saves.congress.store import is_congress
from saves.disk import (
    WAIT,
    Disk,
    Held,
    exists,
    here,
    locked,
    make_folder,
    megabytes,
    read_from,
    sync_folder,
    withheld,
)
from saves.folders import is_event, is_folder_name, slug
from saves.going_on import GoingOn, unwatched
from saves.journal import JOURNAL_NAME
from saves.prizes import PRIZES_NAME
from saves.problems import occupied, unreadable
from saves.safe_text import safe
from saves.toml import MAX_SIZE

OWN = (CONGRESS_NAME, CASH_NAME, KNOWN_CASH, PRIZES_NAME, INTENT_NAME)
"""The files of a congress besides those of its events."""


def backup_congress(
    folder: Path, out: Path, *, disk: Disk | None = None, progress: GoingOn = unwatched
) -> BackedUp:
    """Write a congress with all its events into the archive `out`, as `backup` does an event. Its
    own lock is held meanwhile, so that nobody pays or moves; an event that cannot be read, or is
    neither in its folder nor beside it, is left out and named."""
    disk = disk or Disk()
    try:
        with quiet(disk, folder):
            files, left_out = _contents(disk, folder)
    except Held as held:
        raise occupied(held) from None
    except OSError as error:
        raise unreadable(error, folder) from error
    _refuse_too_large(len(files), sum(map(len, files.values())))
    write_archive(disk, out, folder.resolve().name, files, progress)
    return BackedUp(len(files), left_out)


def _refuse_too_large(files: int, size: int) -> None:
    """What `restore_congress` would not take."""
    if size > MOST_UNPACKED or files >= MOST_MEMBERS:
        limit = f"{MOST_MEMBERS:,} files and {megabytes(MOST_UNPACKED)} at most"
        over = f"{files:,} files, {megabytes(size)}; a backup has {limit}"
        raise Refused("the congress is too large for one backup", over, "back up its events")


def _contents(disk: Disk, folder: Path) -> tuple[dict[str, bytes], tuple[str, ...]]:
    files, left_out = {}, []
    for name in OWN:
        if exists(disk, folder / name):
            files[name] = read_from(disk, folder / name, 0)
    for plan in read_congress(files[CONGRESS_NAME]).congress.events:
        place = Path(os.path.normpath(folder.resolve() / plan.folder))
        if not _is_kept(plan.folder):
            why = "not directly in the folder of the congress or beside it; back it up by itself"
            left_out.append(f"{plan.folder}: {why}")
            continue
        try:
            if not is_event(disk, place):
                left_out.append(f"{plan.folder}: there is no event")
                continue
            with quiet(disk, place):
                contents, missing = event_contents(disk, place)
        except OSError as error:
            if not withheld(error):
                raise
            left_out.append(f"{plan.folder}: {error.strerror}")
            continue
        files |= {f"{plan.folder}/{name}": data for name, data in contents.items()}
        left_out += [f"{plan.folder}/{text}" for text in missing]
    return files, tuple(left_out)


def _is_kept(folder: str) -> bool:
    """Whether an event is in the folder of the congress, or beside it."""
    return is_folder_name(folder.removeprefix("../"))


@dataclass
class CongressBackup:
    """What an archive holds: the folder of the congress as it was named, each file's checksum by
    its name from that folder on, and the folders of the events."""

    name: str
    title: str
    sums: dict[str, str] = field(default_factory=dict)
    size: int = 0
    events: tuple[str, ...] = ()

    @property
    def beside(self) -> tuple[str, ...]:
        """The names of the events that are beside its folder."""
        return tuple(one[3:] for one in self.events if one.startswith("../"))

    @property
    def folder_name(self) -> str:
        """A name that its folder may have."""
        return self.name if is_folder_name(self.name) else slug(self.name)


@dataclass(frozen=True)
class RestoredCongress:
    """The folder of the congress, how many files, and what was there before with where it is
    now."""

    folder: Path
    files: int
    events: tuple[Path, ...]
    former: tuple[tuple[Path, Path], ...] = ()


def holds_congress(path: Path, disk: Disk | None = None) -> bool:
    """Whether an archive is the backup of a congress; `Refused` where it is no archive."""
    with opened_archive(disk or Disk(), path) as members:
        return any(PurePosixPath(member.name).name == CONGRESS_NAME for member in members)


def checked_congress(path: Path, disk: Disk | None = None) -> CongressBackup:
    """Look through a whole archive; `Refused` where it is not what `backup_congress` writes."""
    disk = disk or Disk()
    sums: dict[str, str] = {}
    said: dict[str, bytes] = {}
    size = 0
    with opened_archive(disk, path) as members:
        for member in members:
            name, digest, kept = _plain_name(member), hashlib.sha256(), []
            if name in sums:
                raise bad_archive(f"the backup holds two files of the name {safe(name, 100)}")
            wanted = PurePosixPath(name).name in (CONGRESS_NAME, MANIFEST)
            for piece in member.pieces:
                digest.update(piece)
                kept += [piece] * wanted
            sums[name] = digest.hexdigest()
            size += member.size
            if wanted:
                said[name] = b"".join(kept)
    tops = [name.split("/")[0] for name in said if name.split("/")[1:] == [CONGRESS_NAME]]
    if len(tops) != 1:
        raise bad_archive("the backup is not of one congress", f"{len(tops)} have {CONGRESS_NAME}")
    top = tops[0]
    if f"{top}/{MANIFEST}" not in said:
        raise bad_archive(f"the backup has no {MANIFEST}", "topboard writes one into each")
    plan = read_congress(said[f"{top}/{CONGRESS_NAME}"]).congress
    found = {_inner(name, top): digest for name, digest in sums.items()}
    del found[MANIFEST]
    joined = [one.folder for one in plan.events if _is_kept(one.folder)]
    for name in found:
        if name not in OWN and not _of_events(name, joined):
            raise bad_archive(f"{safe(name, 100)!r} does not belong in the backup of this congress")
    check_sums(found, read_manifest(said[f"{top}/{MANIFEST}"]))
    there = tuple(one for one in joined if any(name.startswith(f"{one}/") for name in found))
    return CongressBackup(top, plan.title, found, size, there)


def _plain_name(member: Member) -> str:
    """A member's name, of a file that is nowhere but in folders of the archive."""
    name = member.name.removeprefix("./")
    parts = name.split("/")
    if name.startswith("/") or ".." in parts or "" in parts:
        raise bad_archive(f"{safe(name, 100)!r} would lead out of the folder of the congress")
    if len(parts) < 2:
        raise bad_archive(f"{safe(name, 100)!r} is in no folder", "a congress has one")
    limit = {MANIFEST: MOST_MANIFEST, CONGRESS_NAME: SIZE_LIMIT}.get(parts[-1], MAX_SIZE)
    if parts[-1] not in (JOURNAL_NAME, CASH_NAME) and member.size > limit:
        raise bad_archive(f"{safe(name, 100)} in the backup is too large", megabytes(member.size))
    return name


def _inner(name: str, top: str) -> str:
    """From the folder of the congress on."""
    return name.removeprefix(f"{top}/") if name.startswith(f"{top}/") else f"../{name}"


def _of_events(name: str, folders: Sequence[str]) -> bool:
    """Whether it is a file of one of these events."""
    starts = (f"{one}/" for one in folders)
    return any(name.startswith(start) and belongs(name.removeprefix(start)) for start in starts)


def restore_congress(
    path: Path, folder: Path, *, replace: bool = False, disk: Disk | None = None
) -> RestoredCongress:
    """Make a congress again as `folder`, with the events that were in it or beside it. What is
    there is refused unless `replace`; then each of them is kept beside, under another name."""
    disk = disk or Disk()
    backup = checked_congress(path, disk)
    outside = [folder.parent / name for name in backup.beside]
    with restoring(disk, folder, backup.size, "congress"):
        _check_targets(disk, folder, outside, replace)
        with beside(disk, folder) as temp:
            _unpack(disk, path, temp / folder.name, backup)
            former = _put_in_place(disk, temp, (*outside, folder))
    events = tuple(Path(os.path.normpath(folder / one)) for one in backup.events)
    return RestoredCongress(folder, len(backup.sums), events, former)


def _check_targets(disk: Disk, folder: Path, outside: Sequence[Path], replace: bool) -> None:
    check_place(folder)
    if folder in outside:
        raise Refused(
            f"{folder.name} is the name of an event of the congress", "", "take another name"
        )
    if exists(disk, folder):
        if is_congress(disk, folder):
            if not replace:
                raise Refused(
                    f"{folder.name} is a congress already",
                    remedy="give another name",
                    shell="--replace puts the backup in its place and keeps it under another name",
                )
        elif is_event(disk, folder):
            raise Refused(f"{folder.name} is an event", "", "give another name")
        else:
            check_empty(disk, folder)
    for place in outside:
        check_target(disk, place, replace)


def _unpack(disk: Disk, path: Path, home: Path, backup: CongressBackup) -> None:
    """Every file, its checksum taken once more while it is written; `home` is the folder of the
    congress."""
    folders: set[Path] = set()
    with opened_archive(disk, path) as members:
        for member in members:
            name = _inner(_plain_name(member), backup.name)
            if name == MANIFEST:
                continue
            target = Path(os.path.normpath(home / name))
            for place in _new_folders(target.parent, home.parent, folders):
                make_folder(disk, place)
                folders.add(place)
            if write_member(disk, target, member) != backup.sums.get(name):
                raise bad_archive("the backup was changed while it was read")
    for place in folders:
        sync_folder(disk, place)


def _new_folders(place: Path, root: Path, made: set[Path]) -> Iterator[Path]:
    between = [place, *place.parents]
    between = between[: between.index(root)]
    yield from (one for one in reversed(between) if one not in made)


def _put_in_place(disk: Disk, temp: Path, targets: Sequence[Path]) -> tuple[tuple[Path, Path], ...]:
    """Give the new folders their names, all or none; what stood there, and where it is now."""
    former: list[tuple[Path, Path]] = []
    placed: list[Path] = []
    with ExitStack() as stack:
        for target in targets:
            there = (target,) if exists(disk, target) else ()
            for place in (*there, *_events_in(disk, target)):
                stack.enter_context(locked(disk, place, here("restoring a backup"), WAIT))
        try:
            for target in targets:
                if exists(disk, target):
                    kept = target.with_name(kept_name(target.name))
                    disk.replace(target, kept)
                    former.append((target, kept))
                disk.replace(temp / target.name, target)
                placed.append(target)
        except OSError:
            for target in placed:
                disk.replace(target, temp / target.name)
            for target, kept in former:
                disk.replace(kept, target)
            raise
    return tuple(former)


def _events_in(disk: Disk, folder: Path) -> list[Path]:
    """The events in the folder of a congress that is there."""
    if not exists(disk, folder) or not is_congress(disk, folder):
        return []
    places = (folder / name for name in disk.listdir(folder))
    return [place for place in places if place.is_dir() and is_event(disk, place)]
