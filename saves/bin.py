"""The bin in a folder of events: what was made by mistake goes there whole, and comes back."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from stat import S_ISDIR

from engine.refusal import Refused
from saves.disk import Disk, exists, make_folder, sync_folder
from saves.folders import is_event
from saves.presence import present
from saves.problems import reason

BIN = "bin"


def put_away(disk: Disk, folder: Path) -> Path:
    """Move an event, or a congress, into the bin beside it: where it is then. `Refused` while a
    desk has it open, and where the disk does not do it."""
    if desks := present(disk, folder):
        who = ", ".join(str(one) for one in desks)
        raise Refused(f"{folder.name} is in use", f"open: {who}", "close it there, then again")
    kept = folder.parent / BIN
    try:
        if not exists(disk, kept):
            make_folder(disk, kept)
        if not S_ISDIR(disk.stat(kept).st_mode):  # a link leads elsewhere
            raise Refused("there is no bin", f"{kept} is not a folder", "move it away by hand")
        if is_event(disk, kept):
            raise Refused("there is no bin", "an event is called so", "move the folder by hand")
        names = (folder.name if n == 1 else f"{folder.name}-{n}" for n in count(1))
        target = next(kept / name for name in names if not exists(disk, kept / name))
        _move(disk, folder, target)
    except OSError as error:
        raise Refused(
            f"{folder.name} cannot be moved", reason(error, folder), "it is as it was"
        ) from error
    return target


def put_away_last(disk: Disk, shelf: Path) -> Path:
    """What went into the bin of a folder of events last; `Refused` where nothing is in it."""
    kept = shelf / BIN
    try:
        found = {kept / name: disk.stat(kept / name).st_ctime_ns for name in disk.listdir(kept)}
    except OSError as error:
        raise Refused("nothing is in the bin", reason(error, kept), "") from error
    if not found:
        raise Refused("nothing is in the bin", "", f"what is deleted goes to {kept}")
    return max(found, key=lambda path: found[path])


def bring_back(disk: Disk, kept: Path) -> Path:
    """Move it out of the bin to where it was; `Refused` where its name is taken."""
    folder = kept.parent.parent / kept.name
    try:
        if exists(disk, folder):
            raise Refused(
                f"{kept.name} cannot come back", "its name is taken", f"rename it by hand: {kept}"
            )
        _move(disk, kept, folder)
    except OSError as error:
        raise Refused(
            f"{kept.name} cannot be moved", reason(error, kept), "it is as it was"
        ) from error
    return folder


def _move(disk: Disk, source: Path, target: Path) -> None:
    disk.replace(source, target)
    sync_folder(disk, target.parent)
    sync_folder(disk, source.parent)
