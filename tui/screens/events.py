"""The list of events: where the console begins without one."""

from __future__ import annotations

import asyncio
from pathlib import Path

from textual import work

from engine.alphabet import fold
from engine.event import Event
from engine.refusal import Refused
from saves.safe_text import safe
from tui import kiosk
from tui.commands.places import events, events_folder
from tui.screens.event_files import folder_trouble, looked_into, named
from tui.screens.events_lines import ListedEvent, event_lines
from tui.screens.filtered import FilteredPlace
from tui.screens.wrapping import pack_keys, wrapped
from tui.widgets.lines import Line, LineList, fit, line


class EventList(FilteredPlace):
    """Every event of the events' folder, damaged ones included, with the reason."""

    place = "events"

    def __init__(self) -> None:
        super().__init__()
        self.found: list[ListedEvent] = []
        self.folder = Path()
        self.trouble = ""
        self._came_from = ""

    def on_screen_resume(self) -> None:
        """In front again: look at the folder again, at the event that one comes from."""
        if not self.desk.closed:
            self._came_from = str(self.desk.store.folder)
        self.call_after_refresh(self._look)

    def repaint(self) -> None:
        """The list; no event is needed for it."""
        if self.is_current and self.size.width:
            self._show_list()
            self.refresh_frame()

    def refresh_frame(self) -> None:
        """Status, heads, foot and keys, with no event open."""
        width = self.size.width
        count = f"{len(self.found)} event{'' if len(self.found) == 1 else 's'}"
        bad = sum(bool(f.problem) and not f.format for f in self.found)
        count += f", {bad} cannot be read" if bad else ""
        self.status.show(line(fit(f" Topboard · {count} · {safe(str(self.folder), 200)}", width)))
        self.heads.display = True
        self.heads.show(self._heads_line)
        self._show_foot()
        self.key_line.show(pack_keys(self._key_line(), width))

    def show(self, event: Event) -> None:
        """The list does not follow one event."""
        self._show_list()

    def _show_list(self) -> None:
        wanted = fold(self.needle)
        shown = [f for f in self.found if wanted in fold(f"{f.title} {f.folder.name} {f.format}")]
        self._heads_line, lines = event_lines(shown, self.size.width)
        self.body.show(lines or self._nothing())

    def _nothing(self) -> list[Line]:
        if self.found:
            return [line("   no event with that name: esc shows all", "dim")]
        texts = [f"no events in {safe(str(self.folder), 200)} yet", "n  makes a new event"]
        texts += [] if kiosk.on() else ["`topboard demo` makes one to try things on"]
        return [line(f"   {text}", "dim") for text in texts]

    @work(exclusive=True, group="events")
    async def _look(self) -> None:
        """Names at once, then each event as it is read."""
        try:
            self.folder = events_folder()
            self.trouble = folder_trouble(self.folder)
            folders = await asyncio.to_thread(events)
        except Refused as refusal:
            self.trouble, folders = str(refusal), []
        known = {f.folder: f for f in self.found}
        self.found = [known.get(folder, named(folder)) for folder in folders]
        self._sort()
        if self._came_from:
            self.body.select(self._came_from)
            self._came_from = ""
        for folder in [f.folder for f in self.found]:
            looked = await asyncio.to_thread(looked_into, folder)
            self.found = [looked if f.folder == folder else f for f in self.found]
            self.repaint()

    def _sort(self) -> None:
        self.found.sort(key=lambda f: (-f.changed, f.folder.name))
        self.repaint()

    def _foot_lines(self) -> list[Line]:
        if self.prompting or self._message is not None:
            return super()._foot_lines()
        chosen, width = self._chosen(), self.size.width
        if chosen is not None and chosen.problem:
            return [line(text, "must") for text in wrapped(chosen.problem, width, "!")]
        if self.trouble and not self.needle:
            return [line(text, "must") for text in wrapped(safe(self.trouble, 300), width, "!")]
        return [self.narrowed()]

    def _chosen(self) -> ListedEvent | None:
        return next((f for f in self.found if str(f.folder) == self.body.selected), None)

    def on_line_list_moved(self, message: LineList.Moved) -> None:
        """What is wrong with the one selected is said at the foot."""
        message.stop()
        self._show_foot()

    def works(self, id: str) -> bool:
        """An empty list cannot be opened."""
        return id not in ("open", "find", "back_up", "soundness") or bool(self.found)

    # Keys

    def on_line_list_chosen(self, message: LineList.Chosen) -> None:
        """Enter."""
        message.stop()
        self.action_open()

    def action_open(self) -> None:
        """The event selected, where it stopped."""
        chosen = self._chosen()
        if chosen is None:
            self.message("no event is selected; n makes one")
        else:
            self._open(chosen.folder)

    @work(exclusive=True, group="open")
    async def _open(self, folder: Path, place: str = "") -> None:
        try:
            await self.console.open(folder)
            if place:
                await self.console.go(place)
        except Refused as refusal:
            self.message(str(refusal), "bad")

    def action_new(self) -> None:
        """A form; the event made is opened."""
        from tui.screens.new_event import new_event

        if self.trouble:
            raise Refused("no event can be made", self.trouble, "see TOPBOARD_EVENTS")
        new_event(self, lambda folder: self._open(folder, "entries"))

    def action_where(self) -> None:
        """Where events live, and how to have them elsewhere."""
        another = "; TOPBOARD_EVENTS or `events` in the settings names another folder"
        self.message(f"events are in {self.folder}{'' if kiosk.on() else another}")

    def action_again(self) -> None:
        """Read the folder once more."""
        self._look()

    @work(exclusive=True, group="ask")
    async def action_back_up(self) -> None:
        """The event selected, in one file."""
        from tui.screens.backups import back_up

        chosen = self._chosen()
        if chosen is None:
            self.message("no event is selected")
        elif said := await back_up(self.console, chosen.folder):
            self.message(said, "done")

    @work(exclusive=True, group="ask")
    async def action_restore(self) -> None:
        """An event made again from its backup, and selected."""
        from tui.screens.backups import restore_backup

        if self.trouble:
            raise Refused("no event can be made", self.trouble, "see TOPBOARD_EVENTS")
        done = await restore_backup(self.console, self.folder)
        if done is not None:
            self._came_from = str(done[0])
            self._look()
            self.message(done[1], "done")

    @work(exclusive=True, group="soundness")
    async def action_soundness(self) -> None:
        """Whether the event selected is sound on disk."""
        from tui.screens.soundness import no_event, verify_event

        chosen = self._chosen()
        await verify_event(self.console, no_event(chosen.folder if chosen else None))
