"""A congress made at the console, and the events that join it and leave it."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from engine.congress.congress import Congress, EventPlan
from engine.refusal import Refused
from saves.safe_text import shortened
from tui import kiosk
from tui.screens.dialogs import Telling
from tui.screens.entry_form import EntryForm, FieldRefused, FormField
from tui.screens.listed_events import format_title, looked_into
from tui.screens.paths import typed_folder
from tui.widgets.lines import line

if TYPE_CHECKING:
    from saves.congress.store import CongressStore
    from tui.app import TopboardApp
    from tui.congress.desk import CongressDesk
    from tui.places.screen import PlaceScreen

NEW = "new"
"""Among the events that can join, for one that is made first."""
_DATA = ("place", "start", "end", "arbiters")
"""What the form asks beside the title and the folder, as `congress.toml` calls it."""


def _fields() -> tuple[FormField, ...]:
    folder = "" if kiosk.on() else "a path, or "
    return (
        FormField("title", "Title", "the name of the congress; its events are chosen next"),
        FormField("place", "Place", "where it is played"),
        FormField("start", "First day", "2026-11-20; fees by age count the year of this day"),
        FormField("end", "Last day", "2026-11-22"),
        FormField("arbiters", "Arbiters", "as the lists of the whole congress name them"),
        FormField("folder", "Folder", f"{folder}a name in the events folder; empty: as the title"),
    )


def new_congress(place: PlaceScreen, opened: Callable[[Path, str], object]) -> None:
    """Open the form; `opened` is handed the folder of what it made, and what was made in words."""
    made: list[tuple[Path, str]] = []

    async def save(texts: Mapping[str, str]) -> str:
        folder = await asyncio.to_thread(made_congress, texts)
        made.append((folder, f"{shortened(texts['title'].strip(), 60)} made"))
        return made[-1][1]

    def go_there(_: None) -> None:
        if made:
            place.call_after_refresh(opened, *made[-1])

    form = EntryForm("A new congress", _fields(), {}, save, enter=lambda *_: "create")
    place.console.push_screen(form, go_there)


def made_congress(texts: Mapping[str, str]) -> Path:
    """The folder of a congress with these data and no event so far; `FieldRefused`."""
    from saves.congress.opening import create_congress
    from tui.commands.congress_data import changed

    field = "title"
    try:
        congress = changed(Congress(""), {"title": texts["title"].strip()})
        for field in _DATA:
            if text := texts[field].strip():
                congress = changed(congress, {field: text})
        field = "folder"
        folder = typed_folder(texts["folder"], congress.title)
        return create_congress(folder, congress).folder
    except Refused as refusal:
        raise FieldRefused(field, refusal) from refusal


async def choose_events(app: TopboardApp, congress: CongressDesk) -> None:
    """Events join one after the other, until there are enough: those of the events' folder, or
    one that is made for it."""
    while True:
        listed = await asyncio.to_thread(_could_join, congress.store)
        lines = [line(f" {title} · {format}", key=str(folder)) for folder, title, format in listed]
        lines.append(line(" a new event", key=NEW))
        names = ", ".join(shortened(desk.name, 40) for desk in congress.desks.values())
        note = f"in it: {names or 'none so far'}\nenter  joins      esc, q  no more"
        chosen = await app.push_screen_wait(Telling("Which event joins?", lines, note))
        if chosen is None:
            return
        if chosen == NEW:
            _new_event(app, congress)
            return
        await _join(app, congress, Path(str(chosen)))


def _could_join(store: CongressStore) -> list[tuple[Path, str, str]]:
    from tui.commands.places import events, is_event

    within = [folder for folder in sorted(store.folder.iterdir()) if is_event(folder)]
    known = {os.path.realpath(store.path(plan.folder)) for plan in store.congress.events}
    others = [one for one in (*within, *events()) if os.path.realpath(one) not in known]
    looked = [looked_into(folder) for folder in others]
    return [
        (one.folder, shortened(one.title, 50), format_title(one) or shortened(one.problem, 40))
        for one in looked
    ]


def _new_event(app: TopboardApp, congress: CongressDesk) -> None:
    from tui.screens.new_event import new_event

    front = app.here

    async def joins(folder: Path) -> None:
        await _join(app, congress, folder)
        await choose_events(app, congress)

    def made(folder: Path, _: str) -> None:
        front.run_worker(joins(folder), group="asking")

    new_event(front, made)


async def _join(app: TopboardApp, congress: CongressDesk, folder: Path) -> None:
    from tui.commands.congress_data import joined

    store = congress.store
    relative = os.path.relpath(os.path.realpath(folder), os.path.realpath(store.folder))
    try:
        notes = await asyncio.to_thread(joined, store, EventPlan(relative))
    except Refused as refusal:
        app.refused(refusal)
        return
    congress.follow()
    member = store.member(relative)
    said = f"{shortened(member.name, 60)} has joined, its boards from {member.range.first}"
    app.tell("; ".join((said, *notes)), "done")


async def choose_leaving(app: TopboardApp, congress: CongressDesk) -> None:
    """An event leaves, after a question; it stays as it is."""
    store = congress.store
    names = {plan.folder: shortened(store.name_of(plan.folder), 60)
             for plan in store.congress.events}  # fmt: skip
    if not names:
        raise Refused("no event can leave", "none has joined", "I: an event joins")
    lines = [line(f" {name}", key=folder) for folder, name in names.items()]
    note = "enter  leaves      esc, q  back"
    folder = await app.push_screen_wait(Telling("Which event leaves?", lines, note))
    if folder is None:
        return
    name = names[str(folder)]
    question = (
        f"{name} leaves the congress?\n"
        "The event stays as it is, in its folder; I in the congress lets it join again."
    )
    if not await app.ask(question):
        return
    await asyncio.to_thread(
        store.change, lambda congress: congress.left_by(str(folder)), f"{name} leaves"
    )
    congress.follow()
    app.tell(f"{name} has left the congress", "done")
