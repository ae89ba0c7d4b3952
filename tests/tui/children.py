"""The console's child processes in tests: the command line, which knows the tests' formats."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Mapping
from typing import Any, NoReturn

import pytest

import tui.child
from tui.cli import main

CHILD = """
import sys, time
{wait}
from formats.registry import FORMATS
FORMATS.setdefault("small", "tests.tui.small:Small")
FORMATS.setdefault("parted", "tests.tui.parted:Parted")
from tui.cli import main
sys.exit(main(sys.argv[1:]))
"""
WHOLE = ("simulate",)
"""Commands that start processes of their own."""
PROCESS = tui.child.process
"""A process of the system."""


def use_child(monkeypatch: pytest.MonkeyPatch, wait: str = "pass") -> None:
    """Children are programs of their own and know the tests' format; `wait` is run first (a
    sleep, say)."""
    command = (sys.executable, "-c", CHILD.format(wait=wait))
    monkeypatch.setattr(tui.child, "COMMAND", command)
    monkeypatch.setattr(tui.child, "process", PROCESS)


def fork_children(monkeypatch: pytest.MonkeyPatch) -> None:
    """Children are copies of this process: they need not load the program anew."""
    monkeypatch.setattr(tui.child, "process", _begun)


class ForkedChild:
    """What the console uses of a process."""

    def __init__(self, pid: int, stdout: asyncio.StreamReader, stderr: asyncio.StreamReader):
        self.pid, self.stdout, self.stderr = pid, stdout, stderr
        self.returncode: int | None = None
        self._end: asyncio.Future[tuple[int, int]] | None = None

    async def wait(self) -> int:
        """Wait for its end; who is stopped while waiting may wait again: it ends only once."""
        if self._end is None:
            self._end = asyncio.ensure_future(asyncio.to_thread(os.waitpid, self.pid, 0))
        _, status = await asyncio.shield(self._end)
        self.returncode = os.waitstatus_to_exitcode(status)
        return self.returncode

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)

    def send_signal(self, number: int) -> None:
        """As the system's."""
        os.kill(self.pid, number)


async def _begun(*arguments: str, env: Mapping[str, str]) -> Any:
    begun = len(tui.child.COMMAND)
    if arguments[begun] in WHOLE:
        return await PROCESS(*arguments, env=env)
    (out, child_out), (err, child_err) = os.pipe(), os.pipe()
    pid = os.fork()
    if pid == 0:
        _run(arguments[begun:], env, child_out, child_err)
    os.close(child_out)
    os.close(child_err)
    return ForkedChild(pid, await _reader(out), await _reader(err))


def _run(arguments: tuple[str, ...], env: Mapping[str, str], out: int, err: int) -> NoReturn:
    status = 70
    try:
        for fd, place in ((os.open(os.devnull, os.O_RDONLY), 0), (out, 1), (err, 2)):
            os.dup2(fd, place)
        os.environ.clear()
        os.environ.update(env)
        sys.stdout, sys.stderr = (os.fdopen(fd, "w", 1, "utf-8", closefd=False) for fd in (1, 2))
        status = main(arguments)
        sys.stdout.flush()
    finally:
        os._exit(status)


async def _reader(fd: int) -> asyncio.StreamReader:
    reader = asyncio.StreamReader(tui.child.LONGEST_LINE)
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(fd, "rb", 0)
    )
    return reader
