"""The dark default, for a hall. Blue, yellow and orange stay apart under red-green blindness."""

from __future__ import annotations

from textual.theme import Theme

HALL = Theme(
    name="hall",
    dark=True,
    primary="#5e9bd6",
    secondary="#7fb2df",
    accent="#e0a63a",
    foreground="#e6e6e6",
    background="#14161a",
    surface="#1b1e24",
    panel="#252a32",
    success="#56b4e9",
    warning="#f0e442",
    error="#f0883e",
    variables={"muted": "#a8adb5", "cursor": "#2f4a68", "cursor-text": "#ffffff"},
)
