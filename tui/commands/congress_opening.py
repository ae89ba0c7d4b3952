"""The beginning of every action on a congress: open its folder, and find the people and events it
names."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from engine.congress.notes import note_words
from engine.refusal import Refused
from engine.warnings import Level
from saves.disk import Disk
from tui.commands.opening import json_option
from tui.commands.output import warn
from tui.commands.places import events_folder, find_event, is_event

if TYPE_CHECKING:
    from saves.congress.store import CongressStore


def congress_argument(parser: ArgumentParser, json: bool = True) -> None:
    """FOLDER, and `--json`."""
    parser.add_argument(
        "congress", metavar="FOLDER", help="the folder of a congress: a path, or a name where "
        "events live"
    )  # fmt: skip
    if json:
        json_option(parser)


def find_congress(name: str) -> Path:
    """The folder of a congress given as a path, or as a name in the events' folder."""
    from saves.congress.store import is_congress
    from tui import kiosk

    path = kiosk.name_in_events(name) if kiosk.on() else Path(name).expanduser()
    disk = Disk()
    if is_congress(disk, path):
        return path
    if os.sep not in name and name not in ("", ".", "..") and not kiosk.on():
        folder = events_folder() / name
        if is_congress(disk, folder):
            return folder
    raise Refused(
        f"{name[:60]} is not a congress", "it has no congress.toml",
        f"`topboard congress {name[:60]} new` makes one",
    )  # fmt: skip


def congress_or_none(name: str) -> Path | None:
    """The folder of a congress, where a word that means an event can mean one; an event of that
    name comes first."""
    try:
        find_event(name)
    except Refused:
        try:
            return find_congress(name)
        except Refused:
            return None
    return None


def congress_at(folder: Path) -> CongressStore:
    """The congress of a folder, to be read; what cannot be opened is warned of."""
    from saves.congress.opening import open_congress

    return _with_notes_shown(open_congress(folder, read_only=True))


def reading_congress(args: Namespace) -> CongressStore:
    """The congress, to be read; what cannot be opened is warned of."""
    return congress_at(find_congress(args.congress))


def writing_congress(args: Namespace) -> CongressStore:
    """The congress, to be changed."""
    from saves.congress.opening import open_congress

    args.opened = _with_notes_shown(open_congress(find_congress(args.congress)))
    store: CongressStore = args.opened
    return store


def _with_notes_shown(store: CongressStore) -> CongressStore:
    for folder, one in store.stores.items():
        for text in one.notes:
            warn(f"{store.name_of(folder)}: {text}")
    for note in (*store.said, *store.file_notes()):
        warn(note_words(note))
    return store


def folder_of(store: CongressStore, name: str) -> str:
    """Which event of the congress a word means: its folder, the folder's last part, its name or
    its title; `Refused` for none and for more than one."""
    plans = store.congress.events
    exact = [plan.folder for plan in plans if plan.folder == name]
    titles = {one.folder: one.event.title for one in store.members}
    words = name.casefold().strip()
    near = [
        plan.folder
        for plan in plans
        if words
        in (Path(plan.folder).name.casefold(), plan.name.casefold(),
            titles.get(plan.folder, "").casefold())
    ]  # fmt: skip
    candidates = exact or near
    if len(candidates) == 1:
        return candidates[0]
    known = ", ".join(store.name_of(plan.folder) for plan in plans) or "none so far"
    problem = "is not an event of the congress" if not candidates else "is more than one event"
    raise Refused(f"{name[:40]} {problem}", "", f"its events: {known}")


def event_to_join(congress: Path, name: str) -> str:
    """The folder of an event that is to join, relative to that of the congress: one inside it, or
    one found as every command finds its event."""
    from tui import kiosk

    inside = congress / name
    if not is_event(inside) or (kiosk.on() and os.sep in name):
        inside = find_event(name)
    return os.path.relpath(os.path.realpath(inside), os.path.realpath(congress))


def today() -> str:
    """The day as files have it: 2026-11-20."""
    return date.today().isoformat()


def agreed(args: Namespace) -> Level:
    """The strongest warning that the options agree to."""
    if args.insist_twice:
        return Level.CONFIRM_TWICE
    return Level.CONFIRM if args.insist else Level.ACKNOWLEDGE
