"""The console in a real pseudo-terminal: what it sends, byte by byte."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
from codecs import getincrementaldecoder
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import ClassVar

from rich.cells import cell_len

from tests.tui.nursery import begin_console

PATIENCE = 180.0
"""Seconds that a busy machine may take to answer a key."""

SCRIPT = """
import gc, sys
gc.disable()  # as the program does until the first picture
from pathlib import Path
from formats.registry import FORMATS
FORMATS.setdefault("small", "tests.tui.small:Small")
from tui.app import run
run(Path(sys.argv[1]), sys.argv[2])
"""


class Sheet:
    """What a terminal shows of what it is sent: letters alone, no colours."""

    _TOKEN = re.compile(
        r"\x1b\[([0-?]*)[ -/]*([@-~])|\x1b[\]P_][^\x07\x1b]*(?:\x07|\x1b\\\\)|\x1b([78=>c])"
        r"|([^\x1b])", re.DOTALL
    )  # fmt: skip

    def __init__(self, columns: int, rows: int) -> None:
        self._cells = [[" "] * columns for _ in range(rows)]
        self._x = self._y = 0
        self._saved = (0, 0)
        self._rest, self._decoded = "", getincrementaldecoder("utf-8")("replace")

    @property
    def text(self) -> str:
        """Line by line."""
        return "\n".join("".join(row).rstrip() for row in self._cells)

    def take(self, sent: bytes) -> None:
        """Show it."""
        text, at = self._rest + self._decoded.decode(sent), 0
        for token in self._TOKEN.finditer(text):
            if token.start() != at:
                break
            at = token.end()
            codes, final, escape, letter = token.groups()
            if letter is not None:
                self._put(letter)
            elif final == "H":
                y, _, x = codes.partition(";")
                self._x, self._y = int(x or 1) - 1, int(y or 1) - 1
            elif final == "C":
                self._x += int(codes or 1)
            elif final == "G":
                self._x = int(codes or 1) - 1
            elif final == "X":
                x = self._x
                for _ in range(int(codes or 1)):
                    self._put(" ")
                self._x = x
            elif escape == "7":
                self._saved = self._x, self._y
            elif escape == "8":
                self._x, self._y = self._saved
        self._rest = text[at:]

    def _put(self, letter: str) -> None:
        if letter == "\r":
            self._x = 0
        elif letter == "\n":
            self._y += 1
        elif letter >= " " and 0 <= self._y < len(self._cells):
            size, row = cell_len(letter), self._cells[self._y]
            if 0 <= self._x <= len(row) - size:
                row[self._x : self._x + size] = [letter] * bool(size) + [""] * (size - 1)
            self._x += size


class Terminal:
    """A pty of a size with the console in it, truecolor unless the environment says otherwise."""

    script: ClassVar[str] = SCRIPT
    more: tuple[str, ...] = ()
    """Further arguments of the script."""
    loads: ClassVar[bool] = False
    """Whether a new Python loads the program: where the process itself is what is tested."""

    def __init__(
        self, folder: Path, place: str, columns: int = 80, rows: int = 24, **environment: str
    ) -> None:
        # with what Python knows alone: readline hides a size of its own in the environment
        known = {**os.environ, **environment}
        arguments = [str(folder), place, *self.more]
        size = struct.pack("HHHH", rows, columns, 0, 0)
        if self.loads:
            self.pid, self.fd = pty.fork()
            if self.pid == 0:
                os.execve(sys.executable, [sys.executable, "-c", self.script, *arguments], known)
            fcntl.ioctl(self.fd, termios.TIOCSWINSZ, size)
        else:
            self.fd, theirs = pty.openpty()
            fcntl.ioctl(self.fd, termios.TIOCSWINSZ, size)
            self.pid = begin_console(self.script, arguments, known, theirs)
            os.close(theirs)
        self._alive = os.pidfd_open(self.pid)
        self.sheet = Sheet(columns, rows)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._alive, signal.SIGKILL)
        os.close(self.fd)
        select.select([self._alive], [], [])
        os.close(self._alive)
        if self.loads:
            os.waitpid(self.pid, 0)

    def read_until(self, wanted: bytes, seconds: float = PATIENCE) -> bytes:
        """Everything up to where `wanted` has come."""
        found, end = b"", time.monotonic() + seconds
        while wanted not in found and time.monotonic() < end:
            found += self._some(0.1)
        assert wanted in found, found[-2000:]
        return found

    def read_until_shown(self, wanted: str) -> None:
        """Until that stands on the screen: only what is another is sent."""
        end = time.monotonic() + PATIENCE
        while wanted not in self.sheet.text and time.monotonic() < end:
            self._some(0.1)
        assert wanted in self.sheet.text, self.sheet.text

    def read_until_quiet(self, quiet: float = 0.4) -> bytes:
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
        """Whether a thread of the console runs, or waits for a processor or the disk; three looks,
        for between two steps it may wait for nothing."""
        for _ in range(3):
            try:
                threads = [p.read_text() for p in Path(f"/proc/{self.pid}/task").glob("*/stat")]
            except OSError:
                return False
            if any(text.rpartition(") ")[2][:1] in "RD" for text in threads):
                return True
            time.sleep(0.01)
        return False

    def waited_for_a_turn(self) -> float:
        """Seconds that the threads of the console and this one had work and no processor, for
        others had it: 0 where the kernel does not say."""
        waits = [Path("/proc/thread-self/schedstat")]
        waits += Path(f"/proc/{self.pid}/task").glob("*/schedstat")
        waited = 0
        for path in waits:
            with suppress(OSError):
                waited += int(path.read_text().split()[1])
        return waited / 1e9

    def read_now(self) -> bytes:
        """What has come, without a wait: a console whose output nobody takes stands still."""
        return self._some(0)

    def _some(self, seconds: float) -> bytes:
        ready, _, _ = select.select([self.fd], [], [], seconds)
        if not ready:
            return b""
        try:
            sent = os.read(self.fd, 65536)
        except OSError:
            return b""
        self.sheet.take(sent)
        return sent

    def type(self, keys: bytes, quiet: float = 0.4) -> bytes:
        """Type, and read what comes of it until it is quiet; a key may send nothing."""
        os.write(self.fd, keys)
        some, end = b"", time.monotonic() + PATIENCE
        while not some and time.monotonic() < end:
            some = self._some(1)
            if not some and not self._at_work():
                break
        return some + self.read_until_quiet(quiet)
