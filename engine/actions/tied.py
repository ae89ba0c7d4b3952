"""The order of entrants who are level in everything: drawn by lot, or set by the arbiter."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import ClassVar

from engine.actions.base import About, Action, about_entrants, name_of
from engine.entrants import EntrantId
from engine.event import Event, Lot
from engine.lots import lot_numbered, next_number, tie_order
from engine.protocol import Format
from engine.refusal import Refused

REASON_LIMIT = 120
PURPOSE = "tie"


@dataclass(frozen=True)
class OrderTied(Action):
    """Everybody who shares a place of the overall table, in an order of their own (C.07, 4.2).

    With a `reason` the order is the arbiter's and `level` gives it; without one a lot is drawn
    among them. It holds for whoever of them are level after the same round.
    """

    kind: ClassVar[str] = "tied"
    level: tuple[EntrantId, ...]
    reason: str = ""
    lot: int = 0
    """Its number among the lots, given when it is saved, or the undo of an earlier lot would draw
    this one again (0, in lines of earlier versions: the next)."""

    def numbered(self, event: Event, undone: Iterable[Action]) -> Action:
        """With the next lot's number."""
        return replace(self, lot=next_number(event))

    def judge(self, event: Event, format: Format) -> None:
        """They share a place, nobody who shares it is missing, and no lot has been drawn among
        them: a lot may not be drawn again."""
        for id in self.level:
            event.entrant(id)
        if len(self.reason) > REASON_LIMIT:
            why = f"it has {len(self.reason)} letters, the limit is {REASON_LIMIT}"
            raise Refused("the reason is too long", why, "shorten it")
        if not event.published:
            raise Refused("nobody is level yet", "no round is published", "play a round first")
        current = tie_order(event, self.level)
        if current is not None and set(current.order) == set(self.level):
            if current.reason == self.reason == "":
                raise Refused(
                    "the lot among them is drawn",
                    "the same lot again would give the same order",
                    "undo it, or set their order by hand with a reason",
                )
            if (current.order, current.reason) == (self.level, self.reason.strip()):
                raise Refused("they are in that order already", "it was set by hand", "look again")
        sharing = next((s for s in shared_places(event, format) if set(self.level) & set(s)), ())
        if sorted(self.level) != sorted(sharing) or not sharing:
            raise Refused(*_not_level(event, self.level, sharing))
        ordered = self.follow(event, self.change(event, format), format)
        if format.standings(ordered)[0].rows == format.standings(_as_played(event))[0].rows:
            why = "its places go by what was played"
            raise Refused("this format does not order who is level", why, "leave the place shared")

    def change(self, event: Event, format: Format) -> Event:
        """The arbiter's order; a lot follows."""
        for id in self.level:
            event.entrant(id)
        if not self.reason:
            return event
        lot = Lot(
            self.lot or next_number(event),
            PURPOSE,
            self.level,
            len(event.published),
            self.reason.strip(),
        )
        return replace(event, lots=(*event.lots, lot))

    def follow(self, before: Event, after: Event, format: Format) -> Event:
        """The lot among them."""
        if self.reason:
            return after
        number = self.lot or next_number(after)
        drawn = lot_numbered(after, number, PURPOSE, sorted(self.level, key=int))
        return replace(after, lots=(*after.lots, replace(drawn, after=len(after.published))))

    def about(self, event: Event | None) -> About:
        """Everybody in it."""
        return about_entrants(*self.level)

    def describe(self, event: Event) -> str:
        """Who, and how."""
        names = ", ".join(name_of(event, id) for id in self.level)
        if self.reason:
            return f"level, ordered by hand: {names} ({self.reason})"
        return f"level, lot drawn among: {names}"


def shared_places(event: Event, format: Format) -> list[tuple[EntrantId, ...]]:
    """Everybody who shares a place of the overall table, place by place from the top. Those ordered
    by hand or by lot are listed with those they are otherwise level with."""
    if not event.published:
        return []
    rows = format.standings(_as_played(event))[0].rows
    groups = [tuple(row.id for row in rows) for _, rows in groupby(rows, key=lambda r: r.rank)]
    return [group for group in groups if len(group) > 1]


def _as_played(event: Event) -> Event:
    """Without any order among level entrants."""
    return replace(event, lots=tuple(lot for lot in event.lots if lot.after is None))


def _not_level(
    event: Event, level: Sequence[EntrantId], sharing: Sequence[EntrantId]
) -> tuple[str, str, str]:
    names = ", ".join(name_of(event, id) for id in level) or "nobody"
    if not sharing:
        return f"{names}: no shared place", "points or tie-breaks tell them apart", "look again"
    all_names = ", ".join(name_of(event, id) for id in sharing)
    return f"{names}: not all who share the place", f"it is shared by {all_names}", "give them all"
