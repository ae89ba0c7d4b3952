"""The contents of the projector: tables, trees and banners of an event, not yet laid out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from engine.alphabet import fold
from engine.event import Event, Match, Round
from engine.event_data import date_span, detail, round_time
from engine.phrases import listed, phrase, phrase_of, phrases
from engine.protocol import Format, OverASeason, bracket_of, divided_field, part_of
from engine.refusal import noted
from engine.results import with_half_signs
from engine.standings import as_of, final
from engine.tables import Panel, StandingTable
from engine.teams import player_name
from engine.waiting import due_matches, is_in, still_played
from saves import sheets
from saves.cells import text_width
from saves.csv_cells import Cell
from saves.languages import Language, language_of
from saves.safe_text import safe
from saves.sheets import Grid, cell_text, named_ties
from saves.site_code import site_code
from tui.screens.columns import Column
from tui.terminal.app import anchored
from tui.widgets.lines import Line, fit

NAME_LEAST, NAME_MOST = 14, 30
"""Cells of a name."""
WORD_MOST = 24
"""Cells of any other column."""
OPEN = "·"
"""A board without a result."""
STAGES = ("Stage", "Division", "Boards", "Games")
"""Columns that say what a match is, beside who plays it."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a table. `boards` are those it shows the result of; `sort` is what a jump to a
    letter looks at. `to_end` is the column whose cell has the rest of the line: a bye has no board
    and no opponent."""

    cells: tuple[str, ...]
    boards: tuple[int, ...] = ()
    sort: str = ""
    to_end: int | None = None


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
    number: int | None = None
    """The column whose cells are in reverse: where to go."""
    part: str = ""
    """What of the list a page has, in its title: `letters` from which to which, `boards`."""
    one: str = ""
    """The title of a page with a single board; empty: the same."""
    headed: bool = True
    """Whether the columns' names are above them."""

    @cached_property
    def texts(self) -> tuple[tuple[str, ...], ...]:
        """The cells of every row, safe to show."""
        return tuple(tuple(safe(cell, 400).strip() for cell in row.cells) for row in self.rows)

    @cached_property
    def weights(self) -> tuple[tuple[int, ...], ...]:
        """Bytes that a terminal takes for each cell of every row, and to go there."""
        return tuple(
            tuple(len(anchored(text).encode()) + 3 if text else 0 for text in row)
            for row in self.texts
        )

    @cached_property
    def naturals(self) -> tuple[int, ...]:
        """Cells that each column takes where nothing is short; not of what has the rest of its
        line."""
        ends = [len(row.cells) if row.to_end is None else row.to_end for row in self.rows]
        sizes = []
        for at, column in enumerate(self.columns):
            shown = (row[at] for row, end in zip(self.texts, ends, strict=True) if at < end)
            widest = max(map(text_width, shown), default=0)
            head = text_width(column.name) if self.headed else 0
            sizes.append(max(min(max(widest, head), column.most), min(column.least, 3)))
        return tuple(sizes)


def contents(event: Event, format: Format, kind: str) -> list[Content]:
    """What there is of a kind of page, nothing where the event has none of it; a page that
    cannot be made says so, and the others go on."""
    try:
        return list(_MAKERS[kind](event, format))
    except Exception as error:
        noted(error)
        return [Content(kind, "", banner=(phrase("This page cannot be shown"),))]


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
    words = [_word(grid, at) for at in range(3, other)]  # the room, where rooms are named; the side
    stages = [_of_stage(grid, at) for at in range(other + 1, len(grid.columns))]
    if format.of_teams(event):  # teams of one half play of different length, in different stages
        stages = [column._replace(rank=0) for column in stages]
    columns = (
        _name_column(grid, 1),
        _number(grid, 2),
        *words,
        _name_column(grid, other)._replace(rank=1),
        *stages,
    )
    apart, side = _told_apart(grid), len(words) + 1
    rows = []
    for row in grid.rows:
        name, to_end = cell_text(row[1]), None if row[2] is not None else side
        cells = (apart.get((row[0], name), name), *map(cell_text, row[2:]))
        rows.append(Row(cells, sort=fold(name), to_end=to_end))
    title = phrase("Find your team") if format.of_teams(event) else phrase("Find your name")
    yield Content("names", title, columns, tuple(rows), number=1,
                  part="letters", headed=bool(stages))  # fmt: skip


