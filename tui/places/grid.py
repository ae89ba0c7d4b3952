"""How a place divides the terminal: a list, and from 110 columns on a pane at its right."""

from __future__ import annotations

from dataclasses import dataclass

from tui.terminal.widths import cell_len
from tui.widgets.line import Line, fit, line

WIDE = 110
"""Columns of a terminal from which on a pane stands beside the list."""
LOW = 20
"""Lines of a terminal below which the list gets those of the rule and of the details."""
PANE_LEAST = 30
"""Cells of a pane that has given the list what this needs."""
PARTING = 3
"""Cells between list and pane: the line that parts them, and a blank at each side of the pane."""


@dataclass(frozen=True, slots=True)
class ScreenGrid:
    """Cells of the list and of the pane; 0 where there is none. Between them, or at the right of
    the list, stands the scroll mark."""

    list: int
    pane: int = 0


def grid(width: int, paned: bool = True, needs: int = 0) -> ScreenGrid:
    """For a terminal of so many columns, of a place that has a pane or none. The list has 80 from
    113 columns on, 111 at 160 and 140 at 200; what is left over is the list's. A list that `needs`
    more, so that no name is cut, has it from the pane, as far as that can give it."""
    if not paned or width < WIDE:
        return ScreenGrid(max(width - 1, 0))
    pane = 57 if width >= 200 else 46 if width >= 160 else min(max(width - PARTING - 80, 30), 40)
    pane = max(min(pane, width - PARTING - needs), min(PANE_LEAST, pane))
    return ScreenGrid(width - PARTING - pane, pane)


def titled(title: str, width: int, right: str = "") -> Line:
    """A rule with a title, and what stands at its right end: it parts a pane."""
    end = f" {right}" if right else ""
    text = fit(f"── {title} ", max(width - cell_len(end), 0))
    return line(text + end, "dim")


def parting(rows: int, first: int, count: int, drawn: bool) -> tuple[str, ...]:
    """What stands at the right of a list of `count` lines with `rows` in view from `first` on:
    a cell a row, `┃` where that part of the list is, else `│` where the line is `drawn`."""
    plain = "│" if drawn else " "
    if rows <= 0 or count <= rows:
        return (plain,) * max(rows, 0)
    length = max(rows * rows // count, 1)
    most = count - rows
    top = min(first * (rows - length) // most + (0 < first < most), rows - length)
    return tuple("┃" if top <= row < top + length else plain for row in range(rows))
