"""Another format for the open event: it is made anew, and the old one goes into the bin."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from engine.event import Event
from engine.points import counted
from engine.protocol import Format
from engine.refusal import Refused
from saves.safe_text import safe
from tui.commands.places import events_folder
from tui.places.events import open_made
from tui.screens.format_picker import FormatPicker
from tui.setting_labels import setting_label

if TYPE_CHECKING:
    from tui.app import TopboardApp


async def another_format(console: TopboardApp) -> None:
    """Choose it from the list, say what it costs, and open what was made."""
    from formats.registry import format_named
    from saves.another_format import anew, make_anew, refuse_another_format, refuse_place
    from saves.bin import BIN
    from saves.disk import Disk
    from tui.company import SESSION

    event, folder, disk = console.desk.event, console.desk.store.folder, Disk()
    try:
        refuse_another_format(event)
        refuse_place(disk, folder)
        old = console.desk.format
        picker = FormatPicker(
            event.entrants, sought=old.name, title=f"Another format: now {old.title}"
        )
        chosen = await console.push_screen_wait(picker)
        if chosen is None:
            return
        format = format_named(chosen)
        *_, after = anew(event, format)
    except Refused as refusal:
        console.refused(refusal)
        return
    entries = counted(len(event.entrants), "entry", "entries")
    lost = _not_taken_over(event, after, format, folder)
    question = (
        f"Make {safe(event.title, 60)} anew with {entries}: {format.title}?\n"
        f"{f'Not taken over: {lost}.' if lost else 'All of it is taken over.'}\n"
        f"The event as it is goes into {BIN}/ beside it; {_way_back(folder.parent)} brings it back."
    )
    if not await console.ask(question):
        return
    while len(console.screen_stack) > 1:  # history, prizes: they stand on their place
        await console.pop_screen()
    await console.go("events")
    console.leave_event()
    try:
        made = await asyncio.to_thread(make_anew, disk, folder, format, SESSION)
    except Refused as refusal:
        with suppress(Refused):
            await console.open(folder)
        console.refused(refusal)
        return
    named = "" if made.folder.name == folder.name else f"; it is named {safe(made.folder.name, 60)}"
    lost = _not_taken_over(made.before, made.after, format, made.kept)
    without = f"; not taken over: {lost}" if lost else ""
    said = f"{format.title} now{without}{named}"
    await open_made(console, made.folder, f"{said}; back: {_way_back(folder.parent)}")


def _way_back(shelf: Path) -> str:
    """How the old event comes back from the bin of a folder of events."""
    if shelf.absolute() == events_folder().absolute():
        return "u in the list of events (q)"
    return "moving its folder back by hand"


def _not_taken_over(before: Event, after: Event, format: Format, folder: Path) -> str:
    """What the other format has not of the event in a folder, in one line."""
    from saves.prizes import PRIZES_NAME

    now = {e.id: e for e in after.entrants}
    byes = sum(len(e.byes) - len(now[e.id].byes) for e in before.entrants)
    seeded = any(e.seed is not None for e in before.entrants) and format.seeds_unused(after)
    orders, kept = len(before.instructions), after.settings.chosen
    settings = [setting_label(k) for k, v in before.settings.chosen.items() if kept.get(k) != v]
    lost = {
        f"settings ({', '.join(settings)})": bool(settings),
        counted(byes, "bye"): bool(byes),
        f"use of the seeds ({seeded})": bool(seeded),
        counted(orders, "lock or bar", "locks and bars"): bool(orders),
        "adjusted points": bool(before.adjustments),
        "exchanged numbers": bool(before.exchanges) or before.renumbered,
        "the plan of prizes": (folder / PRIZES_NAME).exists(),
    }
    return ", ".join(text for text, is_lost in lost.items() if is_lost)
