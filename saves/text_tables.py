"""Grids as plain text, for a printer or a terminal: widths count the cells a letter takes."""

from __future__ import annotations

from engine.event import Event
from engine.phrases import listed, phrase
from engine.protocol import Format
from engine.standings import final
from saves import sheets
from saves.cells import text_width
from saves.cross_sheets import cross_table
from saves.languages import Language, language_of
from saves.safe_text import safe
from saves.sheets import Grid, cell_text
from saves.team_sheets import match_sheets, squads

GAP = "  "


def grid_text(grid: Grid, hall: Language) -> str:
    """A heading, the columns in line, notes below."""
    lines = [safe(hall.say(grid.title)), ""]
    rows = [[safe(hall.say(cell_text(cell))) for cell in row] for row in grid.rows]
    heads = [safe(hall.say(column.name)) for column in grid.columns]
    widths = [max(map(text_width, cells)) for cells in zip(heads, *rows, strict=True)] or [0]
    for cells in (heads, ["-" * width for width in widths], *rows):
        shown = [
            _padded(cell, width, column.right)
            for cell, width, column in zip(cells, widths, grid.columns, strict=True)
        ]
        lines.append(GAP.join(shown).rstrip())
    if grid.notes:
        lines += ["", *(safe(hall.say(note), 200) for note in grid.notes)]
    return "\n".join(lines) + "\n"


def _padded(text: str, width: int, right: bool) -> str:
    space = " " * (width - text_width(text))
    return space + text if right else text + space


def round_text(event: Event, format: Format, number: int | None = None) -> str:
    """A round for the notice board: by board, by name, standings, cross-table."""
    heading, hall = safe(event.title), language_of(event)
    if event.current is None and number is None:
        entered = [sheets.entry_list(event, format), *squads(event, format)]
        return "\n".join([f"{heading}\n", *(grid_text(grid, hall) for grid in entered)])
    round = sheets.published_round(event, number)
    after = sheets.table_round(round, format)
    on = sheets.with_running(event, round)
    grids = [*sheets.by_room(event, format, on), *match_sheets(event, format, on)]
    grids.append(sheets.by_name(event, format, on))
    grids += sheets.standings(event, format, after)
    if after:
        grids.append(cross_table(event, format, after))
    when = phrase("before {round}", round=event.called(1))
    if after:
        called = event.called(after)
        when = phrase("standings after {round}", round=called)
        if final(event, format, after):
            when = phrase("standings after {round} (final)", round=called)
    beginning = hall.say(listed(", ", (heading, event.called(round.number), when)))
    parts = [f"{beginning}\n", *(grid_text(grid, hall) for grid in grids)]
    return "\n\n".join(parts)
