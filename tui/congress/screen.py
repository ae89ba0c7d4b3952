"""The screen that runs a place of a congress: it sees all events, and hands what is done to the
desk of the event that it is about."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.refusal import Refused
from saves.journal import by_this_clock
from saves.round_clock import RoundClock, read_clock
from saves.safe_text import safe, shortened
from tui.congress.view import CongressView, EventView, UnopenedEvent
from tui.desk import Desk, with_others
from tui.keys.commands import congress_trip
from tui.places.screen import NO_EVENT, NO_FORMAT, PlaceScreen, Pressable, tab_line
from tui.places.shape import (
    WIDE,
    Converse,
    DeskView,
    Do,
    Draw,
    Outcome,
    ScreenGrid,
    UndoLast,
    Within,
    grid,
)

if TYPE_CHECKING:
    from engine.congress.members import MemberEvent
    from tui.congress.desk import CongressDesk

DRAWS_AT_ONCE = 2
"""Draws that run beside the console together."""
NARROW_EVENT = 79
"""Cells of the list that each event's own view is said to have: none has a pane."""


@dataclass(frozen=True, slots=True, eq=False)
class _InEvent:
    """What a place queues in one event: a refusal there drops nothing of the others."""

    screen: CongressScreen

    def hear(self, outcome: Outcome) -> None:
        """How it ended."""
        self.screen.hear(outcome)


