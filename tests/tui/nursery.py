"""Consoles of real terminals, forked from a Python that has loaded the program already.

To load it is three quarters of what a short console costs. This Python is no test's: it has
nothing patched and no threads, and what it forks has the environment, the arguments and the
terminal of who asked.
"""

from __future__ import annotations

import gc
import json
import os
import socket
import subprocess
import sys
import termios
from collections.abc import Mapping, Sequence
from contextlib import suppress
from fcntl import ioctl
from functools import cache
from importlib import import_module
from pathlib import Path

HOUSE = Path(__file__).resolve().parents[2]
LOADED = (
    "tui.app", "tui.projector.app", "tui.places.entries", "tui.places.pairings",
    "tui.places.results", "tui.places.results.keys", "tui.places.standings", "tests.tui.small",
    "engine.actions.results", "saves.store", "saves.recovery", "saves.ratings.library",
    "textual.drivers.linux_driver", "textual.scrollbar",
)  # fmt: skip
"""What most consoles load, with what that loads in its turn."""
STREAMS = (
    (0, "stdin", "r", "strict"), (1, "stdout", "w", "strict"),
    (2, "stderr", "w", "backslashreplace"),
)  # fmt: skip
LARGEST = 1 << 18
"""Bytes of a request, most of them the environment."""


class _Nursery:
    def __init__(self) -> None:
        self._line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            begin = f"from tests.tui import nursery; nursery.serve({theirs.fileno()})"
            self._process = subprocess.Popen(
                [sys.executable, "-c", begin], cwd=HOUSE, pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
            )  # fmt: skip

    def begin(
        self, script: str, arguments: Sequence[str], environment: Mapping[str, str], terminal: int
    ) -> int:
        request = json.dumps([script, arguments, dict(environment), os.getcwd()])
        socket.send_fds(self._line, [request.encode()], [terminal])
        return int(self._line.recv(LARGEST))


_nursery = cache(_Nursery)


def begin_console(
    script: str, arguments: Sequence[str], environment: Mapping[str, str], terminal: int
) -> int:
    """As `python -c` in a session of its own at that terminal: the number of the process."""
    return _nursery().begin(script, arguments, environment, terminal)


def serve(number: int) -> None:
    """Fork a process for each request, until nobody asks any more."""
    line = socket.socket(fileno=number)
    for name in LOADED:
        import_module(name)
    gc.freeze()
    while True:
        request, terminals, _, _ = socket.recv_fds(line, LARGEST, 1)
        if not request:
            return
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        pid = os.fork()
        if pid == 0:
            line.close()
            _run(*json.loads(request), *terminals)
            return
        os.close(*terminals)
        line.send(str(pid).encode())


def _run(
    script: str, arguments: list[str], environment: dict[str, str], folder: str, terminal: int
) -> None:
    os.setsid()
    ioctl(terminal, termios.TIOCSCTTY, 0)
    for place in (0, 1, 2):
        os.dup2(terminal, place)
    os.close(terminal)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["-c", *arguments]
    # as Python opens them at a terminal
    for place, name, mode, errors in STREAMS:
        stream = os.fdopen(place, mode, closefd=False, encoding="utf-8", errors=errors)
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)
    exec(compile(script, "<string>", "exec"), {"__name__": "__main__"})
