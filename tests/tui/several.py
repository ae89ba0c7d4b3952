"""A place of a congress run without a terminal: several events in memory, a queue over all."""

from __future__ import annotations

from dataclasses import replace

from engine.congress.accounts import Account, accounts
from engine.congress.congress import Congress, EventPlan
from engine.congress.fees import Fees
from engine.congress.members import MemberEvent
from engine.congress.notes import CongressNote, congress_notes
from engine.congress.people import people
from engine.event import Event
from engine.log import undone
from engine.refusal import Refused, Stale
from saves.journal import ActionReader, LastActions
from tests.tui.driver import Driver, MemoryDesk
from tui.congress.view import CongressView, EventView, UnopenedEvent
from tui.places.screen import NO_EVENT, NO_FORMAT
from tui.places.shape import (
    DeskView,
    Do,
    Done,
    Effect,
    Failed,
    PlaceKind,
    S,
    Step,
    UndoLast,
    Within,
    grid,
)


class CongressDriver(Driver[S]):
    """A place of a congress in front, with its events by folder."""

    def __init__(
        self,
        kind: PlaceKind[S],
        desks: dict[str, MemoryDesk],
        size: tuple[int, int] = (80, 24),
        unopened: tuple[UnopenedEvent, ...] = (),
        fees: Fees | None = None,
    ) -> None:
        self.desks, self.unopened, self.fees = desks, unopened, fees or Fees()
        self.acted: list[str] = []
        self.waiting: list[tuple[str, Do | UndoLast]] = []
        self.seen: dict[str, Event] = {folder: desk.event for folder, desk in desks.items()}
        super().__init__(kind, next(iter(desks.values())), size)

    @property
    def view(self) -> DeskView:
        """All events as the place sees them."""
        plans = tuple(EventPlan(folder, folder.title()) for folder in self.desks)
        events = tuple(
            EventView(MemberEvent(plan, desk.event, desk.format), self._of(desk))
            for plan, desk in zip(plans, self.desks.values(), strict=True)
        )
        congress = Congress("Galway Congress", events=plans, fees=self.fees)
        width, height = self.size
        shown = grid(width, self.kind.pane is not None)
        return DeskView(
            NO_EVENT, NO_FORMAT, width=shown.list, across=width, height=height, page=height - 6,
            congress=CongressView(
                congress, events, self.unopened, self.notes(congress, events),
                accounts=lambda: self._accounts(congress, events),
            ),
        )  # fmt: skip

    @staticmethod
    def notes(congress: Congress, events: tuple[EventView, ...]) -> tuple[CongressNote, ...]:
        """What is to be said of its boards and people."""
        members = [one.member for one in events]
        return congress_notes(members, people(congress, members))

    @staticmethod
    def _accounts(congress: Congress, events: tuple[EventView, ...]) -> tuple[Account, ...]:
        members = [one.member for one in events]
        return accounts(congress, members, people(congress, members), (), "2026-11-20")

    def _of(self, desk: MemoryDesk) -> DeskView:
        return DeskView(
            desk.event, desk.format, LastActions(map(ActionReader.of, desk.log)),
            undone(desk.log), frozenset(desk.elsewhere), frozenset(desk.fresh),
            width=79, across=80, unsavable=desk.full,
        )  # fmt: skip

    def acknowledge(self, most: int | None = None) -> None:
        """The journals take what is queued, in the order of typing."""
        for _ in range(len(self.waiting) if most is None else most):
            folder, effect = self.waiting.pop(0)
            if isinstance(effect, UndoLast):
                folder = self.acted.pop()
            desk = self.desks[folder]
            reply: Done | Failed
            try:
                if isinstance(effect, Do):
                    desk.do(effect.action)
                    self.acted.append(folder)
                    reply = Done(effect, folder=folder)
                else:
                    reply = Done(effect, desk.undo(), folder)
            except Stale as stale:
                reply = Failed(effect, stale, folder=folder)
            except Refused as refusal:
                mine = [e for f, e in self.waiting if f == folder and isinstance(e, Do)]
                self.waiting = [one for one in self.waiting if one[0] != folder]
                reply = Failed(effect, refusal, tuple(mine), folder)
            self._follow()
            self._take(self.kind.on_outcome(self.view, self.state, reply))

    def results_of(self, folder: str) -> list[str | None]:
        """What the round in play of an event has, by board."""
        current = self.desks[folder].event.current
        assert current is not None
        return [m.result.text if m.result else None for m in current.matches]

    def _follow(self) -> None:
        for folder, desk in self.desks.items():
            before, self.seen[folder] = self.seen[folder], desk.event
            if before is not desk.event:
                view = self.view
                assert view.congress is not None
                of = view._replace(congress=replace(view.congress, changed=folder))
                self._apply(self.kind.on_change(before, of, self.state))
        self.state = self.kind.settle(self.view, self.state)

    def _apply(self, response: Step[S]) -> None:
        self.state = response.state
        for effect in response.effects:
            one: Effect = effect
            if isinstance(effect, Within) and isinstance(effect.effect, Do):
                self.waiting.append((effect.folder, effect.effect))
            elif isinstance(effect, UndoLast):
                self.waiting.append(("", effect))
            else:
                self.effects.append(one)
