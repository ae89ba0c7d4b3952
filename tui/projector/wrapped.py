"""Tables of a format whose texts are longer than a column, as pages of lines."""

from __future__ import annotations

from engine.tables import Panel
from tui.projector.trees import Drawn, clipped
from tui.screens.panel_lines import table_lines
from tui.terminal.widths import cell_len
from tui.widgets.line import Line


def has_long_texts(panel: Panel, most: int) -> bool:
    """Whether a cell is wider than `most` terminal cells: cut there, it would tell nothing."""
    return any(cell_len(cell) > most for row in panel.rows for cell in row)


def wrapped_pages(panel: Panel) -> Drawn:
    """The rows, each in as many lines as it needs, under their heads on every page. A row goes
    on over the page only where it is longer than one."""

    def drawn(width: int, height: int) -> list[list[Line]]:
        heads, rows = table_lines(panel, max(width - 2, 1))
        room = max(height - 1, 1)
        pages: list[list[Line]] = []
        page: list[Line] = []
        for row in rows:
            for at in range(0, len(row), room):
                piece = row[at : at + room]
                if len(page) + len(piece) > room:
                    pages.append(page)
                    page = []
                page = [*page, *piece]
        pages += [page] if page else []
        return [[clipped(one, width) for one in (heads, *page)][:height] for page in pages]

    return drawn
