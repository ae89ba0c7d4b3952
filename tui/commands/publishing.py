"""The command `publish`: an event or a congress as a site in a folder, once or for as long as it is
watched; and the folder with the site of an event, for the console too."""

from __future__ import annotations

import fcntl
import os
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from engine.congress.notes import note_words
from engine.event import Event
from engine.points import counted
from engine.protocol import Format
from engine.refusal import Refused, noted
from saves.site.folder import SiteUpdate, update_site
from saves.site.pages import site_pages
from tui.commands.congress_opening import congress_at, congress_or_none
from tui.commands.next_words import warn_of_teams
from tui.commands.opening import event_argument, reading
from tui.commands.output import line_by_line, say, say_json, warn
from tui.commands.subcommand import Subcommand

if TYPE_CHECKING:
    from saves.congress.store import CongressStore
    from saves.sheets import Grid
    from saves.store import Store

BETWEEN_LOOKS = 1.0
"""Seconds."""
AFTER_TROUBLE = 10.0
"""Seconds until a site is tried again."""
GIVING_WAY = 10
"""How much a watched site lets others go first (`nice`)."""
Look = Callable[[], tuple[SiteUpdate | None, str]]
"""What was written since the last look, None where nothing had changed; and what is wrong."""


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
    if args.watch:
        line_by_line()
    folder = Path(args.folder).expanduser().absolute()
    if (place := congress_or_none(args.event)) is not None:
        return _publish_congress(args, place, folder)
    store = reading(args)
    refuse_in_event(folder, store.folder)
    _say_update(
        args, folder,
        updated(
            folder, store.event, store.format, site_of(store), args.replace, home=store.folder
        ),
    )  # fmt: skip
    warn_of_teams(store.event, store.format)
    if args.watch:
        _watch(folder, _looking(folder, store))
    return 0


def _looking(folder: Path, store: Store) -> Look:
    """At an event: with everything that changes what the public reads."""
    from saves.projectors import DEFAULT_NAME
    from tui.projector.visitors import bind_to_server
    from tui.projector.watching import Watched

    bind_to_server()
    site = site_of(store)
    watched = Watched(store.folder, DEFAULT_NAME)
    shown = watched.first()
    done = shown.event if shown.event.revision == store.event.revision else store.event

    def look() -> tuple[SiteUpdate | None, str]:
        nonlocal shown, done
        shown = watched.look() or shown
        if shown.event is done:
            return None, shown.trouble
        update = updated(folder, shown.event, shown.format, site, home=store.folder)
        done = shown.event
        return update, shown.trouble

    return look


def _watch(folder: Path, look: Look) -> None:
    """Until ctrl+c."""
    os.nice(GIVING_WAY)
    say("watching: ctrl+c ends it")
    last_trouble = ""
    try:
        _wait_for_turn(folder)
        while True:
            pause = BETWEEN_LOOKS
            try:
                update, trouble = look()
            except Refused as refusal:
                update, trouble, pause = None, refusal.line, AFTER_TROUBLE
            except Exception as error:
                update, trouble, pause = (
                    None,
                    f"the site is not up to date: {noted(error)}",
                    AFTER_TROUBLE,
                )
            if update is not None and (update.written or update.removed):
                say(f"{datetime.now():%H:%M:%S} {_words(folder, update)}")
            if trouble and trouble != last_trouble:
                warn(trouble)
            last_trouble = trouble
            time.sleep(pause)
    except KeyboardInterrupt:
        say("the site stays as it is")


def _wait_for_turn(folder: Path) -> None:
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


def _say_update(args: Namespace, folder: Path, update: SiteUpdate) -> None:
    """What was done, as the options want to hear it."""
    if args.json:
        say_json({
            "folder": str(folder),
            "files": update.files,
            "written": list(update.written),
            "removed": list(update.removed),
        })  # fmt: skip
    else:
        say(_words(folder, update))


def _words(folder: Path, update: SiteUpdate) -> str:
    """`/srv/site: 120 files written`, later `3 of 120 files written`."""
    files, written = counted(update.files, "file"), len(update.written)
    # the file that says when it was is written each time, and is not one of these
    many = files if written >= update.files - 1 else f"{written} of {files}"
    changes = [f"{many} written"] if written else []
    changes += [f"{len(update.removed)} removed"] if update.removed else []
    return f"{folder}: {', '.join(changes) or f'{files}, nothing new'}"


