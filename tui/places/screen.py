"""The one screen that runs any place: keys in order, effects to the desk, differences painted; and
what is around the list in every place: tabs, state, rule, keys, and what a click on a cell of
them presses."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Literal, NamedTuple, cast

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.geometry import Offset, Size
from textual.message import Message as TextualMessage
from textual.screen import Screen
from textual.timer import Timer

from engine.event import Event, EventSettings, entrants_by_id
from engine.points import counted
from engine.protocol import Format, steady
from engine.refusal import Refused, noted
from saves.cells import in_lines, text_width, wrapped
from saves.round_clock import RoundClock, read_clock
from saves.safe_text import safe
from tui.desk import Desk, OnConsole, lately_line, with_others
from tui.keys.commands import (
    CONGRESS_TRIP,
    ON_TOP,
    Command,
    commands_of,
    keys_of,
    places,
    round_trip,
)
from tui.places.shape import (
    LOW,
    NO_KEYS,
    WIDE,
    Bell,
    Beside,
    Converse,
    DeskView,
    Do,
    Draw,
    Failed,
    Fetch,
    Fitting,
    Following,
    Go,
    Key,
    Message,
    MessageKind,
    Near,
    Outcome,
    PlaceKind,
    Prompt,
    Question,
    ReadOn,
    Run,
    Screenful,
    ScreenGrid,
    Step,
    Stop,
    UndoLast,
    UseScheme,
    Within,
    as_it_is,
    grid,
    is_no_answer,
    question_lines,
    row_of,
    run_command,
    said,
    say,
    settled,
    take_key,
    take_paste,
    unasked,
)
from tui.terminal.app import GLANCE, SparingCompositor
from tui.widgets.lines import (
    NO_LINE,
    Line,
    LineList,
    Parting,
    TextLine,
    fit,
    line,
    no_lines,
    whole_words,
)

NO_EVENT, NO_FORMAT = Event("", "", cast("EventSettings", None)), Format()
"""What a place sees that is there without an event."""
KIND_STYLE = {"info": "plain", "done": "done", "bad": "bad"}
HOLD_SECONDS = 0.15
"""A picture waits for the acknowledgement of what was typed, but no longer."""
REST_SECONDS = 0.25
"""After so long without a key something may be worked out for the pane."""
SECOND = 1.0
CLOCK_SECONDS = 1
"""How often the round clock is looked at."""
FileVersion = tuple[int, int, int]
"""Shows that a file has changed."""
NARROW = 80
"""Columns below which of the tabs only the active one has its name."""
TITLE_LEAST = 6
"""Cells of a title below which it is left out."""
TITLE_BELOW = 16
"""The same in the second line, with what parts it from the time of saving."""
BETWEEN = 3
"""Cells around what is at the right end of the second line."""
TYPING_KEYS = Line(
    ((" enter", "key"), (" takes it ", "dim"), (" esc", "key"), (" leaves it", "dim"))
)
TYPED_LEAST = 24
"""Cells that a text typed has of a line, though its label is cut for them."""
READ_ON = "↓ more"
"""In the rule: lines follow below that cannot be selected."""
HELP_KEY = " ?"
HELP_TEXT = " help "
PALETTE_KEY = " :"
PALETTE_TEXT = " all "


def fits(value: object, fitting: Fitting) -> bool:
    """Whether a value that was noted is one of that type, or of those words."""
    return value in fitting if isinstance(fitting, tuple) else type(value) is fitting


class PlaceScreen(OnConsole, Screen[None]):
    """Runs a `PlaceKind`. It owns the terminal side alone: scrolling, painting by difference, the
    bell, the mouse; what is shown and what a key means is in the kind's pure functions.

    After a step that queues an action the picture waits until the queue is empty, or
    `HOLD_SECONDS`: so a result and the board selected next are painted once, when the journal
    has the result.
    """

    ALLOW_SELECT = False
    AUTO_FOCUS = "#body"

    def __init__(self, kind: PlaceKind[Any]) -> None:
        super().__init__()
        self.kind: PlaceKind[Any] = kind
        self.place = kind.name
        self.tabs, self.status = TextLine(id="tabs"), TextLine(id="status")
        self.heads = TextLine(id="heads")
        self.body = LineList(id="body", selectable=kind.selectable)
        self.parting = Parting(self.body)
        self.body.scrolled = self._scrolled
        self.pane = LineList(id="pane", selectable=False)
        self.rule, self.middle = TextLine(id="rule"), Horizontal(id="middle")
        self.feet = LineList(id="foot", selectable=False)
        self.key_line = TextLine(id="keys")
        self._compositor = SparingCompositor()
        self.state: Any = None
        """None before the place is first in front."""
        self._shown = Screenful()
        self._painted: tuple[DeskView, Size] | None = None
        """What the picture shows and the room that list and pane had, since the place came to the
        front."""
        self._folder: Path | None = None
        self._left: dict[Path, tuple[Any, Event | None]] = {}
        """Of a congress: the states of its other events."""
        self._event: Event | None = None
        self._held: Timer | None = None
        self._near = False
        """While a picture is held: the selection has moved by one line."""
        self._file: tuple[Path, FileVersion | None] | None = None
        """As it was when it was last looked at."""
        self._elsewhere = False
        """Another place has been in front since, not only a dialog on top."""
        self._clock = ""
        self._round_clock: RoundClock | None = None
        self._minute: datetime | None = None
        self._paned, self._pane_due = kind.pane is not None, False
        self._resting: Timer | None = None
        self._tabs = self._keys = Pressable()

    def compose(self) -> ComposeResult:
        """Top to bottom."""
        yield self.tabs
        yield self.status
        with self.middle:
            with Vertical(id="left"):
                yield self.heads
                yield self.body
            yield self.parting
            yield self.pane
        yield self.rule
        yield self.feet
        yield self.key_line

    # State and desk

    @property
    def _without_its_event(self) -> bool:
        return self.desk.closed and not self.kind.without_event

    @property
    def view(self) -> DeskView:
        """What the place sees of the desk and of the terminal now."""
        desk = self.desk
        if self.kind.without_event:
            return DeskView(
                NO_EVENT, NO_FORMAT, width=self.grid.list, across=self.size.width,
                height=self.size.height, page=self.body.size.height,
            )  # fmt: skip
        beside: Literal["", "draw", "comparison"] = "draw" if desk.drawing else "comparison"
        return DeskView(
            desk.event, desk.format, desk.recent, desk.undone, desk.elsewhere, desk.fresh,
            self.console.second_scheme, self._clock, self._round_clock, self._minute,
            self.grid.list, self.size.width, self.size.height,
            self.body.size.height, beside if desk.beside else "",
            desk.beside.seconds if desk.beside else 0,
            desk.beside.at_work if desk.beside else None, desk.store.as_drawn,
            unsavable=desk.unsavable, company=with_others(desk.others, ""),
            seated_elsewhere=self._seated_elsewhere,
        )  # fmt: skip

    def _seated_elsewhere(self) -> Sequence[str]:
        congress = self.console.congress
        return congress.seated_elsewhere(self.desk) if congress is not None else ()

    @property
    def grid(self) -> ScreenGrid:
        """How list and pane divide the terminal now."""
        return self._grid_of(self.size.width, self._paned)

    def _grid_of(self, width: int, paned: bool) -> ScreenGrid:
        desk = self.desk
        if not paned or width < WIDE or desk.closed:
            return grid(width, paned)
        return grid(width, paned, self.kind.list_needs(DeskView(desk.event, desk.format)))

    def _follow(self) -> DeskView:
        """The desk as it is now; the state knows of every change of the event."""
        view = self.view
        before, self._event = self._event, view.event
        folder = None if self.kind.without_event else self.desk.store.folder
        if folder != self._folder and folder is not None and self.console.congress is not None:
            before = self._turn_to(folder, before)
        if self.state is None or self._folder != folder:
            self._folder = folder
            self.state, self._shown = self.kind.initial(view), Screenful()
            self._apply(self.kind.on_begin(view, self.state))
        elif before is not None and before is not view.event:
            self._apply(self.kind.on_change(before, view, self.state))
        return view

    def _turn_to(self, folder: Path, before: Event | None) -> Event | None:
        """Another event of the congress: where one was in it, and the event as it was then."""
        if self.state is not None and self._folder is not None:
            self._left[self._folder] = (self.state, before)
        self.state, known = self._left.pop(folder, (None, None))
        self._shown = Screenful()
        if self.state is not None:
            self._folder = folder
        return known

    def _take(self, step: Step[Any]) -> None:
        """The state from now on, what to do, and its picture."""
        self._apply(step)
        near = any(isinstance(one, Near) for one in step.effects)
        if self._held is None:
            self.paint(near)
        else:
            self._near = near or self._near

    def _apply(self, step: Step[Any]) -> None:
        if step.state.questions:
            step = unasked(self.view, self.state, step)
        message = step.state.message
        before = self.state.message if self.state is not None else None
        self.state = step.state
        if message is not None and message is not before and message.kind == "bad":
            self.console.bell()
        for effect in step.effects:
            if isinstance(effect, Within):
                self._within(effect)
            elif isinstance(effect, Do | UndoLast):
                self._put(effect)
                self._hold()
            elif isinstance(effect, Bell):
                self.console.bell()
            elif isinstance(effect, ReadOn):
                self.body.read_on(self.body.step_of(effect.way))
            elif isinstance(effect, UseScheme):
                self.console.second_scheme = effect.second
            elif isinstance(effect, Converse):
                group = "working" if effect.working else "asking"
                self.run_worker(self._converse(effect), group=group)
            elif isinstance(effect, Draw | Beside):
                self.run_worker(self._run_beside(effect, self.desk), group="draw")
            elif isinstance(effect, Stop):
                self._stop()
            elif isinstance(effect, Fetch):
                group = f"fetch {effect.function.__qualname__}"
                self._begin(group, partial(self._fetch, effect))
            elif isinstance(effect, Run | Go):
                self.call_later(self._leave_to_desk, effect)

    def _stop(self) -> None:
        self.desk.stop()

    def _within(self, effect: Within) -> None:
        """Of a congress alone."""
        raise NotImplementedError

    async def _converse(self, effect: Converse) -> None:
        value = await effect.function(self.console, *effect.arguments)
        self._follow_up(effect.then, value)

    async def _run_beside(self, effect: Draw | Beside, desk: Desk) -> None:
        self.call_later(self.repaint)
        ticking = self.set_interval(SECOND, self.repaint)
        try:
            value: object
            if isinstance(effect, Draw):
                value = await desk.draw(effect.redraw, effect.keep_choices, effect.first)
            else:
                value = await effect.function(self.console, *effect.arguments)
            self._follow_up(effect.then, value)
        except Refused as refusal:
            self.hear(Failed(effect, refusal, folder=desk.folder))
        finally:
            ticking.stop()

    def _follow_up(self, then: Following | None, value: object) -> None:
        """What was asked or worked out goes to the state."""
        if self.state is None or self._without_its_event:
            return
        if then is None:
            self.repaint()
        else:
            view = self._settled()
            self._step_taken(lambda: then.answered(view, self.state, value))

    def _step_taken(self, step: Callable[[], Step[Any]]) -> None:
        asked = self.state.questions
        try:
            self._take(step())
            self._typed_ahead(asked)
        except Refused as refusal:
            self.message(str(refusal), "bad")
        except Exception as error:
            self.message(noted(error), "bad")

    def _begin(self, group: str, reading: Callable[[], Any]) -> None:
        """In place of what the same group still reads; nothing is made that is not awaited."""
        self.run_worker(reading, group=group, exclusive=True)

    async def _fetch(self, effect: Fetch) -> None:
        try:
            value = await asyncio.to_thread(effect.function, self.console, *effect.arguments)
        except Refused as refusal:
            value = refusal
        self._follow_up(effect.then, value)

    async def _leave_to_desk(self, effect: Run | Go) -> None:
        if isinstance(effect, Go):
            await self.console.go(effect.place)
            front, id = self.console.here, effect.command
            command = next((c for c in keys_of(effect.place).values() if c.id == id), None)
            if front.place == effect.place and command is not None:
                front.call_later(front.run_command, command)
            return
        if effect.command in (*places(bracket=True), *CONGRESS_TRIP, *ON_TOP):
            await self.console.go(effect.command)
            return
        action = getattr(self.console, f"action_{effect.command}", None)
        if action is None:
            self.message(f"{effect.command} is not possible here", "bad")
            return
        waiting = action()
        if waiting is not None and hasattr(waiting, "__await__"):
            await waiting

    def hear(self, outcome: Outcome) -> None:
        """How something queued ended; the last one is what the picture waits for."""
        if self.state is not None and not self._without_its_event:
            view = self._follow()
            self._step_taken(lambda: self.kind.on_outcome(view, self.state, outcome))
        if not self._saving:
            self._release()

    def _put(self, effect: Do | UndoLast) -> None:
        self.console.queue.put(self, effect, self.desk)

    @property
    def _saving(self) -> bool:
        """Whether something that was typed here has no outcome yet."""
        return self.console.queue.busy(self)

    def _hold(self) -> None:
        if self._held is None:
            self._held = self.set_timer(HOLD_SECONDS, self._release)

    def _release(self) -> None:
        if self._held is not None:
            self._held.stop()
            self._held = None
        self.paint(self._near)
        self._near = False
        if self._saving:
            self._hold()

    async def saved(self) -> None:
        """Wait until everything typed so far is saved, or has stopped."""
        await self.console.queue.idle()

    async def _saved_unasked(self) -> bool:
        """Wait as `saved` does; False where the arbiter is asked about what was typed: the keys
        are for that question."""
        idle = asyncio.ensure_future(self.saved())
        while not idle.done() and self.app.screen is self:
            await asyncio.wait([idle], timeout=GLANCE)
        idle.cancel()
        return self.app.screen is self

    # Input

    async def _on_message(self, message: TextualMessage) -> None:
        """A refusal is shown wherever it is raised: at a key, a line typed, a line chosen; so
        is a fault of the program, which must not shut the event."""
        try:
            await super()._on_message(message)
        except Refused as refusal:
            self.message(str(refusal), "bad")
        except Exception as error:
            self.message(noted(error), "bad")

    async def on_key(self, event: events.Key) -> None:
        """A key goes to whatever is in front: a question, a line being typed, the place."""
        event.prevent_default()
        if self._without_its_event:
            return
        key = Key(event.key, event.character if event.is_printable else None)
        if self._waits(key) and not await self._saved_unasked():
            self.console.keyboard.give_back([event])
            return
        view = self._settled()
        by_key = self.state.prompt is None and not self.state.questions
        asked = self.state.questions
        if asked and not asked[0].unforeseen and is_no_answer(asked[0], key):
            self.console.keyboard.not_foreseen(wrong_keys=1)
        step = take_key(self.kind, view, self.state, key, self._current(view))
        if step is not None:
            event.stop()
            asked = self.state.questions
            self._take(step)
            self._typed_ahead(asked, by_key)
        elif self.state.message is not None:
            self._take(Step(replace(self.state, message=None)))

    def _typed_ahead(self, asked: Sequence[Question], by_key: bool = False) -> None:
        """A new question is in front: what was typed before it was shown is its answer only if a
        key leads to it (`by_key`), and it begins with one, as with a dialog. A question that comes
        up by a line, after another question or by the outcome of something typed, is unforeseen:
        keys after that may be more such lines. `asked`: the questions before."""
        front = self.state.questions[:1]
        if not front or front == tuple(asked[:1]):
            return
        if not by_key:
            self.console.keyboard.not_foreseen()
            return
        answers = NO_KEYS | {front[0].yes_key, *front[0].typed_on}
        dropped = self.console.keyboard.drop_unless(answers)
        if dropped:
            were = "was" if dropped == 1 else "were"
            self.not_taken(f"{counted(dropped, 'key')} typed before this question {were} not taken")

    def not_taken(self, note: str) -> None:
        """Keys were typed without a look at the question in front: how many."""
        self._take(Step(said(self.state, note, "bad")))

    @property
    def writing(self) -> bool:
        """Whether a key is part of a line, or answers: what comes of it is not foreseen."""
        return self.state is not None and bool(self.state.prompt or self.state.questions)

    def _waits(self, key: Key) -> bool:
        """Whether the key waits for what was typed before: because of what it does, or because
        it may be for a round that is being published."""
        if self.state is None or self.state.questions or self.state.prompt is not None:
            return False
        if self.console.queue.publishing:
            return True
        command = keys_of(self.place).get(key.typed)
        return command is not None and command.id in self.kind.waiting

    def _settled(self) -> DeskView:
        """The desk as it is now, and the state that fits it."""
        view = self._follow()
        self.state = self.kind.settle(view, self.state)
        return view

    def _current(self, view: DeskView) -> Screenful:
        """The picture of the state as it is, in which a key of lists moves."""
        if self._held is not None:
            self._shown = self.kind.picture(view, self.state)
        return self._shown

    def on_paste(self, event: events.Paste) -> None:
        """What is pasted."""
        event.stop()
        if not self._without_its_event:
            view = self._settled()
            step = take_paste(self.kind, view, self.state, event.text)
            if step is not None:
                self._take(step)

    async def run_command(self, command: Command) -> None:
        """A command chosen by its name."""
        view = self._settled()
        try:
            self._take(run_command(self.kind, view, self.state, command.id))
        except Refused as refusal:
            self.message(str(refusal), "bad")

    def on_line_list_moved(self, message: LineList.Moved) -> None:
        """A click; a question in front has the word."""
        message.stop()
        if self.state is not None and message.key != self.state.selected:
            view = self._follow()
            asked = bool(self.state.questions)
            step = Step(self.state) if asked else self.kind.on_select(view, self.state, message.key)
            self._take(step)

    def on_click(self, event: events.Click) -> None:
        """On a tab, a key, a column's head, the pane, or a body that is not a list."""
        for shown, pressable in ((self.tabs, self._tabs), (self.key_line, self._keys)):
            spot = event.get_content_offset(shown)
            key = pressable.key_at(spot.x) if spot is not None else None
            if key is not None:
                self.console.press(key)
                return
        kind = self.kind
        for clicked, deal in (
            (self.heads, kind.on_head), (self.pane, kind.on_pane), (self.body, kind.on_click)
        ):  # fmt: skip
            spot = event.get_content_offset(clicked)
            if deal is not None and spot is not None and not self._without_its_event:
                view, row = self._settled(), spot.y + int(clicked.scroll_offset.y)
                if not (self.state.questions or self.state.prompt):
                    self._step_taken(partial(deal, view, self.state, spot.x, row))

    def on_line_list_chosen(self, message: LineList.Chosen) -> None:
        """A click on the selected line."""
        message.stop()
        if self.state is not None and self.kind.on_choose is not None and not self.state.questions:
            view = self._follow()
            self._take(self.kind.on_choose(view, self.state))

    # The desk's side: what happens to the place

    def on_mount(self) -> None:
        """Hear of every change; look at the round clock now and then, where it is shown."""
        self._divide(self.app.size.width)
        self.desk.changed.subscribe(self, self._changed)
        if self.kind.clocked:
            self.set_interval(CLOCK_SECONDS, self._look_at_clock)
        if self.kind.file:
            self.set_interval(CLOCK_SECONDS, self._look_at_file)

    def _changed(self, event: Event) -> None:
        """What was done here is painted already, with its outcome."""
        if self.is_current:
            if self.kind.lists_events and self.state is not None:
                self._apply(self.kind.on_resume(self._follow(), self.state))
            self._repaint_if_other()

    def on_resize(self) -> None:
        """Columns follow the width; then the pane the height that the foot has left."""
        self.call_after_refresh(self._follow_size)

    def _follow_size(self) -> None:
        self._repaint_if_other()
        self.call_after_refresh(self._repaint_if_other)

    def _repaint_if_other(self) -> None:
        """Show the event again unless it has been painted as it is, at these sizes."""
        if self._without_its_event or self._painted != (self.view, self.middle.size):
            self.repaint()

    def _look_at_clock(self) -> None:
        if self._without_its_event or not self.is_current:
            return
        store, current = self.desk.store, self.desk.event.current
        clock = read_clock(store.folder) if store.departure is None else None
        now, text = datetime.now().astimezone(), ""
        if clock is not None:
            from tui.projector.words import for_status

            text = for_status(clock, current.number if current else 0, now)
        shown = (text, clock, now.replace(second=0, microsecond=0))
        if shown != (self._clock, self._round_clock, self._minute):
            self._clock, self._round_clock, self._minute = shown
            self.repaint()

    @property
    def _own_folder(self) -> Path:
        """The folder of the event, of a congress that of its own files."""
        return self.desk.store.folder

    def _look_at_file(self) -> None:
        """Somebody may have changed it with an editor, or another desk."""
        if self._without_its_event or not self.is_current or self.state is None:
            return
        path = self._own_folder / self.kind.file
        try:
            status = path.stat()
            version: FileVersion | None = (status.st_ino, status.st_mtime_ns, status.st_size)
        except OSError:
            version = None
        if self._file != (path, version):
            self._file = path, version
            self._apply(self.kind.on_resume(self._follow(), self.state))

    def on_screen_resume(self) -> None:
        """The place comes to the front."""
        self.body.mark_anew()
        self._painted = None
        self.call_after_refresh(self._repaint_if_other)
        if not self._without_its_event:
            begun = self.state is None
            view = self._follow()
            if not begun and self._elsewhere:
                self.returned()
            self._elsewhere = False
            if not begun:
                self._apply(self.kind.on_resume(view, self.state))
            if self.kind.clocked:
                self._look_at_clock()

    def unsaved_results(self) -> Mapping[tuple[int, int], str]:
        """By round and board: typed, and not in the journal."""
        if self.state is None or self._without_its_event:
            return {}
        return self.kind.unsaved(self.view, self.state)

    def covered_results(self, desk: Desk) -> Collection[tuple[int, int]]:
        """By round and board: saved results of an event that no other place is to show now."""
        if self.state is None or self._without_its_event or desk is not self.desk:
            return ()
        return self.kind.covered(self.view, self.state)

    def extra_help(self) -> Sequence[Command]:
        """The place's keys that are not in the table."""
        return self.kind.extra_help(self._follow(), self.state)

    def kept(self) -> Mapping[str, Any]:
        """What is noted of the state, for coming back to it."""
        names = self.kind.remembered if self.state is not None else ()
        return {name: getattr(self.state, name) for name in names}

    def give_back(self, kept: Mapping[str, Any]) -> None:
        """Take it back, as far as it fits."""
        fitting = {n: v for n, v in kept.items() if fits(v, self.kind.remembered.get(n, ()))}
        self.state = replace(self.state, **fitting)

    def returned(self) -> None:
        """The place is in front after another one."""
        self._apply(self.kind.on_return(self.view, self.state))

    def message(self, text: str, kind: MessageKind = "info") -> None:
        """Show a message at the foot until the next key."""
        if not self._without_its_event:
            self._follow()
            self._take(say(self.state, text, kind))

    # Painting

    def repaint(self) -> None:
        """Show the event as it is, unless an acknowledgement is waited for."""
        if self._held is None:
            self.paint()

    def paint(self, near: bool = False) -> None:
        """Paint what differs from what is there."""
        if not self.is_current or not self.size.width or self._without_its_event:
            return
        view = self._follow()
        self._painted = (view, self.middle.size)
        try:
            self._come_back(view)
            self.state, self._shown = settled(self.kind, view, self.state, self._shown)
        except Exception as error:
            self._shown = Screenful(body=self._cannot_be_shown(error, self.size.width))
        shown = self._shown
        questions = self.state.questions
        top = self.state.question_top
        over = partial(question_lines, questions[0], view.width, top=top) if questions else no_lines
        self.body.set_class(shown.alarm, "-in-question")
        body = shown.body
        if shown.bright:  # what another desk has just changed
            body = [
                Line(((fit(one.text, view.width), "fresh"),), one.key)
                if one.key in shown.bright
                else one
                for one in body
            ]
        self.body.paint(body, self.state.selected, near, over, shown.focus, shown.still)
        self.refresh_frame()
        self._pane_due = True
        if not self.console.keyboard.waiting:
            self.paint_pane()
        self.parting.follow()
        self.console.tell_opening()

    def _come_back(self, view: DeskView) -> None:
        """The first time: to the line that was selected when the event was left."""
        selected = None if self.kind.without_event else self.console.came_back(self)
        if selected is not None:
            self.state, shown = settled(self.kind, view, self.state, self._shown)
            if self.kind.on_back is not None:
                self.state = self.kind.on_back(view, self.state, selected)
            elif row_of(shown.body, selected) >= 0:
                self.state = self.kind.on_select(view, self.state, selected).state

    def _divide(self, width: int, shown: bool = True) -> None:
        """Room for the pane, before the first picture too, so that nothing is laid out twice."""
        pane = self._grid_of(width, self.kind.pane is not None).pane
        self.pane.styles.width = pane + 2
        self.pane.display = self.parting.drawn = bool(pane) and shown
        self.parting.follow()

    def paint_pane(self) -> None:
        """What belongs to the selected line, once no further key waits."""
        if not self._pane_due or not self.is_current or self._without_its_event:
            return
        self._pane_due = False
        kind, width = self.kind, self._grid_of(self.size.width, True).pane
        if kind.pane is None:
            return
        lines: Sequence[Line] | None = ()
        if width:
            try:
                lines = kind.pane(self.view, self.state, width, self.middle.size.height)
            except Exception as error:
                lines = self._cannot_be_shown(error, width)
        self._divide(self.size.width, lines is not None)
        blank = [Line()] * (self.middle.size.height - len(lines or ()))
        self.pane.show([*(lines or ()), *blank])  # of one length always, so that cells are compared
        if self.pane.display and kind.on_rest is not as_it_is:
            if self._resting is not None:
                self._resting.stop()
            self._resting = self.set_timer(REST_SECONDS, self._rest)
        if self._paned != (lines is not None):
            self._paned = lines is not None
            self.call_after_refresh(self.repaint)

    def _rest(self) -> None:
        """Nobody types: the pane may have something worked out."""
        if self.is_current and not self._without_its_event and not self.console.keyboard.waiting:
            step = self.kind.on_rest(self._settled(), self.state)
            if step.effects:  # what comes of it is painted when it is there
                self._apply(step)

    def refresh_frame(self) -> None:
        """What is around the list."""
        if self._without_its_event or self.state is None:
            return
        shown, width = self._shown, self.size.width
        wide, high = width >= WIDE, self.size.height >= LOW
        saved = self._saved
        beside = "" if wide else saved
        self._tabs = self._top(width, saved, title_room(shown.status, width, beside))
        self.tabs.show(self._tabs.line)
        self.status.show(state_line(shown.status, width, beside, self._tabs.left_out))
        self.heads.display = shown.heads is not None
        self.heads.show(shown.heads or Line())
        self.rule.set_class(wide, "-wide")
        self.rule.display = high
        self._show_rule()
        self._show_foot()
        self._show_keys()

    def _show_rule(self) -> None:
        """Which line is selected; whether only lines to read follow out of view."""
        selectable = self.kind.selectable
        keyed = [one.key is not None for one in self._shown.body]
        position = position_of(self.body.cursor if selectable else -1, keyed)
        more = READ_ON if selectable and self.body.goes_on else ""
        position = " · ".join(filter(None, (position, more)))
        self.rule.show(rule_line(self._shown.about, position, self.size.width))

    def _scrolled(self) -> None:
        """Other lines are in view: what shows the part follows."""
        self.parting.follow()
        if not self._without_its_event and self.state is not None:
            self._show_rule()

    @property
    def _saved(self) -> str:
        """When was saved."""
        return "" if self.kind.without_event else self.desk.saved_text

    def _top(self, width: int, saved: str, below: int) -> Pressable:
        """The first line; the second has so many cells for a title."""
        if self.kind.without_event:
            return Pressable(line(" Topboard", "key"))
        right = event_parts(self.desk.event, self.desk.format, width, saved)
        bracket, marked = self.desk.has_bracket, self.console.no_color
        return tab_line(self.place, width, right, bracket, marked, below=below)

    def begin_at(self, key: Hashable | None) -> None:
        """That line is selected, where it is one of the list."""
        self._settled()
        _, shown = settled(self.kind, self.view, self.state, self._shown)
        if row_of(shown.body, key) >= 0:
            self._take(self.kind.on_select(self.view, self.state, key))

    def _cannot_be_shown(self, error: Exception, width: int) -> list[Line]:
        """In place of what a place shows: one statement; the event stays open in all others."""
        text = f"This cannot be shown: {safe(noted(error), 300)}"
        return [line(one, "bad") for one in wrapped(text, width)]

    def on_screen_suspend(self) -> None:
        """A dialog has the keys, which are in it; or another place is in front."""
        self._elsewhere = self._elsewhere or self.console.current_mode != self.place
        self.body.mark_anew()
        if self.state is not None and not self._without_its_event:
            self._show_keys()
            self._show_foot()

    def _show_keys(self) -> None:
        """The keys that work now; those of a question are below it."""
        works = self.app.screen is self and not self.state.questions
        if works and self.state.prompt is not None:
            # letters are typed: no command of the place has its key now
            self._keys = Pressable(TYPING_KEYS)
        else:
            self._keys = self._key_line() if works else Pressable()
        self.key_line.show(self._keys.line)

    def _key_line(self) -> Pressable:
        """The place's commands that can be done now, those first that it puts there."""
        shown = self._shown
        able = [c for c in commands_of(self.place) if c.short and c.id not in shown.idle]
        commands = [c._replace(short=shown.shorts.get(c.id, c.short)) for c in able]
        first = {id: at for at, id in enumerate(shown.first_commands)}
        commands.sort(key=lambda c: first.get(c.id, len(first)))
        return key_line(tuple(commands), self.size.width, tuple(shown.first_keys))

    def _show_foot(self) -> None:
        lines = self._foot_lines()
        if self.feet.styles.height is None or self.feet.styles.height.value != len(lines):
            self.feet.styles.height = len(lines)
        self.feet.show(lines)

    def _foot_lines(self) -> list[Line]:
        """What is under the rule: notes and details, the last of which give way to what is
        said, so that the list keeps its lines; on a low terminal one line of it all."""
        shown, said, view = self._shown, self._said(), self.view
        if self.size.width < WIDE and self.app.screen is not self:
            # a dialog has the whole width: half of what is about the list would look like its own
            blank = self.feet.size.height - len(said)
            return [*[Line()] * blank, *said] or [Line()]
        feet = [one for one in (shown.foot, *shown.more_feet) if one.text.strip()]
        if self.size.height < LOW:
            return said or [*feet, *shown.detail, *shown.under, Line()][:1]
        most = 0 if view.paned and not shown.detail else self.kind.detail_height
        details = [*shown.under, *[*shown.detail, *[Line()] * most][:most]]
        room = max(len(details) + len(feet) - len(said), 0)
        if any(one.text.strip() for one in details[room:]):
            details = [*details[: room - 1], *self._cut_off(details[:room][-1:])]
        return [*[*details, *feet][:room], *said] or [Line()]

    def _cut_off(self, last: list[Line]) -> list[Line]:
        """The last line of the details that there is room for: they go on after it."""
        more, width = self._shown.more, self.size.width
        return [
            line(whole_words(one.text.rstrip(), width - text_width(more)) + more, style)
            for one in last
            for _, style in one.parts[:1]
        ]

    def _said(self) -> list[Line]:
        """A message, and the line being typed; else what another desk has just done, unless the
        foot names it."""
        message: Message | None = self.state.message
        lines: list[Line] = []
        if message is not None:
            mark = "!" if message.kind == "bad" else " "
            style = KIND_STYLE[message.kind]
            lines = [line(text, style) for text in wrapped(message.text, self.size.width, mark)]
        if self.state.prompt is not None:
            lines += prompt_lines(self.state.prompt, self.size.width)
        if not lines and not self._shown.foot.text.strip():
            lately = lately_line(self.view)
            return [lately] if lately is not None else []
        return lines

    # What others ask of the place in front

    def work_at(self) -> Offset | None:
        """On a question, after what is typed at the foot, or on the foot that says what is
        selected, if that is not in view; else None."""
        if self.asking:
            return self.body.over_at()
        if self.prompting:
            feet = self.feet
            row = max(len(feet.lines) - 1, 0)
            typed = text_width(feet.lines[row].text) - 1 if feet.lines else 0
            at = Offset(max(min(typed, feet.size.width - 1), 0), row)
            return feet.content_region.offset + at
        return self.feet.content_region.offset if self.body.elsewhere else None

    @property
    def telling(self) -> bool:
        """Whether something is shown that has not been read yet, or a line is being typed."""
        state = self.state
        return state is not None and bool(state.message or state.prompt or state.questions)

    @property
    def foot_is_free(self) -> bool:
        """Whether a message hides nothing that must be read."""
        state = self.state
        return state is None or (
            state.prompt is None and (state.message is None or state.message.kind != "bad")
        )

    @property
    def typing(self) -> tuple[str, str] | None:
        """The line being typed: what it is for, and what is in it."""
        prompt = self.state.prompt if self.state is not None else None
        return (prompt.label, prompt.text) if prompt is not None else None

    @property
    def asking(self) -> bool:
        """Whether a question is in front."""
        return self.state is not None and bool(self.state.questions)

    @property
    def prompting(self) -> bool:
        """Whether a line is being typed."""
        return self.typing is not None


