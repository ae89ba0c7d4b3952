"""The folders of events: their names and places, and the bin beside them, to which what was made by
mistake goes whole, and comes back."""

from __future__ import annotations

import os
import re
from itertools import count
from pathlib import Path
from stat import S_ISDIR

from engine.alphabet import fold
from engine.refusal import Refused
from saves.contents import EVENT_NAME
from saves.disk import LOCK_NAME, Disk, exists, make_folder, sync_folder
from saves.journal import JOURNAL_NAME
from saves.presence import present
from saves.problems import reason

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,62}")


def events_folder() -> Path:
    """Where events live unless a path is given: `TOPBOARD_EVENTS`, else `~/topboard`."""
    return Path(os.environ.get("TOPBOARD_EVENTS") or Path.home() / "topboard")


def slug(title: str) -> str:
    """A folder's name for a title: `[a-z0-9][a-z0-9-]{0,62}`; `event` where nothing is left."""
    plain = fold(title).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:63].strip("-") or "event"


def is_folder_name(name: str) -> bool:
    """Whether an event's folder may be called so."""
    return _NAME.fullmatch(name) is not None


def is_event(disk: Disk, folder: Path) -> bool:
    """Whether a folder holds an event, or what is left of one."""
    return exists(disk, folder / JOURNAL_NAME) or exists(disk, folder / EVENT_NAME)


def nearest(folder: Path) -> Path:
    """The folder itself, or the one that is there above it."""
    there = (place for place in (folder, *folder.absolute().parents) if place.exists())
    return next(there, folder)


def prepare_folder(disk: Disk, folder: Path) -> None:
    """The empty folder of a new event, made with its parents; `Refused` if it cannot be one."""
    if not is_folder_name(folder.name):
        raise Refused(
            f"{folder.name[:40]!r} cannot be the name of an event's folder",
            "letters of English, digits, - _ . and at most 63 of them",
            f"take {slug(folder.name)}",
        )
    if not exists(disk, folder):
        for parent in reversed(folder.parents):
            if not exists(disk, parent):
                make_folder(disk, parent)
        make_folder(disk, folder)
        return
    if not folder.is_dir():
        raise Refused(f"{folder.name} is a file", "", "give the name of a folder, or none")
    if exists(disk, folder / EVENT_NAME):
        raise Refused(f"{folder.name} is an event already", "", "take another name, or open it")
    left = set(disk.listdir(folder)) - {LOCK_NAME, JOURNAL_NAME}
    if left:
        raise Refused(
            f"the folder {folder.name} is not empty",
            f"it holds {sorted(left)[0]}",
            "take another name",
        )


BIN = "bin"


def put_in_bin(disk: Disk, folder: Path) -> Path:
    """Move an event, or a congress, into the bin beside it: where it is then. `Refused` while a
    desk has it open, and where the disk does not do it."""
    refuse_in_use(disk, folder)
    bin_folder = folder.parent / BIN
    try:
        if not exists(disk, bin_folder):
            make_folder(disk, bin_folder)
        if not S_ISDIR(disk.stat(bin_folder).st_mode):  # a link leads elsewhere
            raise Refused(
                "there is no bin", f"{bin_folder} is not a folder", "move it away by hand"
            )
        if is_event(disk, bin_folder):
            raise Refused("there is no bin", "an event is called so", "move the folder by hand")
        target = move(disk, folder, _free(disk, bin_folder / folder.name))
    except OSError as error:
        raise Refused(
            f"{folder.name} cannot be moved", reason(error, folder), "it is as it was"
        ) from error
    return target


def refuse_in_use(disk: Disk, folder: Path) -> None:
    """While a desk has it open."""
    if desks := present(disk, folder):
        who = ", ".join(str(one) for one in desks)
        raise Refused(f"{folder.name} is in use", f"open: {who}", "close it there, then again")


def last_in_bin(disk: Disk, shelf: Path) -> Path:
    """What went into the bin of a folder of events last; `Refused` where nothing is in it."""
    bin_folder = shelf / BIN
    try:
        moved_at = {
            path: disk.stat(path).st_ctime_ns
            for path in (bin_folder / name for name in disk.listdir(bin_folder))
        }
    except OSError as error:
        raise Refused("nothing is in the bin", reason(error, bin_folder), "") from error
    if not moved_at:
        raise Refused("nothing is in the bin", "", f"what is deleted goes to {bin_folder}")
    return max(moved_at, key=lambda path: moved_at[path])


def bring_back(disk: Disk, folder: Path) -> Path:
    """Move it out of the bin to where it was, with a number behind its name where that is taken:
    where it is then."""
    try:
        return move(disk, folder, _free(disk, folder.parent.parent / folder.name))
    except OSError as error:
        raise Refused(
            f"{folder.name} cannot be moved", reason(error, folder), "it is as it was"
        ) from error


def _free(disk: Disk, wanted: Path) -> Path:
    names = (wanted.name if n == 1 else f"{wanted.name}-{n}" for n in count(1))
    return next(wanted.with_name(n) for n in names if not exists(disk, wanted.with_name(n)))


def move(disk: Disk, source: Path, target: Path) -> Path:
    """Give a folder another name on the same disk, for good: that name."""
    disk.replace(source, target)
    sync_folder(disk, target.parent)
    sync_folder(disk, source.parent)
    return target
