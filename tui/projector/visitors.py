"""A projector that a browser looks at is bound to its server, and a watched site to its console:
it ends with it, and takes no more memory than it can need."""

from __future__ import annotations

import ctypes
import os
import resource
import signal
from contextlib import suppress

MOST_MEMORY = 1 << 30
"""Bytes of addresses; a projector of 5,000 players takes a fifth of it."""
SERVER = "TOPBOARD_SERVER"
"""In its environment: the process that it belongs to."""
END_WITH_PARENT = 1
"""`PR_SET_PDEATHSIG` of prctl(2)."""


def bind_to_server() -> None:
    """Die with the process that began this one, however it dies; where none did, nothing is
    changed. Nothing is lost: the event is only read."""
    server = os.environ.get(SERVER)
    if server is None:
        return
    with suppress(OSError, AttributeError):  # where the kernel has none of this
        ctypes.CDLL(None).prctl(END_WITH_PARENT, int(signal.SIGKILL), 0, 0, 0)
    if str(os.getppid()) != server:
        os._exit(0)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
