"""The progress of a draw that takes time: reported by the format, received by the code that runs
the draw. It changes nothing in what is drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GroupAtWork:
    """The score group that is being paired: its `number`, `of` how many, and its `players`. Groups
    take very different times, so this does not say how much of the work is done."""

    number: int
    of: int
    players: int


Listener = Callable[[GroupAtWork], None]
_listener: ContextVar[Listener | None] = ContextVar("listener", default=None)


def at_work(number: int, of: int, players: int) -> None:
    """Say that the pairing of a score group begins."""
    listener = _listener.get()
    if listener is not None:
        listener(GroupAtWork(number, of, players))


@contextmanager
def reported_to(listener: Listener) -> Iterator[None]:
    """Inside this context every group is reported to that function."""
    token = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(token)
