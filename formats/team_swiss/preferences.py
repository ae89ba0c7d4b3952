"""Colour preferences of teams (C.04.6, article 1.7). None of them is absolute."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from engine.colours import OTHER, difference, last_colour
from engine.history import Colour
from formats.team_swiss.position import PreferenceType

TeamStrength = Literal["none", "mild", "simple", "strong"]
"""Type A knows simple preferences alone, type B mild and strong ones."""


@dataclass(frozen=True, slots=True)
class TeamPreference:
    """The colour that a team's first board is due, and how much."""

    colour: Colour | None = None
    strength: TeamStrength = "none"
    difference: int = 0
    """1.6.2: matches with White less matches with Black."""

    @property
    def strong(self) -> bool:
        """C9 and 4.3.4 weigh it."""
        return self.strength == "strong"

    def clashes(self, other: TeamPreference) -> bool:
        """Both are due the same colour, so that one of them does not have it (C8)."""
        return self.colour is not None and self.colour == other.colour


@lru_cache(maxsize=1 << 12)
def team_preference(colours: str, kind: PreferenceType, last_round: bool) -> TeamPreference:
    """The preference after matches with these colours, first to last: `WBB`.

    In the last round a difference of nought makes no mild preference (1.7.2); two matches running
    with one colour make a strong one in every round.
    """
    gap, last = difference(colours), last_colour(colours)
    if kind == "none" or last is None:
        return TeamPreference(difference=gap)
    behind: Colour = "B" if gap > 0 else "W" if gap < 0 else OTHER[last]
    doubled = len(colours) > 1 and colours[-2] == last and behind != last
    if abs(gap) > 1 or doubled:
        return TeamPreference(behind, "simple" if kind == "A" else "strong", gap)
    if kind == "B" and (gap or not last_round):
        return TeamPreference(behind, "mild", gap)
    return TeamPreference(difference=gap)
