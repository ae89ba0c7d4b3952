"""The site of a congress by command: the hall by name, and the site of each event beside it."""

from __future__ import annotations

import os
import time
from argparse import Namespace
from datetime import datetime
from hashlib import sha256
from pathlib import Path

from engine.congress.words import note_words
from engine.refusal import Refused
from engine.steady import noted
from saves.congress.store import CongressStore
from saves.site.congress import ABOVE, congress_pages, site_folders
from saves.site.folder import SiteUpdate, update_site
from tui.commands.congress_opening import congress_at
from tui.commands.next_words import warn_of_teams
from tui.commands.output import say, warn
from tui.commands.site_folder import (
    AFTER_TROUBLE,
    BETWEEN_LOOKS,
    GIVING_WAY,
    refuse_in_event,
    said,
    site_of,
    updated,
    wait_for_turn,
    words,
)


def publish_congress(args: Namespace, place: Path, folder: Path) -> int:
    """Bring the sites of all events up to date, and the pages of the congress."""
    store = congress_at(place)
    for one in (place, *(opened.folder for opened in store.stores.values())):
        refuse_in_event(folder, one)
    said(args, folder, _updated(store, folder, args.replace))
    for member in store.members:
        warn_of_teams(member.event, member.format, f"{member.name}: ")
    if args.watch:
        _watch(store, folder)
    return 0


def _updated(store: CongressStore, folder: Path, replace: bool = False) -> SiteUpdate:
    """The pages of the congress first, so that the folder is there; files by their paths in it."""
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


def _watch(store: CongressStore, folder: Path) -> None:
    """Until ctrl+c: with everything that changes what the public reads."""
    os.nice(GIVING_WAY)
    say("watching: ctrl+c ends it")
    due, notes, last_trouble = False, _notes(store), ""
    try:
        wait_for_turn(folder)
        while True:
            time.sleep(BETWEEN_LOOKS if not last_trouble else AFTER_TROUBLE)
            try:
                if store.changed():
                    store.refresh()
                    due = True
                before, notes = notes, _notes(store)
                for text in notes:
                    if text not in before:
                        warn(text)
                trouble, update = "", _updated(store, folder) if due else None
                due = False
            except Refused as refusal:
                trouble, update = refusal.line, None
            except Exception as error:
                trouble, update = f"the site is not up to date: {noted(error)}", None
            if trouble and trouble != last_trouble:
                warn(trouble)
            last_trouble = trouble
            if update is not None and (update.written or update.removed):
                say(f"{datetime.now():%H:%M:%S} {words(folder, update)}")
    except KeyboardInterrupt:
        say("the site stays as it is")


def _notes(store: CongressStore) -> list[str]:
    """What is wrong with the files of the congress and of its events."""
    return [note_words(note) for note in store.file_notes()]
