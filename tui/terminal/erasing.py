"""Whether the terminal erases cells in the colour that is switched on, by its own account."""

from __future__ import annotations

import os
from functools import cache


@cache
def erases_in_colour() -> bool:
    """By the terminal database (`bce`); no where it does not say, and in GNU screen, whatever it is
    called there: it leaves its own ground. Asked when there is something to erase, for the
    database takes some milliseconds."""
    if "STY" in os.environ:
        return False
    try:
        import curses
    except ImportError:  # not everywhere a part of Python
        return False
    try:
        with open(os.devnull, "wb") as nowhere:
            curses.setupterm(os.environ.get("TERM") or "dumb", nowhere.fileno())
        return curses.tigetflag("bce") > 0
    except (OSError, curses.error):
        return False
