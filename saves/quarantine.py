"""`quarantine/`: copies of what was found damaged or would be written over. Nothing is lost."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

from saves.disk import (
    MAX_READ,
    Disk,
    exists,
    make_folder,
    opened_regular,
    read_open,
    sync_folder,
    withheld,
    write_new,
)

QUARANTINE = "quarantine"


def put_away(disk: Disk, folder: Path, name: str) -> str:
    """Keep what stands under a name of the event; the copy's name within the event folder.

    An ordinary file is copied. What is none (a link, a pipe, a folder), or cannot be read, is
    moved as it is.
    """
    path = folder / name
    try:
        with opened_regular(disk, path) as fd:
            data = read_open(disk, fd, MAX_READ)
    except OSError as error:
        if not withheld(error):
            raise
        copy = _place(disk, folder, name)
        disk.replace(path, copy)
        return f"{QUARANTINE}/{copy.name}"
    return keep(disk, folder, name, data)


def keep(disk: Disk, folder: Path, name: str, data: bytes) -> str:
    """Put bytes into quarantine under a name that says what they were and when."""
    copy = _place(disk, folder, name)
    write_new(disk, copy, data)
    sync_folder(disk, copy.parent)
    return f"{QUARANTINE}/{copy.name}"


def _place(disk: Disk, folder: Path, name: str) -> Path:
    place = folder / QUARANTINE
    if not exists(disk, place):
        make_folder(disk, place)
    when = datetime.now().strftime("%Y%m%d-%H%M%S")
    return place / f"{when}-{os.urandom(2).hex()}-{name}"
