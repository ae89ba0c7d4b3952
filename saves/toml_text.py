"""TOML 1.0 as we write it: a heading, and nothing in it that a terminal or a pager would obey.

The library writes every text as a basic string and escapes what TOML forbids; characters that
TOML allows but a terminal acts on, or that turn or hide text, leave as escapes too.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from decimal import Decimal
from functools import cache
from typing import Any

import tomli_w

_ACTIVE = frozenset({"Cc", "Cs", "Co", "Cn", "Zl", "Zp", "Cf"})
_FACTS = re.compile(r'^(\s*(?:reasons|official) = )"((?:[^"\\]|\\["\\])*)"$', re.MULTILINE)
_NOT_ASCII = re.compile(r"[^\x00-\x7e]")


def toml_text(content: Mapping[str, Any], heading: str) -> str:
    """A whole file: heading as comments, plain keys, then tables and rows of tables.

    Values are texts, whole numbers, `Decimal`, true and false, lists and tables; None is left
    out, as TOML has none. TypeError for anything else.
    """
    lines = [f"# {line}".rstrip() for line in heading.splitlines()]
    body = tomli_w.dumps(_writable(content), indent=2)
    return "\n".join([*lines, "", _NOT_ASCII.sub(_harmless, _FACTS.sub(_literal, body))])


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
