"""Colours of the console. Marks carry the meaning; a colour only repeats it."""

from __future__ import annotations

from pathlib import Path

from textual.theme import Theme

from themes.ansi import ANSI
from themes.contrast import CONTRAST
from themes.hall import HALL
from themes.light import LIGHT

ALL: tuple[Theme, ...] = (HALL, LIGHT, CONTRAST, ANSI)
STYLE_SHEET = Path(__file__).parent / "console.tcss"
