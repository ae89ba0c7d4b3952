"""Actions on start numbers and seeds: exchange two numbers, remake all from the ratings, and say
who is the first, the second … of the seeded entrants.

Source: FIDE C.04.2, 2.2 to 2.5. A number may be corrected until round 4 is paired.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import ClassVar, Literal

from engine.actions.base import About, Action, about_entrants, name_of
from engine.entrants import Entrant, EntrantId
from engine.event import Event, NumberExchange, entrants_by_id
from engine.lots import draw_lot
from engine.numbers import exchanged, start_numbers
from engine.points import counted
from engine.protocol import Format
from engine.refusal import Refused
from engine.warnings import Level, Warning


def remade_order(event: Event, format: Format) -> Sequence[EntrantId]:
    """All entrants by current rating; those of equal rating and title in the order of the numbers
    that they have (C.04.2, 2.2 and 2.3)."""
    initial = list(format.initial_order(event))
    if not event.published:
        return initial
    people, numbers = entrants_by_id(event), start_numbers(event, format.order(event))
    remade: list[EntrantId] = []
    for _, equals in groupby(initial, lambda id: (people[id].rating, people[id].title)):
        remade += sorted(equals, key=numbers.__getitem__)
    return remade


def moved_numbers(
    event: Event, format: Format, order: Sequence[EntrantId]
) -> tuple[EntrantId, ...]:
    """Who would get another number by that order."""
    numbers = start_numbers(event, format.order(event))
    return tuple(id for place, id in enumerate(order, start=1) if numbers[id] != place)


NAMED = 4
"""How many of those who get another number are named beforehand."""
LAST_ROUND = 3
"""With a later round published no number is corrected any more (C.04.2, 2.3)."""


@dataclass(frozen=True)
class ExchangeNumbers(Action):
    """Two entrants have each other's start number; before round 1, each other's place among
    those who will be numbered."""

    kind: ClassVar[str] = "exchange-numbers"
    a: EntrantId
    b: EntrantId

    def judge(self, event: Event, format: Format) -> None:
        """Two entrants, in a format that goes by the numbers."""
        one, other = event.entrant(self.a), event.entrant(self.b)
        refuse_fixed(event, format)
        if self.a == self.b:
            raise Refused(f"{one.name} is named twice", "an exchange is of two numbers", "name two")
        if event.published and None in (one.start_number, other.start_number):
            raise Refused("somebody has no start number yet", "", "it comes with the next round")

    def warnings(self, event: Event, format: Format) -> tuple[Warning, ...]:
        """Always; it says so where the stronger one has no longer the lower number."""
        one, other = event.entrant(self.a), event.entrant(self.b)
        code = "numbers-exchanged" if _equals(one, other) else "seeding-broken"
        ratings = (one.rating or 0, other.rating or 0)
        pair = (self.a, self.b)
        return (*_late(event), Warning(Level.CONFIRM, code, {"pair": pair, "ratings": ratings}))

    def change(self, event: Event, format: Format) -> Event:
        """The numbers, or the places in the order that numbers will follow."""
        event.entrant(self.a), event.entrant(self.b)
        if not event.published:
            new = NumberExchange(self.a, self.b)
            return replace(event, exchanges=(*event.exchanges, new))
        one, other = event.entrant(self.a), event.entrant(self.b)
        event = event.with_entrant(replace(one, start_number=other.start_number))
        event = event.with_entrant(replace(other, start_number=one.start_number))
        ranked = tuple(exchanged(event.ranked, [NumberExchange(self.a, self.b)]))
        return replace(event, ranked=ranked, renumbered=True)

    def about(self, event: Event | None) -> About:
        """The two."""
        return about_entrants(self.a, self.b)

    def describe(self, event: Event) -> str:
        """The two, with the numbers that they had."""
        subject = "start numbers" if event.published else "places in the order of start numbers"
        return f"{subject} exchanged: {name_of(event, self.a)} and {name_of(event, self.b)}"


@dataclass(frozen=True)
class RemakeNumbers(Action):
    """Start numbers from 1 on for everybody in this order, that of the ratings; before round 1,
    which numbers by the ratings anyway, exchanges of places are taken back."""

    kind: ClassVar[str] = "remake-numbers"
    order: tuple[EntrantId, ...]

    @classmethod
    def of(cls, event: Event, format: Format) -> RemakeNumbers:
        """By current rating; equal entrants keep their order."""
        return cls(tuple(remade_order(event, format)))

    def judge(self, event: Event, format: Format) -> None:
        """The order is by current rating, and somebody gets another number by it."""
        refuse_fixed(event, format)
        if list(self.order) != list(remade_order(event, format)):
            raise Refused("the entry list has changed", "", "make the numbers anew once more")
        if not moved_numbers(event, format, self.order):
            why = "they follow the ratings" if event.entrants else "there are no entrants"
            raise Refused("start numbers stay as they are", why, "nothing to do")

    def warnings(self, event: Event, format: Format) -> tuple[Warning, ...]:
        """How many get another number, which is never one alone; those who move furthest are
        named."""
        moved = moved_numbers(event, format, self.order)
        numbers = [(id, event.entrant(id).start_number) for id in moved]
        known = [(id, number) for id, number in numbers if number is not None]
        was = start_numbers(event, format.order(event))
        gets = {id: place for place, id in enumerate(self.order, start=1)}
        furthest = sorted(moved, key=lambda id: (-abs(gets[id] - was[id]), gets[id]))[:NAMED]
        remade = Warning.of(
            Level.CONFIRM,
            "numbers-remade",
            moved=len(moved),
            entrants=tuple(id for id, _ in known),
            had=tuple(number for _, number in known),
            furthest=tuple(furthest),
            was=tuple(was[id] for id in furthest),
            gets=tuple(gets[id] for id in furthest),
        )
        return (*_late(event), remade)

    def change(self, event: Event, format: Format) -> Event:
        """The numbers, and the order of the draw by them."""
        for id in self.order:
            event.entrant(id)
        if not event.published:
            return replace(event, exchanges=())
        number = {id: place for place, id in enumerate(self.order, start=1)}
        entrants = tuple(
            replace(e, start_number=number.get(e.id, e.start_number)) for e in event.entrants
        )
        ranked = self.order if event.ranked else ()
        return replace(event, entrants=entrants, ranked=ranked, renumbered=True)

    def describe(self, event: Event) -> str:
        """That they are those of the ratings."""
        return "start numbers made anew from the ratings"


def refuse_fixed(event: Event, format: Format) -> None:
    """`Refused` where start numbers are not those of the ratings."""
    if format.renumbers:
        return
    why, remedy, shell = "they are given when round 1 is published", "", ""
    if not event.published:
        why = format.seeds_unused(event)
        if not why:
            why, remedy = "they go by the seeds", "change the seeds with # in Entries"
            shell = "`edit --seed`"
    raise Refused("start numbers cannot be changed", why, remedy, shell=shell)


def _equals(one: Entrant, other: Entrant) -> bool:
    return (one.rating, one.title) == (other.rating, other.title)


def _late(event: Event) -> tuple[Warning, ...]:
    """That it comes too late, once round 4 is paired."""
    if len(event.published) <= LAST_ROUND:
        return ()
    level = Level.REFUSE if event.strict else Level.CONFIRM_TWICE
    return (Warning.of(level, "numbers-late", round=LAST_ROUND + 1),)


Seeding = Literal["hand", "rating", "lot", "none"]
PURPOSE = "seeds"


@dataclass(frozen=True)
class SetSeeds(Action):
    """The seeds of all entrants at once.

    By hand: `order` has the seeded entrants, from the first; all others are unseeded. By rating,
    the highest first; those without one come last, in their previous order. By lot: everybody, and
    the lot is recorded. `none` removes all seeds.
    """

    kind: ClassVar[str] = "seeds"
    how: Seeding
    order: tuple[EntrantId, ...] = ()

    def judge(self, event: Event, format: Format) -> None:
        """Until the first round is drawn."""
        refuse_seeds_drawn(event)

    def change(self, event: Event, format: Format) -> Event:
        """The seeds by hand, or none."""
        for id in self.order:
            event.entrant(id)
        if len(set(self.order)) < len(self.order):
            raise Refused("somebody has two seeds", "", "name each once")
        if self.how in ("rating", "lot"):
            return event
        return _with_seeds(event, self.order if self.how == "hand" else ())

    def follow(self, before: Event, after: Event, format: Format) -> Event:
        """The seeds by rating or by lot."""
        return _with_seeds(*self._seeded(after)) if self.how in ("rating", "lot") else after

    def _seeded(self, event: Event) -> tuple[Event, Sequence[EntrantId]]:
        if self.how == "lot":
            lot = draw_lot(event, PURPOSE, [e.id for e in event.entrants])
            return replace(event, lots=(*event.lots, lot)), lot.order
        return event, [e.id for e in sorted(event.entrants, key=_by_rating)]

    def describe(self, event: Event) -> str:
        """The method, or the new places."""
        if self.how != "hand":
            return "seeds taken away" if self.how == "none" else f"seeds by {self.how}"
        before = seeded(event)
        moved = [
            f"{place} {name_of(event, id)}"
            for place, id in enumerate(self.order, start=1)
            if before[place - 1 : place] != [id]
        ]
        if len(moved) > 4:
            return f"{counted(len(self.order), 'seed')} by hand"
        return f"seeds: {', '.join(moved) or 'as they were'}"


def refuse_seeds_drawn(event: Event) -> None:
    """`Refused` from the first draw on, which went by the seeds."""
    if event.rounds:
        drawn = "published" if event.published else "proposed"
        raise Refused(
            "seeds cannot be changed now",
            f"the draw of {event.called(1)} is {drawn}",
            "" if event.published else "discard the proposal first (X in Pairings)",
        )


def uses_seeds(event: Event, format: Format) -> bool:
    """Whether seeds mean something in that event."""
    return not format.seeds_unused(event)


def seeded(event: Event) -> list[EntrantId]:
    """The seeded entrants, from the first."""
    having = [e for e in event.entrants if e.seed is not None]
    return [e.id for e in sorted(having, key=lambda e: (e.seed or 0, int(e.id)))]


def _by_rating(entrant: Entrant) -> tuple[int, int, int]:
    return (-(entrant.rating or 0), entrant.seed or 10_000, int(entrant.id))


def _with_seeds(event: Event, order: Sequence[EntrantId]) -> Event:
    place = {id: number for number, id in enumerate(order, start=1)}
    seeds = tuple(
        e if e.seed == place.get(e.id) else replace(e, seed=place.get(e.id)) for e in event.entrants
    )
    same = all(a is b for a, b in zip(seeds, event.entrants, strict=True))
    return event if same else replace(event, entrants=seeds)
