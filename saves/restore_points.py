"""Restore points: copies of the save files from before a round was published or a file imported.

They are in `restore-points/NNN-reason/` and are only read after that.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from engine.event import Event
from engine.refusal import Refused
from saves.checkpoint import Saves, on_chain, read_saves, save_names
from saves.disk import (
    MAX_READ,
    READ_FLAGS,
    TEMP_MARK,
    Disk,
    check_file,
    exists,
    left_over,
    make_folder,
    opened,
    read_file,
    read_open,
    remove_folder,
    replace_file,
    sync_folder,
    write_new,
)
from saves.journal import FormatNamed, Journal

POINTS = "restore-points"
_NAME = re.compile(r"(\d{3,})-([a-z0-9-]+)")


class RestorePoint(NamedTuple):
    """A state to go back to: its name, and the last action in it."""

    name: str
    journal_n: int
    reason: str
    foreign: bool = False
    """It is not from the current journal, but from an earlier one or of another event."""


def make_point(
    disk: Disk, folder: Path, reason: str, files: Mapping[str, bytes] | None = None
) -> str:
    """Copy the save files as they are, or keep `files`; the new point's name.

    Raises `OSError`.
    """
    place = folder / POINTS
    if not exists(disk, place):
        make_folder(disk, place)
    numbers = [int(match[1]) for name in disk.listdir(place) if (match := _NAME.fullmatch(name))]
    name = f"{max(numbers, default=0) + 1:03}-{reason}"
    # whole or not at all, like a file
    temp = place / f"{name}{TEMP_MARK}{os.urandom(6).hex()}"
    try:
        make_folder(disk, temp)
        for file in save_names(disk, folder) if files is None else files:
            data = read_file(disk, folder / file) if files is None else files[file]
            write_new(disk, temp / file, data)
        sync_folder(disk, temp)
        disk.replace(temp, place / name)
    except BaseException:
        remove_folder(disk, temp)
        raise
    sync_folder(disk, place)
    return name


def sweep_points(disk: Disk, folder: Path) -> None:
    """Take away what a kill left of a point in the making."""
    with suppress(FileNotFoundError):
        for temp in left_over(disk, folder / POINTS):
            remove_folder(disk, temp)


def own_points(disk: Disk, folder: Path) -> None:
    """Files of points that have a second name, in a copy made of links, are made files of this
    folder alone, as far as it can be done: they were only ever read."""
    for name in point_names(disk, folder):
        with suppress(OSError):
            place = folder / POINTS / name
            for path in (place / file for file in save_names(disk, place)):
                with opened(disk, path, READ_FLAGS) as fd:
                    linked = check_file(disk, fd, path).st_nlink > 1
                    data = read_open(disk, fd, MAX_READ) if linked else b""
                if linked:
                    replace_file(disk, path, data)


def restore_points(disk: Disk, folder: Path, journal: Journal) -> list[RestorePoint]:
    """All whole restore points, the oldest first."""
    points = []
    for name in point_names(disk, folder):
        seal = read_saves(disk, folder / POINTS / name).whole
        match = _NAME.fullmatch(name)
        if seal is not None and match is not None:
            foreign = not on_chain(journal, seal)
            points.append(RestorePoint(name, seal.journal_n, match[2], foreign))
    return points


def bases(disk: Disk, folder: Path, journal: Journal, format_named: FormatNamed) -> Iterator[Event]:
    """The states of all sound points that this journal passes through, the latest first."""
    for name in reversed(point_names(disk, folder)):
        with suppress(OSError, Refused):
            saves = read_saves(disk, folder / POINTS / name)
            if saves.whole is not None and on_chain(journal, saves.whole):
                yield saves.event(format_named)


def read_point(disk: Disk, folder: Path, name: str, format_named: FormatNamed) -> Event:
    """The event of a restore point; `Refused` naming those there are."""
    names = point_names(disk, folder)
    if name not in names:
        known = ", ".join(names) or "none yet"
        raise Refused(f"there is no restore point {name[:40]!r}", "", f"there are: {known}")
    saves: Saves = read_saves(disk, folder / POINTS / name)
    if saves.whole is None:
        trouble = next((str(r) for r in saves.bad.values()), "a seal does not fit")
        raise Refused(f"restore point {name} is damaged", trouble, "take another one")
    return saves.event(format_named)


def point_with(disk: Disk, folder: Path, name: str) -> str:
    """The folder of the latest point that has a sound save file of that name; empty if none."""
    for point in reversed(point_names(disk, folder)):
        file = read_saves(disk, folder / POINTS / point).files.get(name)
        if file is not None and file.sound:
            return f"{POINTS}/{point}"
    return ""


def point_names(disk: Disk, folder: Path) -> list[str]:
    """The names of all restore points, whole or not, the oldest first."""
    with suppress(FileNotFoundError):
        names = [name for name in disk.listdir(folder / POINTS) if _NAME.fullmatch(name)]
        return sorted(names, key=lambda name: int(name.split("-")[0]))
    return []
