"""What the terminal shows, remembered as it was sent, so that a dialog that opens or goes sends the
cells that differ alone.

Textual sends the whole screen when another one comes to the front, each piece with its whole style:
a dialog at 160×50 was 60 kB, and another 28 when it went.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rich.console import Console
from rich.style import Style
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.strip import Strip

from tui.terminal.widths import cell_len, unsure
from tui.widgets.sparing import SparingUpdate, pieces, written

BRIDGED = 8
"""So many cells that are alike are sent again between two that differ: to go over them takes as
many bytes."""
MOST_PATCHES = 100
"""Changes that are kept before they are entered into the lines."""

Cell = tuple[str, Style | None]
Update = Any
"""What the toolkit displays: of its own classes, or anything that it can render."""


class Shown:
    """The lines that the terminal shows."""

    def __init__(self) -> None:
        self._lines: list[Strip] = []
        self._patches: list[ChopsUpdate] = []
        self._below: object = None

    def forget(self) -> None:
        """Something else has written on the terminal, or nobody knows."""
        self._lines, self._patches = [], []

    def sparing(self, update: Update, below: object) -> Update:
        """The same to be sent in fewer bytes, and remembered when it is sent. `below` is the place
        that is in front, or behind a dialog: another one is sent whole, which puts right what
        anything else has written on the terminal."""
        if isinstance(update, LayoutUpdate):
            return WholeUpdate(self, update, below)
        if isinstance(update, ChopsUpdate):
            return PartUpdate(self, update)
        return update

    @property
    def lines(self) -> list[Strip]:
        """As they are now; none where nobody knows."""
        for update in self._patches:
            self._enter(update)
        self._patches = []
        return self._lines

    def replaced(self, lines: list[Strip], below: object) -> list[Strip]:
        """These are shown from now on; what stood there, where it is of use."""
        before, self._lines = self.lines, lines
        known = self._below is below and len(before) == len(lines)
        self._below = below
        return before if known else []

    def patched(self, update: ChopsUpdate) -> None:
        """A part is shown anew."""
        if not self._lines:
            return
        self._patches.append(update)
        if len(self._patches) >= MOST_PATCHES:
            self._lines = self.lines

    def _enter(self, update: ChopsUpdate) -> None:
        for y, start, piece in pieces(update):
            if y < len(self._lines):
                line = self._lines[y]
                behind = start + piece.cell_length
                around = (line.crop(0, start), piece, line.crop(behind, line.cell_length))
                self._lines[y] = Strip.join(around)


class PartUpdate(CompositorUpdate):
    """Some cells: those of a `SparingUpdate` are others than before; a dialog paints all of its
    parts again, with the letters that stand there."""

    def __init__(self, shown: Shown, update: ChopsUpdate) -> None:
        self.shown, self.update = shown, update

    def render_segments(self, console: Console) -> str:
        """As the terminal takes it."""
        update = self.update
        if isinstance(update, SparingUpdate) or not (lines := self.shown.lines):
            text = written(console, pieces(update), erases=True)
        else:
            text = written(console, _others(update, lines), erases=True)
        self.shown.patched(update)
        return text


def _others(update: ChopsUpdate, lines: Sequence[Strip]) -> Iterator[tuple[int, int, Strip]]:
    for y, start, piece in pieces(update):
        before = lines[y].crop(start, start + piece.cell_length) if y < len(lines) else None
        for first, last in differing(before, piece):
            yield y, start + first, piece.crop(first, last)


class WholeUpdate(CompositorUpdate):
    """The whole screen, of which the terminal may show most already."""

    def __init__(self, shown: Shown, update: LayoutUpdate, below: object) -> None:
        self.shown, self.update, self.below = shown, update, below

    def render_segments(self, console: Console) -> str:
        """As the terminal takes it."""
        lines = [Strip.join(strips) for strips in self.update.strips]
        before = self.shown.replaced(list(lines), self.below)
        others = (
            (y, start, line.crop(start, stop))
            for y, line in enumerate(lines)
            for start, stop in differing(before[y] if before else None, line)
        )
        return written(console, others, erases=bool(before))


def differing(before: Strip | None, now: Strip) -> list[tuple[int, int]]:
    """The first cell and the one behind the last of each stretch that is another now."""
    if before is None or before.cell_length != now.cell_length:
        return [(0, now.cell_length)]
    if before is now or before == now:
        return []
    old, new = cells(before), cells(now)
    doubtful = any(unsure(strip.text) for strip in (before, now))
    if doubtful or not len(old) == len(new) == now.cell_length:
        return [(0, now.cell_length)]  # cells that terminals may count otherwise
    spans: list[tuple[int, int]] = []
    for at in (x for x, (one, other) in enumerate(zip(old, new, strict=True)) if one != other):
        if spans and at - spans[-1][1] <= BRIDGED:
            spans[-1] = (spans[-1][0], at + 1)
        else:
            spans.append((at, at + 1))
    return spans


def cells(line: Iterable[tuple[str, Style | None, object]]) -> list[Cell]:
    """What stands in each cell, and how; the second cell of a wide letter is empty."""
    made: list[Cell] = []
    for text, style, control in line:
        if control:
            continue
        if text.isascii():
            made += [(letter, style) for letter in text]
            continue
        for letter in text:
            size = cell_len(letter)
            if size:
                made += [(letter, style), *[("", style)] * (size - 1)]
            elif made:
                made[-1] = (made[-1][0] + letter, style)
    return made
