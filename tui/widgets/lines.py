"""Lines of text: values that are fitted to cells and compared, and the widgets that repaint only
what changed of them, the hot lists and the single lines around them.

Over SSH the bytes are colour escapes, so a line has few parts and a repaint touches only the
cells between the first and the last difference. Texts are plain; nothing here is markup.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.css.styles import RenderStyles
from textual.dom import DOMNode
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widget import Widget

from saves.cells import text_width, to_width
from tui.keys.commands import list_keys
from tui.terminal.app import sent_as_one

CUT = "…"
"""At the end of what is wider than there is room."""
FAR = 6
"""Cells between two changes that take more bytes than moving the terminal's cursor does."""


GROUNDED = frozenset(
    {"tab", "mark", "chosen", "fresh", "band", "band-mark", "code", "cursor", "field"}
)
"""Styles that show where there is no letter; in all others a blank is a blank."""


class Line(NamedTuple):
    """One line: parts of (text, style), and its key. `themes/console.tcss` says how a style looks
    (`lines--NAME`).

    `key` is any hashable value (a board number, an entrant's id); a line without one is a
    heading and cannot be selected. All text must have passed `saves.safe_text.safe`.
    """

    parts: tuple[tuple[str, str], ...] = ()
    key: Hashable | None = None

    @property
    def text(self) -> str:
        """The plain text."""
        return "".join(text for text, _ in self.parts)


NO_LINE = Line()


def line(text: str, style: str = "plain", key: Hashable | None = None) -> Line:
    """A line of one part."""
    return Line(((text, style),), key)


def fit(text: str, width: int, right: bool = False) -> str:
    """`text` in exactly `width` cells: filled up, or cut with `…`."""
    size = text_width(text)
    if size > width:
        return to_width(text, max(width - 1, 0)) + ("…" if width > 0 else "")
    return " " * (width - size) + text if right else text + " " * (width - size)


def whole_words(text: str, width: int) -> str:
    """As many words of `text` as `width` cells hold; of a longer word, a piece."""
    if text_width(text) <= width:
        return text
    piece = to_width(text, max(width, 0))
    words = piece if text[len(piece) : len(piece) + 1] == " " else piece.rpartition(" ")[0]
    return words.rstrip() or piece


def changed_spans(old: Line, new: Line, width: int, apart: int) -> list[tuple[int, int]]:
    """Cells from the first to after the last of each stretch that differs, with at least `apart`
    cells between two that are alike."""
    spans: list[tuple[int, int]] = []
    for x in _differing(old, new, width):
        if spans and x - spans[-1][1] < apart:
            spans[-1] = (spans[-1][0], x + 1)
        else:
            spans.append((x, x + 1))
    return spans


def _differing(old: Line, new: Line, width: int) -> list[int]:
    if old.parts == new.parts:
        return []
    before, after = _cells(old, width), _cells(new, width)
    return [x for x in range(width) if before[x] != after[x]]


Cell = tuple[str, int, str]
"""What is sent as one, which of its cells this is, and its style."""


def _cells(shown: Line, width: int) -> list[Cell]:
    """A wide letter, or a text whose cells are unsure, differs in all its cells or in none."""
    cells: list[Cell] = []
    for text, style in shown.parts:
        blank = style if style in GROUNDED else "plain"
        if text.isascii():
            cells += [(c, 0, blank if c == " " else style) for c in text]
            continue
        for piece in sent_as_one(text):
            size = text_width(piece)
            if size == 0 and cells:
                cells[-1] = (cells[-1][0] + piece, 0, style)
            else:
                look = blank if piece == " " else style
                cells += [(piece, at, look) for at in range(size)]
    if any(piece.strip() for piece, _, _ in cells[width:]):
        return [*cells[: width - 1], (CUT, 0, cells[width - 1][2])]
    return (cells + [(" ", 0, "plain")] * (width - len(cells)))[:width]


def strip_of(widget: Widget, shown: Line, width: int, over: Style | None = None) -> Strip:
    """The line in `width` cells; `over` replaces every style (the cursor)."""
    plain = widget.rich_style
    segments: list[Segment] = []
    for text, name in shown.parts:
        if not text:
            continue
        style = over or (
            plain if name == "plain" else widget.get_component_rich_style(f"lines--{name}")
        )
        if segments and segments[-1].style == style:
            segments[-1] = Segment(segments[-1].text + text, style)
        else:
            segments.append(Segment(text, style))
    return _filled(segments, width, over or plain)


