"""How far a long command is, in one line of the terminal that is gone at the end."""

from __future__ import annotations

import signal
import sys
import time
from contextlib import suppress
from types import TracebackType
from typing import Any

PATIENCE = 1.0
"""Seconds before anything is said."""
PAUSE = 0.2
"""Seconds between two words."""


class ProgressLine:
    """Called with how much is done, of how much; silent where nobody looks on, and where it is
    done at once. Ctrl+c sets `stopped` meanwhile, so that what was found can be said."""

    def __init__(self, doing: str, things: str) -> None:
        self._doing, self._what = doing, things
        self._began = self._said = time.monotonic()
        self._width = 0
        self._before: Any = None
        self.stopped = False

    def __enter__(self) -> ProgressLine:
        self._shown = sys.stderr.isatty()
        with suppress(ValueError):  # not in the main thread
            self._before = signal.signal(signal.SIGINT, self._stop)
        return self

    def _stop(self, *_: object) -> None:
        self.stopped = True

    def __call__(self, done: int, all: int) -> None:
        """Say it, if it is time to."""
        now = time.monotonic()
        if not self._shown or now - self._began < PATIENCE or now - self._said < PAUSE:
            return
        self._said = now
        left = (now - self._began) / done * (all - done)
        text = f"{self._doing}: {done:,} of {all:,} {self._what}, {left_text(left)} left"
        self._write(f"{text}; ctrl+c stops")

    def _write(self, text: str) -> None:
        sys.stderr.write("\r" + text.ljust(self._width) + "\r" * (not text))
        sys.stderr.flush()
        self._width = len(text)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)
        if self._width:
            self._write("")


def left_text(seconds: float) -> str:
    """`40 s`, `3 min`."""
    return f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} min"