class CongressScreen(PlaceScreen):
    """Runs a `PlaceKind` whose `DeskView` has the events of a congress and none of its own."""

    def __init__(self, kind: Any) -> None:
        super().__init__(kind)
        self._owners: dict[str, _InEvent] = {}
        self._members: tuple[MemberEvent, ...] = ()
        self._clocks: dict[str, tuple[str, RoundClock | None]] = {}
        self._draws = asyncio.Semaphore(DRAWS_AT_ONCE)

    @property
    def congress(self) -> CongressDesk:
        """The congress that is open."""
        congress = self.console.congress
        assert congress is not None
        return congress

    @property
    def _without_its_event(self) -> bool:
        return self.console.congress is None

    @property
    def _own_folder(self) -> Path:
        return self.congress.store.folder

    @property
    def view(self) -> DeskView:
        """All events as they are now."""
        congress = self.congress
        store = congress.store
        members = {one.folder: one for one in store.members}
        events = tuple(
            EventView(members[folder], self._of_event(desk), desk.store.departure is not None)
            for folder, desk in congress.desks.items()
            if folder in members and not desk.closed
        )
        unopened = tuple(
            UnopenedEvent(
                folder, shortened(store.name_of(folder), 60),
                safe(refusal.reason, 300),
            )
            for folder, refusal in store.unopened.items()
        )  # fmt: skip
        drawing = frozenset(f for f, desk in congress.desks.items() if desk.drawing)
        seconds = max((d.beside.seconds for d in congress.desks.values() if d.beside), default=0)
        whole = CongressView(
            store.congress, events, unopened, congress.notes, drawing, accounts=congress.accounts
        )
        return DeskView(
            NO_EVENT, NO_FORMAT, second_scheme=self.console.second_scheme, minute=self._minute,
            width=self.grid.list, across=self.size.width, height=self.size.height,
            page=self.body.size.height, beside="draw" if drawing else "", seconds=seconds,
            congress=whole,
        )  # fmt: skip

    def _of_event(self, desk: Desk) -> DeskView:
        clock, round_clock = self._clocks.get(desk.folder, ("", None))
        return DeskView(
            desk.event, desk.format, desk.recent, desk.undone, desk.elsewhere, desk.fresh,
            self.console.second_scheme, clock, round_clock, self._minute,
            width=NARROW_EVENT, across=NARROW_EVENT + 1, height=self.size.height,
            page=self.body.size.height, beside="draw" if desk.drawing else "",
            seconds=desk.beside.seconds if desk.beside else 0, as_drawn=desk.store.as_drawn,
            unsavable=desk.unsavable,
        )  # fmt: skip

    def _grid_of(self, width: int, paned: bool) -> ScreenGrid:
        return grid(width, paned)

    def _follow(self) -> DeskView:
        view = self.view
        folder = self.congress.store.folder
        if self.state is None or self._folder != folder:
            self._folder = folder
            self.state = self.kind.initial(view)
            self._members = view.congress.members if view.congress is not None else ()
            self._apply(self.kind.on_begin(view, self.state))
            return view
        assert view.congress is not None
        before, self._members = self._members, view.congress.members
        known = {one.folder: one.event for one in before}
        for member in self._members if before is not self._members else ():
            was = known.get(member.folder)
            if was is not None and was is not member.event:
                of = view._replace(congress=replace(view.congress, changed=member.folder))
                self._apply(self.kind.on_change(was, of, self.state))
        return view

    # What is done

    def _put(self, effect: Do | UndoLast) -> None:
        """Of no event by itself: what was done last in any of them is taken back."""
        assert isinstance(effect, UndoLast)
        self.console.queue.put(self, effect, None)

    def _within(self, within: Within) -> None:
        try:
            desk = self.congress.desk(within.folder)
        except Refused as refusal:
            self.call_later(self.message, str(refusal), "bad")
            return
        effect = within.effect
        if isinstance(effect, Do):
            owner = self._owners.setdefault(within.folder, _InEvent(self))
            self.console.queue.put(owner, effect, desk)
            self._hold()
        elif isinstance(effect, Draw):
            self.run_worker(self._draw_in_turn(effect, desk), group=f"draw {within.folder}")
        elif isinstance(effect, Converse):
            self.run_worker(self._converse_in(desk, effect), group="asking")
        else:
            group = f"fetch {within.folder} {effect.function.__qualname__}"
            self._begin(group, partial(self._fetch, effect))

    async def _draw_in_turn(self, effect: Draw, desk: Desk) -> None:
        """No more draws at once than the machine has room for."""
        async with self._draws:
            await self._run_beside(effect, desk)

    def _stop(self) -> None:
        for desk in self.congress.desks.values():
            desk.stop()

    async def _converse_in(self, desk: Desk, effect: Converse) -> None:
        """The dialog is about that event, as if its own places were in front."""
        self.congress.in_front = desk
        try:
            await self._converse(effect)
        finally:
            if self.is_attached and self.console.current_mode == self.place:
                self.congress.in_front = None
                self.repaint()

    @property
    def _saving(self) -> bool:
        queue = self.console.queue
        return queue.busy(self) or any(queue.busy(owner) for owner in self._owners.values())

    # Around the list

    @property
    def _saved(self) -> str:
        desks = [desk for desk in self.congress.desks.values() if not desk.closed]
        others = tuple({one.user: one for desk in desks for one in desk.others}.values())
        times = [desk.recent[-1].t for desk in desks if desk.recent]
        last = max(map(by_this_clock, [*times, self.congress.store.last_paid]))
        saved = f"saved {last[11:16]}" if len(last) >= 16 else "saved"
        return "saving …" if any(desk.saving for desk in desks) else with_others(others, saved)

    def _top(self, width: int, saved: str, below: int) -> Pressable:
        right = (self.congress.title, saved * (width >= WIDE))
        marked = self.console.no_color
        return tab_line(self.place, width, right, marked=marked, trip=congress_trip(), below=below)

    def _look_at_clock(self) -> None:
        if self._without_its_event or not self.is_current:
            return
        from tui.projector.words import for_status

        now = datetime.now().astimezone()
        clocks = {}
        for folder, desk in self.congress.desks.items():
            gone = desk.closed or desk.store.departure is not None
            clock, current = None if gone else read_clock(desk.store.folder), desk.event.current
            text = for_status(clock, current.number if current else 0, now) if clock else ""
            clocks[folder] = (text, clock)
        minute = now.replace(second=0, microsecond=0)
        if (clocks, minute) != (self._clocks, self._minute):
            self._clocks, self._minute = clocks, minute
            self.repaint()

    def covered_results(self, desk: Desk) -> Collection[tuple[int, int]]:
        """By round and board: saved results of that event that no other place is to show now."""
        if self.state is None or self._without_its_event or not hasattr(self.state, "events"):
            return ()
        from tui.places.results import RESULTS

        state = self.state.events.get(desk.folder)
        whole = self.view.congress
        event = whole.by_folder.get(desk.folder) if whole is not None else None
        return RESULTS.covered(event.desk, state) if event and state else ()

    def unsaved_results(self) -> Mapping[tuple[int, int], str]:
        """A congress is not come back to."""
        return {}
