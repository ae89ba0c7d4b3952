"""What stands on the projector: tables, trees and banners of an event, not yet laid out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from engine.alphabet import fold
from engine.entrants import rating_text
from engine.event import Event, Round
from engine.format_parts import bracket_of, divided_field
from engine.points import counted
from engine.protocol import Format, missing_boards, numbers
from engine.standings import as_of
from engine.steady import noted
from engine.tables import Panel
from saves import sheets
from saves.sheets import Grid, cell_text
from tui.screens.columns import Column
from tui.widgets.line import Line

NAME_LEAST, NAME_MOST = 14, 30
"""Cells of a name."""
WORD_MOST = 24
"""Cells of any other column."""
FIRST_TO_GO = 99
"""The rank of a column that gives way before every other."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a table. `boards` are those it shows the result of; `sort` is what a jump to a
    letter looks at."""

    cells: tuple[str, ...]
    boards: tuple[int, ...] = ()
    sort: str = ""


@dataclass(frozen=True)
class Content:
    """One thing to be shown, over as many pages as it takes: a table, or lines that are drawn
    for a width and a height."""

    kind: str
    title: str
    columns: tuple[Column, ...] = ()
    rows: tuple[Row, ...] = ()
    notes: tuple[str, ...] = ()
    banner: tuple[str, ...] = ()
    """Short lines in the middle of the screen, in large letters where they fit."""
    drawn: Callable[[int, int], list[list[Line]]] | None = None
    """Pages of lines, for a width and a height."""


def contents(event: Event, format: Format, kind: str) -> list[Content]:
    """What there is of a kind of page, nothing where the event has none of it; a page that
    cannot be made says so, and the others go on."""
    try:
        return list(_MAKERS[kind](event, format))
    except Exception as error:
        noted(error)
        return [Content(kind, "", banner=("This page cannot be shown",))]


def _round_now(event: Event) -> Round | None:
    """The round in play with the boards that began before and run on in it."""
    current = event.current
    if current is None:
        return None
    return sheets.with_running(event, current)


def _names(event: Event, format: Format) -> Iterator[Content]:
    current = _round_now(event)
    if current is None:
        return
    grid = sheets.by_name(event, format, current)
    other = next(at for at, column in enumerate(grid.columns) if column.name == "Opponent")
    words = (_word(grid, at) for at in range(3, other))  # the room, where rooms are named; the side
    stages = [_of_stage(grid, at) for at in range(other + 1, len(grid.columns))]
    if format.of_teams(event):  # teams of one half play of different length, in different stages
        stages = [replace(column, rank=0) for column in stages]
    columns = (_start_number(grid, 0), _name(grid, 1), _number(grid, 2), *words,
               replace(_name(grid, other), rank=1), *stages)  # fmt: skip
    title = f"{format.round_name(current.number).capitalize()} · pairings by name"
    yield Content("names", title, columns, _rows(grid, 1))


def _boards(event: Event, format: Format) -> Iterator[Content]:
    current = _round_now(event)
    if current is None:
        return
    grid = sheets.pairings(event, format, current)
    columns = tuple(_of_board(grid, at) for at in range(len(grid.columns)))
    at = next(at for at, column in enumerate(grid.columns) if column.name == "Result")
    rows = tuple(
        Row(
            (*row.cells[:at], row.cells[at] or ("-" if row.cells[0] else ""), *row.cells[at + 1 :]),
            (int(row.cells[0]),) if row.cells[0] else (),
            row.sort,
        )
        for row in _rows(grid, 2)
    )
    title = f"{format.round_name(current.number).capitalize()} · pairings by board"
    yield Content("boards", title, columns, rows)


STAGES = ("Stage", "Boards", "Games")
"""Columns that say what a match is, beside who plays it."""


def _of_stage(grid: Grid, at: int) -> Column:
    """The stage goes before how much is played where there is no room, the section after both."""
    if grid.columns[at].name == "Section":
        return replace(_word(grid, at), rank=1)
    if grid.columns[at].right:
        return replace(_number(grid, at), rank=2)
    return replace(_word(grid, at), rank=3)


def _of_board(grid: Grid, at: int) -> Column:
    """Numbers are left out first where there is no room, then ratings, then points."""
    column = grid.columns[at]
    if column == sheets.NUMBER:
        return _start_number(grid, at)
    if column.name in (*STAGES, "Section"):
        return _of_stage(grid, at)
    if column.right:
        ranks = {"Rating": 3, "Pts": 2}
        number = _number(grid, at)
        return replace(number, rank=ranks[column.name]) if column.name in ranks else number
    return _name(grid, at) if column.person else _word(grid, at)


def _standings(event: Event, format: Format) -> Iterator[Content]:
    past, when = _settled(event, format)
    if not event.published:
        return
    for table in format.standings(past):
        grid = sheets.standing(past, table)
        ties = len(table.columns)
        first = len(grid.columns) - ties
        columns = (
            *(_of_standing(grid, at, table.points) for at in range(first)),
            *(replace(_number(grid, first + i), rank=7 + i) for i in range(ties)),
        )
        title = f"{table.name} · {when}"
        yield Content("standings", title, columns, _rows(grid, 2), grid.notes)


def _of_standing(grid: Grid, at: int, points: str) -> Column:
    """Rank, name and points are always there, ratings where there is room, numbers after all
    else."""
    column = grid.columns[at]
    if column == sheets.NUMBER:
        return _start_number(grid, at)
    if column.person:
        return _name(grid, at)
    return replace(_number(grid, at), rank=0 if column.name in ("Rank", points) else 2)


def _settled(event: Event, format: Format) -> tuple[Event, str]:
    """The event as it stood after the last round with all results, and how to say that."""
    current = event.current
    if current is None or not missing_boards(current) or current.number == 1:
        number = current.number if current else 0
        all_in = current is not None and not missing_boards(current)
        called = format.round_name(number)
        return event, f"after {called}" if all_in else f"{called} in play"
    return as_of(event, current.number - 1), f"after {format.round_name(current.number - 1)}"


def _sections(event: Event, format: Format) -> Iterator[Content]:
    divided = divided_field(format, event) if event.entrants else None
    order = numbers(format, event) if divided else {}
    columns = (
        Column("No", 2, 6, right=True),
        Column("Name", NAME_LEAST, NAME_MOST),
        Column("Rating", 4, 6, right=True, rank=1),
    )
    for part in divided.parts if divided else ():
        people = [event.entrant(id) for id in part.entrants]
        rows = tuple(
            Row((str(order[e.id]), e.name, rating_text(e)), sort=fold(e.name)) for e in people
        )
        assert divided is not None
        word = "" if divided.frozen else " · proposed"
        yield Content("sections", f"{divided.title}: {part.name}{word}", columns, rows)


def _news(event: Event, format: Format) -> Iterator[Content]:
    """Who dropped out and who goes on, as the last results of the round have settled it."""
    current = event.current
    news = format.news(event, current.number) if current else ()
    if current is not None and news:
        from tui.projector.drawn_pages import wrapped_pages

        title = f"{format.round_name(current.number).capitalize()} is finished"
        rows = tuple((f"{one[:1].upper()}{one[1:]}",) for one in news)
        yield Content("news", title, drawn=wrapped_pages(Panel(title, ("",), rows)))


def _panels(event: Event, format: Format) -> Iterator[Content]:
    past, _ = _settled(event, format)
    from tui.projector.drawn_pages import has_long_texts, wrapped_pages

    for panel in format.panels(past):
        if has_long_texts(panel, WORD_MOST):
            yield Content("panels", panel.name, drawn=wrapped_pages(panel))
            continue
        columns = tuple(
            Column(name, 3, WORD_MOST, right=_figures(panel.rows, at), rank=at)
            for at, name in enumerate(panel.columns)
        )
        yield Content("panels", panel.name, columns, tuple(Row(row) for row in panel.rows))


def _figures(rows: tuple[tuple[str, ...], ...], at: int) -> bool:
    cells = [row[at] for row in rows if row[at] not in ("", "-")]
    return bool(cells) and all(cell.replace(".", "").replace("½", "5").isdigit() for cell in cells)


def _bracket(event: Event, format: Format) -> Iterator[Content]:
    filled = bracket_of(format, event)
    if filled is None:
        return
    from tui.projector.drawn_pages import tree_pages

    yield Content("bracket", "Bracket", drawn=tree_pages(event, filled))


def _crosstable(event: Event, format: Format) -> Iterator[Content]:
    met = format.meetings(event) if event.published else None
    if met is None:
        return
    from tui.projector.drawn_pages import crossing_pages

    drawn = crossing_pages(met, format.standings(event)[0])
    yield Content("crosstable", "Cross-table", drawn=drawn)


def _choice(event: Event, format: Format) -> Iterator[Content]:
    step = format.next_step(event)
    if step.choice is None:
        return
    from tui.projector.drawn_pages import choice_pages

    yield Content(
        "choice", f"Draw by choice · {step.choice.stage or format.round_name(step.round)}",
        drawn=choice_pages(event, format, step, step.choice),
    )  # fmt: skip


def _preparing(event: Event, format: Format) -> Iterator[Content]:
    number = len(event.published) + 1
    called = format.round_name(number).capitalize()
    yield Content("preparing", "", banner=(called, "Pairings in preparation"))


def _welcome(event: Event, format: Format) -> Iterator[Content]:
    kind = "team" if format.of_teams(event) else "player"
    field = counted(len(event.entrants), kind) if event.entrants else ""
    summary = " · ".join(part for part in (field, format.length(event)) if part)
    details = tuple(value for _, value in event.details if value)[:3]
    yield Content("welcome", "", banner=("Welcome", event.title, *details, summary))


def _nothing(event: Event, format: Format) -> Iterator[Content]:
    return iter(())


def _rows(grid: Grid, name_at: int) -> tuple[Row, ...]:
    return tuple(
        Row(tuple(cell_text(cell) for cell in row), sort=fold(cell_text(row[name_at])))
        for row in grid.rows
    )


def _name(grid: Grid, at: int) -> Column:
    return Column(grid.columns[at].name, NAME_LEAST, NAME_MOST)


def _number(grid: Grid, at: int) -> Column:
    return Column(grid.columns[at].name, 2, 10, right=True)


def _start_number(grid: Grid, at: int) -> Column:
    """The first to be left out: whoever looks at the wall looks for a name."""
    return replace(_number(grid, at), rank=FIRST_TO_GO)


def _word(grid: Grid, at: int) -> Column:
    return Column(grid.columns[at].name, 5, WORD_MOST)


def boards_with_results(event: Event) -> frozenset[tuple[int, str]]:
    """(board, result) of the round in play: what is new in it has just come in."""
    current = _round_now(event)
    matches = current.matches if current else ()
    return frozenset((m.board, m.result.text) for m in matches if m.result is not None)


_MAKERS: dict[str, Callable[[Event, Format], Iterator[Content]]] = {
    "names": _names,
    "boards": _boards,
    "standings": _standings,
    "sections": _sections,
    "news": _news,
    "bracket": _bracket,
    "panels": _panels,
    "crosstable": _crosstable,
    "choice": _choice,
    "preparing": _preparing,
    "welcome": _welcome,
    "blank": _nothing,
}
