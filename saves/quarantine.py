"""What is put aside, so that nothing is lost.

`quarantine/` in an event's folder has copies of what was found damaged or would be written over.
What a desk holds of an event whose folder no longer has it is kept as a folder by itself, an event
like any other: it can be opened, verified and backed up where it is. Its `lacking.txt` lists for
a person what the folder lacks.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from saves.disk import (
    MAX_READ,
    TEMP_MARK,
    Disk,
    exists,
    make_folder,
    opened_regular,
    read_open,
    remove_folder,
    sync_folder,
    withheld,
    write_new,
)
from saves.folders import events_folder
from saves.journal import JOURNAL_NAME, Reading, scan

QUARANTINE = "quarantine"
LACKING = "lacking.txt"
MOST = 256 << 20
"""Bytes of a journal that is looked at."""
_BESIDE = re.compile(r"-held-\d{8}-\d{6}-[0-9a-f]{4}")


def put_away(disk: Disk, folder: Path, name: str) -> str:
    """Keep what is under a name of the event; the copy's name within the event folder.

    An ordinary file is copied. Anything else (a link, a pipe, a folder), or a file that cannot be
    read, is moved as it is.
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


def keep_held(disk: Disk, folder: Path, files: Mapping[str, bytes], *, inside: bool) -> Path:
    """Put `files` into a new folder: in the event's quarantine if `inside`, else beside the
    event; where neither can be, among the events or for temporary files. Raises `OSError`."""
    when, mark = datetime.now().strftime("%Y%m%d-%H%M%S"), os.urandom(2).hex()
    error: OSError | None = None
    for place in _places(folder, inside):
        name = f"{folder.name[:30]}-held-{when}-{mark}"
        if place.name == QUARANTINE and inside:
            name = f"{when}-{mark}-held"
        try:
            return _made(disk, place / name, files)
        except OSError as trouble:
            error = error or trouble
    assert error is not None
    raise error


def _places(folder: Path, inside: bool) -> Iterator[Path]:
    import tempfile  # it brings twelve modules, and this is seldom needed

    if inside:
        yield folder / QUARANTINE
    yield folder.parent
    yield events_folder()
    with suppress(OSError):  # where no folder takes temporary files
        yield Path(tempfile.gettempdir())


def _made(disk: Disk, target: Path, files: Mapping[str, bytes]) -> Path:
    if target.parent.name == QUARANTINE and not exists(disk, target.parent):
        make_folder(disk, target.parent)
    temp = target.with_name(f".{target.name}{TEMP_MARK}{os.urandom(6).hex()}")
    try:
        make_folder(disk, temp)
        for name, data in files.items():
            write_new(disk, temp / name, data)
        sync_folder(disk, temp)
        disk.replace(temp, target)
    except BaseException:
        remove_folder(disk, temp)
        raise
    with suppress(OSError):
        sync_folder(disk, target.parent)
    return target


def shown(folder: Path, copy: Path) -> str:
    """The kept copy's name as a person finds it: within the event's folder, beside it, or whole."""
    if copy.is_relative_to(folder):
        return str(copy.relative_to(folder))
    return copy.name if copy.parent == folder.parent else str(copy)


def kept_journals(disk: Disk, folder: Path) -> Iterator[tuple[str, Reading]]:
    """Every journal that was put aside, in the event's quarantine and beside the event."""
    names = [f"{QUARANTINE}/{name}" for name in _names(disk, folder / QUARANTINE)]
    beside = [
        name
        for name in _names(disk, folder.parent)
        if _BESIDE.fullmatch(name.removeprefix(folder.name[:30]))
    ]
    places: Iterable[tuple[str, Path]] = [
        *((name, folder / name) for name in names),
        *((f"../{name}", folder.parent / name) for name in beside),
    ]
    for name, path in places:
        journal = path if name.endswith(f"-{JOURNAL_NAME}") else path / JOURNAL_NAME
        with suppress(OSError), opened_regular(disk, journal) as fd:
            yield name, scan(read_open(disk, fd, MOST))


def _names(disk: Disk, place: Path) -> list[str]:
    with suppress(OSError):
        return sorted(disk.listdir(place))
    return []
