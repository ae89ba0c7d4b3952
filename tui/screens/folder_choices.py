"""What an arbiter decides when something has happened to an event's folder: found when the event is
opened, or while it is open."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from engine.points import counted
from engine.refusal import Refused
from saves.cells import in_lines
from saves.departures import ELSEWHERE, GO_ON, OPEN_OTHER, PUT_BACK, JournalDeparture
from saves.differences import ExternalEdit, differences
from saves.safe_text import safe, shortened
from tui.screens.dialogs import Confirm, Telling
from tui.widgets.lines import Line, line

if TYPE_CHECKING:
    from saves.recovery import Edits
    from saves.store import Store
    from tui.app import TopboardApp


MOST, MOST_APART = 500, 200
"""Differences that are shown one by one, on opening and while it is open."""
LATER = "enter  do that      esc  decide later: until then nothing is saved"
TAKE, DISCARD, ANEW, LOOK_ON = "take", "discard", "anew", "look"


async def ask_edits(app: TopboardApp) -> None:
    """Save files that differ from the journal are taken over, or not: nothing is saved before."""
    edits = app.desk.store.edits
    if edits is None:
        return
    chosen = await app.push_screen_wait(Telling(_title(edits), _choices(edits), LATER))
    if chosen == TAKE:
        await app.desk.take_edits()
        _say(app, "taken over, as one action that can be undone")
    elif chosen == DISCARD:
        await app.desk.settle_edits(app.desk.store.discard_edits)
        _say(app, "left; copies of the files are in quarantine/")


def _say(app: TopboardApp, text: str) -> None:
    """Where it was done; a refusal has been shown."""
    if app.desk.store.edits is None:
        app.tell(text, "done")


def _title(edits: Edits) -> str:
    if edits.cut:
        why = safe(edits.why, 200)
        return f"{why[:1].upper()}{why[1:]}"
    return f"The save files were edited by hand: {safe(', '.join(edits.files), 200)}"


def _choices(edits: Edits) -> list[Line]:
    if edits.cut:
        take, leave = "take what the save files have", "leave them: what the journal has stands"
    else:
        take, leave = "take the changes over", "leave them"
    lines = [
        line(f" {take}", key=TAKE),
        line(f" {leave} (copies stay in quarantine/)", key=DISCARD),
    ]
    for one in edits.differences[:MOST]:
        parts = in_lines(safe(str(one), 300), 68, "  ")
        lines += [line(f" {part}", "dim") for part in parts]
    more = len(edits.differences) - MOST
    return lines + ([line(f" … and {more} more", "dim")] if more > 0 else [])


async def ask_damage(app: TopboardApp) -> None:
    """A damaged journal: look on, or let a new one begin with what can be shown."""
    damage = app.desk.store.journal.damage
    if app.desk.store.unreplayed:
        await _ask_unreplayed(app)
        return
    if damage is None:
        await _ask_short(app)
        return
    lines = [
        line(" look on: nothing is written", key=LOOK_ON),
        line(" begin a new journal with what is shown", key=ANEW),
    ]
    sound = app.desk.store.journal.head.n
    are = "is" if sound == 1 else "are"
    message = (
        f"{safe(str(damage), 200)}. {counted(sound, 'action')} before it {are} sound.",
        "What is shown is what the save files have, where they are whole, otherwise what the "
        "sound actions made. A new journal begins without the history; the damaged one is kept "
        "in quarantine/.",
        "With a backup: q to the list of events, R there.",
    )
    await _begin_anew(app, "The journal is damaged: this event is open read-only", lines, message)


async def _ask_unreplayed(app: TopboardApp) -> None:
    """A journal that this version cannot follow to its end, or that is missing with save files."""
    missing = not app.desk.store.journal.head.n
    lines = [
        line(" look on: nothing is written", key=LOOK_ON),
        line(" begin a new journal with what is shown", key=ANEW),
    ]
    message = (
        safe(app.desk.store.unreplayed, 400),
        *(safe(note, 200) for note in app.desk.store.notes if note != app.desk.store.unreplayed),
        "A new journal begins without the history; this one is kept in quarantine/.",
        "With the version that wrote it, or with a backup, nothing is left out.",
    )
    title = "This version cannot follow the journal: this event is open read-only"
    if missing:
        message = (*message[:-2], "With a backup: q to the list of events, R there.")
        title = "The journal is missing: this event is open read-only"
    await _begin_anew(app, title, lines, message)


async def _begin_anew(
    app: TopboardApp, title: str, lines: list[Line], message: Sequence[str]
) -> None:
    lines += [line(f" {part}", "dim") for text in message for part in in_lines(text, 68)]
    chosen = await app.push_screen_wait(Telling(title, lines, "enter  do that"))
    question = "Begin a new journal with the event as it is shown?"
    if chosen == ANEW and await app.ask(question, warning=True):
        await app.desk.settle_edits(app.desk.store.begin_anew)
        if not app.desk.store.read_only:
            app.tell("a new journal has begun; what it replaces is in quarantine/", "done")


async def _ask_short(app: TopboardApp) -> None:
    """A journal that has less than the save files, which make no event: look on, or go on."""
    if not app.desk.store.short:
        return
    lines = [
        line(" look on: nothing is written", key=LOOK_ON),
        line(" go on with what the journal has (copies stay in quarantine/)", key=DISCARD),
    ]
    message = (
        safe(app.desk.store.read_only, 300),
        "With a backup: q to the list of events, R there.",
    )
    lines += [line(f" {part}", "dim") for text in message for part in in_lines(text, 68)]
    title = "The end of the journal is missing, and so are save files"
    if await app.push_screen_wait(Telling(title, lines, "enter  do that")) == DISCARD:
        await app.desk.settle_edits(app.desk.store.discard_edits)
        if not app.desk.store.read_only:
            _say(app, "left; copies of the files are in quarantine/")


# While it is open: the folder no longer has what the desk holds


UNSAVED = "look on: nothing is saved"

PUT_BACK_QUESTION = (
    "Make the folder what this desk holds?\n\nWhat is there now is kept in quarantine/."
)


async def ask_departed(
    app: TopboardApp, asking: Callable[[Telling | Confirm | None], None]
) -> None:
    """Go on with what is there, put back what this desk holds, or open it elsewhere.

    `asking` is called with each dialog, which goes away when what is there changes.
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
    chosen = await answer(Telling(title, _ways_on(store, there, edits), LATER))
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


def _ways_on(store: Store, there: JournalDeparture, edits: tuple[ExternalEdit, ...]) -> list[Line]:
    lines = [line(f" {choice}", key=choice) for choice in (UNSAVED, *there.choices)]
    return lines + [line(f" {part}", "dim") for part in _what_differs(store, edits)]


def _what_differs(store: Store, edits: tuple[ExternalEdit, ...]) -> Iterator[str]:
    yield from in_lines(f"{safe(store.kept_words, 300)}.", 68)
    if edits:
        yield from in_lines("What this desk holds, and what is there:", 68)
    for one in edits[:MOST_APART]:
        yield from in_lines(safe(str(one), 300), 68, "  ")
    if len(edits) > MOST_APART:
        yield f"… and {len(edits) - MOST_APART} more"


def _differences(store: Store) -> tuple[ExternalEdit, ...]:
    """Between what this desk holds and what is there, where that is the same event."""
    from saves.store import open_event

    with suppress(Refused):
        there = open_event(store.folder, read_only=True, format_named=store.format_named).event
        if there.format == store.event.format and there.title == store.event.title:
            return differences(store.event, there, store.format)
    return ()
