"""The last door before the terminal: no character that it would obey, whatever a screen shows; on
the Linux console none that its font lacks.

Text is made harmless where it comes in and where it is shown (`saves/safe_text.py`); what was
forgotten there stops here. The Linux console's font has Latin letters and the lines, blocks and
arrows of code page 437, and shows what it lacks as a lozenge each, so that a name is a riddle.
Other letters come without their accents there, and what has no such form as a question mark; only
what is shown, never what is kept.

A terminal of 256 colours would get the nearest by a formula that misses half of the greys; one of
true colour takes the number too, in 8 bytes in place of 15.
"""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from rich.color import Color as RichColor
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter, Monochrome, NoColor

from saves.safe_text import JOINERS, REPLACEMENT
from tui.terminal.widths import cell_len


def harmless(text: str) -> str:
    """`text` without anything that is not a letter, in as many cells as it had."""
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


# Colours by number

_STEPS = (0, 95, 135, 175, 215, 255)


@lru_cache(1024)
def number_of(red: int, green: int, blue: int) -> int | None:
    """The number of that colour among the 256; None where it is none of them."""
    if red == green == blue and red % 10 == 8 and red < 248:
        return 232 + red // 10
    if not {red, green, blue} <= set(_STEPS):
        return None
    return 16 + 36 * _STEPS.index(red) + 6 * _STEPS.index(green) + _STEPS.index(blue)


class CubeColours(LineFilter):
    """Between the screen and a terminal."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same line, its colours by number."""
        return [
            Segment(text, style and numbered(style), control) for text, style, control in segments
        ]


@lru_cache(4096)
def numbered(style: Style) -> Style:
    """The style with its colours by number."""
    front, ground = _numbered(style.color), _numbered(style.bgcolor)
    if front is style.color and ground is style.bgcolor:
        return style
    return style + Style(color=front, bgcolor=ground)


def _numbered(colour: RichColor | None) -> RichColor | None:
    if colour is None or colour.triplet is None:
        return colour
    number = number_of(*colour.triplet)
    return colour if number is None else RichColor.from_ansi(number)


def line_filters(others: Sequence[LineFilter], no_color: bool) -> Sequence[LineFilter]:
    """What stands between the screens and the terminal: `NO_COLOR` means the terminal's own two
    colours, not grey ones of ours (which on its own black can come out black); the Linux console
    gets no letter that its font lacks; no terminal gets what it would obey."""
    filters = [HARMLESS, *others, CUBE]
    if no_color:
        filters = [one for one in filters if not isinstance(one, Monochrome | NoColor)]
        filters.append(NO_COLOUR)
    if os.environ.get("TERM") == "linux":
        filters.append(CONSOLE_FONT)
    return filters


HARMLESS, CUBE, NO_COLOUR, CONSOLE_FONT = Harmless(), CubeColours(), NoColor(), ConsoleFont()
"""One of each: a line keeps what a filter made of it, for as long as it is the same filter."""
