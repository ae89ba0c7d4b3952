"""Colours as the terminal and its user want them, for every screen of the program."""

from __future__ import annotations

import os
from collections.abc import Sequence

from textual.filter import LineFilter, Monochrome, NoColor

import themes

TOKENS = {"muted": "#a8adb5", "cursor": "#2f4a68", "cursor-text": "#ffffff"}
"""Our own tokens, for themes that do not know them."""


def theme_wanted(*preferred: str) -> str:
    """The theme that `TOPBOARD_THEME` names; on the Linux console its own colours; else the first
    preferred one that there is."""
    known = {theme.name for theme in themes.ALL}
    wanted = os.environ.get("TOPBOARD_THEME", "")
    if wanted in known:
        return wanted
    if os.environ.get("TERM") == "linux":
        return "ansi"
    return next(name for name in (*preferred, "hall") if name in known)


def without_colour(kept: Sequence[LineFilter]) -> Sequence[LineFilter]:
    """`NO_COLOR` means the terminal's own two colours, not grey ones of ours (which on a
    terminal's own black can come out black)."""
    return [*(one for one in kept if not isinstance(one, Monochrome | NoColor)), NoColor()]
