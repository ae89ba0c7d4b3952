"""Rating lists: loaded with a bar of progress, taken away, and put into the order of an event."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

from textual import events, work
from textual.app import ComposeResult
from textual.screen import ModalScreen
from textual.widgets import Label

from engine.actions import ChangeSettings
from engine.event import Event
from engine.event_data import DEFAULT_METHOD, METHOD_KEY, ORDER_KEY, RATING_METHODS
from engine.rating_lists import RatingList
from engine.rating_rule import rule_of
from engine.refusal import Refused
from saves.safe_text import safe, shortened
from tui import kiosk
from tui.screens.dialogs import dialog_help, make_room
from tui.screens.import_files import candidates
from tui.screens.listed_events import when_changed
from tui.screens.paths import found_path, paths_on
from tui.screens.rating_lines import list_lines, moved, switched
from tui.terminal.cells import bar, in_lines
from tui.widgets.lines import Line, LineList, line
from tui.widgets.titled_box import TitledBox

if TYPE_CHECKING:
    from saves.ratings.building import Loaded
    from tui.app import TopboardApp

KEYS = (
    "a  load a list   X  take one away   c  compare the entries\n"
    "space  counts   K J  order   0  as proposed   m  method   esc  back"
)
ORDER_KEYS = ("K", "J", "0", "m")
NO_LIST = "no list is loaded: a loads one"
CHOOSING = "enter  load it   p  type a path   esc  back"
LOADING = "esc  stop"
ENDINGS = (".zip", ".txt", ".xml", ".csv", ".tsv")
BESIDE = 10
CELLS = 40
REPAINT = 0.2
"""Seconds between two pictures of the bar."""


def _file_told(path: Path) -> tuple[tuple[str, str], ...]:
    where = f"{shortened(str(path.parent), 50)}  {when_changed(path.stat().st_mtime)}"
    return (f"  {shortened(path.name, 50)}", "plain"), (f"  {where}", "dim")


class RatingLists(ModalScreen[bool]):
    """The lists and their order; a file is chosen in the same box. True where the entries are to be
    compared with them now."""

    DEFAULT_CSS = """
    RatingLists { align: center middle; background: transparent; }
    RatingLists .dialog-box { width: 80; max-width: 100%; }
    RatingLists LineList { background: $surface; }
    """

    def __init__(self) -> None:
        super().__init__()
        self.list = LineList(id="rating-lists")
        self.lists: tuple[RatingList, ...] = ()
        self.choosing = False
        self.file_read = ""
        """The name of the file that is being loaded."""
        self.percent = 0
        self.stopped = False

    @property
    def console(self) -> TopboardApp:
        """The app, by its own type."""
        return cast("TopboardApp", self.app)

    def compose(self) -> ComposeResult:
        """Title, list, what is said, keys."""
        with TitledBox("Rating lists"):
            yield self.list
            yield Label("", id="lists-said", classes="dialog-note", markup=False)
            yield Label(KEYS, id="lists-keys", classes="dialog-note", markup=False)

    def on_mount(self) -> None:
        """What is loaded."""
        self.list.focus()
        self.set_interval(REPAINT, self._show_progress)
        self.call_after_refresh(self.look)

    def on_resize(self) -> None:
        """Lines are cut elsewhere."""
        if not self.choosing:
            self.call_after_refresh(self.repaint)

    def look(self, said: str = "") -> None:
        """Read which lists there are, and show them."""
        from tui.rating_desk import library

        try:
            with library() as lists:
                self.lists = lists.lists
        except Refused as refusal:
            self.lists, said = (), f"! {refusal}"
        self.choosing = False
        self.repaint(said)

    def repaint(self, said: str = "") -> None:
        """The lists, and their order in the event that is open."""
        width = max(self.list.size.width, 40)
        self._fill("Rating lists", list(list_lines(self.lists, self._event, width)), KEYS, said)

    @property
    def _event(self) -> Event | None:
        return self.console.desk.event

    def _fill(self, title: str, lines: list[Line], keys: str, said: str = "") -> None:
        make_room(self.list, BESIDE, max(len(lines), 1))
        self.list.show(lines)
        note = "\n".join(in_lines(safe(said, 600), 72)[:4])
        self.query_one(TitledBox).entitle(title)
        for id, text in (("said", note), ("keys", keys)):
            label = self.query_one(f"#lists-{id}", Label)
            label.update(text)
            label.display = bool(text)

    # Keys

    def on_key(self, event: events.Key) -> None:
        """One key each."""
        event.stop()
        if self.file_read:
            self.stopped = self.stopped or event.key == "escape"
        elif self.choosing:
            self._key_in_files(event)
        elif event.key in ("escape", "q"):
            self.dismiss(False)
        elif event.character == "?":
            dialog_help(self, "Rating lists")
        elif event.character == "a":
            self._choose()
        elif event.character == "c":
            if self.lists:
                self.dismiss(True)
            else:
                self._say_why(NO_LIST)
        elif event.character == "X":
            self._remove()
        elif self._key_of_order(event) or self.list.take_key(event.key):
            pass
        elif event.key == "space" or event.character in ORDER_KEYS:
            self._say_why("choose one of the ratings below the lists" if self.lists else NO_LIST)
        else:
            self.app.bell()

    def _say_why(self, said: str) -> None:
        """Why a key does nothing here."""
        self.repaint(f"! {said}")
        self.app.bell()

    def _key_of_order(self, event: events.Key) -> bool:
        """Whether a key has put the lists into another order."""
        open_event, selected = self._event, self.list.selected
        if open_event is None or not self.lists:
            return False
        rule = rule_of(open_event)
        used = rule.columns(self.lists)
        if event.character == "m":
            codes = list(RATING_METHODS)
            after = codes[(codes.index(rule.method) + 1) % len(codes)]
            self._set({METHOD_KEY: "" if after == DEFAULT_METHOD else after})
            return True
        if event.character == "0":
            self._set({ORDER_KEY: ""})
            return True
        if not isinstance(selected, tuple) or selected[0] != "column":
            return False
        name = str(selected[1])
        if event.key == "space":
            self._set({ORDER_KEY: ", ".join(switched(used, name))})
        elif event.character in ("K", "J") and name in used:
            order = moved(used, name, -1 if event.character == "K" else 1)
            self._set({ORDER_KEY: ", ".join(order)})
        else:
            return False
        return True

    @work(exclusive=True, group="order")
    async def _set(self, details: Mapping[str, str]) -> None:
        await self.console.desk.act(ChangeSettings(details=details))
        self.repaint()

    # A file

    def _choose(self) -> None:
        self.choosing = True
        near = (Path.cwd(), Path.home() / "Downloads", Path.home(), self.console.desk.store.folder)
        files = candidates((kiosk.inbox(),) if kiosk.on() else near, ENDINGS)
        lines = [Line(_file_told(path), str(path)) for path in files]
        nothing = [line("  no .zip, .txt, .xml or .csv file near by; p types a path", "dim")]
        self._fill("Load a rating list from", lines or nothing, CHOOSING)

    def _key_in_files(self, event: events.Key) -> None:
        if event.key in ("escape", "q"):
            self.look()
        elif event.character == "p":
            self._ask_path()
        elif not self.list.take_key(event.key):
            self.app.bell()

    @work(exclusive=True, group="path")
    async def _ask_path(self) -> None:
        if kiosk.on():
            text = await self.console.ask_line("Name of a list in the inbox:")
        else:
            text = await self.console.ask_line(
                "Path of a rating list:",
                f"{Path.cwd()}/",
                completions=partial(paths_on, endings=ENDINGS),
            )
        if not text:
            return
        try:
            self._load(kiosk.in_inbox(text) if kiosk.on() else found_path(text))
        except Refused as refusal:
            self.look(f"! {refusal}")

    def on_line_list_chosen(self, message: LineList.Chosen) -> None:
        """Enter on a file."""
        message.stop()
        if self.choosing and not self.file_read:
            self._load(Path(str(message.key)))

    # Loading

    @work(exclusive=True, group="loading")
    async def _load(self, path: Path) -> None:
        self.file_read, self.percent, self.stopped = shortened(path.name, 40), 0, False
        self._fill(f"Loading {self.file_read}", [self._bar()], LOADING)
        try:
            loaded = await asyncio.to_thread(self._loaded, path)
        except Refused as refusal:
            self.file_read = ""
            where = f"{refusal.where}: " if refusal.where else ""
            self.look(f"! {where}{refusal}")
            return
        self.file_read = ""
        if loaded is None:
            self.look("stopped; nothing was changed")
            return
        new = loaded.list
        before = f", in place of that of {loaded.before.date}" if loaded.before else ""
        notes = "".join(f"; {note}" for note in loaded.notes)
        event = self._event
        if event is not None and event.entrants and rule_of(event).checks:
            self.dismiss(True)
        else:
            self.look(f"loaded: {new.dated}, {new.players:,} players{before}{notes}")

    def _loaded(self, path: Path) -> Loaded | None:
        """In a thread."""
        from saves.ratings.building import add_list
        from tui.rating_desk import database

        if kiosk.on():
            kiosk.inside(path)

        def progress(percent: int) -> None:
            self.percent = percent

        return add_list(database(), path, progress=progress, stopped=lambda: self.stopped)

    def _bar(self) -> Line:
        stopping = "  stopping …" if self.stopped else ""
        return Line(
            (("  ", "plain"), (bar(self.percent, 100, CELLS), "accent"),
             (f" {self.percent:>3} %{stopping}", "plain"))
        )  # fmt: skip

    def _show_progress(self) -> None:
        if self.file_read:
            self.list.show([self._bar()])

    @work(exclusive=True, group="loading")
    async def _remove(self) -> None:
        from saves.ratings.building import remove_list
        from tui.rating_desk import database

        selected = self.list.selected
        if not isinstance(selected, tuple) or selected[0] != "list":
            self._say_why("choose a list, which X takes away" if self.lists else NO_LIST)
            return
        name = str(selected[1])
        if not await self.console.ask(f"Take the rating list {safe(name)} away?"):
            return
        self.file_read = safe(name)
        try:
            old = await asyncio.to_thread(remove_list, database(), name)
        except Refused as refusal:
            said = f"! {refusal}"
        else:
            said = f"{old.dated} is taken away"
        self.file_read = ""
        self.look(said)


def _changed(path: Path) -> str:
    try:
        return when_changed(path.stat().st_mtime)
    except OSError:
        return ""


async def rating_lists(console: TopboardApp) -> None:
    """Open the lists; then the comparison, where that is wanted."""
    compares = await console.push_screen_wait(RatingLists())
    if compares:
        await check_ratings(console)


async def check_ratings(console: TopboardApp) -> None:
    """Open the comparison."""
    from tui.screens.rating_check import RatingCheck

    await console.push_screen_wait(RatingCheck())
