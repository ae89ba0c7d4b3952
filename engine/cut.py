"""Who goes on from a standing into a knockout, and whether a standing has changed since."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from engine.entrants import Entrant, EntrantId
from engine.event import Event, Lot
from engine.lots import draw_lot
from engine.points import counted
from engine.protocol import Format
from engine.refusal import Refused
from engine.tables import StandingRow
from engine.warnings import Level, Warning

LINK = "cut"
"""Name of the detail that names the other event, in both save files."""


def cut_warnings(before: Event, after: Event, format: Format) -> tuple[Warning, ...]:
    """That the places by which some went on into another event have changed."""
    if not before.qualified or before is after:
        return ()
    rows = {row.id: row for row in _there(format.standings(before)[0].rows)}
    last = max((rows[id].rank for id in before.qualified if id in rows), default=0)
    first, now = (
        [(row.rank, row.id) for row in among if row.rank <= last]
        for among in (rows.values(), _there(format.standings(after)[0].rows))
    )
    if first == now:
        return ()
    cut = dict(before.details).get(LINK, "")
    return (Warning.of(Level.ACKNOWLEDGE, "cut-before", cut=cut),)


def _there(rows: Sequence[StandingRow]) -> list[StandingRow]:
    """Withdrawn entrants do not go on."""
    return [row for row in rows if row.status != "withdrawn"]


def going_on(
    event: Event, rows: Sequence[StandingRow], count: int
) -> tuple[tuple[EntrantId, ...], tuple[Lot, ...]]:
    """The first `count` of a standing in the order of their seeds, and the lots among equals.

    Entrants who are withdrawn do not go on. `Refused` if there are not so many.
    """
    there = _there(rows)
    if not 2 <= count <= len(there):
        raise Refused(
            f"the first {count} cannot be cut",
            f"the standing has {counted(len(there), 'entrant')} who can go on",
            f"give 2 to {len(there)}" if len(there) > 1 else "enter more first",
        )
    order: list[EntrantId] = []
    lots: list[Lot] = []
    for _, group in groupby(there, key=lambda row: row.rank):
        equal = [row.id for row in group]
        if len(order) < count and len(equal) > 1:
            places = f"places {len(order) + 1} to {len(order) + len(equal)}"
            lot = draw_lot(event, places, sorted(equal, key=int), already=len(lots))
            lots.append(lot)
            equal = list(lot.order)
        order += equal
    return tuple(order[:count]), tuple(lots)


def as_seeds(event: Event, order: Sequence[EntrantId]) -> tuple[Entrant, ...]:
    """New entries for them, seeded in that order; nothing of what happened comes along."""
    return tuple(
        replace(
            event.entrant(id), id="", seed=seed, section="", fixed_board=None, present=False,
            joined=1, late=False, byes=(), away=(), start_number=None,
        )
        for seed, id in enumerate(order, start=1)
    )  # fmt: skip
