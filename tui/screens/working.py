"""Something that takes its time, done beside the keys: how far it is, and how to end it."""

from __future__ import annotations

import asyncio
import math
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar, cast

from textual import events
from textual.app import ComposeResult
from textual.screen import ModalScreen
from textual.widgets import Label
from textual.worker import NoActiveWorker, get_current_worker

from saves.cells import bar
from saves.going_on import GoingOn, Stopped
from tui.widgets.titled_box import TitledBox

if TYPE_CHECKING:
    from tui.app import TopboardApp

T = TypeVar("T")
PATIENCE = 0.5
"""Seconds after which it is shown how far it is."""
PAUSE = 0.2
"""Seconds between two looks."""
CELLS = 30
"""Of the bar."""
ENDING = ("escape", "q")
"""Keys that ask for its end."""


class Working(ModalScreen[None]):
    """What is done, with a bar where it is counted, else the seconds; esc asks for its end, where
    it can be ended. `things` are what is counted."""

    DEFAULT_CSS = "Working { align: center middle; background: transparent; }"
    AUTO_FOCUS = ""

    def __init__(self, title: str, things: str = "", stoppable: bool = True) -> None:
        super().__init__()
        self.title_text, self.things, self.stoppable = title, things, stoppable
        self.done = self.all = 0
        self.ended = threading.Event()
        self.began = time.monotonic()
        self.shown_at = math.inf
        """When it was shown."""
        self.before: list[events.Event] = []
        """Keys that were typed before that, for what comes after it."""

    def compose(self) -> ComposeResult:
        """What is done, how far it is, how to end it."""
        with TitledBox(self.title_text):
            yield Label("…", id="how-far", markup=False)
            note = "esc  stop" if self.stoppable else "it cannot be stopped half-way"
            yield Label(note, markup=False, classes="dialog-note")

    def on_mount(self) -> None:
        """The worker's thread only counts; the words are made here. What was typed before anybody
        could see them waits."""
        self.shown_at = time.monotonic()
        keyboard = cast("TopboardApp", self.app).keyboard
        self.before += keyboard.set_aside(ENDING if self.stoppable else ())
        self.set_interval(PAUSE, self.show)

    def show(self) -> None:
        """How far it is now."""
        if self.all:
            counted = f"{self.done:,} of {self.all:,} {self.things}"
            text = f"{bar(self.done, self.all, CELLS)}  {counted}"
        else:
            text = f"{time.monotonic() - self.began:.0f} s"
        self.query_one("#how-far", Label).update(text)

    def went_on(self, done: int, all: int) -> None:
        """From the worker's thread: so much is done; ends it where that was asked for."""
        self.done, self.all = done, all
        if self.ended.is_set():
            raise Stopped

    def on_key(self, event: events.Key) -> None:
        """Esc ends it. What was typed before anybody could see it waits; other keys do nothing."""
        event.stop()
        if event.key in ENDING and self.stoppable:
            self.ended.set()
        elif event.time < self.shown_at:
            self.before.append(event)


async def at_work(
    app: TopboardApp,
    title: str,
    work: Callable[[GoingOn], T],
    things: str = "",
    stoppable: bool = True,
) -> T | None:
    """What `work` gives, done in a thread; None where it was stopped. What is not done at once is
    shown with how far it is.

    To be called in a worker.
    """
    working = Working(title, things, stoppable)
    task = asyncio.ensure_future(asyncio.to_thread(work, working.went_on))
    try:
        await asyncio.wait({task}, timeout=PATIENCE)
        if not task.done():
            _show(app, working)
        return await task
    except Stopped:
        return None
    finally:
        # the thread goes no further than its next word, should the console end before it
        working.ended.set()
        if working.is_attached:
            working.dismiss()
        app.keyboard.give_back(working.before)


def _show(app: TopboardApp, working: Working) -> None:
    with suppress(NoActiveWorker):
        app.keyboard.asks(get_current_worker(), working)
    app.push_screen(working)
