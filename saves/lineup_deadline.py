"""Until when line-ups of a round are due, by the clock of this machine."""

from __future__ import annotations

from datetime import datetime, timedelta

from engine.event import Event, Match
from engine.event_data import match_date

_TIMED = len("2026-12-05 19:30")


def deadline(event: Event, number: int, match: Match) -> datetime | None:
    """So many minutes before a match of that round begins as the setting says; None without the
    setting, or where nothing says when that is."""
    minutes = getattr(event.settings, "lineup_minutes", 0)
    begins = match_date(event, event.round(number), match) if minutes else ""
    if len(begins) < _TIMED:
        return None
    return datetime.fromisoformat(begins) - timedelta(minutes=minutes)


def past_deadline(event: Event, number: int, match: Match, now: datetime | None = None) -> bool:
    """Whether a line-up of that match that is given now is late."""
    due = deadline(event, number, match)
    if due is None:
        return False
    now = now or datetime.now()
    # the console's clock knows its zone, a schedule is by the clock on the wall
    return (now.astimezone().replace(tzinfo=None) if now.tzinfo else now) > due
