"""The desk: the open event, the one door through which it changes, the queue of what places have
typed before that door, and the other desks: who they are, and what they did in the last seconds.
Here too: how this console opens an event, and what the journal calls it.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import count, takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar, cast

from textual.signal import Signal

from engine import actions
from engine.actions import Action
from engine.actions.base import About, about_entrants, name_of
from engine.entrants import EntrantId
from engine.event import Event
from engine.points import counted
from engine.protocol import Format, bracketed
from engine.refusal import Refused, Stale, report_faults_to
from engine.results import CLEAR, brief
from engine.waiting import just_finished
from engine.warnings import Level, NotAgreed, Warning
from saves.cells import text_width
from saves.disk import this_host, this_user
from saves.journal import LastActions, by_this_clock
from saves.presence import Present
from saves.safe_text import safe, shortened
from tui.commands.own_files import write_down
from tui.places.result_words import all_in_text, results_in
from tui.places.shape import DeskView, Do, Done, Failed, Outcome, UndoLast
from tui.widgets.lines import Line, fit, line

if TYPE_CHECKING:
    from textual.dom import DOMNode

    from engine.log import LoggedAction
    from saves.departures import JournalDeparture
    from saves.store import Store
    from tui.app import TopboardApp
    from tui.child import Child, DrawGiven

    _Node = DOMNode
else:
    _Node = object


C = TypeVar("C", bound="Child")
T = TypeVar("T")

_DONE = count(1)
"""What is done at this console, in whichever event: the clock can be set back."""
RECENT = 400
"""Actions of the journal that the places can speak about."""
SLOW_SAVE = 0.15
"""Seconds after which the status line says that a save is under way."""
WATCH_SECONDS = 0.12
"""How often the journal's size and time are looked at."""
FILES_SECONDS = 0.3
"""After so long without another result the save files are written: off the path of a key."""
FRESH_SECONDS = 3.0
"""How long changes of another desk are highlighted."""
WHO_TICKS = 12
"""Every so many looks also at who is there."""
OPENING_TRIES = 3
"""Waits for another desk that is opening the event, or saves: some seconds each."""
IN_HISTORY = "the history (H) shows what was done at other consoles or by command, and undoes it"
NAMED = 6
"""Boards that are named one by one, of what another desk has changed."""
DEPARTED = "its folder is not what was opened here: nothing more is saved in it"
"""Shown for an event of a congress; its own console asks what to do."""


@dataclass(frozen=True, slots=True)
class DrawEnd:
    """How a draw beside the console ended: with notes on its proposal, or `stopped`."""

    notes: tuple[str, ...] = ()
    stopped: bool = False


def _action_of(drawn: DrawGiven) -> Action:
    return (
        actions.Discard(choices=True)
        if drawn.proposal is None
        else actions.Propose.of(drawn.proposal)
    )


class Later:
    """Calls once when it was not asked to for so many seconds. To be used in the event loop."""

    def __init__(self, seconds: float, call: Callable[[], object]) -> None:
        self._seconds = seconds
        self._call = call
        self._waiting: asyncio.TimerHandle | None = None

    def ask(self) -> None:
        """Call, so many seconds from now and not sooner."""
        self.drop()
        self._waiting = asyncio.get_running_loop().call_later(self._seconds, self._call)

    def drop(self) -> None:
        """Do not call."""
        if self._waiting is not None:
            self._waiting.cancel()


