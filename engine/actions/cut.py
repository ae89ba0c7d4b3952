"""The cut: the first of a standing go on into a knockout of their own."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from engine.actions.base import Action
from engine.cut import LINK
from engine.entrants import EntrantId
from engine.event import Event, Lot
from engine.protocol import Format


@dataclass(frozen=True)
class Cut(Action):
    """The first so many of the standing go on into the event `target`.

    `lots` are those that decided among equals; they are kept with the event in which they tied.
    `order` is who they are, from the first place, where the standing was final: of another it is
    known that it changes.
    """

    kind: ClassVar[str] = "cut"
    count: int
    target: str
    lots: tuple[Lot, ...] = ()
    order: tuple[EntrantId, ...] = ()

    def change(self, event: Event, format: Format) -> Event:
        """The link and the lots; nothing else changes."""
        known = dict(event.details)
        link = f"first {self.count} into {self.target}"
        known[LINK] = f"{known[LINK]}; {link}" if LINK in known else link
        details = tuple(sorted(known.items()))
        qualified = tuple(dict.fromkeys((*event.qualified, *self.order)))
        lots = (*event.lots, *self.lots)
        return replace(event, details=details, lots=lots, qualified=qualified)

    def describe(self, event: Event) -> str:
        """How many, where to."""
        return f"first {self.count} of the standing cut into {self.target}"

    def left_by_undo(self) -> str:
        """The new event."""
        where = self.target
        return f"the event made in {where} is not undone: delete that folder if it is not played"
