"""Results on their way to the disk: one after the other, in the order of typing."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from textual import work

from engine.actions import CLEAR, EnterResult
from engine.entrants import EntrantId
from engine.event import Event, Match
from engine.refusal import Refused, Stale
from engine.results import GameResult, Outcome, Side
from saves.safe_text import safe
from tui.screens.results_lines import brief, entered_elsewhere, result_text
from tui.screens.results_view import ResultsView


@dataclass(frozen=True, slots=True)
class Typed:
    """A result that was typed: where, what, and what stood there when it was."""

    round: int
    board: int
    text: str
    was: str | None
    insist: bool = False
    """The arbiter was told what it undoes, and said yes."""

    @property
    def overwrites(self) -> bool:
        """Another result is replaced; one that was still open is no more than awaited."""
        return self.was not in (None, self.text) and not self.completes

    @property
    def completes(self) -> bool:
        """What stood there is kept, and what was open in it (`?`) is filled in."""
        known = [re.escape(part) for part in (self.was or "").split("?")]
        return len(known) > 1 and re.fullmatch("[^,]+".join(known), self.text) is not None


class ResultsSaving(ResultsView):
    """Takes typed results, saves them in order, and says which could not be."""

    def __init__(self) -> None:
        super().__init__()
        self._queue: asyncio.Queue[Typed | Callable[[], object]] = asyncio.Queue()
        self._asked = False
        self._forfeited: tuple[int, int] | None = None
        """Round and board of the forfeit entered last."""

    def on_mount(self) -> None:
        """The saves run beside the keys."""
        super().on_mount()
        self._save_in_order()

    def _stood(self, number: int, match: Match) -> str | None:
        """What the arbiter replaces knowingly; somebody else's result is never that.

        It may have come to the screen the blink of an eye before the key.
        """
        typed = self._waiting.get((number, match.board))
        if typed is not None:
            return None if typed == CLEAR else typed
        if match.result is None:
            return None
        desk = self.desk
        current = desk.event.current
        place, now = (number, match.board), current.number if current else number
        theirs = entered_elsewhere(desk.recent, desk.elsewhere, desk.undone, place, now)
        return None if theirs and not match.result.provisional else match.result.text

    def _put(self, entered: Typed) -> None:
        place = (entered.round, entered.board)
        self._unsaved.pop(place, None)
        self._waiting[place] = entered.text
        self._queue.put_nowait(entered)

    async def saved(self) -> None:
        """Wait until everything typed so far is saved, or has stopped."""
        await self._queue.join()

    @work(group="saving")
    async def _save_in_order(self) -> None:
        while True:
            job = await self._queue.get()
            if isinstance(job, Typed):
                await self._save(job)
            else:
                made = job()
                if asyncio.iscoroutine(made):
                    await made
            self._queue.task_done()

    async def _save(self, job: Typed) -> None:
        place = (job.round, job.board)
        over = job.was is not None
        action = EnterResult(job.board, job.text, job.was, job.round, over, job.insist)
        try:
            await self.desk.do(action, more=True)
            self.body.settle()
        except Stale as stale:
            self._forget(place, job.text)
            await self._conflict(action, stale)
        except Refused as refusal:
            self._stop(job, refusal)
        else:
            self._forget(place, job.text)
            self._say_done(job)

    def _say_done(self, job: Typed) -> None:
        """What was overwritten; who forfeits is often gone for good: said, never asked."""
        event = self.desk.event
        from tui.screens.result_questions import given

        told = f"{brief(job.was)} becomes {given(job.text)} · u takes it back"
        awaited = job.completes and job.was != GameResult.ADJOURNED.text
        if job.was in (None, job.text) or awaited:
            told = ""
        absent = absent_ones(event.round(job.round).match(job.board))
        if absent:
            self._forfeited = (job.round, job.board)
            there = [one for one in map(event.entrant, absent) if one.active(job.round + 1)]
            names = " and ".join(safe(one.name, 30) for one in there)
            told = f"{told or 'forfeit'}" + (f"; x withdraws {names}" if there else "")
        if told:
            self.message(f"{event.board_name(job.board)}: {told}")

    def _forget(self, place: tuple[int, int], text: str) -> None:
        if self._waiting.get(place) == text:
            del self._waiting[place]

    def _stop(self, job: Typed, refusal: Refused) -> None:
        """A save failed: what was typed since is not saved either, and the rows say so."""
        failed = [job]
        while not self._queue.empty():
            later = self._queue.get_nowait()
            self._queue.task_done()
            if isinstance(later, Typed):
                failed.append(later)
        for one in failed:
            self._forget((one.round, one.board), one.text)
            self._waiting.pop((one.round, one.board), None)
            self._unsaved[(one.round, one.board)] = one.text
        self.body.select(job.board)
        self.repaint()
        more = f" (and {len(failed) - 1} more)" if len(failed) > 1 else ""
        board = self.desk.event.board_name(job.board)
        self.message(f"NOT SAVED: {board}{more}: {refusal.reason}", "bad")

    async def _conflict(self, action: EnterResult, stale: Stale) -> None:
        """Another desk was there first: theirs stays unless `y`."""
        after = self.body.selected
        self.body.select(action.number)
        typed = "that it is cleared" if action.result == CLEAR else result_text(action.result)
        told = f"{stale.what[:1].upper()}{stale.what[1:]}.\n\nYou typed {typed}. Overwrite theirs?"
        if await self.console.ask(told):
            now = self.desk.event.round(action.round or 0).match(action.number).result
            again = replace(action, was=now.text if now else None, replace=True)
            if await self.desk.act(again) is not None:
                self._say_done(Typed(action.round or 0, action.number, action.result, again.was))
        if after is not None:
            self.body.select(after)

    @work(group="asking")
    async def _ask_full(self, entered: Typed) -> None:
        """With every board filled a key is more likely one too many than a correction."""
        if self._asked:
            return
        self._asked = True
        try:
            stands = (
                f"{self.desk.event.board_name(entered.board).capitalize()} has {brief(entered.was)}"
            )
            told = f"{brief(entered.text)} instead" if entered.text != CLEAR else "clear it"
            word = self.desk.event.board_word
            question = f"{stands}: {told}?\n\nNo {word} of this round is without a result."
            if await self.console.ask(question):
                self._put(entered)
        finally:
            self._asked = False

    @work(group="asking")
    async def _ask_earlier(self, entered: Typed, event: Event) -> None:
        """Results of an earlier round ask, saying what depends on them."""
        if self._asked:
            return
        self._asked = True
        now = event.round(entered.round).match(entered.board).result
        saved = now.text if now else CLEAR
        stands = self._waiting.get((entered.round, entered.board), saved)
        # the question says what stands, whoever entered it: that is replaced knowingly
        entered = replace(entered, was=None if stands == CLEAR else stands)
        try:
            from tui.screens.result_questions import earlier_question

            told, undone = earlier_question(
                event, self.desk.format, entered.round, entered.board, entered.was, entered.text
            )
            if await self.console.ask(told):
                self._put(replace(entered, insist=undone))
        finally:
            self._asked = False


def absent_ones(match: Match) -> list[EntrantId]:
    """Who did not come, by the board's forfeit."""
    result = match.result
    if result is None or result.played:
        return []
    sides: tuple[tuple[EntrantId, Side], ...] = ((match.white, "white"), (match.black, "black"))
    return [id for id, side in sides if result.outcome(side) is Outcome.LOSS]