# What is around the list, without a terminal


class KeySpot(NamedTuple):
    """Cells of a line, from the first to after the last, and the key that a click presses."""

    first: int
    end: int
    key: str
    """As the table of actions writes it."""


class Pressable(NamedTuple):
    """A line with the spots of its keys."""

    line: Line = NO_LINE
    spots: tuple[KeySpot, ...] = ()
    left_out: str = ""
    """The event's title, where there was no room for it."""

    def key_at(self, cell: int) -> str | None:
        """The key that a click there presses."""
        return next((spot.key for spot in self.spots if spot.first <= cell < spot.end), None)


class _Writing:
    """A line in the making."""

    def __init__(self) -> None:
        self.parts: list[tuple[str, str]] = []
        self.spots: list[KeySpot] = []
        self.width = 0

    def put(self, text: str, style: str) -> None:
        self.parts.append((text, style))
        self.width += text_width(text)

    def key(self, key: str, *parts: tuple[str, str]) -> None:
        first = self.width
        for text, style in parts:
            self.put(text, style)
        self.spots.append(KeySpot(first, self.width, key))

    @property
    def pressable(self) -> Pressable:
        return Pressable(Line(tuple(self.parts)), tuple(self.spots))


@lru_cache(maxsize=16)
def tab_line(
    here: str,
    width: int,
    right: tuple[str, ...],
    bracket: bool = False,
    marked: bool = False,
    trip: tuple[Command, ...] = (),
    below: int = 0,
) -> Pressable:
    """The places of an event, or of a `trip`, with their keys, the one in front as a tab, in
    brackets where there is no colour (`marked`). At the right what fits of `right`: its first part,
    the event's title, gives way. It is not cut where the second line has room for more of it,
    `below` cells."""
    writing, commands = _Writing(), trip or round_trip(bracket)
    edges, narrow = "[]" if marked else "  ", width < NARROW
    for command in commands:
        key = command.keys[0]
        if writing.parts and not narrow:
            writing.put("│", "dim")
        if command.id == here:
            writing.key(key, (f"{edges[0]}{command.key} {command.name}{edges[1]}", "tab"))
        else:
            name = [] if narrow else [(f" {command.name} ", "dim")]
            writing.key(key, (f" {command.key}", "key"), *name)
    # the tab of a place that is not in front ends with a blank already
    apart = commands[-1].id == here or narrow
    text, titled = _fitting(right, width - writing.width - 1 - apart)
    if titled and right and not text.startswith(right[0]):
        rest, _ = _fitting(("", *right[1:]), width - writing.width - 1 - apart)
        here_shown = text_width(text) - text_width(rest) - 3 * bool(rest)
        if text_width(right[0]) <= below or below > max(here_shown, TITLE_BELOW):
            text, titled = rest, False
    writing.put(fit(text, width - writing.width - 1, right=True) + " ", "plain")
    return writing.pressable._replace(left_out="" if titled else right[0] if right else "")


