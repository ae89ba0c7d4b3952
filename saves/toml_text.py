"""TOML 1.0 as we write it: one fixed layout that a person can read and compare.

Written here and not by a library because a save file is opened with editors and pagers too:
every character that a terminal would obey leaves as an escape.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping
from decimal import Decimal
from functools import cache
from typing import Any

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_PLAIN = re.compile(r"[ !#-\[\]-~]*")
_ACTIVE = frozenset({"Cc", "Cs", "Co", "Cn", "Zl", "Zp", "Cf"})


WIDTH = 100
"""Characters; a longer list goes on several lines."""


def toml_text(content: Mapping[str, Any], heading: str) -> str:
    """A whole file: heading as comments, plain keys, then tables and rows of tables.

    Values are texts, whole numbers, `Decimal`, true and false, lists and tables; None is left
    out, as TOML has none.
    """
    lines = [f"# {line}".rstrip() for line in heading.splitlines()]
    lines += ["", *_pairs(content)]
    for key, value in content.items():
        if isinstance(value, Mapping):
            lines += ["", f"[{_key(key)}]", *_pairs(value)]
        elif _is_rows(value):
            for row in value:
                lines += ["", f"[[{_key(key)}]]", *_pairs(row, inside=True)]
    return "\n".join(lines) + "\n"


def _is_rows(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], Mapping)


def _pairs(table: Mapping[str, Any], inside: bool = False) -> list[str]:
    return [
        _pair(key, value)
        for key, value in table.items()
        if value is not None and (inside or not (isinstance(value, Mapping) or _is_rows(value)))
    ]


def _pair(key: str, value: Any) -> str:
    """One line, but for a list that would be too long to read."""
    line = f"{_key(key)} = {_value(value)}"
    if len(line) <= WIDTH or not isinstance(value, list | tuple):
        return line
    rows = [""]
    for item in map(_value, value):
        if rows[-1] and len(rows[-1]) + len(item) > WIDTH - 6:
            rows.append("")
        rows[-1] += f" {item},"
    return "\n".join([f"{_key(key)} = [", *(f"   {row}" for row in rows), "]"])


@cache
def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _string(key)


def _value(value: Any) -> str:
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, Decimal):
        return _number(value)
    if isinstance(value, Mapping):
        pairs = (f"{_key(k)} = {_value(v)}" for k, v in value.items() if v is not None)
        return "{ " + ", ".join(pairs) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_value(item) for item in value) + "]"
    raise TypeError(f"{type(value).__name__} has no place in a save file")


def _number(value: Decimal) -> str:
    text = f"{value.normalize():f}"
    return text if "." in text else f"{text}.0"


def _string(text: str) -> str:
    if _PLAIN.fullmatch(text):
        return f'"{text}"'
    quoted = json.dumps(text, ensure_ascii=False)
    if text.isascii() and "\x7f" not in text:
        return quoted
    return "".join(map(_escaped, quoted))


def _escaped(character: str) -> str:
    if unicodedata.category(character) not in _ACTIVE:
        return character
    code = ord(character)
    return f"\\U{code:08X}" if code > 0xFFFF else f"\\u{code:04X}"
