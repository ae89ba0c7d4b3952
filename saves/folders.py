"""Names and places of event folders."""

from __future__ import annotations

import os
import re
from pathlib import Path

from engine.alphabet import fold
from engine.refusal import Refused
from saves.contents import EVENT_NAME
from saves.disk import LOCK_NAME, Disk, exists, make_folder
from saves.journal import JOURNAL_NAME

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
