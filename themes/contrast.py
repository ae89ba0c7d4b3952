"""White on black and nothing between, for tired eyes and bad screens."""

from __future__ import annotations

from textual.theme import Theme

CONTRAST = Theme(
    name="contrast",
    dark=True,
    primary="#ffffff",
    secondary="#ffffff",
    accent="#ffd700",
    foreground="#ffffff",
    background="#000000",
    surface="#000000",
    panel="#000000",
    success="#7fd4ff",
    warning="#ffff00",
    error="#ffa64d",
    variables={"muted": "#e0e0e0", "cursor": "#ffffff", "cursor-text": "#000000"},
)
