"""The only chance in the program: lots drawn from the event's seed, recorded, repeatable."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping, Sequence
from itertools import count, islice

from engine.entrants import EntrantId
from engine.event import Event, Lot
from engine.phrases import phrase
from engine.reasons import Reason


def draw_lot(event: Event, purpose: str, items: Sequence[str], already: int = 0) -> Lot:
    """Put the items into an order by lot.

    The lot has the event's next number (`already` more have been drawn but not yet recorded).
    The order depends on the seed, the number and the items alone, on every machine.
    """
    return lot_numbered(event, next_number(event, already), purpose, items)


def next_number(event: Event, already: int = 0) -> int:
    """The number of the next lot: the first that is free. So a lot that was undone comes out the
    same if it is drawn again, whatever lots were drawn after it."""
    used = {lot.number for lot in event.lots}
    return next(islice((n for n in count(1) if n not in used), already, None))


def lot_numbered(event: Event, number: int, purpose: str, items: Sequence[str]) -> Lot:
    """The lot of that number."""

    def key(item: str) -> bytes:
        return hashlib.sha256(f"{event.seed}/{number}/{item}".encode()).digest()

    return Lot(number, purpose, tuple(sorted(items, key=key)))


def lot_text(lot: Lot, names: dict[str, str] | None = None, purpose: str | None = None) -> str:
    """`lot 3 of this event (colour of board 1): white before black`. A save has the purpose as
    plain text: `purpose` is the same as a phrase, for the hall."""
    return phrase(
        "lot {number} of this event ({purpose}): {order}",
        number=lot.number,
        purpose=purpose or lot.purpose,
        order=_in_order(lot, names or {}),
    )


def tie_text(event: Event, lot: Lot) -> str:
    """How a lot or the arbiter has ordered level entrants: `level after round 9, in the order of
    lot 3: Ashgrove, Liam before Bell, Ada`."""
    order = _in_order(lot, {entrant.id: entrant.name for entrant in event.entrants})
    called = event.called(lot.after or 0)
    if not lot.reason:
        return phrase(
            "level after {round}, in the order of lot {number}: {order}",
            round=called,
            number=lot.number,
            order=order,
        )
    return phrase(
        "level after {round}, in the order set by the arbiter ({why}): {order}",
        round=called,
        why=lot.reason,
        order=order,
    )


def _in_order(lot: Lot, names: Mapping[str, str]) -> str:
    first, *others = (names.get(item, item) for item in lot.order)
    for other in others:
        first = phrase("{one} before {other}", one=first, other=other)
    return first


FEW = 8
"""Up to so many names a lot is given in full."""


def lot_about(lot: Lot, concerned: Collection[str], names: dict[str, str]) -> str:
    """A lot where it decided: whole if it is short, else how it placed those concerned, `lot 1 of
    this event (lines of the draw): Ødegren number 3 of 16`."""
    if len(lot.order) <= FEW:
        return lot_text(lot, names)
    places = [
        f"{names.get(item, item)} number {place} of {len(lot.order)}"
        for place, item in enumerate(lot.order, start=1)
        if item in concerned
    ]
    return f"lot {lot.number} of this event ({lot.purpose}): {', '.join(places)}"


def lot_reason(lot: Lot, concerned: Collection[str]) -> Reason:
    """That it decided about these, among the reasons of a board."""
    return Reason.of("lot", number=lot.number, concerned=tuple(sorted(concerned)))


def lot_reason_text(reason: Reason, event: Event) -> str:
    """The same in words."""
    lot = next(lot for lot in event.lots if lot.number == reason["number"])
    return lot_about(lot, reason["concerned"], {e.id: e.name for e in event.entrants})


def recorded_lot(event: Event, purpose: str, items: Sequence[str]) -> Lot | None:
    """The lot of that purpose among these that the event has already; None without one."""
    return next(
        (lot for lot in event.lots if lot.purpose == purpose and set(lot.order) == set(items)), None
    )


def standing_lot(event: Event, purpose: str, items: Sequence[str], already: int = 0) -> Lot:
    """Like `draw_lot`, but the order depends on the seed, the purpose and the items alone: it can
    be looked at before it is recorded, and is the same however often it is asked for."""
    recorded = recorded_lot(event, purpose, items)
    if recorded is not None:
        return recorded

    def key(item: str) -> bytes:
        return hashlib.sha256(f"{event.seed}/{purpose}/{item}".encode()).digest()

    return Lot(next_number(event, already), purpose, tuple(sorted(items, key=key)))


def tie_order(event: Event, level: Collection[EntrantId]) -> Lot | None:
    """The lot, or the arbiter's order, that ranks these among themselves: the latest after the
    last published round that has all of them; None without one."""
    last = len(event.published)
    return next(
        (lot for lot in reversed(event.lots) if lot.after == last and set(level) <= set(lot.order)),
        None,
    )
