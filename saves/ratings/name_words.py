"""The words by which a name is found, whatever its script, accents and order."""

from __future__ import annotations

import re
from functools import lru_cache

from engine.alphabet import WRITTEN_OUT, fold

_APART = re.compile(r"[\W_]+")
_INSIDE = re.compile(r"['’`\-]")
MOST_WORDS = 8
MOST_LETTERS = 40


def words_of(name: str) -> str:
    """The words of a name for the index, folded. `O'Brien` is found by its parts and as one."""
    folded = fold(name)
    words = _split(folded)
    if _INSIDE.search(folded):
        words += [w for w in _split(_INSIDE.sub("", folded)) if w not in words]
    if not name.isascii() and (out := name.translate(WRITTEN_OUT)) != name:
        words += [w for w in _split(fold(out)) if w not in words]
    return " ".join(words)


@lru_cache(maxsize=256)
def wanted_words(text: str) -> tuple[tuple[str, ...], ...]:
    """What somebody types as words, each with the ways in which a list may have it written."""
    wanted: list[tuple[str, ...]] = []
    for word in text.split():
        for part in _split(fold(word.replace("'", " ").replace("’", " "))):
            wanted.append((part[:MOST_LETTERS],))
        out = _split(fold(word.translate(WRITTEN_OUT)))
        if len(out) == 1 and wanted and not word.isascii() and out[0] != wanted[-1][0]:
            wanted[-1] = (wanted[-1][0], out[0][:MOST_LETTERS])
    return tuple(wanted[:MOST_WORDS])


def _split(folded: str) -> list[str]:
    return [word for word in _APART.split(folded) if word]
