"""The program's own commands as child processes, so that the console stays free."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.refusal import NoDraw, Refused
from saves.departure import CONTINUES, continuing

if TYPE_CHECKING:
    from saves.store import Store

COMMAND: tuple[str, ...] = (sys.executable, "-m", "tui")
HOUSE = Path(__file__).resolve().parent.parent


class Child:
    """A command of this program running beside the console; `cancel` stops it."""

    def __init__(self, command: str, store: Store, *options: str, session: str = "cli") -> None:
        self._session = session
        self._held = continuing(store.journal)
        self._arguments: Sequence[str] = (*COMMAND, command, str(store.folder), *options)
        self._child: Process | None = None
        self.cancelled = False

    async def finished(self) -> tuple[str, str]:
        """Wait for its end; standard output and standard error. `Refused` with what it said."""
        paths = [str(HOUSE), *filter(None, [os.environ.get("PYTHONPATH")])]
        self._child = await asyncio.create_subprocess_exec(
            *self._arguments,
            stdin=DEVNULL,
            stdout=PIPE,
            stderr=PIPE,
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join(paths),
                "PYTHONIOENCODING": "utf-8",
                # no module is taken from the folder one happens to stand in
                "PYTHONSAFEPATH": "1",
                # nor, in a kiosk, from the account's own packages
                **({"PYTHONNOUSERSITE": "1"} if sys.flags.no_user_site else {}),
                # what it does is this console's own action: its `u` takes it back
                "TOPBOARD_SESSION": self._session,
                # and it is about the event that this console holds, or about none
                CONTINUES: self._held,
            },
        )
        if self.cancelled:
            self.cancel()
        try:
            said, told = await self._child.communicate()
        finally:
            # the console may go while it runs: nothing is left behind
            if self._child.returncode is None:
                self.cancel()
                await self._child.wait()
        out, error = said.decode("utf-8", "replace"), told.decode("utf-8", "replace")
        if self._child.returncode and not self.cancelled:
            raise _refusal(out, error)
        return out, error

    def cancel(self) -> None:
        """Stop it. What it had not finished is not in the event."""
        self.cancelled = True
        if self._child is not None and self._child.returncode is None:
            with suppress(ProcessLookupError):
                self._child.terminate()


class Draw(Child):
    """`topboard draw FOLDER …`: the proposal arrives in the event like anybody else's change."""

    def __init__(self, store: Store, *options: str, session: str = "cli") -> None:
        super().__init__("draw", store, "--tell-deadlock", *options, session=session)

    async def run(self) -> list[str]:
        """Wait for its end; what it warned of. `NoDraw` with the games that would do."""
        _, told = await self.finished()
        return [one.removeprefix("topboard: ") for one in told.splitlines() if one.strip()]


class Answer(Child):
    """A reading command with `--json`: its document."""

    def __init__(self, command: str, store: Store, *options: str) -> None:
        super().__init__(command, store, *options, "--json")

    async def document(self) -> dict[str, Any]:
        """Wait for its end; empty where it was cancelled."""
        out, _ = await self.finished()
        found: dict[str, Any] = {} if self.cancelled else json.loads(out)
        return found


def _refusal(out: str, error: str) -> Refused:
    """What it said on standard error, with the players and games of a deadlock where it told."""
    with suppress(ValueError, KeyError, TypeError):
        told = json.loads(out)["deadlock"]
        pairs = tuple((str(a), str(b)) for a, b in told["pairs"])
        players = tuple(map(str, told["players"]))
        return NoDraw(told["what"], told["why"], told["remedy"], players=players, pairs=pairs)
    return Refused.parse(error)
