"""Facts that an event has in common with the one that it was made from."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from engine.event import Event, derived

T = TypeVar("T")
Parts = Callable[[Event], tuple[object, ...]]


def derived_from(parts: Parts) -> Callable[[Callable[[Event], T]], Callable[[Event], T]]:
    """Like `derived`, for a fact that rests on these parts of an event alone: the event that comes
    of it by a change elsewhere has the same value.

    Parts are compared as objects, not by value. The last value is kept with its parts, so that
    they live on and no other object can be taken for them.
    """

    def wrap(function: Callable[[Event], T]) -> Callable[[Event], T]:
        last: list[tuple[tuple[object, ...], T]] = []

        @derived
        @wraps(function)
        def once(event: Event) -> T:
            own = parts(event)
            for known, value in last:
                if len(known) == len(own) and all(a is b for a, b in zip(known, own, strict=True)):
                    return value
            result = function(event)
            last[:] = [(own, result)]
            return result

        return once

    return wrap
