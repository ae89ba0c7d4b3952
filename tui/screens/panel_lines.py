"""The tables that a format shows beside its standings, as lines."""

from __future__ import annotations

from collections.abc import Sequence

from engine.tables import Panel
from saves.safe_text import safe
from tui.screens.columns import Column, row_text, widths
from tui.widgets.lines import Line, line

LEAST, MOST = 3, 40
"""Cells of a column."""


def panel_lines(panels: Sequence[Panel], room: int) -> list[Line]:
    """All tables, one under the other, `room` cells wide."""
    lines: list[Line] = []
    for panel in panels:
        if lines:
            lines.append(Line())
        lines += [line(f" {safe(panel.name, 60)}", "group"), *_table(panel, room - 2)]
    return [Line(one.parts, row) if one.parts else one for row, one in enumerate(lines)]


def _table(panel: Panel, room: int) -> list[Line]:
    columns = [
        Column(safe(name, MOST), LEAST, MOST, right=_figures(panel, at), rank=at)
        for at, name in enumerate(panel.columns)
    ]
    layout = widths(columns, panel.rows, room)
    heads = line(row_text(columns, layout, panel.columns), "dim")
    return [heads, *(line(row_text(columns, layout, row)) for row in panel.rows)]


def _figures(panel: Panel, at: int) -> bool:
    """Whether a column holds nothing but figures, which stand to the right."""
    cells = [row[at] for row in panel.rows if row[at] not in ("", "-")]
    return bool(cells) and all(cell.replace(".", "").replace("½", "5").isdigit() for cell in cells)