def _filled(segments: list[Segment], width: int, style: Style) -> Strip:
    """Exactly `width` cells; blanks join the last part where nobody can see the difference."""
    strip = Strip(segments)
    missing = width - strip.cell_length
    if missing < 0 and text_width(strip.text.rstrip()) > width > 0:
        *_, end = strip.crop(0, width)
        return Strip([*strip.crop(0, width - 1), Segment(CUT, end.style)], width)
    last = segments[-1].style if segments else None
    if missing > 0 and last is not None and _blank_alike(last, style):
        return Strip([*segments[:-1], Segment(segments[-1].text + " " * missing, last)], width)
    return strip.adjust_cell_length(width, style)


def _blank_alike(a: Style, b: Style) -> bool:
    visible = (a.reverse, a.underline, a.strike)
    return a == b or (a.bgcolor == b.bgcolor and not any(visible))


if TYPE_CHECKING:
    _Widget = Widget
else:
    _Widget = object


class PartStyles(_Widget):
    """A widget whose parts have component styles, any name of which may be asked for.

    Named as `COMPONENT_CLASSES`, all of them would be worked out whenever a widget is mounted, the
    screen comes back or a class changes: some twenty for each line, of which it paints three.
    """

    def get_component_styles(self, *names: str) -> RenderStyles:
        """The styles of these parts together."""
        for name in names:
            if name not in self._component_styles:
                self._component_styles[name] = self._part(name)
        return super().get_component_styles(*names)

    def notify_style_update(self) -> None:
        """Parts that look otherwise now are painted again."""
        super().notify_style_update()
        old = {**self._component_styles}
        for name in old:
            self._component_styles[name] = self._part(name)
        if old != self._component_styles:
            self.refresh()

    def _part(self, name: str) -> RenderStyles:
        part = DOMNode(classes=name)
        part._attach(self)
        self.app.stylesheet.apply(part)
        return part.styles


MARKER = "▌"
"""Before the selected line: its place is visible without colour too."""


class TextLine(PartStyles, Widget):
    """One line that is not a list: status, column heads, keys."""

    DEFAULT_CSS = "TextLine { height: 1; width: 1fr; }"
    ALLOW_SELECT = False

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.shown = Line()

    def show(self, new: Line) -> None:
        """Paint what differs from what is there."""
        old, self.shown = self.shown, new
        width = self.size.width
        spans = changed_spans(old, new, width, FAR) if width else []
        if spans:
            self.refresh(*(Region(start, 0, end - start, 1) for start, end in spans))

    def render_line(self, y: int) -> Strip:
        """The line."""
        return strip_of(self, self.shown, self.size.width)


class Focus(NamedTuple):
    """The part of a body without a selected line that is to be in view, and the position of the
    cursor."""

    first: int
    """The line that comes into view with the upper one, a heading for instance."""
    upper: int
    lower: int
    cell: int
    """The cell of the upper line for the terminal's cursor."""


LinesIn = Callable[[int], Sequence[Line]]
"""Lines that fit into so many rows."""


def no_lines(rows: int) -> Sequence[Line]:
    """Nothing is drawn over a list."""
    return ()


@dataclass(slots=True)
class _View:
    lines: list[Line] = field(default_factory=list)
    cursor: int = -1
    """Row of the selected line, -1 where nothing can be selected."""
    painted: int = -1
    """The row that is on the screen as the selected one."""
    still: bool = False
    """The selected line is not brought into view."""
    over: list[Line] = field(default_factory=list)
    over_top: int = 0
    """Lines drawn over those in view, and on which of them they begin."""
    over_in: LinesIn = no_lines
    over_row: int = 0
    """Where they come from, and the row that they leave in view."""


