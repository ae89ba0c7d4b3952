"""Colours of the 256 by their numbers, so that they are the same wherever they are shown.

A terminal of 256 colours would get the nearest by a formula that misses half of the greys; one of
true colour takes the number too, in 8 bytes in place of 15.
"""

from __future__ import annotations

from functools import lru_cache

from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual.color import Color as Ground
from textual.filter import LineFilter

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

    def apply(self, segments: list[Segment], background: Ground) -> list[Segment]:
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


def _numbered(colour: Color | None) -> Color | None:
    if colour is None or colour.triplet is None:
        return colour
    number = number_of(*colour.triplet)
    return colour if number is None else Color.from_ansi(number)
