"""A draw as a child process: the program's own command line, so that the console stays free."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from engine.refusal import Refused

COMMAND: tuple[str, ...] = (sys.executable, "-m", "tui")
HOUSE = Path(__file__).resolve().parent.parent


class Draw:
    """`topboard draw FOLDER …` running beside the console.

    The proposal arrives in the event like anybody else's change; this only waits, and cancels.
    """

    def __init__(self, folder: Path, *options: str, session: str = "cli") -> None:
        self._session = session
        self._arguments: Sequence[str] = (*COMMAND, "draw", str(folder), *options)
        self._child: Process | None = None
        self.cancelled = False

    async def run(self) -> list[str]:
        """Wait for its end; what it warned of. `Refused` with what it said on standard error."""
        paths = [str(HOUSE), *filter(None, [os.environ.get("PYTHONPATH")])]
        self._child = await asyncio.create_subprocess_exec(
            *self._arguments,
            stdin=DEVNULL,
            stdout=DEVNULL,
            stderr=PIPE,
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join(paths),
                # the draw is this console's own action: its `u` takes it back
                "TOPBOARD_SESSION": self._session,
            },
        )
        try:
            _, told = await self._child.communicate()
        finally:
            # the console may go while the draw runs: nothing is left behind
            if self._child.returncode is None:
                self.cancel()
                await self._child.wait()
        text = told.decode("utf-8", "replace")
        if self._child.returncode and not self.cancelled:
            raise Refused.parse(text)
        return [one.removeprefix("topboard: ") for one in text.splitlines() if one.strip()]

    def cancel(self) -> None:
        """Stop it. What it had not finished is not in the event."""
        self.cancelled = True
        if self._child is not None and self._child.returncode is None:
            with suppress(ProcessLookupError):
                self._child.terminate()
