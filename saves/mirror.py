"""A second copy of the journal in another folder, on a USB stick say: line by line as it grows.

The copy is an event by itself: it can be opened in its place, and everything is rebuilt from it. A
copy that cannot be written is a warning and never stops a save.
"""

from __future__ import annotations

import os
from pathlib import Path

from engine.refusal import Refused
from saves.disk import (
    APPEND_FLAGS,
    FILE_MODE,
    WAIT,
    Disk,
    Held,
    exists,
    here,
    locked,
    make_folder,
    opened_regular,
    read_from,
    set_mode,
    sync_folder,
    write_all,
)
from saves.journal import (
    JOURNAL_NAME,
    START,
    Journal,
    JournalHead,
    Status,
    line_hash,
    scan,
    status_key,
)

VARIABLE = "TOPBOARD_MIRROR"


def mirror_place() -> Path | None:
    """The folder that holds the copies of all events, as `TOPBOARD_MIRROR` names it."""
    named = os.environ.get(VARIABLE, "").strip()
    return Path(named).expanduser() if named else None


class Mirror:
    """The copy of one event's journal."""

    def __init__(self, disk: Disk, place: Path, name: str) -> None:
        """`place` must be there (a stick that is not plugged in is not made up)."""
        self.disk, self.place, self.folder = disk, place, place / name
        self.path = self.folder / JOURNAL_NAME
        self._head: JournalHead | None = None
        self._seen: Status | None = None

    def follow(self, journal: Journal) -> None:
        """Bring the copy up to the journal; `OSError` or `Refused` where that cannot be."""
        if not exists(self.disk, self.place):
            raise Refused(f"no copy of the journal: {self.place.name} is not there", "", "")
        if not exists(self.disk, self.folder):
            make_folder(self.disk, self.folder)
        try:
            with locked(self.disk, self.folder, here("copying the journal"), WAIT):
                self._append(journal)
        except Held as held:
            raise Refused("no copy of the journal now: it is busy", str(held), "") from None

    def _append(self, journal: Journal) -> None:
        head = self._found()
        if head.n > journal.head.n:
            # another desk has copied more than this one has read, or a backup was restored
            copied = scan(read_from(self.disk, self.path, 0)).lines[: journal.head.n]
            self._same(bool(copied) and line_hash(copied[-1]) == journal.head.hash)
            return
        self._same(not head.n or head.hash == line_hash(journal.lines[head.n - 1]))
        new = b"".join(line + b"\n" for line in journal.lines[head.n :])
        if not new:
            return
        fresh = not exists(self.disk, self.path)
        with opened_regular(self.disk, self.path, APPEND_FLAGS) as fd:
            if fresh:
                set_mode(self.disk, fd, FILE_MODE)
            # what a pulled stick left unfinished
            self.disk.truncate(fd, head.offset)
            write_all(self.disk, fd, new)
            self.disk.fdatasync(fd)
        if fresh:
            sync_folder(self.disk, self.folder)
        self._head = JournalHead(journal.head.n, journal.head.hash, head.offset + len(new))
        self._seen = status_key(self.disk.stat(self.path))

    def _same(self, same: bool) -> None:
        if not same:
            raise Refused(
                "no copy of the journal: that of another event, or from before a backup was "
                "restored, is there",
                str(self.folder.name),
                "move it away, or take another folder for the copies",
            )

    def _found(self) -> JournalHead:
        """How far the copy is."""
        if not exists(self.disk, self.path):
            return START
        status = status_key(self.disk.stat(self.path))
        if self._head is None or self._seen != status:
            reading = scan(read_from(self.disk, self.path, 0))
            if reading.damage is not None:
                raise Refused(
                    "no copy of the journal: the one that is there is damaged",
                    str(reading.damage),
                    "move it away",
                )
            self._head, self._seen = reading.head, status
        return self._head
