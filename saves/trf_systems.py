"""Which format a TRF file was drawn by: its lines 192 and 092."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from engine.protocol import Format, ReadFromFiles, part_of
from engine.refusal import Refused
from formats.registry import FORMATS, format_named
from saves.safe_text import safe

USUAL = "dutch"
"""The system of a file that says nothing else."""


class System(NamedTuple):
    """A format's name, and the words of the file."""

    format: str
    said: str


_CODE = re.compile(r"(FIDE|BERGER|CUSTOM)_[A-Z0-9_]+")
_NOT_DRAWN = re.compile(
    r"dubov|burstein|\blim\b|keizer|monrad|mcmahon|scheveningen|schiller|hutton|"
    r"knock.?out|elimination|double.?swiss",
    re.I,
)


def system_of(details: Mapping[str, str]) -> System:
    """The system that a file's details (192 `system`, 092 `type`) say; Dutch where they are
    silent. `Refused` for one that is not drawn here."""
    code, kind = code_and_words(details)
    if not code:
        return _by_words(kind)
    said = f"192 {safe(code, 40)}"
    for format in _formats():
        read = part_of(format, ReadFromFiles)
        if read is not None and re.fullmatch(read.file_codes, code):
            return System(format.name, said)
    if code.startswith("CUSTOM") and (own := _titled(kind)):
        return System(own, f"{said}, {safe(kind, 40)}")
    raise not_drawn(f"{said}, {safe(kind, 40)}" if kind else said)


def code_and_words(details: Mapping[str, str]) -> tuple[str, str]:
    """The code of 192, also where a program has written it into 092, and the words of 092."""
    code, kind = details.get("system", "").upper(), details.get("type", "").strip()
    return (kind, "") if not code and _CODE.fullmatch(kind) else (code, kind)


def _by_words(kind: str) -> System:
    said = safe(kind, 40)
    if not kind:
        return System(USUAL, said)
    if own := _titled(kind):
        return System(own, said)
    if _NOT_DRAWN.search(kind):
        raise not_drawn(f"092 {said}")
    for format in _formats():
        read = part_of(format, ReadFromFiles)
        if read is not None and read.file_words and re.search(read.file_words, kind, re.I):
            return System(format.name, said)
    return System(USUAL, said)


def _titled(kind: str) -> str:
    """The format of that name or title; empty if it is not one of ours."""
    said = kind.casefold()
    names = (f.name for f in _formats() if said in (f.name.casefold(), f.title.casefold()))
    return next(names, "") if said else ""


def _formats() -> Iterator[Format]:
    """All of them, the usual one first: one at a time, for each takes its time to load."""
    for name in sorted(FORMATS, key=lambda name: name != USUAL):
        yield format_named(name)


def not_drawn(said: str) -> Refused:
    """The refusal of a file drawn by another system."""
    return Refused(
        f"the tournament is not drawn by a system of this program ({said})",
        shell="--system NAME draws it by another one all the same",
    )
