"""Dark on light, for a bright room."""

from __future__ import annotations

from textual.theme import Theme

LIGHT = Theme(
    name="light",
    dark=False,
    primary="#005faf",
    secondary="#585858",
    accent="#005faf",
    foreground="#121212",
    background="#ffffff",
    surface="#eeeeee",
    panel="#e4e4e4",
    success="#121212",
    warning="#875f00",
    error="#af0000",
    variables={"muted": "#585858", "cursor": "#005f87", "cursor-text": "#ffffff"},
)
