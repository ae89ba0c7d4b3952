"""Where somebody was in an event when the console ended: a small file of the user's own for each
console, in the user's state folder. It is no part of the event and nothing depends on it.

A console holds its file locked for as long as it lives, so a file without a lock is that of one
that ended: by its own word (`clean`) or by a line that dropped, a kill, a power cut.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from saves.safe_text import safe

FOLDER = "left"
LARGEST = 4096
"""Bytes of a file; a larger one is not ours."""
MOST_FILES = 40
TEXT = 80
"""Characters of a text that is kept."""
MOST_UNSENT = 8
FRESH_SECONDS = 24 * 3600
"""For so long an event whose console was cut off is opened again without being named."""

Kept = str | int | bool | None


@dataclass(frozen=True, slots=True)
class Left:
    """Where one console was."""

    event: str = ""
    """The event's folder."""
    place: str = ""
    stand: tuple[int, str] = (0, "")
    """Rounds published and the step the event stood at."""
    selected: str | int | None = None
    kept: Mapping[str, Mapping[str, Kept]] = field(default_factory=dict)
    """What each place keeps (`Place.remembered`)."""
    unsent: tuple[str, ...] = ()
    """What was typed and not saved, in words."""
    waiting: tuple[tuple[int, int, str], ...] = ()
    """Results on their way to the disk: round, board, result."""
    clean: bool = False


class LeftOff:
    """This console's own file, and those that others of the same user have left."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._fd = -1
        self._path = Path()
        self._written = b""

    def take(self, event: Path) -> tuple[Left, ...]:
        """What ended consoles have left of this event, the newest first; they are taken away,
        and this console's own file begins."""
        self.end()
        left_off = []
        for path, left, _ in self._ended():
            if left.event == str(event.resolve()):
                left_off.append(left)
                with suppress(OSError):
                    path.unlink()
        self._begin(event)
        return tuple(left_off)

    def cut_off(self) -> Iterator[Path]:
        """The events that were open where a console was cut off a short time ago, the last one
        first."""
        for _, left, age in self._ended():
            if not left.clean and age < FRESH_SECONDS and left.event:
                yield Path(left.event)

    def note(self, left: Left) -> None:
        """Write where one is, where it has changed. A disk that takes nothing is not a reason to
        disturb anybody."""
        content = json.dumps(asdict(left), ensure_ascii=False).encode("utf-8", "replace")
        if self._fd < 0 or content == self._written or len(content) > LARGEST:
            return
        with suppress(OSError):
            os.pwrite(self._fd, content, 0)
            os.ftruncate(self._fd, len(content))
            self._written = content

    def end(self) -> None:
        """Let go of the file, as it stands."""
        if self._fd >= 0:
            with suppress(OSError):
                os.close(self._fd)
        self._fd, self._written = -1, b""

    def _begin(self, event: Path) -> None:
        mark = hashlib.sha256(str(event.resolve()).encode("utf-8", "replace")).hexdigest()[:12]
        self._path = self.folder / f"{mark}-{os.getpid()}-{time.monotonic_ns():x}.json"
        flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        with suppress(OSError):
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._fd = os.open(self._path, flags, 0o600)
            fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _ended(self) -> Iterator[tuple[Path, Left, float]]:
        """Files that no console holds, the newest first, with their age in seconds; more than a
        few are swept."""
        paths: list[tuple[float, Path]] = []
        with suppress(OSError):
            paths = [(path.lstat().st_mtime, path) for path in self.folder.glob("*.json")]
        ended = 0
        for at, path in sorted(paths, reverse=True):
            left = _of_ended(path)
            if left is None:
                continue
            ended += 1
            if ended > MOST_FILES:
                with suppress(OSError):
                    path.unlink()
                continue
            yield path, left, time.time() - at


def _of_ended(path: Path) -> Left | None:
    """What stands in a file that nobody holds; nothing to go by where it cannot be understood."""
    try:
        fd = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        fcntl.flock(fd, fcntl.LOCK_SH | fcntl.LOCK_NB)
        return _understood(os.read(fd, LARGEST + 1))
    except OSError:
        return None
    finally:
        os.close(fd)


def _understood(data: bytes) -> Left:
    table: Any = None
    with suppress(ValueError, RecursionError):
        table = json.loads(data)
    if not isinstance(table, dict):
        return Left(clean=True)
    selected, stand = table.get("selected"), _list(table.get("stand"))
    return Left(
        event=table["event"] if isinstance(table.get("event"), str) else "",
        place=safe(str(table.get("place", "")), TEXT),
        stand=(stand[0], safe(str(stand[1]), TEXT)) if _is_stand(stand) else (0, ""),
        selected=selected if isinstance(selected, str) or type(selected) is int else None,
        kept={str(k): v for k, v in _table(table.get("kept")).items() if isinstance(v, dict)},
        unsent=tuple(safe(str(text), TEXT) for text in _list(table.get("unsent"))[:MOST_UNSENT]),
        waiting=tuple(
            (one[0], one[1], safe(str(one[2]), TEXT))
            for one in _list(table.get("waiting"))[:MOST_UNSENT]
            if isinstance(one, list) and len(one) == 3
            and type(one[0]) is int and type(one[1]) is int
        ),
        clean=table.get("clean") is not False,
    )  # fmt: skip


def _is_stand(value: list[Any]) -> bool:
    return len(value) == 2 and type(value[0]) is int


def _table(value: object) -> dict[Any, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []
