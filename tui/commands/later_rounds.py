"""What a command says of rounds that were drawn before a change of an earlier one."""

from __future__ import annotations

from engine.event import Event
from engine.format_parts import bracket_of
from engine.protocol import Format
from tui.commands.output import warn


def warn_later(event: Event, before: Event, format: Format, number: int | None) -> None:
    """That the round after the one of a result was drawn by the results as they were before."""
    if not format.drawn_by_results or bracket_of(format, event) is not None:
        return
    last = event.rounds[-1].number if event.rounds else 0
    if event is not before and number is not None and number < last:
        warn(f"{event.called(number + 1)} was drawn before this change of {event.called(number)}")
