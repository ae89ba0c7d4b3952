"""The official ratings that an entry keeps.

The rating of the tournament (`Entrant.rating`) is the arbiter's. Where it was taken from a list,
`OfficialRatings.counts` marks which one it is; where none is marked, it was entered by hand.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Rate = Literal["standard", "rapid", "blitz"]
"""A rate of play, which has ratings of its own (FIDE B.02)."""
RATES: tuple[Rate, ...] = ("standard", "rapid", "blitz")
COEFFICIENTS = (10, 20, 40)
"""The values of K (B.02, 8.3.3)."""


@dataclass(frozen=True, slots=True)
class OfficialRatings:
    """A player's ratings in one list, of the day from which that list counts."""

    list: str
    date: str
    listed_id: str = ""
    """The player's number in that list."""
    fide: bool = False
    standard: int | None = None
    rapid: int | None = None
    blitz: int | None = None
    counts: Rate | Literal[""] = ""
    """The rate of play whose rating the tournament rating is."""
    standard_k: int | None = None
    """The development coefficients that the list says (B.02, 8.3.3)."""
    rapid_k: int | None = None
    blitz_k: int | None = None

    def rating(self, rate: Rate) -> int | None:
        """The rating for that rate of play; None without one."""
        return {"standard": self.standard, "rapid": self.rapid, "blitz": self.blitz}[rate]

    def k_factor(self, rate: Rate) -> int | None:
        """The coefficient for that rate of play; None where the list does not say it."""
        return {"standard": self.standard_k, "rapid": self.rapid_k, "blitz": self.blitz_k}[rate]


@dataclass(frozen=True, slots=True)
class LaterRating:
    """The rating of a list that came out during a long event, from round `first` on."""

    first: int
    rating: int
    list: str = ""
    rate: Rate = "standard"
    date: str = ""
