"""Standings and cross-tables as lines of text."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal

from engine.points import column_texts, points_text
from engine.tables import CrossTable, StandingRow, StandingTable
from tui.screens.columns import Column, head_line, in_lines, row_text, widths
from tui.widgets.lines import Line, line


def standing_lines(table: StandingTable, room: int) -> tuple[Line, list[Line]]:
    """The head line and a line for each row, `room` cells wide; a shared place is marked `=`.

    Tie-breaks that find no room go last first, the points and the first ones stay.
    """
    marks, ranks = footnotes(table), rank_texts(table)
    tails = [" ".join(filter(None, (marks.get(r.id), r.status))) for r in table.rows]
    tail = max(map(len, tails), default=0)
    columns = [
        Column("Rank", 4, 5, right=True),
        Column("No", 2, 4, right=True),
        Column("Name", 14, 34),
        *(Column(c, max(3, len(c)), 6, right=True) for c in (table.points,) if c),
        *(Column(c, 3, 8, right=True, rank=n + 1) for n, c in enumerate(table.columns)),
        Column("", tail, tail),
    ]
    cells = [
        [ranks[row.id], str(row.no), row.name, *figures, end]
        for row, figures, end in zip(table.rows, _figures(table), tails, strict=True)
    ]
    layout = widths(columns, cells, room - 2)
    lines = [
        line(row_text(columns, layout, texts), "dim" if row.status else "plain", row.id)
        for row, texts in zip(table.rows, cells, strict=True)
    ]
    return head_line(columns, layout), lines


def _figures(table: StandingTable) -> list[tuple[str, ...]]:
    """By row the points and the tie-breaks, one number of decimals in each column."""
    points = column_texts(row.points for row in table.rows)
    breaks = (
        column_texts(row.tiebreaks.get(column) for row in table.rows) for column in table.columns
    )
    shown = (points,) if table.points else ()
    return list(zip(*shown, *breaks, strict=True))


def rank_texts(table: StandingTable) -> dict[str, str]:
    """Every entrant's place; `4=` where it is shared."""
    sharing = Counter(row.rank for row in table.rows)
    return {row.id: f"{row.rank}{'=' if sharing[row.rank] > 1 else ' '}" for row in table.rows}


def number_text(value: Decimal | None) -> str:
    """A tie-break's value as people write it; empty for none."""
    return "" if value is None else points_text(value)


def footnotes(table: StandingTable) -> dict[str, str]:
    """`*1`, `*2` … for the rows with a remark, in their order."""
    remarked = [row.id for row in table.rows if row.remark]
    return {id: f"*{n}" for n, id in enumerate(remarked, start=1)}


def note_lines(table: StandingTable, room: int) -> list[str]:
    """The table's own notes and its foot notes."""
    marks = footnotes(table)
    texts = [f"{marks[r.id]} {r.name}: {r.remark}" for r in table.rows if r.id in marks]
    return [part for text in (*texts, *table.notes) for part in in_lines(text, room, "   ")]


def working_lines(row: StandingRow, table: StandingTable, room: int) -> list[str]:
    """How each tie-break of a row came about."""
    lines: list[str] = []
    for column in table.columns:
        value = number_text(row.tiebreaks.get(column)) or "none"
        how = row.working.get(column, "")
        lines += in_lines(f"{column} {value}{': ' if how else ''}{how}", room, "   ")
    return lines or ["No tie-breaks are set for this event."]


def cross_lines(table: StandingTable, cross: CrossTable, room: int) -> tuple[Line, list[Line]]:
    """Everybody's results by round. Where not all rounds fit, the last ones are shown."""
    ranks = rank_texts(table)
    rows = [(row, cells) for row, cells in cross.rows if row.id in ranks]
    fixed = [
        Column("Rank", 4, 5, right=True),
        Column("No", 2, 4, right=True),
        Column("Name", 12, 26),
        *(Column(c, max(3, len(c)), 6, right=True) for c in (table.points,) if c),
    ]
    last = len(cross.rounds)
    columns = [
        *fixed,
        *(Column(f"R{n}", 3, 24, right=True, rank=last - i) for i, n in enumerate(cross.rounds)),
    ]
    cells = [
        [ranks[row.id], str(row.no), row.name, *([points] if table.points else []), *played]
        for (row, played), points in zip(
            rows, column_texts(row.points for row, _ in rows), strict=True
        )
    ]
    layout = widths(columns, cells, room - 2)
    lines = [
        line(row_text(columns, layout, texts), "dim" if row.status else "plain", row.id)
        for (row, _), texts in zip(rows, cells, strict=True)
    ]
    return head_line(columns, layout), lines


def row_of(table: StandingTable, id: str) -> StandingRow | None:
    """The row of that entrant."""
    return next((row for row in table.rows if row.id == id), None)


def place_text(row: StandingRow, table: StandingTable) -> str:
    """`4 of 41`, or `4-6 of 41` where it is shared."""
    same = sum(other.rank == row.rank for other in table.rows)
    span = f"{row.rank}-{row.rank + same - 1}" if same > 1 else str(row.rank)
    return f"{span} of {len(table.rows)}"
