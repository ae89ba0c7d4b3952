"""What has changed on a screen, sent in few bytes.

Textual sends a changed line from its first cell on, and every piece of it with its whole style
and a reset behind it: 40 bytes in true colour. In a bracket most changes stand far to the right,
in many short pieces. Here only the changed cells are sent, and of a style what differs from the
piece before.

When another screen comes to the front it sends the whole of it: a dialog at 160×50 was 60 kB, and
another 28 when it went. What the terminal shows is remembered as it was sent (`Shown`), so that a
dialog that opens or goes sends the cells that differ alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from rich.color import ColorSystem
from rich.console import COLOR_SYSTEMS, Console
from rich.style import Style
from textual._compositor import (
    ChopsUpdate,
    Compositor,
    CompositorUpdate,
    LayoutUpdate,
    ReflowResult,
)
from textual.strip import Strip

from tui.terminal.widths import cell_len, unsure

if TYPE_CHECKING:
    from rich.console import RenderableType
    from textual.geometry import Size
    from textual.screen import Screen
    from textual.widget import Widget

OFF = {"1": "22", "2": "22", "3": "23", "4": "24", "5": "25", "7": "27", "9": "29"}
"""What ends an attribute."""
UNSEEN = frozenset({"1", "2", "3"})
"""Attributes that do not show where there is no letter."""
RESET = "\x1b[0m"
NOTHING = "0"
"""The style of a terminal that was reset."""


ERASED = 12
"""Blanks from which erasing them takes fewer bytes."""
_WALK = re.compile(r"\x1b\[(\d+)C$")
_BLANKS = re.compile(f"( {{{ERASED},}})")


class SparingUpdate(ChopsUpdate):
    """The changed cells alone."""

    def render_segments(self, console: Console) -> str:
        """As the terminal takes it: every changed span at its place, nothing left switched on."""
        return written(console, pieces(self), erases=True)


def pieces(update: ChopsUpdate) -> Iterator[tuple[int, int, Strip]]:
    """Line, first cell and cells of each part of an update."""
    for y, first, last in update.spans:
        for end, (begin, strip) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
            start, stop = max(begin, first), min(end, last)
            if strip is not None and start < stop:
                yield y, start, strip.crop(start - begin, stop - begin)


def written(console: Console, parts: Iterable[tuple[int, int, Strip]], erases: bool = False) -> str:
    """Each part at its line and cell, nothing left switched on; `erases`: long blanks by erasing
    them, on a terminal that does it in the colour behind the letters."""
    pen, texts, at = _Pen(console, erases), list[str](), None
    for y, start, strip in parts:
        text, end = pen.written(strip), start + strip.cell_length
        if erases and (walk := _WALK.search(text)):  # nobody has to go behind the last blank
            text, end = text[: walk.start()], end - int(walk[1])
        texts += [moved(at, (start, y)), text]
        at = (end, y)
    return "".join([*texts, RESET])


class SparingCompositor(Compositor):
    """A compositor whose partial updates are sparing."""

    def __init__(self) -> None:
        super().__init__()
        self._whole: frozenset[Widget] = frozenset()
        """Those of another size, which the next update shows whole."""

    def reflow(self, parent: Widget, size: Size) -> ReflowResult:
        """Where every part stands."""
        result = super().reflow(parent, size)
        self._whole |= result.shown | result.resized
        return result

    def render_update(
        self,
        full: bool = False,
        screen_stack: list[Screen[Any]] | None = None,
        simplify: bool = False,
    ) -> RenderableType | None:
        """What is sent now: nothing while the whole screen is due, as on the way to another one,
        of which pieces would stand between lines of the one before. Parts of another size ask to
        be painted whole once more, after they are in it: they would be sent again with the next
        key."""
        if self.root is not None and self.root._repaint_required and not full:
            return None
        for widget in self._whole:
            widget._exchange_repaint_regions()
        self._whole = frozenset()
        return super().render_update(full, screen_stack, simplify)

    def render_partial_update(self) -> SparingUpdate | None:
        """What has changed since the last time."""
        update = super().render_partial_update()
        if update is None:
            return None
        return SparingUpdate(update.chops, update.spans, update.chop_ends)


class _Pen:
    """Writes text in styles, and knows the one that is switched on."""

    def __init__(self, console: Console, erases: bool) -> None:
        self._erases = erases
        self._colours = COLOR_SYSTEMS.get(console.color_system or "", ColorSystem.TRUECOLOR)
        self._codes = NOTHING

    def written(self, strip: Strip) -> str:
        """The text with what has to be switched before each piece."""
        parts, run = [], ""
        for text, style, control in strip:
            if control:
                continue
            codes = Strip.render_ansi(style, self._colours) if style else ""
            if codes != self._codes and not (text.isspace() and alike(self._codes, codes)):
                parts += [self._erased(run), switched(self._codes, codes)]
                self._codes, run = codes, ""
            run += text
        return "".join([*parts, self._erased(run)])

    def _erased(self, text: str) -> str:
        """The text with its longer blanks erased, and the cursor behind them."""
        pieces = _BLANKS.split(text) if self._erases and plain_blank(self._codes) else [text]
        if len(pieces) == 1:
            return text
        from tui.terminal.erasing import erases_in_colour

        if not erases_in_colour():
            return text
        pieces[1::2] = [f"\x1b[{len(blank)}X\x1b[{len(blank)}C" for blank in pieces[1::2]]
        return "".join(pieces)


def moved(at: tuple[int, int] | None, to: tuple[int, int]) -> str:
    """The shortest sequence from one cell to another; None: from anywhere."""
    (x, y), whole = to, f"\x1b[{to[1] + 1};{to[0] + 1}H"
    if at == to:
        return ""
    if at is None or y - at[1] not in (0, 1) or (y == at[1] and x < at[0]):
        return whole
    line, right = ("\r\n", x) if y > at[1] else ("", x - at[0])
    return min(line + (f"\x1b[{right}C" if right else ""), whole, key=len)


@lru_cache(1024)
def plain_blank(codes: str) -> bool:
    """Whether a blank of that style shows nothing but the colour behind it."""
    return codes == NOTHING or _sorted(codes)[0] <= UNSEEN


@lru_cache(1024)
def alike(one: str, other: str) -> bool:
    """Whether a blank looks the same in both styles."""
    if NOTHING in (one, other):
        return False
    (first, _, ground), (second, _, same) = _sorted(one), _sorted(other)
    return ground == same and first | second <= UNSEEN


@lru_cache(1024)
def switched(before: str, after: str) -> str:
    """The sequence from one style to another, both as SGR codes; `0` after a reset."""
    full = f"\x1b[0;{after}m" if after else RESET
    if before == NOTHING:
        return f"\x1b[{after}m" if after else ""
    old, new = _sorted(before), _sorted(after)
    if (old[1] and not new[1]) or (old[2] and not new[2]):
        return full  # no code of its own ends a colour
    ended = {OFF.get(one, NOTHING) for one in old[0] - new[0]}
    if NOTHING in ended:
        return full
    lasting = {one for one in old[0] & new[0] if OFF.get(one) not in ended}
    codes = [*sorted(ended), *sorted(new[0] - lasting)]
    codes += [colour for was, colour in zip(old[1:], new[1:], strict=True) if colour != was]
    return f"\x1b[{';'.join(codes)}m" if codes else ""


def _sorted(codes: str) -> tuple[frozenset[str], str, str]:
    """Attributes, the colour of letters, the colour behind them."""
    attributes, front, back = set(), "", ""
    rest = codes.split(";") if codes else []
    while rest:
        length = {"2": 5, "5": 3}[rest[1]] if rest[0] in ("38", "48") else 1
        code, rest = rest[:length], rest[length:]
        if int(code[0]) < 30:
            attributes.add(code[0])
        elif int(code[0]) // 10 in (3, 9):
            front = ";".join(code)
        else:
            back = ";".join(code)
    return frozenset(attributes), front, back


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
