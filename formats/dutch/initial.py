"""The colour of the first player in round 1: by the settings, by lot, or as it was played."""

from __future__ import annotations

from collections.abc import Sequence

from engine.entrants import EntrantId
from engine.event import Event, Lot
from engine.history import Colour
from engine.lots import draw_lot

PURPOSE = "initial colour"


def initial_colour(
    event: Event, order: Sequence[EntrantId], chosen: str
) -> tuple[Colour, tuple[Lot, ...]]:
    """`chosen` is white, black or lot: then the lot drawn with round 1, or as round 1 was played.

    With it the lots to record: one, where it has just been drawn.
    """
    if chosen != "lot":
        return ("W" if chosen == "white" else "B"), ()
    lot = next((lot for lot in event.lots if lot.purpose == PURPOSE), None)
    if lot is None and event.published:
        return _played_initial(event, order), ()
    drawn = lot or draw_lot(event, PURPOSE, ("white", "black"))
    return ("W" if drawn.order[0] == "white" else "B"), (() if lot else (drawn,))


def origin(event: Event) -> str:
    """`lot`, `set` or `played`: what has given that colour in an event, or gives it before the lot
    is recorded with round 1; empty in a format without it."""
    chosen = getattr(event.settings, "initial_colour", "")
    if chosen != "lot":
        return "set" if chosen else ""
    drawn = not event.published or any(lot.purpose == PURPOSE for lot in event.lots)
    return "lot" if drawn else "played"


def _played_initial(event: Event, order: Sequence[EntrantId]) -> Colour:
    matches = event.published[0].matches
    first = next((id for id in order if any(id in m.pair for m in matches)), None)
    return "B" if any(m.black == first for m in matches) else "W"
