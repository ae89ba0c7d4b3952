"""Seeds set in Entries: by a number, up and down, by rating, by lot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.actions import SetSeeds
from engine.actions.seeding import seeded
from engine.entrants import EntrantId
from engine.event import Event
from engine.format_parts import bracketed
from engine.lots import lot_text
from engine.protocol import Format
from engine.refusal import Refused
from saves.safe_text import safe
from tui.screens.dialogs import Telling
from tui.screens.entry_words import who
from tui.widgets.lines import line

if TYPE_CHECKING:
    from tui.screens.entries import Entries

WAYS = (
    ("rating", "by rating, the highest first"),
    ("lot", "by lot: drawn now, recorded"),
    ("none", "take all seeds away"),
)


def uses_seeds(format: Format) -> bool:
    """Whether seeds mean something in that format."""
    return format.kind == "team" or bracketed(format)


def refuse_seeds(format: Format) -> None:
    """`Refused` where seeds mean nothing."""
    if not uses_seeds(format):
        raise Refused(f"{format.title} has no seeds", "it goes by rating", "")


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
    text takes the seed away. `Refused` where it is no place."""
    order = [one for one in seeded(event) if one != id]
    text = text.strip()
    if not text:
        return tuple(order)
    most = len(order) + 1
    if not (text.isascii() and text.isdecimal() and 1 <= int(text) <= most):
        raise Refused(
            f"seed {text[:12]!r} is not possible",
            f"{len(order)} others are seeded: seeds go from 1 to {most}",
            "give one of these, or nothing to take the seed away",
        )
    order.insert(int(text) - 1, id)
    return tuple(order)


async def seed_by(place: Entries) -> None:
    """All seeds at once, in a way that is chosen. From a worker."""
    app = place.console
    refuse_seeds(app.desk.format)
    lines = [line(f" {text}", key=key) for key, text in WAYS]
    how = await app.push_screen_wait(Telling("Seeds", lines, "enter  do that      esc  back"))
    if how is None:
        return
    had = len(seeded(app.desk.event))
    if had and not await app.ask(f"{had} have a seed: these are lost. u takes it back. Go on?"):
        return
    event = await app.desk.act(SetSeeds(how))
    if event is None:
        return
    place.sort = "seed"
    place.repaint()
    told = dict(WAYS)[how]
    if how == "lot" and event.lots:
        names = {e.id: safe(e.name, 24) for e in event.entrants}
        shown = lot_text(event.lots[-1], names)
        told = shown if len(shown) < 150 else f"{shown[:150]} …"
    place.message(f"seeds: {told}", "done")


async def put(place: Entries, order: tuple[EntrantId, ...], id: EntrantId) -> None:
    """Those seeds, the list in their order."""
    event = await place.desk.act(SetSeeds("hand", order))
    if event is None:
        return
    place.sort = "seed"
    place.repaint()
    place.body.select(id, jump=False)
    entrant = event.entrant(id)
    told = "has no seed" if entrant.seed is None else f"is seed {entrant.seed}"
    place.message(f"{who(entrant)} {told}", "done")
