"""Trouble with the disk in the words of an arbiter: file, reason, what to do."""

from __future__ import annotations

import errno
from pathlib import Path

from engine.refusal import Refused
from saves.disk import TEMP_MARK, Held, SecondName, cannot_lock
from saves.journal import SyncFailed

FULL = (errno.ENOSPC, errno.EDQUOT)
NOT_ALLOWED = (errno.EACCES, errno.EPERM)


def unreadable(error: OSError, folder: Path) -> Refused:
    """The refusal for an error of the disk while an event was being read."""
    remedy = "check the disk, or ask the person who made the event"
    if isinstance(error, SecondName):
        remedy = "copy the folder with its files (cp -r) and open the copy"
    return Refused("the event cannot be read", _named(error, folder), remedy)


def reason(error: OSError, folder: Path) -> str:
    """What is wrong with the disk, apart from any save: `the disk is full (event.toml: …)`."""
    refusal = trouble(error, folder)
    return f"{refusal.what} ({refusal.why})" if refusal.why else refusal.what


def trouble(error: OSError, folder: Path, needed: int = 0) -> Refused:
    """The refusal for an error of the disk while something was being saved."""
    if error.errno == errno.ENOENT and not folder.exists():
        problem, why, remedy = (
            f"the folder {folder.name} is missing",
            "",
            "put it back where it was",
        )
    else:
        problem, why, remedy = _in_words(error, _named(error, folder), needed)
    return Refused(problem, why, remedy, not_saved=True)


def _in_words(error: OSError, where: str, needed: int) -> tuple[str, str, str]:
    """What, why and remedy; `where` names the file and the reason."""
    if isinstance(error, SyncFailed):
        remedy = "write it down, close the event, check the disk, open it again"
        return "the disk did not confirm the write", where, remedy
    if error.errno in FULL:
        bytes_needed = f", {needed:,} bytes are needed" if needed else ""
        return "the disk is full", f"{where}{bytes_needed}", "make room and do it again"
    if error.errno == errno.EFBIG:
        remedy = "raise the limit (ulimit -f), or keep events on another file system"
        return "a file may not grow any more here", where, remedy
    if error.errno == errno.EROFS:
        return "the disk is read-only", where, "make it writable and do it again"
    if error.errno in NOT_ALLOWED:
        remedy = "ask the person who made the event for write permission (same group)"
        return "no permission to write in this folder", where, remedy
    if cannot_lock(error):
        return "this file system has no locks", where, "keep events on a local disk"
    return where, "", "look at the disk and do it again"


def _named(error: OSError, folder: Path) -> str:
    """File and reason: `journal.log: Permission denied`. A temporary file has the name of the one
    that it was to become."""
    name = Path(error.filename).name if isinstance(error.filename, str | Path) else folder.name
    name = name.partition(TEMP_MARK)[0]
    return f"{name}: {error.strerror or error}"


def occupied(held: Held) -> Refused:
    """The refusal while somebody else keeps the lock."""
    remedy = until_free(held, "try again in a moment")
    return Refused("the event is busy", f"held by {held}", remedy, not_saved=True)


def until_free(held: Held, otherwise: str) -> str:
    """What to do about a lock that another program has; one that was stopped keeps it until
    somebody wakes it or ends it."""
    if held.holder is None or not held.holder.stopped:
        return otherwise
    pid = held.holder.pid
    return f"that program is stopped: `kill -CONT {pid}` lets it go on, `kill -KILL {pid}` ends it"
