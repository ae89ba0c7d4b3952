"""Start numbers: one number for one player, given for good when round 1 is published.

Source: FIDE C.04.2, 2.3 to 2.5 (initial order, late entries).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from engine.entrants import EntrantId
from engine.event import Event, NumberExchange


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
    """Everybody in the order that a draw ranks equals in; `initial` is the order of the present
    ratings.

    It is the order of the start numbers, once there are any. With `late_by_rating` a late entry is
    placed by rating among those before, and stays there when a round has been published with it;
    its number stays as well (C.04.2, 2.5).
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
    """The order with each pair that has exchanged places; entrants who are not in it change
    nothing."""
    new = list(order)
    for exchange in exchanges:
        if exchange.a in new and exchange.b in new:
            one, other = new.index(exchange.a), new.index(exchange.b)
            new[one], new[other] = new[other], new[one]
    return new


def lacks_numbers(event: Event) -> bool:
    """Whether play has begun and somebody has no number: as earlier versions saved it."""
    return bool(event.published) and any(e.start_number is None for e in event.entrants)


def without_numbers(event: Event) -> Event:
    """The event as earlier versions saved it."""
    entrants = tuple(replace(e, start_number=None) for e in event.entrants)
    return replace(event, entrants=entrants, ranked=(), renumbered=False)
