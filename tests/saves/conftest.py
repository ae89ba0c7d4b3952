"""A disk that fails where a test says so."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from saves.disk import Disk


class FaultyDisk(Disk):
    """A disk that counts its calls and lets one of them, or all of one kind, fail.

    `fail_at` is the number of the call (from 1) that raises `error`; `kinds` limits what is
    counted. `stay` makes every later call of that kind fail too (a full disk stays full).
    """

    def __init__(self) -> None:
        self.calls: list[str] = []
        self.disarm()

    def arm(self, fail_at: int, error: int, kinds: tuple[str, ...] = Disk.CALLS) -> None:
        self.calls = []
        self.fail_at, self.error, self.kinds = fail_at, error, kinds

    def disarm(self) -> None:
        self.fail_at, self.error, self.kinds = 0, 0, ()

    def count(self, name: str) -> None:
        if name not in self.kinds:
            return
        self.calls.append(name)
        if len(self.calls) == self.fail_at:
            raise OSError(self.error, os.strerror(self.error))


def _counted(name: str) -> Callable[..., Any]:
    def call(self: FaultyDisk, *args: Any) -> Any:
        if name == "close":
            # the file is closed in any case, as Linux does it
            Disk.close(self, *args)
            return self.count(name)
        self.count(name)
        return getattr(Disk, name)(self, *args)

    return call


for _name in Disk.CALLS:
    setattr(FaultyDisk, _name, _counted(_name))


@pytest.fixture
def faulty() -> FaultyDisk:
    return FaultyDisk()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "spring-open"
    made.mkdir()
    return made


ERRORS = [errno.EIO, errno.ENOSPC, errno.EACCES, errno.EROFS]
