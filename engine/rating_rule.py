"""Which of a player's official ratings is the rating of the tournament.

The methods are those of record 172 of TRF26: FIDE's rating alone, the national one alone, one if
the other is missing, the higher or the lower of the two, or any other way. The arbiter says which
list and rate of play comes first; by default the rate of the event, and the standard rating if
there is none of that rate ("effective" rapid and blitz ratings).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.entrants import RATES, Entrant, OfficialRatings, Rate
from engine.event import Event
from engine.event_data import (
    CHECK_KEY,
    DEFAULT_METHOD,
    METHOD_KEY,
    ORDER_KEY,
    RATE_KEY,
    each_rounds_ratings,
    event_dates,
    long_event,
)
from engine.rating_lists import RatingList, RatingSource, column_name, counting, sources_of

_PART = re.compile(r"\s*[,;]\s*")


@dataclass(frozen=True, slots=True)
class RatingRule:
    """How the tournament rating is chosen. `order` has names of columns (`FIDE rapid`): those alone
    count, in that order; empty: by the rate of play."""

    method: str = DEFAULT_METHOD
    rate: Rate = "standard"
    order: tuple[str, ...] = ()
    each_round: bool = False
    """In a long event each round has the rating of its own list; else the first one counts."""
    checks: bool = True
    """Entries are compared with the lists when a newer one is loaded."""

    @property
    def by_default(self) -> tuple[Rate, ...]:
        """The rates of play that count without an order: standard ratings fill the gaps."""
        return (self.rate,) if self.rate == "standard" else (self.rate, "standard")

    def ranked(self, official: Iterable[OfficialRatings]) -> tuple[RatingSource, ...]:
        """The ratings that can count, the one that does first."""
        there = self._in_order(sources_of(official))
        fide = [one for one in there if one.fide]
        national = [one for one in there if not one.fide]
        match self.method:
            case "FIDE":
                return tuple(fide)
            case "NRO":
                return tuple(national)
            case "FIDON":
                return (*fide, *national)
            case "NIDOF":
                return (*national, *fide)
            case "HBFN" | "LBFN":
                both = [*fide[:1], *national[:1]]
                both.sort(key=lambda one: one.rating, reverse=self.method == "HBFN")
                return (*both, *(one for one in there if one not in both))
        return tuple(there)

    def chosen(self, official: Iterable[OfficialRatings]) -> RatingSource | None:
        """The rating that counts; None if the player has none that can."""
        return next(iter(self.ranked(official)), None)

    def _in_order(self, sources: Sequence[RatingSource]) -> list[RatingSource]:
        if self.order:
            places = {name.casefold(): at for at, name in enumerate(self.order)}
            there = [one for one in sources if one.column.casefold() in places]
            return sorted(there, key=lambda one: places[one.column.casefold()])
        rates = self.by_default
        there = [one for one in sources if one.rate in rates]
        lists = list(dict.fromkeys(one.list for one in there))  # as the event asks them
        return sorted(
            there, key=lambda one: (not one.fide, lists.index(one.list), rates.index(one.rate))
        )

    def columns(self, lists: Iterable[RatingList]) -> tuple[str, ...]:
        """The columns of these lists in the order in which they count; without an order of the
        arbiter's the order proposed for the rate of play."""
        there = [(one, rate) for one in lists for rate in RATES if rate in one.rates]
        names = {column_name(one.name, rate): (one, rate) for one, rate in there}
        if self.order:
            known = {name.casefold(): name for name in names}
            return tuple(known[name.casefold()] for name in self.order if name.casefold() in known)
        rates, asked = self.by_default, list(dict.fromkeys(one.name for one, _ in there))
        national_first = self.method in ("NRO", "NIDOF")
        used = [
            name
            for name, (one, rate) in names.items()
            if rate in rates
            and not (self.method == "FIDE" and not one.fide)
            and not (self.method == "NRO" and one.fide)
        ]
        used.sort(
            key=lambda name: (
                names[name][0].fide == national_first, asked.index(names[name][0].name),
                rates.index(names[name][1]),
            )
        )  # fmt: skip
        return tuple(used)


def rule_of(event: Event) -> RatingRule:
    """The rule of an event, from its details."""
    said = dict(event.details)
    kinds = said.get(RATE_KEY, "").casefold()
    rate = next((rate for rate in RATES if rate in kinds), RATES[0])
    return RatingRule(
        said.get(METHOD_KEY, DEFAULT_METHOD),
        rate,
        tuple(name for name in _PART.split(said.get(ORDER_KEY, "").strip()) if name),
        each_rounds_ratings(event),
        said.get(CHECK_KEY, "") != "off",
    )


def every_rating(official: Sequence[OfficialRatings], rule: RatingRule) -> tuple[RatingSource, ...]:
    """All ratings of a player: those that can count by rule, the first of them first, then the
    others."""
    ranked = rule.ranked(official)
    return (*ranked, *(one for one in sources_of(official) if one not in ranked))


def rating_in(entrant: Entrant, number: int, rule: RatingRule) -> int | None:
    """The rating that counts in a round: the first one, or that of the list then in force."""
    return entrant.rating_in(number) if rule.each_round else entrant.rating


def named_lists(event: Event) -> tuple[str, ...]:
    """The lists from which ratings count, each with its date: `FIDE rapid (2026-11-01)`."""
    return tuple(f"{column} ({date})" for column, date, _ in lists_used(event) if date)


def day_of_lists(event: Event) -> str:
    """The day whose lists count: the first one of the event; empty in a long event, where those in
    force today do, and where the event has no dates."""
    return "" if long_event(event) else event_dates(event)[0]


def age_notes(event: Event, lists: Iterable[RatingList]) -> Iterator[str]:
    """For a list of FIDE's that is not the one of the event's first day: which one that is. They
    count from the first of their month (B.02, 0.2)."""
    start = day_of_lists(event)
    for one in lists:
        if one.fide and start and one.date[:7] != start[:7]:
            yield f"{one.dated}: the event begins on {start}; the list of {start[:7]} counts"


def lists_used(event: Event) -> tuple[tuple[str, str, int], ...]:
    """(column, date, how many entries) of each list from which ratings count, the most used first;
    `by hand` has no date."""
    counts: dict[tuple[str, str], int] = {}
    for entrant in event.entrants:
        if entrant.rating is None:
            continue
        source = counting(entrant.official)
        key = (source.column, source.date) if source is not None else ("", "")
        counts[key] = counts.get(key, 0) + 1
    ordered = sorted(counts.items(), key=lambda one: (not one[0][0], -one[1], one[0]))
    return tuple((column, date, count) for (column, date), count in ordered)


def source_text(event: Event, entrant: Entrant) -> str:
    """Where a rating comes from: `FIDE rapid 2026-11-01`, or `by hand`; empty without a rating, and
    where no rating of the event comes from a list."""
    if entrant.rating is None or not any(e.official for e in event.entrants):
        return ""
    source = counting(entrant.official)
    return f"{source.column} {source.date}".strip() if source is not None else "by hand"
