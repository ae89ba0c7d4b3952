"""Paper as PDF: the same lists as the HTML pages, typeset by Typst without a browser."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from engine.alphabet import fold
from engine.entrants import rating_text
from engine.event import Event, Round
from engine.event_data import schedule, where_and_when, with_time
from engine.phrases import listed, phrase
from engine.protocol import Format, PlayedByTeams, bracket_of, numbers, part_of
from engine.refusal import Refused
from saves import norms, sheets
from saves.bracket_sheets import TreeSheet, notes_after, tree_sheets
from saves.card_sheets import card
from saves.cross_sheets import cross_table
from saves.going_on import GoingOn, unwatched
from saves.languages import Language, language_of
from saves.pages import cross_table_after, entry_form, standings_after
from saves.paper.fonts import FontChoice, fonts_for, not_installed
from saves.rating_report import rating_report
from saves.safe_text import safe
from saves.sheets import Grid, cell_text
from saves.site_code import SiteCode, modules
from saves.table_cards import SLIPS_ON_A_SHEET, board_cards, name_cards, slips, stacked
from saves.team_sheets import match_sheets, squads

TEMPLATE = Path(__file__).with_name("paper.typ")
TEXT_LIMIT = 400
WIDE_CELL = 24
"""Letters from which on a column of texts shares the room that is left."""
SIDEWAYS = 16
"""From this many columns on a table is printed across the sheet."""
UPRIGHT = 100
"""Letters of a cross-table's columns that go beside each other on an upright sheet."""
NAME_LETTERS = 20
"""Of a name among these; a longer one goes on in the next line."""
CARDS_ON_A_SHEET = 8
BOARDS_ON_A_SHEET = 4

Part = dict[str, Any]
"""A list on sheets of its own, as the template reads it."""
_TABLES_AFTER = frozenset({"standings", "crosstable"})
"""Of these, the ones that show the previous round while no result of the round is in."""


def pdf(
    event: Event,
    format: Format,
    round_number: int | None = None,
    page: str | None = None,
    head: str = "",
) -> bytes:
    """A page of `PAGES`, or all that is put up and handed out of a round on sheets of their own.

    Before round 1 the player list. `Refused` where a page does not exist, for a proposal, and
    where Typst is not installed.
    """
    begun = event.current is not None or round_number is not None
    names = [page] if page else list(_OF_A_ROUND) if begun else ["players"]
    return pdf_of(event, format, names, round_number, head)


def pdf_of(
    event: Event, format: Format, names: Sequence[str], round_number: int | None, head: str
) -> bytes:
    """These pages one after the other; `Refused` where the event has none of them."""
    parts = [part for name in names for part in PAGES[name](event, format, round_number)]
    if not parts:
        raise _no_page(names[0])
    return _document(event, parts, head)


def pdf_pages(
    event: Event,
    format: Format,
    round_number: int | None = None,
    head: str = "",
    progress: GoingOn = unwatched,
    only: str | None = None,
) -> dict[str, bytes]:
    """Every page that the event has as a file of its own, by name; or `only` that one, `Refused`
    where the event has none of it."""
    made, names = {}, possible(event, format) if only is None else [only]
    for at, name in enumerate(names):
        progress(at, len(names))
        if parts := list(PAGES[name](event, format, round_number)):
            made[f"{_file_name(event, format, name, round_number)}.pdf"] = _document(
                event, parts, head
            )
    if only is not None and not made:
        raise _no_page(only)
    return made


_WHY_NONE = {
    "it1": ("nobody has made a norm", "the page norms says why"),
    "schedule": ("the event has no schedule", "set when its rounds begin (I in Entries)"),
    "brackets": ("the event has no bracket", "choose another"),
}


def _no_page(name: str) -> Refused:
    why, remedy = _WHY_NONE.get(name, ("the event has none", "choose another"))
    return Refused(f"there is no page {name}", why, remedy)


def possible(event: Event, format: Format) -> list[str]:
    """The pages of an event, but for what goes to FIDE: before round 1 those that need none."""
    current = event.current
    missing = set(_REPORTS) if current is not None else {*_REPORTS, *_AFTER_A_DRAW}
    if current is not None and not sheets.table_round(current, format):
        missing |= _TABLES_AFTER
    if bracket_of(format, event) is None:
        missing.add("brackets")
    if format.meetings(event) is None and not schedule(event):
        missing.add("schedule")
    return [name for name in PAGES if name not in missing]


