"""The events in a folder, each looked at without changing anything."""

from __future__ import annotations

import os
from pathlib import Path

from engine.points import counted
from engine.refusal import Refused
from saves.safe_text import safe, shortened
from tui.commands.places import is_congress, last_change
from tui.screens.events_lines import FORMAT_LETTERS, ListedEvent, state_text


def named(folder: Path) -> ListedEvent:
    """An event by its folder alone, before it is looked into."""
    return ListedEvent(folder, safe(folder.name), state="…", changed=last_change(folder))


def looked_into(folder: Path) -> ListedEvent:
    """An event, or a congress, with its title and where it stands; what is wrong with it where
    something is."""
    from saves.store import open_event

    if is_congress(folder):
        return _congress(folder)

    name, changed = safe(folder.name), last_change(folder)
    try:
        store = open_event(folder, read_only=True)
        event = store.event
        state = state_text(event, store.format)
        trouble = str(store.journal.damage or "")
        if store.unreplayed:
            trouble = "this version cannot follow its journal"
        elif store.short:
            trouble = "the end of its journal is missing"
        problem = f"opens read-only: {trouble}" if trouble else ""
        format = shortened(event.format, FORMAT_LETTERS)
        return ListedEvent(folder, safe(event.title), format, state, changed, safe(problem, 200))
    except Refused as refusal:
        return ListedEvent(folder, name, changed=changed, problem=safe(str(refusal), 200))
    except Exception as error:  # one damaged folder must not hide the others
        problem = f"cannot be read ({type(error).__name__})"
        return ListedEvent(folder, name, changed=changed, problem=problem)


def _congress(folder: Path) -> ListedEvent:
    """Its file alone: its events are looked into when it is opened."""
    from saves.congress.file import CONGRESS_NAME, SIZE_LIMIT, read_congress
    from saves.disk import Disk, read_file

    changed = last_change(folder)
    try:
        congress = read_congress(read_file(Disk(), folder / CONGRESS_NAME, SIZE_LIMIT)).congress
    except Refused as refusal:
        problem = safe(str(refusal), 200)
        return ListedEvent(folder, safe(folder.name), "congress", "", changed, problem)
    except OSError as error:
        problem = f"cannot be read ({error.strerror})"
        return ListedEvent(folder, safe(folder.name), "congress", "", changed, problem)
    changed = max([changed, *(last_change(folder / plan.folder) for plan in congress.events)])
    state = counted(len(congress.events), "event")
    return ListedEvent(folder, safe(congress.title), "congress", state, changed)


def folder_trouble(folder: Path) -> str:
    """Why no event can be made in a folder; empty if one can."""
    there = folder
    while not there.exists() and there != there.parent:
        there = there.parent
    if not there.is_dir():
        return f"{there} is not a folder"
    if not os.access(there, os.W_OK | os.X_OK):
        return f"{there} is not writable for you: new events cannot be made here"
    return ""
