"""A round as pages for a browser and for paper: self-contained HTML, A4, nothing loaded."""

from __future__ import annotations

from functools import cache, partial
from html import escape
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from engine.event import Event, Round
from engine.event_data import detail, where_and_when, with_time
from engine.phrases import listed, phrase, phrases
from engine.protocol import Format
from engine.refusal import Refused
from engine.standings import final
from saves import sheets
from saves.bracket_sheets import notes_after, tree_sheets
from saves.cross_sheets import cross_table
from saves.languages import Language, language, language_of
from saves.safe_text import safe
from saves.sheets import Grid, cell_text
from saves.site_code import site_code
from saves.table_cards import SLIPS_ON_A_SHEET, NameCard, board_cards, name_cards, slips, stacked
from saves.team_sheets import match_sheets, squads

TEMPLATES = Path(__file__).parent / "templates"
BESIDE_CROSS = 4
"""Columns of the cross-table beside its rounds or opponents."""
WIDE_CROSS = 8
"""Rounds, or opponents, from which the cross-table needs small letters to fit on A4."""
TEXT_LIMIT = 400
LONG_NAME, VERY_LONG_NAME = 24, 44
"""Letters from which on a name takes smaller letters on a card."""
Page = tuple[str, str, str]
"""Its file's name, what it is, its HTML."""


def _shown(hall: Language, value: Any) -> Any:
    """Every value that a template shows passes here: said in the hall's language, and what is not
    our own markup made safe."""
    if isinstance(value, Markup):
        return value
    return safe(hall.say(value) if isinstance(value, str) else str(value), TEXT_LIMIT)


@cache
def page_environment(code: str) -> Environment:
    """Templates in that language, in which all that is shown is made safe and escaped."""
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        finalize=partial(_shown, language(code)),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    # Jinja's own `safe` would switch the escaping off
    del environment.filters["safe"]
    environment.filters["shown"] = cell_text
    environment.globals |= {"phrase": phrase, "phrases": phrases, "lang": code}
    return environment


def _page(template: str, event: Event, heading: str, **values: Any) -> str:
    page = page_environment(event.settings.language).get_template(f"{template}.html.j2")
    venue = where_and_when(event)
    return page.render(title=event.title, venue=venue, what=heading, **values)


def _tables(
    event: Event,
    heading: str,
    tables: list[Grid],
    style: str = "",
    strong: str = "Pts",
    **values: Any,
) -> str:
    return _page("tables", event, heading, tables=tables, style=style, strong=strong, **values)


def round_pages(event: Event, format: Format, round_number: int | None = None) -> dict[str, str]:
    """File name to page for a published round (the last one by default).

    Pairings by board and by name, standings and cross-table after the round (after the one
    before while no result is in), the bracket, result slips, and `index.html` with links to
    them. Without a published round the entry list alone; `Refused` for a proposal.
    """
    if event.current is None and round_number is None:
        entries = phrase("Entries")
        page = _tables(event, entries, [sheets.entry_list(event, format), *squads(event, format)])
        return _with_index(event, entries, [("entries.html", entries, page)])
    round = sheets.published_round(event, round_number)
    called = event.called(round.number)
    pages = [
        *_pairing_pages(event, format, round, called.capitalize()),
    ]
    if round.matches:
        pages.append(("slips.html", phrase("Result slips"), _slips(event, format, round)))
    after = sheets.table_round(round, format)
    tables = _table_pages(event, format, after)
    brackets: list[Page] = []
    if trees := tree_sheets(event, format, round):
        heading = phrase("Bracket after {round}", round=called)
        notes = notes_after(event, format, round)
        page = _page("bracket", event, heading, sheets=trees, notes=notes)
        brackets = [("bracket.html", heading, page)]
    numbered = [(round.number, pages), (after, tables), (round.number, brackets)]
    named = [
        (f"{event.settings.round_file(number)}-{file}", heading, page)
        for number, some in numbered
        for file, heading, page in some
    ]
    return _with_index(event, called.capitalize(), named)


