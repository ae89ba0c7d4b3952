"""The last door before the terminal: no character that it would obey, whatever a screen shows.

Text is made harmless where it comes in and where it is shown (`saves/safe_text.py`); what was
forgotten there stops here.
"""

from __future__ import annotations

import unicodedata

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
