"""The program's own commands as child processes, so that the console stays free."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import time
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from engine.protocol import Proposal
from engine.refusal import Refused
from saves.departure import CONTINUES, continuing
from saves.plain import typed
from tui.reported import VARIABLE, at_work_in, done_in, report_of, so_far_in

if TYPE_CHECKING:
    from engine.at_work import GroupAtWork
    from saves.store import Store

COMMAND: tuple[str, ...] = (sys.executable, "-m", "tui")
LONGEST_LINE = 1 << 24
"""Bytes of what a child says in one line: a refusal may name everybody."""
HOUSE = Path(__file__).resolve().parent.parent


def environment(held: str) -> dict[str, str]:
    """What a child finds in its environment: it is about the event that this console holds
    (`saves.departure.continuing`), or about none."""
    paths = [str(HOUSE), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(paths),
        "PYTHONIOENCODING": "utf-8",
        # no module is taken from the folder one happens to stand in
        "PYTHONSAFEPATH": "1",
        # nor, in a kiosk, from the account's own packages
        **({"PYTHONNOUSERSITE": "1"} if sys.flags.no_user_site else {}),
        VARIABLE: "1",
        CONTINUES: held,
    }


class Child:
    """A reading command of this program running beside the console; `cancel` stops it."""

    draws: ClassVar[bool] = False

    def __init__(self, command: str, store: Store | None, *options: str) -> None:
        """`store` None: the command is about no event that is open here."""
        self._held = continuing(store.journal) if store is not None else ""
        event = (str(store.folder),) if store is not None else ()
        self._arguments: Sequence[str] = (*COMMAND, command, *event, *options)
        self._child: Process | None = None
        self._began = time.monotonic()
        self.cancelled = False
        self.at_work: GroupAtWork | None = None
        """Of a draw: the score group that it pairs now."""
        self.done: tuple[int, int] | None = None
        """Of what is counted: how much is done, and of how much."""
        self.so_far: tuple[str, ...] = ()
        """What is known of it by now, in lines."""

    @property
    def seconds(self) -> int:
        """How long it has been running."""
        return int(time.monotonic() - self._began)

    async def finished(self) -> tuple[str, tuple[str, ...]]:
        """Wait for its end; its standard output and what it warned of. `Refused` as it was there,
        `NoDraw` with the games that would do."""
        self._child = await asyncio.create_subprocess_exec(
            *self._arguments,
            stdin=DEVNULL,
            stdout=PIPE,
            stderr=PIPE,
            env=environment(self._held),
            limit=LONGEST_LINE,
        )
        if self.cancelled:
            self.cancel()
        try:
            assert self._child.stdout is not None
            assert self._child.stderr is not None
            output, reported = await asyncio.gather(
                self._child.stdout.read(), self._listened(self._child.stderr)
            )
            await self._child.wait()
        finally:
            # the console may go while it runs: nothing is left behind
            if self._child.returncode is None:
                self.cancel()
                await self._child.wait()
        report = report_of(reported)
        if self._child.returncode and not self.cancelled:
            raise report.refusal or Refused("it stopped without a message")
        return output.decode("utf-8", "replace"), report.warnings

    async def _listened(self, errors: asyncio.StreamReader) -> str:
        """All of its standard error; what it says meanwhile of where it is, at once."""
        lines = []
        async for line in errors:
            lines.append(line.decode("utf-8", "replace"))
            self.at_work = at_work_in(lines[-1]) or self.at_work
            self.done = done_in(lines[-1]) or self.done
            self.so_far = so_far_in(lines[-1]) or self.so_far
        return "".join(lines)

    def end(self) -> None:
        """Have it end with what it knows so far, as ctrl+c does in a shell."""
        if self._child is not None and self._child.returncode is None:
            with suppress(ProcessLookupError):
                self._child.send_signal(signal.SIGINT)

    def cancel(self) -> None:
        """Stop it. What it had not finished is not in the event."""
        self.cancelled = True
        if self._child is not None and self._child.returncode is None:
            with suppress(ProcessLookupError):
                self._child.terminate()


class Answer(Child):
    """A reading command with `--json`: its document."""

    def __init__(self, command: str, store: Store | None, *options: str) -> None:
        super().__init__(command, store, *options, "--json")

    async def document(self) -> dict[str, Any]:
        """Wait for its end; empty where it was cancelled."""
        output, _ = await self.finished()
        document: dict[str, Any] = {} if self.cancelled else json.loads(output)
        return document


@dataclass(frozen=True, slots=True)
class DrawGiven:
    """What a draw beside the console came to: its proposal, None where the draw by choice has to
    be made anew for it; and what the command warned of."""

    proposal: Proposal | None
    warnings: tuple[str, ...] = ()


class DrawChild(Child):
    """`topboard draw EVENT --give`: the next proposal as a value, nothing is written."""

    draws = True

    def __init__(self, store: Store, *options: str) -> None:
        super().__init__("draw", store, "--give", *options)

    async def given(self) -> DrawGiven | None:
        """Wait for its end; None where it was cancelled. `Refused`, `NoDraw`."""
        output, warnings = await self.finished()
        if self.cancelled:
            return None
        proposal = json.loads(output, parse_float=Decimal)["proposal"]
        if proposal is None:
            return DrawGiven(None, warnings)
        drawn: Proposal = typed(Proposal, proposal)
        return DrawGiven(drawn, warnings)