def _told_apart(grid: Grid) -> dict[tuple[Cell, str], str]:
    """By start number and name what is shown of a name that somebody else has too, as far as it is
    shown: the start number follows it."""
    named = {
        (row[at], cell_text(row[at + 1]))
        for row in grid.rows
        for at, column in enumerate(grid.columns)
        if column == sheets.NUMBER and row[at] is not None
    }
    shared = Counter(fit(name, NAME_MOST) for _, name in named)
    return {(no, name): f"{name} ({no})" for no, name in named if shared[fit(name, NAME_MOST)] > 1}


def _boards(event: Event, format: Format) -> Iterator[Content]:
    current = _round_now(event)
    if current is None:
        return
    grid = sheets.pairings(event, format, current)
    apart = _told_apart(grid)
    shown = [at for at, column in enumerate(grid.columns)
             if column != sheets.NUMBER and column.name not in ("Rating", "Pts")]  # fmt: skip
    columns = tuple(_of_board(grid, at) for at in shown)
    result = next(at for at, column in enumerate(columns) if column.name == "Result")
    matches = {match.board: match for match in current.matches}
    rows: list[Row] = []
    for row in grid.rows:
        no = {at: row[at - 1] for at in shown if grid.columns[at].person}
        cells = [apart.get((no.get(at), text), text)
                 for at, text in ((at, cell_text(row[at])) for at in shown)]  # fmt: skip
        seated = row[0] is not None
        if seated:
            cells[result] = (
                cells[result] if len(cells[result]) > 3 else f"{cells[result] or OPEN:^3}"
            )
        rows.append(Row(tuple(cells), (int(str(row[0])),) if seated else (), fold(cells[1]),
                        None if seated else result))  # fmt: skip
        if seated and (match := matches[int(str(row[0]))]).lineups:
            rows += _games(event, match, len(cells), result)
    staged = any(column.name in (*STAGES, "Section") for column in columns)
    title = phrase_of("places", "Boards")
    if event.board_word == "table":
        title = phrase_of("places", "Tables")
    yield Content("boards", title, columns, tuple(rows), number=0,
                  part="boards", one=event.board_word.capitalize(), headed=staged)  # fmt: skip


def _games(event: Event, match: Match, width: int, result: int) -> Iterator[Row]:
    """The boards of a match of teams, the home team on the left as in the match itself."""
    for number, board in enumerate(match.lineups, start=1):
        cells = [""] * width
        home = board.home_result
        text = with_half_signs(home.text) if home else OPEN
        home_name, away_name = (
            _with_colour(safe(player_name(event, id)), id == board.white)
            for id in (board.home, board.away)
        )
        cells[0], cells[1], cells[result] = f"{match.board}.{number}", home_name, f"{text:^3}"
        cells[result + 1] = away_name
        yield Row(tuple(cells))


def _with_colour(name: str, white: bool) -> str:
    """`Ashgrove, Liam (W)`; who has Black is across the board."""
    if not name or not white:
        return name or "-"
    return listed("", (name, " (", phrase_of("colours", "W"), ")"))


def _of_stage(grid: Grid, at: int) -> Column:
    """The stage goes before how much is played if there is no room, the section after both."""
    if grid.columns[at].name == "Section":
        return _word(grid, at)._replace(rank=1)
    if grid.columns[at].right:
        return _number(grid, at)._replace(rank=2)
    return _word(grid, at)._replace(rank=3)


def _of_board(grid: Grid, at: int) -> Column:
    column = grid.columns[at]
    if column.name in (*STAGES, "Section"):
        return _of_stage(grid, at)
    if column.right:
        return _number(grid, at)
    return _name_column(grid, at) if column.person else _word(grid, at)._replace(least=3)


def _standings(event: Event, format: Format) -> Iterator[Content]:
    past, when = _settled(event, format)
    if not event.published:
        return
    for table in format.standings(past):
        yield _of_standing(past, table, when)


