"""Contents laid out as pages for a terminal of a size, and how long a page stays. Pure: the same
content and size give the same pages, every row stands on exactly one of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from saves.safe_text import safe
from tui.projector.contents import Content, Row
from tui.projector.drawn_pages import sparing
from tui.projector.letters import NARROW, WIDE, Letters
from tui.projector.tables import DIM, LARGEST, PLAIN, STRONG, Table, initial
from tui.screens.columns import in_lines
from tui.terminal.widths import cell_len
from tui.widgets.lines import Line, fit, line

LEAST_SECONDS, MOST_SECONDS = 6.0, 30.0
"""How long a page stays, whatever is on it."""
SECONDS_OF_A_LINE = 0.12
"""To see that a row is not one's own."""
WORDS_OF_A_LINE = 3
"""Of what is drawn, so many words are looked at as one row."""
SECONDS_OF_A_WORD = 0.4
SENTENCES = ("news", "message")
"""Kinds of page that are read from the first word to the last."""


@dataclass(frozen=True, slots=True)
class Page:
    """Lines of one page; `rows` are the rows of the content on it, `names` what a jump to a
    letter compares with. `event` is the place of its event among those shown."""

    title: str
    lines: tuple[Line, ...]
    rows: tuple[Row, ...] = ()
    kind: str = ""
    event: int = 0

    @property
    def names(self) -> tuple[str, ...]:
        """Folded names on the page."""
        return tuple(row.sort for row in self.rows)

    @property
    def seconds(self) -> float:
        """How long it takes to find oneself in its rows, to read its sentences, or to look at what
        is drawn."""
        words = sum(len(one.text.split()) for one in self.lines)
        if self.kind in SENTENCES:
            reading = words * SECONDS_OF_A_WORD
        else:
            reading = SECONDS_OF_A_LINE * (len(self.rows) or words / WORDS_OF_A_LINE)
        return min(max(LEAST_SECONDS, 4 + reading), MOST_SECONDS)


def pages(
    content: Content,
    width: int,
    height: int,
    new: frozenset[int] = frozenset(),
    quarters: bool = True,
) -> tuple[Page, ...]:
    """The pages of a content in `width` cells and `height` lines; rows of boards in `new` are
    marked; `quarters`: letters may be of quarter blocks. At least one page."""
    width, height = max(width, 1), max(height, 1)
    if content.drawn is not None:
        whole = content.kind in WHOLE
        drawn = content.drawn(width, height) if whole else sparing(content.drawn, width, height)
        made = [Page(content.title, tuple(lines), kind=content.kind) for lines in drawn]
    elif content.banner:
        lines = banner_lines(content.banner, width, height, quarters)
        made = [Page(content.title, lines, kind=content.kind)]
    else:
        made = _table_pages(content, width, height, new, quarters)
    return tuple(made) or (Page(content.title, (), kind=content.kind),)


def _table_pages(
    content: Content, width: int, height: int, new: frozenset[int], quarters: bool
) -> list[Page]:
    notes = _notes(content.notes, width, height)
    table = Table.of(content, width, height, len(notes), quarters)
    # there may be no room for the blank line below the last row of large letters
    made = [
        Page(_titled(content, rows), table.lines(rows, new)[:height], rows, content.kind)
        for rows in table.cut(table.content.rows)
    ]
    if notes and made and len(made[-1].lines) + len(notes) <= height:
        last = made.pop()
        made.append(replace(last, lines=(*last.lines, *notes)))
    elif notes:
        made.append(Page(content.title, notes, kind=content.kind))
    return made


def _titled(content: Content, rows: Sequence[Row]) -> str:
    """The title with what of the list the page has."""
    ends: list[str] = []
    if content.part == "letters":
        ends = [initial(row) for row in (rows[0], rows[-1])]
    elif content.part == "boards":
        boards = [row.boards[0] for row in rows if row.boards]
        ends = [str(boards[0]), str(boards[-1])] if boards else []
    part = " – ".join(dict.fromkeys(ends))
    # behind the name of a section initials would be read as sections
    apart = " · " if part and content.kind == "sections" else " "
    return f"{content.title}{apart}{part}".rstrip()


def _notes(notes: Sequence[str], width: int, height: int) -> tuple[Line, ...]:
    lines = [
        line(fit(f" {text}", width).rstrip(), DIM)
        for note in notes
        for text in in_lines(note, max(width - 2, 1))
    ]
    return (Line(), *lines)[:height] if lines else ()


SPACINGS = (
    *((WIDE[0], 1), (WIDE[1], 1), (WIDE[1], 0)),
    *((NARROW, 1), (NARROW, 0), (None, 1), (None, 0)),
)
"""Letters of a banner, and empty lines between its lines; the largest first."""
WHOLE = frozenset({"site", "clock"})
"""Pages that are one picture, however much they send."""
BANNER_HEAVIEST = 5_200
"""Bytes of a banner as its lines are weighed: what stood there before goes away in the same turn,
of large letters in nearly as many."""
BYTES_OF_A_LINE = 10
"""To go to it, beside its text."""


def banner_lines(
    texts: Sequence[str], width: int, height: int, quarters: bool = True
) -> tuple[Line, ...]:
    """Short texts in the middle of `height` lines, broken at blanks, in the largest letters in
    which all fit."""
    shown = [safe(text, 160) for text in texts if text.strip()]
    lines: list[Line] = []
    for letters, apart in SPACINGS:
        if letters is NARROW and not quarters:
            continue
        rows = [row for text in shown for row in _spelt(text, width, letters)]
        lines = [one for row in rows for one in (*row, *[Line()] * apart)]
        lines = lines[: len(lines) - apart]
        sent = sum(len(one.text.strip().encode()) + BYTES_OF_A_LINE for one in lines)
        if rows and all(rows) and len(lines) <= height and sent <= BANNER_HEAVIEST:
            break
    above = max((height - len(lines)) // 2, 0)
    return (*[Line()] * above, *lines)[:height]


def _spelt(text: str, width: int, letters: Letters | None) -> list[list[Line]]:
    """The lines of a text, each as the lines of its letters; one without any where a word is too
    long for them. What has no large letters stands in plain ones."""
    room = max(width - 2, 1)
    if letters is None or not all(letters.drawn(word, LARGEST) for word in text.split()):
        return [[centred(part, width, STRONG)] for part in in_lines(text, room) or [""]]
    rows: list[list[Line]] = []
    packed = ""
    for word in [*text.split(), ""]:
        longer = f"{packed} {word}".strip()
        if word and letters.drawn(longer, room):
            packed = longer
            continue
        rows.append([centred(one, width, STRONG) for one in letters.drawn(packed, room)])
        packed = word
    return rows


def centred(text: str, width: int, style: str) -> Line:
    """A text in the middle of the line."""
    shown = fit(text, width).rstrip() if cell_len(text) > width else text
    left = max((width - cell_len(shown)) // 2, 0)
    return Line(((" " * left, PLAIN), (shown, style))) if left else line(shown, style)


def cells_of(shown: Line) -> int:
    """What a line takes up on a terminal."""
    return sum(cell_len(text) for text, _ in shown.parts)
