"""The command `publish`: an event as a site in a folder, once or for as long as it is watched."""

from __future__ import annotations

import fcntl
import os
import time
from argparse import ArgumentParser, Namespace
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from engine.event import Event
from engine.points import counted
from engine.protocol import Format
from engine.refusal import Refused
from engine.steady import noted
from saves.site.folder import SiteUpdate, update_site
from saves.site.pages import site_pages
from tui.commands import Subcommand
from tui.commands.congress_opening import congress_or_none
from tui.commands.opening import event_argument, reading
from tui.commands.output import say, say_json, warn

if TYPE_CHECKING:
    from saves.store import Store

BETWEEN_LOOKS, AFTER_TROUBLE = 1.0, 10.0
"""Seconds."""
GIVING_WAY = 10
"""How much a watched site lets others go first (`nice`)."""


def _arguments(parser: ArgumentParser) -> None:
    event_argument(parser)
    parser.add_argument("folder", metavar="FOLDER", help="where the pages go; made if missing")
    parser.add_argument(
        "--watch", action="store_true", help="go on with every publication and result until ctrl+c"
    )
    parser.add_argument(
        "--replace", action="store_true", help="in the place of another event's site"
    )


def publish(args: Namespace) -> int:
    """Bring the site up to date; nothing outside FOLDER is written."""
    if args.watch and args.json:
        raise Refused(
            "--watch prints a line each time", "--json is one document", "leave one of them out"
        )
    folder = Path(args.folder).expanduser().absolute()
    if (place := congress_or_none(args.event)) is not None:
        from tui.commands.congress_site import publish_congress

        return publish_congress(args, place, folder)
    store = reading(args)
    refuse_in_event(folder, store.folder)
    update = updated(folder, store.event, store.format, site_of(store), args.replace)
    said(args, folder, update)
    if args.watch:
        _watch(folder, store)
    return 0


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
    """`/srv/site: 120 files, 3 written`."""
    changes = [f"{len(update.written)} written"] if update.written else []
    changes += [f"{len(update.removed)} removed"] if update.removed else []
    return f"{folder}: {counted(update.files, 'file')}, {', '.join(changes) or 'nothing new'}"


def _watch(folder: Path, store: Store) -> None:
    """Until ctrl+c: with everything that changes what the public reads."""
    from saves.projectors import DEFAULT_NAME
    from tui.projector.visitors import bind_to_server
    from tui.projector.watching import Watched

    bind_to_server()
    site = site_of(store)
    watched = Watched(store.folder, DEFAULT_NAME)
    shown = watched.first()
    done = shown.event if shown.event.revision == store.event.revision else store.event
    last_trouble = ""
    os.nice(GIVING_WAY)
    say("watching: ctrl+c ends it")
    try:
        wait_for_turn(folder)
        while True:
            trouble = shown.trouble
            if shown.event is not done:
                try:
                    update = updated(folder, shown.event, shown.format, site)
                    done = shown.event
                    if update.written or update.removed:
                        say(f"{datetime.now():%H:%M:%S} {words(folder, update)}")
                except Refused as refusal:
                    trouble = refusal.line
                except Exception as error:
                    trouble = f"the site is not up to date: {noted(error)}"
            if trouble and trouble != last_trouble:
                warn(trouble)
            last_trouble = trouble
            time.sleep(AFTER_TROUBLE if shown.event is not done else BETWEEN_LOOKS)
            shown = watched.look() or shown
    except KeyboardInterrupt:
        say("the site stays as it is")


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


COMMANDS = {"publish": Subcommand(_arguments, publish)}
