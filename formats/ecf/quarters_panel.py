"""The quarters as a table beside the pairings: sizes, grades, who is on 100 %."""

from __future__ import annotations

from engine.entrants import rating_span
from engine.event import Event
from engine.history import cards
from engine.phrases import phrase
from engine.tables import Panel
from formats.ecf.quarters import NAMES, quarters, score_after
from formats.ecf.settings import settings_of


def panels(event: Event) -> list[Panel]:
    """One row a quarter; nothing without acceleration."""
    if not settings_of(event).accelerated:
        return []
    columns = (
        phrase("Quarter"),
        phrase("Players"),
        phrase("Highest"),
        phrase("Lowest"),
        phrase("Mean"),
        phrase("On 100 %"),
    )
    rows = tuple(_row(event, name) for name in NAMES)
    return [Panel(phrase("Quarters"), columns, rows)]


def _row(event: Event, name: str) -> tuple[str, ...]:
    here = [e for e in event.entrants if quarters(event)[e.id] == name]
    grades = [e.rating for e in here if e.rating]
    if not grades:
        return (name, str(len(here)), "", "", "", _perfect(event, name))
    mean = (2 * sum(grades) + len(grades)) // (2 * len(grades))
    return (name, str(len(here)), *rating_span(here), str(mean), _perfect(event, name))


def _perfect(event: Event, name: str) -> str:
    """How many still in the event have won everything; empty before the first result."""
    done = len(event.published)
    if not done:
        return ""
    known, full = cards(event), score_after(event, done)
    here = (e for e in event.entrants if quarters(event)[e.id] == name and e.active(done + 1))
    return str(sum(known[e.id].score >= full for e in here))
