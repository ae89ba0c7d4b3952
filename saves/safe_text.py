"""Foreign text at the doors: names that people and files bring in, made harmless.

Terminals obey control sequences, and neither Textual nor Rich filters them; a name can also
hide characters or reverse a line. `clean` is for the way in (and says what it changed),
`safe` for the way out: a save file may have been edited by hand in between.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

LIMIT = 80
"""Characters of a name, club, title; longer text is cut."""
MAX_MARKS = 4
"""Combining marks on one letter; more would climb over the neighbouring lines."""
REPLACEMENT = "\ufffd"

_PLAIN = re.compile(r"[ -~]*")
_BAD_CATEGORIES = frozenset({"Cc", "Cs", "Co", "Cn", "Zl", "Zp", "Cf"})
JOINERS = frozenset("\u200c\u200d")
"""Between letters, and without a width: scripts need them."""


@lru_cache(maxsize=4096)
def safe(text: str, limit: int = LIMIT) -> str:
    """`text` with nothing in it that a terminal, a screen or a reader could trip over.

    Composed (NFC); control, private, unassigned, surrogate and bidirectional characters and
    line separators become U+FFFD; every kind of space a plain one; at most four combining
    marks on a letter; cut at `limit` characters. Applied twice it changes nothing more.
    """
    if len(text) <= limit and text.isascii() and _PLAIN.fullmatch(text):
        return text
    # a bounded look ahead: composing 1 MB for a name that is cut at 80 characters is waste
    text = unicodedata.normalize("NFC", text[: limit * (MAX_MARKS + 2)])
    shown: list[str] = []
    marks = 0
    for character in text:
        category = unicodedata.category(character)
        # a joiner is as invisible as a mark: it must not start the count again
        on_top = category in ("Mn", "Me") or character in JOINERS
        marks = marks + 1 if on_top else 0
        if marks > MAX_MARKS:
            continue
        if category == "Zs":
            shown.append(" ")
        elif category in _BAD_CATEGORIES and character not in JOINERS:
            shown.append(REPLACEMENT)
        else:
            shown.append(character)
    return "".join(shown[:limit])


def shortened(text: str, limit: int) -> str:
    """`text` as `safe` has it; one that is cut says so by `…` at its end. Nothing to be kept."""
    whole = safe(text, limit + 1)
    return whole if len(whole) <= limit else f"{whole[: limit - 1].rstrip()}…"


def clean(text: str, field: str, limit: int = LIMIT, where: str = "") -> tuple[str, list[str]]:
    """`text` for keeping, and a warning for each thing that had to be changed.

    `field` names the text in the warning ("name on line 8"), `where` is said of the place behind
    what is wrong (" in row 8"). Space at both ends goes without
    a word; runs of space become one.
    """
    warnings = [f"{field} {wrong}{where}; {done}" for wrong, done in _problems(text, limit)]
    cleaned = " ".join(safe(text.strip(), limit).split())
    return cleaned, warnings


def _problems(text: str, limit: int) -> list[tuple[str, str]]:
    """What is wrong, and what was done about it."""
    stripped = text.strip()
    if len(stripped) <= limit and stripped.isascii() and _PLAIN.fullmatch(stripped):
        return []
    problems: list[tuple[str, str]] = []
    if len(stripped) > limit:
        problems.append((f"has {len(stripped)} characters", f"limit {limit}; cut, check it"))
    for character in sorted(set(stripped[: limit * (MAX_MARKS + 2)])):
        category = unicodedata.category(character)
        if category in _BAD_CATEGORIES and character not in JOINERS:
            kind = "control" if category == "Cc" else "hidden" if category == "Cf" else "unknown"
            wrong = f"has {kind} character U+{ord(character):04X}"
            problems.append((wrong, "replaced, check it"))
    if re.search(r"[\u0300-\u036f]{5}", unicodedata.normalize("NFC", stripped[:1000])):
        problems.append((f"has more than {MAX_MARKS} marks on a letter", "cut, check it"))
    return problems
