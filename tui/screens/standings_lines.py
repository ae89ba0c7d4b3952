"""Standings and cross-tables as lines of text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from engine.entrants import Entrant, EntrantId, rating_text
from engine.event import Event
from engine.performance import performances
from engine.points import column_texts, points_text
from engine.protocol import Format
from engine.rating_change import rating_reports
from engine.standings import crosstable
from engine.tables import CrossTable, StandingRow, StandingTable
from engine.tiebreaks.codes import title_of
from saves.cells import in_lines, text_width
from saves.rating_report import change_text
from saves.safe_text import safe
from tui.screens.columns import Column, cell, head_line, marked, row_text, widths, with_names
from tui.screens.player_lines import trend
from tui.widgets.lines import Line, line

PERFORMANCE, CHANGE = "Perf", "Rtg±"
"""The column of formats that rank by it; that of rating changes."""

TREND = 1000
"""The rank of a column that shows once more what others have: the first to be left out."""
FACTS = 40
"""From this rank on a column is not one of the table's own: it takes no cells that names need."""
NAMES_WANT, NAMES_NEED = 25, 20
WIDE, WHOLE = 100, 138
"""Cells of a list in which club, rounds and the performance as a number fit; in which the
rounds come before the club."""
ShownColumn = tuple[Column, Callable[[StandingRow], str]]
"""A column and what a row has in it."""


@dataclass(frozen=True, eq=False)
class RowFacts:
    """What a list says of everybody in a table besides what the table has, by entrant."""

    entrants: Mapping[EntrantId, Entrant] = field(default_factory=dict)
    rounds: tuple[str, ...] = ()
    cells: Mapping[EntrantId, tuple[str, ...]] = field(default_factory=dict)
    """By round, as in the cross-table."""
    performed: Mapping[EntrantId, int] = field(default_factory=dict)
    trends: Mapping[EntrantId, str] = field(default_factory=dict)
    changes: Mapping[EntrantId, str] = field(default_factory=dict)
    """Of ratings, as `+8.6`."""


def row_facts(event: Event, format: Format, table: StandingTable) -> RowFacts:
    """Of an event as it was when the table was made. Performances are left out where the table
    has them itself."""
    entrants = {e.id: e for e in event.entrants}
    crossed = crosstable(event, table, format.order(event), teams=format.of_teams(event))
    known = {} if PERFORMANCE in table.columns else performances(event)
    return RowFacts(
        entrants,
        tuple(f"R{label}" for label in crossed.labels),
        {row.id: cells for row, cells in crossed.rows},
        {id: performed.rating for id, performed in known.items()},
        {id: trend(event, id) for id in known},
        {id: change_text(report) for id, report in rating_reports(event).items()} if known else {},
    )


def standing_lines(
    table: StandingTable,
    room: int,
    facts: RowFacts | None = None,
    paned: bool = False,
    sort: str = "",
) -> tuple[Line, list[Line]]:
    """The head line and a line for each row, `room` cells wide; a shared place is marked `=`, and
    the head of the column `sort` as the one that the list is sorted by.

    Where there is not room for all, columns go in this order: the trend, the club, the rounds
    from the first, the federation, the rating change, the performance, the tie-breaks from the
    last, title, rating;
    in a list that cannot have the rounds of most events the rounds go before the club.
    In a narrow list that has no pane beside it, where the trend would be shown too, the trend stays
    longer than the federation.
    """
    columns, cells, layout = _fitted(table, room, facts, paned, sort)
    named = with_names(columns, layout, cells, [str(row.no) for row in table.rows])
    lines = [
        _row_line(columns, layout, texts, row) for row, texts in zip(table.rows, named, strict=True)
    ]
    return head_line(columns, layout), lines


def left_out(
    table: StandingTable, room: int, facts: RowFacts | None = None, paned: bool = False
) -> tuple[str, ...]:
    """The tie-breaks for which such a list has no room."""
    columns, _, layout = _fitted(table, room, facts, paned)
    shown = {columns[i].name for i, _ in layout}
    return tuple(name for name in table.columns if name not in shown)


