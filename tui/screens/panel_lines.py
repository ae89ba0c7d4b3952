"""The tables that a format shows beside its standings, as lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.tables import Panel
from saves.safe_text import safe, shortened
from tui.screens.columns import Column, row_text, widths
from tui.terminal.cells import in_lines
from tui.widgets.lines import Line, line

LEAST, MOST = 3, 40
"""Cells of a column."""


def panel_lines(panels: Sequence[Panel], room: int) -> list[Line]:
    """All tables, one under the other, `room` cells wide."""
    lines: list[Line] = []
    for panel in panels:
        if lines:
            lines.append(Line())
        heads, rows = table_lines(panel, room - 2)
        notes = [part for note in panel.notes for part in in_lines(note, room - 2)]
        lines += [
            line(f" {shortened(panel.name, 60)}", "group"),
            heads,
            *(one for row in rows for one in row),
            *(line(f" {part}", "note") for part in notes),
        ]
    return [Line(one.parts, row) if one.parts else one for row, one in enumerate(lines)]


def table_lines(panel: Panel, room: int) -> tuple[Line, list[list[Line]]]:
    """The heads, and each row in as many lines as its longest text needs."""
    columns = [
        Column(safe(name, MOST), LEAST, _most(panel, room), right=_figures(panel, at), rank=at)
        for at, name in enumerate(panel.columns)
    ]
    layout = widths(columns, panel.rows, room)
    heads = line(row_text(columns, layout, panel.columns), "dim")
    return heads, [list(_row(columns, layout, row)) for row in panel.rows]


def _row(
    columns: Sequence[Column], layout: Sequence[tuple[int, int]], row: Sequence[str]
) -> Iterable[Line]:
    """A row in as many lines as its longest text needs."""
    broken = {at: in_lines(row[at], width) for at, width in layout}
    for number in range(max(map(len, broken.values()), default=0)):
        part = [broken.get(at, [])[number : number + 1] for at in range(len(row))]
        yield line(row_text(columns, layout, ["".join(text) for text in part]))


def _most(panel: Panel, room: int) -> int:
    """A column alone has all the room."""
    return room if len(panel.columns) == 1 else MOST


def _figures(panel: Panel, at: int) -> bool:
    """Whether a column holds nothing but figures, which stand to the right."""
    cells = [row[at] for row in panel.rows if row[at] not in ("", "-")]
    return bool(cells) and all(cell.replace(".", "").replace("½", "5").isdigit() for cell in cells)
