"""Dark; orange, yellow, blue and green that stay apart under every kind of colour blindness."""

from __future__ import annotations

from textual.theme import Theme

COLOUR_BLIND = Theme(
    name="colour-blind",
    dark=True,
    primary="#598fff",
    secondary="#598fff",
    accent="#ffcf28",
    foreground="#ffffff",
    background="#14161a",
    surface="#1b1e24",
    panel="#252a32",
    success="#42ec95",
    warning="#ffcf28",
    error="#fb6241",
    variables={"muted": "#b4b9c1", "cursor": "#2f4a68", "cursor-text": "#ffffff"},
)
"""The hues of Okabe and Ito (2008), moved apart in lightness: at least 30 in CIELAB between any
two of must, should, note, done and text, also as a colour-blind eye sees them."""
