"""Who has an event open, and where: a small file each, locked for as long as its desk lives.

A desk that was killed has no lock any more, so nobody is listed who has gone; its file is
swept by the next desk that comes. Nothing depends on it: where no file can be made the desk is
only not shown.
"""

from __future__ import annotations

import fcntl
import json
import os
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from saves.disk import (
    FILE_MODE,
    NEW_FLAGS,
    TEMP_MARK,
    Disk,
    close,
    exists,
    make_folder,
    read_open,
    set_mode,
    write_all,
)
from saves.journal import by_this_clock
from saves.safe_text import safe

DESKS = ".desks"
LOOK_FLAGS = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
MOST = 200
"""Desks that are looked at; more are not shown."""


@dataclass(frozen=True, slots=True)
class Present:
    """One desk: who sits at it, at which machine and console, since when (ISO time)."""

    user: str
    host: str
    session: str
    since: str

    def __str__(self) -> str:
        since = by_this_clock(self.since)[11:16]
        return f"{self.user} on {self.host} ({self.session}, since {since})"


class Presence:
    """This desk among the others."""

    def __init__(self, disk: Disk, folder: Path) -> None:
        self.disk, self.place = disk, folder / DESKS
        self.name = ""
        self._fd = -1
        self._who: Present | None = None

    def come(self, who: Present) -> None:
        """Show this desk from now on, unless the folder takes no file."""
        if self._fd >= 0:
            return
        self._who = who
        with suppress(OSError):
            if not exists(self.disk, self.place):
                make_folder(self.disk, self.place)
            self._write(who)

    def _write(self, who: Present) -> None:
        name = f"{os.getpid()}-{os.urandom(4).hex()}"
        temp = self.place / f"{name}{TEMP_MARK}0"
        fd = self.disk.open(temp, NEW_FLAGS, FILE_MODE)
        try:
            # locked before anybody sees it: what has no lock is taken for dead
            self.disk.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            set_mode(self.disk, fd, FILE_MODE)
            write_all(self.disk, fd, json.dumps(asdict(who)).encode())
            self.disk.replace(temp, self.place / name)
        except BaseException:
            with suppress(OSError):
                self.disk.unlink(temp)
            close(self.disk, fd)
            raise
        self.name, self._fd = name, fd

    def go(self) -> None:
        """Stop showing this desk."""
        if self._fd >= 0:
            with suppress(OSError):
                self.disk.unlink(self.place / self.name)
            close(self.disk, self._fd)
            self.name, self._fd = "", -1

    def stay(self) -> None:
        """Show this desk in the folder that is there now, where another has replaced the one that
        this desk came to."""
        if self._fd < 0 or self._who is None:
            return
        with suppress(OSError):
            own = self.disk.fstat(self._fd)
            with suppress(FileNotFoundError):
                there = self.disk.stat(self.place / self.name)
                if (there.st_dev, there.st_ino) == (own.st_dev, own.st_ino):
                    return
            self.go()
            self.come(self._who)

    def others(self) -> tuple[Present, ...]:
        """Everybody else, the longest there first."""
        return present(self.disk, self.place.parent, self.name)


def present(disk: Disk, folder: Path, but: str = "", *, sweep: bool = False) -> tuple[Present, ...]:
    """Who has the event open now; `sweep` takes away what the dead have left."""
    desks = []
    place = folder / DESKS
    with suppress(OSError):
        for name in disk.listdir(place)[:MOST]:
            if name == but or TEMP_MARK in name:
                continue
            with suppress(OSError):
                one = _look(disk, place / name)
                if one is not None:
                    desks.append(one)
                elif sweep:
                    disk.unlink(place / name)
    return tuple(sorted(desks, key=lambda one: (one.since, one.user)))


def _look(disk: Disk, path: Path) -> Present | None:
    """The desk of a file; None where nobody holds its lock."""
    fd = disk.open(path, LOOK_FLAGS)
    try:
        disk.flock(fd, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return _read(read_open(disk, fd, 4096))
    else:
        return None
    finally:
        close(disk, fd)


def _read(data: bytes) -> Present:
    fields: Any = None
    with suppress(ValueError):
        fields = json.loads(data)
    if not isinstance(fields, dict):
        fields = {}
    texts = [safe(str(fields.get(key, "?")), 40) for key in ("user", "host", "session", "since")]
    return Present(*texts)
