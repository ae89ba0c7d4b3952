"""The console: one event, its places, and the one door through which it changes."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual.app import App, SystemCommand
from textual.screen import Screen
from textual.signal import Signal

import themes
from engine.actions import Action
from engine.event import Event
from engine.log import Entry
from engine.protocol import Format
from engine.refusal import Refused
from saves.lock import this_host, this_user
from tui.palette import Actions
from tui.screens.dialogs import AskLine, Confirm, Help
from tui.screens.place import Place

if TYPE_CHECKING:
    from saves.store import Store

PLACES: dict[str, str] = {
    "events": "tui.screens.events:EventList",
    "entries": "tui.screens.entries:Entries",
    "pairings": "tui.screens.pairings:Pairings",
    "results": "tui.screens.results:Results",
    "standings": "tui.screens.standings:Standings",
}
"""Every place by name, loaded when it is first gone to."""
ROUND_TRIP = ("entries", "pairings", "results", "standings")
"""The order of tab."""
FIRST_PLACE = {
    "register": "entries",
    "draw": "pairings",
    "choose": "pairings",
    "publish": "pairings",
    "play": "results",
    "finished": "standings",
}
"""Where an event opens, by the step it stands at."""
SESSION = f"console-{os.getpid()}"
"""This console's name in the journal: `u` takes back what was done at it alone."""
RECENT = 400
"""Actions of the journal that the places can speak about."""
SLOW_SAVE = 0.15
"""Seconds after which the status line says that a save is under way."""
WATCH_SECONDS = 0.12
"""How often the journal's size and time are looked at."""


@dataclass(frozen=True, slots=True)
class Session:
    """Who sits at this console."""

    user: str
    host: str


def _screen(path: str) -> Screen[None]:
    module, _, name = path.partition(":")
    made: Screen[None] = getattr(import_module(module), name)()
    return made


