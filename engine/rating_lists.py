"""Rating lists, their data of a player, and which of them an entry has taken."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.entrants import RATES, OfficialRatings, Rate


@dataclass(frozen=True, slots=True)
class RatingList:
    """A loaded list. `date` is the day from which it counts (`2026-11-01`); `fide`: it is one of
    FIDE's, all others are national; `rates` are the rates of play that it has ratings of."""

    name: str
    date: str
    players: int = 0
    fide: bool = False
    rates: tuple[Rate, ...] = RATES
    file: str = ""
    number: int = 0
    """Which tables of the database hold it."""

    @property
    def dated(self) -> str:
        """`FIDE of 2026-11-01`."""
        return f"{self.name} of {self.date}"


@dataclass(frozen=True, slots=True)
class ListedPlayer:
    """The data of a player in one list. Empty text, None: missing. `fide_id` is the FIDE ID that a
    national list has of him; in FIDE's own lists it is the `id`."""

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
    standard_k: int | None = None
    rapid_k: int | None = None
    blitz_k: int | None = None

    def rating(self, rate: Rate) -> int | None:
        """The rating for that rate of play; None without one."""
        return {"standard": self.standard, "rapid": self.rapid, "blitz": self.blitz}[rate]

    @property
    def fide_number(self) -> str:
        """The FIDE ID, whichever kind of list it is."""
        return self.id if self.list.fide else self.fide_id

    @property
    def official(self) -> OfficialRatings:
        """The part that an entry keeps."""
        return OfficialRatings(
            self.list.name, self.list.date, self.id, self.list.fide,
            self.standard, self.rapid, self.blitz, "",
            self.standard_k, self.rapid_k, self.blitz_k,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class RatingSource:
    """One rating of a player: the list and column it is from, and how much it is."""

    list: str
    rate: Rate
    date: str
    rating: int
    fide: bool = False

    @property
    def column(self) -> str:
        """`FIDE rapid`."""
        return column_name(self.list, self.rate)

    @property
    def text(self) -> str:
        """`FIDE rapid 2310 (2026-11-01)`."""
        return f"{self.column} {self.rating} ({self.date})"


@dataclass(frozen=True, slots=True)
class ListedChanges:
    """The data taken over into an entry: new values, and its official ratings."""

    id: str
    changes: Mapping[str, Any]
    official: tuple[OfficialRatings, ...] = ()


def column_name(list: str, rate: Rate) -> str:
    """`FIDE rapid`; a list of one rate of play may be called so already."""
    return list if list.casefold().endswith(rate) else f"{list} {rate}"


def sources_of(official: Iterable[OfficialRatings]) -> tuple[RatingSource, ...]:
    """Every rating in these lists, list by list."""
    return tuple(
        RatingSource(one.list, rate, one.date, rating, one.fide)
        for one in official
        for rate in RATES
        if (rating := one.rating(rate)) is not None
    )


def counting(official: Iterable[OfficialRatings]) -> RatingSource | None:
    """The source of the tournament rating; None if it was entered by hand."""
    for one in official:
        if one.counts and (rating := one.rating(one.counts)) is not None:
            return RatingSource(one.list, one.counts, one.date, rating, one.fide)
    return None


def marked(
    official: Iterable[OfficialRatings], source: RatingSource | None
) -> tuple[OfficialRatings, ...]:
    """The same, with that one marked as the tournament rating; None: it is entered by hand."""
    return tuple(
        replace(
            one,
            counts=source.rate if source is not None and one.list == source.list else "",
        )
        for one in official
    )
