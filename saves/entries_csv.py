"""Entry lists from CSV files: comma, semicolon or tab; headers in any case and order.

First the rows of a list of players, read into entrants; then the file; then lists of teams: a row
for each player, with the columns `team` and `board`. A row without a player's name is the team's
own: captain, club and contact are there.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from engine.alphabet import fold
from engine.entrant_fields import ENTRANT_FIELDS, NAME_LIMIT, EntrantField
from engine.entrants import Entrant, RequestedBye, checked
from engine.event import EventSettings
from engine.points import HALF, NIL, ONE, counted
from engine.refusal import Refused
from saves.columns_csv import (
    HEADERS,
    CsvColumns,
    board_column,
    columns_of,
    key_of,
    recognised,
    team_column,
)
from saves.csv_cells import unmarked
from saves.entry_values import ByeWorth, Doubt, entry_values, person_name, rounds
from saves.foreign import LINE_END, at, first_of, refuse, text_of, together
from saves.namesakes import namesakes, two_spellings
from saves.safe_text import clean, safe

if TYPE_CHECKING:
    pass


MEMBER_LIMIT = 60
SEPARATORS = {",": "comma", ";": "semicolon", "\t": "tab"}
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class EntryList:
    """What an entry list says. `entrants` have no numbers yet and are in file order.

    `warnings` (each with its place) are about values that were changed or need a look;
    `duplicates`, also among them, are namesakes without different years of birth: the arbiter
    must be asked. `notes` say how the file was read; `unread`, also among them, which columns
    were not.
    """

    entrants: tuple[Entrant, ...]
    warnings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    duplicates: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    """What was read, each with its header where that differs from the field's name."""


@dataclass(frozen=True, slots=True)
class EntryRow:
    """A row with the line that it begins on."""

    line: int
    cells: list[str]


@dataclass(frozen=True, slots=True)
class EntryFile:
    """A list of entries before its rows: its first line, and how the rest is to be read."""

    name: str
    head: list[str]
    columns: CsvColumns
    text: str
    separator: str
    worth: ByeWorth


