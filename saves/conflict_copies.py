"""Copies that programs for synchronising, copying, merging and editing leave beside an event's
files: named, never read as part of the event."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from engine.points import counted
from saves.contents import EVENT_NAME, PLAYERS_NAME, ROUND_NAME
from saves.disk import TEMP_MARK, Disk, opened_regular, read_open
from saves.journal import JOURNAL_NAME, Journal, scan
from saves.safe_text import safe

MOST = 20
"""Copies that are named one by one."""
LOOKED_AT = 64 << 20
"""Bytes of a journal's copy that are compared."""
_OURS = re.compile(r"(?<![^\W_])(event|players|round-\d\d|journal)(?![^\W\d_])", re.IGNORECASE)
"""The name of a file of ours as a part of another name."""
_ENDINGS = {JOURNAL_NAME[:-4]: ".log"}


class CopyKind(StrEnum):
    """Who leaves such a file, as far as its name says."""

    CONFLICT = "a conflict copy of a program that synchronises"
    UNFINISHED = "a copy under way, or one that was broken off"
    MERGE = "left by a merge"
    BACKUP = "a copy that an editor or a copying program made"
    COPY = "a copy"


_KINDS = (
    # Syncthing, Dropbox (in its languages), Nextcloud, ownCloud, Seafile, Resilio, pCloud, Box
    (CopyKind.CONFLICT,
     r"conflict|konflikt|conflit|conflict[oe]|kopie-konflikt|sfconflict|_conf\("),
    # rsync, Syncthing, Nextcloud, browsers, Dropbox, editors at work
    (CopyKind.UNFINISHED,
     r"^\.(?!_).*\.(log|toml)\.[\w~]{4,8}$|syncthing.*\.tmp$|\.~\w+$"
     r"|\.(part|partial|crdownload|download|filepart|tmp|!sync|swp|swo)$"),
    (CopyKind.MERGE,
     r"\.(orig|rej|mine|theirs|ours|base|local|remote|merge.*|r\d+)$"
     r"|[._](base|local|remote|backup)[._]\d+\."),
    (CopyKind.BACKUP, r"~$|\.(bak|old|save|backup|\d{1,3})$|^#.*#$|\.~\d+~$"),
)  # fmt: skip


class ConflictCopy(NamedTuple):
    """A file beside the event's own; `of` is the one that its name is made of."""

    name: str
    of: str
    kind: CopyKind

    def __str__(self) -> str:
        return f"{safe(self.name, 100)}: {self.kind} of {self.of}"


def conflict_copies(disk: Disk, folder: Path) -> tuple[ConflictCopy, ...]:
    """All of them in an event's folder, in the order of their names."""
    copies = []
    with suppress(OSError):
        for name in sorted(disk.listdir(folder)):
            of = copied_file(name)
            if of:
                copies.append(ConflictCopy(name, of, _kind(name)))
    return tuple(copies)


def copied_file(name: str) -> str:
    """The file of an event that a name says it is a copy of; empty where it is not a copy."""
    if name in (EVENT_NAME, PLAYERS_NAME, JOURNAL_NAME) or ROUND_NAME.fullmatch(name):
        return ""
    lower = name.lower()
    part = _OURS.search(lower)
    if part is None or TEMP_MARK in name:
        return ""
    ending = _ENDINGS.get(part[1], ".toml")
    if not re.search(rf"{re.escape(ending)}(?![^\W_])", lower[part.end() :]):
        return ""
    return part[1] + ending


def _kind(name: str) -> CopyKind:
    lower = name.lower()
    return next((kind for kind, form in _KINDS if re.search(form, lower)), CopyKind.COPY)


def copy_warnings(disk: Disk, folder: Path, journal: Journal) -> Iterator[str]:
    """A line for each copy, with what a journal's has that the event's has not."""
    copies = conflict_copies(disk, folder)
    for copy in copies[:MOST]:
        more = _more(disk, folder / copy.name, journal) if copy.of == JOURNAL_NAME else ""
        yield f"{copy}{more}; look at it, then move it away"
    if len(copies) > MOST:
        yield f"and {len(copies) - MOST} more copies of the event's files"


def _more(disk: Disk, path: Path, journal: Journal) -> str:
    with suppress(OSError), opened_regular(disk, path) as fd:
        lines = scan(read_open(disk, fd, LOOKED_AT)).lines
        if not lines:
            return ", without one sound action"
        if lines[0] not in journal.lines[:1]:
            return ", of another event"
        own = set(journal.lines)
        lacking = sum(line not in own for line in lines)
        if lacking:
            return f", with {counted(lacking, 'action')} that {JOURNAL_NAME} lacks"
        return f", with nothing that {JOURNAL_NAME} lacks"
    return ""
