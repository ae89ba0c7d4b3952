"""An app on a terminal, under the console and the wall: nothing leads out of it, and what is typed
comes in whole and in order, from the terminal's bytes to what is in front.

What the toolkit could do beside showing screens this program never does (`Shut`): no screenshot or
other file, no other program, no suspending to a shell, no inside of the program on the hall's
terminal when it fails. So it is on a laptop too, not only in a kiosk: nothing here needs it, and
nothing can be led into it.

The toolkit's parser of keys reads Esc and a digit that follows at once as a letter (`¡` for Esc 1),
gives up on Esc and a letter only when time has passed, and lets what it cannot read out again
as keys. Here (`TerminalKeys`) the stream is cut first: Esc, then the key; a paste is one whatever
stands in it; and a sequence that nobody knows is dropped, because its digits are no results.
"""

from __future__ import annotations

import asyncio
import os
import re
import signal
from codecs import getincrementaldecoder
from collections.abc import Awaitable, Callable, Collection, Iterator, Sequence
from contextlib import suppress
from os import read
from select import select
from time import monotonic
from typing import Any, NoReturn

from textual import constants, events
from textual._keyboard_protocol import MODIFIER_FUNCTIONAL_KEYS
from textual._time import get_time
from textual._xterm_parser import BRACKETED_PASTE_END, BRACKETED_PASTE_START, XTermParser
from textual.app import App
from textual.driver import Driver
from textual.drivers.linux_driver import LinuxDriver
from textual.filter import LineFilter
from textual.geometry import Size
from textual.keys import _character_to_key
from textual.message import Message
from textual.message_pump import MessagePump
from textual.screen import ModalScreen, Screen
from textual.widgets import Input
from textual.worker import Worker, WorkerFailed

from engine.points import counted
from engine.refusal import Refused
from tui import kiosk
from tui.terminal.output import anchored, line_filters

MOST_COLUMNS = 800
MOST_ROWS = 300
"""A screen of eight million points has about as many of the smallest letters."""
TERMINAL_SECONDS = 2.0
"""How often it is asked whether the terminal is still there."""


def bounded(size: Size) -> Size:
    """The size that is painted: the upper left part of a window that claims to be larger."""
    return Size(min(max(size.width, 1), MOST_COLUMNS), min(max(size.height, 1), MOST_ROWS))


def _end_without_terminal() -> None:
    """A parent can keep the hang-up signal to itself, or have it ignored; the toolkit would read
    on for ever."""
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
        """Run to the end; a fault is raised when the terminal is given back, for whoever tells
        of it in a line and writes the details down."""
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


# From the terminal's bytes to keys

ESC = "\x1b"
_SEQUENCE = re.compile(
    r"\x1b\[\[[A-E]"  # F1 to F5 of the Linux console
    r"|\x1b\[M[^\x1b]{3}"  # the mouse, as it was once
    r"|\x1b\[(?!\[|M)[0-?]*[ -/]*[@-~]"
    r"|\x1bO[0-9;]*[A-Za-z]"
    r"|\x1b[P\]_][^\x07\x1b]*(?:\x07|\x1b\\)"  # an answer that was not asked for
)
_BEGUN = re.compile(r"\x1b(?:\[(?:\[|M[^\x1b]{0,2}|[0-?]*[ -/]*)?|O[0-9;]*)?")
"""What can still become a sequence."""
_LONGEST = 256
"""Characters of a sequence; whatever is longer is none."""
PASTE_SECONDS = 5.0
"""A paste whose end is lost ends when nothing has come for so long."""
LONGEST_PASTE = 1 << 16
"""Characters; no list that is pasted is longer, and a terminal could paste for ever."""
LOOK_SECONDS = 0.1
"""How long the thread waits for bytes before it looks whether it is to end."""

KEYPAD = {
    "decimal": ".",
    "divide": "/",
    "multiply": "*",
    "subtract": "-",
    "add": "+",
    "equal": "=",
    "separator": ",",
} | {f"kp_{digit}": digit for digit in "0123456789"}
"""Names of keypad keys, and what stands on them."""
UNREADABLE = "unreadable"
"""Name of the key that a sequence is whose end never came."""
_SILENT = frozenset(MODIFIER_FUNCTIONAL_KEYS) | {"caps_lock", "num_lock", "scroll_lock"}
"""Pressed for the sake of another key; some terminals tell of them too."""
_ANSWERED = {f"{ESC}Ol": ",", f"{ESC}OX": "=", f"{ESC}OE": f"{ESC}[E", f"{ESC}[G": f"{ESC}[E"}
"""Keypad sequences that the toolkit does not know: the comma, `=`, and 5 without NumLock."""


