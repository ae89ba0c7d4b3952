"""What every command that makes a site has in common: its folder, and what is said of it."""

from __future__ import annotations

import fcntl
import os
import time
from argparse import Namespace
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from engine.event import Event
from engine.points import counted
from engine.protocol import Format
from engine.refusal import Refused
from saves.site.folder import SiteUpdate, update_site
from saves.site.pages import site_pages
from tui.commands.output import say, say_json

if TYPE_CHECKING:
    from saves.store import Store

BETWEEN_LOOKS = 1.0
"""Seconds."""
AFTER_TROUBLE = 10.0
"""Seconds until a site is tried again."""
GIVING_WAY = 10
"""How much a watched site lets others go first (`nice`)."""


def said(args: Namespace, folder: Path, update: SiteUpdate) -> None:
    """What was done, as the options want to hear it."""
    if args.json:
        say_json({
            "folder": str(folder),
            "files": update.files,
            "written": list(update.written),
            "removed": list(update.removed),
        })  # fmt: skip
    else:
        say(words(folder, update))


def refuse_in_event(folder: Path, event_folder: Path) -> None:
    """`Refused` where a site would be among save files."""
    inside = event_folder.resolve()
    if folder.resolve() == inside or inside in folder.resolve().parents:
        raise Refused(
            "a site cannot be in the event's own folder", "its save files are there",
            "give a folder elsewhere",
        )  # fmt: skip


def site_of(store: Store) -> str:
    """What tells this event's site from another's: how its journal begins."""
    first = store.journal.lines[0] if store.journal.lines else store.event.title.encode()
    return sha256(first).hexdigest()[:16]


def updated(
    folder: Path,
    event: Event,
    format: Format,
    site: str,
    replace: bool = False,
    above: tuple[str, str] | None = None,
) -> SiteUpdate:
    """The folder with the site of an event as it is now."""
    now = datetime.now().astimezone()
    return update_site(folder, site_pages(event, format, site, above), site, now, replace)


def words(folder: Path, update: SiteUpdate) -> str:
    """`/srv/site: 120 files written`, later `3 of 120 files written`."""
    files, written = counted(update.files, "file"), len(update.written)
    # the file that says when it was is written each time, and is none of these
    said = files if written >= update.files - 1 else f"{written} of {files}"
    changes = [f"{said} written"] if written else []
    changes += [f"{len(update.removed)} removed"] if update.removed else []
    return f"{folder}: {', '.join(changes) or f'{files}, nothing new'}"


def wait_for_turn(folder: Path) -> None:
    """While another program watches for the same folder: several desks may keep one site. Where
    the file system has no locks, both write, and the same."""
    fd, announced = os.open(folder, os.O_RDONLY | os.O_CLOEXEC), False
    while True:
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            if not announced:
                say("another program keeps this folder up to date: this one waits for its end")
            announced = True
            time.sleep(BETWEEN_LOOKS)
        except OSError:
            return