class LineList(PartStyles, ScrollView):
    """A list of lines with one selected, for ↑ ↓ j k, page and end keys, and the mouse.

    `show(lines)` replaces the content and repaints only lines that differ; the selection stays
    on the line of the same key, or at the same row. `Moved` is posted after each move of the
    selection, `Chosen` at Enter or a click on the selected line.
    """

    DEFAULT_CSS = "LineList { overflow-x: hidden; height: 1fr; }"
    ALLOW_SELECT = False
    can_focus = True

    class Moved(Message):
        """The selection moved; `key` is that of the selected line."""

        def __init__(self, key: Hashable | None) -> None:
            super().__init__()
            self.key = key

    class Chosen(Message):
        """Enter, or a click on the selected line."""

        def __init__(self, key: Hashable) -> None:
            super().__init__()
            self.key = key

    def __init__(self, *, id: str | None = None, selectable: bool = True) -> None:
        super().__init__(id=id)
        self._view = _View()
        self.scrolled: Callable[[], None] = lambda: None
        """Called when other lines are in view."""
        self.selectable = selectable
        self.can_focus = selectable

    @property
    def lines(self) -> list[Line]:
        """What is shown."""
        return self._view.lines

    @property
    def cursor(self) -> int:
        """Row of the selected line; -1 for none."""
        return self._view.cursor

    @property
    def selected(self) -> Hashable | None:
        """The key of the selected line; None for no selection."""
        row = self._view.cursor
        return self.lines[row].key if 0 <= row < len(self.lines) else None

    def show(self, lines: Sequence[Line]) -> None:
        """Replace the content; repaints what differs. The selection stays where it is."""
        key = self.selected
        self._fill(lines)
        self._keep(key)

    def _fill(self, lines: Sequence[Line]) -> None:
        old, self._view.lines = self.lines, list(lines)
        top, blank = int(self.scroll_offset.y), Line()
        rows = slice(top, top + self.size.height)
        pairs = zip_longest(old[rows], self.lines[rows], fillvalue=blank)
        for row, (before, after) in enumerate(pairs, top):
            if before is not after:
                for span in changed_spans(before, after, self.size.width, FAR):
                    self._paint(row, *span)
        if len(old) != len(lines):
            self._measure()

    def _measure(self) -> None:
        """How far it scrolls, without painting it whole."""
        self.set_reactive(Widget.virtual_size, Size(self.size.width, len(self.lines)))
        self.refresh(layout=True, repaint=False)

    def paint(
        self,
        lines: Sequence[Line],
        selected: Hashable | None,
        near: bool,
        over: LinesIn,
        focus: Focus | None = None,
        still: bool = False,
    ) -> None:
        """The content, the selected line or the focus, and what is drawn over them: repaints what
        differs. The caller knows the selection, so `Moved` is not posted. `near` scrolls by one
        line, without leaving lines ahead; `still` not at all."""
        self._fill(lines)
        rows = range(len(lines))
        row = (
            next((r for r in rows if lines[r].key == selected), -1) if selected is not None else -1
        )
        self._view.cursor = row
        if row != self._view.painted or still != self._view.still:
            self._view.still = still
            self.settle(jump=not near)
        if focus is not None:
            self._bring(focus)
        self._view.over_in, self._view.over_row = over, row if focus is None else focus.upper
        self._draw_over()

    def _bring(self, focus: Focus) -> None:
        """Both lines of the focus come into view, in the middle where they were not."""
        height, upper, lower = self.size.height, focus.upper, focus.lower
        if height <= 0:
            return
        if upper == lower or lower - upper >= height:  # further apart than a page
            lower = upper + 1
        top = self.scroll_offset.y
        if focus.first < top or lower >= top + height:
            heading = focus.first < top and upper - focus.first < 4
            target = focus.first if heading else (upper + lower - height) // 2
            most = max(0, len(self.lines) - height)
            self.scroll_to(y=max(0, min(target, most)), animate=False, force=True)
        at = Offset(focus.cell, upper - self.scroll_offset.y)
        self.app.cursor_position = self.content_region.offset + at

    def _draw_over(self, anew: bool = False) -> None:
        """At the end of what is in view; at its beginning where they would hide the selection.
        They stay where they are; `anew`, the list has another size."""
        old, view = self._view.over, self._view
        over, row = list(view.over_in(self.size.height))[: self.size.height], view.over_row
        if over == old and not (anew and over):
            return
        spans = [(view.over_top, len(old))]
        below = self.size.height - len(over)
        view.over = over
        view.over_top = below if row - self.scroll_offset.y < below else 0
        for top, height in (*spans, (view.over_top, len(over))):
            self.refresh(Region(0, top, self.size.width, height))
        self.place_cursor()

    @property
    def in_view(self) -> tuple[int, int, int]:
        """Rows in view, the first of them, and how many there are."""
        return self.size.height, int(self.scroll_offset.y), len(self.lines)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Other lines are in view: what differs is painted, and what shows the part follows."""
        if self.show_vertical_scrollbar:
            self.vertical_scrollbar.position = new_value
        before, now = round(old_value), round(new_value)
        if before != now:
            self._paint_scrolled(before, now)
        self.scrolled()

    def _paint_scrolled(self, before: int, now: int) -> None:
        """Only the cells in which the line that comes differs from the one that goes: a tree, and
        the columns of a list, are half blank."""
        view, width, spans = self._view, self.size.width, list[Region]()
        for y in range(self.size.height):
            if 0 <= y - view.over_top < len(view.over):
                continue
            if view.painted in (y + before, y + now):
                spans.append(Region(0, y, width, 1))
                continue
            gone, come = (self.lines[y + top : y + top + 1] or [Line()] for top in (before, now))
            pieces = changed_spans(gone[0], come[0], width, FAR)
            spans += [Region(start, y, end - start, 1) for start, end in pieces]
        if spans:
            self.refresh(*spans)

    def over_at(self) -> Offset:
        """Where on the screen the text begins that is drawn over the lines."""
        return self.content_region.offset + Offset(2, self._view.over_top + 1)

    def _keep(self, key: Hashable | None) -> None:
        if not self.selectable:
            return
        rows = [row for row, shown in enumerate(self.lines) if shown.key is not None]
        same = next((row for row in rows if key is not None and self.lines[row].key == key), None)
        if same is None:
            at = max(self._view.cursor, 0)
            same = min(rows, key=lambda row: (abs(row - at), row), default=-1)
        self._move_to(same)

    def _paint(self, row: int, start: int = 0, end: int | None = None) -> None:
        y = row - self.scroll_offset.y
        if row >= 0 and 0 <= y < self.size.height:
            width = (self.size.width if end is None else end) - start
            self.refresh(Region(start, y, width, 1))

    def select(self, key: Hashable, jump: bool = True) -> bool:
        """Select the line of that key; whether there is one. `jump` leaves lines ahead in view."""
        for row, shown in enumerate(self.lines):
            if shown.key is not None and shown.key == key:
                self._move_to(row, jump=jump)
                return True
        return False

    def move(self, step: int) -> None:
        """Go up or down by that many lines, over headings, up to the ends."""
        row, way = self.cursor, 1 if step > 0 else -1
        left = abs(step)
        for candidate in range(row + way, len(self.lines) if way > 0 else -1, way):
            if self.lines[candidate].key is not None:
                row = candidate
            left -= 1
            if left <= 0 and row != self.cursor:
                break
        if row == self.cursor:
            self.read_on(step)
        else:
            self._move_to(row, jump=abs(step) > 1)

    def read_on(self, step: int) -> None:
        """No other line can be selected that way: to what is above the first or below the
        last."""
        self.scroll_relative(y=step, animate=False, force=True)

    @property
    def goes_on(self) -> bool:
        """Whether lines are out of view below, and none that can be selected is among them or
        below the selected one: ↓ reads on."""
        rows, top, count = self.in_view
        below = self.lines[max(self.cursor + 1, 0) :]
        return top + rows < count and all(shown.key is None for shown in below)

    def _move_to(self, row: int, jump: bool = False) -> None:
        old, self._view.cursor = self.cursor, row
        self.settle(jump)
        if old != row:
            self.post_message(self.Moved(self.selected))

    def settle(self, jump: bool = True) -> None:
        """Paint the selection where it is by now."""
        old, row = self._view.painted, self._view.cursor
        self._view.painted = row
        if old != row:
            self._paint(old)
            self._paint(row)
        self._into_view(row, jump)
        self.place_cursor()

    def _into_view(self, row: int, jump: bool) -> None:
        height, top = self.size.height, self.scroll_offset.y
        if height <= 0 or row < 0 or self._view.still:
            return
        if self._alone(row):
            target = max(0, row - height + 1)  # from the top: the keys scroll to what is below
        elif row < top:
            # headings above the first line come into view with it
            first = all(shown.key is None for shown in self.lines[:row])
            target = 0 if first else row - (height // 2 if jump else 0)
        elif self._last_of(row) >= top + height:
            target = row - (height // 4 if jump else height - 1)
            target = max(target, min(self._last_of(row) - height + 1, row))
        else:
            return
        target = max(0, min(target, len(self.lines) - height))
        self.scroll_to(y=target, animate=False, force=True)

    def _alone(self, row: int) -> bool:
        """Whether no other line can be selected."""
        return all(at == row or shown.key is None for at, shown in enumerate(self.lines))

    def _last_of(self, row: int) -> int:
        """The row itself; for the last that can be selected, the end of what is below it."""
        below = self.lines[row + 1 :]
        if len(below) < self.size.height and all(shown.key is None for shown in below):
            return len(self.lines) - 1
        return row

    def mark_anew(self) -> None:
        """A dialog has come in front, or has gone: what is beside it has no mark of this list."""
        if self._view.painted >= 0:
            self.refresh_line(self._view.painted)

    @property
    def elsewhere(self) -> bool:
        """Whether the selected line is not in view."""
        rows, top, _ = self.in_view
        return self.cursor >= 0 and not top <= self.cursor < top + rows

    def place_cursor(self) -> None:
        """Put the terminal's own cursor on the selected line, for those who listen to it."""
        if self.selectable and self.has_focus and self.cursor >= 0 and not self.elsewhere:
            y = self.cursor - self.scroll_offset.y
            self.app.cursor_position = self.content_region.offset + Offset(0, y)

    def render_line(self, y: int) -> Strip:
        """One line of the part in view."""
        row = y + self.scroll_offset.y
        width = self.size.width
        if 0 <= y - self._view.over_top < len(self._view.over):
            return strip_of(self, self._view.over[y - self._view.over_top], width)
        if row >= len(self.lines):
            return Strip.blank(width, self.rich_style)
        shown = self.lines[row]
        if row != self._view.painted or not self.selectable:
            return strip_of(self, shown, width)
        over = self.get_component_rich_style("lines--cursor")
        marked = shown.text[:1] in ("", " ") and self.screen is self.app.screen
        text = MARKER + shown.text[1:] if marked else shown.text
        return strip_of(self, Line(((text, "plain"),)), width, over)

    def on_resize(self, event: events.Resize) -> None:
        """The selection stays in view."""
        self._measure()
        self.scrolled()
        self._draw_over(anew=True)
        self.call_after_refresh(self._into_view, self.cursor, True)

    def step_of(self, way: str) -> int:
        """How many lines a key of lists goes, up to the ends."""
        page = max(self.size.height - 1, 1)
        return {
            "list_up": -1, "list_down": 1, "list_page_up": -page, "list_page_down": page,
            "list_home": -len(self.lines), "list_end": len(self.lines),
        }[way]  # fmt: skip

    def take_key(self, key: str) -> bool:
        """A key of every list (Textual's name); whether it was one.

        The screen calls it: keys are dealt with in one queue, in the order of typing.
        """
        if (way := list_keys().get(key)) is not None:
            self.move(self.step_of(way))
        elif key == "enter" and self.selected is not None:
            self.post_message(self.Chosen(self.selected))
        else:
            return False
        return True

    def on_click(self, event: events.Click) -> None:
        """Select the line; on the selected one, choose it."""
        row = event.y + self.scroll_offset.y
        if not (self.selectable and 0 <= row < len(self.lines)):
            return
        if row == self.cursor and self.selected is not None:
            self.post_message(self.Chosen(self.selected))
        elif self.lines[row].key is not None:
            self._move_to(row)

    def on_focus(self) -> None:
        """The terminal's cursor comes along."""
        self.place_cursor()