class Desk:
    """What the console works on: an event, or none (`closed`). A congress has one for each event.

    `store`, `event`, `format` are those of the open event, `Refused` where none is open; `do` and
    `act` change it, `changed` is published after every change, here or at another desk. `recent`
    holds the last entries of the journal,
    `undone` the numbers taken back, `elsewhere` those done at other consoles: read these on the
    hot way, `store.entries` waits for a save that is under way.
    """

    def __init__(self, app: TopboardApp, folder: str = "", name: str = "") -> None:
        """Of an event of a congress: its `folder` there, and what the congress calls it."""
        report_faults_to(write_down)
        self._app = app
        self.folder, self.name = folder, name
        self._store: Store | None = None
        self.recent = LastActions()
        self._saved_at = ""
        self.undone: frozenset[int] = frozenset()
        self.elsewhere: frozenset[int] = frozenset()
        self.done_here: dict[int, int] = {}
        """The actions of this run of the console: as which of all its actions each was done."""
        self.fresh: frozenset[int] = frozenset()
        """Of these, what was done within the last seconds."""
        self._news: frozenset[int] = frozenset()
        self._looked = self._warned = self._ticks = 0
        self.others: tuple[Present, ...] = ()
        self.saving = False
        self._files = Later(FILES_SECONDS, lambda: app.run_worker(self.bring_files_up()))
        self.session = this_session()
        self._journal_seen: tuple[int, ...] | None = None
        self._last_sent: Event | None = None
        """The event as the places were last told of it."""
        self._departure: JournalDeparture | None = None
        self._read_only = ""
        self.beside: Child | None = None
        """The command that runs beside the console: a draw (`drawing`), or a comparison."""
        self.changed: Signal[Event] = app.event_changed
        self._door = asyncio.Lock()

    def take(self, store: Store) -> None:
        """Work on that event from now on."""
        if self._store is not store:
            self.leave()
        self._store = store
        self.others = ()
        store.attend()
        self._looked, self.elsewhere, self.done_here = 0, frozenset(), {}
        self.fresh = self._news = frozenset()
        self._warned = 0
        self._departure, self._read_only = None, store.read_only
        self._last_sent = store.event
        self._look_back()
        self._journal_seen = None  # what came since it was read is found at the first look

    def leave(self) -> None:
        """Nothing more is done to the event here: its save files wait no longer."""
        self.stop()
        self._files.drop()
        if self._store is not None:
            with suppress(Refused):  # the journal has it all, and the next opening writes them
                self._store.checkpoint()
            self._store.leave()

    def close(self) -> None:
        """No event is open any more."""
        self.leave()
        self._store = None

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
        """The current event."""
        return self.store.event

    @property
    def format(self) -> Format:
        """Its format."""
        return self.store.format

    @property
    def has_bracket(self) -> bool:
        """Whether the open event is one that is played in a bracket."""
        return not self.closed and bracketed(self.format)

    @property
    def drawing(self) -> bool:
        """Whether a draw runs beside the console."""
        return self.beside is not None and self.beside.draws

    @property
    def unsavable(self) -> str:
        """Why nothing can be saved now; empty where it can."""
        try:
            self.store.refuse_read_only()
        except Refused as refusal:
            return str(refusal)
        return ""

    @property
    def saved_text(self) -> str:
        """For the right end of the status line."""
        if self.store.read_only:
            return "READ-ONLY"
        if self.store.edits is not None:
            return "JOURNAL CUT OFF" if self.store.edits.cut else "EDITED BY HAND"
        if self.saving:
            return "saving …"
        saved = f"saved {self._saved_at[11:16]}" if len(self._saved_at) >= 16 else "saved"
        return with_others(self.others, saved)

    @property
    def _in_front(self) -> bool:
        """Whether the console's own places are about this event; else it is one of a congress that
        is shown as a whole, or behind another of its events."""
        return self._app.desk is self

    def _by_name(self, text: str) -> str:
        """What is said of the event where others are in front."""
        if self._behind_list:
            return f"{shortened(self.event.title, 40)}: {text}"
        return text if self._in_front or not self.name else f"{self.name}: {text}"

    @property
    def _behind_list(self) -> bool:
        """Whether the list of events is in front, while the event is still open."""
        front = self._app.front
        return front is not None and front.kind.lists_events

    def _refused(self, refusal: Refused) -> None:
        self._app.tell(self._by_name(str(refusal)), "bad")

    async def do(self, action: Action, more: bool = False) -> Event:
        """Do an action and tell every place; raises `Refused`. Where `more` like it may come,
        the save files wait until none does (the journal does not). What the arbiter has to agree
        to is asked here, for all places; a no is `NotAgreed`."""
        warned = action.warned(self.event, self.format)
        if to_read := [w for w in warned if w.level is Level.ACKNOWLEDGE]:
            from tui.screens.agreeing import acknowledged

            await acknowledged(self._app, self.event, to_read)
        return await self._agreed(action, more)

    async def _agreed(self, action: Action, more: bool) -> Event:
        try:
            event = await self._through(partial(self.store.do, action, checkpoint=not more))
        except NotAgreed as refusal:
            from tui.screens.agreeing import agrees

            await agrees(self._app, self.event, refusal, once=action.insist)
            twice = refusal.level >= Level.CONFIRM_TWICE
            return await self._agreed(replace(action, insist=True, insist_twice=twice), more)
        if more:
            self._files.ask()
        return event

    async def act(self, action: Action) -> Event | None:
        """The one door for places: do an action; a refusal is shown and gives None."""
        try:
            return await self.do(action)
        except Refused as refusal:
            self._refused(refusal)
            return None

    async def act_all(self, actions: Sequence[Action]) -> Event | None:
        """Several actions as one: what the arbiter has to read and to agree to is asked about all
        of them before the first is done. A refusal is shown and gives None, with none done."""
        try:
            agreed = await self._agreed_to_all(actions)
            for action in agreed:
                await self._agreed(action, action is not agreed[-1])
        except Refused as refusal:
            self._refused(refusal)
            return None
        return self.event

    async def _agreed_to_all(self, actions: Sequence[Action]) -> list[Action]:
        """The actions, those that were asked about agreed to."""
        from engine.warning_words import not_agreed
        from tui.screens.agreeing import acknowledged, agrees

        event, agreed = self.event, list[Action]()
        warnings: list[Warning] = []
        for action in actions:
            warned = action.warned(event, self.format)
            level = max((warning.level for warning in warned), default=Level.ACKNOWLEDGE)
            twice = level >= Level.CONFIRM_TWICE
            sure = replace(action, insist=level >= Level.CONFIRM, insist_twice=twice)
            agreed.append(sure)
            warnings += warned
            if level < Level.REFUSE:
                event = sure.apply(event, self.format)
        if to_read := [w for w in warnings if w.level is Level.ACKNOWLEDGE]:
            await acknowledged(self._app, self.event, to_read)
        if to_agree := [w for w in warnings if w.level >= Level.CONFIRM]:
            await agrees(self._app, self.event, not_agreed(to_agree, self.event))
        return agreed

    async def draw(
        self, redraw: bool = False, keep_choices: bool = False, first: Sequence[Action] = ()
    ) -> DrawEnd:
        """Draw the next round, or extra boards, beside the console, and take the proposal in;
        `first` is done before it.

        Nobody else draws or publishes meanwhile. A redraw replaces the current proposal; if it
        makes chosen opponents impossible (or without `keep_choices`), the choices are taken back
        instead. Raises `Refused`, `NoDraw` with the games that would do.
        """
        from tui.child import DrawChild

        if self.beside is not None:
            return DrawEnd(stopped=True)
        for action in first:
            await self.do(action)
        options = ["--redraw"] * redraw + ["--keep-choices"] * keep_choices
        store = self.store
        doing = f"drawing {store.event.called(len(store.event.published) + 1)}"
        with ExitStack() as held:
            with self._running(DrawChild(store, *options)) as child:
                await asyncio.to_thread(held.enter_context, store.alone(doing))
                proposal = await child.given()
            if proposal is not None and not await self._taken_in(proposal):
                # somebody changed the event meanwhile: once more from what it is now
                with self._running(DrawChild(store, *options)) as child:
                    proposal = await child.given()
                if proposal is not None:
                    await self.do(_action_of(proposal), more=True)
        if proposal is None:
            return DrawEnd(stopped=True)
        notes = proposal.proposal.notes if proposal.proposal is not None else ()
        words = (self.format.worded(note, self.event) for note in notes)
        return DrawEnd((*proposal.warnings, *words))

    async def _taken_in(self, drawn: DrawGiven) -> bool:
        try:
            # painted first; the save files follow
            await self.do(_action_of(drawn), more=True)
        except Stale:
            return False
        return True

    def stop(self) -> None:
        """Stop what runs beside the console."""
        if self.beside is not None:
            self.beside.cancel()

    async def answer(self, command: str, *options: str) -> dict[str, Any]:
        """The document of a reading command that runs beside the console; empty where it was
        stopped. Raises `Refused`."""
        from tui.child import Answer

        with self._running(Answer(command, self.store, *options)) as child:
            return await child.document()

    @contextmanager
    def _running(self, child: C) -> Iterator[C]:
        self.beside = child
        try:
            yield child
        finally:
            self.beside = None

    async def bring_files_up(self) -> None:
        """Write the save files that still wait: no further result came after the last one."""
        if not self.closed:
            await self._meet(self.store.checkpoint)

    async def undo(self) -> Event:
        """Take back my last action here; raises `Refused`."""
        return await self._agreed(self.undoing(), False)

    async def redo(self) -> Event:
        """Do again what I took back; raises `Refused`."""
        return await self._agreed(self.redoing(), False)

    def undoing(self) -> actions.Undo:
        """The action that takes back my last one here; `Refused` where there is nothing."""
        return _mine(self.store.undoing)

    def redoing(self) -> actions.Redo:
        """The action that does again what I took back; `Refused` where there is nothing."""
        return _mine(self.store.redoing)

    async def take_edits(self) -> None:
        """Take hand edits over; what the arbiter has to agree to is asked, the exit from strict
        mode too, as nothing else is saved before. A refusal is shown."""
        accept = self.store.accept_edits
        try:
            try:
                await self._through(accept)
            except NotAgreed as refusal:
                from engine.warning_words import not_agreed
                from tui.screens.agreeing import agrees

                warnings, leaves = refusal.warnings, refusal.level >= Level.REFUSE
                if leaves:
                    twice = Level.CONFIRM_TWICE
                    leaving = actions.LeaveStrictMode().warnings(self.event, self.format)
                    warnings = tuple(
                        replace(one, level=min(one.level, twice)) for one in (*leaving, *warnings)
                    )
                asked = not_agreed(warnings, self.event)
                await agrees(self._app, self.event, asked)
                await self._through(partial(accept, asked.level, leaves))
        except Refused as refusal:
            self._refused(refusal)

    async def settle_edits(self, decision: Callable[[], object]) -> None:
        """Take hand edits over, or leave them; a refusal is shown."""
        try:
            await self._through(decision)
        except Refused as refusal:
            self._refused(refusal)

    async def _through(self, change: Callable[[], object]) -> Event:
        async with self._door:
            before = self._last_sent
            try:
                await asyncio.to_thread(self._changing, change)
            except Refused:
                if self.event is not before:  # what another desk did is what refuses it
                    self._tell_change()
                self._app.call_next(self._app.not_saved, self)
                raise
            finally:
                self.saving = False
                self._tell_departure()
                self._tell_read_only()
            event = self.event
        self._tell_change()
        self._tell_warnings()
        return event

    def _tell_change(self) -> None:
        """Every place is told of it; what others did stands out for some seconds."""
        news, self._news = self._news, frozenset()
        self._last_sent = self.event
        self.fresh |= news
        self.changed.publish(self.event)
        if news:
            self._app.set_timer(FRESH_SECONDS, partial(self._fade, news))
            self._tell_published(news)

    def _tell_published(self, news: frozenset[int]) -> None:
        """Say who published a round elsewhere, behind a refusal that is at the foot."""
        front, first = self._app.front, min(news)
        known = takewhile(lambda one: one.n >= first, reversed(self.recent))
        new = [one for one in known if one.n in news - self.undone]
        published = [logged for logged in new if isinstance(logged.action, actions.PublishRound)]
        if not published or front is None or front.state is None or front.prompting:
            return
        round = published[0].action.about(self.event).round or 0
        message = f"{self.event.called(round)} was published by {who(published[0])}"
        message, standing = self._by_name(message), front.state.message
        if standing is not None and standing.kind == "bad":
            front.message(f"{standing.text}; {message}", "bad")
        elif self._behind_list:
            front.message(message, "info")
        else:
            congress = self._app.congress
            elsewhere = congress is not None and congress.in_front not in (None, self)
            way = "F12, then F3 enters" if elsewhere else "F3 enters"
            front.message(f"{message}: {way} its results", "info")

    def _tell_finished(self, before: Event) -> None:
        """Say that the round is finished where another desk entered its last result."""
        front, round = self._app.front, just_finished(before, self.event)
        if round is not None and front is not None and front.foot_is_free:
            if self._behind_list:  # where what comes next is not at hand
                finished = results_in(self.event, round)
            else:
                finished = all_in_text(self.event, self.format, round)
            finished = self._by_name(finished)
            congress = self._app.congress
            if congress is not None and not self._in_front:
                finished = congress.complete or finished
            front.message(finished, "done")

    def _fade(self, news: frozenset[int]) -> None:
        self.fresh -= news
        if self._app.front is not None:
            self._app.front.repaint()

    def _tell_departure(self) -> None:
        """The folder is no longer what this desk holds, or is so again."""
        if self.store.departure != self._departure:
            self._departure = self.store.departure
            self._app.refresh_frame()
            if self._in_front:
                self._app.departed()
            elif self._departure is not None:
                self._app.tell(self._by_name(DEPARTED), "bad")

    def _tell_read_only(self) -> None:
        """What was written elsewhere is damaged, or this version cannot follow it: nothing more
        is saved here."""
        why = self.store.read_only
        if why == self._read_only:
            return
        self._read_only = why
        self._app.refresh_frame()
        if why and self.store.departure is None:
            self._app.call_later(self._app.tell, self._by_name(safe(why, 400)), "bad")

    def _tell_warnings(self) -> None:
        """What went wrong without costing anything, after whatever the place says itself."""
        new = self.store.warnings[self._warned :]
        self._warned += len(new)
        if new:
            warnings = "; ".join(safe(warning, 200) for warning in new[-2:])
            over = self._by_name(DEPARTED) if self.store.departure is None else ""
            self._app.call_later(self._app.warn, self._by_name(warnings), over)

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
            self._app.call_from_thread(self._app.refresh_frame)

    def _look_back(self) -> None:
        """What the places say about the last actions; read while nobody else changes them."""
        store = self.store
        head = store.journal.head.n
        numbers = range(max(1, head - RECENT + 1), head + 1)
        self.recent = store.history.last(RECENT)
        self._saved_at = by_this_clock(store.history.time(head)) if head else ""
        self.undone = store.undone
        if head < self._looked:  # the journal was read anew
            self._looked, self.elsewhere, self.done_here = 0, frozenset(), {}
        new = range(max(numbers.start, self._looked + 1), head + 1)
        theirs = {n for n in new if store.history.author(n) != store.author}
        if self._looked:  # at the first look all is long ago
            self._news |= theirs
            self.done_here |= {n: next(_DONE) for n in new if n not in theirs}
        self.elsewhere |= theirs
        self._looked = head

    async def watch(self) -> None:
        """Read on when the journal grew: another desk was there."""
        if self._store is None:
            return
        if not self._door.locked():
            await self.look()
        self._ticks += 1
        if self._ticks % WHO_TICKS == 1 and self._departure is None:
            await self._look_round(self._store)

    async def _look_round(self, store: Store) -> None:
        """Who else has the event open, said when somebody comes or goes; and whether somebody
        edits its files."""
        others = await asyncio.to_thread(store.others)
        await asyncio.to_thread(store.look_at_files)
        if store is not self._store:
            return
        self._tell_warnings()
        if others == self.others:
            return
        messages, self.others = came_and_went(self.others, others), others
        self._app.refresh_frame()
        of_congress = self._app.congress is not None and not self._in_front  # it says so of all
        if self._app.front is not None and not self._app.front.telling and not of_congress:
            self._app.tell(self._by_name(messages))

    async def look(self) -> None:
        """Take in now what others have done."""
        state = journal_state(self._store.folder) if self._store is not None else ()
        if state == self._journal_seen:
            return
        await self._meet(self.store.refresh)
        self._journal_seen = state

    async def _meet(self, reading: Callable[[], object]) -> None:
        """Do what changes nothing itself, but may meet with what others have done."""
        try:
            async with self._door:
                before = self._last_sent
                await asyncio.to_thread(self._met, reading)
        except Refused as refusal:
            self._refused(refusal)
            self._tell_departure()
        else:
            self._tell_departure()
            if before is not None and self.event is not before:
                self._tell_change()
                self._tell_finished(before)
            self._tell_warnings()
            self._tell_read_only()

    def _met(self, reading: Callable[[], object]) -> None:
        reading()
        if self.event is not self._last_sent:
            self._look_back()

    def turned(self) -> LoggedAction | None:
        """The action that the last undo or redo was about, if it is not long ago."""
        target = getattr(self.recent[-1].action, "target", None) if self.recent else None
        return next((e for e in reversed(self.recent) if e.n == target), None)


