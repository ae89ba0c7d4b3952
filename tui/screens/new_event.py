"""Making a new event: title, format, rounds, and a file with entries."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from engine.actions import CreateEvent, ImportEntrants
from engine.event import Event
from engine.protocol import Format
from engine.refusal import Refused
from saves.safe_text import clean
from tui import kiosk
from tui.commands.places import events_folder, new_folder
from tui.places.screen import PlaceScreen
from tui.screens.entry_fields import FieldRefused, FormField
from tui.screens.entry_form import EntryForm
from tui.screens.import_files import Taken, read_file

SEEDS = 1_000_000
UNBOUNDED = 99
"""Rounds of a format whose entries decide how many there are."""


def new_event(place: PlaceScreen, opened: Callable[[Path], object]) -> None:
    """Open the form; `opened` is handed the folder of what it made."""
    from formats.registry import FORMATS

    made: list[Path] = []

    async def save(texts: Mapping[str, str]) -> str | None:
        create, taken = await asyncio.to_thread(_tried, texts)
        if taken is not None and taken.duplicates:
            question = f"{taken.duplicates[0]}\nTake all {len(taken.entrants)} all the same?"
            if not await place.console.ask(question):
                return None
        if taken is not None and taken.rounds_left:
            rounds = "a round that is" if taken.rounds_left == 1 else "rounds that are"
            question = (
                f"{taken.source} has {rounds} not taken here: `topboard new --with-rounds` on the "
                "command line takes rounds too.\nMake the event with the players alone?"
            )
            if not await place.console.ask(question):
                return None
        made.append(await asyncio.to_thread(_made, create, taken, texts["folder"]))
        return f"made: {create.title}"

    def go_there(_: None) -> None:
        if made:
            place.call_after_refresh(opened, made[0])

    texts = {"format": next(iter(FORMATS))}
    form = EntryForm("A new event", _fields(), texts, save, enter="enter create")
    form.rows["format"].offered = True
    place.console.push_screen(form, go_there)


def _fields() -> tuple[FormField, ...]:
    """What is asked, with what can be answered."""
    from formats.registry import FORMATS

    known = [text for name in FORMATS if (text := _with_rounds(name))]
    rounds = f"{', '.join(known)}; else by the entries"
    file = "by its name in the inbox" if kiosk.on() else "by its path or beside the events"
    folder = "" if kiosk.on() else "a path, or "
    return (
        FormField("title", "Title", "what the event is called; its other settings: E in Entries"),
        FormField("format", "Format", ", ".join(FORMATS)),
        FormField("rounds", "Rounds", f"if left empty: {rounds}"),
        FormField("entries", "Entries file", f"a CSV or TRF file, {file}"),
        FormField("folder", "Folder", f"{folder}a name among the events; made of the title"),
    )


def _with_rounds(name: str) -> str:
    """`kjca 6`: a format, and how many rounds it has unless another number is given; empty where
    the entries decide."""
    from formats.registry import format_named

    many = format_named(name).settings({}).rounds
    return f"{name} {many}" if many < UNBOUNDED else ""


def _tried(texts: Mapping[str, str]) -> tuple[CreateEvent, Taken | None]:
    """Everything tried before a folder is made; `FieldRefused` names what cannot be."""
    from formats.registry import format_named

    title, _ = clean(texts["title"], "the title", 120)
    format: Format = _of_field("format", lambda: format_named(texts["format"].strip()))
    settings: dict[str, Any] = {}
    if texts["rounds"].strip():
        settings["rounds"] = texts["rounds"].strip()
    _of_field("rounds", lambda: format.settings(settings))
    create = CreateEvent(title, format.name, settings, secrets.randbelow(SEEDS))
    event: Event = _of_field("title", lambda: create.begin(format))
    file = texts["entries"].strip()
    if not file:
        return create, None
    taken: Taken = _of_field("entries", lambda: read_file(_path(file), event))
    action = ImportEntrants(taken.entrants, taken.source, insist=True)
    _of_field("entries", lambda: action.apply(event, format))
    return create, taken


def _path(text: str) -> Path:
    """A file by its path, or by its name where the events live."""
    if kiosk.on():
        return kiosk.in_inbox(text)
    path = Path(text).expanduser()
    beside = events_folder() / path
    return beside if not path.exists() and beside.exists() else path


def _of_field(field: str, make: Any) -> Any:
    try:
        return make()
    except Refused as refusal:
        where = f"{refusal.where}: " if refusal.where else ""
        told = Refused(f"{where}{refusal.what}", refusal.why, refusal.remedy)
        raise FieldRefused(field, told) from refusal


def _made(create: CreateEvent, taken: Taken | None, folder_text: str) -> Path:
    from saves.folders import slug
    from saves.store import create_event

    # a title may hold what means a path: 5/6 March
    name = folder_text.strip()
    folder: Path = _of_field("folder", lambda: new_folder(name or slug(create.title)))
    store = _of_field("folder", lambda: create_event(folder, create))
    if taken is not None:
        insist = bool(taken.duplicates)
        action = ImportEntrants(taken.entrants, taken.source, insist)
        _of_field("entries", lambda: store.do(action))
    return folder