def _fitted(
    table: StandingTable, room: int, facts: RowFacts | None, paned: bool, sort: str = ""
) -> tuple[list[Column], list[list[str]], list[tuple[int, int]]]:
    every = [
        (marked(column) if sort and column.name == sort else column, text)
        for column, text in _columns(table, facts or RowFacts(), room, paned)
    ]
    columns, cells, layout = _laid_out(every, table.rows, room)
    texts = [(i, width) for i, width in layout if columns[i].most > columns[i].least]
    if any(columns[i].rank >= TREND for i, _ in layout) and any(
        text_width(safe(row[i])) > width for i, width in texts for row in cells
    ):  # it says nothing new: no name is cut for it
        every = [(column, text) for column, text in every if column.rank < TREND]
        columns, cells, layout = _laid_out(every, table.rows, room)
    if len({i for i, _ in layout if columns[i].rank < FACTS}) < sum(
        column.rank < FACTS for column in columns
    ):
        every = [
            (column._replace(least=min(column.least, NAMES_NEED)) if column.names else column, text)
            for column, text in every
            if column.rank < FACTS
        ]
        columns, cells, layout = _laid_out(every, table.rows, room)
    return columns, cells, layout


def _laid_out(
    every: Sequence[ShownColumn], rows: Sequence[StandingRow], room: int
) -> tuple[list[Column], list[list[str]], list[tuple[int, int]]]:
    columns = [column for column, _ in every]
    cells = [[text(row) for _, text in every] for row in rows]
    return columns, cells, widths(columns, cells, room - 2)


def _columns(table: StandingTable, facts: RowFacts, room: int, paned: bool) -> list[ShownColumn]:
    """All that there could be, from the left; of facts those that somebody has."""
    marks, ranks = footnotes(table), table.aligned_places
    own = dict(zip((row.id for row in table.rows), _figures(table), strict=True))
    tails = {r.id: " ".join(filter(None, (marks.get(r.id), r.called))) for r in table.rows}
    tail = max(map(len, tails.values()), default=0)
    longest = max((text_width(safe(row.name, 400)) for row in table.rows), default=4)
    wide, rounds = room >= WIDE, len(facts.rounds)
    trend_rank, club_rank = TREND if paned else 50, 999 if room >= WHOLE else 52

    def fact(
        head: str, texts: Mapping[EntrantId, str], rank: int, right: bool = False, least: int = 0,
        style: str = "plain",
    ) -> list[ShownColumn]:  # fmt: skip
        """Never cut, unless it may have fewer cells than its widest text."""
        widest = max(
            (text_width(safe(texts.get(row.id, ""), 400)) for row in table.rows), default=0
        )
        most = max(widest, len(head))
        column = Column(head, min(least or most, most), min(most, 24), right, rank, style=style)
        return [(column, lambda row: texts.get(row.id, ""))] if widest else []

    def of(read: Callable[[Entrant], str]) -> Mapping[EntrantId, str]:
        return {id: read(entrant) for id, entrant in facts.entrants.items()}

    def cell_of(at: int) -> Mapping[EntrantId, str]:
        return {id: cells[at] for id, cells in facts.cells.items()}

    figures = [*filter(None, (table.points,)), *table.columns]
    narrow_facts = () if wide else fact(PERFORMANCE, facts.trends, trend_rank, style="accent")
    club = fact("Club", of(lambda e: e.club), club_rank, least=10) if wide else ()
    cells = [
        shown
        for at, head in enumerate(facts.rounds if wide else ())
        for shown in fact(head, cell_of(at), 100 + rounds - at, right=True)
    ]
    performed = {id: str(rating) for id, rating in facts.performed.items()}
    performance = fact(PERFORMANCE, performed, FACTS, right=True) if wide else ()
    change = fact(CHANGE, facts.changes, FACTS + 1, right=True) if wide else ()
    return [
        (Column("Rk", 3, 5, right=True), lambda row: ranks[row.id]),
        (Column("No", 2, 4, right=True), lambda row: str(row.no)),
        *fact("Ti", of(lambda e: e.title), 2),
        (Column("Name", min(longest, NAMES_WANT), 400, names=True), lambda row: row.name),
        *fact("Fed", of(lambda e: e.federation), 51),
        *fact("Rtg", of(rating_text), 1, right=True),
        *club,
        *narrow_facts,
        *cells,
        *(_figure(name, table, at, own) for at, name in enumerate(figures)),
        *performance,
        *change,
        *(fact("Trend", facts.trends, TREND, style="accent") if wide else ()),
        (Column("", tail, tail), lambda row: tails[row.id]),
    ]


def _figure(
    name: str, table: StandingTable, at: int, own: Mapping[EntrantId, tuple[str, ...]]
) -> ShownColumn:
    """The points, or a tie-break; no figure is cut."""
    widest = max((len(texts[at]) for texts in own.values()), default=0)
    widest = max(widest, 3 * bool(widest))
    head = min(len(name), 8)
    points = bool(table.points) and at == 0
    column = Column(
        name, max(widest, head), max(widest, head), right=True,
        rank=0 if points else 3 + at, style="strong" if points else "plain",
    )  # fmt: skip
    return column, lambda row: own[row.id][at]


