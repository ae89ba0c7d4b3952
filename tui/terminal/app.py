"""An app on a terminal, under the console and the wall: nothing leads out of it, what is typed gets
in order to what is in front, and what differs is sent to the terminal in few bytes.

What the toolkit could do beside showing screens this program never does (`Shut`): no screenshot or
other file, no other program, no suspending to a shell, no inside of the program on the hall's
terminal when it fails. So it is on a laptop too, not only in a kiosk: nothing here needs it, and
nothing can be led into it. How bytes become keys is in `tui.terminal.keys`.

Textual sends a changed line from its first cell on, and every piece of it with its whole style and
a reset after it: 40 bytes in true colour. In a bracket most changes are far to the right, in many
short pieces. Here only the changed cells are sent, and of a style what differs from the piece
before.

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

What terminals may show narrower than `saves.cells` measures is written between two restored cursors
(`anchored`): blanks first, then the text, then on to the cell where it ends by our measure,
whatever the terminal made of it. The toolkit itself measures by the table of a library, in which a
vowel sign beside its letter takes no cell; tmux, xterm and most others give it one, and every
column after it moves. Importing this module makes it measure by `saves.cells`.
"""

from __future__ import annotations

import asyncio
import os
import re
import signal
import unicodedata
from codecs import getincrementaldecoder
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from os import read
from select import select
from typing import TYPE_CHECKING, Any, NoReturn

import rich.cells
from rich.color import Color as RichColor
from rich.color import ColorSystem
from rich.console import COLOR_SYSTEMS, Console, RenderableType
from rich.segment import Segment
from rich.style import Style
from textual import constants, events
from textual._compositor import (
    ChopsUpdate,
    Compositor,
    CompositorUpdate,
    LayoutUpdate,
    ReflowResult,
)
from textual._time import get_time
from textual.app import App
from textual.color import Color
from textual.driver import Driver
from textual.drivers.linux_driver import LinuxDriver
from textual.filter import LineFilter, Monochrome, NoColor
from textual.geometry import Size
from textual.message_pump import MessagePump
from textual.screen import ModalScreen, Screen
from textual.strip import Strip
from textual.widgets import Input
from textual.worker import Worker, WorkerFailed

from engine.points import counted
from engine.refusal import Refused
from saves.cells import clusters, text_width
from saves.safe_text import JOINERS, REPLACEMENT
from tui import kiosk
from tui.terminal.keys import LOOK_SECONDS, TerminalKeys

if TYPE_CHECKING:
    from textual.widget import Widget


MOST_COLUMNS = 800
MOST_ROWS = 300
"""A screen of eight million points has about as many of the smallest letters."""
TERMINAL_SECONDS = 2.0
"""How often it is asked whether the terminal is still there."""


def bounded(size: Size) -> Size:
    """The size that is painted: the upper left part of a window that claims to be larger."""
    return Size(min(max(size.width, 1), MOST_COLUMNS), min(max(size.height, 1), MOST_ROWS))


def _end_without_terminal() -> None:
    """A parent can keep the hang-up signal to itself, or have it ignored; the toolkit would read on
    without end."""
    if os.isatty(0):
        return
    if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
    os.kill(os.getpid(), signal.SIGHUP)


