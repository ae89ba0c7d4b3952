"""The place History: every action of the event, who did it, when; any of them undone."""

from __future__ import annotations

import asyncio
from functools import partial

from textual import work

from engine.actions import Redo, Undo
from engine.event import Event
from engine.points import counted
from engine.refusal import Refused
from tui.screens.columns import in_lines
from tui.screens.dialogs import Telling
from tui.screens.filtered import FilteredPlace
from tui.screens.history_lines import HistoryLine, Teller, history_lines, sifted
from tui.widgets.lines import LineList, line


class History(FilteredPlace):
    """The log, last action first, on top of the place from which it was opened."""

    place = "history"

    def __init__(self) -> None:
        super().__init__()
        self.told: list[HistoryLine] = []
        self._read_to = -1
        self._teller: Teller | None = None

    def show(self, event: Event) -> None:
        """The entries that hold the words looked for."""
        if self._read_to != event.revision:
            self._read()
        shown = sifted(self.told, self.needle, event.entrants)
        self._heads_line, lines = history_lines(shown, self.size.width)
        empty = "reading the journal …" if self._read_to < 0 else "nothing of that kind"
        self.body.show(lines or [line(f"   {empty}", "dim")])

    @work(exclusive=True, group="history")
    async def _read(self) -> None:
        """Put the journal into words: in a thread, a long one takes its time."""
        store = self.desk.store
        try:
            entries = await asyncio.to_thread(lambda: store.entries)
            self._teller = self._teller or Teller(store.format_named)
            self.told = await asyncio.to_thread(self._teller.tell, entries)
        except Refused as refusal:
            self.message(str(refusal), "bad")
        self._read_to = self.desk.event.revision
        self.repaint()

    def status_text(self, event: Event) -> str:
        """How long it is."""
        gone = sum(x.undone for x in self.told)
        return f"history · {counted(len(self.told), 'action')}" + (
            f", {gone} undone" if gone else ""
        )

    def _selected(self) -> HistoryLine:
        found = next((x for x in self.told if x.n == self.body.selected), None)
        if found is None:
            raise Refused("no action is selected", "", "")
        return found

    @work(exclusive=True, group="ask")
    async def action_undo(self) -> None:
        """Take the selected action back, whoever did it."""
        chosen = self._selected()
        if chosen.undone:
            self.message(f"action {chosen.n} is undone already; U does it again")
        elif not chosen.can_be_undone:
            self.message(f"action {chosen.n} cannot be undone: {chosen.text}", "bad")
        elif await self.console.ask(f"Take back action {chosen.n}?\n{chosen.text}\n{chosen.who}"):
            await self._turn(Undo(chosen.n), f"taken back: {chosen.text}")

    @work(exclusive=True, group="ask")
    async def action_redo(self) -> None:
        """Do the selected action again that was taken back."""
        chosen = self._selected()
        if not chosen.undone:
            self.message(f"action {chosen.n} is not undone", "bad")
        elif await self.console.ask(f"Do action {chosen.n} again?\n{chosen.text}\n{chosen.who}"):
            await self._turn(Redo(chosen.n), f"done again: {chosen.text}")

    @work(exclusive=True, group="ask")
    async def action_points(self) -> None:
        """Go back to a restore point, in one action that can be undone."""
        store = self.desk.store
        points = await asyncio.to_thread(store.points)
        firsts = {one.n: f", {one.when}: {one.text}" for one in self.told}
        since = {
            point.name: "not from this journal: it may be another event's"
            if point.foreign
            else f"before action {first}{firsts.get(first, '')}"
            for point in reversed(points)
            for first in [point.journal_n + 1]
        }
        lines = [line(f" {name}  {text}", key=name) for name, text in since.items()]
        if not lines:
            self.message("no restore points yet: publishing a round or an import takes one")
            return
        note = "enter  go back to it      esc  leave"
        chosen = await self.console.push_screen_wait(Telling("Go back to", lines, note))
        if chosen not in since:
            return
        asked = "What was done since is taken back, in one action that can be undone."
        if await self.console.ask(f"Go back to {chosen}, {since[chosen]}?\n{asked}"):
            before = self.desk.event
            await self.desk.settle_edits(partial(store.restore, chosen))
            if self.desk.event is not before:
                self.message(f"restored to {chosen}", "done")

    @work(exclusive=True, group="soundness")
    async def action_soundness(self) -> None:
        """Every seal, the whole chain, every action done again."""
        from tui.screens.soundness import verify_event

        await self.desk.bring_files_up()
        await verify_event(self.console, self.desk.store.folder)

    async def _turn(self, action: Undo | Redo, said: str) -> None:
        try:
            await self.desk.do(action)
        except Refused as refusal:
            self.message(str(refusal), "bad")
            return
        self.message(said, "done")

    def on_line_list_chosen(self, message: LineList.Chosen) -> None:
        """Enter: the whole text."""
        message.stop()
        self.action_whole()

    def action_whole(self) -> None:
        """All that is known of the selected action."""
        chosen = self._selected()
        texts = [chosen.text, f"{chosen.when}, {chosen.who}"]
        texts += [f"before: {chosen.was}"] if chosen.was else []
        texts += ["undone"] if chosen.undone else []
        lines = [line(f" {part}") for text in texts for part in in_lines(text, 60, "  ")]
        self.console.push_screen(Telling(f"Action {chosen.n}", lines))

    def action_leave(self) -> None:
        """Show all again, or go back."""
        if self.needle:
            self.action_all()
        else:
            self.console.pop_screen()
