"""Whether an event on disk is sound, asked from the console: how far it is, what was found."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Label

from engine.refusal import Refused
from saves.safe_text import safe
from tui.screens.columns import in_lines
from tui.screens.dialogs import Telling
from tui.widgets.lines import Line, line

if TYPE_CHECKING:
    from saves.verify import VerifyReport
    from tui.app import TopboardApp

PAUSE = 0.2
"""Seconds between two words on how far it is."""
TITLES = ("Sound", "Not as it was saved", "Not whole")
"""By the status of the report."""


class Working(ModalScreen[None]):
    """Something that takes its time, with how far it is; esc asks for its end."""

    AUTO_FOCUS = ""

    def __init__(self, title: str) -> None:
        super().__init__()
        self.title_text = title
        self.done = self.all = 0
        self.ended = threading.Event()

    def compose(self) -> ComposeResult:
        """What is done, how far it is, how to end it."""
        with Vertical(classes="dialog-box"):
            yield Label(self.title_text, markup=False)
            yield Label("reading …", id="how-far", markup=False)
            yield Label("esc  stop", markup=False, classes="dialog-note")

    def on_mount(self) -> None:
        """The worker's thread only counts; the words are made here."""
        self.set_interval(PAUSE, self._show)

    def _show(self) -> None:
        if self.all:
            text = f"{self.done:,} of {self.all:,} actions replayed"
            self.query_one("#how-far", Label).update(text)

    def went_on(self, done: int, all: int) -> None:
        """From the worker's thread: so much is done; ends it where that was asked for."""
        from saves.verify import Stopped

        self.done, self.all = done, all
        if self.ended.is_set():
            raise Stopped

    def on_key(self, event: events.Key) -> None:
        """Esc ends it, and nothing else is heard."""
        event.stop()
        if event.key in ("escape", "q"):
            self.ended.set()


async def verify_event(app: TopboardApp, folder: Path) -> None:
    """Look at every seal and the whole chain, do every action again, and tell what was found.

    Nothing is changed. To be called in a worker.
    """
    from saves.verify import verify

    working = Working(f"Checking the files of {safe(folder.name, 40)}")
    app.push_screen(working)
    try:
        report = await asyncio.to_thread(verify, folder, progress=working.went_on)
    finally:
        # the thread goes no further than its next word, should the console end before it
        working.ended.set()
        working.dismiss()
    await app.push_screen_wait(Telling(_title(report, folder), _lines(report)))


def _title(report: VerifyReport, folder: Path) -> str:
    word = "Stopped" if report.stopped else TITLES[report.status]
    return f"{word}: {safe(folder.name, 40)}"


def _lines(report: VerifyReport) -> list[Line]:
    style = "bad" if report.status else "plain"
    lines = [(text, "plain" if text == report.advice else style) for text in report.lines]
    return [
        line(f" {part}", kind)
        for text, kind in lines[:400]
        for part in in_lines(safe(text, 400), 66, "  ")
    ]


def no_event(folder: Path | None) -> Path:
    """The folder to look at; `Refused` where none is selected."""
    if folder is None:
        raise Refused("no event is selected", "", "choose one from the list")
    return folder
