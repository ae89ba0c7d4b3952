"""The one TOML reader: a guard in front of the parser, and errors that name file and line.

A parser of TOML can be made to take minutes or gigabytes by a few kilobytes of dotted keys or
brackets, and not all of its failures are its own error class. The guard is linear and knows
what a save file looks like; only what passes it is parsed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal, InvalidOperation
from typing import Any

import tomli

from engine.refusal import Refused

MAX_SIZE = 2 << 20
"""Bytes of a save file; a round of 5,000 boards is 1 MB."""
MAX_LINE = 4096
"""Bytes of a line without its texts."""
MAX_DOTS = 4
MAX_BRACKETS = 8
MAX_DIGITS = 64
MAX_DOTTED = 1000
"""Lines like `[a.b]` or `a.b = 1`: the parser is slow on them, and no save has any."""
BOM = b"\xef\xbb\xbf"

_PAIR = rb"[a-z_]+ = (?:\"[ !#-\[\]-~\x80-\xff]*\"|'[ -&(-~]*'|[0-9]{1,9}|true|false)"
_OURS = re.compile(
    rb"(?:(?:%b|\[\[[a-z_]+\]\]|  \{ %b(?:, %b)* \},?|  \"[0-9]{1,9}\",)?\n)*+"
    % (_PAIR, _PAIR, _PAIR)
)
"""Lines as the program writes most of them, as many as follow one another: there is nothing to
look for in them, and thousands are passed at once."""
_STRING = re.compile(rb'"(?:[^"\\]|\\.?)*+("|\Z)|\'[^\']*+(\'|\Z)')
"""A text, closed or not: who looked for the end of an open one from each of its marks would look
at a line as often as it has marks."""
_LONG_NUMBER = re.compile(rb"[0-9][0-9_]{%d}" % MAX_DIGITS)
_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)")
_HEADING = re.compile(r"\s*(\[\[?)\s*([\w.-]{1,40})")
_CONFLICT = re.compile(rb"(<{7}|={7}|>{7})(\s|$)")


class BadSave(Refused):
    """A save file that cannot be read: `<file>:<line>:<column>: <what>; <what to do>`.

    `row` and `column` count from 1; 0 where the trouble has no place.
    """

    def __init__(self, file: str, what: str, remedy: str, row: int = 0, column: int = 0) -> None:
        place = f"{file}:{row}:{column or 1}" if row else file
        super().__init__(what, "", remedy, where=place)
        self.file, self.row, self.column = file, row, column


class NotUtf8(BadSave):
    """The file is in another encoding."""

    def __init__(self, file: str, what: str, row: int) -> None:
        super().__init__(file, what, "save as UTF-8", row)


class TruncatedFile(BadSave):
    """The file is empty or ends in the middle."""


REBUILD = "the journal has its content: opening the event rebuilds it"
RESTORE = "correct the line, or restore a backup"

_WORDS = (
    ("Expected '='", "not a line like key = value"),
    ("Invalid statement", "not a line like key = value"),
    ("Expected newline", "something stands after the value; texts and dates stand in quotes"),
    ("Invalid value", 'the value is missing or has no quotes, as in title = "Open"'),
    ("Cannot overwrite", "the key stands in this table twice"),
    ("Cannot declare", "the table stands in the file twice"),
    ("Cannot mutate", "the table is closed: write all its keys in one place"),
    ("Unterminated string", "a quotation mark is missing at the end of a text"),
    ("Unclosed", "a bracket is not closed, or a comma is missing"),
    ("Expected ']", "the bracket of a heading is not closed, as in {heading}"),
    ("Unescaped", "a backslash in a text: write it twice"),
    ("Illegal character '\\n'", "a quotation mark is missing at the end of a text"),
    ("Illegal character", "a character that may not stand there"),
)
"""What the parser's messages mean, by how they begin."""
_TWICE = ("Cannot overwrite", "Cannot declare", "Cannot mutate")


def load(data: bytes, file: str, remedy: str = "") -> dict[str, Any]:
    """The tables of a save file named `file`; raises `BadSave`.

    Floats come as `Decimal`; a byte-order mark and CRLF are accepted. `remedy` is what to do about
    a file that no journal can make again.
    """
    try:
        return _loaded(data, file)
    except BadSave as error:
        if remedy:
            error.remedy = remedy
        raise