class OnConsole(_Node):
    """A screen that is shown by the console alone."""

    @property
    def console(self) -> TopboardApp:
        """The app."""
        return cast("TopboardApp", self.app)

    @property
    def desk(self) -> Desk:
        """The open event, and the door to it."""
        return self.console.desk


# What places have typed, before the door


class Owner(Protocol):
    """A place that has queued something."""

    def hear(self, outcome: Outcome) -> None:
        """How it ended."""


@dataclass(frozen=True, slots=True)
class _Job:
    """What is queued; no `desk`: the one that acted last of those of a congress."""

    owner: Owner
    effect: Do | UndoLast
    desk: Desk | None


class ActionQueue:
    """One action after the other, whichever event it is for; each outcome goes to the place that
    queued it, in front or not.

    A refusal drops what the same place has queued after it: it was typed by somebody who took the
    refused one for done. An action that another desk was quicker with (`Stale`) is asked about, and
    drops nothing.
    """

    def __init__(self, app: TopboardApp) -> None:
        self._app = app
        self._jobs: deque[_Job] = deque()
        self._come, self._idle = asyncio.Event(), asyncio.Event()
        self._idle.set()

    def put(self, owner: Owner, effect: Do | UndoLast, desk: Desk | None) -> None:
        """Queue it; an undo without a desk takes back what was done last in a congress."""
        self._jobs.append(_Job(owner, effect, desk))
        self._idle.clear()
        self._come.set()

    def busy(self, owner: Owner) -> bool:
        """Whether that place waits for an outcome."""
        return any(job.owner is owner for job in self._jobs)

    @property
    def publishing(self) -> bool:
        """Whether a round is on its way to be published: keys after it are for that round."""
        jobs = (job.effect for job in self._jobs)
        return any(isinstance(e, Do) and isinstance(e.action, actions.PublishRound) for e in jobs)

    async def idle(self) -> None:
        """Wait until everything queued so far is done, or has stopped."""
        await self._idle.wait()

    async def carry_out(self) -> None:
        """For as long as the program runs."""
        while True:
            await self._come.wait()
            while self._jobs:
                job = self._jobs[0]
                outcome = await self._outcome(job)
                self._jobs.popleft()
                job.owner.hear(outcome)
            self._come.clear()
            self._idle.set()

    async def _outcome(self, job: _Job) -> Outcome:
        effect, folder = job.effect, job.desk.folder if job.desk is not None else ""
        try:
            if isinstance(effect, Do):
                assert job.desk is not None
                await job.desk.do(effect.action, more=effect.more)
                return Done(effect, folder=folder)
            desk = job.desk or await self._app.acted_last()
            taken_back = await self._app.take_back(desk)
            return Done(effect, desk.turned() if taken_back else None, desk.folder)
        except Stale as stale:
            return Failed(effect, stale, folder=folder)
        except Refused as refusal:
            dropped = self._behind(job.owner) if isinstance(effect, Do) else ()
            return Failed(effect, refusal, dropped, folder)

    def _behind(self, owner: Owner) -> tuple[Do, ...]:
        first, *rest = self._jobs
        mine = [job for job in rest if job.owner is owner]
        self._jobs = deque([first, *(job for job in rest if job.owner is not owner)])
        return tuple(job.effect for job in mine if isinstance(job.effect, Do))


