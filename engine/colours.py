"""Colours: what an entrant has had, and what is due."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.history import Colour


OTHER: dict[Colour, Colour] = {"W": "B", "B": "W"}
COLOUR_NAMES = {"W": "White", "B": "Black"}


def last_colour(colours: str) -> Colour | None:
    """The colour of the latest game, byes skipped; None before the first."""
    if not colours:
        return None
    return "W" if colours[-1] == "W" else "B"


def third_running(colours: str, new: Colour) -> bool:
    """Whether `new` would be the third game running with the same colour."""
    return len(colours) >= 2 and colours[-1] == colours[-2] == new


def difference(colours: str) -> int:
    """Games with White less games with Black."""
    return colours.count("W") - colours.count("B")


MOST_DIFFERENCE = 2
"""Games with one colour more than with the other that nobody exceeds (C.04.1)."""


def exceeds(colours: str, new: Colour) -> bool:
    """Whether `new` takes the difference beyond two, further than it was."""
    return abs(difference(colours + new)) > max(MOST_DIFFERENCE, abs(difference(colours)))
