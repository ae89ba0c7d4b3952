"""Values of the engine as plain tables and back: by their type hints, strictly.

What the journal keeps of an action. Nothing is converted in silence: a bool is not a number, a
text is not a number, an unknown key is an error. Points are numbers; JSON is read with exact
decimals.
"""

from __future__ import annotations

import json
import types
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import MISSING, fields, is_dataclass
from decimal import Decimal
from enum import Enum
from functools import cache, partial
from itertools import repeat
from types import NoneType
from typing import Any, Literal, Union, cast, get_args, get_origin, get_type_hints

from engine.entrants import Entrant, OfficialRatings
from engine.event import Bye, Event, Match
from engine.points import as_number
from engine.protocol import Format, why
from engine.reasons import SAID, Fact, Reason, Reasons
from saves.earlier_versions import part_named, reasons_in

PLAIN_TYPES = (str, int, bool)
Reader = Callable[[Any], Any]
Words = Callable[[Reasons], str]
"""The sentence of some reasons, written beside their facts for people."""
_LARGEST = 10**9
_DEEPEST = 8
"""At most this many lists and reasons are nested."""
_NAMES = {str: "a text in quotes", int: "a whole number", bool: "true or false"}


def words_of(event: Event, format: Format) -> Words:
    """The sentence of a board's reasons, safe to show in any pager."""
    return partial(why, format, event)


class BadValue(ValueError):
    """A value that is not of its type: where it is, and what it should be."""

    def __init__(self, where: str, problem: str, given: Any = ...) -> None:
        said = "" if given is ... else f", is {str(given)[:40]!r}"
        super().__init__(f"{where or 'it'} {problem}{said}")
        self.where, self.problem, self.given = where, problem, given

    def within(self, outer: str) -> BadValue:
        """The same, seen from further out: `[3].name` within `entrants`."""
        dot = "." if outer and self.where and not self.where.startswith("[") else ""
        return BadValue(f"{outer}{dot}{self.where}", self.problem, self.given)


def plain(value: Any, words: Words | None = None) -> Any:
    """Tables, lists, texts, numbers, None. Fields at their defaults are left out.

    With `words` the reasons of boards and byes are written as a sentence, too.
    """
    if value is None or isinstance(value, str | bool | int | float):
        return value
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Decimal):
        return as_number(value)
    if isinstance(value, Mapping):
        return {str(key): plain(item, words) for key, item in value.items()}
    if isinstance(value, list | tuple | frozenset | set):
        return [plain(item, words) for item in value]
    if isinstance(value, Reason):
        return {"code": value.code, **plain(value.facts)}
    if is_dataclass(value):
        row = {
            name: plain(now, words)
            for name, default in _defaults(value.__class__).items()
            if (now := getattr(value, name)) != default or type(now) is not type(default)
        }
        if isinstance(value, Match | Bye) and value.why:
            del row["why"]
            row |= why_row(value.why, words)
        return row
    raise BadValue(type(value).__name__, "cannot be saved")


def why_row(reasons: Reasons, words: Words | None) -> dict[str, Any]:
    """What a saved board or bye says of its reasons: `why` for people, `reasons` with the facts;
    where there are no facts, as in all files before there were any, `why` alone."""
    if len(reasons) == 1 and reasons[0].code == SAID:
        return {"why": reasons[0]["text"]}
    sentence = {"why": words(reasons)} if words is not None else {}
    return {**sentence, "reasons": plain(reasons)}


def _reasons_read(row: Mapping[str, Any]) -> Mapping[str, Any]:
    """Such a row as the fields of a board or a bye: its facts, or what its sentence says."""
    read = {key: value for key, value in row.items() if key != "reasons"}
    group = row.get("group")
    if "part" not in row and isinstance(group, str):
        part = part_named(group, row.get("stage") == "swiss")
        read |= {"part": part} if part else {}
    if "reasons" in row:
        read["why"] = _listed(row["reasons"])
    elif isinstance(text := row.get("why"), str):
        read["why"] = plain(reasons_in(text))
    elif "why" in row:
        raise BadValue("why", "must be a text")
    return read