# The other desks


def _mine(turning: Callable[[], T]) -> T:
    """The last action of this console, taken back or done again; if there is none, the key that
    shows those of others."""
    try:
        return turning()
    except Refused as refusal:
        if refusal.remedy or not refusal.shell:
            raise
        raise Refused(refusal.what, refusal.why, IN_HISTORY) from refusal


def lately(desk: DeskView) -> tuple[LoggedAction, ...]:
    """Those actions of other desks, the latest first."""
    if not desk.fresh:
        return ()
    first = min(desk.fresh)
    known = takewhile(lambda one: one.n >= first, reversed(desk.recent))
    return tuple(one for one in known if one.n in desk.fresh)


def boards_lately(desk: DeskView) -> frozenset[tuple[int, int]]:
    """By round and number the boards that another desk has changed."""
    about = (_about(desk, one) for one in lately(desk))
    return frozenset((each.round or 0, board) for each in about for board in each.boards)


def entrants_lately(desk: DeskView) -> frozenset[EntrantId]:
    """Entrants whom something that another desk did is about."""
    return frozenset(id for one in lately(desk) for id in _about(desk, one).entrants)


def _about(desk: DeskView, logged: LoggedAction) -> About:
    action = logged.action
    if isinstance(action, actions.Undo | actions.Redo):
        target = next((one for one in reversed(desk.recent) if one.n == action.target), None)
        return _about(desk, target) if target is not None else About()
    if isinstance(action, actions.AddEntrant):
        return about_entrants(_entered(desk.event, action))
    return action.about(desk.event)


