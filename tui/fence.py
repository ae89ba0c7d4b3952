"""The kernel's word on what a kiosk may do, under the program's own: Linux's Landlock.

From here on this process and its children write below the folders they are given and nowhere
else, and start no program but Python itself, whatever the code above has overlooked. Nobody needs
rights for it. A kernel without it (before 5.19) changes nothing: the program's own rules stand.
"""

from __future__ import annotations

import ctypes
import os
import re
import struct
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
"""System calls; the same on every machine."""
NO_NEW_PRIVILEGES = 38
BELOW = 1
EXECUTE, WRITE, TRUNCATE = 1 << 0, 1 << 1, 1 << 14
CHANGES = sum(1 << bit for bit in (1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13))
"""Write to a file; take away and make files and folders of every kind; move between folders."""
MAKES = sum(1 << bit for bit in (1, 4, 5, 7, 8, 13))
"""What is given below a folder: no devices, pipes, sockets and links."""
OLDEST = 2
"""Landlock before that forbids every move between folders, which saves need."""
TRUNCATES = 3
DEVICES = ("/dev/null", "/dev/tty")


def fence_in(folders: Iterable[Path]) -> bool:
    """Let this process change files below `folders` alone and start nothing but Python; whether
    the kernel could."""
    libc = ctypes.CDLL(None, use_errno=True)
    version = libc.syscall(CREATE_RULESET, None, 0, 1)
    if version < OLDEST:
        return False
    more = TRUNCATE if version >= TRUNCATES else 0
    handled = ctypes.create_string_buffer(struct.pack("=Q", EXECUTE | CHANGES | more))
    rules = libc.syscall(CREATE_RULESET, handled, 8, 0)
    if rules < 0:
        return False
    try:
        for folder in folders:
            _allow(libc, rules, folder, MAKES | more)
        for device in DEVICES:
            _allow(libc, rules, Path(device), WRITE | more)
        for program in _programs():
            _allow(libc, rules, program, EXECUTE)
        if libc.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0):
            return False
        return bool(libc.syscall(RESTRICT_SELF, rules, 0) == 0)
    finally:
        os.close(rules)


def _allow(libc: ctypes.CDLL, rules: int, path: Path, access: int) -> None:
    with suppress(OSError):
        fd = os.open(path, os.O_PATH | os.O_CLOEXEC)
        try:
            rule = ctypes.create_string_buffer(struct.pack("=Qi", access, fd))
            libc.syscall(ADD_RULE, rules, BELOW, rule, 0)
        finally:
            os.close(fd)


def _programs() -> list[Path]:
    """Python, and what loads its libraries, which the kernel takes for a program too."""
    readable = [Path(sys.executable).resolve()]
    with suppress(OSError):
        maps = Path("/proc/self/maps").read_text(encoding="utf-8", errors="replace")
        loaders = set(re.findall(r"(/\S*/ld[\w.-]*\.so[\w.]*)$", maps, re.MULTILINE))
        readable += map(Path, sorted(loaders))
    return readable
