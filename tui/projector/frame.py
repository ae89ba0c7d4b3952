"""The whole picture of the projector: one line above the page, the desk's message and one line
below it. Everything else is the page's. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from saves.safe_text import safe
from tui.projector.drawn_pages import clipped
from tui.projector.layout import Page, banner_lines
from tui.screens.columns import in_lines
from tui.terminal.widths import cell_len
from tui.widgets.lines import Line, fit, line

AIRY = 24
"""Lines of a terminal from which one stands empty below the heading."""
LOW = 8
"""Below so many lines the page has them all but the heading's."""
MESSAGE_LINES = 3
TALL = 30
"""Lines of a terminal from which the round of pages stands in the last one."""


@dataclass(frozen=True, slots=True)
class Around:
    """What stands around the page."""

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
    room = width - cell_len(right) - cell_len(middle) - 4
    left = fit(left, room).rstrip() if room < cell_len(left) else left
    left = f" {left}" if room > 3 else ""
    gap = width - cell_len(left) - cell_len(right)
    shown = fit(middle, max(gap - 2, 0)).rstrip() if cell_len(middle) > gap - 2 else middle
    free = max(gap - cell_len(shown), 0)
    at = max(min((width - cell_len(shown)) // 2 - cell_len(left), free - 1), min(1, free))
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
