"""Byes that are neither the draw's nor asked for, in words: walkovers, seats that late entries
have, rounds before somebody came."""

from __future__ import annotations

from engine.entrants import EntrantId
from engine.event import Bye, Event
from engine.points import points_text


def walkover_text(event: Event, number: int, bye: Bye) -> str:
    """`walkover: Quarry has withdrawn`, of a bye in round `number`; empty for any other bye."""
    if not bye.left:
        return ""
    return f"walkover: {left_text(event, bye.left, not event.entrant(bye.left).active(number))}"


def left_text(event: Event, left: EntrantId, withdrawn: bool) -> str:
    """Why somebody does not play: `Quarry has withdrawn`."""
    return f"{event.entrant(left).name} {'has withdrawn' if withdrawn else 'is not there'}"


def special_bye_text(event: Event, number: int, bye: Bye) -> str:
    """What is said of a bye in round `number` that is neither the draw's nor asked for: a
    walkover, `absent: Quarry has the seat`, `entered later: ½`; empty for any other."""
    if bye.taken_by:
        return f"absent: {event.entrant(bye.taken_by).name} has the seat"
    if bye.kind == "missed":
        return f"entered later: {points_text(bye.points)}"
    return walkover_text(event, number, bye)