class TerminalKeys(XTermParser):
    """The toolkit's parser, fed with whole sequences and single characters only."""

    def __init__(self, debug: bool = False) -> None:
        super().__init__(debug)
        self._rest = ""
        """What came and is not whole yet."""
        self._pasted: str | None = None
        """A paste under way."""
        self._since = 0.0

    @property
    def waits(self) -> bool:
        """Whether time alone decides what came last."""
        return bool(self._rest) and self._pasted is None

    def feed(self, data: str) -> Iterator[Message]:
        """Everything that is whole; the rest waits for more, or for `tick`."""
        if not data:
            return
        self._since = monotonic()
        self._rest += data
        while self._rest:
            if self._pasted is not None:
                if (paste := self._paste_ended()) is None:
                    return
                yield paste
            elif not self._rest.startswith(ESC):
                plain, esc, after = self._rest.partition(ESC)
                self._rest = esc + after
                for character in plain:
                    yield from self._known(character)
            elif whole := _SEQUENCE.match(self._rest):
                self._rest = self._rest[whole.end() :]
                yield from self._sequence(whole.group())
            elif _BEGUN.fullmatch(self._rest) and len(self._rest) <= _LONGEST:
                return
            else:
                self._rest = self._rest[1:]
                yield _escape()

    def tick(self) -> Iterator[Message]:
        """What has waited long enough: Esc alone, Esc and a key, a paste without its end."""
        waited = monotonic() - self._since
        if self._pasted is not None:
            if waited >= PASTE_SECONDS:
                yield events.Paste(_clean(self._pasted + self._rest))
                self._pasted, self._rest = None, ""
        elif self._rest and waited >= constants.ESCAPE_DELAY:
            rest, self._rest = self._rest, ""
            if len(rest) > 2:  # cut off on its way: the digits in it were never typed
                yield events.Key(UNREADABLE, None)
                return
            yield _escape()
            for character in rest[1:]:
                yield from self._known(character)

    def _paste_ended(self) -> events.Paste | None:
        """The paste, where its end has come."""
        text, end, after = ((self._pasted or "") + self._rest).partition(BRACKETED_PASTE_END)
        if not end:
            # the end may come in pieces
            keep = len(BRACKETED_PASTE_END) - 1
            self._pasted, self._rest = text[:-keep][:LONGEST_PASTE], text[-keep:]
            return None
        self._pasted, self._rest = None, after
        return events.Paste(_clean(text[:LONGEST_PASTE]))

    def _sequence(self, whole: str) -> Iterator[Message]:
        if whole == BRACKETED_PASTE_START:
            self._pasted = ""
        elif whole[1] in "[O":
            yield from self._known(_ANSWERED.get(whole, whole))

    def _known(self, piece: str) -> Iterator[Message]:
        for message in super().feed(piece):
            if not isinstance(message, events.Key):
                yield message
            elif message.key.rpartition("+")[2] not in _SILENT:
                yield _by_name(message)
        if self._timeout_time is not None:
            # no sequence of any terminal: the parser begins anew
            self._timeout_time = None
            self._gen = self.parse(self._tokens.append)
            self._awaiting = next(self._gen)


def _escape() -> events.Key:
    return events.Key("escape", ESC)


def _clean(pasted: str) -> str:
    return pasted.replace("\x00", "")


def _by_name(key: events.Key) -> events.Key:
    """A keypad key sent by name alone is the character that stands on it."""
    if key.character is not None:
        return key
    shown = KEYPAD.get(key.key) or (key.key if len(key.key) == 1 else None)
    if shown is None:
        return key
    return events.Key(shown if shown.isalnum() else _character_to_key(shown), shown)


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
"""Groups of workers that ask something, or lead to another screen. While one is under way and
its dialog is not up yet, what is typed waits. A draw and the saves of results are none: they run
beside the keys."""
AT_ONCE = frozenset({"ctrl+q", "ctrl+c"})
"""Keys that leave the program whatever is under way."""
QUIET = 0.6
"""Seconds that a question nobody had foreseen is there, and that no key comes, before a key is its
answer: a key that is typed on from a sheet of paper is none."""
GLANCE = 0.01
"""Seconds between two looks at a command that is under way."""
PATIENCE = 0.05
"""Seconds between two looks whether a screen that should have taken a key is still there."""


class Keyboard:
    """What is typed, queued until what is in front can take it.

    A key is handed on when the one before it has been dealt with, when every command that
    asks has its dialog up or has ended, and when the screen in front has been shown. So a key
    typed behind one that opens a dialog goes to the dialog, never to the place under it. Where
    the dialog takes nothing but an answer, keys that do not begin with one were meant for
    something else, and none of them is taken for it. A question that no command leads to comes up
    while something else is typed, and its answers begin when the keys have paused.
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
        """When a question came up that nobody had foreseen, or a key behind it."""
        self._missed, self._how = 0, ""

    @property
    def waiting(self) -> bool:
        """Whether more was typed than has been handed on."""
        return not self._typed.empty()

    def typed(self, event: events.Event) -> None:
        """Queue a key, or a paste."""
        self._typed.put_nowait(event)

    def give_back(self, given: Sequence[events.Key]) -> None:
        """Queue again, before all that came later, what a screen was handed and did not take."""
        later = self._taken_out()
        afresh = [events.Key(key.key, key.character) for key in given]
        for event in (*afresh, *later):
            self._typed.put_nowait(event)

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
        no answer show that it is not read: what is typed until the keys pause is not taken."""
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
            if self._in_hand is None:  # queued again behind earlier ones, or dropped
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
            elif any(map(self._under_way, self._app.workers)):
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
