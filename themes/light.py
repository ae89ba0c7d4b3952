"""Dark on light, for a bright room."""

from __future__ import annotations

from textual.theme import Theme

LIGHT = Theme(
    name="light",
    dark=False,
    primary="#0b4f8a",
    secondary="#1f5f99",
    accent="#7a4a00",
    foreground="#15181c",
    background="#fafaf7",
    surface="#f0f0ea",
    panel="#e2e3dc",
    success="#00557f",
    warning="#6b5900",
    error="#a33b00",
    variables={"muted": "#4d535b", "cursor": "#1d5586", "cursor-text": "#ffffff"},
)
