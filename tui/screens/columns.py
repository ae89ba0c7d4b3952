"""Lists as lines of text: cells fitted to columns by what they take up on a terminal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from saves.cells import text_width
from saves.safe_text import safe
from tui.widgets.lines import Line, fit, line

SORTED = "↓"
"""Behind the head of the column that a list is sorted by."""


class Column(NamedTuple):
    """A column as it could be: `least` and `most` are widths in terminal cells.

    `rank` says which columns give way first when the width is short: 0 never does. A column of
    `names` gives up cells last.
    """

    name: str
    least: int
    most: int
    right: bool = False
    rank: int = 0
    names: bool = False
    style: str = "plain"
    """Of its cells, where its rows are painted by columns."""


@lru_cache(maxsize=20_000)
def cell(text: str, width: int, right: bool = False) -> str:
    """`text`, made safe, in exactly `width` terminal cells; what is cut ends in an ellipsis."""
    return fit(safe(text, 400), width, right)


def widths(
    columns: Sequence[Column], rows: Sequence[Sequence[str]], room: int
) -> list[tuple[int, int]]:
    """(index, width) of the columns that fit into `room` cells, one blank between them.

    A column is as wide as its widest cell within its bounds; where there is not room for all,
    those of the highest rank go first, then the widest give up cells down to their least. Figures,
    which are on the right, are never cut.
    """
    wanted = [_natural(c, [row[i] for row in rows]) for i, c in enumerate(columns)]
    least = [
        size if c.right else min(size, c.least) for size, c in zip(wanted, columns, strict=True)
    ]
    left = list(range(len(columns)))
    while sum(least[i] + 1 for i in left) > room + 1:
        droppable = [i for i in left if columns[i].rank]
        if not droppable:
            break
        left.remove(max(droppable, key=lambda i: (columns[i].rank, i)))
    size = {i: wanted[i] for i in left}
    over = sum(size.values()) + len(left) - 1 - room
    while over > 0:
        spare = {i: size[i] - least[i] for i in left}
        widest = max(left, key=lambda i: (spare[i] > 0 and not columns[i].names, spare[i], size[i]))
        if spare[widest] <= 0:
            break
        size[widest] -= 1
        over -= 1
    return [(i, size[i]) for i in left]


def _natural(column: Column, cells: Sequence[str]) -> int:
    widest = max((text_width(safe(cell, 400)) for cell in cells), default=0)
    return max(min(max(widest, text_width(column.name)), column.most), column.least)


def row_text(
    columns: Sequence[Column],
    layout: Sequence[tuple[int, int]],
    cells: Sequence[str],
    whole: bool = False,
    runs: int | None = None,
) -> str:
    """One line of the list; two blanks in front leave room for the cursor's mark. `whole` keeps the
    blanks at its end; the text of the column `runs` goes on over empty ones after it."""
    if runs is not None:
        layout = _running_on(layout, cells, runs)
    fitted = [cell(cells[i], width, columns[i].right) for i, width in layout]
    text = "  " + " ".join(fitted)
    return text if whole else text.rstrip()


def _running_on(
    layout: Sequence[tuple[int, int]], cells: Sequence[str], runs: int
) -> list[tuple[int, int]]:
    out: list[tuple[int, int]] = []
    for i, width in layout:
        if out and out[-1][0] == runs and not cells[i]:
            out[-1] = (runs, out[-1][1] + 1 + width)
        else:
            out.append((i, width))
    return out


def with_names(
    columns: Sequence[Column],
    layout: Sequence[tuple[int, int]],
    rows: Sequence[Sequence[str]],
    numbers: Sequence[str],
) -> Sequence[Sequence[str]]:
    """The rows with their names cut to the layout, and made distinct by the given name or
    number."""
    at, width = next(((i, width) for i, width in layout if columns[i].names), (None, 0))
    if at is None:
        return rows
    from tui.screens.names import told_apart

    names = told_apart([row[at] for row in rows], numbers, width)
    return [[*row[:at], name, *row[at + 1 :]] for row, name in zip(rows, names, strict=True)]


def head_line(columns: Sequence[Column], layout: Sequence[tuple[int, int]]) -> Line:
    """The line with the columns' names."""
    return line(row_text(columns, layout, [c.name for c in columns]), "dim")


def marked(column: Column) -> Column:
    """The column that a list is sorted by, with the mark in its head."""
    width = text_width(column.name) + 1
    least, most = max(column.least, width), max(column.most, width)
    return column._replace(name=column.name + SORTED, least=least, most=most)


def head_at(heads: str, at: int, names: Sequence[str] = ()) -> str:
    """The column whose head is nearest to a cell of the head line, without its mark; `names`
    are heads that may have blanks in them. Empty where there is no head."""
    several = [re.escape(name) for name in names if " " in name]
    heads_found = re.finditer("|".join([*several, r"\S+"]), heads)
    words = [(m.group().rstrip(SORTED), m.start(), m.end()) for m in heads_found]
    return min(words, key=lambda w: max(w[1] - at, at - w[2] + 1, 0), default=("",))[0]