def _fitting(parts: Sequence[str], room: int) -> tuple[str, bool]:
    """The parts in one text, and whether the first is in it; it is cut, or left out, if there is no
    room."""
    text = " · ".join(filter(None, parts))
    if text_width(text) <= room:
        return text, True
    rest = " · ".join(filter(None, parts[1:]))
    left = room - text_width(rest) - 3 * bool(rest)
    if left >= TITLE_LEAST:
        return " · ".join(filter(None, (fit(parts[0], left), rest))), True
    return rest if text_width(rest) <= room else "", False


def event_parts(event: Event, format: Format, width: int, saved: str) -> tuple[str, ...]:
    """The title and the round that is proposed or in play, for the first line; where it is wide
    also who is here and when was saved."""
    mode = "NOT STRICT" if event.mode == "free" else ""
    now = round_text(event, format, width < WIDE)
    return (safe(event.title), mode, now, saved * (width >= WIDE))


def round_text(event: Event, format: Format, short: bool) -> str:
    """`round 4 of 9`; short `R4/9`. Empty before the first proposal."""
    round = event.proposal or event.current
    if round is None:
        return ""
    words = steady(format)
    named = words.round_mark if short else words.round_of_all
    return named(event, round.number)


def state_line(state: Line, width: int, right: str = "", title: str = "") -> Line:
    """The state of the place, and at the right end the time of saving, after a `title` that the
    first line had no room for, if there is room here."""
    room = width - text_width(state.text.rstrip()) - BETWEEN
    if title and room - text_width(right) >= min(TITLE_BELOW, text_width(title) + BETWEEN):
        right, _ = _fitting((title, right), room)
    room = max(width - text_width(right) - 2 * bool(right), 0)
    left = _cut(state, room)
    if not right:
        return Line(left)
    gap = width - sum(text_width(text) for text, _ in left) - text_width(right) - 1
    return Line((*left, (" " * max(gap, 1), "plain"), (f"{right} ", "dim")))


