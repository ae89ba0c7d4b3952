"""What is sent to the terminal: the cells that have changed, in few bytes; nothing that it would
obey; and the cursor put right where terminals do not agree on cells.

Textual sends a changed line from its first cell on, and every piece of it with its whole style
and a reset behind it: 40 bytes in true colour. In a bracket most changes stand far to the right,
in many short pieces. Here only the changed cells are sent, and of a style what differs from the
piece before.

When another screen comes to the front it sends the whole of it: a dialog at 160×50 was 60 kB, and
another 28 when it went. What the terminal shows is remembered as it was sent (`Shown`), so that a
dialog that opens or goes sends the cells that differ alone.

Text is made harmless where it comes in and where it is shown (`saves/safe_text.py`); what was
forgotten there stops here (`line_filters`). The Linux console's font has Latin letters and the
lines, blocks and arrows of code page 437, and shows what it lacks as a lozenge each, so that a name
is a riddle. Other letters come without their accents there, and what has no such form as a question
mark; only what is shown, never what is kept.

A terminal of 256 colours would get the nearest by a formula that misses half of the greys; one of
true colour takes the number too, in 8 bytes in place of 15.

What terminals may show narrower than `saves.cells` measures is written between two restored
cursors (`anchored`): blanks first, then the text, then on to the cell where it ends by our measure,
whatever the terminal made of it. The toolkit itself measures by the table of a library, in which a
vowel sign beside its letter takes no cell; tmux, xterm and most others give it one, and every
column behind it moves. Importing this module makes it measure by `saves.cells`.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

import rich.cells
from rich.color import Color as RichColor
from rich.color import ColorSystem
from rich.console import COLOR_SYSTEMS, Console, RenderableType
from rich.segment import Segment
from rich.style import Style
from textual._compositor import (
    ChopsUpdate,
    Compositor,
    CompositorUpdate,
    LayoutUpdate,
    ReflowResult,
)
from textual.color import Color
from textual.filter import LineFilter, Monochrome, NoColor
from textual.strip import Strip

from saves.cells import clusters, text_width
from saves.safe_text import JOINERS, REPLACEMENT

if TYPE_CHECKING:
    from textual.geometry import Size
    from textual.screen import Screen
    from textual.widget import Widget

rich.cells._cell_len = lambda text, unicode_version: text_width(text)
rich.cells.cached_cell_len.cache_clear()


def _split_graphemes(
    text: str, unicode_version: str = "auto"
) -> tuple[list[rich.cells.CellSpan], int]:
    pieces = clusters(text)
    return pieces, sum(size for _, _, size in pieces)


rich.cells.split_graphemes = _split_graphemes

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
LEAST_ERASED = 3
"""Cells of a text for which erasing takes fewer bytes than blanks."""
_ENDED = {"24": "4", "27": "7", "29": "9"}
_SEEN = frozenset(_ENDED.values())


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
            size = text_width(letter)
            if size:
                made += [(letter, style), *[("", style)] * (size - 1)]
            elif made:
                made[-1] = (made[-1][0] + letter, style)
    return made


# The last door: no character that a terminal would obey, nor a colour that costs more


def harmless(text: str) -> str:
    """`text` without anything that is not a letter, in as many cells as it had."""
    return text if text.isprintable() else "".join(map(_letter, text))


def _letter(character: str) -> str:
    if character.isprintable() or character in JOINERS:
        return character
    if unicodedata.category(character) == "Zs":
        return " "
    return REPLACEMENT * text_width(character)


class Harmless(LineFilter):
    """Between every widget and the terminal."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same segments, where nothing is in them."""
        if all(control or text.isprintable() for text, _, control in segments):
            return segments
        return [
            Segment(text if control else harmless(text), style, control)
            for text, style, control in segments
        ]


_ARROWS = "☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼⌂"
GLYPHS = frozenset(
    [chr(code) for code in (*range(0x20, 0x7F), *range(0xA0, 0x100))]
    + [*bytes(range(0x80, 0x100)).decode("cp437"), *_ARROWS]
)
"""What every such font has."""
_BESIDE = {
    "…": "~", "–": "-", "—": "-", "−": "-", "\u2018": "'", "\u2019": "'", "“": '"', "”": '"',
    "„": '"', "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ħ": "h", "Ħ": "H", "\u0131": "i",
    "▏": " ", "▎": " ", "▍": " ", "▋": "█", "▊": "█", "▉": "█", "▁": "_", "▂": "_", "▃": "_",
    "▅": "▄", "▆": "█", "▇": "█", "┃": "║", "✓": "+",
    "ŋ": "n", "œ": "o", "Œ": "O", "ŧ": "t", "ə": "e", "Ə": "E", "ẞ": "S", "ĸ": "k", "€": "E",
}  # fmt: skip
"""What has no decomposition, in as many cells."""


