"""White on black and nothing between, for tired eyes and bad screens."""

from __future__ import annotations

from textual.theme import Theme

CONTRAST = Theme(
    name="contrast",
    dark=True,
    primary="#ffffff",
    secondary="#dadada",
    accent="#87d7ff",
    foreground="#ffffff",
    background="#000000",
    surface="#000000",
    panel="#000000",
    success="#ffffff",
    warning="#ffff00",
    error="#ff8787",
    variables={"muted": "#dadada", "cursor": "#ffffff", "cursor-text": "#000000"},
)