class EntryReader:
    """Reads row after row, and knows on which line each identity was."""

    def __init__(self, file: EntryFile) -> None:
        self.name = file.name
        self.head = file.head
        self.columns = file.columns
        self.lines = LINE_END.split(file.text)
        self.separator = file.separator
        self.worth = file.worth
        self.entrants: list[Entrant] = []
        self.places: list[int] = []
        self.warnings: list[str] = []
        self.fide_rows: dict[str, int] = {}
        self.unnamed: set[int] = set()

    def take(self, row: EntryRow) -> None:
        """One row: one more entrant, or `Refused`."""
        self.refuse_other_width(row)
        self.note_unnamed(row)
        entrant = self.entrant_named(row, self._name(row))
        if entrant.fide_id:
            first = self.fide_rows.setdefault(entrant.fide_id, row.line)
            if first != row.line:
                problem = f"FIDE ID {entrant.fide_id} on rows {first} and {row.line}"
                raise self.refuse(
                    row, self.columns.index["fide_id"], problem, "correct one of them"
                )
        self.entrants.append(entrant)
        self.places.append(row.line)

    def note_unnamed(self, row: EntryRow) -> None:
        """Keep the places of cells that no column is read for."""
        known = set(self.columns.index.values())
        self.unnamed |= {i for i, c in enumerate(row.cells) if i not in known and c.strip()}

    def team_names(self) -> Sequence[str]:
        """The team of each entrant, in a list of teams."""
        return ()

    def refuse_other_width(self, row: EntryRow) -> None:
        """`Refused` where the row has more or fewer fields than the header."""
        width = self.columns.width
        if len(row.cells) != width:
            problem = f"row {row.line} has {len(row.cells)} fields, header has {width}"
            hint = " (unquoted comma?)" if len(row.cells) > width else ""
            raise self.refuse(
                row, min(width, len(row.cells) - 1), problem + hint, "correct the row"
            )

    def refuse(self, row: EntryRow, index: int, problem: str, remedy: str) -> Refused:
        """The refusal of a cell, with its place."""
        return refuse(self.name, problem, remedy, row.line, self._column(row, index))

    def _column(self, row: EntryRow, index: int) -> int:
        """Where a cell begins in its line, from 1; 1 where the row runs over several lines."""
        line, quoted, passed = self.lines[row.line - 1], False, 0
        for position, character in enumerate(line):
            if passed == index:
                return position + 1
            quoted ^= character == '"'
            passed += character == self.separator and not quoted
        return len(line) + 1 if passed == index else 1

    def _cell(self, row: EntryRow, field: str) -> str:
        index = self.columns.index.get(field)
        return "" if index is None else unmarked(row.cells[index])

    def _cleaned(self, row: EntryRow, field: str, limit: int) -> str:
        index = self.columns.index.get(field)
        if index is None:
            return ""
        cleaned, warnings = self.cleaned_cell(row, index, field, limit)
        self._warn(row, field, warnings)
        return cleaned

    def cleaned_cell(
        self, row: EntryRow, index: int, field: str, limit: int = NAME_LIMIT
    ) -> tuple[str, list[str]]:
        """A cell fit to be shown, and what had to be changed in it."""
        text = re.sub(r"[\r\n\t]+", " ", unmarked(row.cells[index]))
        return clean(text, field, limit, f" in row {row.line}") if text else ("", [])

    def place(self, row: EntryRow, index: int) -> str:
        """The line and column of a cell, for a warning."""
        return at(self.name, row.line, self._column(row, index))

    def _warn(self, row: EntryRow, field: str, warnings: list[str]) -> None:
        for warning in filter(None, warnings):
            place = at(self.name, row.line, self._column(row, self.columns.index[field]))
            self.warnings.append(f"{place}: {warning}")

    def has_name(self, row: EntryRow) -> bool:
        """Whether there is a player in it."""
        parts = [f for f in ("name", "surname", "forename") if f in self.columns.index]
        return any(self._cell(row, field).strip() for field in parts)

    def entrant_named(self, row: EntryRow, name: str) -> Entrant:
        """The row as an entrant of that name."""
        values: dict[str, Any] = {"name": name, "byes": self._byes(row)}
        for name in self.columns.index:
            if name == "members":
                values[name] = self._members(row)
            elif name in ENTRANT_FIELDS and name != "name":
                values |= self._values(row, ENTRANT_FIELDS[name])
        entrant = Entrant("", **values)
        try:
            return checked(entrant)
        except Refused as refused:
            raise self.refuse(row, 0, f"row {row.line}: {refused.what}", refused.remedy) from None

    def _name(self, row: EntryRow) -> str:
        parts = [f for f in ("name", "surname", "forename") if f in self.columns.index]
        if "name" in parts:
            parts = ["name"]
        for field in parts:
            raw = self._cell(row, field).strip()
            index = self.columns.index[field]
            if re.search(r"[\r\n]", raw):
                problem = f"quote opened on row {row.line} closes on a later line"
                raise self.refuse(row, index, problem, "check the quotes")
            if len(raw) > NAME_LIMIT:
                problem = f"name in row {row.line} has {len(raw):,} letters; limit {NAME_LIMIT}"
                raise self.refuse(row, index, problem, "shorten it")
        cleaned = [self._cleaned(row, field, NAME_LIMIT) for field in parts]
        name = ", ".join(filter(None, cleaned))
        if not name:
            index = self.columns.index[parts[0]]
            raise self.refuse(row, index, f"row {row.line} has no name", "give one")
        if doubt := person_name(name)[1]:
            self._warn(row, parts[0], [doubt.at(f" in row {row.line}")])
        return name

    def _parsed(self, row: EntryRow, field: str, parse: Callable[[str], T]) -> T:
        try:
            return parse(self._cell(row, field))
        except Refused as refused:
            at = self.columns.index[field]
            header = safe(self.head[at].strip(), 30)
            other = f" in column '{header}'" if key_of(header) != key_of(field) else ""
            problem = f"{self._called(row)}: {refused.what}{other}"
            raise self.refuse(row, at, problem, refused.remedy) from None

    def _called(self, row: EntryRow) -> str:
        """Whom a row is about, as the list names him; the row where it does not."""
        parts = [self._cell(row, field).strip() for field in ("name", "surname", "forename")]
        return safe(", ".join(filter(None, parts)), 40) or f"row {row.line}"

    def _values(self, row: EntryRow, field: EntrantField) -> dict[str, Any]:
        plain = field.content in ("text", "federation")
        text = self._cleaned(row, field.name, field.limit) if plain else None

        def parse(cell: str) -> tuple[dict[str, Any], Doubt | None]:
            return entry_values(field.name, cell if text is None else text)

        values, doubt = self._parsed(row, field.name, parse)
        self._warn(row, field.name, [doubt.at(f" in row {row.line}")] if doubt else [])
        return values

    def _members(self, row: EntryRow) -> tuple[str, ...]:
        members: list[str] = []
        parts = re.split(r"[;\r\n]", self._cell(row, "members"))
        if len(parts) > MEMBER_LIMIT:
            problem = f"row {row.line} has {len(parts):,} members; limit {MEMBER_LIMIT}"
            raise self.refuse(row, self.columns.index["members"], problem, "shorten the list")
        for part in parts:
            member, warnings = clean(part, "members", NAME_LIMIT, f" in row {row.line}")
            self._warn(row, "members", warnings)
            if member:
                members.append(member)
        return tuple(members)

    def _byes(self, row: EntryRow) -> tuple[RequestedBye, ...]:
        worth = {
            "byes": self.worth.half,
            "zero_byes": self.worth.zero,
            "full_byes": self.worth.full,
        }
        byes: dict[int, RequestedBye] = {}
        for field, points in worth.items():
            header = HEADERS[field]
            numbers = self._parsed(row, field, partial(rounds, field=header))
            for bye in (RequestedBye(r, points) for r in numbers):
                if bye.round in byes:
                    problem = f"row {row.line}: two byes in round {bye.round}"
                    raise self.refuse(
                        row, self.columns.index[field], problem, "correct one of them"
                    )
                byes[bye.round] = bye
        return tuple(byes[r] for r in sorted(byes))

    def unread(self) -> tuple[str, ...]:
        """The columns with something in them that were not read."""
        unnamed = (
            f"column {i + 1} has no header and was not read"
            for i in sorted(self.unnamed)
            if not self.head[i].strip()
        )
        return (*self.columns.notes, *unnamed)

    def columns_read(self) -> tuple[str, ...]:
        """`name`, `birth (Jahrgang)`: the fields in the order of their columns."""
        said = []
        index = {**self.columns.index, **self.other_columns()}
        for field, column in sorted(index.items(), key=lambda one: one[1]):
            name, header = HEADERS.get(field, field), self.head[column].strip()
            other = key_of(header) != key_of(name)
            said.append(name.replace("_", " ") + f" ({safe(header, 30)})" * other)
        return tuple(said)

    def other_columns(self) -> Mapping[str, int]:
        """What is read beside the data of an entry, by what it is called, and its column."""
        return {}

    def entries(self) -> EntryList:
        """All rows taken, with what is to be said about them."""
        if not self.entrants:
            problem = f"{safe(self.name)} has a header and no entrants"
            raise refuse(self.name, problem, "give a file with entrants")
        read = f"{counted(len(self.entrants), 'entrant')}, {SEPARATORS[self.separator]}-separated"
        duplicates = namesakes(self.entrants, self.places, self.name, self.team_names())
        twice = two_spellings(self.entrants, self.places, self.name)
        return EntryList(
            tuple(self.entrants),
            tuple(
                text
                for texts in (self.warnings, duplicates, twice)
                for text in first_of(texts, self.name)
            ),
            (read, *self.unread()),
            duplicates,
            self.unread(),
            self.columns_read(),
        )


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
    if teams and team_column(own) is not None and columns_of(without_team_columns(own)).named:
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


