"""The cross-table of all against all as pages of lines: of a long row the band around its
diagonal, page after page down it; of a small field everything."""

from __future__ import annotations

from engine.tables import Meetings, StandingTable
from tui.projector.trees import Drawn, clipped
from tui.screens.meeting_lines import CrossTableLayout, ShownCrossTable, legend_line, meeting_lines
from tui.widgets.line import Line

LEGEND = 2
"""Lines below a page for what the signs mean."""
SPARSE = 2
"""A row with fewer meetings than one in so many columns is a band, not a table."""


def crossing_pages(met: Meetings, table: StandingTable) -> Drawn:
    """Everybody on a page with all that he has of it in view, but what a band leaves out."""
    crossing = ShownCrossTable.of(met, table)

    def drawn(width: int, height: int) -> list[list[Line]]:
        layout = CrossTableLayout.of(crossing, width)
        rows = max(height - 1 - LEGEND, 1)
        pages = []
        for top, first, count in _windows(crossing, layout.count, rows):
            head, lines = meeting_lines(crossing, layout, first, None)
            page = [head, *lines[top : top + count], Line(), legend_line()]
            pages.append([clipped(one, width) for one in page[:height]])
        return pages

    return drawn


def _windows(crossing: ShownCrossTable, columns: int, rows: int) -> list[tuple[int, int, int]]:
    """(first row, first column, rows) of every page."""
    players = len(crossing.met.order)
    if players <= columns:
        return [(top, 0, rows) for top in range(0, players, rows)]
    if len(crossing.met.cells) * SPARSE < players * players:
        rows = max(min(rows, columns - 4), 1)
        last = players - columns
        tops = range(0, players, rows)
        return [(t, max(min(t + rows // 2 - columns // 2, last), 0), rows) for t in tops]
    return [
        (top, min(first, players - columns), rows)
        for top in range(0, players, rows)
        for first in range(0, players, columns)
    ]
