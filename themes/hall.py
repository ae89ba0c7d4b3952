"""The dark default, for a hall: one accent, one colour for attention, red for what must not be."""

from __future__ import annotations

from textual.theme import Theme

HALL = Theme(
    name="hall",
    dark=True,
    primary="#5fafff",
    secondary="#a8a8a8",
    accent="#5fafff",
    foreground="#e4e4e4",
    background="#121212",
    surface="#1c1c1c",
    panel="#262626",
    success="#e4e4e4",
    warning="#ffd75f",
    error="#ff5f5f",
    variables={"muted": "#a8a8a8", "cursor": "#005f87", "cursor-text": "#ffffff"},
)
