"""The seal at the end of every save file: any change to the content shows.

    [seal]
    schema = 1            # of the file's form
    revision = 41         # the event's, when this content was written
    journal_n = 41        # the last action in it
    journal_hash = "…"    # and that action's link in the chain
    sha256 = "…"          # of the content and the four values above

The content is hashed as it is understood, not as it is laid out: line ends, comments and
spacing do not break a seal.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple

from saves.checked import checked_file, trusted_file
from saves.disk import Disk, NotRegular, TooLarge, read_file
from saves.files import Saved
from saves.journal import JournalHead
from saves.safe_text import safe
from saves.toml_guard import MAX_SIZE, REBUILD, BadSave, TruncatedFile, load

SCHEMA = 1
"""Of the save files. A higher one was written by a newer version and is only read."""

_HASH = re.compile(r"[0-9a-f]{16}")
Signature = tuple[int, int, int]
"""Inode, size and time of change (ns): another one, and the file has been written since."""


class NewerSchema(BadSave):
    """Written by a newer version of this program."""


class Seal(NamedTuple):
    """What the end of a file says about it."""

    journal_n: int
    journal_hash: str
    sha256: str


class SavedFile(NamedTuple):
    """A save file that could be read: its content, what it says, and whether the seal fits."""

    name: str
    content: dict[str, Any]
    saved: Saved
    seal: Seal
    sound: bool
    signature: Signature


def canonical(content: Mapping[str, Any]) -> bytes:
    """The content in one form, whatever the layout of its file."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), default=_number)
    return text.encode("ascii")


def _number(value: Any) -> Any:
    if isinstance(value, Decimal):
        return [f"{value.normalize():f}"] if value.is_finite() else [str(value)]
    return str(value)


def seal_text(content: Mapping[str, Any], head: JournalHead, schema: int = SCHEMA) -> str:
    """The checksum that belongs to a content at a place in the journal."""
    place = f"|{schema}|{head.n}|{head.n}|{head.hash}"
    return hashlib.sha256(canonical(content) + place.encode()).hexdigest()


def sealed(name: str, content: dict[str, Any], head: JournalHead, title: str) -> tuple[bytes, Seal]:
    """The bytes of a save file, and the seal in it."""
    from saves.toml_text import toml_text

    digest = seal_text(content, head)
    seal = {
        "schema": SCHEMA,
        "revision": head.n,
        "journal_n": head.n,
        "journal_hash": head.hash,
        "sha256": digest,
    }
    heading = (
        f"{name}: written by topboard and sealed at its end. You may edit it while nobody has\n"
        "the event open: the changes are shown at the next opening, to be taken over or not.\n"
        f"Comments are not kept. {safe(title, 120)}"
    )
    text = toml_text({**content, "seal": seal}, heading)
    return text.encode("utf-8"), Seal(head.n, head.hash, digest)


def signature(disk: Disk, path: Path) -> Signature | None:
    """What tells that a file was written since; None if there is none."""
    try:
        status = disk.stat(path)
    except FileNotFoundError:
        return None
    return (status.st_ino, status.st_size, status.st_mtime_ns)


def read_saved(disk: Disk, path: Path) -> SavedFile:
    """A save file with its seal checked.

    Raises `FileNotFoundError`, `BadSave` for what cannot be understood (`NewerSchema`,
    `CutOff` among them), other `OSError` as they come.
    """
    name = path.name
    signed = signature(disk, path) or (0, 0, 0)
    try:
        data = read_file(disk, path, MAX_SIZE)
    except (NotRegular, TooLarge) as error:
        raise BadSave(name, error.strerror or "not readable", REBUILD) from None
    except PermissionError:
        raise BadSave(name, "no permission to read it", "ask whoever made it") from None
    content = load(data, name)
    table = content.pop("seal", None)
    if table is None:
        line = data.count(b"\n") + 1
        raise TruncatedFile(
            name, f"cut at line {line} (the seal at its end is missing)", REBUILD, line
        )
    if not isinstance(table, dict):
        raise BadSave(name, "seal must be a table", REBUILD)
    schema = table.get("schema")
    if type(schema) is int and schema > SCHEMA:
        raise NewerSchema(name, f"schema {schema} was written by a newer version", "use that one")
    seal, sound = _checked_seal(table, content)
    read = trusted_file if sound else checked_file
    return SavedFile(name, content, read(name, content, data), seal, sound, signed)


def _checked_seal(table: Mapping[str, Any], content: Mapping[str, Any]) -> tuple[Seal, bool]:
    n, link, digest = table.get("journal_n"), table.get("journal_hash"), table.get("sha256")
    if type(n) is not int or not isinstance(link, str) or not isinstance(digest, str):
        return Seal(0, "", ""), False
    seal = Seal(n, link, digest)
    if set(table) != {"schema", "revision", "journal_n", "journal_hash", "sha256"}:
        return seal, False
    if table["schema"] != SCHEMA or table["revision"] != n or type(table["revision"]) is not int:
        return seal, False
    if not _HASH.fullmatch(link):
        return seal, False
    return seal, digest == seal_text(content, JournalHead(n, link))