def title_room(state: Line, width: int, right: str) -> int:
    """Cells that `state_line` has for a title before what is at its right end."""
    apart = BETWEEN * bool(right)
    return width - text_width(state.text.rstrip()) - BETWEEN - apart - text_width(right)


def _cut(shown: Line, room: int) -> tuple[tuple[str, str], ...]:
    parts: list[tuple[str, str]] = []
    for text, style in shown.parts:
        size = text_width(text)
        parts.append((text if size <= room else fit(text, room), style))
        room -= size
        if room <= 0:
            break
    return tuple(parts)


def prompt_lines(prompt: Prompt, width: int) -> list[Line]:
    """The line being typed; what it asks for is above it as far as it has no room beside."""
    typed = min(text_width(prompt.text) + 1, TYPED_LEAST)
    if text_width(prompt.label) + typed + 2 <= width:
        return [prompt_line(prompt, width)]
    *above, last = in_lines(prompt.label, width, " ")
    if text_width(last) + typed + 1 > width:
        above, last = [*above, last], ""
    return [
        *(line(one, "key") for one in above),
        prompt_line(prompt._replace(label=last.strip()), width),
    ]


def prompt_line(prompt: Prompt, width: int) -> Line:
    """The line being typed; of a text that is too long for it the end, where the next letter
    goes."""
    label, text = f" {prompt.label}", f"{prompt.text}_"
    most = max(width - min(text_width(text), TYPED_LEAST) - 1, 0)
    label = label if text_width(label) <= most else fit(label, most)
    room = width - text_width(label) - 1
    if text_width(text) > room:
        while text and text_width(text) >= room:
            text = text[1:]
        text = f"…{text}"
    return Line(((f"{label} ", "key"), (text, "dim" if prompt.proposed else "plain")))


