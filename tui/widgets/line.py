"""A line of text as a value: its parts and styles, fitted to cells, compared, made a strip."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.style import Style
from textual.css.styles import RenderStyles
from textual.dom import DOMNode
from textual.strip import Strip
from textual.widget import Widget

from tui.terminal.widths import cell_len, sent_as_one, set_cell_size

CUT = "…"
"""At the end of what is wider than there is room."""
FAR = 10
"""Cells between two changes that take more bytes than moving the terminal's cursor does."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line: parts of (text, style), and what it stands for. `themes/console.tcss` says how a
    style looks (`lines--NAME`).

    `key` is any hashable value (a board number, an entrant's id); a line without one is a
    heading and cannot be selected. All text must have passed `saves.safe_text.safe`.
    """

    parts: tuple[tuple[str, str], ...] = ()
    key: Hashable | None = None

    @property
    def text(self) -> str:
        """The plain text."""
        return "".join(text for text, _ in self.parts)


def line(text: str, style: str = "plain", key: Hashable | None = None) -> Line:
    """A line of one part."""
    return Line(((text, style),), key)


def fit(text: str, width: int, right: bool = False) -> str:
    """`text` in exactly `width` cells: filled up, or cut with `…`."""
    size = cell_len(text)
    if size > width:
        return set_cell_size(text, max(width - 1, 0)) + ("…" if width > 0 else "")
    return " " * (width - size) + text if right else text + " " * (width - size)


def changed_span(old: Line, new: Line, width: int) -> tuple[int, int] | None:
    """Cells from the first to behind the last difference; None where nothing differs."""
    differing = _differing(old, new, width)
    return (differing[0], differing[-1] + 1) if differing else None


def changed_spans(old: Line, new: Line, width: int, apart: int) -> list[tuple[int, int]]:
    """The same in pieces, with at least so many cells between them that are alike."""
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
        if text.isascii():
            cells += [(c, 0, style) for c in text]
            continue
        for piece in sent_as_one(text):
            size = cell_len(piece)
            if size == 0 and cells:
                cells[-1] = (cells[-1][0] + piece, 0, style)
            else:
                cells += [(piece, at, style) for at in range(size)]
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
    if missing < 0 and cell_len(strip.text.rstrip()) > width > 0:
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
