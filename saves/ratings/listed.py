"""A player as a rating list has him, and the list itself."""

from __future__ import annotations

from dataclasses import dataclass

from engine.official_ratings import RATES, Rate

ListRow = tuple[
    str, str, str, str, str, str, str, str, int | None, int | None, int | None
]
"""A line of a list: id, name, federation, sex, birth, title, club, FIDE ID, standard, rapid, blitz.
The FIDE ID is empty where the id is one."""


@dataclass(frozen=True, slots=True)
class RatingList:
    """A list in the database. `date` is the day from which it counts, `2026-11-01`; `fide` says
    that it is FIDE's, `rates` what it has ratings of."""

    name: str
    date: str
    players: int
    fide: bool
    rates: tuple[Rate, ...]
    file: str = ""
    number: int = 0
    """Which tables of the database hold it."""


@dataclass(frozen=True, slots=True)
class ListedPlayer:
    """What one list says of a player. Empty text, None: not said."""

    list: RatingList
    id: str
    name: str
    federation: str = ""
    sex: str = ""
    birth: str = ""
    title: str = ""
    club: str = ""
    fide_id: str = ""
    standard: int | None = None
    rapid: int | None = None
    blitz: int | None = None

    def rating(self, rate: Rate) -> int | None:
        """The rating for that rate of play; None without one."""
        return {"standard": self.standard, "rapid": self.rapid, "blitz": self.blitz}[rate]

    @property
    def ratings(self) -> dict[Rate, int | None]:
        """All three."""
        return {rate: self.rating(rate) for rate in RATES}
