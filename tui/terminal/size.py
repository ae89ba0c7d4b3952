"""How large a window may be: what a terminal or a browser claims is bounded before anything is
made of it. A claim of 65,535 by 65,535 costs nothing to send and gigabytes to paint."""

from __future__ import annotations

from textual.geometry import Size

MOST_COLUMNS = 800
MOST_ROWS = 300
"""A screen of eight million points has about as many of the smallest letters."""


def bounded(size: Size) -> Size:
    """The size that is painted: the upper left part of a window that claims to be larger."""
    return Size(min(max(size.width, 1), MOST_COLUMNS), min(max(size.height, 1), MOST_ROWS))