def _pairing_pages(event: Event, format: Format, round: Round, called: str) -> list[Page]:
    on = sheets.with_running(event, round)
    where = event.board_word.capitalize()
    numbered = where if format.of_teams(event) else phrase("Bd")
    code = site_code(event)
    rooms = sheets.by_room(event, format, on)
    timed = with_time(event, round.number, called)
    boards = _tables(event, timed, rooms, "boards", numbered, site=code)
    by_name = [sheets.by_name(event, format, on, schools=True)]
    heading = phrase("{round} by name", round=called)
    names = _tables(event, heading, by_name, "names", where, site=code)
    matches = match_sheets(event, format, on)
    if matches:
        boards = _tables(event, timed, [*rooms, *matches], "boards", numbered, site=code)
    return [
        ("boards.html", phrase("Pairings by board"), boards),
        ("names.html", phrase("Pairings by name"), names),
    ]


def _table_pages(event: Event, format: Format, after: int) -> list[Page]:
    """Standings and cross-table after that round; none after no round."""
    if not after:
        return []
    tables = [*sheets.standings(event, format, after), *sheets.beside(event, format, after)]
    cross = cross_table(event, format, after)
    standings, crosses = (
        standings_after(event, format, after),
        cross_table_after(event, format, after),
    )
    return [
        ("standings.html", standings, _tables(event, standings, tables)),
        ("crosstable.html", crosses, _tables(event, crosses, [cross], _cross_style(cross))),
    ]


def standings_after(event: Event, format: Format, after: int) -> str:
    """The heading of standings after a round; they are final once every result is in."""
    called = event.called(after)
    if final(event, format, after):
        return phrase("Standings after {round} (final)", round=called)
    return phrase("Standings after {round}", round=called)


def cross_table_after(event: Event, format: Format, after: int) -> str:
    """The heading of a cross-table after a round; as of the standings, final or not."""
    called = event.called(after)
    if final(event, format, after):
        return phrase("Cross-table after {round} (final)", round=called)
    return phrase("Cross-table after {round}", round=called)


SLIPS = '<div class="sheet slips">'
"""Where the slips begin on a page of all lists."""


def with_head(page: str, event: Event, head: str) -> str:
    """A page with the notes at the foot of its lists, if there are any.

    Slips fill their sheets: under them the line would be alone on a sheet more. It stands before
    them, and not on a page of nothing else.
    """
    said = language_of(event).say(sheets.foot_line(event, head))
    if not said or '<body class="slips">' in page:
        return page
    foot = f"<footer>{escape(said)}</footer>\n"
    end = SLIPS if SLIPS in page else "</body>"
    return f"{foot}{end}".join(page.rsplit(end, 1))


def whole_page(event: Event, format: Format, round_number: int | None = None) -> str:
    """All of a published round on one page, each list on a sheet of its own when printed.

    Pairings by board and by name, standings, cross-table, bracket, result slips. Without a
    published round the entry list; `Refused` for a proposal.
    """
    if event.current is None and round_number is None:
        entered = [sheets.entry_list(event, format), *squads(event, format)]
        return _tables(event, phrase("Entries"), entered)
    round = sheets.published_round(event, round_number)
    number, after = round.number, sheets.table_round(round, format)
    on = sheets.with_running(event, round)
    boards = sheets.by_room(event, format, on)
    names = sheets.by_name(event, format, on, schools=True)
    where = event.board_word.capitalize()
    numbered = where if format.of_teams(event) else phrase("Bd")
    parts = [
        (boards[0].title, [*boards, *match_sheets(event, format, on)], "boards", numbered),
        (names.title, [names], "names", where),
    ]
    if after:
        tables = [*sheets.standings(event, format, after), *sheets.beside(event, format, after)]
        cross = cross_table(event, format, after)
        parts += [
            (standings_after(event, format, after), tables, "", "Pts"),
            (cross_table_after(event, format, after), [cross], _cross_style(cross), "Pts"),
        ]
    trees = tree_sheets(event, format, round)
    values = {"parts": parts, "trees": trees, "notes": notes_after(event, format, round),
              **_slip_values(event, format, round)}  # fmt: skip
    if matches := match_sheets(event, format, round, filled=False):
        called = event.called(number).capitalize()
        heading = phrase("{round}, result slips", round=called)
        first = listed(" · ", (heading, matches[0].title))
        parts.append((first, matches, "boards", phrase("Bd")))
        values["slips"] = ()
    values["site"] = site_code(event)
    return _page("whole", event, event.called(number).capitalize(), **values)


