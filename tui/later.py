"""What can wait until nobody asks for it again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Later:
    """Calls once when it was not asked to for so many seconds. To be used in the event loop."""

    def __init__(self, seconds: float, call: Callable[[], object]) -> None:
        self._seconds = seconds
        self._call = call
        self._waiting: asyncio.TimerHandle | None = None

    def ask(self) -> None:
        """Call, so many seconds from now and not sooner."""
        self.drop()
        self._waiting = asyncio.get_running_loop().call_later(self._seconds, self._call)

    def drop(self) -> None:
        """Do not call."""
        if self._waiting is not None:
            self._waiting.cancel()
