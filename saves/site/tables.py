"""Printed tables as tables of the site: every name leads to its player, and each cell knows what
it is, so that a phone can lay it out in two lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from markupsafe import Markup, escape

from engine.alphabet import fold, in_latin
from engine.entrants import Entrant, EntrantId
from engine.event import Event
from engine.phrases import phrase
from engine.tables import POINTS
from saves.languages import language_of
from saves.safe_text import safe
from saves.sheets import FEDERATION, NUMBER, Grid, SheetColumn, cell_text

TEXT_LIMIT = 400
KEY_LIMIT = 4000
"""Of what a team is found by, with its players."""
_FOREIGN = frozenset({"room", "more", "fed"})
"""Kinds of cells whose words come from the arbiter."""


@dataclass(frozen=True, slots=True)
class SiteColumn:
    """A heading and the kind of its cells (a class of the style sheet). `label`: phones show the
    heading in front of each cell; `header`: its cells head their rows."""

    name: str
    kind: str
    label: bool = False
    header: bool = False


@dataclass(frozen=True, slots=True)
class SiteCell:
    """A cell that is ready to be shown."""

    html: str
    column: SiteColumn


@dataclass(frozen=True, slots=True)
class SiteRow:
    """A row; `facts` are what the search shows of it beside its cells (`data-…`)."""

    cells: tuple[SiteCell, ...]
    facts: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class SiteTable:
    """A table in groups of rows, each under its letter; one group without a letter is the rule."""

    caption: str
    style: str
    columns: tuple[SiteColumn, ...]
    groups: tuple[tuple[str, tuple[SiteRow, ...]], ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Names:
    """Makes names into links to the pages of their players, seen from a page at `root`."""

    event: Event
    root: str = ""

    def say(self, text: str) -> str:
        """In the language of the hall."""
        return language_of(self.event).say(text)

    @cached_property
    def open_board(self) -> str:
        """In place of a result: a dash to the eye, a word to a screen reader."""
        word = escape(self.say(phrase("open")))
        dash = '<span aria-hidden="true">–</span>'
        return Markup(f'<span class="hidden">{word}</span>{dash}')

    @cached_property
    def _namesakes(self) -> Mapping[EntrantId, str]:
        """The start numbers of those whose name somebody else has too."""
        names = Counter(fold(e.name) for e in self.event.entrants)
        shared = (e for e in self.event.entrants if e.start_number and names[fold(e.name)] > 1)
        return {e.id: f" ({e.start_number})" for e in shared}

    def link(self, text: str, id: EntrantId) -> str:
        """A name as it is in a table, title and status included; behind one that two have the
        start number."""
        name = self.event.entrant(id).name
        title = f"{self.event.entrant(id).title} "
        at = text.find(name, len(title) if text.startswith(title) else 0)
        if at < 0:
            return isolated(text)
        before, after = text[:at], text[at + len(name) :]
        link = f'<a href="{self.root}{player_file(id)}">{isolated(name)}</a>'
        if number := self._namesakes.get(id):
            link += f'<span class="twin">{number}</span>'
        return Markup(f"{escape(safe(before))}{link}{escape(safe(after))}")


def player_file(id: EntrantId) -> str:
    """The page of an entrant."""
    return f"players/{int(id)}.html"


def isolated(text: str) -> str:
    """Foreign text in its own direction, whatever is around it."""
    return Markup(f"<bdi>{escape(safe(text, TEXT_LIMIT))}</bdi>") if text else ""


def site_table(
    grid: Grid,
    columns: Sequence[SiteColumn],
    style: str,
    names: Names,
    caption: str = "",
    facts: Mapping[EntrantId, tuple[tuple[str, str], ...]] | None = None,
) -> SiteTable:
    """A printed table with its columns named for the site, in one group of rows."""
    rows = tuple(_rows(grid, columns, names, facts or {}))
    return SiteTable(caption or grid.title, style, tuple(columns), (("", rows),), grid.notes)


def _rows(
    grid: Grid,
    columns: Sequence[SiteColumn],
    names: Names,
    facts: Mapping[EntrantId, tuple[tuple[str, str], ...]],
) -> Iterable[SiteRow]:
    persons = [at for at, column in enumerate(grid.columns) if column.person]
    for row, people in zip(grid.rows, grid.people, strict=True):
        who = dict(zip(persons, people, strict=False))
        cells = []
        for at, (cell, column) in enumerate(zip(row, columns, strict=True)):
            text = html = names.say(cell_text(cell))
            if column.kind == "result" and not text and row[0] is not None:
                html = names.open_board
            elif at in who and text:
                html = names.link(text, who[at])
            elif grid.columns[at].person or column.kind in _FOREIGN:
                html = isolated(text)
            cells.append(SiteCell(html, column))
        yield SiteRow(tuple(cells), facts.get(people[0], ()) if people else ())


def by_letter(table: SiteTable, sorted_names: Sequence[str]) -> SiteTable:
    """The rows of a table by the first letter of their names, which are in its order already."""
    groups: dict[str, list[SiteRow]] = {}
    rows = (row for _, group in table.groups for row in group)
    for row, name in zip(rows, sorted_names, strict=True):
        groups.setdefault(letter(name), []).append(row)
    return replace(table, groups=tuple((head, tuple(rows)) for head, rows in groups.items()))


def letter(name: str) -> str:
    """The letter under which a name is looked for; `#` where it begins with none."""
    first = fold(name).lstrip()[:1].title()  # Georgian has no capital in front of a word
    return first if first.isalpha() else "#"


def search_key(entrant: Entrant) -> str:
    """What a name is found by where that is not the name in small letters: a team by its players
    too."""
    players = (player.name for player in entrant.players)
    folded = ", ".join(map(fold, (entrant.name, *entrant.members, *players)))
    found_by = folded if folded.isascii() else f"{folded} {in_latin(folded)}"
    return "" if found_by == entrant.name.lower() else safe(found_by, KEY_LIMIT)


def pairing_columns(grid: Grid) -> list[SiteColumn]:
    """Of a round by board: columns before the result are White's, those after it Black's."""
    result = next(at for at, c in enumerate(grid.columns) if c.name == "Result")
    second = next(at for at, c in enumerate(grid.columns) if c.person and at > result)
    kinds: list[SiteColumn] = []
    for at, column in enumerate(grid.columns):
        side = "w" if at < result else "b"
        if at == 0:
            kinds.append(SiteColumn(column.name, "board", header=True))
        elif at == result:
            kinds.append(SiteColumn(column.name, "result"))
        elif column == NUMBER:
            kinds.append(SiteColumn(column.name, "no"))
        elif column.person:
            kinds.append(SiteColumn(column.name, f"{side} who"))
        elif column.right and at <= second + 2 and column.name in ("Rating", "Pts"):
            kinds.append(
                SiteColumn(column.name, f"{side}{'r' if column.name == 'Rating' else 'p'}")
            )
        else:
            kinds.append(_beside(column))
    return kinds


def _beside(column: SheetColumn) -> SiteColumn:
    """What is said of a match beside who plays it; a stage says itself what it is."""
    return SiteColumn(column.name, "more", label=column.name not in ("Stage", "Division"))


def name_columns(grid: Grid) -> list[SiteColumn]:
    """Of a round by name."""
    persons = [at for at, c in enumerate(grid.columns) if c.person]
    me, other = persons
    kinds: list[SiteColumn] = []
    for at, column in enumerate(grid.columns):
        if column == NUMBER:
            kinds.append(SiteColumn(column.name, "no"))
        elif at == me:
            kinds.append(SiteColumn(column.name, "who", header=True))
        elif at == me + 1:
            kinds.append(SiteColumn(column.name, "board"))
        elif at == other:
            kinds.append(SiteColumn(column.name, "other"))
        elif at < other:
            kinds.append(SiteColumn(column.name, "side" if at == other - 1 else "room"))
        else:
            kinds.append(_beside(column))
    return kinds


def plain_columns(columns: Sequence[SheetColumn]) -> list[SiteColumn]:
    """Of standings, cards and other lists: the first person heads the row, what is strong stands
    at the end of the first line on a phone, the rest below with its heading."""
    head = next((at for at, c in enumerate(columns) if c.person), 0)
    kinds: list[SiteColumn] = []
    for at, column in enumerate(columns):
        if at == head:
            kinds.append(SiteColumn(column.name, "who", header=True))
        elif column == NUMBER and at > 0:
            kinds.append(SiteColumn(column.name, "no"))
        elif at < head:
            kinds.append(SiteColumn(column.name, "rank"))
        elif column.strong or column.name == POINTS:
            kinds.append(SiteColumn(column.name, "points"))
        elif column == FEDERATION:
            kinds.append(SiteColumn(column.name, "fed"))
        else:
            kinds.append(SiteColumn(column.name, "figure" if column.right else "more", label=True))
    return kinds


def card_columns(columns: Sequence[SheetColumn]) -> list[SiteColumn]:
    """Of a card: round, board, the colour where there is one, the opponent and what came of it."""
    rival = next(at for at, c in enumerate(columns) if c.person)
    before = ("round", "board", "side")
    kinds = [
        SiteColumn(c.name, before[at], label=at == 1, header=at == 0)
        for at, c in enumerate(columns[:rival])
    ]
    for column in columns[rival:]:
        kind = "who" if column.person else "points" if column.strong else "figure"
        kinds.append(SiteColumn(column.name, "word" if column.name == "Result" else kind))
    return kinds