def _row_line(
    columns: Sequence[Column],
    layout: Sequence[tuple[int, int]],
    texts: Sequence[str],
    row: StandingRow,
) -> Line:
    """A row with its points in bold and its trend in the accent; whoever has left is dim."""
    if row.gone:
        return line(row_text(columns, layout, texts), "dim", row.id)
    parts = [("  ", "plain")]
    for i, width in layout:
        shown, style = cell(texts[i], width, columns[i].right), columns[i].style
        if style == "plain" == parts[-1][1]:
            parts[-1] = (f"{parts[-1][0]}{shown} ", "plain")
        else:
            parts += [(shown, style), (" ", "plain")]
    while not parts[-1][0].strip():
        parts.pop()
    return Line((*parts[:-1], (parts[-1][0].rstrip(), parts[-1][1])), row.id)


def _figures(table: StandingTable) -> list[tuple[str, ...]]:
    """By row the points and the tie-breaks, one number of decimals in each column."""
    points = column_texts(row.points for row in table.rows)
    breaks = (
        column_texts(row.tiebreaks.get(column) for row in table.rows) for column in table.columns
    )
    shown = (points,) if table.points else ()
    return list(zip(*shown, *breaks, strict=True))


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
    """How each tie-break of a row came about, with what its code means."""
    lines: list[str] = []
    for column in table.columns:
        value = number_text(row.tiebreaks.get(column)) or "none"
        how = row.working.get(column, "")
        title = f" ({title})" if (title := title_of(column)) else ""
        lines += in_lines(f"{column} {value}{title}{': ' if how else ''}{how}", room, "   ")
    return lines or ["No tie-breaks are set for this event."]


EARLIER = "<"
"""Before the first round shown of a cross-table, where earlier ones have no room."""


def cross_lines(
    table: StandingTable, cross: CrossTable, room: int, sort: str = ""
) -> tuple[Line, list[Line], bool]:
    """Everybody's results by round, and whether earlier rounds have no room: the last ones are
    shown then, with a `<` before the first of them."""
    ranks = table.aligned_places
    rows = [(row, cells) for row, cells in cross.rows if row.id in ranks]
    fixed = [
        Column("Rk", 3, 5, right=True),
        Column("No", 2, 4, right=True),
        Column("Name", 12, 400, names=True),
        *(Column(c, max(3, len(c)), 6, right=True) for c in (table.points,) if c),
    ]
    last = len(cross.rounds)
    columns = [
        *fixed,
        *(Column(f"R{n}", 3, 24, right=True, rank=last - i) for i, n in enumerate(cross.labels)),
    ]
    columns = [marked(c) if sort and c.name == sort else c for c in columns]
    cells = [
        [ranks[row.id], str(row.no), row.name, *([points] if table.points else []), *played]
        for (row, played), points in zip(
            rows, column_texts(row.points for row, _ in rows), strict=True
        )
    ]
    plain, layout = columns, widths(columns, cells, room - 2)
    while (first := next((i for i, _ in layout if i >= len(fixed)), 0)) > len(fixed):
        if columns[first].name.startswith(EARLIER):
            break
        columns = [c._replace(name=EARLIER + c.name) if i == first else c
                   for i, c in enumerate(plain)]  # fmt: skip
        layout = widths(columns, cells, room - 2)
    named = with_names(columns, layout, cells, [str(row.no) for row, _ in rows])
    lines = [
        line(
            row_text(columns, layout, texts),
            "dim" if row.gone else "plain",
            row.id,
        )
        for (row, _), texts in zip(rows, named, strict=True)
    ]
    return head_line(columns, layout), lines, first > len(fixed)


def row_of(table: StandingTable, id: str) -> StandingRow | None:
    """The row of that entrant."""
    return next((row for row in table.rows if row.id == id), None)


def place_text(row: StandingRow, table: StandingTable) -> str:
    """`place 4 of 41`, or `place 4-6 of 41` where it is shared; `no place yet`."""
    if row.unplaced:
        return "no place yet"
    same = sum(other.rank == row.rank for other in table.rows)
    span = f"{row.rank}-{row.rank + same - 1}" if same > 1 else str(row.rank)
    return f"place {span} of {len(table.rows)}"
