"""How far something is that takes its time: it counts, whoever waits may end it."""

from __future__ import annotations

from collections.abc import Callable

GoingOn = Callable[[int, int], object]
"""Called with how much is done, and of how much. It raises `Stopped` to end it."""


class Stopped(Exception):
    """Whoever asked does not want to wait for the end of it."""


def unwatched(done: int, all: int) -> None:
    """Nobody waits."""
