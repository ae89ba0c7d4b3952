"""A desk as a program of its own, made by a fork: starts at a word, says what was saved, dies."""

from __future__ import annotations

import ctypes
import os
import select
import signal
import traceback
from collections.abc import Callable
from contextlib import suppress

Say = Callable[[str], None]
_PR_SET_PTRACER = 0x59616D61
_READY = b"r"


class Forked:
    """A child that waits for `go`, then does `work(say)`; each `say` is one line to the parent."""

    def __init__(self, work: Callable[[Say], object]) -> None:
        gate, self._gate = os.pipe()
        self._heard, mouth = os.pipe()
        self._rest = b""
        self.pid = os.fork()
        if self.pid == 0:
            os.close(self._gate)
            os.close(self._heard)
            self._live(work, gate, mouth)
        os.close(gate)
        os.close(mouth)
        # a tracer that came earlier would count what it does before it waits
        os.read(self._heard, len(_READY))

    def _live(self, work: Callable[[Say], object], gate: int, mouth: int) -> None:
        status = 1
        try:
            # a tracer that is no forefather is let in too
            ctypes.CDLL(None).prctl(_PR_SET_PTRACER, ctypes.c_ulong(-1), 0, 0, 0)
            os.write(mouth, _READY)
            if _told(gate):
                work(lambda text: _tell(mouth, text))
            status = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(status)

    def go(self) -> None:
        """Let it begin."""
        with suppress(BrokenPipeError):
            os.write(self._gate, b"g")

    def heard(self, seconds: float = 0) -> list[str]:
        """What it has said by now, whole lines only; waits so long for the first."""
        while select.select([self._heard], [], [], seconds)[0]:
            part = os.read(self._heard, 65536)
            self._rest += part
            seconds = 0
            if not part:
                break
        *lines, self._rest = self._rest.split(b"\n")
        return [line.decode() for line in lines]

    def stop(self) -> None:
        """Hold it where it is."""
        os.kill(self.pid, signal.SIGSTOP)

    def kill(self) -> list[str]:
        """Kill it and give what it said last."""
        os.kill(self.pid, signal.SIGKILL)
        return self.end()[1]

    def end(self) -> tuple[int, list[str]]:
        """Wait for its end: wait status, and what it said last."""
        said: list[str] = []
        while select.select([self._heard], [], [])[0]:
            part = os.read(self._heard, 65536)
            self._rest += part
            if not part:
                break
        said = self.heard()
        _, status = os.waitpid(self.pid, 0)
        os.close(self._heard)
        os.close(self._gate)
        return status, said


def _told(gate: int) -> bool:
    """Wait for the word, by a call that nobody traces; False where nobody is left to give it."""
    waiting = select.poll()
    waiting.register(gate, select.POLLIN)
    return bool(waiting.poll()[0][1] & select.POLLIN)


def _tell(mouth: int, text: str) -> None:
    # what could not be said was not said
    with suppress(OSError):
        os.write(mouth, text.encode() + b"\n")