class Shut(App[None]):
    """An app from which nothing leads out but its end."""

    fault: BaseException | None = None
    """The fault of the program that ended it."""

    def end_with_terminal(self) -> None:
        """From now on end once the terminal is gone, where there is one."""
        if not self.is_headless and os.isatty(0):
            self.set_interval(TERMINAL_SECONDS, _end_without_terminal)

    def run_out(self) -> None:
        """Run to the end; a fault is raised when the terminal is given back, for the caller that
        reports it in a line and writes the details down."""
        self.run()
        if self.fault is not None:
            raise self.fault

    def get_driver_class(self) -> type[Driver]:
        """Keys as they are typed, in a terminal."""
        return typed_driver(super().get_driver_class())

    def get_line_filters(self) -> Sequence[LineFilter]:
        """No colour at all under `NO_COLOR`; on the Linux console what its font has."""
        return line_filters(super().get_line_filters(), self.no_color)

    @property
    def size(self) -> Size:
        """What is painted of the window, whatever it claims to be."""
        return bounded(super().size)

    async def on_event(self, event: events.Event) -> None:
        """The size of a window comes in here, from a signal, from the terminal's own word and
        from a browser."""
        if isinstance(event, events.Resize):
            size = bounded(event.size)
            event = events.Resize(size, size)
        await super().on_event(event)

    def _handle_exception(self, error: Exception) -> None:
        if self.fault is None:
            self.fault = error.error if isinstance(error, WorkerFailed) else error
        super()._handle_exception(error)

    def _fatal_error(self) -> None:
        """Not shown: pages of source and of names."""
        self.bell()
        self._close_messages_no_wait()

    def on_mount(self) -> None:
        """Once the terminal is the toolkit's: in a kiosk it is never given back half way."""
        if kiosk.on():
            signal.signal(signal.SIGTSTP, signal.SIG_IGN)

    def action_suspend_process(self) -> None:
        """Not done."""

    def action_screenshot(self, filename: str | None = None, path: str | None = None) -> None:
        """Not done."""

    def suspend(self) -> Any:
        """There is nothing to be suspended for."""
        _refuse()

    def open_url(self, url: str, *, new_tab: bool = True) -> None:
        """No browser is started."""

    def save_screenshot(self, *args: Any, **options: Any) -> NoReturn:
        """No file is made."""
        _refuse()

    def deliver_screenshot(self, *args: Any, **options: Any) -> NoReturn:
        """No file is made."""
        _refuse()

    def deliver_text(self, *args: Any, **options: Any) -> NoReturn:
        """No file is made."""
        _refuse()

    def deliver_binary(self, *args: Any, **options: Any) -> NoReturn:
        """No file is made."""
        _refuse()


def _refuse() -> NoReturn:
    raise Refused("that is not done here", "the program makes no file of its screen", "")


class TerminalDriver(LinuxDriver):
    """The toolkit's driver with that parser, and no wait where the parser waits for none."""

    def write(self, data: str) -> None:
        """To the terminal, with the columns kept where terminals disagree on widths."""
        super().write(anchored(data))

    def run_input_thread(self) -> None:
        """Bytes to keys, until the program ends."""
        parser = TerminalKeys()
        decode = getincrementaldecoder("utf-8")("replace").decode
        while not self.exit_event.is_set():
            wait = constants.ESCAPE_DELAY / 2 if parser.waits else LOOK_SECONDS
            if select([self.fileno], [], [], wait)[0]:
                for message in parser.feed(decode(self._read())):
                    self.process_message(message)
            for message in parser.tick():
                self.process_message(message)

    def _read(self) -> bytes:
        try:
            read_bytes = read(self.fileno, 4096)
        except OSError:
            read_bytes = b""
        if not read_bytes:  # the terminal is gone: the console looks for that itself
            self.exit_event.wait(LOOK_SECONDS)
        return read_bytes


def typed_driver(driver: type[Driver]) -> type[Driver]:
    """That driver in place of the toolkit's for terminals; a browser sends no bytes of keys."""
    return TerminalDriver if driver is LinuxDriver else driver


# From keys to what is in front

ASKING = frozenset({"ask", "asking", "import", "reading", "open"})
"""Groups of workers that ask something, or lead to another screen. While one is under way and its
dialog is not up yet, what is typed waits. A draw and the saves of results are not among them: they
run beside the keys."""
AT_ONCE = frozenset({"ctrl+q", "ctrl+c"})
"""Keys that leave the program whatever is under way."""
QUIET = 0.6
"""Seconds that a question nobody had foreseen is there, and that no key comes, before a key is its
answer: a key that is typed on from a sheet of paper does not answer it."""
GLANCE = 0.01
"""Seconds between two looks at a command that is under way."""
PATIENCE = 0.05
"""Seconds between two looks whether a screen that should have taken a key is still there."""


