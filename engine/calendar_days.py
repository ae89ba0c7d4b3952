"""Days as texts: `2026-11-20`."""

from __future__ import annotations

from datetime import date


def calendar_day(year: int, month: int, day: int) -> str:
    """`2026-11-20`; empty where the calendar has no such day."""
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return ""