def fonts_missing(event: Event) -> str:
    """The note for the arbiter where names have letters that no font here has."""
    texts = [text for e in event.entrants for text in (e.name, e.club, e.school, *e.members)]
    return fonts_for([event.title, *texts]).remark


def _file_name(event: Event, format: Format, name: str, round_number: int | None) -> str:
    """With the number in its heading."""
    if name not in _OF_A_ROUND:
        return name
    round = sheets.published_round(event, round_number)
    number = sheets.table_round(round, format) if name in _TABLES_AFTER else round.number
    return f"{event.settings.round_file(number)}-{name}"


# What a page has


def tables_part(
    heading: str, tables: Sequence[Grid], style: str = "", strong: str = "Pts", **more: Any
) -> Part:
    """Tables under a heading; the column called `strong` is emphasised."""
    shown = [_table(one, strong) for one in tables]
    wide = style == "cross" and any(_letters(one) > UPRIGHT for one in shown)
    sideways = wide or any(len(one.columns) >= SIDEWAYS for one in tables)
    return {"kind": "tables", "heading": heading, "tables": shown, "style": style,
            "sideways": sideways, **more}  # fmt: skip


def _letters(table: Mapping[str, Any]) -> int:
    """How many are beside each other in the columns of a table, with the space between them."""
    total = 0
    for at, column in enumerate(table["columns"]):
        most = max([len(column["name"]), *(len(row[at]) for row in table["rows"])])
        most = min(most, NAME_LETTERS) if column["wide"] else most
        total += (column["letters"] or most) + 2
    return total


def _table(grid: Grid, strong: str) -> dict[str, Any]:
    rows = [[cell_text(cell) for cell in row] for row in grid.rows]
    even = [at for at, column in enumerate(grid.columns) if column.even]
    letters = max((len(row[at]) for row in rows for at in even), default=0)
    letters = max([letters, *(len(grid.columns[at].name) for at in even)])
    columns = [
        {
            "name": column.name,
            "letters": letters if column.even else 0,
            "right": column.right,
            "result": column.name == "Result",
            "strong": column.strong or column.name in (strong, "Result"),
            "wide": column.person or any(len(row[at]) > WIDE_CELL for row in rows),
        }
        for at, column in enumerate(grid.columns)
    ]
    return {"title": grid.title, "columns": columns, "rows": rows, "notes": list(grid.notes)}


def _pairings(event: Event, format: Format, number: int | None) -> Iterator[Part]:
    round, called = _round(event, format, number)
    on = sheets.with_running(event, round)
    strong = event.board_word.capitalize() if format.of_teams(event) else "Bd"
    grids = sheets.by_room(event, format, on)
    for grid in grids:
        heading = grid.title if len(grids) > 1 else with_time(event, round.number, called)
        yield tables_part(heading, [grid], "boards", strong, code=_code(event))
    if matches := match_sheets(event, format, on):
        yield tables_part(with_time(event, round.number, called), matches, "boards", "Bd")


def _names(event: Event, format: Format, number: int | None) -> Iterator[Part]:
    round, called = _round(event, format, number)
    grid = sheets.by_name(event, format, sheets.with_running(event, round), schools=True)
    strong = event.board_word.capitalize()
    heading = phrase("{round} by name", round=called)
    yield tables_part(heading, [grid], "names", strong, code=_code(event))


def _standings(event: Event, format: Format, number: int | None) -> Iterator[Part]:
    round, _ = _round(event, format, number)
    if after := sheets.table_round(round, format):
        tables = [*sheets.standings(event, format, after), *sheets.beside(event, format, after)]
        yield tables_part(standings_after(event, format, after), tables)


def _crosstable(event: Event, format: Format, number: int | None) -> Iterator[Part]:
    round, _ = _round(event, format, number)
    if after := sheets.table_round(round, format):
        heading = cross_table_after(event, format, after)
        yield tables_part(heading, [cross_table(event, format, after)], "cross")


def _brackets(event: Event, format: Format, number: int | None) -> Iterator[Part]:
    round, _ = _round(event, format, number)
    heading = phrase("Bracket after {round}", round=event.called(round.number))
    trees = [_tree(one) for one in tree_sheets(event, format, round)]
    if trees:
        notes = list(notes_after(event, format, round))
        yield {"kind": "bracket", "heading": heading, "trees": trees, "notes": notes}


