"""Who is level for a prize that cannot be shared, and the lot among them, which the plan keeps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.alphabet import fold
from engine.event import Event
from engine.lots import standing_lot
from engine.prizes.contenders import Contender
from engine.prizes.plan import PrizeList
from engine.reasons import Reason
from engine.refusal import Refused

LEVEL, DRAWN = "lot", "lot-drawn"
"""Codes of a prize that waits for a lot, and of one that a lot has given."""


def in_lot_order(one: PrizeList, level: Sequence[Contender]) -> Sequence[Contender] | None:
    """Those who are level in the order of the list's lot; None where it was not drawn among all of
    them, or two of them have one name."""
    order = [fold(name) for name in one.lot]
    names = [fold(c.called) for c in level]
    if len(set(names)) < len(names) or not set(names) <= set(order):
        return None
    return sorted(level, key=lambda c: order.index(fold(c.called)))


def level_reason(level: Sequence[Contender], one: PrizeList) -> Reason:
    """That these are level in what the list goes by, and nothing orders them."""
    names, by = tuple(c.called for c in level), level[0].by or one.by
    return Reason.of(LEVEL, names=names, points=level[0].figure, by=by.value)


def drawn_reason(ordered: Sequence[Contender]) -> Reason:
    """That these were level, and in which order the lot has put them."""
    return Reason.of(DRAWN, names=tuple(c.called for c in ordered))


def with_lot(one: PrizeList, reasons: Sequence[Reason], event: Event) -> PrizeList:
    """The list with a lot among everybody whom `reasons` of its prizes call level. It comes from
    the seed of the event: drawn again among the same it is the same. `Refused` for nobody."""
    groups = dict.fromkeys(reason["names"] for reason in reasons if reason.code == LEVEL)
    if not groups:
        drawn = f"its lot is {' before '.join(one.lot)}" if one.lot else ""
        raise Refused(f"nobody waits for a lot in {one.name}", drawn, "")
    lots = [standing_lot(event, f"prize {one.name}", sorted(names)).order for names in groups]
    new = [name for order in lots for name in order]
    kept = [name for name in one.lot if fold(name) not in set(map(fold, new))]
    return replace(one, lot=(*kept, *new))
