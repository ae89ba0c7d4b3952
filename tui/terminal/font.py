"""The Linux console's font: Latin letters and the lines, blocks and arrows of code page 437.

What it lacks it shows as a lozenge each, so that a name is a riddle. Other letters come without
their accents there, and what has no such form as a question mark; only what is shown, never
what is kept.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from tui.terminal.widths import cell_len

_ARROWS = "☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼⌂"
GLYPHS = frozenset(
    [chr(code) for code in (*range(0x20, 0x7F), *range(0xA0, 0x100))]
    + [*bytes(range(0x80, 0x100)).decode("cp437"), *_ARROWS]
)
"""What every such font has."""
_BESIDE = {
    "…": "~", "–": "-", "—": "-", "−": "-", "\u2018": "'", "\u2019": "'", "“": '"', "”": '"',
    "„": '"', "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ħ": "h", "Ħ": "H", "\u0131": "i",
    "ŋ": "n", "œ": "o", "Œ": "O", "ŧ": "t", "ə": "e", "Ə": "E", "ẞ": "S", "ĸ": "k", "€": "E",
}  # fmt: skip
"""What has no decomposition, in as many cells."""


@lru_cache(maxsize=4000)
def shown(text: str) -> str:
    """`text` in as many cells, of nothing but what the console's font has."""
    return text if GLYPHS.issuperset(text) else "".join(map(_glyph, text))


@lru_cache(maxsize=2000)
def _glyph(letter: str) -> str:
    if letter in GLYPHS:
        return letter
    base = _BESIDE.get(letter) or unicodedata.normalize("NFD", letter)[0]
    size = cell_len(letter)
    return base if base in GLYPHS and cell_len(base) == size else "?" * size


class ConsoleFont(LineFilter):
    """Between the screen and a terminal that is the Linux console."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same line in its letters."""
        return [Segment(shown(text), style, control) for text, style, control in segments]
