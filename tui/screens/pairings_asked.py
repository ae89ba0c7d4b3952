"""What Pairings asks of the engine beside the console: why, why not, how else it would draw."""

from __future__ import annotations

from typing import Any

from textual import work

from engine.actions import Action, Instruct, Release
from engine.departures import Departure
from engine.event import Event, Instruction
from engine.refusal import NoDraw, Refused
from saves.safe_text import safe
from tui.screens.dialogs import Telling
from tui.screens.pairings_hand import PairingsByHand
from tui.screens.pairings_view import DRAW_RUNS
from tui.screens.pairings_words import deadlock_lines, own_lines
from tui.screens.why_dialog import Together, WhyDialog

NOTE = 240
"""Cells of a note of the draw below the list."""


class PairingsAsked(PairingsByHand):
    """Draws, comparisons and explanations: children that can be stopped."""

    # The children

    @work(group="draw")
    async def _draw(self, redraw: bool = False, keep_choices: bool = False) -> None:
        if self.desk.beside is not None:
            return
        self._picked = None
        self._tick()
        try:
            end = await self.desk.draw(redraw, keep_choices)
            said = ["the draw was stopped"] * end.stopped
            if not end.stopped and self.desk.format.next_step(self.desk.event).choice is None:
                said = ["drawn"]
            self.message("; ".join([*said, *(safe(note, NOTE) for note in end.notes[:2])]), "done")
        except NoDraw as refusal:
            self._deadlocked(refusal, redraw, keep_choices)
        except Refused as refusal:
            self.message(str(refusal), "bad")
        finally:
            self._stop_ticking()

    def _tick(self) -> None:
        """The seconds of what runs beside the console."""
        self._ticking = self.set_interval(1.0, self._show_foot)
        self.call_later(self.refresh_frame)

    def _stop_ticking(self) -> None:
        if self._ticking is not None:
            self._ticking.stop()
        self.repaint()

    async def _beside_the_own(self, number: int) -> tuple[Departure, ...] | None:
        """Who sits elsewhere than in the engine's own draw; None where that was stopped or
        cannot be said (the refusal is shown)."""
        self._tick()
        try:
            found = await self.desk.answer("round", "--round", str(number), "--own")
        except Refused as refusal:
            self.message(f"not compared with the engine's own draw: {refusal}", "bad")
            return None
        finally:
            self._stop_ticking()
        return _differences(found) if found else None

    # A round that has no legal draw

    @work(group="asking")
    async def _deadlocked(self, refusal: NoDraw, redraw: bool, keep_choices: bool) -> None:
        """The whole refusal; the fewest games that would do, locked on the arbiter's word."""
        event = self.desk.event
        lines = deadlock_lines(event, refusal)
        these = "these" if len(refusal.pairs) > 1 else "this"
        note, answers = "enter, esc, q  cancel", {}
        if refusal.pairs:
            note, answers = f"l  lock {these} and draw      {note}", {"l": "lock"}
        told = Telling(safe(refusal.what, 200), lines, note, answers)
        if await self.console.push_screen_wait(told) != "lock":
            self.message(safe(str(refusal), 400), "bad")
            return
        number = event.proposal.number if event.proposal else len(event.published) + 1
        for pair in refusal.pairs:
            if not await self._locked(*pair, number):
                return
        self._draw(redraw, keep_choices)

    async def _locked(self, a: str, b: str, number: int) -> bool:
        """Lock two for a round, and take back what stands against it."""
        wanted = Instruction("lock", a, b, number)
        for action in _in_the_way(self.desk.event, wanted):
            if await self.desk.act(action) is None:
                return False
        return await self.desk.act(Instruct(wanted)) is not None

    # Why

    @work(group="asking")
    async def action_why(self) -> None:
        """All reasons of the selected board, and what another opponent would cost."""
        review, key = self.review(self.desk.event), self.body.selected
        if review is None or not isinstance(key, int | tuple):
            return
        wish = await self.console.push_screen_wait(WhyDialog(review, key))
        if not isinstance(wish, Together):
            return
        event = self.desk.event
        if self.desk.beside is not None or event.proposal is None:
            self.message("there is no proposal any more: look again", "bad")
            return
        if await self._locked(wish.a, wish.b, event.proposal.number):
            self._draw(redraw=True, keep_choices=True)

    # The engine's own draw

    @work(group="draw")
    async def action_own(self) -> None:
        """What the engine would have done without locks, bars and changes by hand."""
        event = self.desk.event
        round = self.round_shown(event)
        if self.desk.beside is not None:
            self.message(f"{DRAW_RUNS}: wait, or stop it with x", "bad")
        elif round is None or round is not (event.proposal or event.current):
            self.message("only for the proposal or the round in play", "bad")
        else:
            found = await self._beside_the_own(round.number)
            if found is not None:
                self._tell_own(found)

    @work(group="asking")
    async def _tell_own(self, found: tuple[Departure, ...]) -> None:
        count = len(found)
        title = f"{count} placed differently from the computer draw"
        if not found:
            title = "This is the computer draw."
        lines = own_lines(self.desk.event, found)
        await self.console.push_screen_wait(Telling(title, lines))


def _differences(document: dict[str, Any]) -> tuple[Departure, ...]:
    return tuple(
        Departure(str(d["id"]), str(d["here"]), str(d["engine"])) for d in document["differences"]
    )


def _in_the_way(event: Event, wanted: Instruction) -> list[Action]:
    """Locks and bars of the round that would only say that the lock contradicts them."""
    number = wanted.round or 0
    return [
        Release(i.kind, i.a, i.b)
        for i in event.instructions
        if i.holds(number)
        and (
            (i.kind == "lock" and len(i.pair & wanted.pair) == 1)
            or (i.kind == "bar" and i.pair == wanted.pair)
        )
    ]
