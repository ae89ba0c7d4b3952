"""The terminal's own colours, sixteen of them, for the Linux console and thin lines."""

from __future__ import annotations

from textual.theme import Theme

ANSI = Theme(
    name="ansi",
    ansi=True,
    dark=True,
    primary="ansi_default",
    secondary="ansi_default",
    accent="ansi_default",
    foreground="ansi_default",
    background="ansi_default",
    surface="ansi_default",
    panel="ansi_default",
    boost="ansi_default",
    success="ansi_default",
    warning="ansi_magenta",
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
"""Whether the ground is dark or bright nobody knows: yellow and cyan cannot be read on white, blue
not on black. Red and magenta, in bold, can be read on both; all else is as the terminal has it."""
