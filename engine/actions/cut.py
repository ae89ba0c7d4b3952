"""The cut: the first of a standing go on into a knockout of their own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import ClassVar

from engine.actions.base import Action
from engine.entrants import Entrant, EntrantId
from engine.event import Event, Lot
from engine.lots import draw_lot
from engine.points import counted
from engine.protocol import Format
from engine.refusal import Refused
from engine.tables import StandingRow

LINK = "cut"
"""Name of the detail that names the other event, in both save files."""


@dataclass(frozen=True)
class Cut(Action):
    """The first so many of the standing go on into the event `target`.

    `lots` are those that decided among equals; they are kept with the event in which they tied.
    """

    kind: ClassVar[str] = "cut"
    count: int
    target: str
    lots: tuple[Lot, ...] = ()

    def change(self, event: Event, format: Format) -> Event:
        """The link and the lots; nothing else changes."""
        known = dict(event.details)
        link = f"first {self.count} into {self.target}"
        known[LINK] = f"{known[LINK]}; {link}" if LINK in known else link
        details = tuple(sorted(known.items()))
        return replace(event, details=details, lots=(*event.lots, *self.lots))

    def describe(self, event: Event) -> str:
        """How many, where to."""
        return f"first {self.count} of the standing cut into {self.target}"


def going_on(
    event: Event, rows: Sequence[StandingRow], count: int
) -> tuple[tuple[EntrantId, ...], tuple[Lot, ...]]:
    """The first `count` of a standing in the order of their seeds, and the lots among equals.

    Who is withdrawn does not go on. `Refused` where there are not so many.
    """
    there = [row for row in rows if row.status != "withdrawn"]
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
