"""The tables beside the standings as lines: the cross-table of all against all, a window of its
columns, one entrant's opponents marked; and the tables that a format shows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from engine.entrants import EntrantId
from engine.phrases import phrase
from engine.points import counted, points_text
from engine.tables import Meeting, Meetings, Panel, StandingRow, StandingTable
from saves.cells import in_lines, text_width
from saves.safe_text import safe, shortened
from tui.screens.columns import Column, cell, row_text, widths
from tui.screens.standings_lines import number_text
from tui.widgets.lines import Line, line

HEADS = (phrase("No"), phrase("Name"), phrase("Pts"), phrase("Rk"))
SELF, TO_COME, OPEN = "×", "·", "_"
OPPONENT = "*"
"""Precedes the numbers of the opponents of the selected entrant."""
NAME_LEAST, NAME_MOST = 12, 28
RANK = 5
"""Cells of a place; it gives way to the last column."""
FEW_COLUMNS = 12
"""With fewer opponents in view the figure beside the points gives way."""
AIRY = 2
"""Cells that a column may take more where there is room for all."""
MOST_NAMED = 6
"""Opponents that are named under the table; of more, where everybody meets everybody,
those who are still to be played."""


def heads_of(table: StandingTable) -> tuple[str, str, str, str]:
    """The heads over number, name, points and place: the points are called as in the table."""
    no, name, points, rank = HEADS
    return no, name, table.points or points, rank


@dataclass(frozen=True)
class ShownCrossTable:
    """A cross-table with the columns before its cells: names, points, the first tie-break."""

    met: Meetings
    names: Mapping[EntrantId, str]
    rows: Mapping[EntrantId, StandingRow]
    figure: str = ""
    """The tie-break that is shown beside the points."""
    heads: tuple[str, str, str, str] = HEADS
    """The heads over number, name, points and place."""
    figure_head: str = ""
    """The head over the tie-break, where that is not its name."""
    place: str = "board"
    """Where a match is played: of teams a table."""
    ranks: Mapping[EntrantId, str] = field(default_factory=dict)
    """Everybody's place in the table."""

    @classmethod
    def of(
        cls,
        met: Meetings,
        table: StandingTable,
        heads: tuple[str, str, str, str] | None = None,
        figure_head: str = "",
    ) -> ShownCrossTable:
        """`table` is the overall standing."""
        heads = heads or heads_of(table)
        rows = {row.id: row for row in table.rows}
        names = {id: rows[id].name for id in met.order if id in rows}
        figure = table.columns[0] if table.columns else ""
        return cls(met, names, rows, figure, heads, figure_head or figure, ranks=table.places)

    @cached_property
    def cell_width(self) -> int:
        """Of one cell with the blank before it, at the least."""
        widest = max((text_width(shown(one)) for one in self.met.cells.values()), default=1)
        return max(widest, len(str(len(self.met.order)))) + 1

    @cached_property
    def figure_width(self) -> int:
        """Of the figure with the blanks before it; 0 without one."""
        values = (number_text(row.tiebreaks.get(self.figure)) for row in self.rows.values())
        widest = max(map(len, (self.figure_head, *values)))
        return widest + 2 if self.figure else 0

    @cached_property
    def number_width(self) -> int:
        """Of the entrants' numbers."""
        return max(len(str(len(self.met.order))), text_width(self.heads[0]))

    @cached_property
    def places(self) -> dict[EntrantId, int]:
        """Everybody's row, and column, from 0."""
        return {id: at for at, id in enumerate(self.met.order)}


