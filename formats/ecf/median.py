"""The order in which a level is searched for its bye and its floaters: from the median."""

from __future__ import annotations

from collections.abc import Sequence

from engine.history import Colour
from formats.ecf.colours import majority
from formats.ecf.field import EcfField


def from_median(players: Sequence[int]) -> list[int]:
    """Players of a level in grade order: from the one just below the mid-line downwards, then
    upwards. Of an odd number he is the median itself (rule 4: 31 of 61)."""
    middle = len(players) // 2
    return [*players[middle:], *reversed(players[:middle])]


def larger_colour(field: EcfField, players: Sequence[int]) -> Colour | None:
    """The colour due to more of them; None if neither is."""
    return majority([field.players[i].due for i in players])
