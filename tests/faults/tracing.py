"""strace on a forked child: count its system calls, kill it at one, let one fail."""

from __future__ import annotations

import re
import subprocess
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from tests.faults.forked import Forked, Say

CHANGING = (
    "write", "fsync", "fdatasync", "rename", "ftruncate", "fchmod", "flock", "unlink", "mkdir",
)  # fmt: skip
"""System calls that change what is on the disk, or wait for it."""
ALL = (
    *CHANGING, "openat", "close", "read", "lseek", "newfstatat", "fstat", "getdents64", "rmdir",
)  # fmt: skip
_CALL = re.compile(r"^(?:\[pid +\d+\] |\d+ +)?(\w+)\(")


def traced(work: Callable[[Say], object], log: Path, *options: str) -> tuple[int, list[str]]:
    """Run `work` in a child under strace with these options: wait status, what it said."""
    child = Forked(work)
    command = ["strace", "-f", "-p", str(child.pid), "-o", str(log), *options]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as tracer:
        assert tracer.stderr is not None
        told = tracer.stderr.readline()
        assert "attached" in told, told
        child.go()
        found = child.end()
        tracer.stderr.read()
    return found


def counted(work: Callable[[Say], object], log: Path, calls: tuple[str, ...]) -> Counter[str]:
    """How often each of these system calls is made, the wait for `go` left out."""
    status, _ = traced(work, log, "-e", "trace=" + ",".join(calls))
    assert status == 0
    lines = [found[1] for line in log.read_text().splitlines() if (found := _CALL.match(line))]
    return Counter(lines)


def allowed(log: Path) -> str:
    """Why strace cannot be used here; empty if it can."""
    try:
        started = time.monotonic()
        traced(lambda say: say("here"), log, "-e", "trace=write")
        assert time.monotonic() - started < 30
    except (OSError, AssertionError) as error:
        return f"strace cannot attach here: {error}"
    return ""
