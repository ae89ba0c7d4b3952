"""A folder brought up to date with the pages of a site: what is ours in it, and nothing else.

The folder may be a web server's, on a stick, or one that a sync tool copies on, so a page is there
whole or as it was; only what says something else is written; and there is no list beside the pages
that could get lost: every file of ours says in its first bytes whose it is.
"""

from __future__ import annotations

import hashlib
import os
import re
import secrets
import stat
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from engine.refusal import Refused
from saves.disk import (
    NEW_FLAGS,
    TEMP_MARK,
    Disk,
    NotRegular,
    opened,
    read_file,
    set_mode,
    write_all,
)
from saves.site.pages import CHANGED

MARK = "Topboard site"
STATE = "state.txt"
"""Of this file pages ask whether something is new. It is written last."""
PLAYERS = "players"
FILE_MODE, FOLDER_MODE = 0o644, 0o755
"""A web server reads under another account."""
MARKED = 400
"""Bytes at the beginning of a file that contain its mark."""
_OURS = re.compile(r"[a-z0-9-]+\.(?:html|css|js|txt)|players/[0-9]+\.html")
_LEFT_OVER = re.compile(rf"({_OURS.pattern}){re.escape(TEMP_MARK)}[0-9a-f]{{12}}")
_SITE = re.compile(rb"Topboard site ([0-9a-f]{16})")
_WHEN = re.compile(r"<time[^>]*>[^<]*</time>")


@dataclass(frozen=True, slots=True)
class SiteUpdate:
    """What was done to a folder: files by name."""

    written: tuple[str, ...]
    removed: tuple[str, ...]
    files: int
    """How many there are now."""


def update_site(
    folder: Path,
    pages: Mapping[str, str],
    site: str,
    now: datetime,
    replace: bool = False,
    disk: Disk | None = None,
    players: bool = True,
) -> SiteUpdate:
    """Make `folder` hold these pages. `now` is what a page says where its text has changed;
    `replace` lets them take the place of another event's; `players`: some of them are those of
    players.

    `Refused`, with nothing written, where the folder holds the site of another event or a file of
    another's that a page would replace, and where the disk does not take it.
    """
    work = _Folder(disk or Disk(), folder, site, replace, players)
    try:
        return work.update(pages, now)
    except OSError as error:
        name = Path(error.filename).name if isinstance(error.filename, str | Path) else folder.name
        raise Refused(
            f"the site in {folder} is not up to date",
            f"{name}: {error.strerror or error}",
            "look at the disk and at the rights of the folder, and publish again",
        ) from error


@dataclass(frozen=True, slots=True)
class _Folder:
    disk: Disk
    folder: Path
    site: str
    replace: bool
    players: bool

    def update(self, pages: Mapping[str, str], now: datetime) -> SiteUpdate:
        there = self._names()
        before = {name: self._text(name) for name in pages if name in there}
        self._refuse_foreign(before)
        written = [name for name, text in pages.items() if not _says(before.get(name), text)]
        gone = [
            name
            for name in sorted(there - pages.keys() - {STATE})
            if _OURS.fullmatch(name) and self._is_ours(name)
        ]
        for name in written:
            self._write(name, dated(pages[name], now))
        for name in (*gone, *(name for name in there if _LEFT_OVER.fullmatch(name))):
            with suppress(FileNotFoundError):
                self.disk.unlink(self.folder / name)
        state = self._state(pages)
        if STATE not in there or self._text(STATE) != state:
            self._write(STATE, state)
        return SiteUpdate(tuple(written), tuple(gone), len(pages) + 1)

    def _names(self) -> set[str]:
        """Files in the folder and in that of the players; the folders are made where missing."""
        self._make(self.folder)
        names = set(self.disk.listdir(self.folder))
        if not self.players:
            return names
        self._make(self.folder / PLAYERS)
        players = self.disk.listdir(self.folder / PLAYERS)
        return {*names, *(f"{PLAYERS}/{name}" for name in players)}

    def _make(self, folder: Path) -> None:
        try:
            status = os.stat(folder) if folder == self.folder else self.disk.stat(folder)
        except FileNotFoundError:
            self.disk.mkdir(folder, FOLDER_MODE)
            # the umask would take the public's rights away
            with opened(self.disk, folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC) as fd:
                set_mode(self.disk, fd, FOLDER_MODE)
            return
        if not stat.S_ISDIR(status.st_mode):
            raise Refused(
                f"{folder} is not a folder", "the site would be written elsewhere or not at all",
                "take it away, or give another folder",
            )  # fmt: skip

    def _text(self, name: str) -> str:
        """What a file of this name holds; no text that a page could have where it is not a file."""
        try:
            return read_file(self.disk, self.folder / name).decode(errors="replace")
        except NotRegular:
            return ""

    def _refuse_foreign(self, before: Mapping[str, str]) -> None:
        for name, text in before.items():
            mark = _SITE.search(text.encode()[:MARKED])
            if mark is not None and mark[1].decode() != self.site and not self.replace:
                raise Refused(
                    f"{self.folder} holds the site of another event",
                    "its pages would be written over",
                    "give a folder of its own",
                    shell="or --replace",
                )
            if MARK not in text[:MARKED]:
                raise Refused(
                    f"{name} in {self.folder} is not one of our pages",
                    "it would be written over",
                    "give an empty folder, or move the file away",
                )

    def _is_ours(self, name: str) -> bool:
        mark = _SITE.search(self._text(name).encode()[:MARKED])
        return mark is not None and (self.replace or mark[1].decode() == self.site)

    def _state(self, pages: Mapping[str, str]) -> str:
        digest = hashlib.sha256()
        for name in sorted(pages):
            digest.update(f"{name}\0{pages[name]}\0".encode())
        return f"{MARK} {self.site}\n{digest.hexdigest()[:16]}\n"

    def _write(self, name: str, text: str) -> None:
        """In place of what is there, whole or not at all. Not flushed: a page that a power cut
        spoils is made anew the next time, and hundreds of flushes take a stick a minute."""
        path = self.folder / name
        temp = path.with_name(f"{path.name}{TEMP_MARK}{secrets.token_hex(6)}")
        try:
            with opened(self.disk, temp, NEW_FLAGS, FILE_MODE) as fd:
                write_all(self.disk, fd, text.encode())
                set_mode(self.disk, fd, FILE_MODE)
            self.disk.replace(temp, path)
        except BaseException:
            with suppress(OSError):
                self.disk.unlink(temp)
            raise


def dated(text: str, now: datetime) -> str:
    """A page with the time of this change in it."""
    at = f'<time datetime="{now.isoformat(timespec="seconds")}">{now:%Y-%m-%d %H:%M}</time>'
    return text.replace(CHANGED, at, 1)


def _says(before: str | None, text: str) -> bool:
    """Whether a file says this already, whenever it was written."""
    return before is not None and _WHEN.sub(CHANGED, before, count=1) == text
