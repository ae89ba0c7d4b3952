"""Keys on their way to what is in front: one after the other, none past a dialog that comes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress
from typing import Any

from textual import events
from textual.app import App
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.worker import Worker

ASKING = frozenset({"ask", "asking", "import", "reading", "open"})
"""Groups of workers that ask something, or lead to another screen. While one is under way and
its dialog is not up yet, what is typed waits. A draw and the saves of results are none: they run
beside the keys."""
AT_ONCE = frozenset({"ctrl+q", "ctrl+c"})
"""Keys that leave the program whatever is under way."""
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
    something else, and none of them is taken for it.
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
            target = self._app.focused or self._app.screen
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
                if answers is not None and self.drop_unless(answers):
                    self._app.bell()
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
