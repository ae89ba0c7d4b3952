"""How many cells a text takes in a terminal.

Terminals agree on nearly every letter. Where they do not (vowel signs beside their letter, joined
letters, emoji of several parts) this is the most that any of them takes, so that what stands
behind never covers it; `tui.terminal.output` then moves the cursor to where the text ends here.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

COLOURED = "\ufe0f"
"""Variation selector 16 asks for the coloured picture of the sign before it, two cells wide."""

_WIDER = dict.fromkeys(
    [0x302E, 0x302F, 0x16FF0, 0x16FF1, 0x3164, *range(0x1F3FB, 0x1F400), *range(0x3248, 0x3250)], 2
) | {0xFFA0: 1}
"""Characters to which many terminals give more cells than the library's table does: tone marks,
fillers, skin colours, ringed numbers."""


@lru_cache(maxsize=4096)
def character_width(character: str) -> int:
    """Cells of one character by itself: 0, 1 or 2."""
    from rich.cells import get_character_cell_size

    wider = _WIDER.get(ord(character))
    if wider is not None:
        return wider
    if unicodedata.category(character) == "Mc":
        return 1
    return get_character_cell_size(character, "latest")


def clusters(text: str) -> list[tuple[int, int, int]]:
    """The text in pieces that are never cut, a letter with what stands on it: (start, end, cells)
    of each."""
    pieces: list[tuple[int, int, int]] = []
    for at, character in enumerate(text):
        size = character_width(character)
        if pieces and (size == 0 or character == COLOURED):
            start, _, before = pieces[-1]
            coloured = character == COLOURED and before == 1 and not text[at - 1].isalpha()
            pieces[-1] = (start, at + 1, before + coloured)
        else:
            pieces.append((at, at + 1, size))
    return pieces


def text_width(text: str) -> int:
    """Cells of a text."""
    if text.isascii():
        return len(text)
    if COLOURED in text:
        return sum(cells for _, _, cells in clusters(text))
    return sum(map(character_width, text))
