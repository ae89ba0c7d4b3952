"""The reasons of a board or a bye as the program words them."""

from engine.event import Bye, Event, Match
from engine.reasons import sentence
from formats.registry import format_named

NOBODY = Event("", "", settings=None)  # type: ignore[arg-type]


def words(place: Match | Bye, event: Event = NOBODY) -> str:
    """The sentence; without an event for reasons that name nobody."""
    return (
        sentence(place.why, event, format_named(event.format).worded)
        if event.format
        else (sentence(place.why, event))
    )
