"""Entry lists from CSV files: comma, semicolon or tab; headers in any case and order."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import replace

from engine.event import EventSettings
from engine.points import HALF, NIL, ONE
from engine.refusal import Refused
from saves.columns_csv import columns_of, recognised, team_column
from saves.entry_reader import SEPARATORS, EntryFile, EntryList, EntryReader, EntryRow
from saves.entry_values import ByeWorth
from saves.foreign import LINE_END, refuse, text_of, together
from saves.safe_text import safe

ROW_LIMIT = 20_000
COLUMN_LIMIT = 200
_SAID = re.compile(r"sep=([,;\t])", re.IGNORECASE)


_MEMBERS_ONLY = (
    "members are a remark, and play on no board: give a row for each player, with columns team and "
    "board, or m in Entries adds them"
)


def read_entries(
    data: bytes,
    name: str,
    encoding: str | None = None,
    scoring: EventSettings | None = None,
    teams: bool = False,
) -> EntryList:
    """The entrants of a CSV file, or `Refused` with file, line and column; all or none.

    `name` is the file's name for messages. `scoring` says what requested half-point byes are
    worth (½ without it). Of `teams` a list with a column `team` has a row for each player.
    """
    text = text_of(data, name, "CSV", encoding)
    separator, said = _separator(text)
    rows = _rows(text, name, separator)
    head = next(rows, None)
    if said:
        head = next(rows, None)
    if head is None:
        raise refuse(name, f"{safe(name)} is empty", "give a file with entrants")
    if len(head.cells) > COLUMN_LIMIT:
        problem = f"the header has {len(head.cells):,} fields; limit {COLUMN_LIMIT}"
        raise refuse(name, problem, "is it the right file?", head.line)
    reader_of, own = EntryReader, head.cells
    if teams:
        from saves.teams_csv import TeamReader, without_team_columns

        if team_column(own) is not None and columns_of(without_team_columns(own)).named:
            reader_of, own = TeamReader, without_team_columns(own)
    columns = columns_of(own)
    if not columns.named:
        headers = ", ".join(safe(cell.strip(), 20) for cell in head.cells[:12])
        remedy = "name the columns in the first line"
        raise refuse(name, f"no 'name' column; found: {headers}", remedy, head.line)
    reader = reader_of(EntryFile(name, head.cells, columns, text, separator, _worth(scoring)))
    if wrong := _wrong_rows(reader, rows):
        raise together(wrong)
    read = reader.entries()
    if teams and reader_of is EntryReader and any(e.members for e in read.entrants):
        return replace(read, warnings=(*read.warnings, f"{safe(name)}: {_MEMBERS_ONLY}"))
    return read


def _wrong_rows(reader: EntryReader, rows: Iterator[EntryRow]) -> list[Refused]:
    """Take all rows; the refusals of those that cannot be taken."""
    wrong: list[Refused] = []
    while True:
        try:
            row = next(rows, None)
            if row is None:
                return wrong
            reader.take(row)
        except Refused as refusal:
            wrong.append(refusal)


def _worth(scoring: EventSettings | None) -> ByeWorth:
    if scoring is None:
        return ByeWorth(HALF, NIL, ONE)
    _, draw, win = scoring.round_points
    return ByeWorth(draw, NIL, win)


def _separator(text: str) -> tuple[str, bool]:
    """The separator, and whether a line `sep=;` of its own says it.

    Otherwise the one under which most headers mean something, then the most frequent one.
    """
    first = LINE_END.split(text[:4096].lstrip(), maxsplit=1)[0]
    if said := _SAID.fullmatch(first.strip(' "')):
        return said[1], True

    def merit(separator: str) -> tuple[int, int]:
        cells = next(csv.reader([first], delimiter=separator), [])
        return recognised(cells), first.count(separator)

    return max(SEPARATORS, key=merit), False


def _rows(text: str, name: str, separator: str) -> Iterator[EntryRow]:
    """Rows that are not blank, with the line they begin on."""
    lines = io.StringIO(LINE_END.sub("\n", text))
    reader = csv.reader(lines, delimiter=separator, strict=True, skipinitialspace=True)
    start = 1
    try:
        for count, cells in enumerate(reader):
            if count > ROW_LIMIT:
                problem = f"more than {ROW_LIMIT:,} rows"
                raise refuse(name, problem, "is it the right file?", start)
            if any(cell.strip() for cell in cells):
                yield EntryRow(start, cells)
            start = reader.line_num + 1
    except csv.Error as error:
        # an open quote takes in line after line until the field is too long
        if "field larger" in str(error) and reader.line_num == start:
            problem = f"a field of row {start} has over {csv.field_size_limit():,} characters"
            raise refuse(name, problem, "is it the right file?", start) from None
        problem = f"quote opened on row {start} never closes"
        raise refuse(name, problem, 'write a quote inside a field as ""', start) from None
