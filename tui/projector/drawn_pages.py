"""Contents that are drawn as pages of lines rather than as rows of a table: brackets, the draw by
choice, the cross-table, tables with long texts, and the code that leads to the phones.

A long cross-table is shown as the band around its diagonal, page after page down it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import accumulate

from engine.bracket_words import HALL_MARKS, bracket_notes, marks_in
from engine.event import Event
from engine.fixtures import Filled
from engine.phrases import phrase
from engine.protocol import Format
from engine.tables import Meetings, Panel, StandingTable
from engine.waiting import Choice, NextStep
from saves.cells import in_lines, text_width
from saves.languages import Language, language_of
from saves.safe_text import safe
from saves.site_code import half_blocks
from tui.places.bracket.layout import MARKED, Picture, Window, picture
from tui.places.bracket.ways import Ways
from tui.projector.letters import ROWS, large
from tui.screens.choice_lines import choice_lines
from tui.screens.meeting_lines import (
    OPEN,
    TO_COME,
    CrossTableLayout,
    ShownCrossTable,
    heads_of,
    meeting_lines,
    table_lines,
)
from tui.widgets.lines import Line, fit, line

Drawn = Callable[[int, int], list[list[Line]]]
LEGEND = 2
"""Lines below a page for what the signs mean."""
SPARSE = 2
"""A row with fewer meetings than one in so many columns is a band, not a table."""
_DOUBLED = {" ": "  ", "▀": "█ ", "▄": " █", "█": "██"}
"""Upper and lower module of a half block, as whole cells."""


def tree_pages(event: Event, filled: Filled) -> Drawn:
    """A bracket cut into pages, no match in two of them: as many columns as fit, then those to the
    right of them, of which the last one is there again for the eye."""
    hall = language_of(event)
    ways = Ways(filled, hall.say, hall=True)

    def notes(ids: Collection[str], width: int, arrows: bool) -> list[Line]:
        """What is true of the matches of a page, and what its marks mean."""
        said = [hall.say(text) for text in bracket_notes(event, filled, ids)]
        marks = marks_in(event, filled, ids)
        legend = [hall.say(text) for mark, text in HALL_MARKS.items() if mark in marks]
        if arrows:
            legend.append(hall.say(phrase("→: where the loser goes on")))
        texts = [*said, *in_lines("  ·  ".join(legend), max(width - 2, 1))]
        return [Line(), *(line(f" {safe(text)}", "strong") for text in texts)] if texts else []

    def drawn(width: int, height: int) -> list[list[Line]]:
        height = max(height - len(notes(list(ways.place), width, bool(ways.marks))), 1)
        columns = max((len(c) for c in ways.columns.values()), default=1)
        pages: list[list[Line]] = []
        first, count = 0, Window.of(width, columns).count
        while first < columns:
            most = min(count, columns - first)
            shown, breaks, most = _in_whole(event, ways, width, height, first, most)
            for top, end in breaks:
                ids = [id for id in shown.at if top <= (shown.rows(id) or (0, 0))[1] < end]
                wide = [id for id in ids if shown.at[id][0].window.name >= MARKED]
                arrows = any(id in ways.marks for id in wide)
                page = [*shown.lines[top:end], *notes(ids, width, arrows)]
                pages.append([clipped(one, width) for one in page])
            first = columns if first + most >= columns else first + max(most - 1, 1)
        return pages

    return drawn


def _in_whole(
    event: Event, ways: Ways, width: int, height: int, first: int, most: int
) -> tuple[Picture, list[tuple[int, int]], int]:
    """The columns from the first on, so many or so many fewer that no match is cut by the end of
    a page; the lines of each page; how many columns it are."""
    firsts = dict.fromkeys(ways.stages, first)
    shown = picture(event, ways, width, height, firsts, hall=True, most=most)
    cuts = _cuts(shown)
    breaks = _breaks(shown.lines, height, cuts)
    if most > 1 and any(cuts[end] for _, end in breaks[:-1]):
        return _in_whole(event, ways, width, height, first, most - 1)
    return shown, breaks, most


def _cuts(shown: Picture) -> list[int]:
    """By line how many matches, or headings with what is below, a page beginning there cuts."""
    spans = [rows for id in shown.at if (rows := shown.rows(id)) is not None]
    for top in {part.top for part, _ in shown.at.values()}:
        heading = top
        while heading and shown.lines[heading - 1].text.strip():
            heading -= 1
        spans.append((heading, top))
    ends = [0] * (len(shown.lines) + 2)
    for upper, lower in spans:
        ends[upper + 1] += 1
        ends[lower + 1] -= 1
    return list(accumulate(ends))


def choice_pages(event: Event, format: Format, step: NextStep, choice: Choice) -> Drawn:
    """Everybody in the stage, and what each can be."""

    def drawn(width: int, height: int) -> list[list[Line]]:
        lines = choice_lines(event, format, step, choice, language_of(event))
        return _cut([clipped(one, width) for one in lines], height)

    return drawn


TURN_BYTES = 4700
"""What a page may send when it is turned to, of 6 kB with what is around it."""
PIECE_BYTES = 11
"""For the place and the style of a piece of text, as measured."""
LEAST_LINES = 12
"""A page has so many whatever they send."""


def sparing(drawn: Drawn, width: int, height: int) -> list[list[Line]]:
    """The pages as drawn for so many lines, or for fewer where a page would send too much."""
    while True:
        made = drawn(width, height)
        heaviest = max(map(_weight, made), default=0)
        if height <= LEAST_LINES or heaviest <= TURN_BYTES:
            return made
        height = max(min(height * TURN_BYTES // heaviest, height - 1), LEAST_LINES)


def _weight(page: list[Line]) -> int:
    """About what a turn to that page sends: cells that stay as they were are not sent, and of a
    cross-table most are dots."""
    pieces = [text.replace(OPEN, "").replace(" ", "") for one in page for text, _ in one.parts]
    return sum(len(text.encode()) + PIECE_BYTES for text in pieces if text)


def _cut(lines: list[Line], height: int) -> list[list[Line]]:
    """Pages of that height, cut at an empty line where one is near the end."""
    return [lines[top:end] for top, end in _breaks(lines, height)]


def _breaks(lines: Sequence[Line], height: int, cuts: Sequence[int] = ()) -> list[tuple[int, int]]:
    """The first line of each such page, and the one after its last; where as little as can be is
    cut, if that is said by line, else at a blank line."""
    breaks, top = [], 0
    while len(lines) - top > height:
        near = range(top + height, top + max(height * 2 // 3, 1), -1)
        end = next((y for y in near if not lines[y].text.strip()), top + height)
        if cuts:
            end = min(range(top + height, top, -1), key=lambda y: cuts[y])
        breaks.append((top, end))
        top = end
        while top < len(lines) and not lines[top].text.strip():
            top += 1
    return [*breaks, (top, len(lines))] if top < len(lines) else breaks


def clipped(shown: Line, width: int) -> Line:
    """The line in no more than `width` cells."""
    parts, left = [], width
    for text, style in shown.parts:
        size = text_width(text)
        if size <= left:
            parts.append((text, style))
            left -= size
        else:
            if left > 0:
                parts.append((fit(text, left), style))
            break
    return Line(tuple(parts), shown.key)


def has_long_texts(panel: Panel, most: int) -> bool:
    """Whether a cell is wider than `most` terminal cells: cut there, it would tell nothing."""
    return any(text_width(cell) > most for row in panel.rows for cell in row)


def wrapped_pages(panel: Panel) -> Drawn:
    """The rows, each in as many lines as it needs, under their heads on every page. A row goes
    on over the page only where it is longer than one."""

    def drawn(width: int, height: int) -> list[list[Line]]:
        heads, rows = table_lines(panel, max(width - 2, 1))
        room = max(height - 1, 1)
        pages: list[list[Line]] = []
        page: list[Line] = []
        for row in rows:
            for at in range(0, len(row), room):
                piece = row[at : at + room]
                if len(page) + len(piece) > room:
                    pages.append(page)
                    page = []
                page = [*page, *piece]
        pages += [page] if page else []
        return [[clipped(one, width) for one in (heads, *page)][:height] for page in pages]

    return drawn


def crossing_pages(met: Meetings, table: StandingTable, hall: Language) -> Drawn:
    """Everybody on a page with all that he has of it in view, but what a band leaves out."""
    no, name, points, rank = map(hall.say, heads_of(table))
    figure = hall.say(table.columns[0]) if table.columns else ""
    crossing = ShownCrossTable.of(met, table, (no, name, points, rank), figure)
    legend = line(
        hall.say(phrase(" {open} open  {later} to come", open=OPEN, later=TO_COME)), "dim"
    )

    def drawn(width: int, height: int) -> list[list[Line]]:
        layout = CrossTableLayout.of(crossing, width)
        rows = max(height - 1 - LEGEND, 1)
        pages = []
        for top, first, count in _windows(crossing, layout.count, rows):
            head, lines = meeting_lines(crossing, layout, first, None)
            page = [head, *lines[top : top + count], Line(), legend]
            pages.append([clipped(one, width) for one in page[:height]])
        return pages

    return drawn


def _windows(crossing: ShownCrossTable, columns: int, rows: int) -> list[tuple[int, int, int]]:
    """(first row, first column, rows) of every page."""
    players = len(crossing.met.order)
    if players <= columns:
        return [(top, 0, rows) for top in range(0, players, rows)]
    if len(crossing.met.cells) * SPARSE < players * players:
        rows = max(min(rows, columns - 4), 1)
        last = players - columns
        tops = range(0, players, rows)
        return [(t, max(min(t + rows // 2 - columns // 2, last), 0), rows) for t in tops]
    return [
        (top, min(first, players - columns), rows)
        for top in range(0, players, rows)
        for first in range(0, players, columns)
    ]


CODE, STRONG = "code", "key"
# From the wall to the phones: the QR code of the site, and its address


LEAST_QUIET = 2
"""Light modules around a code on a low terminal: less than the standard's four, and still read."""
HEAVIEST = 4_800
"""Bytes of a code in large modules, so that turning to it costs less than 6 kB."""


