"""What the site says of the round in play."""

from __future__ import annotations

from engine.event import Event
from engine.phrases import phrase
from engine.protocol import Format
from engine.waiting import all_in
from saves.sheets import with_running


def round_words(event: Event, format: Format) -> str:
    """Where the event stands: `Round 4: 37 of 100 results are in`, `Round 4 is finished`."""
    current = event.current
    if current is None:
        return phrase("No round is published yet")
    called = event.called(current.number).capitalize()
    matches = with_running(event, current).matches
    entered = sum(not match.open for match in matches)
    if not all_in(event):
        return phrase(
            "{round}: {entered} of {count} results are in",
            round=called,
            entered=entered,
            count=len(matches),
        )
    if format.next_step(event).name == "finished":
        return phrase("The event is finished")
    if entered < len(matches):
        still = len(matches) - entered
        return phrase(
            "{round}: all results due are in; {count} still to come", round=called, count=still
        )
    return phrase("{round} is finished", round=called)
