"""Trouble with the disk in the words of an arbiter: file, reason, what to do."""

from __future__ import annotations

import errno
from pathlib import Path

from engine.refusal import Refused
from saves.disk import SecondName
from saves.journal import SyncFailed
from saves.lock import Held, cannot_lock

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
NOT_ALLOWED = (errno.EACCES, errno.EPERM)


NOT_SAVED = "NOT SAVED: "


def unreadable(error: OSError, folder: Path) -> Refused:
    """The refusal for an error of the disk while an event was being read."""
    remedy = "look at the disk, or ask whoever made the event"
    if isinstance(error, SecondName):
        remedy = "copy the folder with its files (cp -r) and open the copy"
    return Refused("the event cannot be read", _named(error, folder), remedy)


def reason(error: OSError, folder: Path) -> str:
    """What is wrong with the disk, apart from any save: `the disk is full (event.toml: …)`."""
    told = trouble(error, folder)
    what = told.what.removeprefix(NOT_SAVED)
    return f"{what} ({told.why})" if told.why else what


def trouble(error: OSError, folder: Path, needed: int = 0) -> Refused:
    """The refusal for an error of the disk while something was being saved."""
    why = _named(error, folder)
    if isinstance(error, SyncFailed):
        return Refused(
            "NOT SAVED: the disk did not confirm the write",
            why,
            "write it down, close the event, check the disk, open it again",
        )
    if error.errno in FULL:
        bytes_needed = f", {needed:,} bytes are needed" if needed else ""
        return Refused(
            "NOT SAVED: the disk is full", f"{why}{bytes_needed}", "make room and do it again"
        )
    if error.errno == errno.EROFS:
        return Refused("NOT SAVED: the disk is read-only", why, "make it writable and do it again")
    if error.errno in NOT_ALLOWED:
        return Refused(
            "NOT SAVED: no permission to write in this folder",
            why,
            "ask whoever made the event for write permission (same group)",
        )
    if cannot_lock(error):
        return Refused(
            "NOT SAVED: this file system has no locks",
            why,
            "keep events on a local disk",
        )
    return Refused(f"NOT SAVED: {why}", "", "look at the disk and do it again")


def _named(error: OSError, folder: Path) -> str:
    """File and reason: `journal.log: Permission denied`."""
    name = Path(error.filename).name if isinstance(error.filename, str | Path) else folder.name
    return f"{name}: {error.strerror or error}"


def occupied(held: Held) -> Refused:
    """The refusal while somebody else keeps the lock."""
    return Refused("NOT SAVED: the event is busy", f"held by {held}", "do it again in a moment")
