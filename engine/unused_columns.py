"""What of a list of entries the event makes nothing of: it stays with the entries."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from engine.entrants import Entrant
from engine.event import Event
from engine.protocol import DividedField, Format, OverASeason, gives_no_byes, part_of

EXTERNAL = "EXT"
"""The tie-break whose values come from the entries."""


def unused_columns(event: Event, format: Format, entrants: Iterable[Entrant]) -> tuple[str, ...]:
    """`seed: kept with the entries, not used here (it goes by rating)`, of each column with a
    value in it that the event does not go by."""
    listed = tuple(entrants)
    return tuple(
        f"{name}: kept with the entries, not used here ({why})"
        for name, reason in _REASONS.items()
        if any(getattr(entrant, name) for entrant in listed) and (why := reason(event, format))
    )


def asks_for_external(event: Event) -> bool:
    """Whether a value calculated elsewhere is among the tie-breaks."""
    return any(code.partition("/")[0] == EXTERNAL for code in event.settings.tiebreaks)


def _seed(event: Event, format: Format) -> str:
    return format.seeds_unused(event)


def _section(event: Event, format: Format) -> str:
    parted = part_of(format, OverASeason) is not None or part_of(format, DividedField) is not None
    return "" if parted else "it has no divisions"


def _fixed_board(event: Event, format: Format) -> str:
    seating = format.seating(event)
    movable = seating is not None and seating.movable
    return "" if movable else "its boards stand in a fixed order"


def _family(event: Event, format: Format) -> str:
    return "" if format.keeps_apart else "it keeps nobody apart by families"


def _venue(event: Event, format: Format) -> str:
    return "" if part_of(format, OverASeason) is not None else "it is no league"


def _external(event: Event, format: Format) -> str:
    return "" if asks_for_external(event) else f"{EXTERNAL} is not among its tie-breaks"


_REASONS: Mapping[str, Callable[[Event, Format], str]] = {
    "seed": _seed,
    "section": _section,
    "fixed_board": _fixed_board,
    "family": _family,
    "venue": _venue,
    "half_bye": lambda event, format: gives_no_byes(format, event),
    "external": _external,
}
"""By field of the entry: why the event makes nothing of it, empty where it does."""
