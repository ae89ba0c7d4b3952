"""What the toolkit could do beside showing screens, and this program never does: no screenshot
or other file, no other program, no suspending to a shell, no inside of the program on the hall's
terminal when it fails. So it is on a laptop too, not only in a kiosk: nothing here needs it, and
nothing can be led into it."""

from __future__ import annotations

import os
import signal
from typing import Any, NoReturn

from textual import events
from textual.app import App
from textual.geometry import Size
from textual.worker import WorkerFailed

from engine.refusal import Refused
from tui import kiosk

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
