"""What goes wrong in a congress if nobody settles it, in a list of its events or boards."""

from __future__ import annotations

from collections.abc import Sequence

from engine.congress.notes import CongressNote
from engine.congress.words import note_words
from saves.safe_text import safe
from tui.places.shape import CongressView, UnopenedEvent
from tui.screens.columns import in_lines
from tui.widgets.lines import Line, fit, line

LONGEST = 240
"""Letters of a note."""


def urgent(whole: CongressView) -> list[CongressNote]:
    """What is urgent, without the events that are not open: those have lines of their own."""
    return [one for one in whole.notes if one.urgent and one.what.code != "not-opened"]


def note_lines(notes: Sequence[CongressNote], width: int, most: int, where: str) -> list[Line]:
    """Each of them in full; of more than `most` the last line says how many there are, and
    `where`."""
    shown = notes if len(notes) <= most else notes[: most - 1]
    lines: list[Line] = []
    for note in shown:
        first, *more = in_lines(safe(note_words(note), LONGEST), width - 3)
        lines += [_line(first, width), *(line(f"   {text}", "should") for text in more)]
    if left := len(notes) - len(shown):
        lines.append(_line(f"{left} more to be settled: {where}", width))
    return lines


def one_line(notes: Sequence[CongressNote], width: int, where: str) -> list[Line]:
    """The first of them, and how many there are; no line for none."""
    if not notes:
        return []
    more = f"{len(notes)} to be settled, {where}: " if len(notes) > 1 else ""
    return [_line(f"{more}{safe(note_words(notes[0]), 200)}", width)]


def _line(text: str, width: int) -> Line:
    return line(fit(f" ! {text}", width).rstrip(), "should")


def unopened_line(event: UnopenedEvent, width: int) -> Line:
    """Which one, and why."""
    return line(fit(f" × {event.name} is not open: {event.why}", width), "bad")
