"""Which of the event's own data a file for others has to leave empty, and where they are given."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.event import Event
from engine.event_data import detail, event_dates, time_control_code

WHERE = "I in Entries, or `topboard set`"
"""Where an arbiter gives the event's own data."""
TRF16 = ("place", "federation", "start", "arbiter", "time_control", "schedule")
TRF26 = (*TRF16, "time_control_code")
_CALLED = {
    "start": "first and last day", "arbiter": "chief arbiter", "time_control": "time control",
    "schedule": "dates of the rounds (schedule)", "time_control_code": "time control in code",
}  # fmt: skip


def unsaid(event: Event, keys: Sequence[str]) -> str:
    """`empty in the file: place, chief arbiter; given by …`; nothing where all is said."""
    names = [_CALLED.get(key, key) for key in _empty(event, keys)]
    return f"empty in the file: {', '.join(names)}; {WHERE} gives it" if names else ""


def _empty(event: Event, keys: Sequence[str]) -> Iterator[str]:
    for key in keys:
        if key == "start":
            said = event_dates(event)[0]
        elif key == "time_control_code":
            said = time_control_code(event)
        else:
            said = detail(event, key)
        if not said:
            yield key
