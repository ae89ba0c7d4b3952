"""This console, and the others that have the event open."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from saves.presence import Present

if TYPE_CHECKING:
    from saves.store import Store


def _this_console() -> str:
    with suppress(OSError):
        return f"console {os.ttyname(0).removeprefix('/dev/')}"
    return f"console {os.getpid()}"


SESSION = _this_console()
"""This console's name in the journal: `u` takes back what was done at it alone, also after a
restart on the same terminal."""


def beside(others: Sequence[Present], saved: str) -> str:
    """For the status line: `with ben · saved 14:02`."""
    names = sorted({one.user for one in others})
    if not names:
        return saved
    who = " and ".join(names) if len(names) < 3 else f"{len(others)} others"
    return f"with {who} · {saved}"


def came_and_went(before: Sequence[Present], now: Sequence[Present]) -> str:
    """Who has opened the event elsewhere, and who has closed it."""
    told = [f"open elsewhere: {one}" for one in now if one not in before]
    told += [f"closed elsewhere: {one}" for one in before if one not in now]
    return "; ".join(told[:2])


def opened(folder: Path) -> Store:
    """The event in that folder, opened at this console."""
    from saves.store import open_event

    return open_event(folder, session=SESSION)
