"""Start numbers: one number for one player, given for good when round 1 is published.

Source: FIDE C.04.2, 2.3 to 2.5 (initial order, late entries).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from engine.entrants import EntrantId
from engine.event import Event, NumberExchange, entrants_by_id

if TYPE_CHECKING:
    from engine.protocol import Format


def start_numbers(event: Event, order: Sequence[EntrantId]) -> dict[EntrantId, int]:
    """The start number of everybody in `order`: the one he has, else the next one in turn."""
    published = {e.id: e.start_number for e in event.entrants}
    last = max((number for number in published.values() if number is not None), default=0)
    numbers: dict[EntrantId, int] = {}
    for id in order:
        number = published.get(id)
        if number is None:
            last = number = last + 1
        numbers[id] = number
    return numbers


def pairing_order(
    event: Event, initial: Sequence[EntrantId], late_by_rating: bool
) -> Sequence[EntrantId]:
    """Everybody in the order that a draw ranks equals in; `initial` is that of the ratings now.

    It is the order of the start numbers, once there are any. With `late_by_rating` who came
    later stands where the rating puts him among those before him, and stays there when a round
    has been published with him; his number stays as well (C.04.2, 2.5).
    """
    numbers = {e.id: e.start_number for e in event.entrants if e.start_number is not None}
    if not numbers:
        return exchanged(initial, event.exchanges)
    placed = [id for id in initial if id in numbers]
    placed.sort(key=numbers.__getitem__)
    if late_by_rating and event.ranked:
        ranked = set(event.ranked)
        late = [id for id in initial if id not in ranked]
        placed = [id for id in event.ranked if id in numbers]
    else:
        late = [id for id in initial if id not in numbers]
    if not late_by_rating:
        return placed + late
    strength = {id: place for place, id in enumerate(initial)}
    for id in late:
        below = (at for at, other in enumerate(placed) if strength[other] > strength[id])
        placed.insert(next(below, len(placed)), id)
    return placed


def exchanged(
    order: Sequence[EntrantId], exchanges: Iterable[NumberExchange]
) -> Sequence[EntrantId]:
    """The order with each pair that has exchanged places; who is not in it changes nothing."""
    new = list(order)
    for exchange in exchanges:
        if exchange.a in new and exchange.b in new:
            one, other = new.index(exchange.a), new.index(exchange.b)
            new[one], new[other] = new[other], new[one]
    return new


def remade_order(event: Event, format: Format) -> Sequence[EntrantId]:
    """Everybody by the ratings of now; those of equal rating and title in the order of the numbers
    that they have (C.04.2, 2.2 and 2.3)."""
    initial = list(format.initial_order(event))
    if not event.published:
        return initial
    people, given = entrants_by_id(event), start_numbers(event, format.order(event))
    remade: list[EntrantId] = []
    for _, equals in groupby(initial, lambda id: (people[id].rating, people[id].title)):
        remade += sorted(equals, key=given.__getitem__)
    return remade


def moved_numbers(
    event: Event, format: Format, order: Sequence[EntrantId]
) -> tuple[EntrantId, ...]:
    """Who would get another number by that order."""
    numbers = start_numbers(event, format.order(event))
    return tuple(id for place, id in enumerate(order, start=1) if numbers[id] != place)


def lacks_numbers(event: Event) -> bool:
    """Whether play has begun and somebody has no number: as earlier versions saved it."""
    return bool(event.published) and any(e.start_number is None for e in event.entrants)


def without_numbers(event: Event) -> Event:
    """The event as earlier versions saved it."""
    entrants = tuple(replace(e, start_number=None) for e in event.entrants)
    return replace(event, entrants=entrants, ranked=(), renumbered=False)


def with_numbers(event: Event, before: Event | None, format: Format) -> Event:
    """The event with the start numbers that an action settles; `before` is the one before it.

    The first publication gives everybody his number; who is entered after it has the next one.
    """
    if not event.published:
        return event
    rounds = len(before.published) if before is not None else 0
    if before is not None and before.entrants is event.entrants and rounds == len(event.published):
        return event
    if any(e.start_number is None for e in event.entrants):
        event = _numbered(event, before, format)
    if format.late_by_rating and (not event.ranked or rounds != len(event.published)):
        ranked = tuple(format.order(event))
        event = event if ranked == event.ranked else replace(event, ranked=ranked)
    return event


def _numbered(event: Event, before: Event | None, format: Format) -> Event:
    """Who had a number keeps it, where save files of an earlier version were taken over."""
    taken = {e.start_number for e in event.entrants}
    had = {
        e.id: e.start_number
        for e in (before.entrants if before else ())
        if e.start_number not in taken
    }
    event = _given(event, had)
    return _given(event, start_numbers(event, format.order(event)))


def _given(event: Event, numbers: Mapping[EntrantId, int | None]) -> Event:
    """The event with these numbers for those who have none."""
    entrants = tuple(
        e if e.start_number is not None else replace(e, start_number=numbers.get(e.id))
        for e in event.entrants
    )
    return replace(event, entrants=entrants)
