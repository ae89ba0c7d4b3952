"""The events in a folder: each looked into without changing anything, and as a line, with its state
and what is wrong with it."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from engine.event import Event
from engine.points import counted
from engine.protocol import Format
from engine.refusal import Refused
from engine.waiting import adjourned, adjourned_boards, half_in, missing_boards
from saves.safe_text import safe, shortened
from tui.commands.places import is_congress, last_change
from tui.screens.columns import Column, head_line, row_text, widths
from tui.widgets.lines import Line, line

FORMAT_LETTERS = 16
"""Of the longest name of a format in files."""
_COLUMNS = (
    Column("Event", 20, 44),
    Column("Format", 16, 20, rank=2),
    Column("Where it stands", 15, 80, names=True),
    Column("Last change", 12, 12, rank=1),
)


@dataclass(frozen=True, slots=True)
class ListedEvent:
    """An event's folder. `problem` says why it cannot be opened, or opened only to read."""

    folder: Path
    title: str
    format: str = ""
    state: str = ""
    changed: float = 0.0
    """Seconds since the epoch."""
    problem: str = ""


def state_text(event: Event, format: Format) -> str:
    """`round 4 of 6, 7 results missing`; of no number where play decides how many there are."""
    number = event.rounds[-1].number if event.rounds else 0
    called = format.round_of_all(event, number)
    if event.proposal is not None:
        return f"{called}, proposal"
    current = event.current
    if current is None:
        return f"entries, {len(event.entrants)} so far"
    missing = len(missing_boards(current))
    if missing:
        return f"{called}, {missing} missing"
    if halves := len(half_in(current)):
        return f"{called}, {halves} half in"
    step = format.next_step(event)
    if step.name == "finished":
        return f"finished, {format.length(event) or counted(current.number, 'round')}"
    if step.name == "play":
        later = len(adjourned(event))
        return f"{called}, {later} adjourned" if later else f"{called}, {len(step.missing)} missing"
    if later := len(adjourned_boards(current)):
        return f"{called}, {later} adjourned"
    return f"{called} complete"


def named(folder: Path) -> ListedEvent:
    """An event by its folder alone, before it is looked into."""
    return ListedEvent(folder, safe(folder.name), state="…", changed=last_change(folder))


def looked_into(folder: Path) -> ListedEvent:
    """An event, or a congress, with its title and status; what is wrong with it where
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
            if not store.journal.head.n:
                trouble = "its journal and some of its files are missing"
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
    from saves.congress.files import CONGRESS_NAME, SIZE_LIMIT, read_congress
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


def event_lines(
    events: Sequence[ListedEvent], room: int, among: Sequence[ListedEvent] | None = None
) -> tuple[Line, list[Line]]:
    """The head line and a line for each event; a damaged one says what is wrong. `among` are all
    that there are, where these are those found."""
    titles = Counter(f.title for f in among or events)
    cells = [
        [_title(f, titles), format_title(f), f.problem or f.state, when_changed(f.changed)]
        for f in events
    ]
    layout = widths(_COLUMNS, cells, room - 2)
    lines = [
        line(row_text(_COLUMNS, layout, texts), "must" if f.problem else "plain", str(f.folder))
        for f, texts in zip(events, cells, strict=True)
    ]
    return head_line(_COLUMNS, layout), lines


def format_title(event: ListedEvent) -> str:
    """The beginning of what people call its format: `English accelerated`; its name in files where
    this version has none of that name."""
    from formats.registry import FORMATS, format_named

    known = event.format in FORMATS
    title = format_named(event.format).title if known else event.format
    return re.split(r" / |: ", title)[0]


def _title(listed: ListedEvent, titles: Counter[str]) -> str:
    """Its folder before it where another event is called the same: a long title is cut."""
    return f"{listed.folder.name}: {listed.title}" if titles[listed.title] > 1 else listed.title


def when_changed(seconds: float) -> str:
    """`28 Feb 14:02`, in the hall's time."""
    return datetime.fromtimestamp(seconds).strftime("%d %b %H:%M") if seconds else ""


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
