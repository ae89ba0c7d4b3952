"""The program's own commands as child processes of the console, which so stays free, and what they
report to it: values on standard error, a JSON line each, where an arbiter at a shell reads
sentences. A command's document is on standard output as always.

What the console alone needs is loaded where it is used: every command imports this module."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from engine.refusal import NoDraw, Refused, Stale
from engine.warnings import Level, NotAgreed, Warning

if TYPE_CHECKING:
    from asyncio import StreamReader
    from asyncio.subprocess import Process

    from engine.at_work import GroupAtWork
    from engine.protocol import Proposal
    from saves.store import Store

VARIABLE = "TOPBOARD_REPORTS"
"""Set in the environment of a child."""


def to_console() -> bool:
    """Whether this process is a child of the console."""
    return bool(os.environ.get(VARIABLE))


def warning_line(text: str) -> str:
    """A warning."""
    return json.dumps({"warning": text})


def refusal_line(refusal: Refused) -> str:
    """A refusal with its parts; of a round without a legal draw the players and games too, of what
    has to be agreed to the level."""
    values: dict[str, Any] = {
        "what": refusal.what,
        "why": refusal.why,
        "remedy": refusal.remedy,
        "shell": refusal.shell,
        "where": refusal.where,
        "not_saved": refusal.not_saved,
    }
    if isinstance(refusal, NoDraw):
        values |= {"players": refusal.players, "pairs": refusal.pairs}
    if isinstance(refusal, NotAgreed):
        values |= {"level": refusal.level, "code": refusal.warnings[0].code}
    return json.dumps({"refused": values, "stale": isinstance(refusal, Stale)})


def at_work_line(group: GroupAtWork) -> str:
    """The score group that a draw pairs now."""
    return json.dumps({"group": [group.number, group.of, group.players]})


def at_work_in(line: str) -> GroupAtWork | None:
    """The score group that a line reports."""
    from engine.at_work import GroupAtWork

    with suppress(ValueError, KeyError, TypeError):
        number, of, players = map(int, json.loads(line)["group"])
        return GroupAtWork(number, of, players)
    return None


def done_line(done: int, all: int) -> str:
    """How much of a count is done."""
    return json.dumps({"done": [done, all]})


def done_in(line: str) -> tuple[int, int] | None:
    """The count that a line reports."""
    with suppress(ValueError, KeyError, TypeError):
        done, all = map(int, json.loads(line)["done"])
        return done, all
    return None


def so_far_line(lines: Sequence[str]) -> str:
    """What is known while a count goes on."""
    return json.dumps({"so_far": list(lines)})


def so_far_in(line: str) -> tuple[str, ...]:
    """What a line reports of that; empty if nothing."""
    with suppress(ValueError, KeyError, TypeError):
        return tuple(map(str, json.loads(line)["so_far"]))
    return ()


@dataclass(frozen=True, slots=True)
class Report:
    """What a child has reported by its end."""

    warnings: tuple[str, ...] = ()
    refusal: Refused | None = None


def report_of(text: str) -> Report:
    """The report in a child's standard error; text that the system or a library wrote there is not
    a report."""
    warnings: list[str] = []
    refusal: Refused | None = None
    for line in text.splitlines():
        with suppress(ValueError, KeyError, TypeError):
            values = json.loads(line)
            if "warning" in values:
                warnings.append(str(values["warning"]))
            elif "refused" in values:
                refusal = _refusal(values["refused"], bool(values["stale"]))
    return Report(tuple(warnings), refusal)


def _refusal(values: Mapping[str, Any], stale: bool) -> Refused:
    what, why, remedy = values["what"], values["why"], values["remedy"]
    if "pairs" in values:
        pairs = tuple((a, b) for a, b in values["pairs"])
        return NoDraw(what, why, remedy, players=tuple(values["players"]), pairs=pairs)
    if "level" in values:
        return NotAgreed([Warning(Level(values["level"]), values["code"])], what, why, remedy)
    if stale:
        return Stale(what, why, remedy)
    shell, where, not_saved = values["shell"], values["where"], values["not_saved"]
    return Refused(what, why, remedy, shell=shell, where=where, not_saved=not_saved)


COMMAND: tuple[str, ...] = (sys.executable, "-m", "tui")
LONGEST_LINE = 1 << 24
"""Bytes of what a child says in one line: a refusal may name everybody."""
HOUSE = Path(__file__).resolve().parent.parent


def environment(held: str) -> dict[str, str]:
    """What a child finds in its environment: it is about the event that this console holds
    (`saves.journal.continuing`), or about none."""
    from saves.journal import CONTINUES

    paths = [str(HOUSE), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(paths),
        "PYTHONIOENCODING": "utf-8",
        # no module is taken from the folder one happens to be in
        "PYTHONSAFEPATH": "1",
        # nor, in a kiosk, from the account's own packages
        **({"PYTHONNOUSERSITE": "1"} if sys.flags.no_user_site else {}),
        VARIABLE: "1",
        CONTINUES: held,
    }


async def process(*arguments: str, env: Mapping[str, str]) -> Process:
    """Start such a process: its output is read, and it gets no input."""
    from asyncio.subprocess import DEVNULL, PIPE, create_subprocess_exec

    return await create_subprocess_exec(
        *arguments, stdin=DEVNULL, stdout=PIPE, stderr=PIPE, env=env, limit=LONGEST_LINE
    )


class Child:
    """A reading command of this program running beside the console; `cancel` stops it."""

    draws: ClassVar[bool] = False

    def __init__(self, command: str, store: Store | None, *options: str) -> None:
        """`store` None: the command is about no event that is open here."""
        from saves.journal import continuing

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
        import asyncio

        self._child = await process(*self._arguments, env=environment(self._held))
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

    async def _listened(self, errors: StreamReader) -> str:
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
        from engine.protocol import Proposal
        from saves.plain import typed

        output, warnings = await self.finished()
        if self.cancelled:
            return None
        proposal = json.loads(output, parse_float=Decimal)["proposal"]
        if proposal is None:
            return DrawGiven(None, warnings)
        drawn: Proposal = typed(Proposal, proposal)
        return DrawGiven(drawn, warnings)
