"""Line 132: the dates of the rounds, each above the column of its round's result."""

from __future__ import annotations

from engine.event_data import as_schedule, times_of
from saves.trf_lines import BLOCK, FIRST_ROUND

_AT = FIRST_ROUND - 4
"""Behind code and blank: where the line's text begins to count."""


def dates_in_columns(text: str) -> str:
    """The text of the line for a schedule: columns 92-99, 102-109 …, in two figures for the year,
    without times of day. What is no schedule stays as it is."""
    times = times_of(text)
    if not any(times):
        return text
    cells = [at.day[2:].replace("-", "/") if at else "" for at in times]
    return " " * _AT + "".join(f"{cell:{BLOCK}}" for cell in cells).rstrip()


def schedule_of(text: str) -> str | None:
    """The schedule that a line's text says in its columns; None where they hold none."""
    cells = text[_AT:].rstrip()
    if text[:_AT].strip() or not cells:
        return None
    blocks = [cells[at : at + BLOCK].strip() or "-" for at in range(0, len(cells), BLOCK)]
    schedule = as_schedule(" ".join(blocks)) if not any(" " in b for b in blocks) else ""
    return schedule if any(times_of(schedule)) else None