_BOARD = re.compile(r"0*([1-9][0-9]{0,2})")
_RESERVES = re.compile(
    r"(r|res|reserve|s|sub|substitute|ersatz|e|remplacant|suplente)[ .-]*[0-9]{0,2}[.]?"
)
"""Words for who has no board, also with a number: `R2`."""
RESERVE = 1000
"""Players without a board come after all boards, in file order."""


def without_team_columns(headers: Sequence[str]) -> list[str]:
    """The headers that are of the player."""
    own = {team_column(headers), board_column(headers)}
    return ["" if at in own else header for at, header in enumerate(headers)]


class TeamReader(EntryReader):
    """Takes row after row, and puts the players into their teams."""

    def __init__(self, file: EntryFile) -> None:
        super().__init__(file)
        self.team_at = team_column(file.head) or 0
        self.board_at = board_column(file.head)
        self.own_rows: dict[str, Entrant] = {}
        self.own_row_lines: dict[str, EntryRow] = {}
        self.squads: dict[str, list[tuple[int, Entrant]]] = {}
        self.names: dict[str, str] = {}
        self.teams: list[str] = []
        """The team of each player, as the rows have them."""

    def take(self, row: EntryRow) -> None:
        """One row: a player of a team, or the team's own."""
        self.refuse_other_width(row)
        team, warnings = self.cleaned_cell(row, self.team_at, "team")
        self.warnings += [f"{self.place(row, self.team_at)}: {text}" for text in warnings]
        if not team:
            raise self.refuse(row, self.team_at, f"row {row.line} names no team", "give one")
        key = team.casefold()
        self.names.setdefault(key, team)
        squad = self.squads.setdefault(key, [])
        if not self.has_name(row):
            if key in self.own_rows:
                problem = f"{safe(team)} has two rows without a player"
                raise self.refuse(row, self.team_at, problem, "keep one")
            self._refuse_board_of_nobody(row)
            self.note_unnamed(row)
            self.own_row_lines[key] = row
            self.own_rows[key] = replace(self.entrant_named(row, team), members=())
            return
        super().take(row)
        self.teams.append(self.names[key])
        squad.append((self._board(row, team, len(squad)), self.entrants[-1]))

    def other_columns(self) -> Mapping[str, int]:
        """Whose a player is, and on which board."""
        board = {"board": self.board_at} if self.board_at is not None else {}
        return {"team": self.team_at, **board}

    def team_names(self) -> Sequence[str]:
        """As the file first writes each."""
        return self.teams

    def _refuse_board_of_nobody(self, row: EntryRow) -> None:
        """`Refused` where a row has a board and no player: one who was left out, not the team."""
        text = row.cells[self.board_at].strip() if self.board_at is not None else ""
        if text:
            problem = f"row {row.line} has board {safe(text, 12)!r} and no name"
            remedy = "name the player, or clear the board where the row is the team's own"
            raise self.refuse(row, self.board_at or 0, problem, remedy)

    def _warn_of_rated_teams(self) -> None:
        """A team with players has no rating of its own: the row may be a player's without name."""
        for key, row in self.own_row_lines.items():
            if self.own_rows[key].rating and self.squads[key]:
                index = self.columns.index["rating"]
                warning = f"row {row.line} of {safe(self.names[key])} has a rating and no name"
                warning = f"{self.place(row, index)}: {warning}; no player was read from it"
                self.warnings.append(warning)

    def _board(self, row: EntryRow, team: str, taken: int) -> int:
        text = row.cells[self.board_at].strip() if self.board_at is not None else ""
        board = _BOARD.fullmatch(text)
        if text and board is None and not _RESERVES.fullmatch(fold(text)):
            problem = f"row {row.line}: {safe(text, 12)!r} is not a board"
            remedy = "give its number, or R for a reserve"
            raise self.refuse(row, self.board_at or 0, problem, remedy)
        number = int(board[1]) if board else RESERVE + taken
        if board and any(number == other for other, _ in self.squads[team.casefold()]):
            problem = f"{safe(team)} has two players on board {number}"
            raise self.refuse(row, self.board_at or 0, problem, "give each a board of his own")
        return number

    def _warn_of_several_seeds(self) -> None:
        """Seeds are those of teams: rows of one team that differ say nothing."""
        for key, squad in self.squads.items():
            own = self.own_rows.get(key)
            if (own is None or own.seed is None) and len(_seeds(p for _, p in squad)) > 1:
                name = safe(self.names[key])
                self.warnings.append(f"the rows of {name} have several seeds; none was read")

    def entries(self) -> EntryList:
        """The teams in the order in which the file first names them."""
        self._warn_of_rated_teams()
        self._warn_of_several_seeds()
        if not self.entrants and self.own_rows:
            self.entrants, self.places = [], []
            read = EntryList((), first_of(self.warnings, self.name))
        else:
            read = super().entries()
        teams = []
        for key, squad in self.squads.items():
            team = self.own_rows.get(key, Entrant("", self.names[key]))
            players = tuple(player for _, player in sorted(squad, key=lambda each: each[0]))
            section = team.section or _first(player.section for player in players)
            venue = team.venue or _first(player.venue for player in players)
            captain = team.captain or _first(player.captain for player in players)
            seeds = {team.seed} if team.seed is not None else _seeds(players)
            seed = seeds.pop() if len(seeds) == 1 else None
            own = replace(team, section=section, venue=venue, captain=captain, seed=seed)
            teams.append(replace(own, players=players))
        count = counted(len(self.entrants), "player")
        note = f"{counted(len(teams), 'team')}, {count}"
        return replace(read, entrants=tuple(teams), notes=(note, *self.unread()))


def _seeds(players: Iterable[Entrant]) -> set[int]:
    """What the rows of a team's players say of its seed."""
    return {player.seed for player in players if player.seed is not None}


def _first(texts: Iterable[str]) -> str:
    """What a player's row says of his team."""
    return next(filter(None, texts), "")
