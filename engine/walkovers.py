"""Byes that are walkovers: whoever was to be met has left."""

from __future__ import annotations

from engine.event import Bye, Event


def walkover_text(event: Event, number: int, bye: Bye) -> str:
    """`walkover: Quarry has withdrawn`, of a bye in round `number`; empty for any other bye."""
    if not bye.left:
        return ""
    left = event.entrant(bye.left)
    return f"walkover: {left.name} {'is not there' if left.active(number) else 'has withdrawn'}"
