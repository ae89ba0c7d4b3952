"""Files from outside: their bytes, made text or refused, with the place named.

Entry lists and tournament files come from mail boxes, spreadsheets and other programs. What
is not a text, too large or in another encoding is said so here, once for all of them.
"""

from __future__ import annotations

import codecs
import os
import re
import stat
from collections.abc import Sequence
from pathlib import Path

from engine.refusal import Refused
from saves.safe_text import safe

LIMIT = 8 << 20
"""Bytes of an entry list or a tournament file: 5,000 players over 20 rounds are 2 MiB."""
LINE_LIMIT = 200_000
WARNING_LIMIT = 40
OTHERS_TOLD = 3
"""Further refusals of a file that are reported with the first."""
LINE_END = re.compile(r"\r\n|\r|\n")

_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_SIGNATURES = (
    (b"\x1f\x8b", "a gzip file", "unpack it first"),
    (b"PK\x03\x04", "a zip file or a spreadsheet", "save the sheet as CSV (UTF-8)"),
    (b"\xd0\xcf\x11\xe0", "an old spreadsheet (xls)", "save the sheet as CSV (UTF-8)"),
    (b"%PDF", "a PDF file", "ask for the list as a file of text"),
    (b"SQLite format 3", "a database", "export the list from its program"),
)
_ENCODINGS = re.compile(
    r"utf-8(-sig)?|utf-16(-[lb]e)?|iso8859-\d+|cp\d+|mac-\w+|koi8-\w|ascii|latin-1"
)


def at(name: str, line: int, column: int = 1) -> str:
    """A place in a file as every error names it: `players.csv:3:1`."""
    return f"{safe(name)}:{line}:{column}"


def refuse(name: str, problem: str, remedy: str, line: int = 1, column: int = 1) -> Refused:
    """A refusal with its place: `<file>:<line>:<col>: <what>; <what to do>`."""
    return Refused(problem, "", remedy, where=at(name, line, column))


class OtherEncoding(Refused):
    """A text in another encoding, which somebody can name."""


def together(refusals: Sequence[Refused]) -> Refused:
    """The first refusal, and what the next ones say: whoever mends the file mends it once."""
    first, *others = refusals
    if not others:
        return first
    problems = "; ".join(one.what for one in others[:OTHERS_TOLD])
    rest = len(others) - OTHERS_TOLD
    more = f"; and {rest} more" if rest > 0 else ""
    return Refused(
        first.what, first.why, f"{first.remedy}. Wrong too: {problems}{more}", where=first.where
    )


def first_of(warnings: Sequence[str], name: str) -> tuple[str, ...]:
    """The first warnings, and how many more there are: nobody reads a thousand."""
    more = len(warnings) - WARNING_LIMIT
    rest = (f"{at(name, 1)}: {more} more warnings; look at the whole file",) if more > 0 else ()
    return (*warnings[:WARNING_LIMIT], *rest)


def read_bytes(path: Path) -> bytes:
    """A file's bytes, up to the limit; `Refused` if it is no ordinary file or cannot be read."""
    name = path.name or str(path)
    try:
        # not blocking: opening a pipe would otherwise wait for somebody to write into it
        fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(fd, "rb") as file:
            status = os.fstat(fd)
            if not stat.S_ISREG(status.st_mode):
                raise refuse(name, f"{safe(name)} is not a regular file", "give an ordinary file")
            _check_size(status.st_size, name)
            return file.read(LIMIT + 1)
    except OSError as error:
        reason = (error.strerror or "it cannot be read").lower()
        raise Refused(f"cannot read {safe(name)}", reason, "check the name") from None


def text_of(data: bytes, name: str, kind: str, encoding: str | None = None) -> str:
    """The file's text, its line ends as they are, without a byte order mark.

    `kind` ("CSV", "TRF") is what it should have been. UTF-8 unless `encoding` says otherwise.
    """
    _check_size(len(data), name)
    if not data.strip():
        raise refuse(name, f"{safe(name)} is empty", "give a file with entrants")
    for signature, kind_of_file, remedy in _SIGNATURES:
        if data.startswith(signature):
            raise refuse(name, f"this is {kind_of_file}, not {kind}", remedy)
    if encoding is None and _looks_like_utf16(data):
        raise refuse(name, "looks like UTF-16", "save as UTF-8")
    text = _decoded(data, name, encoding)
    # some editors begin a file with a byte order mark, old ones end it with Ctrl-Z
    text = text.removeprefix("\ufeff").rstrip("\x1a")
    if "\x00" in text:
        line, column = place_of(text, text.index("\x00"))
        raise refuse(name, f"NUL byte, this is not {kind}", "save it as text", line, column)
    if text.count("\n") + text.count("\r") > LINE_LIMIT:
        raise refuse(name, f"more than {LINE_LIMIT:,} lines", "is it the right file?")
    return text


def place_of(text: str, index: int) -> tuple[int, int]:
    """(line, column) of a character, both from 1; CR, LF and CR LF end lines."""
    ends = list(LINE_END.finditer(text, 0, index))
    return len(ends) + 1, index - (ends[-1].end() if ends else 0) + 1


def _check_size(size: int, name: str) -> None:
    if size > LIMIT:
        amount = f"{size / (1 << 30):.1f} GB" if size >= 1 << 29 else f"{size / (1 << 20):.1f} MiB"
        problem = f"{safe(name)} has {amount}; limit {LIMIT >> 20} MiB"
        raise refuse(name, problem, "is it the right file?")


def _looks_like_utf16(data: bytes) -> bool:
    head = data[:400]
    return data.startswith(_UTF16) or head.count(0) > len(head) // 4


def _decoded(data: bytes, name: str, encoding: str | None) -> str:
    try:
        return data.decode(_known(encoding, name) if encoding else "utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("latin-1")
        line, column = place_of(before, len(before))
        if encoding:
            problem = f"not {safe(encoding, 20)}: byte 0x{data[error.start]:02X} at line {line}"
            raise refuse(name, problem, "give its real encoding", line, column) from None
        problem = f"not UTF-8: byte 0x{data[error.start]:02X} at line {line}"
        place = at(name, line, column)
        remedy, shell = "save it as UTF-8", "or try --encoding latin-1"
        raise OtherEncoding(problem, "", remedy, shell=shell, where=place) from None


def _known(encoding: str, name: str) -> str:
    try:
        codec = codecs.lookup(encoding).name
    except (LookupError, ValueError):
        codec = ""
    # Python has codecs that are not text encodings, some of them slow on hostile input
    if not _ENCODINGS.fullmatch(codec):
        problem = f"unknown encoding {safe(encoding, 20)}"
        raise refuse(name, problem, "known: utf-8, latin-1, cp1252, cp1250, utf-16 …")
    return codec
