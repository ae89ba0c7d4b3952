"""The rows of an entry list, read into entrants."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from engine.entrant_fields import ENTRANT_FIELDS, NAME_LIMIT, EntrantField
from engine.entrants import Entrant, RequestedBye, checked
from engine.refusal import Refused
from saves.columns_csv import HEADERS, CsvColumns, key_of
from saves.csv_cells import unmarked
from saves.entry_values import ByeWorth, Doubt, entry_values, person_name, rounds
from saves.foreign import LINE_END, at, first_of, refuse
from saves.namesakes import namesakes, two_spellings
from saves.safe_text import clean, safe

MEMBER_LIMIT = 60
SEPARATORS = {",": "comma", ";": "semicolon", "\t": "tab"}
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class EntryList:
    """What an entry list says. `entrants` have no numbers yet and stand in file order.

    `warnings` (each with its place) are about values that were changed or need a look;
    `duplicates`, also among them, are namesakes whom no year of birth tells apart: the arbiter
    must be asked. `notes` say how the file was read; `unread`, also among them, which columns
    were not.
    """

    entrants: tuple[Entrant, ...]
    warnings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    duplicates: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    """What was read, each with the header that it stood under where that says it otherwise."""


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
    """Takes row after row and knows which identities have been seen where."""

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
        return "" if index is None else row.cells[index]

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
        """Where a cell stands in the file, for a warning."""
        return at(self.name, row.line, self._column(row, index))

    def _warn(self, row: EntryRow, field: str, warnings: list[str]) -> None:
        for warning in filter(None, warnings):
            place = at(self.name, row.line, self._column(row, self.columns.index[field]))
            self.warnings.append(f"{place}: {warning}")

    def has_name(self, row: EntryRow) -> bool:
        """Whether a player stands in it."""
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
            problem = f"row {row.line}: {refused.what}"
            raise self.refuse(row, self.columns.index[field], problem, refused.remedy) from None

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
        for field, column in sorted(self.columns.index.items(), key=lambda one: one[1]):
            name, header = HEADERS.get(field, field), self.head[column].strip()
            other = key_of(header) != key_of(name)
            said.append(name.replace("_", " ") + f" ({safe(header, 30)})" * other)
        return tuple(said)

    def entries(self) -> EntryList:
        """All rows taken, with what is to be said about them."""
        if not self.entrants:
            problem = f"{safe(self.name)} has a header and no entrants"
            raise refuse(self.name, problem, "give a file with entrants")
        read = f"{len(self.entrants)} entrants, {SEPARATORS[self.separator]}-separated"
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