def _cross_style(cross: Grid) -> str:
    return "cross wide" if len(cross.columns) >= WIDE_CROSS + BESIDE_CROSS else "cross"


def _slip_values(event: Event, format: Format, round: Round) -> dict[str, Any]:
    return {
        "slips": stacked(slips(event, format, round), SLIPS_ON_A_SHEET),
        "sides": format.sides(event),
        "round": event.called(round.number),
        "entry": entry_form(format, round),
        "where": event.board_word.capitalize(),
    }


def entry_form(format: Format, round: Round) -> str:
    """What a slip asks for: one `game`, the `two` games of each match, or a `score`."""
    forms = [format.result_form(match) for match in round.matches]
    if all(form.kind == "game" or form.tie for form in forms):
        return "game"
    both = format.several_boards and all(match.games == 2 for match in round.matches)
    return "two" if both else "score"


def _slips(event: Event, format: Format, round: Round) -> str:
    called = event.called(round.number).capitalize()
    heading = phrase("{round}, result slips", round=called)
    if matches := match_sheets(event, format, round, filled=False):
        return _tables(event, heading, matches, "boards", phrase("Bd"))
    return _page("slips", event, heading, **_slip_values(event, format, round))


def slips_page(event: Event, format: Format, round_number: int | None = None) -> str:
    """The result slips of a published round; `Refused` where there is none, or no board in it."""
    round = sheets.published_round(event, round_number)
    if not round.matches:
        raise no_slips(event, round)
    return _slips(event, format, round)


def no_slips(event: Event, round: Round) -> Refused:
    """Of a round in which no board is played, as a final with a walkover."""
    called = event.called(round.number)
    return Refused(
        f"{called} has no slips",
        f"no {event.board_word} is played in it",
        shell="`--round` takes another",
    )


def poster_page(event: Event) -> str:
    """A poster on A4. It leads to the event and not to a round, since it hangs all week. `Refused`
    where the address of the site is not known."""
    site = site_code(event)
    if site is None:
        raise Refused(
            "the poster needs the address of the site",
            "none is set",
            "give it in the settings (E in Entries)",
            shell="`topboard set EVENT site=https://…`",
        )
    return _page("poster", event, phrase("Poster"), site=site)


def name_cards_page(event: Event, format: Format) -> str:
    """A card for each entrant, eight on a sheet, to cut."""
    return _page(
        "cards", event, phrase("Name cards"), cards=name_cards(event, format), width=name_width
    )


def board_cards_page(event: Event, format: Format, round_number: int | None = None) -> str:
    """A number for each board, four on a sheet, to cut and to fold."""
    boards = board_cards(event, format, round_number)
    teams = event.board_word == "table"
    heading = phrase("Table numbers") if teams else phrase("Board numbers")
    return _page("tents", event, heading, boards=boards)


def name_width(card: NameCard) -> str:
    """How small a name must be written to fit on its card."""
    longest = max(map(len, card.name.split()), default=0)
    if len(card.name) > VERY_LONG_NAME or longest > LONG_NAME:
        return "tiny"
    return "small" if len(card.name) > LONG_NAME else ""


def _with_index(event: Event, heading: str, pages: list[Page]) -> dict[str, str]:
    said = listed(" · ", (where_and_when(event), detail(event, "arbiter")))
    links = [(file, text) for file, text, _ in pages]
    index = _page("index", event, heading, links=links, details=said)
    return {"index.html": index, **{file: page for file, _, page in pages}}