def rule_line(title: str, position: str, width: int) -> Line:
    """The rule above the details: what they are about, and where in the list that is. A thin line;
    where there is a pane a row on another ground, which sends less."""
    wide = width >= WIDE
    filling, end = (" ", " ") if wide else ("─", " ─")
    right = f" {position}{end}" if position else ""
    room = max(width - text_width(right), 0)
    left = (
        f"── {fit(title, room - 4) if text_width(title) > room - 4 else title} " if title else "──"
    )
    left += filling * (room - text_width(left))
    return Line(((left, "dim"), (right, "dim")))


def about_entrant(desk: DeskView, key: Hashable | None) -> str:
    """The subject of the pane; empty without a pane, so that a move sends less."""
    entrant = entrants_by_id(desk.event).get(str(key)) if desk.paned else None
    return safe(entrant.name) if entrant is not None else ""


def position_of(row: int, keyed: Sequence[bool]) -> str:
    """`7/100`: which of the lines that can be selected that one is."""
    count = sum(keyed)
    return f"{sum(keyed[: row + 1])}/{count}" if 0 <= row < len(keyed) and count > 1 else ""


@lru_cache(maxsize=16)
def key_line(
    commands: tuple[Command, ...], width: int, first: tuple[tuple[str, str], ...] = ()
) -> Pressable:
    """As many `key text` pairs as the width holds, in their order; `? help` always at the
    end, and `:` where there is room. `first`
    are keys that are not of the table, with their text; a text without a key is only read."""
    writing = _Writing()
    room = width - len(HELP_KEY) - len(HELP_TEXT)
    for key, text in first:
        label = (f" {text} " if text else "", "dim")
        if key:
            writing.key(key, (f" {key}", "key"), label)
        else:
            writing.put(*label)
    for command in commands:
        if command.id == "help":
            continue
        if len(command.key) + len(command.short) + 3 > room - writing.width:
            break
        shown = ((f" {command.key}", "key"), (f" {command.short} ", "dim"))
        writing.key(command.keys[0], *shown)
    help = (HELP_TEXT if room >= writing.width else "", "dim")
    writing.key("?", (HELP_KEY, "key"), help)
    if width - writing.width >= len(PALETTE_KEY) + len(PALETTE_TEXT):
        writing.key(":", (PALETTE_KEY, "key"), (PALETTE_TEXT, "dim"))
    return writing.pressable