def _of_standing(past: Event, table: StandingTable, when: str) -> Content:
    """Rank, name, federation and points: tie-breaks are named below, and read on paper. A table
    whose columns are figures of their own, or with one figure beside the points, has all of them;
    where room is short, the one that orders it."""
    table = sheets.who_came(past, table)
    grid = sheets.standing(past, table)
    apart = _told_apart(grid)
    federations = [past.entrant(row.id).federation for row in table.rows]
    beside = len(table.columns)
    whole = not table.points or beside == 1 or bool(table.led_by)
    figures = len(grid.columns) - beside - bool(table.points)
    shown = range(figures, len(grid.columns) if whole else figures + 1)
    names = [*(table.points for _ in range(bool(table.points))), *table.columns]
    first = figures + (names.index(table.led_by) if table.led_by in names else 0)
    columns = (
        _number(grid, 0),
        _name_column(grid, 2),
        *(Column("", 3, 3, rank=1) for _ in range(any(federations))),
        *(_number(grid, at)._replace(rank=0 if at == first else 2 + at) for at in shown),
    )
    rows = []
    for row, federation in zip(grid.rows, federations, strict=True):
        name = cell_text(row[2])
        middle = (federation,) * any(federations)
        cells = (cell_text(row[0]), apart.get((row[1], name), name), *middle,
                 *(cell_text(row[at]) for at in shown))  # fmt: skip
        rows.append(Row(cells, sort=fold(name)))
    codes = [code for code in table.columns if code in past.settings.tiebreaks]
    ties = phrase("Ties by {codes}", codes=named_ties(codes, past.settings))
    notes = (*[ties] * bool(codes and not whole), *grid.notes)
    name = phrase("Standings") if table.name == "Overall" else table.name
    return Content("standings", listed(" ", (name, when)), columns, tuple(rows), notes,
                   headed=len(shown) > 1)  # fmt: skip


def _settled(event: Event, format: Format) -> tuple[Event, str]:
    """The event as it was after the last round with all results, and how to say that."""
    current = event.current
    begun = current is not None and any(still_played(match) for match in current.matches)
    if current is None or not begun or current.number == 1:
        number = current.number if current else 0
        runs_on = any(still_played(match) for match in due_matches(event))
        all_in = current is not None and not begun and not runs_on
        called = event.called(number)
        if all_in and final(event, format, number):
            return event, phrase("after {round} (final)", round=called)
        if all_in:
            return event, phrase("after {round}", round=called)
        return event, phrase("· {round} in play", round=called)
    before = current.number - 1
    return as_of(event, before), phrase("after {round}", round=event.called(before))


def _sections(event: Event, format: Format) -> Iterator[Content]:
    divided = divided_field(format, event) if event.entrants else None
    columns = (Column(phrase("Name"), NAME_LEAST, NAME_MOST),)
    for part in divided.parts if divided else ():
        people = sorted((event.entrant(id) for id in part.entrants), key=lambda e: fold(e.name))
        rows = tuple(Row((e.name,), sort=fold(e.name)) for e in people)
        assert divided is not None
        title = listed(": ", (divided.title, part.name))
        title = title if divided.frozen else listed(" · ", (title, phrase("proposed")))
        yield Content("sections", title, columns, rows,
                      part="letters", headed=False)  # fmt: skip


def _news(event: Event, format: Format) -> Iterator[Content]:
    """The entrants who dropped out and who go on, as settled by the last results of the round."""
    current = event.current
    news = format.news(event, current.number) if current else ()
    if current is not None and news:
        from tui.projector.drawn_pages import wrapped_pages

        called = event.called(current.number).capitalize()
        over = all(map(is_in, current.matches))
        title = phrase("{round} is finished", round=called) if over else called
        hall = language_of(event)
        shown = (hall.say(one) for one in news)
        rows = tuple((f"{one[:1].upper()}{one[1:]}",) for one in shown)
        yield Content("news", title, drawn=wrapped_pages(Panel(title, ("",), rows)))


def _panels(event: Event, format: Format) -> Iterator[Content]:
    # fixtures have the results that are in: rounds of a season are played at once
    past = event if part_of(format, OverASeason) is not None else _settled(event, format)[0]
    from tui.projector.drawn_pages import has_long_texts, wrapped_pages

    for panel in format.panels(past):
        if has_long_texts(panel, WORD_MOST):
            said_panel = _panel_in(panel, language_of(event))
            yield Content("panels", panel.name, drawn=wrapped_pages(said_panel))
            continue
        columns = tuple(
            Column(name, 3, WORD_MOST, right=sheets.is_figures(panel.rows, at), rank=at)
            for at, name in enumerate(panel.columns)
        )
        yield Content("panels", panel.name, columns, tuple(Row(row) for row in panel.rows))