class Keyboard:
    """What is typed, queued until what is in front can take it.

    A key is handed on when the one before it has been dealt with, when every command that asks has
    its dialog up or has ended, when a form in front is not `saving` (it may go when it has saved,
    with a key on its way), and when the screen in front has been shown. So a key typed after
    one that opens a dialog goes to the dialog, never to the place under it. If the dialog takes
    nothing but an answer, keys that do not begin with one were meant for something else, and none
    of them is taken for it. A question that no command leads to comes up while something else is
    typed, and its answers begin when the keys have paused.
    """

    def __init__(
        self,
        app: App[None],
        deal_with: Callable[[events.Event], Awaitable[None]],
        rested: Callable[[], None],
    ) -> None:
        self._app, self._deal_with, self._rested = app, deal_with, rested
        self._typed: asyncio.Queue[events.Event] = asyncio.Queue()
        self._dialogs: dict[Worker[Any], Screen[Any]] = {}
        self._front: Screen[Any] | None = None
        self._in_hand: events.Event | None = None
        """Taken from the queue, and not handed on yet."""
        self._writing = False
        """The key handed on last was typed into a text."""
        self._unforeseen: dict[Screen[Any], float] = {}
        """Dialogs that no command led to, and when they came up."""
        self._unread: float | None = None
        """When an unforeseen question came up, or a key after it."""
        self._missed, self._how = 0, ""

    @property
    def waiting(self) -> bool:
        """Whether more was typed than has been handed on."""
        return not self._typed.empty()

    def typed(self, event: events.Event) -> None:
        """Queue a key, or a paste."""
        self._typed.put_nowait(event)

    def give_back(self, given: Sequence[events.Event]) -> None:
        """Queue again, before all that came later, what a screen was handed and did not take."""
        later = self._taken_out()
        afresh = [
            events.Key(event.key, event.character) if isinstance(event, events.Key) else event
            for event in given
        ]
        for event in (*afresh, *later):
            self._typed.put_nowait(event)

    def set_aside(self, taken: Collection[str]) -> list[events.Event]:
        """All that was typed so far and is not for a screen that takes these keys: to be given
        back when it goes. A key on its way to a screen that goes would be lost."""
        aside = list[events.Event]()
        for event in self._taken_out():
            if isinstance(event, events.Key) and event.key in taken:
                self._typed.put_nowait(event)
            else:
                aside.append(event)
        return aside

    def drop_unless(self, answers: Collection[str]) -> int:
        """What was typed before a question was there is its answer where it begins with one. Else
        it was meant for something else, and is dropped: how many keys."""
        typed = self._taken_out()
        if not typed or (isinstance(typed[0], events.Key) and key_of(typed[0]) in answers):
            for event in typed:
                self._typed.put_nowait(event)
            return 0
        return len(typed)

    def not_foreseen(self, since: float | None = None, wrong_keys: int = 0) -> None:
        """The question in front came up while something else was typed, or `wrong_keys` that are
        not an answer show that it is not read: what is typed until the keys pause is not taken."""
        self._unread = get_time() if since is None else since
        self._missed, self._how = wrong_keys, "on" if wrong_keys else "before this question"

    def _miss(self) -> None:
        self._missed += 1
        told: Callable[[str], None] | None = getattr(self._app.screen, "not_taken", None)
        if told is not None:
            were = "was" if self._missed == 1 else "were"
            told(f"{counted(self._missed, 'key')} typed {self._how} {were} not taken")

    def _too_early(self, event: events.Event) -> bool:
        """Whether a key was typed without a look at the question in front."""
        if self._unread is None:
            return False
        if event.time >= self._unread + QUIET:
            self._unread = None
            return False
        self._unread = max(self._unread, event.time)
        return True

    def _taken_out(self) -> list[events.Event]:
        """All that was typed and not handed on."""
        typed = [] if self._in_hand is None else [self._in_hand]
        self._in_hand = None
        while not self._typed.empty():
            typed.append(self._typed.get_nowait())
        return typed

    def asks(self, worker: Worker[Any], dialog: Screen[Any]) -> None:
        """That worker waits for the answer of that dialog, or shows it while it works."""
        self._dialogs = {w: shown for w, shown in self._dialogs.items() if not w.is_finished}
        self._dialogs[worker] = dialog
        if worker.group not in ASKING or self._writing:
            self._unforeseen[dialog] = get_time()

    def answered(self, worker: Worker[Any]) -> None:
        """It goes on."""
        self._dialogs.pop(worker, None)

    async def hand_on(self) -> None:
        """Hand on key after key, for as long as the program runs."""
        while True:
            event = self._in_hand = await self._typed.get()
            await self._settled()
            if self._in_hand is None:  # queued again after earlier ones, or dropped
                continue
            self._in_hand = None
            if self._too_early(event):
                self._app.bell()
                self._miss()
                continue
            target = self._app.focused or self._app.screen
            self._writing = isinstance(target, Input) or getattr(target, "writing", False)
            await self._deal_with(event)
            way = [node for node in target.ancestors_with_self if node is not self._app]
            await _reached(way)
            if not (isinstance(event, events.Key) and event.is_printable):
                # enter and the like go on as a message (submitted, chosen), by the same way
                await _reached([self._app, *way])
            if not self.waiting:
                self._rested()

    async def _settled(self) -> None:
        """Wait until nothing is under way, and until what is in front has been shown."""
        while True:
            screen = self._app.screen
            if screen is not self._front:
                await _reached([screen], shown=True)
                self._front = screen
                answers = getattr(screen, "only_answers", None)
                came, self._unforeseen = self._unforeseen.get(screen), {}
                if isinstance(screen, ModalScreen):
                    self._unread = None
                if answers is not None and came is not None:
                    self.not_foreseen(came)
                elif answers is not None and (dropped := self.drop_unless(answers)):
                    self._app.bell()
                    self.not_foreseen(wrong_keys=dropped)
            elif getattr(screen, "saving", False) or any(map(self._under_way, self._app.workers)):
                await asyncio.sleep(GLANCE)
            else:
                return

    def _under_way(self, worker: Worker[Any]) -> bool:
        if worker.group not in ASKING or worker.is_finished:
            return False
        return self._dialogs.get(worker) not in self._app.screen_stack