def _entered(event: Event, action: actions.AddEntrant) -> EntrantId:
    """Who came by it: the last of that name. Empty where the entry is gone again."""
    came = (one.id for one in reversed(event.entrants) if one.name == action.entrant.name)
    return next(came, "")


def who(logged: LoggedAction) -> str:
    """`anna@desk2`."""
    return shortened("@".join(part for part in (logged.by, logged.host) if part), 24)


def lately_line(desk: DeskView) -> Line | None:
    """`Board 29 was set to 0-1 by anna@desk2`, and how much more; None where nothing was done."""
    texts = [text for text in (_deed_words(desk, one) for one in lately(desk)) if text]
    if not texts:
        return None
    more = f" · and {counted(len(texts) - 1, 'change')} more" if len(texts) > 1 else ""
    return line(f" {texts[0]}{more}", "note")


def _deed_words(desk: DeskView, logged: LoggedAction) -> str:
    event, action, about = desk.event, logged.action, _about(desk, logged)
    by = f"by {who(logged)}"
    if isinstance(action, actions.EnterResult):
        where = event.board_name(action.number).capitalize()
        set_to = "cleared" if action.result == CLEAR else f"set to {brief(action.result)}"
        return f"{where} was {set_to} {by}"
    if isinstance(action, actions.PublishRound):
        return f"{_published(desk, logged, action).capitalize()} was published {by}"
    if isinstance(action, actions.AddEntrant):
        return f"{shortened(action.entrant.name, 60)} was entered {by}"
    if about.boards:
        boards = event.boards_named(about.boards, NAMED).capitalize()
        return f"{boards} {'were' if len(about.boards) > 1 else 'was'} changed {by}"
    if len(about.entrants) == 1:
        (id,) = about.entrants
        return f"{shortened(name_of(event, id), 60)} was changed {by}"
    # what is about several, or about a round, need not have changed an entry: a lock, a draw
    return f"{who(logged)}: {safe(_described(desk, action), 100)}"


