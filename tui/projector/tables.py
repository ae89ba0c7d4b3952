"""A table's rows on pages: the largest letters in which everybody is seen soon, then one, two or
more columns of rows. Every second row has a ground of its own, the number to go to is in
reverse, a letter is where its names begin."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from saves.cells import text_width
from saves.safe_text import safe
from tui.projector.contents import NAME_MOST, Content, Row
from tui.projector.letters import NARROW, WIDE, Letters
from tui.screens.columns import widths
from tui.widgets.lines import Line, fit

BETWEEN = 3
"""Cells between two columns of rows."""
MOST_ABREAST = 4
WIDEST_GAP = 3
"""Cells between two cells of a row where there is room to spare."""
LETTER_GAP, WIDEST_LETTER_GAP = 3, 9
"""Cells between two cells of large letters, at the least and where there is room to spare."""
INITIAL = 3
"""Cells of the letter where names begin, the blank after it included."""
MOST_LARGE_PAGES = 5
"""Rows are as large as all of them fit on so many pages."""
MOST_WHOLE_PAGES = 4
"""On more than so many pages of narrow letters given names are shortened."""
SMALL_AMONG_LARGE = 10
FEW_ROWS = 3
"""One name in ten may be too long for large letters, and is in small ones. Of fewer, from
three on, one may too, where all would be in small ones for it."""
LARGEST = 10_000
"""Cells that no text in large letters takes."""
FAR = 32
"""Lines of a page from which nobody reads the terminal's own letters from ten metres."""
HEAVIEST, HEAVIEST_LARGE = 4_400, 4_700
"""Bytes of a page as its texts are weighed, so that turning to it costs less than 6 kB; what is
weighed of large letters is nearly all that is sent."""
STRONG, PLAIN, DIM, BAND, REVERSE = "key", "plain", "dim", "band", "mark"
ON_BAND = {PLAIN: BAND, REVERSE: "band-mark"}
"""Styles on every second row: of the same ground, so that few bytes change it."""


def initial(row: Row) -> str:
    """The letter under which a name is looked for."""
    return safe(row.sort.lstrip(), 8)[:1].title()  # Georgian has no capital in front of a word


