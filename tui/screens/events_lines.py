"""The events in a folder as lines: what each is, where it stands, what is wrong with it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from engine.event import Event
from engine.points import counted
from engine.protocol import Format
from engine.waiting import missing_boards
from tui.screens.columns import Column, head_line, row_text, widths
from tui.widgets.lines import Line, line

FORMAT_LETTERS = 16
"""Of the longest name of a format in files."""
_COLUMNS = (
    Column("Event", 20, 44),
    Column("Format", 16, 20, rank=2),
    Column("Where it stands", 24, 80),
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


def state_text(event: Event, format: Format | None = None) -> str:
    """`round 4 of 6, 7 results missing`; of no number where play decides how many there are."""
    rounds = format.rounds_planned(event) if format else event.settings.rounds
    number = event.rounds[-1].number if event.rounds else 0
    of = f" of {rounds}" if rounds else ""
    called = format.round_of_all(event, number) if format else f"round {number}{of}"
    if event.proposal is not None:
        return f"{called}, proposal"
    current = event.current
    if current is None:
        return f"entries, {len(event.entrants)} so far"
    missing = len(missing_boards(current))
    if missing:
        return f"{called}, {missing} missing"
    ended = format is not None and format.next_step(event).name == "finished"
    if ended or (rounds is not None and current.number >= rounds):
        return f"finished, {counted(current.number, 'round')}"
    return f"{called} complete"


def event_lines(found: Sequence[ListedEvent], room: int) -> tuple[Line, list[Line]]:
    """The head line and a line for each event; a damaged one says what is wrong."""
    titles = Counter(f.title for f in found)
    cells = [
        [_title(f, titles), format_title(f), f.problem or f.state, when_changed(f.changed)]
        for f in found
    ]
    layout = widths(_COLUMNS, cells, room - 2)
    lines = [
        line(row_text(_COLUMNS, layout, texts), "must" if f.problem else "plain", str(f.folder))
        for f, texts in zip(found, cells, strict=True)
    ]
    return head_line(_COLUMNS, layout), lines


def format_title(found: ListedEvent) -> str:
    """The beginning of what people call its format: `English accelerated`; its name in files where
    this version has none of that name."""
    from formats.registry import FORMATS, format_named

    known = found.format in FORMATS
    title = format_named(found.format).title if known else found.format
    return re.split(r" / |: ", title)[0]


def _title(found: ListedEvent, titles: Counter[str]) -> str:
    """Its folder before it where another event is called the same: a long title is cut."""
    return f"{found.folder.name}: {found.title}" if titles[found.title] > 1 else found.title


def when_changed(seconds: float) -> str:
    """`28 Feb 14:02`, in the hall's time."""
    return datetime.fromtimestamp(seconds).strftime("%d %b %H:%M") if seconds else ""
