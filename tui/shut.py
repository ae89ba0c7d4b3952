"""What the toolkit could do beside showing screens, and this program never does: no screenshot
or other file, no other program, no suspending to a shell. So it is on a laptop too, not only in a
kiosk: nothing here needs it, and nothing can be led into it."""

from __future__ import annotations

import signal
from typing import Any, NoReturn

from textual.app import App

from engine.refusal import Refused
from tui import kiosk


class Shut(App[None]):
    """An app from which nothing leads out but its end."""

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