@lru_cache(maxsize=4000)
def shown(text: str) -> str:
    """`text` in as many cells, of nothing but what the console's font has."""
    return text if GLYPHS.issuperset(text) else "".join(map(_glyph, text))


@lru_cache(maxsize=2000)
def _glyph(letter: str) -> str:
    if letter in GLYPHS:
        return letter
    base = _BESIDE.get(letter) or unicodedata.normalize("NFD", letter)[0]
    size = text_width(letter)
    return base if base in GLYPHS and text_width(base) == size else "?" * size


class ConsoleFont(LineFilter):
    """Between the screen and a terminal that is the Linux console."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same line in its letters."""
        return [Segment(shown(text), style, control) for text, style, control in segments]


# Colours by number

_STEPS = (0, 95, 135, 175, 215, 255)


@lru_cache(1024)
def number_of(red: int, green: int, blue: int) -> int | None:
    """The number of that colour among the 256; None where it is none of them."""
    if red == green == blue and red % 10 == 8 and red < 248:
        return 232 + red // 10
    if not {red, green, blue} <= set(_STEPS):
        return None
    return 16 + 36 * _STEPS.index(red) + 6 * _STEPS.index(green) + _STEPS.index(blue)


class CubeColours(LineFilter):
    """Between the screen and a terminal."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same line, its colours by number."""
        return [
            Segment(text, style and numbered(style), control) for text, style, control in segments
        ]


@lru_cache(4096)
def numbered(style: Style) -> Style:
    """The style with its colours by number."""
    front, ground = _numbered(style.color), _numbered(style.bgcolor)
    if front is style.color and ground is style.bgcolor:
        return style
    return style + Style(color=front, bgcolor=ground)


def _numbered(colour: RichColor | None) -> RichColor | None:
    if colour is None or colour.triplet is None:
        return colour
    number = number_of(*colour.triplet)
    return colour if number is None else RichColor.from_ansi(number)


def line_filters(others: Sequence[LineFilter], no_color: bool) -> Sequence[LineFilter]:
    """What stands between the screens and the terminal: `NO_COLOR` means the terminal's own two
    colours, not grey ones of ours (which on its own black can come out black); the Linux console
    gets no letter that its font lacks; no terminal gets what it would obey."""
    filters = [HARMLESS, *others, CUBE]
    if no_color:
        filters = [one for one in filters if not isinstance(one, Monochrome | NoColor)]
        filters.append(NO_COLOUR)
    if os.environ.get("TERM") == "linux":
        filters.append(CONSOLE_FONT)
    return filters


HARMLESS, CUBE, NO_COLOUR, CONSOLE_FONT = Harmless(), CubeColours(), NoColor(), ConsoleFont()
"""One of each: a line keeps what a filter made of it, for as long as it is the same filter."""


# Text that terminals may show narrower than it is measured

SAVE, RESTORE = "\x1b7", "\x1b8"

_UNSURE = (
    "\u0900-\u109f"  # the scripts of India, Tibet, Burma, Thailand
    "\u1100-\u11ff\u3164\uffa0\ud7b0-\ud7ff"  # parts of Korean syllables
    "\u1700-\u18af\u1900-\u1cff\ua800-\uabbf\U00011000-\U00011fff"  # their neighbours
    "\u200c\u200d\ufe0e\ufe0f\u20e3"  # joiners, and asking for one picture or the other
    "\u2600-\u27bf\u3248-\u324f\u302e\u302f\u4dc0-\u4dff\U00016ff0\U00016ff1"
    "\U0001d300-\U0001d37f\U0001f000-\U0001faff"  # signs and emoji
)
"""Characters that terminals give different cells, alone or beside others of their kind."""
_MARKS = "\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
_FIND = re.compile(f"[{_UNSURE}]")
_WORD = f"[^\x00-\x20\x1b]?[{_UNSURE}][{_UNSURE}{_MARKS}]*"
_RUNS = (
    r"\x1b(?:\[[0-?]*[ -/]*[@-~]|[P\]_][^\x07\x1b]*(?:\x07|\x1b\\)|[ -/]*[0-~])"
    rf"|{_WORD}(?:, {_WORD})*"
)
"""A sequence of the terminal's, left as it is, or a run of words of such characters, each with the
one before: a name in parts has its blank where the terminal ends the first, and costs one run."""


