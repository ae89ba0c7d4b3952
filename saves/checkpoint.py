"""The save files of an event: sealed, read together, and written where they changed.

`event.toml` is written last and lists the others by the checksum in their seals: it is what
makes a set of files one state of the event.

At the end of each is a seal, so that any change to the content shows:

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
from collections.abc import Container, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple

from engine.event import Event
from engine.protocol import Format
from engine.refusal import Refused
from saves.contents import (
    EVENT_NAME,
    PLAYERS_NAME,
    ROUND_NAME,
    Contents,
    Saved,
    SavedHead,
    assembled,
    checked_file,
    contents_of,
    event_content,
    names_of,
    players_content,
    round_content,
    round_name,
    trusted_file,
)
from saves.disk import Disk, NotRegular, TooLarge, read_file, replace_file, sync_folder
from saves.journal import Journal, JournalHead, line_hash
from saves.plain import words_of
from saves.quarantine import put_away
from saves.safe_text import safe
from saves.toml import MAX_SIZE, REBUILD, BadSave, TruncatedFile, load, toml_text

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
    """Shows whether a file was written since; None if there is no file."""
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


@dataclass(frozen=True)
class Saves:
    """What the save files of a folder hold: those that could be read, and what is wrong."""

    files: Mapping[str, SavedFile] = field(default_factory=dict)
    bad: Mapping[str, Refused] = field(default_factory=dict)
    _assembled: list[Event] = field(default_factory=list, compare=False, repr=False)

    @property
    def edited(self) -> list[str]:
        """Files that read well but do not fit their seal."""
        return [name for name, file in self.files.items() if not file.sound]

    @property
    def newer(self) -> Refused | None:
        """What says that a newer version was here."""
        return next((r for r in self.bad.values() if isinstance(r, NewerSchema)), None)

    @property
    def listed(self) -> dict[str, str]:
        """The files that `event.toml` says belong together, with their checksums."""
        head = self.files.get(EVENT_NAME)
        if head is None or not isinstance(head.saved, SavedHead):
            return {}
        return {row.name: row.sha256 for row in head.saved.file}

    @property
    def whole(self) -> Seal | None:
        """The seal of `event.toml` if all files together are one sound state of the event."""
        head = self.files.get(EVENT_NAME)
        if self.bad or self.edited or head is None:
            return None
        sums = {n: f.seal.sha256 for n, f in self.files.items() if n != EVENT_NAME}
        return head.seal if sums == self.listed else None

    def before(self, name: str) -> Saves:
        """Without the file of that round and the later ones."""
        if not name:
            return self
        rest = {n: f for n, f in self.files.items() if not ROUND_NAME.fullmatch(n) or n < name}
        return Saves(rest)

    def event(self, format_named: Any) -> Event:
        """The event as the files have it; `BadSave` where they do not fit together."""
        if not self._assembled:
            said = {name: file.saved for name, file in self.files.items()}
            event = assembled(said, format_named, judged=bool(self.edited))
            head = self.files[EVENT_NAME]
            self._assembled.append(replace(event, revision=head.seal.journal_n))
        return self._assembled[0]


def save_names(disk: Disk, folder: Path) -> list[str]:
    """The save files in a folder, `event.toml` first."""
    there = set(disk.listdir(folder))
    rounds = sorted(name for name in there if ROUND_NAME.fullmatch(name))
    return [name for name in (EVENT_NAME, PLAYERS_NAME) if name in there] + rounds


def read_saves(disk: Disk, folder: Path, known: Saves | None = None) -> Saves:
    """Every save file of a folder, read and checked one by one; those of `known` that nobody has
    written since are not read again."""
    files: dict[str, SavedFile] = {}
    bad: dict[str, Refused] = {}
    for name in save_names(disk, folder):
        before = known.files.get(name) if known is not None else None
        if before is not None and signature(disk, folder / name) == before.signature:
            files[name] = before
            continue
        result = _read(disk, folder / name)
        if isinstance(result, BadSave) and isinstance(result.__context__, OSError):
            # an error that passes must not make a hand edit a damaged file
            result = _read(disk, folder / name)
        if isinstance(result, SavedFile):
            files[name] = result
        elif result is not None:
            bad[name] = result
    if known is not None and not bad and not known.bad and files == known.files:
        return known
    return Saves(files, bad)


def sealed_files(event: Event, head: JournalHead, format: Format) -> dict[str, bytes]:
    """The save files of an event at `head` of its journal; reads no folder."""
    contents = contents_of(event, format)
    files, listed = {}, []
    for name in sorted(contents.keys() - {EVENT_NAME}):
        files[name], seal = sealed(name, contents[name], head, event.title)
        listed.append({"name": name, "sha256": seal.sha256})
    content = {**contents[EVENT_NAME], "file": listed}
    files[EVENT_NAME], _ = sealed(EVENT_NAME, content, head, event.title)
    return files


def _read(disk: Disk, path: Path) -> SavedFile | BadSave | None:
    """A save file, what is wrong with it, or None where it has gone."""
    try:
        return read_saved(disk, path)
    except FileNotFoundError:
        return None
    except BadSave as trouble:
        return trouble
    except OSError as error:
        unread = BadSave(path.name, f"not readable ({error.strerror})", "look at the disk")
        unread.__context__ = error
        return unread


class Checkpoint:
    """The save files as this program left them; writes those whose content has changed.

    Only whoever holds the folder's lock may write. A file that somebody changed by hand in
    the meantime is put into `quarantine/` before it is written over, and `notes` says so.
    """

    def __init__(self, disk: Disk, folder: Path) -> None:
        self.disk = disk
        self.folder = folder
        self.notes: list[str] = []
        self._event: Event | None = None
        self._contents: dict[str, dict[str, Any]] = {}
        self._seals: dict[str, Seal] = {}
        self._left: dict[str, Signature | None] = {}
        self._found: dict[str, Signature | None] = {}
        self._looked: dict[str, Signature | None] = {}

    def take(self, saves: Saves, event: Event | None, ours: Container[str]) -> None:
        """Go on from the files as they were read; `event` if they are exactly this event.

        `ours` are the files whose seals are in this journal; the others are written again.
        """
        self._event = event if all(name in ours for name in saves.files) else None
        for known in (self._contents, self._seals, self._left, self._found):
            known.clear()
        for name in (*saves.files, *saves.bad):
            self._found[name] = signature(self.disk, self.folder / name)
        for name, file in saves.files.items():
            if file.sound:
                self._left[name] = file.signature
            if file.sound and name in ours:
                self._contents[name], self._seals[name] = file.content, file.seal

    def moved_on(self) -> bool:
        """Whether any save file is another than when the folder was read."""
        names = self._found.keys() | save_names(self.disk, self.folder)
        return any(
            signature(self.disk, self.folder / name) != self._found.get(name) for name in names
        )

    def look_for_edits(self) -> None:
        """Note each save file that somebody has edited by hand since the folder was read: it may
        be long before one of them is written over."""
        for name in save_names(self.disk, self.folder):
            here = signature(self.disk, self.folder / name)
            if here in (self._left.get(name), self._found.get(name), self._looked.get(name)):
                continue
            self._looked[name] = here
            with suppress(FileNotFoundError):
                if not self._sound(name):
                    self.notes.append(
                        f"{name} was edited by hand while the event is open: it does not count "
                        "here; what differs is asked about at the next opening, unless a save "
                        "writes the file over, which keeps a copy"
                    )

    def write(self, event: Event, head: JournalHead, format: Format) -> None:
        """Bring the files to `event`, the state at `head` of the journal."""
        contents = dict(self._changed(event, format))
        rounds = {round_name(r.number): r for r in event.rounds}
        needed = {PLAYERS_NAME, *rounds}
        for name in needed - contents.keys():
            if self._written_anew(name):
                contents[name] = (
                    players_content(event)
                    if name == PLAYERS_NAME
                    else round_content(rounds[name], names_of(event), words_of(event, format))
                )
        for name, content in contents.items():
            self._put(name, content, head, event.title)
        stale = [n for n in save_names(self.disk, self.folder) if n not in needed | {EVENT_NAME}]
        content = event_content(event, format, names_of(event))
        listed = [{"name": n, "sha256": self._seals[n].sha256} for n in sorted(needed)]
        self._put(EVENT_NAME, {**content, "file": listed}, head, event.title)
        for name in stale:
            self._remove(name)
        self._event = event

    def _written_anew(self, name: str) -> bool:
        """Whether a file that says the same as before is gone, or was written by another desk and
        has another seal. One that was edited by hand waits for the next opening."""
        here = signature(self.disk, self.folder / name)
        if here is not None and here == self._left.get(name):
            return False
        try:
            return read_saved(self.disk, self.folder / name).sound
        except (FileNotFoundError, BadSave):
            return True

    def _sound(self, name: str) -> bool:
        try:
            return read_saved(self.disk, self.folder / name).sound
        except BadSave:
            return False

    def _changed(self, event: Event, format: Format) -> Contents:
        """The contents of the files, `event.toml` apart, that may differ from what is there."""
        old, names, words = self._event, names_of(event), words_of(event, format)
        renamed = old is None or names_of(old) != names
        before = {} if old is None else {r.number: r for r in old.rounds}
        contents: dict[str, dict[str, Any]] = {}
        if old is None or old.entrants is not event.entrants:
            contents[PLAYERS_NAME] = players_content(event)
        for round in event.rounds:
            if renamed or before.get(round.number) is not round:
                contents[round_name(round.number)] = round_content(round, names, words)
        return contents

    def _put(self, name: str, content: dict[str, Any], head: JournalHead, title: str) -> None:
        path = self.folder / name
        here = signature(self.disk, path)
        if here is not None and here != self._left.get(name):
            self._look(name)
            here = self._left.get(name)
        same = name in self._contents and canonical(self._contents[name]) == canonical(content)
        current = name != EVENT_NAME or (same and self._seals[name].journal_n == head.n)
        if same and current and here is not None:
            return
        data, seal = sealed(name, content, head, title)
        replace_file(self.disk, path, data)
        self._contents[name], self._seals[name] = content, seal
        self._left[name] = signature(self.disk, path)

    def _look(self, name: str) -> None:
        """Somebody else wrote this file: another desk, or a person with an editor."""
        self._contents.pop(name, None)
        with suppress(FileNotFoundError):
            try:
                file = read_saved(self.disk, self.folder / name)
            except BadSave as trouble:
                self._keep_copy(name, str(trouble))
                return
            if not file.sound:
                self._keep_copy(name, "it was edited by hand while the event was open")
                return
            self._contents[name] = file.content
            self._seals[name], self._left[name] = file.seal, file.signature

    def _keep_copy(self, name: str, why: str) -> None:
        known = signature(self.disk, self.folder / name) == self._found.get(name)
        copy = put_away(self.disk, self.folder, name)
        if not known:
            # differences found on opening were reported then
            self.notes.append(f"{name} was written over: {why}; a copy is in {copy}")
        self._left[name] = None

    def _remove(self, name: str) -> None:
        """Removes a round that no longer exists (its draw was discarded or undone)."""
        if signature(self.disk, self.folder / name) != self._left.get(name):
            self._look(name)
        with suppress(FileNotFoundError):
            self.disk.unlink(self.folder / name)
        sync_folder(self.disk, self.folder)
        for known in (self._contents, self._seals, self._left):
            known.pop(name, None)


def on_chain(journal: Journal, seal: Seal) -> bool:
    """Whether a file was written from this very journal."""
    lines = journal.lines
    return 1 <= seal.journal_n <= len(lines) and seal.journal_hash == line_hash(
        lines[seal.journal_n - 1]
    )
