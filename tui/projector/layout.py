"""Contents laid out as pages for a terminal of a size, how long a page stays, what surrounds it:
one line above, the desk's message and one line below. Pure: the same content and size give the same
pages, every row is on exactly one of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from saves.cells import in_lines, text_width
from saves.safe_text import safe
from tui.projector.contents import Content, Row
from tui.projector.drawn_pages import clipped, sparing
from tui.projector.letters import NARROW, WIDE, Letters
from tui.projector.tables import DIM, LARGEST, PLAIN, STRONG, Table, initial
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
WHOLE = frozenset({"site", "clock"})
"""Pages that are one picture, however much they send."""


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
    title = content.one if content.one and len({*ends}) == 1 else content.title
    # after the name of a section initials would be read as sections
    apart = " · " if part and content.kind == "sections" else " "
    return f"{title}{apart}{part}".rstrip()


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
BANNER_HEAVIEST = 5_200
"""Bytes of a banner as its lines are weighed: what was there before goes away in the same turn,
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
    long for them. What has no large letters is in plain ones."""
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
    shown = fit(text, width).rstrip() if text_width(text) > width else text
    left = max((width - text_width(shown)) // 2, 0)
    return Line(((" " * left, PLAIN), (shown, style))) if left else line(shown, style)


def cells_of(shown: Line) -> int:
    """What a line takes up on a terminal."""
    return sum(text_width(text) for text, _ in shown.parts)


# The clock: figures seven dots high, as large as there is room for


FIGURE_DOTS = 7
"""Dots of a figure from top to bottom."""
CLOCK_FIGURES = {
    "0": ".###. #...# #...# #...# #...# #...# .###.",
    "1": "..#.. .##.. ..#.. ..#.. ..#.. ..#.. .###.",
    "2": ".###. #...# ....# ...#. ..#.. .#... #####",
    "3": ".###. #...# ....# ..##. ....# #...# .###.",
    "4": "...#. ..##. .#.#. #..#. ##### ...#. ...#.",
    "5": "##### #.... ####. ....# ....# #...# .###.",
    "6": ".###. #.... #.... ####. #...# #...# .###.",
    "7": "##### ....# ...#. ..#.. ..#.. ..#.. ..#..",
    "8": ".###. #...# #...# .###. #...# #...# .###.",
    "9": ".###. #...# #...# .#### ....# ....# .###.",
    ":": ". . # . # . .",
    "-": "... ... ... ### ... ... ...",
}


def figures(text: str, width: int, height: int) -> tuple[Line, ...]:
    """`text` of figures and colons in the middle of `width` cells, dots twice as wide as high if
    there is room for that; else in plain letters. Dots are blanks in reverse: one byte each, and no
    gaps between the lines."""
    drawn = [CLOCK_FIGURES[one].split() for one in text if one in CLOCK_FIGURES]
    rows = [" ".join(one[y] for one in drawn).replace(" ", ".") for y in range(FIGURE_DOTS)]
    across = len(rows[0])
    high = height // FIGURE_DOTS
    wide = min(max(width * 3 // 4, across) // max(across, 1), 2 * high)
    if not across or wide < 1:
        return (centred(text, width, "key"),)
    high = min(high, -(-wide * 2 // 3))
    left = (width - wide * across) // 2
    lines = []
    for row in rows:
        parts = [(" " * left, "plain")]
        for dot in row:
            parts.append((" " * wide, "mark" if dot == "#" else "plain"))
        lines += [Line(tuple(parts))] * high
    return tuple(lines)


def clock_lines(
    text: str, below: str, boards: tuple[int, ...], width: int, height: int
) -> tuple[Line, ...]:
    """The page: figures, what they mean, and the boards that still play, in reverse."""
    called = _called(boards, width)
    shown = figures(text, width - 4, max(height - 3 - 2 * len(called), 1))
    lines: list[Line] = [Line(((" " * 2, "plain"), *one.parts)) for one in shown]
    lines += [Line(), centred(below, width, "key")] if below else []
    for one in called:
        lines += [Line(), one]
    above = max((height - len(lines)) // 2, 0)
    return (*[Line()] * above, *lines)[:height]


def _called(boards: tuple[int, ...], width: int) -> list[Line]:
    """Numbers in reverse, with blanks between them, in the middle of as many lines as they need."""
    lines: list[list[str]] = [[]]
    for board in boards:
        text = f" {board} "
        if sum(text_width(one) + 2 for one in lines[-1]) + len(text) > width - 2 and lines[-1]:
            lines.append([])
        lines[-1].append(text)
    made = []
    for texts in lines:
        if texts:
            size = sum(len(text) + 2 for text in texts) - 2
            parts = [(" " * max((width - size) // 2, 0), "plain")]
            for at, text in enumerate(texts):
                parts += [("  ", "plain")] if at else []
                parts.append((text, "mark"))
            made.append(Line(tuple(parts)))
    return made


# Around a page


AIRY = 24
"""Lines of a terminal from which one is empty below the heading."""
LOW = 8
"""Below so many lines the page has them all but the heading's."""
MESSAGE_LINES = 3
TALL = 30
"""Lines of a terminal from which the round of pages is in the last one."""


