"""The bar of a long command: on a terminal alone, gone at the end, and ctrl+c where it can stop."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import time

import pytest

LONG = """
import sys, time
from tui.commands.progress import ProgressBar
steps = int(sys.argv[1])
with ProgressBar("verify", "actions", steps, stoppable=True) as progress:
    for n in range(steps):
        progress(n)
        if progress.stopped:
            break
        time.sleep(0.1)
print("stopped" if progress.stopped else "done", n)
"""


def run(stderr: int, steps: int = 30) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", LONG, str(steps)],
        stdout=subprocess.PIPE,
        stderr=stderr,
        env={**os.environ, "TERM": "xterm-256color"},
    )


def read_until(fd: int, wanted: bytes) -> bytes:
    read, end = b"", time.monotonic() + 180
    while wanted not in read and time.monotonic() < end:
        if select.select([fd], [], [], 0.2)[0]:
            read += os.read(fd, 65536)
    return read


@pytest.mark.parametrize("stops", [False, True])
def test_a_bar_with_the_count_stands_on_a_terminal_and_can_be_stopped(stops: bool) -> None:
    ours, theirs = pty.openpty()
    steps = 600 if stops else 30  # a minute to stop it in
    child = run(theirs, steps)
    shown = read_until(ours, f"/{steps}".encode())
    assert b"verify" in shown
    assert b"ctrl+c stops" in shown
    if stops:
        child.send_signal(signal.SIGINT)
    out, _ = child.communicate(timeout=180)
    assert out.startswith(b"stopped" if stops else b"done 29")
    assert b"\x1b[2K" in read_until(ours, b"\x1b[?25h")
    os.close(ours)
    os.close(theirs)


def test_nothing_is_shown_in_a_pipe() -> None:
    child = run(subprocess.PIPE)
    out, errors = child.communicate(timeout=180)
    assert (out, errors) == (b"done 29\n", b"")
