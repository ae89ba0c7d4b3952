"""The cross-table for paper: everybody against everybody, or everybody's rounds."""

from __future__ import annotations

from decimal import Decimal

from engine.entrants import EntrantId, rating_text
from engine.event import Event
from engine.phrases import listed, phrase
from engine.protocol import Format, PlayedByTeams, part_of
from engine.standings import GOES_ON, as_of, crosstable
from engine.tables import CrossTable, Meetings, StandingRow, StandingTable
from saves.csv_cells import Cell
from saves.sheets import Grid, SheetColumn, marked_name, remarks, titled, who_came

ALL_AGAINST_ALL = 40
"""More entrants than that do not fit across a page: the columns are their rounds."""


def cross_table(event: Event, format: Format, after: int) -> Grid:
    """Everybody against everybody where the format has that; else everybody's results round by
    round, opponents by their line."""
    past = as_of(event, after)
    met = format.meetings(past)
    if met is not None and len(met.order) <= ALL_AGAINST_ALL:
        return _all_against_all(past, format, met)
    table = who_came(past, format.standings(past)[0])
    teams, places = format.of_teams(past), table.places
    cross = crosstable(
        past, table, format.order(past), teams=teams, counted=format.as_counted(past)
    )
    rated = not teams or any(e.rating is not None for e in past.entrants)
    columns = (
        SheetColumn(phrase("Rank"), right=True),
        SheetColumn(phrase("No"), right=True),
        SheetColumn(phrase("Name"), person=True),
        *(SheetColumn(phrase("Rating"), right=True) for _ in range(rated)),
        *(
            SheetColumn(phrase("R{number}", number=label), right=True, even=True)
            for label in cross.labels
        ),
        *(SheetColumn(table.points, right=True, strong=True) for _ in range(bool(table.points))),
    )
    rows = tuple(
        (
            places[row.id],
            row.no,
            marked_name(past, row),
            *_rating_of(past, row, rated),
            *cells,
            *_points_of(row, table),
        )
        for row, cells in cross.rows
    )
    legend = cross_legend(format, cross, teams)
    people = tuple((row.id,) for row, _ in cross.rows)
    return Grid(
        phrase("Cross-table"), columns, rows, (*legend, *table.notes, *remarks(table)), people
    )


def cross_legend(format: Format, cross: CrossTable, teams: bool) -> tuple[str, ...]:
    """What the cells of a cross-table by rounds mean, as far as they are in it."""
    note = phrase("12w1: won with White against number 12; b Black, + and - by forfeit")
    if part_of(format, PlayedByTeams) is not None:
        note = phrase("12w2½: 2½ points against number 12, White on board 1; + and - by forfeit")
    elif teams:
        note = phrase("12+21: won by 21 against number 12; = a tie, + and - alone by forfeit")
    texts = [cell for _, cells in cross.rows for cell in cells]
    explained = (
        (note, bool(cross.rounds)),
        (phrase("*: won by the tie-break"), any(text.endswith("*") for text in texts)),
        (phrase("←: the match of the round before goes on"), GOES_ON in texts),
    )
    return tuple(text for text, shown in explained if shown)


def _rating_of(event: Event, row: StandingRow, rated: bool) -> tuple[Cell, ...]:
    return (rating_text(event.entrant(row.id)),) if rated else ()


def _points_of(row: StandingRow, table: StandingTable) -> tuple[Decimal, ...]:
    return (row.points,) if table.points else ()


def _all_against_all(event: Event, format: Format, met: Meetings) -> Grid:
    table = format.standings(event)[0]
    points, ranks = {row.id: row.points for row in table.rows}, table.places
    starred = {row.id: "*" for row in table.rows if row.remark}
    columns = (
        SheetColumn("#", right=True),
        SheetColumn(phrase("Name"), person=True),
        SheetColumn(phrase("Rating"), right=True),
        *(SheetColumn(str(met.numbers[id]), right=True, even=True) for id in met.order),
        SheetColumn(table.points or phrase("Pts"), right=True, strong=True),
        SheetColumn(phrase("Rank"), right=True),
    )
    rows = tuple(
        (
            met.numbers[id],
            listed(
                " ", (titled(event.entrant(id).title, event.entrant(id).name), starred.get(id, ""))
            ),
            rating_text(event.entrant(id)),
            *(_meeting_text(met, id, other) for other in met.order),
            points.get(id),
            ranks.get(id, ""),
        )
        for id in met.order
    )
    among = {met.cells[pair].text for pair in met.cells}
    explained = (
        (phrase("open: drawn and not finished"), any(one.open for one in met.cells.values())),
        (phrase("+ and -: by forfeit"), any("+" in text or "-" in text for text in among)),
    )
    notes = tuple(text for text, shown in explained if shown)
    people = tuple((id,) for id in met.order)
    return Grid(
        phrase("Cross-table"), columns, rows, (*notes, *table.notes, *remarks(table)), people
    )


def _meeting_text(met: Meetings, id: EntrantId, other: EntrantId) -> str:
    if id == other:
        return "×"
    cell = met.cells.get((id, other))
    if cell is None:
        return ""
    return listed(" ", (cell.text, phrase("open"))) if cell.open else cell.text