@dataclass(frozen=True, slots=True)
class Around:
    """What is around the page."""

    event: str = ""
    title: str = ""
    place: str = ""
    """Which page of how many, and what keeps it there: `page 2 of 7 HOLD`."""
    message: str = ""
    news: str = ""
    """The line below: the round clock, boards that are missing."""
    clock: str = ""
    pages: str | None = None
    """Of several events: the round of their pages, a line of its own where there is room."""
    keys: str = ""
    """Lines instead of `news` while the keys are asked for."""


@dataclass(frozen=True, slots=True)
class Frame:
    """Lines above and below the page, and what is left for it."""

    above: tuple[Line, ...]
    below: tuple[Line, ...]
    room: int

    def picture(self, page: Page, width: int, height: int) -> list[Line]:
        """All lines of the screen, none wider than it."""
        body = [*page.lines[: self.room]]
        body += [Line()] * (self.room - len(body))
        whole = [*self.above, *body, *self.below]
        return [clipped(one, width) for one in whole[:height]]


def frame(around: Around, width: int, height: int) -> Frame:
    """What surrounds a page on a screen of that size. It takes the same lines whatever the page,
    so that turning does not move anything."""
    above = _above(around, width, height)
    below = _below(around, width, height)
    room = max(height - len(above) - len(below), 0)
    return Frame(above, below, room)


def _above(around: Around, width: int, height: int) -> tuple[Line, ...]:
    if height < 2:
        return ()
    title = safe(around.title, 80).upper()
    right = "   ".join(part for part in (around.place, around.clock) if part)
    heading = _sides(safe(around.event), title, right, width)
    return (heading, Line()) if height >= AIRY else (heading,)


def _sides(left: str, middle: str, right: str, width: int) -> Line:
    """Three texts in a line; what is short of room first is the one on the left."""
    right = f"{right} "
    room = width - text_width(right) - text_width(middle) - 4
    left = fit(left, room).rstrip() if room < text_width(left) else left
    left = f" {left}" if room > 3 else ""
    gap = width - text_width(left) - text_width(right)
    shown = fit(middle, max(gap - 2, 0)).rstrip() if text_width(middle) > gap - 2 else middle
    free = max(gap - text_width(shown), 0)
    at = max(min((width - text_width(shown)) // 2 - text_width(left), free - 1), min(1, free))
    text = left + " " * at + shown + " " * (free - at) + right
    return line(fit(text, width), "key")


def _below(around: Around, width: int, height: int) -> tuple[Line, ...]:
    if height < LOW:
        return ()
    lines = [
        line(fit(f" {text}", width), "mark")
        for text in in_lines(around.message, max(width - 2, 1))[:MESSAGE_LINES]
    ]
    if around.keys:
        return (*lines, *(line(fit(f" {one}", width), "dim") for one in around.keys.split("\n")))
    lines.append(line(fit(f" {safe(around.news, 400)}", width), "key"))
    if around.pages is not None and height >= TALL:
        lines.append(line(fit(f" {safe(around.pages, 400)}", width), "dim"))
    return tuple(lines)


def alone(message: str, width: int, height: int, quarters: bool = True) -> list[Line]:
    """A blank screen, but for the desk's word."""
    lines = list(banner_lines((message,), width, height, quarters)) if message else []
    lines += [Line()] * (height - len(lines))
    return [clipped(one, width) for one in lines[:height]]
