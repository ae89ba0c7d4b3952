"""What was worked out last is kept: pictures are made anew at every key, tables are not."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
PLAIN = (str, int, bool, type(None))


def last_call(function: Callable[P, T]) -> Callable[P, T]:
    """The function, with its last result kept for the same arguments: an event, a format or a
    table is the same where it is the same object (comparing events whole takes too long)."""
    return last_calls(1)(function)


def last_calls(most: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """The same with so many results kept, for what is asked of several events in turn."""

    def keeping(function: Callable[P, T]) -> Callable[P, T]:
        last: list[tuple[tuple[object, ...], T]] = []

        @wraps(function)
        def wrapped(*args: P.args, **kwargs: P.kwargs) -> T:
            for known, value in last:
                if _same(known, args):
                    return value
            value = function(*args, **kwargs)
            last[:] = [(args, value), *last[: most - 1]]
            return value

        return wrapped

    return keeping


def _same(before: tuple[object, ...], after: tuple[object, ...]) -> bool:
    return len(before) == len(after) and all(
        a is b or (isinstance(a, PLAIN) and type(a) is type(b) and a == b)
        for a, b in zip(before, after, strict=True)
    )
