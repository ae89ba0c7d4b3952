"""Values of the engine as plain tables and back: by their type hints, strictly.

What the journal keeps of an action. Nothing is converted in silence: a bool is no number, a
text is no number, an unknown key is an error. Points are numbers; JSON is read with exact
decimals.
"""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from decimal import Decimal
from enum import Enum
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from engine.event import as_number

PLAIN_TYPES = (str, int, bool)


class BadValue(ValueError):
    """A value that is not of its type: where it stands, what it should be."""

    def __init__(self, where: str, what: str) -> None:
        super().__init__(f"{where or 'it'} {what}")
        self.where, self.what = where, what


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


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def typed(kind: Any, value: Any, where: str = "") -> Any:
    """`value` as a `kind`; raises `BadValue` naming the place."""
    if kind is Any:
        return value
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        return _typed_union(kind, value, where)
    if origin is Literal:
        return _expect(value in get_args(kind), value, where, f"one of {get_args(kind)}")
    if origin is tuple:
        return _typed_tuple(get_args(kind), value, where)
    if origin in (Mapping, dict) or kind is Mapping:
        return _expect(isinstance(value, dict), value, where, "a table")
    if kind in PLAIN_TYPES:
        return _expect(type(value) is kind, value, where, _NAMES[kind])
    if kind is Decimal:
        good = type(value) in (int, float, Decimal) and Decimal(value).is_finite()
        return Decimal(str(_expect(good, value, where, "a number")))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(_expect(value in {m.value for m in kind}, value, where, "a known word"))
    if is_dataclass(kind) and isinstance(kind, type):
        return _typed_record(kind, value, where)
    raise BadValue(where, "cannot be read back")


_NAMES = {str: "a text", int: "a whole number", bool: "true or false"}


def _expect(good: bool, value: Any, where: str, what: str) -> Any:
    if not good:
        raise BadValue(where, f"must be {what}, is {str(value)[:40]!r}")
    return value


def _typed_union(kind: Any, value: Any, where: str) -> Any:
    members = get_args(kind)
    if value is None and type(None) in members:
        return None
    rest = [member for member in members if member is not type(None)]
    for member in rest[:-1]:
        try:
            return typed(member, value, where)
        except BadValue:
            continue
    return typed(rest[-1], value, where)


def _typed_tuple(kinds: tuple[Any, ...], value: Any, where: str) -> tuple[Any, ...]:
    _expect(isinstance(value, list), value, where, "a list")
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        return tuple(typed(kinds[0], item, f"{where}[{i}]") for i, item in enumerate(value))
    _expect(len(value) == len(kinds), value, where, f"a list of {len(kinds)}")
    return tuple(
        typed(k, v, f"{where}[{i}]") for i, (k, v) in enumerate(zip(kinds, value, strict=True))
    )


def _typed_record(kind: type, value: Any, where: str) -> Any:
    _expect(isinstance(value, dict), value, where, "a table")
    hints, defaults = _hints(kind), _defaults(kind)
    for key in value:
        if key not in defaults:
            raise BadValue(f"{where}.{key}".lstrip("."), "is not known here")
    given = {
        key: typed(hints[key], item, f"{where}.{key}".lstrip(".")) for key, item in value.items()
    }
    for key, default in defaults.items():
        if default is MISSING and key not in given:
            raise BadValue(f"{where}.{key}".lstrip("."), "is missing")
    return kind(**given)
