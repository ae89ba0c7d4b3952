"""Until when line-ups of a round are due, by the clock of this machine."""

from __future__ import annotations

from datetime import datetime, timedelta

from engine.event import Event
from engine.event_data import round_time


def deadline(event: Event, number: int) -> datetime | None:
    """So many minutes before the round begins as the setting says; None without the setting, or
    where the schedule does not say when that is."""
    minutes = getattr(event.settings, "lineup_minutes", 0)
    begins = round_time(event, number) if minutes else None
    if begins is None or not begins.time:
        return None
    return datetime.fromisoformat(f"{begins.day} {begins.time}") - timedelta(minutes=minutes)


def past_deadline(event: Event, number: int, now: datetime | None = None) -> bool:
    """Whether a line-up that is given now is late."""
    due = deadline(event, number)
    return due is not None and (now or datetime.now()) > due