def _listed(reasons: Any) -> Any:
    """The list of reasons, which a save file has as a text in JSON."""
    return _json_read(reasons) if isinstance(reasons, str) else reasons


def _json_read(text: str) -> Any:
    try:
        return json.loads(text, parse_float=Decimal)
    except (ValueError, RecursionError):
        raise BadValue("reasons", "cannot be read back") from None


def _reason_reader(value: Any, depth: int = 0) -> Reason:
    if isinstance(value, str):
        value = _json_read(value)
    if not isinstance(value, dict) or type(code := value.get("code")) is not str or not code:
        raise BadValue("", "must be a table with a code")
    return Reason(
        code, {name: _fact(fact, name, depth) for name, fact in value.items() if name != "code"}
    )


def _fact(value: Any, where: str, depth: int) -> Fact:
    if type(value) in (str, bool):
        return cast(Fact, value)
    if _is_number(value) and abs(number := Decimal(str(value))) < _LARGEST:
        return value if type(value) is int else round(number, 6).normalize()
    if depth < _DEEPEST and isinstance(value, list):
        return tuple(_fact(part, where, depth + 1) for part in value)
    if depth < _DEEPEST and isinstance(value, dict):
        return _reason_reader(value, depth + 1)
    raise BadValue(where, "cannot be read back")


LISTED_TEXT, LISTED_NUMBER = 120, 9999
"""Letters of a text and the largest number in what an entry keeps of a rating list."""
SHORTEST_OFFICIAL = 8
"""Fields of official ratings without those of K."""


@cache
def _defaults(kind: type) -> dict[str, Any]:
    """Every field of a dataclass with its default (MISSING without one)."""
    return {
        f.name: f.default_factory() if f.default_factory is not MISSING else f.default
        # fields of every action come after the fields of this one
        for f in sorted(fields(kind), key=lambda field: bool(field.kw_only))
    }


def typed(kind: Any, value: Any, where: str = "") -> Any:
    """`value` as a `kind`; raises `BadValue` naming the place."""
    try:
        return _reader(kind)(value)
    except BadValue as bad:
        raise bad.within(where) from None


@cache
def _reader(kind: Any) -> Reader:
    """What makes a `kind` of a value. Type hints are taken apart once, not for every value."""
    if kind is Any:
        return lambda value: value
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        return _union_reader(get_args(kind))
    if origin is Literal:
        words = get_args(kind)
        listed = ", ".join(map(repr, words))
        return _expecting(lambda value: value in words, f"one of {listed}")
    if origin is tuple:
        return _tuple_reader(get_args(kind))
    if origin in (Mapping, dict) or kind is Mapping:
        return _table_reader(get_args(kind))
    if kind in PLAIN_TYPES:
        return _expecting(lambda value: type(value) is kind, _NAMES[kind])
    if kind is Decimal:
        number = _expecting(_is_number, "a number")
        return lambda value: Decimal(str(number(value)))
    if isinstance(kind, type) and issubclass(kind, Enum):
        known = [member.value for member in kind]
        word = _expecting(lambda value: value in known, f"one of {', '.join(map(str, known))}")
        return lambda value: kind(word(value))
    if kind is Reason:
        return _reason_reader
    if is_dataclass(kind) and isinstance(kind, type):
        return _record_reader(kind)
    return _unreadable


def _as_it_is(row: Mapping[str, Any]) -> Mapping[str, Any]:
    return row


def _official_read(row: Mapping[str, Any]) -> Mapping[str, Any]:
    """The official ratings of an entry, which a save file has as rows in one line of JSON: tables
    of them would make the entry list twice as long."""
    if not isinstance(text := row.get("official"), str):
        return row
    names = tuple(_defaults(OfficialRatings))
    try:
        rows = json.loads(text)
        # without K in files of earlier versions, and where no list says it
        whole = [[*one, None, None, None] if len(one) == SHORTEST_OFFICIAL else one for one in rows]
        official = [dict(zip(names, one, strict=True)) for one in whole]
        good = all(_harmless(value) for one in official for value in one.values())
    except (ValueError, TypeError, RecursionError):
        good, official = False, []
    if not good:
        raise BadValue("official", "cannot be read back")
    return {**row, "official": official}


