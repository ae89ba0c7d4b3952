"""Seeds set in Entries: by a number, up and down, by rating, by lot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.actions.seeding import seeded
from engine.entrants import EntrantId
from engine.event import Event
from engine.points import counted
from engine.protocol import Format
from engine.refusal import Refused

if TYPE_CHECKING:
    pass

WAYS = (
    ("rating", "by rating, the highest first"),
    ("lot", "by lot: drawn now, recorded"),
    ("none", "take all seeds away"),
)


def refuse_seeds(event: Event, format: Format) -> None:
    """`Refused` where seeds mean nothing."""
    if why := format.seeds_unused(event):
        raise Refused("seeds mean nothing here", why)


def moved(event: Event, format: Format, id: EntrantId, by: int) -> tuple[EntrantId, ...]:
    """The seeds with that one up (-1) or down (1); where nobody is seeded yet, everybody is, in
    the order of the format."""
    order = seeded(event) or list(format.order(event))
    if id not in order:
        return (*order, id) if by < 0 else tuple(order)
    at = order.index(id)
    to = max(0, min(len(order) - 1, at + by))
    order.insert(to, order.pop(at))
    return tuple(order)


def placed(event: Event, id: EntrantId, text: str) -> tuple[EntrantId, ...]:
    """The seeds with that one at the place typed, those behind it one further down; an empty
    text takes the seed away. `Refused` where it is not a place."""
    order = [one for one in seeded(event) if one != id]
    text = text.strip()
    if not text:
        return tuple(order)
    most = len(order) + 1
    if not (text.isascii() and text.isdecimal() and 1 <= int(text) <= most):
        problem = f"seed {text[:12]!r} is not possible"
        if not order:
            why = "nobody else has a seed yet, so it can only be 1"
            raise Refused(problem, why, "esc, then Z seeds all by rating first")
        why = f"{counted(len(order), 'other is', 'others are')} seeded: seeds go from 1 to {most}"
        raise Refused(problem, why, "give one of these, or nothing to take the seed away")
    order.insert(int(text) - 1, id)
    return tuple(order)
