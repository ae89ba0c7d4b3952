"""What is said of an event's mode: that it is not in strict mode, and since when."""

from __future__ import annotations

from typing import Literal

from engine.event import Event
from engine.phrases import phrase
from engine.warnings import STRICT_LEFT


def mode_said(event: Event) -> Literal["strict", "free"]:
    """The mode as it is told to others: an event that never had one is free."""
    return "strict" if event.strict else "free"


STRICT_MEANS = "strict mode: from round 1 on, what breaks FIDE's rules is refused"
"""What it is, in a sentence, where an event is made in it."""


def left_in(event: Event) -> int | None:
    """The round that was in play when strict mode was left; 0 before the first, None where the
    event never was in it or still is."""
    rounds = (one.round for one in event.agreements if one.what.code == STRICT_LEFT)
    return next(rounds, 0) if event.mode == "free" else None


def not_strict(event: Event) -> str:
    """`Not in strict mode since round 3`, for every page of the event; empty where that is not
    so, and where no such mode was ever spoken of."""
    number = left_in(event)
    if number is None:
        return ""
    if number == 0:
        return phrase("Not in strict mode")
    return phrase("Not in strict mode since {round}", round=event.called(number))
