"""Beside the boards of a congress: the next slip, boards still playing, clocks, who entered what,
and remarks."""

from __future__ import annotations

from collections.abc import Sequence

from engine.congress.notes import note_words
from saves.cells import in_lines, text_width
from saves.safe_text import safe
from tui.congress.results.keys import on_select
from tui.congress.results.picture import CongressResultsState, boards, slip_lines
from tui.congress.to_settle import LONGEST, unopened_lines
from tui.congress.view import EventView
from tui.congress.within import congress_of
from tui.places.results.pane import clock_line, clock_of, last_by_desk
from tui.places.results.state import still_open, verifying
from tui.places.shape import DeskView, Step
from tui.widgets.lines import Line, fit, line, titled

NAME_MOST = 12
MOST_DESKS = 3
MOST_NOTES = 6
OPEN_ROWS = 3
"""Rows of open boards of one event at most."""
IN = "·"
"""In the place of a board that came in since the list was made."""


def pane(desk: DeskView, state: CongressResultsState, width: int, height: int) -> Sequence[Line]:
    """Its parts from top to bottom, as many as there is room for."""
    parts = [slip_lines(desk, state, width), _open(desk, state, width, height // 2)]
    parts += [_clocks(desk, width), _by_desk(desk, state, width), _notes(desk, width)]
    shown: list[Line] = []
    for part in parts:
        if part and len(shown) + len(part) <= height:
            shown += [*part, Line()]
    return shown[:-1]


def on_pane(
    desk: DeskView, state: CongressResultsState, cell: int, row: int
) -> Step[CongressResultsState]:
    """A click on the open boards of an event goes to the nearest of them."""
    lines = pane(desk, state, desk.pane_width, desk.page + 1)
    key = lines[row].key if 0 <= row < len(lines) else None
    if not isinstance(key, tuple):
        return Step(state)
    folder, text = key[0], lines[row].text
    number = text[text.rfind(" ", 0, cell + 1) + 1 :].partition(" ")[0]
    event = congress_of(desk).by_folder.get(folder)
    listed = boards(event, state) if event is not None else None
    if listed is None or not number.isdecimal() or int(number) not in listed.by_number:
        return Step(state)
    return on_select(desk, state, (folder, int(number)))


# Who still plays


def _open(desk: DeskView, state: CongressResultsState, width: int, most: int) -> list[Line]:
    whole = congress_of(desk)
    played = [e for e in whole.events if boards(e, state) is not None]
    cells = max((min(text_width(whole.names[e.folder]), NAME_MOST) for e in played), default=0) + 2
    rows = max(min(OPEN_ROWS, (most - 1) // max(len(played), 1)), 1)
    lines = [titled("Open boards", width, "m")]
    for event in played:
        lines += _open_of(event, state, whole.names[event.folder], cells, width, rows)
    lines += unopened_lines(whole.unopened, width)
    return lines[: most + 1]


def _open_of(
    event: EventView, state: CongressResultsState, name: str, cells: int, width: int, rows: int
) -> list[Line]:
    """Numbers of boards; what came in since the minute leaves its place empty."""
    listed = boards(event, state)
    assert listed is not None
    still = still_open(listed, state.own(event.folder))
    known = state.open.boards.get(event.folder, ()) if state.open is not None else ()
    numbers = [*known, *sorted(still.difference(known))]
    if not still and not known:
        return [Line(((f" {fit(name, cells - 2)} ", "strong"), ("all in", "dim")))]
    lines: list[Line] = []
    room, text, left = width - cells, "", len(numbers)
    label = fit(f" {fit(name, cells - 2)}", cells)
    for number in numbers:
        shown = str(number) if number in still else IN * len(str(number))
        if len(text) + len(shown) + 1 > room - (4 if len(lines) == rows - 1 else 0):
            if len(lines) == rows - 1:
                text += f"+{left}"
                break
            lines.append(Line(((label, "strong"), (text, "plain")), (event.folder, 0)))
            label, text = " " * cells, ""
        text += f"{shown} "
        left -= 1
    return [*lines, Line(((label, "strong"), (text, "plain")), (event.folder, 0))]


# Clocks


def _clocks(desk: DeskView, width: int) -> list[Line]:
    """One for all events that began together."""
    whole = congress_of(desk)
    alike: dict[object, list[EventView]] = {}
    for event in whole.events:
        clock = clock_of(event.desk)
        if clock is not None:
            alike.setdefault((clock.begins, clock.ends), []).append(event)
    lines: list[Line] = []
    for events in alike.values():
        clock = clock_of(events[0].desk)
        assert clock is not None
        names = ", ".join(whole.names[e.folder] for e in events)
        lines += [line(fit(f" {names}", width)), clock_line(clock, width)]
    return [titled("Clocks", width, "T"), *lines] if lines else []


def _by_desk(desk: DeskView, state: CongressResultsState, width: int) -> list[Line]:
    events = congress_of(desk).events
    hidden = [(e.desk, verifying(e.desk, state.own(e.folder))) for e in events]
    return last_by_desk(hidden, width, MOST_DESKS)


def _notes(desk: DeskView, width: int) -> list[Line]:
    """What the arbiter should know of boards and people."""
    notes = congress_of(desk).notes
    urgent = [one for one in notes if one.urgent]
    lines: list[Line] = []
    for note in urgent:
        text = f"{note_words(note)[:1].upper()}{note_words(note)[1:]}"
        first, *more = in_lines(safe(text, LONGEST), width - 3)
        lines.append(Line(((" ! ", "attention"), (first, "plain"))))
        lines += [line(f"   {one}") for one in more]
        if len(lines) >= MOST_NOTES:
            break
    return [titled("To be settled", width), *lines] if lines else []
