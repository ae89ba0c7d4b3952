"""A projector that a browser looks at is bound to its server: it ends with it, and takes no more
memory than a projector can need."""

from __future__ import annotations

import ctypes
import os
import resource
import signal
from contextlib import suppress

MOST_MEMORY = 1 << 30
"""Bytes of addresses; a projector of 5,000 players takes a fifth of it."""
SERVER = "TOPBOARD_SERVER"
"""In the environment of such a projector: the process that it belongs to."""
END_WITH_PARENT = 1
"""`PR_SET_PDEATHSIG` of prctl(2)."""


def bind_to_server() -> None:
    """Die with the server that began this projector, however it dies; where none did, nothing is
    changed. Nothing is lost: a projector only reads."""
    server = os.environ.get(SERVER)
    if server is None:
        return
    with suppress(OSError, AttributeError):  # where the kernel has none of this
        ctypes.CDLL(None).prctl(END_WITH_PARENT, int(signal.SIGKILL), 0, 0, 0)
    if str(os.getppid()) != server:
        os._exit(0)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