# The folder with the site of an event


def refuse_in_event(folder: Path, event_folder: Path) -> None:
    """`Refused` where a site would be among save files."""
    inside = event_folder.resolve()
    if folder.resolve() == inside or inside in folder.resolve().parents:
        raise Refused(
            "a site cannot be in the event's own folder", "its save files are there",
            "give a folder elsewhere",
        )  # fmt: skip


def site_of(store: Store) -> str:
    """Identifies this event's site: how its journal begins."""
    first = store.journal.lines[0] if store.journal.lines else store.event.title.encode()
    return sha256(first).hexdigest()[:16]


def updated(
    folder: Path,
    event: Event,
    format: Format,
    site: str,
    replace: bool = False,
    above: tuple[str, str] | None = None,
    home: Path | None = None,
) -> SiteUpdate:
    """The folder with the site of an event as it is now; `home` is the event's own folder, which
    may have a plan of prizes."""
    now = datetime.now().astimezone()
    prizes = final_prizes(home, event, format) if home is not None else []
    pages = site_pages(event, format, site, above, prizes)
    return update_site(folder, pages, site, now, replace)


def final_prizes(home: Path, event: Event, format: Format) -> list[Grid]:
    """The list of prizes of a finished event; none before, or where the plan cannot be read, which
    the console says."""
    from engine.prizes.allocation import PrizeState, allocate
    from engine.prizes.contenders import PrizeEvent
    from saves.prizes.file import plan_of
    from saves.prizes.sheets import group_grids, prize_grids

    with suppress(Refused, OSError):
        plan = plan_of(home)
        if plan is not None:
            outcome = allocate(plan, [PrizeEvent("", event.title, event, format)])
            if outcome.state is PrizeState.FINAL:
                names = {"": event.title}
                by_prize, *_ = prize_grids(outcome, (event,), names)
                return [by_prize, *group_grids(outcome, names)]
    return []


# A congress: the hall by name, and the site of each event beside it


def _publish_congress(args: Namespace, place: Path, folder: Path) -> int:
    """Bring the sites of all events up to date, and the pages of the congress."""
    store = congress_at(place)
    for one in (place, *(opened.folder for opened in store.stores.values())):
        refuse_in_event(folder, one)
    _say_update(args, folder, _congress_updated(store, folder, args.replace))
    for member in store.members:
        warn_of_teams(member.event, member.format, f"{member.name}: ")
    if args.watch:
        _watch(folder, _looking_at_all(folder, store))
    return 0


def _congress_updated(store: CongressStore, folder: Path, replace: bool = False) -> SiteUpdate:
    """The pages of the congress first, so that the folder is there; files by their paths in it."""
    from saves.site.congress import ABOVE, congress_pages, site_folders

    if not store.members:
        raise Refused("the congress has no event that can be shown", "", "join one first")
    folders = site_folders(store.members)
    site = sha256(f"congress {store.folder.name}".encode()).hexdigest()[:16]
    pages = congress_pages(store.congress, store.members, site)
    now = datetime.now().astimezone()
    own = update_site(folder, pages, site, now, replace, players=False)
    written, removed, files = list(own.written), list(own.removed), own.files
    for member in store.members:
        name, opened = folders[member.folder], store.stores[member.folder]
        one = updated(folder / name, opened.event, opened.format, site_of(opened), replace, ABOVE)
        written += [f"{name}/{file}" for file in one.written]
        removed += [f"{name}/{file}" for file in one.removed]
        files += one.files
    return SiteUpdate(tuple(written), tuple(removed), files)


def _looking_at_all(folder: Path, store: CongressStore) -> Look:
    """At the events of a congress, and at what is wrong with their files."""
    due, notes = False, _notes(store)

    def look() -> tuple[SiteUpdate | None, str]:
        nonlocal due, notes
        if store.changed():
            store.refresh()
            due = True
        before, notes = notes, _notes(store)
        for text in notes:
            if text not in before:
                warn(text)
        update = _congress_updated(store, folder) if due else None
        due = False
        return update, ""

    return look


def _notes(store: CongressStore) -> list[str]:
    """What is wrong with the files of the congress and of its events."""
    return [note_words(note) for note in store.file_notes()]


COMMANDS = {"publish": Subcommand(_arguments, publish)}
