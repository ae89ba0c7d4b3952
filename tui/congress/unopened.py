"""An event of the congress that could not be opened, in a list of the others."""

from __future__ import annotations

from tui.places.shape import UnopenedEvent
from tui.widgets.lines import Line, fit, line


def unopened_line(event: UnopenedEvent, width: int) -> Line:
    """Which one, and why."""
    return line(fit(f" × {event.name} is not open: {event.why}", width), "bad")
