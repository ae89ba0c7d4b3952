"""The Linux console's sixteen colours, on its black ground."""

from __future__ import annotations

from dataclasses import replace

from themes.ansi import ANSI

LINUX = replace(
    ANSI,
    name="linux",
    primary="ansi_bright_cyan",
    accent="ansi_bright_cyan",
    warning="ansi_bright_yellow",
    error="ansi_bright_red",
)
"""Its ground is black for certain, so that bright colours can be read, without bold."""
