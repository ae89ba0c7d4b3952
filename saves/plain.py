"""Values of the engine as plain tables and back: by their type hints, strictly.

What the journal keeps of an action. Nothing is converted in silence: a bool is no number, a
text is no number, an unknown key is an error. Points are numbers; JSON is read with exact
decimals.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import MISSING, fields, is_dataclass
from decimal import Decimal
from enum import Enum
from functools import cache
from itertools import repeat
from types import NoneType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from engine.event import as_number

PLAIN_TYPES = (str, int, bool)
Reader = Callable[[Any], Any]


class BadValue(ValueError):
    """A value that is not of its type: where it stands, what it should be."""

    def __init__(self, where: str, what: str) -> None:
        super().__init__(f"{where or 'it'} {what}")
        self.where, self.what = where, what

    def within(self, outer: str) -> BadValue:
        """The same, told from further out: `[3].name` within `entrants`."""
        dot = "." if outer and self.where and not self.where.startswith("[") else ""
        return BadValue(f"{outer}{dot}{self.where}", self.what)


def plain(value: Any) -> Any:
    """Tables, lists, texts, numbers, None. Fields at their defaults are left out."""
    if value is None or isinstance(value, str | bool | int | float):
        return value
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Decimal):
        return as_number(value)
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple | frozenset | set):
        return [plain(item) for item in value]
    if is_dataclass(value):
        return {
            name: plain(now)
            for name, default in _defaults(value.__class__).items()
            if (now := getattr(value, name)) != default or type(now) is not type(default)
        }
    raise BadValue(type(value).__name__, "cannot be saved")


@cache
def _defaults(kind: type) -> dict[str, Any]:
    """Every field of a dataclass with its default (MISSING without one)."""
    return {
        f.name: f.default_factory() if f.default_factory is not MISSING else f.default
        for f in fields(kind)
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
        return _expecting(lambda value: value in words, f"one of {words}")
    if origin is tuple:
        return _tuple_reader(get_args(kind))
    if origin in (Mapping, dict) or kind is Mapping:
        return _expecting(lambda value: isinstance(value, dict), "a table")
    if kind in PLAIN_TYPES:
        return _expecting(lambda value: type(value) is kind, _NAMES[kind])
    if kind is Decimal:
        number = _expecting(_is_number, "a number")
        return lambda value: Decimal(str(number(value)))
    if isinstance(kind, type) and issubclass(kind, Enum):
        word = _expecting(lambda value: value in {m.value for m in kind}, "a known word")
        return lambda value: kind(word(value))
    if is_dataclass(kind) and isinstance(kind, type):
        return _record_reader(kind)
    return _unreadable


_NAMES = {str: "a text", int: "a whole number", bool: "true or false"}


def _unreadable(value: Any) -> Any:
    raise BadValue("", "cannot be read back")


def _is_number(value: Any) -> bool:
    return type(value) in (int, float, Decimal) and Decimal(value).is_finite()


def _expecting(good: Callable[[Any], bool], what: str) -> Reader:
    def read(value: Any) -> Any:
        if not good(value):
            raise BadValue("", f"must be {what}, is {str(value)[:40]!r}")
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


def _tuple_reader(kinds: tuple[Any, ...]) -> Reader:
    a_list = _expecting(lambda value: isinstance(value, list), "a list")
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        every = _reader(kinds[0])
        return lambda value: _each(repeat(every), a_list(value))
    readers = [_reader(kind) for kind in kinds]
    so_long = _expecting(lambda value: len(value) == len(readers), f"a list of {len(readers)}")
    return lambda value: _each(readers, so_long(a_list(value)))


def _each(readers: Iterable[Reader], values: list[Any]) -> tuple[Any, ...]:
    found: list[Any] = []
    try:
        for read, value in zip(readers, values, strict=False):
            found.append(read(value))
    except BadValue as bad:
        raise bad.within(f"[{len(found)}]") from None
    return tuple(found)


def _record_reader(kind: type) -> Reader:
    hints, defaults = get_type_hints(kind), _defaults(kind)
    readers = {name: _reader(hints[name]) for name in defaults}
    needed = [name for name, default in defaults.items() if default is MISSING]
    a_table = _expecting(lambda value: isinstance(value, dict), "a table")

    def read(value: Any) -> Any:
        given = {}
        for key, item in a_table(value).items():
            if key not in readers:
                raise BadValue(key, "is not known here")
            try:
                given[key] = readers[key](item)
            except BadValue as bad:
                raise bad.within(key) from None
        for name in needed:
            if name not in given:
                raise BadValue(name, "is missing")
        return kind(**given)

    return read
