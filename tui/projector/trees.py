"""Brackets and the draw by choice as pages of lines."""

from __future__ import annotations

from collections.abc import Callable

from engine.event import Event
from engine.fixtures import Filled
from engine.protocol import Choice, Format, Step
from tui.places.bracket.layout import picture
from tui.places.bracket.tree import Window
from tui.places.bracket.ways import Ways
from tui.screens.choice_lines import choice_lines
from tui.widgets.line import Line, fit

Drawn = Callable[[int, int], list[list[Line]]]


def tree_pages(event: Event, filled: Filled) -> Drawn:
    """A bracket cut into pages: as many columns as fit, then those to the right of them."""
    ways = Ways(filled)

    def drawn(width: int, height: int) -> list[list[Line]]:
        columns = max((len(c) for c in ways.columns.values()), default=1)
        pages: list[list[Line]] = []
        for first in _firsts(width, columns):
            firsts = dict.fromkeys(ways.stages, first)
            lines = picture(event, ways, width, height, firsts).lines
            pages += _cut(lines, height)
        return [[clipped(one, width) for one in page] for page in pages]

    return drawn


def _firsts(width: int, columns: int) -> list[int]:
    """First columns so that every column is on a page; neighbours share one, for the eye."""
    count = Window.of(width, columns).count
    step = max(count - 1, 1)
    return list(dict.fromkeys(min(at, columns - count) for at in range(0, columns, step)))


def choice_pages(event: Event, format: Format, step: Step, choice: Choice) -> Drawn:
    """Everybody in the stage, and what each can be."""

    def drawn(width: int, height: int) -> list[list[Line]]:
        lines = choice_lines(event, format, step, choice, keys=False)
        return _cut([clipped(one, width) for one in lines], height)

    return drawn


def _cut(lines: list[Line], height: int) -> list[list[Line]]:
    """Pages of that height, cut at an empty line where one is near the end."""
    pages: list[list[Line]] = []
    while len(lines) > height:
        near = range(height, max(height * 2 // 3, 1), -1)
        at = next((y for y in near if not lines[y].text.strip()), height)
        pages.append(lines[:at])
        lines = lines[at:]
        while lines and not lines[0].text.strip():
            lines = lines[1:]
    return [*pages, lines] if lines else pages


def clipped(shown: Line, width: int) -> Line:
    """The line in no more than `width` cells."""
    from tui.terminal.widths import cell_len

    parts, left = [], width
    for text, style in shown.parts:
        size = cell_len(text)
        if size <= left:
            parts.append((text, style))
            left -= size
        else:
            if left > 0:
                parts.append((fit(text, left), style))
            break
    return Line(tuple(parts), shown.key)
