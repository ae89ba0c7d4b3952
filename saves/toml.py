"""TOML read, written, and edited by people: the only place that knows a parser.

In front of the parser is a guard, and its errors name file and line.
A parser of TOML can be made to take minutes or gigabytes by a few kilobytes of dotted keys or
brackets, and not all of its failures are its own error class. The guard is linear and knows
what a save file looks like; only what passes it is parsed.

What is written is TOML 1.0 with a heading, and nothing in it that a terminal or a pager would obey.
The library writes every text as a basic string and escapes what TOML forbids; characters that TOML
allows but a terminal acts on, or that turn or hide text, leave as escapes too.

The values of a file that people edit are each of its kind, or the place of what is wrong is named.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from decimal import Decimal, InvalidOperation
from functools import cache
from typing import Any

import tomli

from engine.refusal import Refused
from saves.safe_text import safe

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

Place = tuple[int | str, ...]
"""Keys, and rows from 0, from the outermost on."""


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
    ("Expected newline", "something follows the value; texts and dates are in quotes"),
    ("Invalid value", 'the value is missing or has no quotes, as in title = "Open"'),
    ("Cannot overwrite", "the key is in this table twice"),
    ("Cannot declare", "the table is in the file twice"),
    ("Cannot mutate", "the table is closed: write all its keys in one place"),
    ("Unterminated string", "a quotation mark is missing at the end of a text"),
    ("Unclosed", "a bracket is not closed, or a comma is missing"),
    ("Expected ']", "the bracket of a heading is not closed, as in {heading}"),
    ("Unescaped", "a backslash in a text: write it twice"),
    ("Illegal character '\\n'", "a quotation mark is missing at the end of a text"),
    ("Illegal character", "a character that is not allowed there"),
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


def line_of(data: bytes, place: Place) -> int:
    """The line, from 1, of a key in a file as we write it; 0 if it is not found."""
    lines = data.decode("utf-8", "replace").splitlines()
    start, rest = 0, list(place)
    if len(rest) >= 2 and isinstance(rest[1], int):
        heads = [i for i, line in enumerate(lines) if line.strip() == f"[[{rest[0]}]]"]
        if rest[1] >= len(heads):
            return 0
        start, rest = heads[rest[1]], rest[2:]
    elif len(rest) >= 2:
        start = next((i for i, line in enumerate(lines) if line.strip() == f"[{rest[0]}]"), 0)
        rest = rest[1:]
    if not rest:
        return start + 1 if lines else 0
    pattern = re.compile(rf"\s*{re.escape(str(rest[0]))}\s*=")
    return next((i + 1 for i in range(start, len(lines)) if pattern.match(lines[i])), 0)


_ACTIVE = frozenset({"Cc", "Cs", "Co", "Cn", "Zl", "Zp", "Cf"})
_FACTS = r'(?m)^(\s*(?:reasons|official) = )"((?:[^"\\]|\\["\\])*)"$'
_NOT_ASCII = r"[^\x00-\x7e]"


def toml_text(content: Mapping[str, Any], heading: str) -> str:
    """A whole file: heading as comments, plain keys, then tables and rows of tables.

    Values are texts, whole numbers, `Decimal`, true and false, lists and tables; None is left
    out, as TOML has none. TypeError for anything else.
    """
    import tomli_w

    lines = [f"# {line}".rstrip() for line in heading.splitlines()]
    body = tomli_w.dumps(_writable(content), indent=2)
    return "\n".join([*lines, "", re.sub(_NOT_ASCII, _harmless, re.sub(_FACTS, _literal, body))])


def _literal(match: re.Match[str]) -> str:
    """Facts in JSON, whose many quotation marks would all be escaped, between apostrophes."""
    text = re.sub(r"\\(.)", r"\1", match[2])
    return match[0] if "'" in text else f"{match[1]}'{text}'"


def _writable(value: Any) -> Any:
    """The value without None, numbers with a point in their shortest form."""
    if isinstance(value, Decimal):
        return Decimal(f"{value.normalize():f}")
    if isinstance(value, Mapping):
        return {key: _writable(part) for key, part in value.items() if part is not None}
    if isinstance(value, list | tuple):
        return [_writable(part) for part in value]
    if isinstance(value, str | int):
        return value
    raise TypeError(f"{type(value).__name__} has no place in a save file")


def _harmless(match: re.Match[str]) -> str:
    return _escaped(match[0])


@cache
def _escaped(character: str) -> str:
    if unicodedata.category(character) not in _ACTIVE:
        return character
    code = ord(character)
    return f"\\U{code:08X}" if code > 0xFFFF else f"\\u{code:04X}"


TEXT_LIMIT = 120
"""Characters of a text that is neither a name nor a description."""


class WrongValue(Exception):
    """A value that cannot be taken: its place in the file, and what is wrong with it."""

    def __init__(self, place: Place, problem: str) -> None:
        super().__init__(problem)
        self.place, self.problem = place, problem


@contextmanager
def lines_named(data: bytes, name: str, remedy: str) -> Iterator[None]:
    """A wrong value is raised as `BadSave` with its line in the file."""
    try:
        yield
    except WrongValue as wrong:
        raise BadSave(name, wrong.problem, remedy, line_of(data, wrong.place)) from None
    except BadSave as bad:
        raise BadSave(name, bad.what, remedy, bad.row, bad.column) from None


def text_at(row: Mapping[str, Any], key: str, place: Place, limit: int = TEXT_LIMIT) -> str:
    """A text without control characters; empty where the row has none."""
    value = row.get(key, "")
    if type(value) is not str:
        raise WrongValue((*place, key), f"{key} must be a text in quotes")
    if len(value) > limit:
        raise WrongValue((*place, key), f"{key} must have {limit} characters or fewer")
    return safe(value.strip(), limit)


def texts_at(row: Mapping[str, Any], key: str, place: Place, between: str = "") -> tuple[str, ...]:
    """Several texts; a single one is a list of one, or is divided at `between`."""
    values = row.get(key, [])
    if type(values) is str:
        values = values.split(between) if between else [values]
    if not isinstance(values, list) or not all(type(value) is str for value in values):
        raise WrongValue((*place, key), f'{key} must be texts, as ["a", "b"]')
    return tuple(safe(value.strip(), TEXT_LIMIT) for value in values if value.strip())


def whole_at(row: Mapping[str, Any], key: str, place: Place, most: int) -> int | None:
    """A whole number from 0 to `most`; None where the row has none."""
    value = row.get(key)
    if value is not None and (type(value) is not int or not 0 <= value <= most):
        raise WrongValue((*place, key), f"{key} must be a whole number from 0 to {most}")
    return value


def flag_at(row: Mapping[str, Any], key: str, place: Place) -> bool | None:
    """True or false; None where the row says neither."""
    value = row.get(key)
    if value is not None and type(value) is not bool:
        raise WrongValue((*place, key), f"{key} must be true or false")
    return value


def money_of(value: Any, place: Place) -> int:
    """An amount in cents: `35`, `35.5`, `"35.00"`."""
    from engine.money import cents

    key = next((str(part) for part in reversed(place) if isinstance(part, str)), "it")
    try:
        if type(value) is Decimal and value.is_finite() and value == round(value, 2) >= 0:
            return cents(f"{value:.2f}")
        if type(value) in (int, str):
            return cents(str(value))
    except Refused:
        pass
    raise WrongValue(
        place, f'{key}: {safe(str(value), 20)!r} is not an amount; write it as "35.00"'
    )