def _panel_in(panel: Panel, hall: Language) -> Panel:
    rows = tuple(tuple(map(hall.say, row)) for row in panel.rows)
    return Panel(hall.say(panel.name), tuple(map(hall.say, panel.columns)), rows)


def _bracket(event: Event, format: Format) -> Iterator[Content]:
    filled = bracket_of(format, event)
    if filled is None:
        return
    from tui.projector.drawn_pages import tree_pages

    yield Content("bracket", phrase("Bracket"), drawn=tree_pages(event, filled))


def _crosstable(event: Event, format: Format) -> Iterator[Content]:
    met = format.meetings(event) if event.published else None
    if met is None:
        return
    from tui.projector.drawn_pages import crossing_pages

    drawn = crossing_pages(met, format.standings(event)[0], language_of(event))
    yield Content("crosstable", phrase("Cross-table"), drawn=drawn)


def _choice(event: Event, format: Format) -> Iterator[Content]:
    step = format.next_step(event)
    if step.choice is None:
        return
    from tui.projector.drawn_pages import choice_pages

    yield Content(
        "choice",
        listed(" · ", (
            phrase("Draw by choice"),
            format.group_name(step.choice.stage) or event.called(step.round),
        )),
        drawn=choice_pages(event, format, step, step.choice),
    )  # fmt: skip


def _preparing(event: Event, format: Format) -> Iterator[Content]:
    number = len(event.published) + 1
    called = event.called(number).capitalize()
    at = round_time(event, number)
    when = (at.text,) if at else ()
    yield Content("preparing", "", banner=(called, *when, phrase("Pairings in preparation")))


def _welcome(event: Event, format: Format) -> Iterator[Content]:
    count = len(event.entrants)
    field = phrases("{count} player", "{count} players", count=count)
    if format.of_teams(event):
        field = phrases("{count} team", "{count} teams", count=count)
    summary = listed(" · ", (field if count else "", format.length(event)))
    said = (detail(event, "place"), date_span(event), detail(event, "time_control"))
    details = tuple(text for text in said if text)
    if at := round_time(event, 1):
        details += (listed(" · ", (event.called(1).capitalize(), at.text)),)
    yield Content("welcome", "", banner=(phrase("Welcome"), event.title, *details, summary))


def _site(event: Event, format: Format) -> Iterator[Content]:
    site = site_code(event)
    if site is None:
        return
    from tui.projector.drawn_pages import site_pages

    hall = language_of(event)
    call = hall.say(phrase("Your board on your phone"))
    yield Content("site", "", drawn=site_pages(call, site.address, site.typed))


def _clock(event: Event, format: Format) -> Iterator[Content]:
    """A page that is drawn anew with every minute: `Show` knows the time."""
    yield Content("clock", phrase("Clock"), drawn=lambda width, height: [[Line()]])


def said(message: str) -> Content:
    """The desk's word, on a page of its own."""
    return Content("message", phrase("From the desk"), banner=(message,))


def in_language(content: Content, hall: Language) -> Content:
    """The content as the hall reads it: before, columns are identified by their English names."""
    return replace(
        content,
        title=hall.say(content.title),
        one=hall.say(content.one),
        columns=tuple(one._replace(name=hall.say(one.name)) for one in content.columns),
        rows=tuple(replace(row, cells=tuple(map(hall.say, row.cells))) for row in content.rows),
        notes=tuple(map(hall.say, content.notes)),
        banner=tuple(map(hall.say, content.banner)),
    )


def _nothing(event: Event, format: Format) -> Iterator[Content]:
    return iter(())


def _name_column(grid: Grid, at: int) -> Column:
    return Column(grid.columns[at].name, NAME_LEAST, NAME_MOST)


def _number(grid: Grid, at: int) -> Column:
    return Column(grid.columns[at].name, 2, 10, right=True)


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
    "site": _site,
    "clock": _clock,
    "blank": _nothing,
}
