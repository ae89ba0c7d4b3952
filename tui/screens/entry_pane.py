"""The side pane of Entries: the entrant's rounds, what his entry says, what was done about it."""

from __future__ import annotations

from collections.abc import Collection

from engine.actions import CheckIn
from engine.entrants import Entrant, EntrantId
from engine.event import Event, last_call
from engine.history import cards
from engine.performance import performances
from engine.protocol import Format, knocked_out
from engine.rating_rule import source_text
from saves.safe_text import shortened
from tui.screens.columns import cell
from tui.screens.entrant_notes import EntrantNote, EntrantNotes, note_text, when_short
from tui.screens.entries_lines import rounds_text
from tui.screens.player_lines import (
    numbers_of,
    performed_text,
    round_lines,
    scored,
    trend,
    who_lines,
)
from tui.terminal.cells import in_lines
from tui.widgets.lines import Line, line, titled

LABEL = 9
"""Cells of a label and the blank behind it."""
WHO = 6
"""Cells of who did something."""
MOST_NOTE = 3
"""Lines of an entry's note."""
FEWEST_HISTORY = 3
_FACTS = (
    ("school", "school"), ("family", "family"), ("contact", "contact"), ("captain", "captain"),
    ("fide_id", "FIDE id"),
)  # fmt: skip
"""What an entry says that no column of every list has."""


def entry_pane(
    event: Event,
    format: Format,
    id: EntrantId,
    width: int,
    height: int,
    notes: EntrantNotes | None = None,
    undone: Collection[int] = (),
) -> list[Line]:
    """Who he is; his rounds and performance; the entry; its history, the last action first, as
    far as there is room. `notes` are None until the journal has been read."""
    number = numbers_of(format, event).get(id)
    known = [n for n in (notes.of.get(id, ()) if notes else ()) if n.n not in undone]
    lines = who_lines(event, id, width, f"No {number}")
    entry = entry_facts(event, format, id, width, known)
    if event.published:
        rounds = max(height - len(lines) - len(entry) - FEWEST_HISTORY - 6, 3)
        by_points = not format.several_boards and not format.of_teams(event)
        lines += [
            Line(),
            titled("this event", width, scored(event, id) if by_points else ""),
            *round_lines(event, format, id, width, rounds),
        ]
        if performances(event):
            lines += [Line(), performance_line(event, id, width)]
    lines += [Line(), titled("entry", width), *entry]
    if notes is not None:
        lines += [Line(), titled("history", width, "H all")]
        shown = known[::-1][: max(height - len(lines), 0)]
        lines += [history_line(event, id, note, notes.last, width) for note in shown]
    return lines


def performance_line(event: Event, id: EntrantId, width: int) -> Line:
    """`performance ▃▇█▂▁▆  2210 (-282)`."""
    performed = performances(event).get(id)
    shown, number = trend(event, id), performed_text(performed)
    room = max(len(event.published) + 2, 8)
    rest = max(width - 12 - room, 0)
    return Line(
        (("performance ", "dim"), (cell(shown, room), "accent"), (cell(number, rest), "strong"))
    )


@last_call
def _carried(event: Event) -> tuple[tuple[str, str], ...]:
    """The facts that somebody's entry has: their labels stand in every pane."""
    return tuple(
        (name, label) for name, label in _FACTS if any(getattr(e, name) for e in event.entrants)
    )


def entry_facts(
    event: Event, format: Format, id: EntrantId, width: int, known: Collection[EntrantNote]
) -> list[Line]:
    """Check-in, rounds out, points given, board, what else the entry says, the note."""
    entrant = event.entrant(id)
    out = id in knocked_out(format, event) and not entrant.withdrawn
    lines = [
        line(cell("knocked out", width), "attention")
        if out
        else _checked_in(event, entrant, known, width)
    ]
    lines += [_fact("byes", rounds_text(entrant, event), width)]
    if any(e.official for e in event.entrants):
        lines += [_fact("rating", source_text(event, entrant), width)]
    adjustment = cards(event)[id].adjustment
    if event.adjustments:
        lines += [_fact("points", f"{adjustment:+}" if adjustment else "", width)]
    if any(e.fixed_board for e in event.entrants):
        lines += [_fact("board", str(entrant.fixed_board or "free"), width)]
    lines += [_fact(label, str(getattr(entrant, name)), width) for name, label in _carried(event)]
    if entrant.members:
        lines += [_fact("players", "; ".join(entrant.members), width)]
    parts = in_lines(f"note: {entrant.note}", width, "  ") if entrant.note else []
    return [*lines, *(line(cell(part, width), "attention") for part in parts[:MOST_NOTE])]


def _fact(label: str, text: str, width: int) -> Line:
    shown = cell(text or "none", max(width - LABEL, 1))
    return Line(((f"{label:<{LABEL}}", "dim"), (shown, "plain" if text else "dim")))


def _checked_in(event: Event, entrant: Entrant, known: Collection[EntrantNote], width: int) -> Line:
    """To be looked at while people are checked in, and before round 1."""
    if entrant.withdrawn:
        word = "expelled" if entrant.expelled else "withdrawn"
        return line(cell(word, width), "attention")
    if not entrant.present:
        watched = not event.published or any(e.present for e in event.entrants)
        return line(cell("· not checked in", width), "attention" if watched else "dim")
    check_ins = [n for n in known if isinstance(n.action, CheckIn) and n.action.present]
    last = check_ins[-1] if check_ins else None
    by_whom = (
        f" {when_short(last.t, last.t)} by {shortened(last.by, 20)}" if last and last.by else ""
    )
    return line(cell(f"✓ checked in{by_whom}", width))


def history_line(event: Event, id: EntrantId, note: EntrantNote, last: str, width: int) -> Line:
    """`14:01 anna   R6 board 4: 1-0`."""
    when = f"{when_short(note.t, last):<6} {cell(note.by, WHO)} "
    text = cell(note_text(note, event, id), max(width - len(when), 1))
    return Line(((when, "dim"), (text, "plain")))
