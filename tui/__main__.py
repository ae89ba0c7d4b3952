"""The program: `topboard`, and `python -m tui` where it is not installed."""

from __future__ import annotations

import gc
import os
import sys
import threading
from typing import NoReturn

from tui.cli import main

OBJECTS_BETWEEN_COLLECTIONS = 50_000


def program() -> NoReturn:
    """Run one command and end the process with its status.

    Half a command's time goes into its start and its end: modules are not garbage to look for, and
    if no thread and no other process is left, nothing is gained by taking them apart.
    """
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)
    status = main()
    if threading.active_count() > 1 or "multiprocessing" in sys.modules:
        sys.exit(status)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            sys.exit(status)
    os._exit(status)


if __name__ == "__main__":
    program()
