"""Tables laid out as pages for a terminal of a size: one, two or three columns of rows, wide
spacing or large letters where everything still fits. Pure: the same content and size give the
same pages, every row stands on exactly one of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from saves.safe_text import safe
from tui.projector.contents import Content, Row
from tui.projector.letters import large
from tui.screens.columns import Column, cell, in_lines, widths
from tui.terminal.widths import cell_len
from tui.widgets.line import Line, fit, line

BETWEEN = 3
"""Cells between two columns of rows."""
MOST_ABREAST = 3
WIDEST_GAP = 4
"""Cells between two cells of a row where there is room to spare."""
LARGE_ROW = 4
"""Lines of a row in large letters, the empty one below included."""
LETTER_GAP = 4
"""Cells between two columns of large letters."""
STRONG, PLAIN, DIM, NEW = "key", "plain", "dim", "mark"


@dataclass(frozen=True, slots=True)
class Page:
    """Lines of one page; `rows` are the rows of the content on it, `names` what a jump to a
    letter compares with."""

    title: str
    lines: tuple[Line, ...]
    rows: tuple[Row, ...] = ()
    kind: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """Folded names on the page."""
        return tuple(row.sort for row in self.rows)


def pages(
    content: Content, width: int, height: int, new: frozenset[int] = frozenset()
) -> tuple[Page, ...]:
    """The pages of a content in `width` cells and `height` lines; rows of boards in `new` are
    marked. At least one page."""
    width, height = max(width, 1), max(height, 1)
    if content.drawn is not None:
        drawn = content.drawn(width, height)
        made = [Page(content.title, tuple(lines), kind=content.kind) for lines in drawn]
    elif content.banner:
        made = [Page("", banner_lines(content.banner, width, height), kind=content.kind)]
    else:
        made = _table_pages(content, width, height, new)
    return tuple(made) or (Page(content.title, (), kind=content.kind),)


def _table_pages(content: Content, width: int, height: int, new: frozenset[int]) -> list[Page]:
    in_large = _large_page(content, width, height, new)
    if in_large is not None:
        return [in_large]
    notes = _notes(content.notes, width, height)
    table = _Table.of(content, width, height - 1, len(notes))
    made = [
        Page(content.title, table.lines(rows, new), rows, content.kind)
        for rows in table.cut(content.rows)
    ]
    if notes and made and len(made[-1].lines) + len(notes) <= height:
        last = made.pop()
        made.append(Page(last.title, (*last.lines, *notes), last.rows, last.kind))
    elif notes:
        made.append(Page(content.title, notes, kind=content.kind))
    return made


def _notes(notes: Sequence[str], width: int, height: int) -> tuple[Line, ...]:
    lines = [
        line(fit(f" {text}", width).rstrip(), DIM)
        for note in notes
        for text in in_lines(note, max(width - 2, 1))
    ]
    return (Line(), *lines)[:height] if lines else ()


@dataclass(frozen=True)
class _Table:
    """How many columns of rows stand abreast, how wide they are, how many rows a page has."""

    columns: Sequence[Column]
    layout: Sequence[tuple[int, int]]
    abreast: int
    each: int
    """Cells of one column of rows."""
    rows: int
    """Rows of one column of rows."""
    apart: int
    """Lines from one row to the next."""
    gap: int
    """Cells between two cells of a row."""
    left: int
    """Cells before the first: a single narrow column stands in the middle."""

    @classmethod
    def of(cls, content: Content, width: int, height: int, notes: int) -> _Table:
        cells = [row.cells for row in content.rows]
        height = max(height, 1)
        abreast = 1
        while abreast < MOST_ABREAST and len(cells) > abreast * height:
            each = (width - BETWEEN * abreast) // (abreast + 1)
            if each < _wanted(content, cells):
                break
            abreast += 1
        each = (width - BETWEEN * (abreast - 1)) // abreast
        columns = content.columns
        layout = _layout(content, cells, each)
        spare = each - 1 - sum(size + 1 for _, size in layout)
        gap = 1 + min(max(spare, 0) // max(len(layout), 1), WIDEST_GAP - 1)
        used = sum(size + gap for _, size in layout) + 1
        left = max(width - used, 0) // 2 if abreast == 1 else 0
        airy = len(cells) * 2 + notes <= height
        apart = 2 if airy else 1
        # pages of about the same size: one name alone on the last would look like a mistake
        most = max(height // apart, 1)
        count = -(-len(cells) // (most * abreast)) or 1
        rows = max(-(-len(cells) // (count * abreast)), 1)
        return cls(columns, layout, abreast, each, rows, apart, gap, left)

    def cut(self, rows: Sequence[Row]) -> list[tuple[Row, ...]]:
        """The rows of each page."""
        step = self.rows * self.abreast
        return [tuple(rows[at : at + step]) for at in range(0, len(rows), step)]

    def lines(self, rows: Sequence[Row], new: frozenset[int]) -> tuple[Line, ...]:
        """Heads and rows; names run down the first column, then the next."""
        down = [rows[at : at + self.rows] for at in range(0, len(rows), self.rows)]
        names = self._text([column.name for column in self.columns])
        count = max(len(down), 1)
        heads = self._beside([names] * count, [DIM] * count)
        lines = [heads]
        for y in range(max((len(part) for part in down), default=0)):
            here = [part[y] for part in down if y < len(part)]
            texts = [self._text(row.cells) for row in here]
            styles = [NEW if new & set(row.boards) else PLAIN for row in here]
            lines += [self._beside(texts, styles), *[Line()] * (self.apart - 1)]
        while self.apart > 1 and lines and not lines[-1].parts:
            lines.pop()
        return tuple(lines)

    def _text(self, cells: Sequence[str]) -> str:
        fitted = [cell(cells[i], size, self.columns[i].right) for i, size in self.layout]
        return " " + (" " * self.gap).join(fitted)

    def _beside(self, texts: Sequence[str], styles: Sequence[str]) -> Line:
        parts = [(" " * self.left, PLAIN)] if self.left else []
        for at, (text, style) in enumerate(zip(texts, styles, strict=True)):
            if at:
                parts.append((" " * BETWEEN, PLAIN))
            last = at == len(texts) - 1
            parts.append(
                (fit(text, self.each - self.left).rstrip() if last else fit(text, self.each), style)
            )
        return Line(tuple(parts))


def _wanted(content: Content, cells: Sequence[Sequence[str]]) -> int:
    """Cells that a column of rows needs to be worth standing beside another: all that never
    gives way, at its own width."""
    essential = (at for at, column in enumerate(content.columns) if not column.rank)
    return 1 + sum(_natural(content.columns[at], cells, at) + 1 for at in essential)


def _natural(column: Column, cells: Sequence[Sequence[str]], at: int) -> int:
    widest = max((cell_len(safe(row[at], 400)) for row in cells), default=0)
    return max(min(max(widest, cell_len(column.name)), column.most), column.least)


def _layout(
    content: Content, cells: Sequence[Sequence[str]], each: int
) -> Sequence[tuple[int, int]]:
    """(index, width) of the columns that stand: no name is cut for the sake of what may give way,
    and what gives way goes whole."""
    columns, room = content.columns, max(each - 1, 1)
    if _wanted(content, cells) <= each:
        whole = [replace(c, least=_natural(c, cells, at)) for at, c in enumerate(columns)]
        return widths(whole, cells, room)
    essential = [at for at, column in enumerate(columns) if not column.rank]
    rows = [[row[at] for at in essential] for row in cells]
    return [
        (essential[i], size) for i, size in widths([columns[at] for at in essential], rows, room)
    ]


def _large_page(content: Content, width: int, height: int, new: frozenset[int]) -> Page | None:
    """Everything on one page in large letters, where there is room for that."""
    # what a table of the format's own says is in all of its columns, not in the first
    whole = content.kind == "panels"
    shown_columns = [at for at, column in enumerate(content.columns) if whole or not column.rank]
    count = len(content.rows)
    if not count or count * LARGE_ROW - 1 > height:
        return None
    rows = [[large(safe(row.cells[at]), width, 3) for at in shown_columns] for row in content.rows]
    if any(row.cells[at].strip() and not shown for row, made in zip(content.rows, rows, strict=True)
           for at, shown in zip(shown_columns, made, strict=True)):  # fmt: skip
        return None
    sizes = [
        max(len(made[i][0]) if made[i] else 0 for made in rows) for i in range(len(shown_columns))
    ]
    if sum(sizes) + LETTER_GAP * (len(shown_columns) - 1) + 2 > width:
        return None
    lines: list[Line] = []
    for row, made in zip(content.rows, rows, strict=True):
        style = NEW if new & set(row.boards) else STRONG
        for y in range(3):
            cells = [
                fit(letters[y] if letters else "", size, right=content.columns[at].right)
                for at, letters, size in zip(shown_columns, made, sizes, strict=True)
            ]
            text = " " + (" " * LETTER_GAP).join(cells).rstrip()
            lines.append(line(text, style) if text.strip() else Line())
        lines.append(Line())
    return Page(content.title, tuple(lines[:-1]), content.rows, content.kind)


def banner_lines(texts: Sequence[str], width: int, height: int) -> tuple[Line, ...]:
    """Short texts in the middle of `height` lines, the largest letters that fit in all."""
    shown = [safe(text, 160) for text in texts if text.strip()]
    lines: list[Line] = []
    for tall in (5, 3, 1, 0):
        lines = [one for text in shown for one in _spelt(text, width, tall)]
        if tall:
            lines = lines[:-1]
        if len(lines) <= height:
            break
    above = max((height - len(lines)) // 2, 0)
    return (*[Line()] * above, *lines)[:height]


def _spelt(text: str, width: int, tall: int) -> list[Line]:
    """A text in the middle, in letters of that height at most, and an empty line (`tall` 0:
    none)."""
    letters = large(text, width - 2, tall) if tall >= 3 else ()
    after = [Line()] if tall else []
    if not letters and tall >= 3:
        return [*_in_large_lines(text, width, tall), *after]
    parts = letters or in_lines(text, max(width - 2, 1)) or [""]
    return [*(centred(part, width, STRONG) for part in parts), *after]


def _in_large_lines(text: str, width: int, tall: int) -> list[Line]:
    """A longer text in large letters, broken at its blanks; small where a word does not fit."""
    rows: list[tuple[str, ...]] = []
    now = ""
    for word in text.split():
        longer = f"{now} {word}".strip()
        if large(longer, width - 2, 3):
            now = longer
            continue
        if not now or not large(word, width - 2, 3):
            return [centred(part, width, STRONG) for part in in_lines(text, max(width - 2, 1))]
        rows.append(large(now, width - 2, 3))
        now = word
    rows.append(large(now, width - 2, 3))
    return [centred(row, width, STRONG) for letters in rows for row in letters]


def centred(text: str, width: int, style: str) -> Line:
    """A text in the middle of the line."""
    shown = fit(text, width).rstrip() if cell_len(text) > width else text
    left = max((width - cell_len(shown)) // 2, 0)
    return Line(((" " * left, PLAIN), (shown, style))) if left else line(shown, style)


def cells_of(shown: Line) -> int:
    """What a line takes up on a terminal."""
    return sum(cell_len(text) for text, _ in shown.parts)