def _tree(sheet: TreeSheet) -> dict[str, Any]:
    return {
        "title": sheet.title,
        "heads": [
            {"title": title, "losers": phrase("losers → {stage}", stage=losers) if losers else ""}
            for title, losers in sheet.heads
        ],
        "cells": [
            {"column": c.column, "row": c.row, "name": c.name, "score": c.score, "fate": c.fate,
             "known": c.known}
            for c in sheet.cells
        ],
        "joints": [{"column": j.column, "top": j.top, "bottom": j.bottom} for j in sheet.joints],
        "rows": sheet.rows,
    }  # fmt: skip


def _slips(event: Event, format: Format, number: int | None) -> Iterator[Part]:
    round, called = _round(event, format, number)
    if matches := match_sheets(event, format, round, filled=False):
        yield tables_part(phrase("{round}, result slips", round=called), matches, "boards", "Bd")
        return
    made = []
    for slip in slips(event, format, round):
        people = (
            (slip.white, slip.white_number, slip.white_rating, slip.white_school),
            (slip.black, slip.black_number, slip.black_rating, slip.black_school),
        )
        players = [
            {"side": side, "number": phrase("no {number}", number=no), "rating": rating,
             "school": school, "name": name, "signature": phrase("{side}, signature", side=side)}
            for side, (name, no, rating, school) in zip(format.sides(event), people, strict=True)
        ]  # fmt: skip
        board = phrase("{board} {number}", board=event.board_word.capitalize(), number=slip.board)
        asked = {"figures": slip.figures, "tie_break": slip.tie_break}
        made.append(
            {"board": board, "room": slip.room, "about": slip.about, "players": players, **asked}
        )
    if not made:
        return
    yield {
        "kind": "slips",
        "round": called,
        "entry": entry_form(format, round),
        "slips": stacked(made, SLIPS_ON_A_SHEET),
        "words": {
            "first": phrase("Left player, game 1:"),
            "second": phrase("game 2, colours turned:"),
            "moves": phrase("moves"),
            "result": phrase("Result:"),
            "tie_break": phrase("Tie-break:"),
        },
    }


def _cards(event: Event, format: Format, number: int | None) -> Iterator[Part]:
    """A card for everybody with all rounds, in order of names."""
    past = event.until(sheets.published_round(event, number).number)
    ordered = sorted(past.entrants, key=lambda e: (fold(e.name), int(e.id)))
    no = numbers(format, past)
    part = tables_part(phrase("Cards"), [card(past, format, e.id) for e in ordered], "cards")
    for table, e in zip(part["tables"], ordered, strict=True):
        called = phrase("no {number}", number=no[e.id])
        facts = (e.title, called, e.federation, rating_text(e), e.club or e.school)
        table["facts"] = listed(" · ", facts)
    yield part


def _players(event: Event, format: Format, number: int | None) -> Iterator[Part]:
    yield tables_part(phrase("Entries"), [sheets.entry_list(event, format)])
    if players := squads(event, format):
        yield tables_part(phrase("Players"), players, "cards")


def _schedule(event: Event, format: Format, number: int | None) -> Iterator[Part]:
    """When the rounds begin, and who meets whom in a format that has that from the beginning."""
    times = sheets.timetable(event)
    if times is not None:
        yield tables_part(times.title, [times], "schedule")
    if format.meetings(event) is not None:
        panels = sheets.beside(event, format, len(event.published))
        if panels:
            yield tables_part(panels[0].title, panels)


def _name_cards(event: Event, format: Format, number: int | None) -> Iterator[Part]:
    made = [
        {"name": one.name, "facts": list(one.facts), "mark": one.mark}
        for one in name_cards(event, format)
    ]
    if made:
        yield {"kind": "namecards", "cards": stacked(made, CARDS_ON_A_SHEET)}


def _boards(event: Event, format: Format, number: int | None) -> Iterator[Part]:
    made = [
        {"number": str(one.board), "room": one.room, "about": one.about}
        for one in board_cards(event, format, number)
    ]
    if made:
        yield {"kind": "boards", "boards": stacked(made, BOARDS_ON_A_SHEET)}


def _ratings(event: Event, format: Format, number: int | None) -> Iterator[Part]:
    """What the event does to everybody's rating, after a round."""
    if format.of_teams(event) and part_of(format, PlayedByTeams) is None:
        return
    past = event.until(sheets.published_round(event, number).number)
    grid = rating_report(past, format)
    yield tables_part(grid.title, [grid], "cross", "Change")