@dataclass(frozen=True)
class Table:
    """How rows stand on pages: how high a letter is, how many columns of rows are abreast."""

    content: Content
    layout: Sequence[tuple[int, int]]
    """(index, cells) of the columns that are shown."""
    letters: Letters | None
    """How its text is drawn; None for the terminal's own letters."""
    apart: int
    """Lines from one row to the next."""
    abreast: int
    each: int
    """Cells of one column of rows."""
    gap: int
    """Cells between two cells of a row."""
    rows: int = 0
    """Rows of one column of rows."""

    @classmethod
    def of(
        cls, content: Content, width: int, height: int, notes: int = 0, quarters: bool = True
    ) -> Table:
        """The table for so many cells and lines; `notes` lines are to be below the last. Letters
        of quarter blocks only where the terminal has them."""
        height = max(height - content.headed, 1)
        ways = [(content, letters, MOST_LARGE_PAGES) for letters in WIDE]
        if quarters and height >= FAR:
            ways += [(content, NARROW, MOST_WHOLE_PAGES)]
            ways += [(shortened(content), NARROW, MOST_LARGE_PAGES)]
        for shown, letters, most in ways:
            made = cls._large(shown, width, height, letters, most, notes)
            if made is not None:
                return made
        return cls._plain(content, width, height, notes)

    @classmethod
    def _large(
        cls,
        content: Content,
        width: int,
        height: int,
        letters: Letters,
        most: int,
        notes: int,
    ) -> Table | None:
        """In large letters; None where too many names are too long, or the pages more than
        `most`."""
        tall, apart = letters.tall, letters.tall + 1
        fewest = -(-len(content.rows) // most)
        # what a table of the format's own says is in all of its columns, not in the first
        everything = content.kind == "panels"
        shown = list(range(len(content.columns))) if everything else _essential(content)
        if not content.rows or height < tall or fewest > MOST_ABREAST * (height + 1) // apart:
            return None
        for abreast in range(1, MOST_ABREAST + 1):
            each = (width - BETWEEN * (abreast - 1)) // abreast
            layout = _large_layout(content, shown, each, letters)
            if layout is None:
                return None
            used = sum(size for _, size in layout) + LETTER_GAP * (len(layout) - 1) + 3
            gap = LETTER_GAP + max(each - used, 0) // len(layout)
            gap = min(gap, WIDEST_LETTER_GAP)
            made = cls(content, layout, letters, apart, abreast, each, gap)
            pages = made._paged((height + 1) // apart)
            if len(pages.cut(content.rows)) <= most:
                return pages._spread(height - notes)
        return None

    @classmethod
    def _plain(cls, content: Content, width: int, height: int, notes: int) -> Table:
        """As few pages as there can be, then as few columns of rows."""
        made: list[Table] = []
        for abreast in range(1, MOST_ABREAST + 1):
            each = (width - BETWEEN * (abreast - 1)) // abreast
            if abreast > 1 and (len(content.rows) < abreast or each < _wanted(content)):
                break
            layout = _widened(content, _plain_layout(content, each), each)
            spare = each - _used(content, layout, 1)
            gap = 1 + min(max(spare, 0) // max(len(layout), 1), WIDEST_GAP - 1)
            made.append(cls(content, layout, None, 1, abreast, each, gap)._paged(height))
        best = min(made, key=lambda one: len(one.cut(content.rows)))
        if best.rows * 2 + notes <= height:
            return replace(best, apart=2)
        return best

    @property
    def tall(self) -> int:
        """Lines of a letter."""
        return self.letters.tall if self.letters else 1

    def _paged(self, most: int) -> Table:
        """As many rows as there is room for, and no more than can be sent at once; pages of about
        the same size: one name alone on the last would look like a mistake."""
        rows = self.content.rows
        weights = [self._weight(at) for at in range(len(rows))]
        count = -(-len(rows) // max(most * self.abreast, 1)) or 1
        while True:
            made = replace(self, rows=max(-(-len(rows) // (count * self.abreast)), 1))
            step = made.rows * made.abreast
            heaviest = max(
                (sum(weights[at : at + step]) for at in range(0, len(rows), step)), default=0
            )
            most_bytes = HEAVIEST_LARGE if self.letters else HEAVIEST
            if heaviest <= most_bytes or made.rows == 1:
                return made
            count += 1

    def _spread(self, height: int) -> Table:
        """Rows further apart, where no more of them than fill a part of the page can be sent."""
        lines = (height + 1) // min(self.rows, len(self.content.rows))
        return replace(self, apart=max(self.apart, min(lines, 2 * self.tall + 1)))

    def _weight(self, at: int) -> int:
        """About how many bytes a terminal takes for a row."""
        if self.tall == 1:
            cells = self.content.weights[at]
            return sum(cells[column] for column, _ in self.layout) + 6
        drawn = self._cells(self.content.rows[at], False)
        texts = [text.strip() for lines in drawn for text, _ in lines]
        return sum(len(text.encode()) + 3 for text in texts if text) + 6 * self.tall

    def cut(self, rows: Sequence[Row]) -> list[tuple[Row, ...]]:
        """The rows of each page."""
        step = self.rows * self.abreast
        return [tuple(rows[at : at + step]) for at in range(0, len(rows), step)]

    def lines(self, rows: Sequence[Row], new: frozenset[int]) -> tuple[Line, ...]:
        """A page: names run down the first column of rows, then the next."""
        down = [rows[at : at + self.rows] for at in range(0, len(rows), self.rows)]
        made = [self._heads(len(down))] if self.content.headed else []
        for y in range(max((len(part) for part in down), default=0)):
            band = y % 2 > 0
            drawn = [self._drawn(part, y, new, band) for part in down if y < len(part)]
            for at in range(self.apart):
                parts: list[tuple[str, str]] = []
                if at > self.tall:
                    drawn, band = [], False  # what has a ground is sent, blanks are not
                for x, block in enumerate(drawn):
                    parts += [(" " * BETWEEN, BAND if band else PLAIN)] if x else []
                    parts += block[at]
                made.append(Line(tuple(parts)))
        return tuple(made)

    def _heads(self, count: int) -> Line:
        shown = self.content.columns
        names = [
            fit(shown[at].name, size + 2 * (at == self.content.number), shown[at].right)
            for at, size in self.layout
        ]
        text = " " * self._before + (" " * self.gap).join(names)
        one = fit(text, self.each)
        return Line((((" " * BETWEEN).join([one] * count).rstrip(), DIM),))

    @cached_property
    def _before(self) -> int:
        """Cells before the first: the letter's, or a blank."""
        return INITIAL if self.content.part == "letters" and self.tall == 1 else 1

    def _drawn(
        self, part: Sequence[Row], y: int, new: frozenset[int], band: bool
    ) -> list[list[tuple[str, str]]]:
        """The lines of a row, each as wide as a column of rows."""

        def style_of(style: str) -> str:
            return ON_BAND.get(style, style) if band else style

        row = part[y]
        is_new = bool(new & set(row.boards))
        begins = y == 0 or initial(part[y - 1]) != initial(row)
        blocks = self._cells(row, begins)
        lines = []
        for at in range(self.apart):
            inked = blocks[at] if at < len(blocks) else []
            parts, used = [], 0
            for text, style in inked:
                size = text_width(text)
                if used + size > self.each:
                    text, size = fit(text, self.each - used), self.each - used
                parts.append((text, style_of(REVERSE if is_new else style)))
                used += size
            end = REVERSE if is_new and at < self.tall else PLAIN
            parts.append((" " * (self.each - used), style_of(end)))
            lines.append(parts)
        return lines

    def _cells(self, row: Row, begins: bool) -> list[list[tuple[str, str]]]:
        """What is in each line of a row, from its left."""
        letter = f" {initial(row)}" if begins else ""
        headed = self._before == INITIAL and text_width(letter) == INITIAL - 1
        lines = [
            [(letter, REVERSE), (" ", PLAIN)] if headed else [(" " * self._before, PLAIN)]
            for _ in range(self.tall)
        ]
        left = self.each - self._before
        for at, size in self.layout:
            if row.to_end is not None and at > row.to_end:
                break
            text, column = safe(row.cells[at], 400).strip(), self.content.columns[at]
            numbered = at == self.content.number
            size = left if at == row.to_end and at else size
            style = REVERSE if numbered and text else PLAIN
            edge = " " * numbered
            for line, drawn in zip(lines, self._letters(text, size), strict=True):
                shown = _cut(drawn, size, column.right and at != row.to_end)
                gap = [(" " * self.gap, PLAIN)] if at != self.layout[0][0] else []
                line += [*gap, (f"{edge}{shown}{edge}", style)]
            left -= size + self.gap + 2 * numbered
        return lines

    def _letters(self, text: str, size: int) -> tuple[str, ...]:
        """A cell in large letters; where it has none, in the middle of their height."""
        drawn = self.letters.drawn(text, size) if self.letters else ()
        if drawn:
            return drawn
        above = ("",) * (self.tall // 2)
        return (*above, text, *above)


def shortened(content: Content) -> Content:
    """The content with the initial for the given name, or as much of it as distinguishes people of
    one surname."""
    named = [at for at, column in enumerate(content.columns) if column.most == NAME_MOST]
    names = {row.cells[at] for row in content.rows for at in named if at != row.to_end or not at}
    firsts_by_surname: dict[str, list[str]] = defaultdict(list)
    for surname, comma, first in (name.partition(", ") for name in names):
        firsts_by_surname[surname] += [first] * bool(comma)
    letters = {
        surname: next(n for n in range(1, 400) if len({f[:n] for f in firsts}) == len(firsts))
        for surname, firsts in firsts_by_surname.items()
    }

    def short(text: str) -> str:
        surname, comma, first = text.partition(", ")
        return f"{surname} {first[: letters[surname]]}" if comma and text in names else text

    rows = [
        replace(row, cells=tuple(short(c) if at in named else c for at, c in enumerate(row.cells)))
        for row in content.rows
    ]
    return replace(content, rows=tuple(rows))


def _essential(content: Content) -> list[int]:
    return [at for at, column in enumerate(content.columns) if not column.rank]


def _in_column(content: Content, at: int) -> list[str]:
    """The cells of a column; not those that have the rest of their line."""
    return [row.cells[at] for row in content.rows if row.to_end is None or at < row.to_end]


def _widened(
    content: Content, layout: Sequence[tuple[int, int]], each: int
) -> Sequence[tuple[int, int]]:
    """The columns with names as long as there is room: none is cut where there is blank space."""
    spare, wider = each - _used(content, layout, 1), []
    ends = [len(row.cells) if row.to_end is None else row.to_end for row in content.rows]
    names = sum(content.columns[at].most == NAME_MOST for at, _ in layout)
    for at, size in layout:
        if content.columns[at].most == NAME_MOST:
            shown = (row[at] for row, end in zip(content.texts, ends, strict=True) if at < end)
            longest = max(map(text_width, shown), default=0)
            more = min(max(longest - size, 0), max(spare, 0) // names)
            size, spare, names = size + more, spare - more, names - 1
        wider.append((at, size))
    return wider


def _cut(text: str, size: int, right: bool) -> str:
    """`text` in so many cells; the start number that distinguishes it is not cut."""
    start, apart, number = text.rpartition(" (")
    if text_width(text) <= size or not apart or not number.removesuffix(")").isdecimal():
        return fit(text, size, right)
    end = apart + number
    return fit(fit(start, max(size - text_width(end), 1)) + end, size)


def _used(content: Content, layout: Sequence[tuple[int, int]], gap: int) -> int:
    """Cells of a row without those before its first."""
    number = 2 if any(at == content.number for at, _ in layout) else 0
    before = INITIAL if content.part == "letters" else 1
    return before + sum(size for _, size in layout) + gap * (len(layout) - 1) + number


def _wanted(content: Content) -> int:
    """Cells that a column of rows needs to be worth standing beside another: all that never
    gives way, at its own width."""
    return _used(content, [(at, content.naturals[at]) for at in _essential(content)], 1)


def _plain_layout(content: Content, each: int) -> Sequence[tuple[int, int]]:
    """(index, width) of the columns shown: no name is cut for a column that may give way, and a
    column that gives way is left out whole."""
    columns = [
        c._replace(least=content.naturals[at], most=max(c.most, content.naturals[at]))
        for at, c in enumerate(content.columns)
    ]
    cells = [_shown_cells(row) for row in content.rows]
    room = max(each - _used(content, [], 1) - 1 - (2 if content.number is not None else 0), 1)
    if not content.headed:
        columns = [c._replace(name="") for c in columns]
    if _wanted(content) <= each:
        return widths(columns, cells, room)
    essential = _essential(content)
    narrow = [content.columns[at]._replace(name=columns[at].name) for at in essential]
    rows = [[row[at] for at in essential] for row in cells]
    return [(essential[i], size) for i, size in widths(narrow, rows, room)]


def _shown_cells(row: Row) -> list[str]:
    return [
        text if row.to_end is None or at < row.to_end else "" for at, text in enumerate(row.cells)
    ]


def _large_layout(
    content: Content, shown: Sequence[int], each: int, letters: Letters
) -> Sequence[tuple[int, int]] | None:
    """(index, width) of the columns in large letters: those in `shown`, names as wide as is left,
    and what else there is room for."""
    names = [at for at in shown if content.columns[at].most == NAME_MOST]
    fixed = {at: _large_width(content, at, letters) for at in shown if at not in names}
    taken = sum(fixed.values()) + LETTER_GAP * (len(shown) - 1) + 2 * (content.number is not None)
    room = each - 1 - taken
    sizes = _shared_out([(_large_width(content, at, letters), at) for at in names], room)
    if min(sizes.values(), default=room) < 1:
        return None
    too_long = without = 0
    for row in content.rows:
        texts = [(safe(row.cells[at], 400).strip(), size) for at, size in sizes.items()]
        if any(text_width(text) > size for text, size in texts):
            return None
        drawn = [bool(letters.drawn(text, LARGEST)) for text, _ in texts if text]
        without += not all(drawn)
        too_long += all(drawn) and not all(
            letters.drawn(text, size) for text, size in texts if text
        )
    rows = len(content.rows)
    most = max(rows // SMALL_AMONG_LARGE, int(rows >= FEW_ROWS and letters == WIDE[-1]))
    if too_long > most or 2 * without > rows:
        return None
    return [(at, sizes.get(at, fixed.get(at, 0))) for at in shown]


def _shared_out(wanted: Sequence[tuple[int, int]], room: int) -> dict[int, int]:
    """By column the cells that it has of the room: what it wants, and of what is short each
    column the same."""
    sizes: dict[int, int] = {}
    for left, (size, at) in zip(range(len(wanted), 0, -1), sorted(wanted), strict=True):
        sizes[at] = min(size, (room - sum(sizes.values())) // left)
    return sizes


def _large_width(content: Content, at: int, letters: Letters) -> int:
    """Cells of the widest of a column in large letters."""
    widest = 0
    for text in _in_column(content, at):
        drawn = letters.drawn(safe(text, 400).strip(), LARGEST)
        widest = max(widest, len(drawn[0]) if drawn else text_width(text))
    return widest
