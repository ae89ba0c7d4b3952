"""The last door before the terminal: no character that it would obey, whatever a screen shows; on
the Linux console none that its font lacks.

Text is made harmless where it comes in and where it is shown (`saves/safe_text.py`); what was
forgotten there stops here. The Linux console's font has Latin letters and the lines, blocks and
arrows of code page 437, and shows what it lacks as a lozenge each, so that a name is a riddle.
Other letters come without their accents there, and what has no such form as a question mark; only
what is shown, never what is kept.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from saves.safe_text import JOINERS, REPLACEMENT
from tui.terminal.widths import cell_len


def harmless(text: str) -> str:
    """`text` without anything that is no letter, in as many cells as it had."""
    return text if text.isprintable() else "".join(map(_letter, text))


def _letter(character: str) -> str:
    if character.isprintable() or character in JOINERS:
        return character
    if unicodedata.category(character) == "Zs":
        return " "
    return REPLACEMENT * cell_len(character)


class Harmless(LineFilter):
    """Between every widget and the terminal."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same segments, where nothing is in them."""
        if all(control or text.isprintable() for text, _, control in segments):
            return segments
        return [
            Segment(text if control else harmless(text), style, control)
            for text, style, control in segments
        ]


_ARROWS = "☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼⌂"
GLYPHS = frozenset(
    [chr(code) for code in (*range(0x20, 0x7F), *range(0xA0, 0x100))]
    + [*bytes(range(0x80, 0x100)).decode("cp437"), *_ARROWS]
)
"""What every such font has."""
_BESIDE = {
    "…": "~", "–": "-", "—": "-", "−": "-", "\u2018": "'", "\u2019": "'", "“": '"', "”": '"',
    "„": '"', "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ħ": "h", "Ħ": "H", "\u0131": "i",
    "▏": " ", "▎": " ", "▍": " ", "▋": "█", "▊": "█", "▉": "█", "▁": "_", "▂": "_", "▃": "_",
    "▅": "▄", "▆": "█", "▇": "█", "┃": "║", "✓": "+",
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
