"""Colours of the console. Marks carry the meaning; a colour only repeats it."""

from __future__ import annotations

from pathlib import Path

from textual.theme import Theme

from themes import ansi, colour_blind, contrast, hall, light, linux, projector
from themes.ansi import ANSI
from themes.colour_blind import COLOUR_BLIND
from themes.contrast import CONTRAST
from themes.hall import HALL
from themes.light import LIGHT
from themes.linux import LINUX
from themes.projector import PROJECTOR

ALL: tuple[Theme, ...] = (HALL, LIGHT, PROJECTOR, CONTRAST, COLOUR_BLIND, ANSI, LINUX)
ABOUT: dict[str, str] = {
    theme.name: (module.__doc__ or "").strip()
    for theme, module in zip(
        ALL, (hall, light, projector, contrast, colour_blind, ansi, linux), strict=True
    )
}
"""What each is for, by name."""
STYLE_SHEET = Path(__file__).parent / "console.tcss"
