"""What differs between two states of an event, file by file and row by row, for a person."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.event import Event
from engine.protocol import Format
from saves.contents import contents_of
from saves.safe_text import safe

ROW_KEYS = {
    "pairing": ("board", "board"),
    "extra_pairing": ("board", "extra board"),
    "bye": ("entrant", "bye of"),
    "extra_bye": ("entrant", "extra bye of"),
    "entrant": ("id", "entrant"),
    "lot": ("number", "lot"),
}
"""The key that identifies the rows of a table, and what a row is called."""
FOR_THE_EYE = frozenset({"white_name", "black_name", "name", "a_name", "b_name"})
_FACTS = frozenset({"reasons"})
_TOLD = frozenset({"why", *_FACTS})
"""An earlier version kept words alone: what is derived again has facts, and may be worded anew."""


@dataclass(frozen=True, slots=True)
class ExternalEdit:
    """One value that is another: `round-03.toml, board 4: result 1-0, now 0-1`."""

    file: str
    where: str
    key: str
    old: str
    new: str

    def __str__(self) -> str:
        place = f"{self.file}, {self.where}" if self.where else self.file
        return f"{place}: {self.key} {self.old or 'empty'}, now {self.new or 'empty'}"


def differences(
    old: Event, new: Event, format: Format, worded_alike: bool = False
) -> tuple[ExternalEdit, ...]:
    """Every value that is not the same in `new`; `worded_alike` where one version wrote both, so
    that a sentence without its facts is somebody's own."""
    unseen = _FACTS if worded_alike else _TOLD
    before, after = contents_of(old, format), contents_of(new, format)
    edits: list[ExternalEdit] = []
    for name in sorted(before.keys() | after.keys()):
        if name not in before or name not in after:
            edits.append(ExternalEdit(name, "", "the round", *_there(name in before)))
            continue
        edits += _between(name, before[name], after[name], unseen)
    return tuple(edits)


def _there(before: bool) -> tuple[str, str]:
    return ("there", "gone") if before else ("not there", "there")


def _between(
    name: str, old: Mapping[str, Any], new: Mapping[str, Any], unseen: frozenset[str]
) -> Iterator[ExternalEdit]:
    for key in dict.fromkeys((*old, *new)):
        before, after = old.get(key), new.get(key)
        if before == after:
            continue
        if key in ROW_KEYS:
            yield from _rows(name, key, before or [], after or [], unseen)
        elif isinstance(before, Mapping) or isinstance(after, Mapping):
            yield from _values(name, key, before or {}, after or {})
        else:
            yield ExternalEdit(name, "", key, _shown(before), _shown(after))


def _rows(
    name: str, key: str, old: list[Any], new: list[Any], unseen: frozenset[str]
) -> Iterator[ExternalEdit]:
    by, word = ROW_KEYS[key]
    before = {row[by]: row for row in old}
    after = {row[by]: row for row in new}
    for row in dict.fromkeys((*before, *after)):
        where = f"{word} {row}"
        if row not in before or row not in after:
            yield ExternalEdit(name, where, "it is", *_there(row in before))
        elif before[row] != after[row]:
            skip = FOR_THE_EYE if key != "entrant" else frozenset()
            if ("reasons" in before[row]) != ("reasons" in after[row]):
                skip |= unseen
            yield from _values(name, where, before[row], after[row], skip)


def _values(
    name: str,
    where: str,
    old: Mapping[str, Any],
    new: Mapping[str, Any],
    skip: frozenset[str] = frozenset(),
) -> Iterator[ExternalEdit]:
    for key in dict.fromkeys((*old, *new)):
        if key not in skip and old.get(key) != new.get(key):
            yield ExternalEdit(name, where, key, _shown(old.get(key)), _shown(new.get(key)))


def _shown(value: Any) -> str:
    if value is None:
        return ""
    return safe(str(value))