def titled(title: str, width: int, right: str = "") -> Line:
    """A rule with a title, and what is at its right end: it parts a pane."""
    end = f" {right}" if right else ""
    text = fit(f"── {title}", max(width - text_width(end), 0))
    return line(text + end, "dim")


def parting(rows: int, first: int, count: int, drawn: bool) -> tuple[str, ...]:
    """What is at the right of a list of `count` lines with `rows` in view from `first` on:
    a cell a row, `┃` where that part of the list is, else `│` where the line is `drawn`."""
    plain = "│" if drawn else " "
    if rows <= 0 or count <= rows:
        return (plain,) * max(rows, 0)
    length = max(rows * rows // count, 1)
    most = count - rows
    top = min(first * (rows - length) // most + (0 < first < most), rows - length)
    return (plain,) * top + ("┃",) * length + (plain,) * (rows - top - length)


class Parting(PartStyles, Widget):
    """Follows a list; `drawn` where there is a pane at its other side."""

    DEFAULT_CSS = "Parting { width: 1; height: 1fr; }"
    ALLOW_SELECT = False

    def __init__(self, followed: LineList) -> None:
        super().__init__()
        self._list = followed
        self._list.scrolled = self.follow
        self._shown: tuple[str, ...] = ()
        self.drawn = False

    def follow(self) -> None:
        """Paint the cells that are others now."""
        before, self._shown = self._shown, parting(*self._list.in_view, self.drawn)
        if len(before) != len(self._shown):
            self.refresh()
        else:
            pairs = enumerate(zip(before, self._shown, strict=True), start=self._top)
            rows = [y for y, (old, new) in pairs if old != new]
            if rows:
                self.refresh(*(Region(0, y, 1, 1) for y in rows))

    @property
    def _top(self) -> int:
        """The lines above those of the list."""
        return max(self.size.height - len(self._shown), 0)

    def render_line(self, y: int) -> Strip:
        """One cell."""
        at = y - self._top
        text = self._shown[at] if 0 <= at < len(self._shown) else " "
        return strip_of(self, line(text, "dim"), self.size.width)