def _loaded(data: bytes, file: str) -> dict[str, Any]:
    text = _decoded(data, file)
    try:
        return tomli.loads(text, parse_float=_decimal)
    except tomli.TOMLDecodeError as error:
        raise _syntax(error, text, file) from None
    except RecursionError:
        raise BadSave(file, "nested too deep", REBUILD) from None
    except InvalidOperation:
        raise BadSave(file, "number not understood", REBUILD) from None
    except (ValueError, OverflowError) as error:
        problem = "number too long" if "digits" in str(error) else f"not readable ({error})"
        raise BadSave(file, problem, REBUILD) from None


def _decimal(text: str) -> Decimal:
    return Decimal(text.replace("_", ""))


def _syntax(error: tomli.TOMLDecodeError, text: str, file: str) -> BadSave:
    message, place = str(error), _PLACE.search(str(error))
    problem = next((words for begin, words in _WORDS if message.startswith(begin)), "not TOML")
    if place is not None:
        row, column = map(int, place.groups())
        problem = problem.replace("{heading}", _closed(text.split("\n")[row - 1]))
        return BadSave(file, problem, RESTORE, row, column)
    line = text.rstrip("\n").count("\n") + 1
    if message.startswith(_TWICE):
        return BadSave(file, problem, RESTORE, line)
    return TruncatedFile(file, f"cut at line {line}", REBUILD, line)


def _closed(heading: str) -> str:
    """A heading with its brackets, as it was meant."""
    begun = _HEADING.match(heading)
    bracket, name = begun.groups() if begun is not None else ("[[", "event")
    return f"{bracket}{name}{']' * len(bracket)}"


def _decoded(data: bytes, file: str) -> str:
    if not data.strip():
        raise TruncatedFile(file, "is empty", REBUILD)
    if len(data) > MAX_SIZE:
        raise BadSave(file, f"{len(data):,} bytes; limit {MAX_SIZE:,}", REBUILD)
    if data.startswith((b"\xff\xfe", b"\xfe\xff")) or data[1:2] == b"\0":
        raise NotUtf8(file, "looks like UTF-16", 1)
    data = data.removeprefix(BOM)
    dotted = 0
    for number, line in _others(data):
        dotted += b"." in line.partition(b"=")[0]
        if dotted > MAX_DOTTED:
            raise BadSave(file, "too many dotted keys", "use those that are written", number)
        if trouble := _trouble(line.removesuffix(b"\r")):
            problem, remedy, column = trouble
            raise BadSave(file, problem, remedy, number, column)
    try:
        return data.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        row = data.count(b"\n", 0, error.start) + 1
        wrong = f"not UTF-8 (byte 0x{data[error.start]:02X})"
        raise NotUtf8(file, wrong, row) from None


def _others(data: bytes) -> Iterator[tuple[int, bytes]]:
    """The lines that are not surely as the program writes them, with their numbers."""
    number, at = 1, 0
    while at < len(data):
        ours = _OURS.match(data, at)
        end = ours.end() if ours else at
        number += data.count(b"\n", at, end)
        at = data.find(b"\n", end) + 1 or len(data)
        if end < at:
            yield number, data[end:at].removesuffix(b"\n")
        number += 1


def _trouble(line: bytes) -> tuple[str, str, int] | None:
    """What is wrong with one line before it is parsed: what, what to do, column."""
    if (column := line.find(b"\0")) >= 0:
        return "NUL byte", REBUILD, column + 1
    if _CONFLICT.match(line):
        mark = line[:7].decode()
        return f"conflict marker {mark} of a merge", "keep one side and remove the marks", 1
    if len(line) < 10:
        return None
    bare = _STRING.sub(_text_out, line) if b'"' in line or b"'" in line else line
    if match := _LONG_NUMBER.search(bare):
        return "number too long", f"at most {MAX_DIGITS} digits", match.start() + 1
    if b"[" * (MAX_BRACKETS + 1) in bare.replace(b" ", b""):
        return "nested too deep", f"at most {MAX_BRACKETS} brackets", 1
    if any(key.count(b".") > MAX_DOTS - 1 for key in _keys(bare)):
        return f"key too deep (limit {MAX_DOTS})", "use the keys that the program writes", 1
    if len(bare) > MAX_LINE:
        return f"line of {len(line):,} bytes; limit {MAX_LINE:,}", "split the line", MAX_LINE
    return None


def _text_out(text: re.Match[bytes]) -> bytes:
    """A closed text may be as long as the program writes it; an open one stays in the line."""
    return b"s" if text[1] or text[2] else text[0]


def _keys(bare: bytes) -> Iterator[bytes]:
    """What may be a dotted key in a line whose strings are taken out."""
    if bare.lstrip().startswith(b"["):
        yield bare
    elif b"=" in bare:
        yield from re.split(rb"[,{=]", bare)
