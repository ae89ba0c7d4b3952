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
from saves.safe_text import shortened
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
    from saves.disk import Disk, exists
    from saves.prizes import PRIZES_NAME
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
        after = (await asyncio.to_thread(anew, event, format)).event
    except Refused as refusal:
        console.refused(refusal)
        return
    plan = exists(disk, folder / PRIZES_NAME)
    taken, lost = _taken_over(event, after, format, (plan, plan))
    question = (
        f"Make {shortened(event.title, 60)} anew: {format.title}?\n"
        f"Taken over: {taken or 'its title'}. Not taken over: {lost or 'nothing'}.\n"
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
    named = (
        ""
        if made.folder.name == folder.name
        else f"; it is named {shortened(made.folder.name, 60)}"
    )
    plans = exists(disk, made.kept / PRIZES_NAME), exists(disk, made.folder / PRIZES_NAME)
    taken, lost = _taken_over(made.before, made.after, format, plans)
    said = f"{format.title} now{f' with {taken}' if taken else ''}"
    said += f"{f'; not taken over: {lost}' if lost else ''}{named}"
    await open_made(console, made.folder, f"{said}; back: {_way_back(folder.parent)}")


def _way_back(shelf: Path) -> str:
    """How the old event comes back from the bin of a folder of events."""
    if shelf.absolute() == events_folder().absolute():
        return "u in the list of events (q)"
    return "moving its folder back by hand"


def _taken_over(
    before: Event, after: Event, format: Format, plans: tuple[bool, bool]
) -> tuple[str, str]:
    """What the event in the other format has of the one before, and what not, each in one line;
    `plans`: whether a plan of prizes was there, and whether it is."""
    chosen = after.settings.chosen
    settings = {key: chosen.get(key) == value for key, value in before.settings.chosen.items()}
    pairs = zip(before.entrants, after.entrants, strict=True)
    byes = [bye in now.byes for entrant, now in pairs for bye in entrant.byes]
    orders = [one in after.instructions for one in before.instructions]
    points = [before.adjustments == after.adjustments] if before.adjustments else []
    numbers = [before.exchanges == after.exchanges] if before.exchanges else []
    seeded = any(entrant.seed is not None for entrant in before.entrants)
    unused = format.seeds_unused(after) if seeded else ""
    had, has = plans

    def line(taken: bool) -> str:
        here = before.entrants if taken else ()
        names = ", ".join(setting_label(key) for key, same in settings.items() if same is taken)
        parts = {
            counted(len(here), "entry", "entries"): bool(here),
            "their players": any(entrant.players for entrant in here),
            "check-in": any(entrant.present for entrant in here),
            "seeds": taken and seeded and not unused,
            f"use of the seeds ({unused})": not taken and bool(unused),
            counted(byes.count(taken), "bye"): taken in byes,
            counted(orders.count(taken), "lock or bar", "locks and bars"): taken in orders,
            "points given": taken in points,
            "exchanged numbers": taken in numbers,
            "the plan of prizes": had and has is taken,
            f"settings ({names})": bool(names),
        }
        return ", ".join(text for text, holds in parts.items() if holds)

    return line(True), line(False)