async def _reached(nodes: Sequence[MessagePump], shown: bool = False) -> None:
    """Wait until each of `nodes`, in turn, has dealt with all that it was sent so far.

    With `shown`, until the last one has been painted too. Returns early where one is gone.
    """
    done = asyncio.Event()

    def go_on(at: int) -> None:
        if at < len(nodes):
            if not nodes[at].call_later(go_on, at + 1):
                go_on(at + 1)
        elif not (shown and nodes[-1].call_after_refresh(done.set)):
            done.set()

    go_on(0)
    while not done.is_set():
        with suppress(asyncio.TimeoutError):
            await asyncio.wait_for(done.wait(), PATIENCE)
        if not all(node.is_attached for node in nodes):
            return


def key_of(event: events.Key) -> str:
    """A key as the table writes it: the character, or the name."""
    if event.is_printable and event.character and event.character != " ":
        return event.character
    return event.key


# What is sent to the terminal


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
    them, on a terminal that does it in the background colour."""
    pen, texts, at = _Pen(console, erases), list[str](), None
    for y, start, strip in parts:
        text, end = pen.written(strip), start + strip.cell_length
        if erases and (walk := _WALK.search(text)):  # the cursor need not pass the last blank
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
        """The position of every part."""
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
        of which pieces would be between lines of the one before. Parts of another size ask to
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
        """The text with its longer blanks erased, and the cursor after them."""
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
    """Whether a blank of that style shows nothing but the background colour."""
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
    """Attributes, the colour of letters, the background colour."""
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
        """These are shown from now on; returns what was shown before, where it is of use."""
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
    parts again, with the letters that are there."""

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
    """The first cell and the one after the last of each stretch that has changed."""
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
    """What is in each cell, and how; the second cell of a wide letter is empty."""
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
    """The number of that colour among the 256; None if it is not one of them."""
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
    """What is between the screens and the terminal: `NO_COLOR` means the terminal's own two
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
    """The output for the terminal, the cursor put right after every text that is `unsure`. If it
    `erases` in the background colour (None: by its own account), that takes fewer bytes than
    blanks, also for those after the text."""
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
        """Where the cursor is after letters of certain width."""
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