def unsure(text: str) -> bool:
    """Whether terminals may disagree on the cells of this text."""
    return not text.isascii() and _FIND.search(text) is not None


def anchored(output: str, erases: bool | None = None) -> str:
    """What goes to the terminal, the cursor put right behind every text that is `unsure`. Where it
    `erases` in the colour behind the letters (None: by its own account), that takes fewer bytes
    than blanks, of those behind the text too."""
    if not unsure(output):
        return output
    if erases is None:
        erases = erases_in_colour()
    return re.sub(f"({_RUNS})( *)", _Anchor(erases), output)


class _Anchor:
    """Puts the cursor right, text by text of what is sent together."""

    def __init__(self, erases: bool) -> None:
        self._erases = erases
        self._seen: set[str] = set()
        """What is switched on and shows on a blank, which an erased cell has not."""
        self._end, self._x = 0, -1
        """Up to where it was read, and the cell where the cursor is by then; below 0: unknown."""

    def __call__(self, match: re.Match[str]) -> str:
        self._go(match.string[self._end : match.start()])
        self._end = match.end()
        text, blanks = match.groups()
        if text.startswith("\x1b"):
            self._obey(text[2:-1], text[-1])
            self._go(blanks)
            return match.group()
        size = text_width(text)
        whole = size + len(blanks)
        x, self._x = self._x, self._x + whole if self._x >= 0 else -1
        if whole >= LEAST_ERASED and self._erases and not self._seen:
            if x >= 0:
                return f"\x1b[{whole}X{text}\x1b[{x + whole + 1}G"
            return f"{SAVE}\x1b[{whole}X{text}{RESTORE}\x1b[{whole}C"
        behind = f"\x1b[{size}C" if size else ""
        return f"{SAVE}{' ' * size}{RESTORE}{text}{RESTORE}{behind}{blanks}"

    def _go(self, text: str) -> None:
        """Where the cursor is behind letters of certain width."""
        _, line, last = text.rpartition("\r\n")
        if line:
            self._x = 0
        elif not last.isprintable():
            self._x = -1
        if self._x >= 0:
            self._x += text_width(last)

    def _obey(self, codes: str, final: str) -> None:
        """What a sequence makes of the cursor and of what is switched on."""
        if final == "m":
            self._switch(codes.split(";"))
        elif final == "H":
            self._x = int(codes.partition(";")[2] or 1) - 1
        elif final == "C" and self._x >= 0:
            self._x += int(codes or 1)
        elif final != "X":
            self._x = -1

    def _switch(self, codes: list[str]) -> None:
        while codes:
            code, *codes = codes
            if code in ("38", "48", "58"):
                codes = codes[2 if codes[:1] == ["5"] else 4 :]
            elif code in ("", "0"):
                self._seen.clear()
            elif code in _SEEN:
                self._seen.add(code)
            elif code in _ENDED:
                self._seen.discard(_ENDED[code])


def sent_as_one(text: str) -> list[str]:
    """The text in pieces that a terminal must get whole: letters, and the runs of `anchored`."""
    if not unsure(text):
        return list(text)
    pieces, at = list[str](), 0
    for run in re.finditer(_RUNS, text):
        pieces += [*text[at : run.start()], run.group()]
        at = run.end()
    return [*pieces, *text[at:]]


@cache
def erases_in_colour() -> bool:
    """By the terminal database (`bce`); no where it does not say, and in GNU screen, whatever it is
    called there: it leaves its own ground. Asked when there is something to erase, for the
    database takes some milliseconds."""
    if "STY" in os.environ:
        return False
    try:
        import curses
    except ImportError:  # not everywhere a part of Python
        return False
    try:
        with open(os.devnull, "wb") as nowhere:
            curses.setupterm(os.environ.get("TERM") or "dumb", nowhere.fileno())
        return curses.tigetflag("bce") > 0
    except (OSError, curses.error):
        return False
