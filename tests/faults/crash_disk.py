"""A disk that remembers what a power cut could make of it.

Every call goes through to a real folder and into a log. From the log come folders as they could
be after a cut at any moment: what was flushed is there; of everything later each single write,
truncation, new name, rename and removal has reached the disk, or has not, or (a write) in part.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from engine.refusal import Refused
from saves.disk import Disk

SECTOR = 512


@dataclass(frozen=True)
class Op:
    """One change. `file` and `folder` are numbers of ours, never used twice."""

    kind: str
    file: int = 0
    folder: int = 0
    name: str = ""
    other: int = 0
    other_name: str = ""
    at: int = 0
    data: bytes = b""


class CrashDisk(Disk):
    """The calls as they are, and a log of what they change."""

    flushing = True
    """False makes the control: nothing is ever flushed."""

    def __init__(self, top: Path) -> None:
        self.top = top
        self.log: list[Op] = []
        self._numbers: dict[tuple[int, int], int] = {}
        self._count = 0
        self.root = self._number(os.stat(top))

    def _number(self, status: os.stat_result, fresh: bool = False) -> int:
        key = (status.st_dev, status.st_ino)
        if fresh or key not in self._numbers:
            self._count += 1
            self._numbers[key] = self._count
        return self._numbers[key]

    def _folder(self, path: Path) -> int:
        return self._number(os.stat(path.parent))

    def mark(self, what: str) -> None:
        """Something that is known outside, such as an acknowledgement."""
        self.log.append(Op("mark", name=what))

    def open(self, path: Path, flags: int, mode: int = 0o660) -> int:
        new = bool(flags & os.O_CREAT) and not os.path.lexists(path)
        fd = super().open(path, flags, mode)
        if new:
            file = self._number(os.fstat(fd), fresh=True)
            self.log.append(Op("name", file, self._folder(path), path.name))
        return fd

    def write(self, fd: int, data: memoryview) -> int:
        status = os.fstat(fd)
        appends = fcntl.fcntl(fd, fcntl.F_GETFL) & os.O_APPEND
        at = status.st_size if appends else os.lseek(fd, 0, os.SEEK_CUR)
        done = super().write(fd, data)
        self.log.append(Op("write", self._number(status), at=at, data=bytes(data[:done])))
        return done

    def truncate(self, fd: int, size: int) -> None:
        super().truncate(fd, size)
        self.log.append(Op("truncate", self._number(os.fstat(fd)), at=size))

    def fsync(self, fd: int) -> None:
        if self.flushing:
            self.log.append(Op("flush", self._number(os.fstat(fd))))

    fdatasync = fsync

    def replace(self, source: Path, target: Path) -> None:
        file = self._number(os.stat(source, follow_symlinks=False))
        super().replace(source, target)
        self.log.append(
            Op(
                "name", file, self._folder(target), target.name,
                other=self._folder(source), other_name=source.name,
            )
        )  # fmt: skip

    def unlink(self, path: Path) -> None:
        super().unlink(path)
        self.log.append(Op("remove", folder=self._folder(path), name=path.name))

    def mkdir(self, path: Path, mode: int) -> None:
        super().mkdir(path, mode)
        made = self._number(os.stat(path), fresh=True)
        self.log.append(Op("folder", made))
        self.log.append(Op("name", made, self._folder(path), path.name))

    def rmdir(self, path: Path) -> None:
        super().rmdir(path)
        self.log.append(Op("remove", folder=self._folder(path), name=path.name))


@dataclass
class Platter:
    """What is on the disk: contents by file, names by folder."""

    files: dict[int, bytearray] = field(default_factory=dict)
    folders: dict[int, dict[str, int]] = field(default_factory=dict)

    def apply(self, op: Op) -> None:
        """One change reaches the disk."""
        if op.kind == "folder":
            self.folders.setdefault(op.file, {})
        elif op.kind == "name":
            if op.other:
                self.folders.setdefault(op.other, {}).pop(op.other_name, None)
            self.folders.setdefault(op.folder, {})[op.name] = op.file
        elif op.kind == "remove":
            self.folders.setdefault(op.folder, {}).pop(op.name, None)
        elif op.kind == "truncate":
            content = self.files.setdefault(op.file, bytearray())
            del content[op.at :]
            content.extend(bytes(op.at - len(content)))
        elif op.kind == "write":
            content = self.files.setdefault(op.file, bytearray())
            content.extend(bytes(max(0, op.at - len(content))))
            content[op.at : op.at + len(op.data)] = op.data

    def print(self, root: int) -> bytes:
        """The same for platters that hold the same under the same names."""
        told = hashlib.sha256()
        for name, number in sorted(self.folders.get(root, {}).items()):
            told.update(name.encode() + b"\0")
            if number in self.folders:
                told.update(b"/" + self.print(number))
            else:
                told.update(hashlib.sha256(self.files.get(number, b"")).digest())
        return told.digest()

    def write_out(self, root: int, place: Path) -> None:
        """Make it a real folder."""
        place.mkdir()
        for name, number in self.folders.get(root, {}).items():
            if number in self.folders:
                self.write_out(number, place / name)
            else:
                (place / name).write_bytes(self.files.get(number, b""))


def crashed(disk: CrashDisk, cut: int, chance: Random) -> Platter:
    """The platter after a power cut before op number `cut`."""
    fate = chance.choice(("all", "none", "some", "some", "some", "order"))
    durable = _flushed(disk.log[:cut])
    waiting = [n for n in range(cut) if n not in durable]
    first_lost = chance.choice(waiting) if waiting else cut
    platter = Platter(folders={disk.root: {}})
    for n, op in enumerate(disk.log[:cut]):
        kept = n in durable or fate == "all" or (fate == "order" and n < first_lost)
        if kept or op.kind in ("folder", "mark", "flush"):
            platter.apply(op)
        elif fate == "some" and chance.random() < 0.5:
            platter.apply(_torn(op, chance))
    return platter


def _flushed(log: Iterable[Op]) -> set[int]:
    """Numbers of the changes that a flush has made lasting."""
    pending: dict[int, list[int]] = {}
    lasting: set[int] = set()
    for n, op in enumerate(log):
        if op.kind == "flush":
            lasting.update(pending.pop(op.file, ()))
        elif op.kind in ("write", "truncate"):
            pending.setdefault(op.file, []).append(n)
        elif op.kind in ("name", "remove"):
            # a rename is whole on a disk with a log of its own: one of its folders is enough
            for folder in {op.folder, op.other} - {0}:
                pending.setdefault(folder, []).append(n)
    return lasting


def _torn(op: Op, chance: Random) -> Op:
    """A write of which sectors are missing: the end, or zeros in its place."""
    if op.kind != "write" or chance.random() < 0.5:
        return op
    cut = chance.randrange(len(op.data) + 1)
    if chance.random() < 0.5:
        # the file has its length, the sectors from here on never came
        edge = max(0, ((op.at + cut) // SECTOR) * SECTOR - op.at)
        return Op("write", op.file, at=op.at, data=op.data[:edge].ljust(len(op.data), b"\0"))
    return Op("write", op.file, at=op.at, data=op.data[:cut])


class RecordedDay:
    """What was done on a disk that remembers, and what was there after each deed: `acked` is where
    a deed was said to be done, in the log."""

    def __init__(self, place: Path, kind: type[CrashDisk] = CrashDisk) -> None:
        top = place / "top"
        top.mkdir()
        self.disk = kind(top)
        self.states: list[str | None] = [None]
        self.starts: list[int] = [0]
        self.acked: list[int] = [0]
        self.opened: dict[bytes, str | None] = {}
        """What was found on the disks that were opened, by their print."""

    def expected(self, cut: int) -> set[str | None]:
        """What may be there after a cut: from the last deed that was said to the last begun."""
        said = max(n for n, at in enumerate(self.acked) if at <= cut)
        begun = max(n for n, at in enumerate(self.starts) if at <= cut)
        return set(self.states[said : begun + 1])


class Cuts:
    """Cuts of one day's power; what a disk holds that was seen before is not opened again.
    `found` opens what is there, and says what it is."""

    def __init__(
        self, day: RecordedDay, place: Path, chance: Random, found: Callable[[Path], str | None]
    ) -> None:
        self.day, self.target, self.chance, self.found = day, place / "after", chance, found

    def lost(self, cut: int) -> bool:
        """Whether a cut there leaves something else than it may."""
        root = self.day.disk.root
        platter = crashed(self.day.disk, cut, self.chance)
        seen = platter.print(root)
        opened = self.day.opened
        if seen not in opened:
            platter.write_out(root, fresh(self.target))
            opened[seen] = self.found(self.target)
        return opened[seen] not in self.day.expected(cut)

    def bad_of(self, count: int) -> int:
        """How many of so many cuts in the second half of the day lose something, or leave what
        cannot be opened."""
        log, bad = self.day.disk.log, 0
        for _ in range(count):
            cut = self.chance.randrange(len(log) // 2, len(log) + 1)
            try:
                bad += self.lost(cut)
            except (AssertionError, Refused):
                bad += 1
        return bad


def fresh(place: Path) -> Path:
    """An empty place for the next state."""
    shutil.rmtree(place, ignore_errors=True)
    return place


def options(disk: CrashDisk, **more: Any) -> dict[str, Any]:
    """For a store on this disk."""
    return {"disk": disk, **more}
