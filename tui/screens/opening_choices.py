"""What an arbiter decides when an event is opened that something has happened to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.points import counted
from saves.safe_text import safe
from tui.screens.dialogs import Telling
from tui.terminal.cells import in_lines
from tui.widgets.lines import Line, line

if TYPE_CHECKING:
    from saves.recovery import Edits
    from tui.app import TopboardApp

MOST = 500
"""Differences that are shown one by one."""
TAKE, DISCARD, ANEW, LOOK_ON = "take", "discard", "anew", "look"


async def ask_edits(app: TopboardApp) -> None:
    """Save files that differ from the journal are taken over, or not: nothing is saved before."""
    edits = app.desk.store.edits
    if edits is None:
        return
    note = "enter  do that      esc  decide later: until then nothing is saved"
    chosen = await app.push_screen_wait(Telling(_title(edits), _choices(edits), note))
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
    """A journal that this version cannot follow to its end."""
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
    await _begin_anew(app, title, lines, message)


async def _begin_anew(app: TopboardApp, title: str, lines: list[Line], told: Sequence[str]) -> None:
    lines += [line(f" {part}", "dim") for text in told for part in in_lines(text, 68)]
    chosen = await app.push_screen_wait(Telling(title, lines, "enter  do that"))
    question = "Begin a new journal with the event as it is shown?"
    if chosen == ANEW and await app.ask(question, warning=True):
        await app.desk.settle_edits(app.desk.store.begin_anew)
        if not app.desk.store.read_only:
            app.tell("a new journal has begun; the old one is in quarantine/", "done")


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
