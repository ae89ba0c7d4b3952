"""The ratings that a player has in rating lists, beside the one he plays with.

The rating of the tournament (`Entrant.rating`) is the arbiter's: it may be taken from a list, and
then `counts` marks which official rating that is; where none is marked, it was entered by hand.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Rate = Literal["standard", "rapid", "blitz"]
"""A rate of play, which has ratings of its own (FIDE B.02)."""
RATES: tuple[Rate, ...] = ("standard", "rapid", "blitz")


@dataclass(frozen=True, slots=True)
class OfficialRating:
    """A player's rating for one rate of play in one list, and the day from which that list counts
    (`2026-11-01`). `fide`: a list of FIDE's, all others are national. `id` is his number there."""

    list: str
    rate: Rate
    rating: int
    date: str
    id: str = ""
    fide: bool = False
    counts: bool = False
    """The tournament rating was taken from it."""
