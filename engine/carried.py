"""What was worked out last is kept as long as it was worked out of the same objects: an event has
facts in common with the one that it was made from, and a picture of it its tables."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from engine.event import Event, derived

P = ParamSpec("P")
T = TypeVar("T")
PLAIN = (str, int, bool, type(None))
Parts = Callable[[Event], tuple[object, ...]]


def same(before: tuple[object, ...], after: tuple[object, ...]) -> bool:
    """Whether they are the very same objects, plain values of the same type apart, which may be
    equal: to compare events or tables whole takes too long."""
    return len(before) == len(after) and all(
        a is b or (isinstance(a, PLAIN) and type(a) is type(b) and a == b)
        for a, b in zip(before, after, strict=True)
    )


def last_call(function: Callable[P, T]) -> Callable[P, T]:
    """The function, with its last result kept for the same arguments."""
    return last_calls(1)(function)


def last_calls(most: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """The same with so many results kept, for what is asked of several events in turn."""

    def keeping(function: Callable[P, T]) -> Callable[P, T]:
        last: list[tuple[tuple[object, ...], T]] = []

        @wraps(function)
        def wrapped(*args: P.args, **kwargs: P.kwargs) -> T:
            for known, value in last:
                if same(known, args):
                    return value
            value = function(*args, **kwargs)
            last[:] = [(args, value), *last[: most - 1]]
            return value

        return wrapped

    return keeping


def derived_from(parts: Parts) -> Callable[[Callable[[Event], T]], Callable[[Event], T]]:
    """Like `derived`, for a fact that rests on these parts of an event alone: the event that comes
    of it by a change elsewhere has the same value.

    Parts are compared as objects (`same`). The last value is kept with its parts, so that they live
    on and no other object can be taken for them.
    """

    def wrap(function: Callable[[Event], T]) -> Callable[[Event], T]:
        last: list[tuple[tuple[object, ...], T]] = []

        @derived
        @wraps(function)
        def once(event: Event) -> T:
            own = parts(event)
            for known, value in last:
                if same(known, own):
                    return value
            result = function(event)
            last[:] = [(own, result)]
            return result

        return once

    return wrap
