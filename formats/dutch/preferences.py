"""Colour preferences (C.04.3, article 1.7)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache

from engine.colours import OTHER, difference, last_colour, third_running
from engine.history import Colour


class Strength(IntEnum):
    """How much a player is due a colour."""

    NONE = 0
    """1.7.4: no game played yet."""
    MILD = 1
    """1.7.3: as many games with each colour; the other one than last time."""
    STRONG = 2
    """1.7.2: a difference of one."""
    ABSOLUTE = 3
    """1.7.1: a difference of more than one, or the same colour in the two latest games."""


@dataclass(frozen=True, slots=True)
class Preference:
    """The colour a player is due and why. Rounds without a game leave no trace (C.04.2, 3.4)."""

    colour: Colour | None = None
    strength: Strength = Strength.NONE
    difference: int = 0
    """1.6: games with White less games with Black."""
    doubled: Colour | None = None
    """The colour of the two latest games, if they had the same."""

    @property
    def absolute(self) -> bool:
        """1.7.1."""
        return self.strength == Strength.ABSOLUTE

    @property
    def wide(self) -> bool:
        """A colour difference that one more game of the same colour takes beyond two."""
        return abs(self.difference) > 1

    def clashes(self, other: Preference) -> bool:
        """Both are due the same colour."""
        return self.colour is not None and self.colour == other.colour


@lru_cache(maxsize=1 << 14)
def preference(colours: str) -> Preference:
    """The preference after these games, first to last: `WBB`."""
    last = last_colour(colours)
    if last is None:
        return Preference()
    gap = difference(colours)
    doubled = last if third_running(colours, last) else None
    behind: Colour = "B" if gap > 0 else "W"
    if abs(gap) > 1:
        return Preference(behind, Strength.ABSOLUTE, gap, doubled)
    if doubled:
        return Preference(OTHER[doubled], Strength.ABSOLUTE, gap, doubled)
    if gap:
        return Preference(behind, Strength.STRONG, gap)
    return Preference(OTHER[last], Strength.MILD)
