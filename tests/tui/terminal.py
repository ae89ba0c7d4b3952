"""The console in a real pseudo-terminal: what it sends, byte by byte."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from pathlib import Path
from types import TracebackType
from typing import ClassVar

PATIENCE = 60.0
"""Seconds that a busy machine may take to answer a key."""

SCRIPT = """
import sys
from pathlib import Path
from formats.registry import FORMATS
FORMATS.setdefault("small", "tests.tui.small:Small")
from tui.app import run
run(Path(sys.argv[1]), sys.argv[2])
"""


class Terminal:
    """A pty of a size with the console in it, truecolor unless the environment says otherwise."""

    script: ClassVar[str] = SCRIPT
    more: tuple[str, ...] = ()
    """Further arguments of the script."""

    def __init__(
        self, folder: Path, place: str, columns: int = 80, rows: int = 24, **environment: str
    ) -> None:
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.environ.update(environment)
            arguments = [str(folder), place, *self.more]
            os.execv(sys.executable, [sys.executable, "-c", self.script, *arguments])
        size = struct.pack("HHHH", rows, columns, 0, 0)
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, size)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        os.kill(self.pid, signal.SIGKILL)
        os.close(self.fd)
        os.waitpid(self.pid, 0)

    def read_until(self, wanted: bytes, seconds: float = PATIENCE) -> bytes:
        """Everything up to where `wanted` has come."""
        found, end = b"", time.monotonic() + seconds
        while wanted not in found and time.monotonic() < end:
            found += self._some(0.1)
        assert wanted in found, found[-2000:]
        return found

    def read_until_quiet(self, quiet: float = 0.6) -> bytes:
        """Everything until nothing comes for that many seconds in which the console had nothing to
        do: where others take the machine it waits for its turn, and that is no quiet."""
        found, end = b"", time.monotonic() + PATIENCE
        while time.monotonic() < end:
            some = self._some(quiet)
            if not some and not self._at_work():
                break
            found += some
        return found

    def _at_work(self) -> bool:
        """Whether a thread of the console runs, or waits for a processor or the disk."""
        try:
            threads = [p.read_text() for p in Path(f"/proc/{self.pid}/task").glob("*/stat")]
        except OSError:
            return False
        return any(text.rpartition(") ")[2][:1] in "RD" for text in threads)

    def read_now(self) -> bytes:
        """What has come, without a wait: a console whose output nobody takes stands still."""
        return self._some(0)

    def _some(self, seconds: float) -> bytes:
        ready, _, _ = select.select([self.fd], [], [], seconds)
        if not ready:
            return b""
        try:
            return os.read(self.fd, 65536)
        except OSError:
            return b""

    def type(self, keys: bytes, begins: float = PATIENCE, quiet: float = 0.6) -> bytes:
        """Type, and read what comes of it: `begins` seconds for the first of it at the most, then
        until it is quiet."""
        os.write(self.fd, keys)
        return self._some(begins) + self.read_until_quiet(quiet)
