"""The cut from Standings: how many advance, into what, and where."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

from engine.event import Event
from engine.protocol import Format
from engine.refusal import Refused
from formats.registry import format_named
from saves.made_from import CutPlan, cut_off, made_of
from saves.safe_text import clean, safe
from tui.commands.cutting import KNOCKOUTS, SEEDS
from tui.commands.documents import status
from tui.commands.next_words import next_words
from tui.places.screen import PlaceScreen
from tui.screens.entry_form import EntryForm, FieldRefused, FormField
from tui.screens.paths import typed_folder

_FIELDS = (
    FormField("count", "How many", "the first so many of the overall standing; equals by its"
              " tie-breaks, then by lot"),
    FormField("format", "Format", ", ".join(KNOCKOUTS)),
    FormField("title", "Title", "what the new event is called; its settings: E in its Entries"),
    FormField("folder", "Folder", "a name among the events; made of the title"),
)  # fmt: skip


async def ask_cut(place: PlaceScreen) -> None:
    """A form; asks first where the standing is not final. From a worker."""
    app = place.console
    event, format = app.desk.event, app.desk.format
    if event.current is None:
        raise Refused("there is no standing to cut", "no round is published", "play first")
    state = status(event, format)
    if state["step"] != "finished" and not await app.ask(
        f"The standing is not final: {next_words(state)}.\nCut from it as it is?"
    ):
        return
    texts = {"format": KNOCKOUTS[0], "title": f"{event.title}: knockout"}
    title = "The first of the standing into a knockout"
    form = EntryForm(title, _FIELDS, texts, partial(_save, place), enter=lambda *_: "create")
    for key in texts:
        form.rows[key].offered = True
    app.push_screen(form)


async def _save(place: PlaceScreen, texts: Mapping[str, str]) -> str:
    """The new event, then the link in this one."""
    app = place.console
    source = app.desk.store.folder.name
    cut = await asyncio.to_thread(_tried, app.desk.event, app.desk.format, source, texts)
    folder = await asyncio.to_thread(_made, cut, texts["folder"])
    said = f"made: {cut.create.title}, in {folder}; the list of events opens it"
    if await app.desk.act(replace(cut.link, target=folder.name)) is not None:
        place.message(safe(said, 300), "done")
    return said


def _tried(event: Event, format: Format, source: str, texts: Mapping[str, str]) -> CutPlan:
    many, name = texts["count"].strip(), texts["format"].strip()
    if not (many.isascii() and many.isdecimal()):
        refusal = Refused(f"{many[:12]!r} is not a number", "", "say how many advance")
        raise FieldRefused("count", refusal)
    if name not in KNOCKOUTS:
        refusal = Refused(f"{name[:20]!r} is not a knockout", "", f"one of {', '.join(KNOCKOUTS)}")
        raise FieldRefused("format", refusal)
    title, _ = clean(texts["title"], "the title", 120)
    into, seed = format_named(name), secrets.randbelow(SEEDS)
    try:
        return cut_off(event, format, source, int(many[:6]), into, title, {}, seed)
    except Refused as refusal:
        raise FieldRefused("count" if title.strip() else "title", refusal) from refusal


def _made(cut: CutPlan, name: str) -> Path:

    try:
        folder = typed_folder(name, cut.create.title)
        made_of(cut, folder)
    except Refused as refusal:
        raise FieldRefused("folder", refusal) from refusal
    return folder
