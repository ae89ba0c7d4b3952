"""What an arbiter decides when the event's folder no longer has what the desk holds."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from engine.refusal import Refused
from saves.departure import ELSEWHERE, GO_ON, OPEN_OTHER, PUT_BACK, JournalDeparture
from saves.differences import ExternalEdit, differences
from saves.safe_text import safe, shortened
from tui.screens.dialogs import Confirm, Telling
from tui.terminal.cells import in_lines
from tui.widgets.lines import Line, line

if TYPE_CHECKING:
    from saves.store import Store
    from tui.app import TopboardApp

MOST = 200
"""Differences that are shown one by one."""
LOOK_ON = "look on: nothing is saved"
PUT_BACK_QUESTION = (
    "Make the folder what this desk holds?\n\nWhat is there now is kept in quarantine/."
)
NOTE = "enter  do that      esc  decide later: until then nothing is saved"


async def ask_departed(
    app: TopboardApp, asking: Callable[[Telling | Confirm | None], None]
) -> None:
    """Go on with what is there, put back what this desk holds, or open it elsewhere.

    `asking` is told of each dialog, which goes away when what is there changes.
    """

    async def answer(dialog: Telling | Confirm) -> object:
        asking(dialog)
        try:
            return await app.push_screen_wait(dialog)
        finally:
            asking(None)

    store, there = app.desk.store, app.desk.store.departure
    if there is None:
        return
    edits = await asyncio.to_thread(_differences, store)
    title = safe(f"{there.what[:1].upper()}{there.what[1:]}", 200)
    chosen = await answer(Telling(title, _choices(store, there, edits), NOTE))
    opening = chosen in (GO_ON, OPEN_OTHER)
    if opening and await answer(Confirm(_question(store, chosen), warning=True)):
        await app.open(store.folder)
    elif chosen == PUT_BACK and await answer(Confirm(PUT_BACK_QUESTION)):
        await app.desk.settle_edits(store.put_back)
        if store.departure is None:
            app.tell("put back: the folder has what this desk holds", "done")
    elif chosen == ELSEWHERE:
        folder = await asyncio.to_thread(store.elsewhere)
        await app.open(folder)
        app.tell(f"this desk works in {shortened(folder.name, 60)} now", "done")


def _question(store: Store, chosen: object) -> str:
    question = f"{str(chosen).capitalize()}?"
    return f"{question}\n\n{safe(store.kept_words, 200)}." if chosen == GO_ON else question


def _choices(store: Store, there: JournalDeparture, found: tuple[ExternalEdit, ...]) -> list[Line]:
    lines = [line(f" {choice}", key=choice) for choice in (LOOK_ON, *there.choices)]
    return lines + [line(f" {part}", "dim") for part in _told(store, found)]


def _told(store: Store, found: tuple[ExternalEdit, ...]) -> Iterator[str]:
    yield from in_lines(f"{safe(store.kept_words, 300)}.", 68)
    if found:
        yield from in_lines("What this desk holds, and what is there:", 68)
    for one in found[:MOST]:
        yield from in_lines(safe(str(one), 300), 68, "  ")
    if len(found) > MOST:
        yield f"… and {len(found) - MOST} more"


def _differences(store: Store) -> tuple[ExternalEdit, ...]:
    """Between what this desk holds and what is there, where that is the same event."""
    from saves.store import open_event

    with suppress(Refused):
        there = open_event(store.folder, read_only=True, format_named=store.format_named).event
        if there.format == store.event.format and there.title == store.event.title:
            return differences(store.event, there, store.format)
    return ()