class TopboardApp(App[None]):
    """The console on the event in `folder`, or on the list of events where that is None.

    For the places: `store`, `event`, `format` (only while an event is open: not `closed`);
    `await act(action)`, the one door; `changed`, published after every change, here or at
    another desk; `session`; `ask`, `ask_line`; `go(place)`; `open(folder)`. `recent` holds the
    last entries of the journal, `undone` the numbers taken back, `elsewhere` those done at other
    consoles: read these on the hot way,
    `store.entries` waits for a save that is under way.
    """

    CSS_PATH = themes.STYLE_SHEET
    MODES: ClassVar[dict[str, str | Callable[[], Screen[None]]]] = {
        name: partial(_screen, path) for name, path in PLACES.items()
    }
    COMMANDS: ClassVar[set[type[Actions]]] = {Actions}  # type: ignore[assignment]
    ALLOW_SELECT = False
    TITLE = "Topboard"

    def __init__(self, folder: Path | None = None, place: str | None = None) -> None:
        self._store: Store | None = None
        self.recent: tuple[Entry, ...] = ()
        self.undone: frozenset[int] = frozenset()
        self.elsewhere: frozenset[int] = frozenset()
        self.saving = False
        self._came_from_list = folder is None
        self.session = Session(this_user(), this_host())
        if folder is not None:
            self._store = _opened(folder)
            self._look_back()
        # the first place is the first mode, so that nothing is painted twice at the start
        self.DEFAULT_MODE = place or self._first_place()  # type: ignore[misc]
        super().__init__()
        self.changed: Signal[Event] = Signal(self, "event-changed")
        self.animation_level = "none"
        self._door = asyncio.Lock()
        self._seen: tuple[int, ...] = ()
        for theme in themes.ALL:
            self.register_theme(theme)
        self.theme = _theme_wanted()

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Our own tokens, for themes that do not know them."""
        return {"muted": "#a8adb5", "cursor": "#2f4a68", "cursor-text": "#ffffff"}

    def on_mount(self) -> None:
        """Watch the journal."""
        self._seen = self._journal_state()
        self.set_interval(WATCH_SECONDS, self._watch)

    # The event

    @property
    def closed(self) -> bool:
        """Whether no event is open (the list of events is in front)."""
        return self._store is None

    @property
    def store(self) -> Store:
        """The store of the open event; `Refused` where none is open."""
        if self._store is None:
            raise Refused("no event is open", "", "choose one from the list")
        return self._store

    @property
    def event(self) -> Event:
        """The event as it stands."""
        return self.store.event

    @property
    def format(self) -> Format:
        """Its format."""
        return self.store.format

    @property
    def saved_text(self) -> str:
        """For the right end of the status line."""
        if self.store.read_only:
            return "READ-ONLY"
        if self.saving:
            return "saving …"
        last = self.recent[-1] if self.recent else None
        return f"saved {last.t[11:16]}" if last and len(last.t) >= 16 else "saved"

    async def do(self, action: Action, more: bool = False) -> Event:
        """Do an action and tell every place; raises `Refused`. With `more` to come at once, the
        save files wait for the last one (the journal does not)."""
        return await self._through(partial(self.store.do, action, checkpoint=not more))

    async def act(self, action: Action) -> Event | None:
        """The one door for places: do an action; a refusal is shown and gives None."""
        try:
            return await self.do(action)
        except Refused as refusal:
            self.refused(refusal)
            return None

    async def undo(self) -> Event:
        """Take back my last action here; raises `Refused`."""
        return await self._through(self.store.undo)

    async def redo(self) -> Event:
        """Do again what I took back; raises `Refused`."""
        return await self._through(self.store.redo)

    async def _through(self, change: Callable[[], object]) -> Event:
        async with self._door:
            try:
                await asyncio.to_thread(self._changing, change)
            finally:
                self.saving = False
            event = self.event
        self.changed.publish(event)
        return event

    def _changing(self, change: Callable[[], object]) -> None:
        """In a thread: the change, and what the places say about it."""
        timer = threading.Timer(SLOW_SAVE, self._say_saving)
        timer.start()
        try:
            change()
        finally:
            timer.cancel()
        self._look_back()

    def _say_saving(self) -> None:
        self.saving = True
        with suppress(RuntimeError):  # the loop has gone home
            self.call_from_thread(self._refresh_frame)

    def _refresh_frame(self) -> None:
        if self.front is not None:
            self.front.refresh_frame()
            self.front.body.settle()

    def _look_back(self) -> None:
        store = self.store
        self.recent, self.undone = store.entries[-RECENT:], store.undone
        lines = ((e.n, store.history.line(e.n).author) for e in self.recent)
        self.elsewhere = frozenset(n for n, author in lines if author != store.author)

    def _journal_state(self) -> tuple[int, ...]:
        if self._store is None:
            return ()
        try:
            found = os.stat(self._store.folder / "journal.log")
        except OSError:
            return ()
        return (found.st_size, found.st_mtime_ns, found.st_ino)

    async def _watch(self) -> None:
        """Read on when the journal grew: another desk was there."""
        if self._store is not None and not self._door.locked():
            await self.look()

    async def look(self) -> None:
        """Take in now what others have done."""
        state = self._journal_state()
        if state == self._seen:
            return
        try:
            async with self._door:
                new = await asyncio.to_thread(self._refreshed)
                self._seen = state
        except Refused as refusal:
            self._seen = state
            self.refused(refusal)
        else:
            if new:
                self.changed.publish(self.event)

    def _refreshed(self) -> bool:
        new = self.store.refresh()
        if new:
            self._look_back()
        return new

    # What places say and ask

    @property
    def front(self) -> Place | None:
        """The place in front, under whatever dialog."""
        return next((s for s in reversed(self.screen_stack) if isinstance(s, Place)), None)

    def refused(self, refusal: Refused) -> None:
        """Show a refusal: what, why, what to do."""
        if self.front is not None:
            self.front.message(str(refusal), "bad")

    async def ask(self, question: str, yes_key: str = "y") -> bool:
        """Ask; only `yes_key` says yes, Enter and Esc say no. From a worker."""
        return bool(await self.push_screen_wait(Confirm(question, yes_key)))

    async def ask_line(
        self,
        prompt: str,
        initial: str = "",
        validate: Callable[[str], str | None] | None = None,
    ) -> str | None:
        """Ask for a line of text; None for Esc. `validate` gives what is wrong, or None.

        From a worker.
        """
        return await self.push_screen_wait(AskLine(prompt, initial, validate))

    # Places

    def _first_place(self) -> str:
        if self._store is None:
            return "events"
        return FIRST_PLACE[self._store.format.next_step(self._store.event).name]

    async def go(self, place: str) -> None:
        """To that place."""
        if place != self.current_mode:
            await self.switch_mode(place)

    async def open(self, folder: Path) -> None:
        """Open the event in that folder and go to where it stands; raises `Refused`."""
        self._store = await asyncio.to_thread(_opened, folder)
        await asyncio.to_thread(self._look_back)
        self._seen = self._journal_state()
        await self.go(self._first_place())

    async def action_entries(self) -> None:
        """F1."""
        await self.go("entries")

    async def action_pairings(self) -> None:
        """F2."""
        await self.go("pairings")

    async def action_results(self) -> None:
        """F3."""
        await self.go("results")

    async def action_standings(self) -> None:
        """F4."""
        await self.go("standings")

    async def action_next_place(self) -> None:
        """Tab."""
        await self._step(1)

    async def action_last_place(self) -> None:
        """Shift and tab."""
        await self._step(-1)

    async def _step(self, by: int) -> None:
        if self.current_mode in ROUND_TRIP:
            at = ROUND_TRIP.index(self.current_mode)
            await self.go(ROUND_TRIP[(at + by) % len(ROUND_TRIP)])

    async def action_back(self) -> None:
        """One level back: to the place, the list of events, out."""
        if len(self.screen_stack) > 1:
            self.pop_screen()
        elif self.current_mode != "events" and self._came_from_list:
            await self.go("events")
        else:
            self.exit()

    async def action_undo(self) -> None:
        """My last action here, with what it was."""
        await self.undo()
        if self.front is not None:
            self.front.message(self._said("taken back"), "done")

    async def action_redo(self) -> None:
        """The action taken back last."""
        await self.redo()
        if self.front is not None:
            self.front.message(self._said("done again"), "done")

    def _said(self, word: str) -> str:
        """The action that the last undo or redo was about, in the arbiter's words."""
        about = self.turned()
        return f"{word}: {about.action.describe(self.event)}" if about else word

    def turned(self) -> Entry | None:
        """The action that the last undo or redo was about, if it is not long ago."""
        target = getattr(self.recent[-1].action, "target", None) if self.recent else None
        return next((e for e in self.recent if e.n == target), None)

    def action_history(self) -> None:
        """Every action of the event, on top of the place."""
        if not self.closed:
            self.push_screen(_screen("tui.screens.history:History"))

    def action_help(self) -> None:
        """What can be done here."""
        if self.front is not None:
            self.push_screen(Help(self.front.place, self.front.extra_help()))

    def action_palette(self) -> None:
        """Every command by name."""
        self.action_command_palette()

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Themes; nothing that writes files."""
        for theme in themes.ALL:
            yield SystemCommand(
                f"Theme: {theme.name}",
                (import_module(f"themes.{theme.name}").__doc__ or "").strip(),
                partial(setattr, self, "theme", theme.name),
            )


def _opened(folder: Path) -> Store:
    from saves.store import open_event

    return open_event(folder, session=SESSION)


def _theme_wanted() -> str:
    wanted = os.environ.get("TOPBOARD_THEME", "")
    if any(theme.name == wanted for theme in themes.ALL):
        return wanted
    return "ansi" if os.environ.get("TERM") == "linux" else "hall"


def run(folder: Path | None, place: str | None = None) -> None:
    """Open the console; `Refused` where the event cannot be opened."""
    TopboardApp(folder, place).run()
