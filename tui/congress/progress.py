"""How far every event of a congress is, in as few lines as hold them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tui.screens.bars import bar
from tui.terminal.widths import cell_len
from tui.widgets.lines import Line, fit

LEAST = 24
"""Cells of an event: its name cut, its round, how many are in, a bar."""
GAP = 2
NAME_MOST = 16
BAR_MOST = 24
MOST_LINES = 3


@dataclass(frozen=True, slots=True)
class EventShare:
    """Results in, of how many that are due."""

    name: str
    round: str
    there: int
    due: int
    alone: bool = False
    """It is the one that is listed."""
    away: bool = False
    """Nothing can be saved in it."""

    @property
    def label(self) -> str:
        """The name, marked where nothing can be saved."""
        return f"! {self.name}" if self.away else self.name


def progress_lines(shares: Sequence[EventShare], width: int) -> list[Line]:
    """As many events a line as there is room for; at the end of the third line the rest are
    counted."""
    if not shares:
        return []
    room = width - 1
    most = max(room // (LEAST + GAP), 1)
    lines = min(-(-len(shares) // most), MOST_LINES)
    per_line = min(-(-len(shares) // lines), most)
    cells = min((room - GAP * (per_line - 1)) // per_line, NAME_MOST + 14 + BAR_MOST)
    name = min(max(cell_len(one.label) for one in shares), NAME_MOST)
    rows = [shares[at : at + per_line] for at in range(0, len(shares), per_line)]
    shown = [_line(row, cells, name) for row in rows[:MOST_LINES]]
    left = len(shares) - per_line * MOST_LINES
    if left > 0:
        last = _line(rows[MOST_LINES - 1][:-1], cells, name)
        shown[-1] = Line((*last.parts, (f"{' ' * GAP} and {left + 1} more", "dim")))
    return shown


def overall(shares: Sequence[EventShare], width: int) -> Line:
    """All together, for a line that has something else at its end."""
    there, due = sum(one.there for one in shares), sum(one.due for one in shares)
    parts = [(f" {there}/{due} ", "strong"), (bar(there, due, max(width // 5, 8)), "accent")]
    return Line((*parts, (f"  {due - there} open" if there < due else "  all in", "plain")))


def _line(shares: Sequence[EventShare], cells: int, name: int) -> Line:
    parts: list[tuple[str, str]] = []
    for at, share in enumerate(shares):
        count = f" {share.there}/{share.due} "
        named = max(min(name, cells - cell_len(share.round) - len(count) - 4), 3)
        label = fit(share.label, named)
        text = f" {label} {share.round}"
        blank = max(0, 8 - len(count))
        bar_cells = cells - cell_len(text) - len(count) - blank
        left = "strong" if share.alone or share.there < share.due else "dim"
        parts.append((text, "bad" if share.away else left))
        parts.append((" " * blank + count, "plain"))
        shown = bar(share.there, share.due, bar_cells) if bar_cells > 1 else ""
        parts.append((shown + " " * (GAP if at < len(shares) - 1 else 0), "accent"))
    return Line(tuple(parts))
