"""The whole picture of the projector: title, page, message, ticker, clock. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from saves.safe_text import safe
from tui.projector.drawn_pages import clipped
from tui.projector.layout import Page, banner_lines, centred
from tui.projector.letters import large
from tui.terminal.widths import cell_len
from tui.widgets.line import Line, fit, line

TALL = 36
"""Lines of a terminal from which titles and messages take more than one."""
LOW = 8
"""Below so many lines the page has them all but the title's."""


@dataclass(frozen=True, slots=True)
class Around:
    """What stands around the page."""

    event: str = ""
    title: str = ""
    place: str = ""
    """Which page of how many, and what keeps it there: `page 2/7 HOLD`."""
    message: str = ""
    ticker: str = ""
    countdown: str = ""
    clock: str = ""
    keys: str = ""
    """Shown instead of the ticker while the keys are asked for."""


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
    title = safe(around.title, 60).upper()
    if height >= TALL:
        letters = large(title, width - 4, 3) if title else ()
        rows = letters or ("", title, "")
        small = _sides(safe(around.event), "", around.place, width)
        return (small, *(centred(row, width, "key") for row in rows), Line())
    return (_sides(safe(around.event), title, around.place, width),)


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
    lines = list(_message(around.message, width, height))
    text = around.keys or around.ticker
    lines.append(line(fit(f" {safe(text, 400)}", width), "should" if not around.keys else "dim")
                 if text else Line())  # fmt: skip
    lines.append(_sides_plain(safe(around.countdown), around.clock, width))
    return tuple(lines)


def _sides_plain(left: str, right: str, width: int) -> Line:
    room = max(width - cell_len(right) - 3, 0)
    text = " " + fit(left, room) + " " + right
    return line(fit(text, width), "key") if text.strip() else Line()


def _message(message: str, width: int, height: int) -> tuple[Line, ...]:
    """The desk's word: in large letters on a tall screen, marked on a low one."""
    if not message:
        return ()
    if height >= TALL:
        lines = banner_lines((message,), width, 3)
        rows = [one for one in lines if one.parts]
        return (Line(), *rows, Line())
    text = safe(message, 160)
    return (line(fit(f" {text}", width), "mark"),)


def alone(message: str, width: int, height: int) -> list[Line]:
    """A blank screen, but for the desk's word."""
    lines = list(banner_lines((message,), width, height)) if message else []
    lines += [Line()] * (height - len(lines))
    return [clipped(one, width) for one in lines[:height]]
