"""Colours of the console. Marks carry the meaning; a colour only repeats it."""

from __future__ import annotations

from pathlib import Path

from textual.theme import Theme

from themes.built_in import BUILT_IN

ALL: tuple[Theme, ...] = tuple(theme for theme, _ in BUILT_IN.values())
ABOUT: dict[str, str] = {name: about for name, (_, about) in BUILT_IN.items()}
"""What each is for, by name."""
STYLE_SHEET = Path(__file__).parent / "console.tcss"
DIALOGS_SHEET = Path(__file__).parent / "dialogs.tcss"
"""Read with the first dialog."""
