"""A place run without a terminal: keys go in, and come to the event when they are acknowledged."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Generic

from engine.actions import (
    Action,
    CreateEvent,
    ImportEntrants,
    Propose,
    PublishRound,
)
from engine.actions import (
    Undo as UndoAction,
)
from engine.actions.base import applied
from engine.entrants import Entrant
from engine.event import Event
from engine.log import LoggedAction, begun, fold, undone
from engine.next_draw import next_draw
from engine.protocol import Format
from engine.refusal import Refused, Stale
from formats.registry import format_named
from saves.journal import ActionReader, LastActions
from saves.round_clock import RoundClock
from tests.playing import play
from tests.tui.conftest import NAMES
from tui.keys.commands import key_name
from tui.places.shape import (
    DeskView,
    Do,
    Done,
    Effect,
    Failed,
    Fetch,
    Key,
    PlaceKind,
    S,
    Screenful,
    ScreenGrid,
    Step,
    UndoLast,
    UseScheme,
    grid,
    run_command,
    settled,
    take_key,
    take_paste,
)


class MemoryDesk:
    """An event and its log, in memory: as much of a desk as a place sees."""

    def __init__(self, event: Event, format: Format) -> None:
        self.event, self.format = event, format
        self.log: list[LoggedAction] = []
        self.elsewhere: set[int] = set()
        self.fresh: set[int] = set()
        """What another desk did since `other_desk` was last called."""
        self.second_scheme = False
        self.time: datetime | None = None
        """The time of day; what is done has it in the journal."""
        self.round_clock: RoundClock | None = None
        self.full = ""
        """Why nothing can be saved; empty where it can."""

    @classmethod
    def created(cls, format: str = "small", **settings: object) -> MemoryDesk:
        """An event without entrants."""
        creating = CreateEvent("Kent Juniors", format, settings)
        desk = cls(begun(creating, format_named(format)).event, format_named(format))
        desk.event = replace(desk.event, revision=1)
        desk.log.append(LoggedAction(1, creating))
        return desk

    @classmethod
    def playing(
        cls, players: int = 8, published: int = 1, format: str = "small", results: str = "1-0"
    ) -> MemoryDesk:
        """So many rounds are published, all of them but the last complete."""
        desk = cls.created(format, rounds=6)
        entrants = (
            Entrant("", NAMES[n % len(NAMES)] + (f" {n // len(NAMES)}" if n >= len(NAMES) else ""),
                    rating=max(1700 - 7 * n, 900), club=f"Club {n // 2}")
            for n in range(players)
        )  # fmt: skip
        desk.do(ImportEntrants(tuple(entrants)))
        play(desk, published, results, last_open=True)
        return desk

    def do(self, action: Action, elsewhere: bool = False) -> Event:
        """Done here, or at another desk."""
        if self.full and not elsewhere:
            raise Refused(self.full, not_saved=True)
        return self._add(action, applied(action, self.event, self.format), elsewhere)

    def draw(self) -> None:
        """The next round, drawn and published."""
        proposal = next_draw(self.event, self.format)
        self.do(Propose.of(proposal))
        self.do(PublishRound(proposal.round))

    def undo(self) -> LoggedAction:
        """My last action is taken back."""
        gone = undone(self.log)
        mine = [e for e in self.log if e.n not in self.elsewhere and e.n not in gone]
        last = next(e for e in reversed(mine) if not isinstance(e.action, UndoAction))
        entries = [*self.log, LoggedAction(len(self.log) + 1, UndoAction(last.n))]
        self._add(entries[-1].action, fold(entries, format_named), False)
        return last

    def _add(self, action: Action, event: Event, elsewhere: bool) -> Event:
        n = len(self.log) + 1
        self.event = replace(event, revision=n)
        t = self.time.isoformat() if self.time is not None else ""
        self.log.append(LoggedAction(n, action, by="anna", host="desk2", t=t))
        if elsewhere:
            self.elsewhere.add(n)
        return self.event


class Driver(Generic[S]):
    """A place in front, at a size."""

    def __init__(
        self, kind: PlaceKind[S], desk: MemoryDesk, size: tuple[int, int] = (80, 24)
    ) -> None:
        self.kind, self.desk, self.size = kind, desk, size
        self.event = desk.event
        self.state: S = kind.initial(self.view)
        self.queue: list[Do | UndoLast] = []
        self.effects: list[Effect] = []
        """What was left to the console: dialogs, other places, the bell."""
        self.shown = Screenful()
        self.paint()

    @property
    def view(self) -> DeskView:
        """The desk as the place sees it."""
        desk, (width, height) = self.desk, self.size
        return DeskView(
            desk.event, desk.format, LastActions(map(ActionReader.of, desk.log)),
            undone(desk.log), frozenset(desk.elsewhere), frozenset(desk.fresh),
            desk.second_scheme, "", desk.round_clock, desk.time,
            width=self._grid.list, across=width, height=height, page=height - 6,
        )  # fmt: skip

    @property
    def _grid(self) -> ScreenGrid:
        needs = self.kind.list_needs(DeskView(self.desk.event, self.desk.format))
        return grid(self.size[0], self.kind.pane is not None, needs)

    @property
    def pane(self) -> list[str] | None:
        """The lines of the side pane; None where the place has none now."""
        if self.kind.pane is None or not self._grid.pane:
            return None
        lines = self.kind.pane(self.view, self.state, self._grid.pane, self.size[1] - 6)
        return None if lines is None else [one.text for one in lines]

    def click_pane(self, cell: int, row: int) -> None:
        """A click on the side pane."""
        assert self.kind.on_pane is not None
        self._take(self.kind.on_pane(self.view, self.state, cell, row))

    def type(self, *keys: str) -> None:
        """Keys: characters, or the toolkit's names. Nothing is acknowledged meanwhile."""
        for key in keys:
            self._follow()
            press = Key(key_name(key), key if len(key) == 1 else None)
            response = take_key(self.kind, self.view, self.state, press, self.shown)
            if response is not None:
                self._take(response)

    def paste(self, text: str) -> None:
        """A paste."""
        self._follow()
        if response := take_paste(self.kind, self.view, self.state, text):
            self._take(response)

    def run(self, command: str) -> None:
        """A command by its id."""
        self._follow()
        self._take(run_command(self.kind, self.view, self.state, command))

    def acknowledge(self, most: int | None = None) -> None:
        """The journal takes what is queued, in order: all, or so many."""
        for _ in range(len(self.queue) if most is None else most):
            if not self.queue:
                return
            effect = self.queue.pop(0)
            reply: Done | Failed
            try:
                if isinstance(effect, Do):
                    self.desk.do(effect.action)
                    reply = Done(effect)
                else:
                    reply = Done(effect, self.desk.undo())
            except Stale as stale:
                reply = Failed(effect, stale)
            except Refused as refusal:
                dropped = tuple(one for one in self.queue if isinstance(one, Do))
                reply, self.queue = Failed(effect, refusal, dropped), []
            self._follow()
            self._take(self.kind.on_outcome(self.view, self.state, reply))

    def enter(self, *keys: str) -> None:
        """Keys, each of them acknowledged at once."""
        for key in keys:
            self.type(key)
            self.acknowledge()

    def answer(self, value: object) -> None:
        """The dialog, draw or comparison that was left to the console last ends with that value."""
        effect = self.effects.pop()
        then = getattr(effect, "then", None)
        assert then is not None, effect
        self._follow()
        self._take(then.answered(self.view, self.state, value))

    def fetch(self) -> None:
        """What the place has asked for last is worked out."""
        effect = next(one for one in reversed(self.effects) if isinstance(one, Fetch))
        self.effects.remove(effect)
        value = effect.function(None, *effect.arguments)
        self._follow()
        self._take(effect.then.answered(self.view, self.state, value))

    def rest(self) -> int:
        """Nobody types for as long as something is worked out for the pane: how much was."""
        worked_out = 0
        while True:
            self._take(self.kind.on_rest(self.view, self.state))
            if not any(isinstance(one, Fetch) for one in self.effects):
                return worked_out
            self.fetch()
            worked_out += 1

    def other_desk(self, action: Action) -> None:
        """Another desk does something, and this one hears of it."""
        self.desk.do(action, elsewhere=True)
        self.desk.fresh = {self.desk.log[-1].n}
        self.paint()

    def later(self) -> None:
        """Some seconds later."""
        self.desk.fresh = set()
        self.paint()

    def paint(self) -> None:
        """The picture of now."""
        self._follow()
        self.state, self.shown = settled(self.kind, self.view, self.state, self.shown)

    def _follow(self) -> None:
        before, self.event = self.event, self.desk.event
        if before is not self.event:
            self._apply(self.kind.on_change(before, self.view, self.state))
        self.state = self.kind.settle(self.view, self.state)

    def _take(self, response: Step[S]) -> None:
        self._apply(response)
        self.paint()

    def _apply(self, response: Step[S]) -> None:
        self.state = response.state
        for effect in response.effects:
            if isinstance(effect, Do | UndoLast):
                self.queue.append(effect)
            elif isinstance(effect, UseScheme):
                self.desk.second_scheme = effect.second
            else:
                self.effects.append(effect)

    # What is seen

    @property
    def message(self) -> str:
        """What stands at the foot; empty for nothing."""
        return self.state.message.text if self.state.message is not None else ""

    @property
    def question(self) -> str:
        """The question in front; empty for none."""
        return self.state.questions[0].text if self.state.questions else ""

    @property
    def lines(self) -> list[str]:
        """The list."""
        return [line.text.rstrip() for line in self.shown.body]

    def results(self, round: int | None = None) -> list[str | None]:
        """What the event has, by board."""
        shown = self.desk.event.current if round is None else self.desk.event.round(round)
        assert shown is not None
        return [m.result.text if m.result else None for m in shown.matches]