def _norms(event: Event, format: Format, number: int | None) -> Iterator[Part]:
    past = event.until(sheets.published_round(event, number).number)
    if not format.of_teams(event):
        grid = norms.norms_table(past, format)
        yield tables_part(grid.title, [grid], "cross", "Norm", sideways=True)


def _certificates(event: Event, format: Format, number: int | None) -> Iterator[Part]:
    """IT1, a sheet for each norm that was made."""
    past = event.until(sheets.published_round(event, number).number)
    for entrant, outlook in norms.made(past):
        yield norms.certificate(past, entrant, outlook)


def _report(event: Event, format: Format, number: int | None) -> Iterator[Part]:
    """IT3."""
    past = event.until(sheets.published_round(event, number).number)
    yield norms.tournament_report(past, format)


def _round(event: Event, format: Format, number: int | None) -> tuple[Round, str]:
    round = sheets.published_round(event, number)
    return round, event.called(round.number).capitalize()


def _code(event: Event) -> dict[str, Any] | None:
    """The QR code of the site, where the event has its address."""
    if not event.settings.site:
        return None
    rows = modules(event.settings.site)
    return {"rows": [list(row) for row in rows], "typed": SiteCode(event.settings.site, "").typed}


Maker = Callable[[Event, Format, int | None], Iterator[Part]]
_OF_A_ROUND: Mapping[str, Maker] = {
    "pairings": _pairings,
    "names": _names,
    "standings": _standings,
    "crosstable": _crosstable,
    "brackets": _brackets,
    "slips": _slips,
}
_REPORTS = {"ratings": _ratings, "norms": _norms, "it1": _certificates, "it3": _report}
_AFTER_A_DRAW = frozenset({*_OF_A_ROUND, *_REPORTS, "cards"})
PAGES: Mapping[str, Maker] = {
    **_OF_A_ROUND,
    "cards": _cards,
    "players": _players,
    "schedule": _schedule,
    "namecards": _name_cards,
    "boards": _boards,
    **_REPORTS,
}
"""The pages by their names on the command line; those of a round first."""


# How it comes to paper


def _document(event: Event, parts: list[Part], head: str) -> bytes:
    foot = sheets.foot_line(event, head)
    return typeset(event.title, where_and_when(event), foot, parts, language_of(event))


def typeset(title: str, where: str, foot: str, parts: list[Part], hall: Language) -> bytes:
    """These lists under a title, as PDF; `Refused` where Typst is not installed."""
    said = {"event": title, "where": where, "foot": foot, "parts": parts}
    return _typeset(_said(said, hall), hall)


def _said(value: Any, hall: Language) -> Any:
    """All texts within, in the hall's language and with nothing in them that could harm."""
    if isinstance(value, str):
        return safe(hall.say(value), TEXT_LIMIT)
    if isinstance(value, dict):
        return {key: _said(inner, hall) for key, inner in value.items()}
    if isinstance(value, list):
        return [_said(inner, hall) for inner in value]
    return value


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)


def _printable(value: Any, fonts: FontChoice) -> Any:
    if isinstance(value, str):
        return fonts.printable(value)
    if isinstance(value, dict):
        return {key: _printable(inner, fonts) for key, inner in value.items()}
    if isinstance(value, list):
        return [_printable(inner, fonts) for inner in value]
    return value


def _scratch() -> TemporaryDirectory[str]:
    try:
        return TemporaryDirectory(prefix="topboard-")
    except OSError as error:
        why = "no folder takes temporary files"
        raise Refused("PDF cannot be made", why, "make room in /tmp, or set TMPDIR") from error


def _typeset(document: dict[str, Any], hall: Language) -> bytes:
    try:
        import typst
    except ImportError as error:
        raise not_installed() from error
    fonts = fonts_for(_texts(document))
    if fonts.missing:
        document = _printable(document, fonts)
        document["foot"] = " · ".join(filter(None, (document["foot"], hall.say(fonts.remark))))
    document |= {"lang": hall.code, "fonts": [family.lower() for family in fonts.families]}
    with _scratch() as name:
        folder = Path(name)
        for at, file in enumerate(fonts.files):
            (folder / f"{at}{file.suffix}").symlink_to(file)
        compiler: Any = typst  # its stubs do not know a source without an output
        made = compiler.compile(
            TEMPLATE.read_bytes(),
            font_paths=[folder],
            ignore_system_fonts=True,
            sys_inputs={"document": json.dumps(document)},
            timestamp=datetime(2000, 1, 1, tzinfo=UTC),
        )
    return bytes(made)
