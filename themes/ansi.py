"""The terminal's own sixteen colours, for the Linux console and thin lines."""

from __future__ import annotations

from textual.theme import Theme

ANSI = Theme(
    name="ansi",
    ansi=True,
    dark=True,
    primary="ansi_blue",
    secondary="ansi_cyan",
    accent="ansi_yellow",
    foreground="ansi_default",
    background="ansi_default",
    surface="ansi_default",
    panel="ansi_default",
    boost="ansi_default",
    success="ansi_cyan",
    warning="ansi_yellow",
    error="ansi_red",
    variables={
        "muted": "ansi_default",
        "cursor": "ansi_white",
        "cursor-text": "ansi_black",
        "ansi-background": "ansi_black",
        "ansi-foreground": "ansi_white",
        "border-blurred": "ansi_black",
        "block-cursor-foreground": "ansi_black",
        "block-cursor-background": "ansi_white",
        "input-cursor-background": "ansi_white",
        "input-cursor-foreground": "ansi_black",
    },
)
