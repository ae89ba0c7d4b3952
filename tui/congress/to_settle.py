"""What goes wrong in a congress if nobody settles it, in a list of its events or boards."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

from engine.congress.notes import CongressNote, note_words
from saves.cells import in_lines, text_width
from saves.safe_text import safe
from tui.congress.view import CongressView, UnopenedEvent
from tui.widgets.lines import Line, line

LONGEST = 240
"""Letters of a note."""


def urgent(whole: CongressView) -> list[CongressNote]:
    """What is urgent, without the events that are not open: those have lines of their own."""
    return [one for one in whole.notes if one.urgent and one.reason.code != "not-opened"]


def note_lines(notes: Sequence[CongressNote], width: int, most: int, where: str) -> list[Line]:
    """Each of them in full; of more than `most` the last line says how many there are, and
    `where`."""
    shown = notes if len(notes) <= most else notes[: most - 1]
    lines: list[Line] = []
    for note in shown:
        lines += in_full(" ! ", safe(note_words(note), LONGEST), width, "should")
    if left := len(notes) - len(shown):
        lines += in_full(" ! ", f"{left} more to be settled: {where}", width, "should")
    return lines


def first_note(notes: Sequence[CongressNote], width: int, where: str) -> list[Line]:
    """The first of them, and how many there are; no line for none."""
    if not notes:
        return []
    more = f"{len(notes)} to be settled, {where}: " if len(notes) > 1 else ""
    return in_full(" ! ", f"{more}{safe(note_words(notes[0]), LONGEST)}", width, "should")


def unopened_lines(events: Iterable[UnopenedEvent], width: int) -> list[Line]:
    """Which ones, and why."""
    texts = (f"{event.name} is not open: {event.why}" for event in events)
    return [one for text in texts for one in in_full(" × ", text, width, "bad")]


def nothing_open(whole: CongressView, width: int) -> list[Line]:
    """Why there is no event to list."""
    text = "no event of this congress is open"
    if not whole.congress.events:
        text = "no event has joined yet: I chooses those that join, or makes a new one"
    return in_full("   ", text, width, "dim")


def in_full(
    lead: str, text: str, width: int, style: str, key: Hashable | None = None, led: str = ""
) -> list[Line]:
    """`text` after `lead`, broken into as many lines as it needs below its own beginning. `led` is
    the style of the lead, if it has one of its own."""
    indent = " " * text_width(lead)
    first, *more = in_lines(text, width - len(indent)) or [""]
    parts = ((lead, led or style), (first, style))
    return [Line(parts, key), *(line(indent + part, style) for part in more)]
