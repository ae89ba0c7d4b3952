"""This console as the journal names it, and how it opens an event."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from engine.refusal import Refused
from saves.disk import this_host, this_user
from saves.safe_text import shortened

if TYPE_CHECKING:
    from saves.store import Store


OPENING_TRIES = 3
"""Waits for another desk that is opening the event, or saves: some seconds each."""


def _this_console() -> str:
    with suppress(OSError):
        return f"console {os.ttyname(0).removeprefix('/dev/')}"
    return f"console {os.getpid()}"


SESSION = _this_console()
"""This console's name in the journal: `u` takes back what was done at it alone, also after a
restart on the same terminal."""


class Session(NamedTuple):
    """Who sits at this console."""

    user: str
    host: str


def this_session() -> Session:
    """As the system names them."""
    return Session(this_user(), this_host())


def journal_state(folder: Path) -> tuple[int, ...]:
    """What is another as soon as a desk has written; empty where nothing can be read."""
    try:
        status = os.stat(folder / "journal.log", follow_symlinks=False)
    except OSError:
        return ()
    return (status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino, status.st_dev)


def opened(folder: Path) -> Store:
    """The event in that folder, opened at this console."""
    from saves.store import open_event

    for left in reversed(range(OPENING_TRIES)):
        try:
            return open_event(folder, session=SESSION)
        except Refused as refusal:
            if not refusal.not_saved:
                raise
            if not left:
                # there is nothing yet that could have been saved
                problem = f"{shortened(folder.name, 60)} cannot be opened now"
                raise Refused(problem, refusal.why, refusal.remedy) from None
    raise AssertionError("the last try opens or refuses")