@dataclass(frozen=True, slots=True)
class CrossTableLayout:
    """Cells of the names, of the place and the figure (0: not shown) and of a column, and how many
    columns there is room for."""

    name: int
    rank: int
    figure: int
    each: int
    count: int

    @classmethod
    def of(cls, crossing: ShownCrossTable, room: int) -> CrossTableLayout:
        """For a terminal of that width."""
        widest = max((text_width(safe(n)) for n in crossing.names.values()), default=NAME_LEAST)
        name = max(min(widest, NAME_MOST, room // 4), NAME_LEAST)
        figure = crossing.figure_width
        players, each = len(crossing.met.order), crossing.cell_width
        left = room - _before(crossing, name) - 1
        rank = RANK if (left - figure - RANK) // each >= players else 0
        left -= rank
        count = (left - figure) // each
        if figure and count < min(players, FEW_COLUMNS):
            figure, count = 0, left // each
        if count >= players:
            each = max(min((left - figure) // max(players, 1), each + AIRY), each)
        return cls(name, rank, figure, each, max(min(count, players), 1))


def _before(crossing: ShownCrossTable, name: int) -> int:
    """Marks, number, name, points."""
    return 2 + crossing.number_width + 1 + name + 5


def shown(one: Meeting) -> str:
    """A cell: what is known, and `_` for what is open."""
    text = safe(one.text, 20)
    if one.open:
        return text if "?" in text else f"{text}{OPEN}"
    return text or TO_COME


def first_column(crossing: ShownCrossTable, id: EntrantId | None, count: int, now: int) -> int:
    """The first column of the window: as it is while it holds the entrant's band, else moved so
    that the band, or where that is too wide he himself, is in the middle."""
    last = len(crossing.met.order) - count
    now = max(min(now, last), 0)
    if id not in crossing.places:
        return now
    assert id is not None
    low, high = crossing.met.band(id)
    if high - low >= count:
        own = crossing.places[id]
        near = [p for p in _near(crossing, id) if abs(p - own) < count // 2]
        low, high = min([own, *near]), max([own, *near])
    if now <= low and high < now + count:
        return now
    return max(min((low + high + 1) // 2 - count // 2, last), 0)


def _near(crossing: ShownCrossTable, id: EntrantId) -> list[int]:
    return [crossing.places[other] for other in crossing.met.opponents(id)]


def meeting_lines(
    crossing: ShownCrossTable, layout: CrossTableLayout, first: int, selected: EntrantId | None
) -> tuple[Line, list[Line]]:
    """The head line and a line for each entrant, with the columns of the window; the opponents
    of the selected one are marked in both."""
    met = crossing.met
    columns = met.order[first : first + layout.count]
    others = _marked(crossing, selected)
    head = _head(crossing, layout, columns, selected, others)
    return head, [_row(crossing, layout, columns, id, selected, others) for id in met.order]


def _marked(crossing: ShownCrossTable, selected: EntrantId | None) -> frozenset[EntrantId]:
    """The opponents; where everybody meets everybody those whose game is open."""
    met = crossing.met
    if selected is None or selected not in crossing.places:
        return frozenset()
    opponents = met.opponents(selected)
    if len(opponents) == len(met.order) - 1:
        return frozenset(other for other in opponents if met.cells[selected, other].open)
    return frozenset(opponents)


def _head(
    crossing: ShownCrossTable,
    layout: CrossTableLayout,
    columns: tuple[EntrantId, ...],
    selected: EntrantId | None,
    others: frozenset[EntrantId],
) -> Line:
    no, name, points, rank = crossing.heads
    text = f"  {no:>{crossing.number_width}} {cell(name, layout.name)}{points:>5}"
    text += f"{rank:>{layout.rank}}" if layout.rank else ""
    parts = [(text + _figure(crossing.figure_head, layout), "dim")]
    for id in columns:
        style = "key" if id == selected else "accent" if id in others else "dim"
        parts.append((f"{crossing.met.numbers[id]:>{layout.each}}", style))
    return Line(tuple(parts))


def _figure(text: str, layout: CrossTableLayout) -> str:
    return f"{text:>{layout.figure}}" if layout.figure else ""


def _row(
    crossing: ShownCrossTable,
    layout: CrossTableLayout,
    columns: tuple[EntrantId, ...],
    id: EntrantId,
    selected: EntrantId | None,
    others: frozenset[EntrantId],
) -> Line:
    row, each = crossing.rows.get(id), layout.each
    plain = "dim" if row is not None and row.gone else "plain"
    begins = "accent" if id in others else plain
    parts = [(_start(crossing, layout, id, row, id in others), begins)]
    cells = crossing.met.cells
    for other in columns:
        if other == id:
            text, style = SELF, "dim"
        else:
            one = cells.get((id, other))
            text = shown(one) if one is not None else ""
            style = "should" if one is not None and one.open else plain
            if text == TO_COME:
                style = "dim"
            elif other == selected and style == plain:
                style = "accent"
        padded = " " * (each - text_width(text)) + text
        if parts[-1][1] == style or not text:
            parts[-1] = (parts[-1][0] + padded, parts[-1][1])
        else:
            parts.append((padded, style))
    return Line(tuple(parts), id)


def _start(
    crossing: ShownCrossTable,
    layout: CrossTableLayout,
    id: EntrantId,
    row: StandingRow | None,
    opponent: bool,
) -> str:
    """Mark, number, name, points, place, figure."""
    number = f"{crossing.met.numbers[id]:>{crossing.number_width}}"
    points = points_text(row.points) if row is not None else ""
    name = cell(crossing.names.get(id, ""), layout.name)
    text = f" {OPPONENT if opponent else ' '}{number} {name}{points:>5}"
    text += f"{crossing.ranks.get(id, ''):>{layout.rank}}" if layout.rank else ""
    value = number_text(row.tiebreaks.get(crossing.figure)) if row is not None else ""
    return text + _figure(value, layout)


def legend_line(marked: str = "", forfeits: bool = False) -> Line:
    """What the signs mean; `marked` are those beside the selected one."""
    legend = f" {OPEN} open  {TO_COME} to come" + "  + - forfeit" * forfeits
    return line(f"{legend}  {OPPONENT} {marked}" if marked else legend, "dim")


def opponent_lines(
    crossing: ShownCrossTable, id: EntrantId, room: int, most: int = 2
) -> list[Line]:
    """Whom the selected one meets, with results and boards; what the signs mean. Always as many
    lines, so that the table above stays where it is."""
    if id not in crossing.places:
        return [Line()] * (most + 1) + [legend_line("opponents of the selected")]
    met, cells = crossing.met, crossing.met.cells
    others = met.opponents(id)
    row = crossing.rows.get(id)
    status = f" ({row.called})" if row is not None and row.called else ""
    count = counted(len(others), "opponent")
    title = f" {met.numbers[id]} {safe(crossing.names.get(id, ''), 40)}{status}: {count}"
    everybody = len(others) == len(met.order) - 1
    if everybody and len(others) > MOST_NAMED:
        waiting = [o for o in others if cells[id, o].open or not cells[id, o].text]
        others = _soonest(crossing, id, waiting)
        title += ", still to play:" if others else ", none still to play"
    games = "; ".join(_meeting_words(crossing, id, other) for other in others)
    parts = in_lines(games, room - 2, "")
    if len(parts) > most:
        parts = [*parts[: most - 1], parts[most - 1].rstrip("; ") + " …"]
    parts += [""] * (most - len(parts))
    marked = "open with the selected" if everybody else "opponents of the selected"
    legend = legend_line(marked, any(set("+-") & set(one.text) for one in cells.values()))
    return [line(title, "key"), *(line(f"   {part}") for part in parts), legend]


def _soonest(
    crossing: ShownCrossTable, id: EntrantId, others: Sequence[EntrantId]
) -> tuple[EntrantId, ...]:
    """Of many the open ones, then those to come, the next first."""
    cells = crossing.met.cells
    return tuple(sorted(others, key=lambda o: (not cells[id, o].open, cells[id, o].round or 0)))


def _meeting_words(crossing: ShownCrossTable, id: EntrantId, other: EntrantId) -> str:
    one = crossing.met.cells[id, other]
    who = f"{crossing.met.numbers[other]} {safe(crossing.names.get(other, ''), 40)}"
    text = safe(one.text, 20)
    if one.open:
        board = f" ({crossing.place} {one.board})" if one.board else ""
        return f"{who} {text + ', ' if text else ''}open{board}"
    return f"{who} {text}" if text else f"{who} in round {one.round}"


LEAST, MOST = 3, 40
"""Cells of a column."""


# The tables that a format shows


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
    return heads, [list(_lines_of_row(columns, layout, row)) for row in panel.rows]


def _lines_of_row(
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
    """Whether a column holds nothing but figures, which are aligned right."""
    cells = [row[at] for row in panel.rows if row[at] not in ("", "-")]
    return bool(cells) and all(cell.replace(".", "").replace("½", "5").isdigit() for cell in cells)
