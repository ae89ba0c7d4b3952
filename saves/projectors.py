"""What the desk wants on a projector: a small file for each, in the event's `projectors/`.

It is not part of the event's history: it is not in the journal, nothing is undone and no restore
brings it back. The last change wins. A projector only reads it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from engine.points import counted
from engine.refusal import Refused
from saves.disk import Disk, exists, make_folder, read_file, replace_file
from saves.problems import trouble
from saves.safe_text import safe
from saves.toml import BadSave, load, toml_text

PROJECTORS: Final = "projectors"
DEFAULT_NAME: Final = "hall"
PAGES: Final = {
    "auto": "what the state of the round asks for",
    "names": "pairings by name",
    "boards": "pairings by board",
    "standings": "standings, sections included",
    "sections": "who is in which section",
    "bracket": "knockout trees",
    "panels": "tables of the format: Swiss, lucky losers",
    "crosstable": "all against all: the round robin, the diagonal",
    "choice": "the draw by choice",
    "preparing": "pairings in preparation",
    "clock": "the round clock, or the time of day",
    "welcome": "welcome",
    "site": "the QR code of the site for players",
    "blank": "nothing",
}
MESSAGE_LIMIT = 160
SIZE_LIMIT = 4096
"""Bytes of such a file."""
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")
HEADING = "What this projector shows. Written by `topboard show`; it may be changed by hand."


@dataclass(frozen=True, slots=True)
class Wish:
    """What a projector is to show. `trouble` says why its file could not be understood."""

    page: str = "auto"
    message: str = ""
    trouble: str = ""
    until: datetime | None = None
    """When the message is taken away, with an offset; None for no time."""

    def said(self, now: datetime) -> str:
        """The message, as long as it is to be shown."""
        return self.message if self.until is None or now < self.until else ""


def checked_name(name: str) -> str:
    """The name of a projector; `Refused` where it cannot be a file's."""
    if not _NAME.fullmatch(name):
        raise Refused(
            f"{safe(name, 40)!r} cannot be the name of a projector",
            "small letters of English, digits and -, at most 32 of them",
            f"take {DEFAULT_NAME}",
        )
    return name


def wish_file(folder: Path, name: str) -> Path:
    """The file of the wish for that projector."""
    return folder / PROJECTORS / f"{checked_name(name)}.toml"


def wish(folder: Path, name: str, disk: Disk | None = None) -> Wish:
    """What that projector is to show; the default where nobody has said anything."""
    path = wish_file(folder, name)
    try:
        return _read(
            load(read_file(disk or Disk(), path, SIZE_LIMIT), path.name, "correct the line")
        )
    except (FileNotFoundError, NotADirectoryError):
        return Wish()
    except (BadSave, OSError) as error:
        return Wish(trouble=safe(f"{path.name} cannot be read: {error}", 200))


def _read(table: dict[str, Any]) -> Wish:
    page, message = table.get("page", "auto"), table.get("message", "")
    if page not in PAGES or not isinstance(message, str):
        return Wish(trouble="the file of this projector names no page that there is")
    try:
        until = datetime.fromisoformat(table["until"]) if "until" in table else None
    except (TypeError, ValueError):
        until = None
    if "until" in table and (until is None or until.tzinfo is None):
        return Wish(trouble="until when the message is shown is no time with an offset")
    return Wish(page, safe(message, MESSAGE_LIMIT), until=until)


def checked_message(text: str) -> str:
    """A message to the hall as it is typed, bare; `Refused` where its end would not be shown."""
    bare = text.strip()
    if (more := len(bare) - MESSAGE_LIMIT) > 0:
        raise Refused(
            f"{counted(more, 'letter')} too many", f"a message has at most {MESSAGE_LIMIT}",
            "say it shorter",
        )  # fmt: skip
    return safe(bare, MESSAGE_LIMIT)


def ask_for(folder: Path, name: str, new: Wish, disk: Disk | None = None) -> None:
    """Write what that projector is to show; `Refused` where the disk does not take it."""
    disk, path = disk or Disk(), wish_file(folder, name)
    if new.page not in PAGES:
        raise Refused(f"there is no page {new.page[:20]!r}", "", f"there are {', '.join(PAGES)}")
    table: dict[str, Any] = {"page": new.page, "message": safe(new.message, MESSAGE_LIMIT)}
    if new.message and new.until is not None:
        table["until"] = new.until.isoformat()
    text = toml_text(table, HEADING)
    try:
        if not exists(disk, path.parent):
            make_folder(disk, path.parent)
        replace_file(disk, path, text.encode())
    except OSError as error:
        raise trouble(error, folder) from error


def projector_names(folder: Path, disk: Disk | None = None) -> list[str]:
    """Projectors that the desk has spoken of, the default one first."""
    try:
        files = (disk or Disk()).listdir(folder / PROJECTORS)
    except OSError:
        files = []
    names = {file.removesuffix(".toml") for file in files if file.endswith(".toml")}
    return [DEFAULT_NAME, *sorted(n for n in names if _NAME.fullmatch(n) and n != DEFAULT_NAME)]
