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
    refuse_in_use(disk, folder)
    kept = folder.parent / BIN
    try:
        if not exists(disk, kept):
            make_folder(disk, kept)
        if not S_ISDIR(disk.stat(kept).st_mode):  # a link leads elsewhere
            raise Refused("there is no bin", f"{kept} is not a folder", "move it away by hand")
        if is_event(disk, kept):
            raise Refused("there is no bin", "an event is called so", "move the folder by hand")
        target = move(disk, folder, _free(disk, kept / folder.name))
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
    """Move it out of the bin to where it was, with a number behind its name where that is taken:
    where it is then."""
    try:
        return move(disk, kept, _free(disk, kept.parent.parent / kept.name))
    except OSError as error:
        raise Refused(
            f"{kept.name} cannot be moved", reason(error, kept), "it is as it was"
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