def _published(desk: DeskView, logged: LoggedAction, action: actions.PublishRound) -> str:
    """The round; where it was published before, what late entries were given in it."""
    standing = (one for one in desk.recent if one.n < logged.n and one.n not in desk.undone)
    late = any(
        isinstance(one.action, actions.PublishRound) and one.action.round == action.round
        for one in standing
    )
    called = desk.event.called(action.round)
    return f"an extra {desk.event.board_word} of {called}" if late else called


def _described(desk: DeskView, action: Action) -> str:
    """What was done, in the words of the history."""
    if isinstance(action, actions.Undo | actions.Redo):
        target = next(
            (one.action for one in reversed(desk.recent) if one.n == action.target), action
        )
        done = "undone" if isinstance(action, actions.Undo) else "redone"
        return f"{done}: {target.describe(desk.event)}"
    return action.describe(desk.event)


COMPANY_MOST = 24
"""Cells of the names of others: beside longer ones there was no room for how many boards are
missing."""


def with_others(others: Sequence[Present], saved: str) -> str:
    """For the status line: `with ben · saved 14:02`."""
    names = sorted({one.user for one in others})
    if not names:
        return saved
    who = " and ".join(names)
    if len(names) == 1:
        who = fit(who, min(text_width(who), COMPANY_MOST))
    elif len(names) > 2 or text_width(who) > COMPANY_MOST:
        who = f"{len(others)} others"
    return f"with {who} · {saved}"