def _harmless(value: Any) -> bool:
    """Whether a value is one that a rating list can have."""
    if isinstance(value, str):
        return len(value) <= LISTED_TEXT and value.isprintable()
    return value is None or (isinstance(value, int) and 0 <= value <= LISTED_NUMBER)


_READ_BEFORE: Mapping[type, Callable[[Mapping[str, Any]], Mapping[str, Any]]] = {
    Match: _reasons_read,
    Bye: _reasons_read,
    Entrant: _official_read,
}
"""What a row has in a text that holds more than one value."""


def _unreadable(value: Any) -> Any:
    raise BadValue("", "cannot be read back")


def _is_number(value: Any) -> bool:
    return type(value) in (int, float, Decimal) and Decimal(value).is_finite()


def _expecting(good: Callable[[Any], bool], expected: str) -> Reader:
    def read(value: Any) -> Any:
        if not good(value):
            raise BadValue("", f"must be {expected}", value)
        return value

    return read


def _union_reader(members: tuple[Any, ...]) -> Reader:
    *others, last = (_reader(member) for member in members if member is not NoneType)
    may_be_none = NoneType in members

    def read(value: Any) -> Any:
        if value is None and may_be_none:
            return None
        for other in others:
            with suppress(BadValue):
                return other(value)
        return last(value)

    return read


def _table_reader(kinds: tuple[Any, ...]) -> Reader:
    a_table = _expecting(lambda value: isinstance(value, dict), "a table")
    if not kinds or kinds[1] is Any:
        return a_table
    every = _reader(kinds[1])

    def read(value: Any) -> Any:
        parsed = {}
        for key, item in a_table(value).items():
            try:
                parsed[key] = every(item)
            except BadValue as bad:
                raise bad.within(key) from None
        return parsed

    return read


def _tuple_reader(kinds: tuple[Any, ...]) -> Reader:
    a_list = _expecting(lambda value: isinstance(value, list), "a list")
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        every = _reader(kinds[0])
        return lambda value: _each(repeat(every), a_list(value))
    readers = [_reader(kind) for kind in kinds]
    so_long = _expecting(lambda value: len(value) == len(readers), f"a list of {len(readers)}")
    return lambda value: _each(readers, so_long(a_list(value)))


def _each(readers: Iterable[Reader], values: list[Any]) -> tuple[Any, ...]:
    parsed: list[Any] = []
    try:
        for read, value in zip(readers, values, strict=False):
            parsed.append(read(value))
    except BadValue as bad:
        raise bad.within(f"[{len(parsed)}]") from None
    return tuple(parsed)


@cache
def field_readers(kind: type) -> dict[str, Reader]:
    """By the name of a field what reads it."""
    hints = get_type_hints(kind)
    return {name: _reader(hints[name]) for name in _defaults(kind)}


def fields_read(
    kind: type, row: Mapping[str, Any], unknown: str = "is not known here"
) -> dict[str, Any]:
    """The values of a row by field of that kind; `unknown` is what any other key is called."""
    readers, values = field_readers(kind), {}
    for key, item in row.items():
        if key not in readers:
            raise BadValue(key, unknown)
        try:
            values[key] = readers[key](item)
        except BadValue as bad:
            raise bad.within(key) from None
    return values


def _record_reader(kind: type) -> Reader:
    defaults = _defaults(kind)
    needed = [name for name, default in defaults.items() if default is MISSING]
    a_table = _expecting(lambda value: isinstance(value, dict), "a table")
    before = _READ_BEFORE.get(kind, _as_it_is)

    def read(value: Any) -> Any:
        table = a_table(value)
        for name in needed:
            if name not in table:
                raise BadValue(name, "is missing")
        return kind(**fields_read(kind, before(table)))

    return read