def site_pages(call: str, address: str, typed: str) -> Drawn:
    """The code as large as it fits, under the call to use it and above the address to be typed;
    where it fits nowhere, these two alone."""

    def drawn(width: int, height: int) -> list[list[Line]]:
        words = [_large(call, width, height), _large(typed, width, height)]
        small = [[line(safe(call, 80), STRONG)], [line(safe(typed, 200), STRONG)]]
        for rows in _codes(address):
            for texts in (words, small):
                needed = sum(map(len, texts)) + len(rows) + 2
                if needed <= height and len(rows[0]) <= width:
                    shown = [*texts[0], Line(), *(line(row, CODE) for row in rows), Line()]
                    return [_in_the_middle([*shown, *texts[1]], width, height)]
        alone = [line(part, STRONG) for text in (call, typed) for part in in_lines(text, width)]
        return [_in_the_middle(alone, width, height)]

    return drawn


def _codes(address: str) -> list[tuple[str, ...]]:
    """The code in modules of two cells by one, then in half blocks, then with less around it."""
    small = half_blocks(address)
    rows = tuple(
        "".join(_DOUBLED[cell][half] * 2 for cell in row) for row in small for half in (0, 1)
    )
    weight = sum(len(row.encode()) for row in rows)
    codes = [rows] if weight <= HEAVIEST else []
    return [*codes, small, half_blocks(address, LEAST_QUIET)]


def _large(text: str, width: int, height: int) -> list[Line]:
    rows = large(text, width - 2, ROWS if height > 40 else 3)
    return [line(row, STRONG) for row in rows] or [line(safe(text, 200), STRONG)]


def _in_the_middle(lines: list[Line], width: int, height: int) -> list[Line]:
    """Each line in the middle of the width, all of them in the middle of the height."""
    above = max((height - len(lines)) // 2, 0)
    padded = [
        Line(((" " * max((width - text_width(one.text)) // 2, 0), "plain"), *one.parts))
        for one in lines
    ]
    return [*[Line()] * above, *padded][:height]