def came_and_went(before: Sequence[Present], now: Sequence[Present]) -> str:
    """Who has opened the event elsewhere, and who has closed it."""
    notes = [f"open elsewhere: {one}" for one in now if one not in before]
    notes += [f"closed elsewhere: {one}" for one in before if one not in now]
    return "; ".join(notes[:2])


# This console, as the journal names it, and how it opens an event


def _this_console() -> str:
    with suppress(OSError):
        return f"console {os.ttyname(0).removeprefix('/dev/')}"
    return f"console {os.getpid()}"


SESSION = _this_console()
"""This console's name in the journal: `u` takes back what was done at it alone, also after a
restart on the same terminal."""


class Session(NamedTuple):
    """Who sits at this console."""

    user: str
    host: str


def this_session() -> Session:
    """As the system names them."""
    return Session(this_user(), this_host())


def journal_state(folder: Path) -> tuple[int, ...]:
    """A value that changes as soon as a desk has written; empty if nothing can be read."""
    try:
        status = os.stat(folder / "journal.log", follow_symlinks=False)
    except OSError:
        return ()
    return (status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino, status.st_dev)


def opened(folder: Path) -> Store:
    """The event in that folder, opened at this console."""
    from saves.store import open_event

    for left in reversed(range(OPENING_TRIES)):
        try:
            return open_event(folder, session=SESSION)
        except Refused as refusal:
            if not refusal.not_saved:
                raise
            if not left:
                # there is nothing yet that could have been saved
                problem = f"{shortened(folder.name, 60)} cannot be opened now"
                raise Refused(problem, refusal.why, refusal.remedy) from None
    raise AssertionError("the last try opens or refuses")
