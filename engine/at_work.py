"""Where a draw that takes its time is, for whoever waits for it: said by the format, heard by
whoever runs the draw. It changes nothing in what is drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GroupAtWork:
    """The score group that is being paired, the how many-th `of` how many, and its `players`.
    Groups take very different times: this is no share of the work."""

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
def heard_by(listener: Listener) -> Iterator[None]:
    """Every group is told to that function meanwhile."""
    token = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(token)
