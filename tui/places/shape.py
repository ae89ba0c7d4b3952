"""The shape of a place: a frozen state, a pure picture of it, pure functions from input to the
next state; and how a key is taken in any place: by the question in front, the line typed, the
place's own keys, the table of actions, the keys of lists. All of it is values; the tests run a
place by it, and `tui.places.screen` is the one thing that touches a terminal.

What no other class is derived from is a named tuple: before the first picture, that is made in a
tenth of the time that a frozen dataclass takes. One without fields is a dataclass all the same: an
empty tuple is false."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Collection, Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from importlib import import_module
from types import MappingProxyType
from typing import (
    TYPE_CHECKING,
    Any,
    Generic,
    Literal,
    NamedTuple,
    Protocol,
    TypeVar,
    runtime_checkable,
)

from engine.points import counted
from engine.protocol import Format, bracketed
from engine.refusal import Refused
from engine.results import GAME_KEYS
from saves.cells import in_lines, text_width
from saves.journal import LastActions
from saves.safe_text import safe
from tui.keys.commands import (
    Command,
    keys_of,
    known_elsewhere,
    list_keys,
    never_done,
    result_keys,
)
from tui.widgets.lines import NO_LINE, Focus, Line, line

if TYPE_CHECKING:
    from datetime import datetime

    from engine.actions import Action
    from engine.at_work import GroupAtWork
    from engine.event import Event, Round
    from engine.log import LoggedAction
    from saves.as_drawn import RoundAsDrawn
    from saves.round_clock import RoundClock
    from tui.congress.view import CongressView


SAVED_AT = 14
"""Cells at the end of the second line for the time of saving."""
WIDE = 110
"""Columns of a terminal from which on a pane is beside the list."""
LOW = 20
"""Lines of a terminal below which the list gets those of the rule and of the details."""
PANE_LEAST = 30
"""Cells of a pane that has given the list what this needs."""
PARTING = 3
"""Cells between list and pane: the line that parts them, and a blank at each side of the pane."""


MOST_TYPED = 60
"""Characters of a line typed at the foot."""
WARNING_EDGE = "║"
_LEADS_AWAY = re.compile(r"(shift\+)?tab|f\d+")
"""Keys of places, which a line that is being typed keeps from doing what they do."""
NO_KEYS = frozenset({"escape", "enter", "n", "q"})
MISSED = "that key does not answer the question above: esc, then answer it"


class ScreenGrid(NamedTuple):
    """Cells of the list and of the pane; 0 without one. Between them, or at the right of the list,
    is the scroll mark."""

    list: int
    pane: int = 0


def grid(width: int, paned: bool = True, needs: int = 0) -> ScreenGrid:
    """For a terminal of so many columns, of a place that has a pane or none. The list has 80 from
    113 columns on, 111 at 160 and 140 at 200; what is left over is the list's. A list that `needs`
    more, so that no name is cut, has it from the pane, as far as that can give it."""
    if not paned or width < WIDE:
        return ScreenGrid(max(width - 1, 0))
    pane = 57 if width >= 200 else 46 if width >= 160 else min(max(width - PARTING - 80, 30), 40)
    pane = max(min(pane, width - PARTING - needs), min(PANE_LEAST, pane))
    return ScreenGrid(width - PARTING - pane, pane)


MessageKind = Literal["info", "done", "bad"]
Fitting = type | tuple[str, ...]
"""What a remembered value may be: of that type, or one of these words."""


NO_ACTIONS = LastActions()
"""Of a journal without any."""
NONE: Mapping[str, Any] = MappingProxyType({})


def not_looked_up(round: Round) -> None:
    """No journal is at hand."""


def nobody_elsewhere() -> Sequence[str]:
    """The event is in no congress."""
    return ()


class DeskView(NamedTuple):
    """All that a place sees of the desk and of its terminal."""

    event: Event
    format: Format
    recent: LastActions = NO_ACTIONS
    """The last entries of the journal."""
    undone: frozenset[int] = frozenset()
    """Numbers of entries that are taken back."""
    elsewhere: frozenset[int] = frozenset()
    """Numbers of entries made at other consoles."""
    fresh: frozenset[int] = frozenset()
    """Of these, what was done within the last seconds (`tui.desk`)."""
    second_scheme: bool = False
    """Results are typed with 1 3 2 0 in place of 1 0 = and the point."""
    clock: str = ""
    """What the round clock says; new once a minute."""
    round_clock: RoundClock | None = None
    minute: datetime | None = None
    """Where a place shows the clock: the time of day, without its seconds."""
    width: int = 80
    """Cells of the list: of the whole terminal where no pane is beside it."""
    across: int = 80
    """Cells of the whole terminal."""
    height: int = 24
    page: int = 18
    """Lines of the body."""
    beside: Literal["", "draw", "comparison"] = ""
    """What the desk runs beside the keys."""
    seconds: int = 0
    """How long it has been running."""
    at_work: GroupAtWork | None = None
    """Of a draw: the score group that it pairs now."""
    as_drawn: Callable[[Round], RoundAsDrawn | None] = not_looked_up
    """A published round as it was drawn, from the journal."""
    congress: CongressView | None = None
    """If the place is one of a congress: its events. There is no event besides."""
    unsavable: str = ""
    """Why nothing can be saved now; empty where it can."""
    seated_elsewhere: Callable[[], Sequence[str]] = nobody_elsewhere
    """Of an event of the congress that is open: who of its proposal also sits at a board of another
    event in the same hours."""
    company: str = ""
    """`with ben · `: who has the event open elsewhere, as the second line says it."""

    @property
    def status_room(self) -> int:
        """Cells of the second line for its text, before the other desks and the time of saving."""
        return self.across - SAVED_AT - text_width(self.company)

    @property
    def pane_width(self) -> int:
        """Cells of the pane beside the list."""
        return max(self.across - self.width - PARTING, 0)

    def since_publication(self) -> Iterator[LoggedAction]:
        """What was done since the last publication, the latest first, without what is taken back or
        of a round that a correction has taken away. Board 2 of the round before is not board 2 of
        this one. The publication itself, which can number 1,000 entrants, is not read."""
        corrected = False
        for n, kind, read in reversed(self.recent.readers):
            if n in self.undone:
                continue
            if kind == "adopt" or (kind == "publish" and not corrected):
                return
            logged = read()
            corrected = corrected or kind == "correct"
            number = logged.action.about(None).round
            if number is not None and number > len(self.event.published):
                continue
            if kind == "publish":
                return
            yield logged

    @property
    def publication(self) -> int | None:
        """The number of the action that published the round in play, its first where extra boards
        were published too; None where the journal's last actions have none."""
        published, current = None, self.event.current
        for n, kind, read in reversed(self.recent.readers):
            if kind == "adopt" and n not in self.undone:
                break
            if kind == "publish" and n not in self.undone:
                if current is None or read().action.about(None).round != current.number:
                    break
                published = n
        return published

    @property
    def paned(self) -> bool:
        """Whether a pane is beside the list."""
        return self.across - self.width > 1  # the scroll mark has one


class Key(NamedTuple):
    """A key pressed: Textual's name of it, and the character where it prints one."""

    name: str
    character: str | None = None

    @property
    def typed(self) -> str:
        """As the table of actions writes it: the character, or the name."""
        return self.character if self.character and self.character != " " else self.name


class Message(NamedTuple):
    """What is at the foot until the next key; a bad one rings the bell."""

    text: str
    kind: MessageKind = "info"


class Typing(Protocol):
    """What a line at the foot is typed for: a small value, never a closure.

    The prompt is gone from the state when `entered` or `dropped` is called; `entered` may put
    it back, with what is wrong as the message.
    """

    def changed(self, desk: DeskView, state: Any, text: str) -> Step[Any]:
        """After each key."""
        ...

    def entered(self, desk: DeskView, state: Any, text: str) -> Step[Any]:
        """Enter."""
        ...

    def dropped(self, desk: DeskView, state: Any) -> Step[Any]:
        """Esc."""
        ...


class AtEnter:
    """A `Typing` that nothing follows from before Enter, nor from Esc."""

    __slots__ = ()

    def changed(self, desk: DeskView, state: S, text: str) -> Step[S]:
        """Nothing before Enter."""
        return Step(state)

    def dropped(self, desk: DeskView, state: S) -> Step[S]:
        """All stays as it was."""
        return Step(state)


class Prompt(NamedTuple):
    """A line being typed at the foot."""

    label: str
    purpose: Typing
    text: str = ""
    proposed: bool = False
    """The text is the present value: enter takes it, the first character typed replaces it."""


class Answering(Protocol):
    """What a question is asked for: a small value. The question is gone from the
    state when it is called."""

    def yes(self, desk: DeskView, state: Any) -> Step[Any]:
        """The one key that says yes."""
        ...

    def no(self, desk: DeskView, state: Any) -> Step[Any]:
        """Enter, Esc, n or q."""
        ...


@runtime_checkable
class GoesOn(Protocol):
    """An `Answering` that takes up the keys typed on."""

    def goes_on(self, desk: DeskView, state: Any, key: str) -> Step[Any]:
        """One of them: no, and what it begins."""
        ...


class AtYes:
    """An `Answering` whose no changes nothing."""

    __slots__ = ()

    def no(self, desk: DeskView, state: S) -> Step[S]:
        """All stays as it was."""
        return Step(state)


class Question(NamedTuple):
    """A question, drawn as lines over the body; the next key is its answer."""

    text: str
    purpose: Answering
    yes_key: str = "y"
    warning: bool = False
    """A yes breaks a rule, or loses what was done: it looks otherwise."""
    typed_on: str = ""
    """Keys with which what the question's own key was in the middle of goes on: each of them a no,
    unless the purpose takes it up (`GoesOn`)."""
    unforeseen: bool = False
    """It comes from an action of another desk. Somebody who types on does not look at it: a key
    that is not an answer keeps those after it from being one, and from other boards, until Esc."""


@dataclass(frozen=True, slots=True)
class PlaceState:
    """What every place remembers; its own state adds fields to these. Nothing of the event."""

    selected: Hashable | None = None
    """The key of the selected line."""
    message: Message | None = None
    prompt: Prompt | None = None
    questions: tuple[Question, ...] = ()
    """The first one is in front."""
    question_top: int = 0
    """The line of its text from which on it is read, where not all of it has room."""
    question_missed: bool = False
    """A key was typed that does not answer the question in front, which was not foreseen."""
    last_key: str = ""
    """The key before the present one."""


S = TypeVar("S", bound=PlaceState)


class Following(Protocol):
    """What follows from an answer: a small value."""

    def answered(self, desk: DeskView, state: Any, value: Any) -> Step[Any]:
        """The dialog was closed, or the work is done, with that value; None without one."""
        ...


def said(state: S, text: str, kind: MessageKind = "info") -> S:
    """The state with a message."""
    return replace(state, message=Message(text, kind))


# What is to be done


class Do(NamedTuple):
    """An action through the desk's door, after all that was typed before. `on_outcome` is told
    how it ended; `about` is for it alone."""

    action: Action
    about: object = None
    more: bool = False
    """Others like it may follow at once: the save files wait until none does."""
    done: str = ""
    """What is said when it is done."""


class Perform(NamedTuple):
    """Do an action after a yes."""

    action: Action
    done: str

    def yes(self, desk: DeskView, state: Any) -> Step[Any]:
        """It is done."""
        return Step(state, (Do(self.action, done=self.done),))

    def no(self, desk: DeskView, state: Any) -> Step[Any]:
        """Nothing is."""
        return Step(state)


@dataclass(frozen=True, slots=True)
class UndoLast:
    """Take back the last action of this desk, after all that was typed before."""


class Run(NamedTuple):
    """A command of the desk, by its id in the table of actions."""

    command: str


class Go(NamedTuple):
    """To another place, and carry a command out there."""

    place: str
    command: str = ""


class Converse(NamedTuple):
    """Hand over to a function that shows screens of its own and waits for their answers:
    forms with fields, lists to choose from. It is called with the console and `arguments`; `then`
    gets what it gives."""

    function: Callable[..., Awaitable[object]]
    arguments: tuple[object, ...] = ()
    then: Following | None = None
    working: bool = False
    """It works for a while before it asks: keys go to what it shows meanwhile, so that it can be
    stopped."""


class Draw(NamedTuple):
    """Draw the next round beside the keys, and take the proposal in; `first` is done before it.
    `then` gets how it ended (`tui.desk.DrawEnd`), `on_outcome` a refusal."""

    redraw: bool = False
    keep_choices: bool = False
    """Who was chosen stays chosen in a redraw, where the locks and bars allow it."""
    first: tuple[Action, ...] = ()
    then: Following | None = None


class Beside(NamedTuple):
    """What takes its time and can be stopped, beside the keys. `function` is called with the
    console and `arguments`; a refusal goes to `on_outcome`."""

    function: Callable[..., Awaitable[object]]
    arguments: tuple[object, ...] = ()
    then: Following | None = None


@dataclass(frozen=True, slots=True)
class Stop:
    """Stop what runs beside the keys."""


class Fetch(NamedTuple):
    """Read or work something out that takes its time, in a thread. `function` is called with the
    console and `arguments`; `then` gets what it gives back, or its `Refused`. One that is asked
    for again while it runs takes the place of the first."""

    function: Callable[..., object]
    then: Following
    arguments: tuple[object, ...] = ()


class UseScheme(NamedTuple):
    """Results are typed by the second scheme of keys at this console, or by the first."""

    second: bool


@dataclass(frozen=True, slots=True)
class Bell:
    """Ring."""


@dataclass(frozen=True, slots=True)
class Near:
    """The selection moved by one line: the list scrolls by one, and leaves no lines ahead."""


class ReadOn(NamedTuple):
    """No line further that way can be selected: the list scrolls to what is there."""

    way: str


class Within(NamedTuple):
    """For a congress: what to do in one of its events."""

    folder: str
    effect: Do | Converse | Draw | Fetch


Effect = (
    Do
    | UndoLast
    | Run
    | Go
    | Converse
    | Draw
    | Beside
    | Stop
    | Fetch
    | UseScheme
    | Bell
    | Near
    | ReadOn
    | Within
)


class Done(NamedTuple):
    """An effect of the queue was carried out, and the journal has it."""

    effect: Do | UndoLast
    turned: LoggedAction | None = None
    """The action that an undo was about."""
    folder: str = ""
    """Of a congress: the event in which it was done."""


class Failed(NamedTuple):
    """An effect of the queue was refused."""

    effect: Do | UndoLast | Draw | Beside
    refusal: Refused
    dropped: tuple[Do, ...] = ()
    """What the place had queued after it, and is not done either."""
    folder: str = ""
    """Of a congress: the event in which it was refused."""


Outcome = Done | Failed


class Step(NamedTuple, Generic[S]):
    """What an input leads to: the next state, and what to do, in order."""

    state: S
    effects: tuple[Effect, ...] = ()


def say(
    state: S, text: str, kind: MessageKind = "info", effects: tuple[Effect, ...] = ()
) -> Step[S]:
    """A message is all that an input leads to, and these effects."""
    return Step(said(state, text, kind), effects)


class Screenful(NamedTuple):
    """A picture of a place: what is around and in its list. Message, prompt and question
    are drawn from the state, alike in every place."""

    status: Line = NO_LINE
    """In the second line: what there is to know now, counts, a bar."""
    heads: Line | None = None
    body: Sequence[Line] = ()
    under: Sequence[Line] = ()
    """Under the rule, as many as there are: notes, the working."""
    about: str = ""
    """In the rule above the details: what they are about."""
    detail: Sequence[Line] = ()
    """About the selected line, at most `PlaceKind.detail_height`; what is said takes the place of
    the last."""
    more: str = " …"
    """Behind the last line of details that are longer than the room for them."""
    foot: Line = NO_LINE
    """Where messages appear, while there is none; empty if details need the room."""
    more_feet: Sequence[Line] = ()
    """Below it, as many lines as there are."""
    first_keys: Sequence[tuple[str, str]] = ()
    """Keys that are not of the table, with their text: they are first in the key line. A text
    without a key is only read."""
    first_commands: Sequence[str] = ()
    """By id, the commands that are first of all in the key line."""
    idle: frozenset[str] = frozenset()
    """Commands that cannot be done now; the key line leaves them out."""
    shorts: Mapping[str, str] = MappingProxyType({})
    """By id, what the key line calls a command here instead of its own word."""
    alarm: bool = False
    """The selected line is in question."""
    bright: Collection[Hashable] = ()
    """The keys of lines that another desk has just changed."""
    focus: Focus | None = None
    """Where the body is not `PlaceKind.selectable`."""
    still: bool = False
    """The list is not turned to the selected line; the foot says what is selected."""


# What a place consists of


def nothing(desk: DeskView, state: Any, key: Key) -> None:
    """No key but those of the table and of lists."""


def selecting(desk: DeskView, state: S, key: Hashable | None) -> Step[S]:
    """The line of that key is selected."""
    return Step(replace(state, selected=key))


def as_before(desk: DeskView, state: S) -> S:
    """The same state."""
    return state


def no_more(desk: DeskView) -> int:
    """The list needs no more than it has."""
    return 0


def as_it_is(desk: DeskView, state: S) -> Step[S]:
    """The same state."""
    return Step(state)


def unmoved(before: Event, desk: DeskView, state: S) -> Step[S]:
    """The same state, whatever changed."""
    return Step(state)


def reported(desk: DeskView, state: S, outcome: Outcome) -> Step[S]:
    """A refusal is shown, and what an action says when it is done."""
    if isinstance(outcome, Failed):
        return say(state, str(outcome.refusal), "bad")
    if isinstance(outcome.effect, Do) and outcome.effect.done:
        return say(state, outcome.effect.done, "done")
    return Step(state)


def no_help(desk: DeskView, state: Any) -> Sequence[Command]:
    """No keys beside those of the table."""
    return ()


def nothing_unsaved(desk: DeskView, state: Any) -> Mapping[tuple[int, int], str]:
    """No results are entered here."""
    return {}


def nothing_covered(desk: DeskView, state: Any) -> Collection[tuple[int, int]]:
    """Every result is shown."""
    return ()


class PlaceKind(NamedTuple, Generic[S]):
    """A place: what a screen needs to run it. Any function may raise `Refused`: it is shown."""

    name: str
    """In the table of actions (`tui/keys`)."""
    initial: Callable[[DeskView], S]
    picture: Callable[[DeskView, S], Screenful]
    commands: Mapping[str, Callable[[DeskView, S], Step[S]]] = NONE
    """By id what the place does itself; the desk does the others."""
    waiting: frozenset[str] = frozenset()
    """By id the commands that wait until all that was typed before is saved: what they ask or do
    hangs on it."""
    message_first: frozenset[str] = frozenset()
    """By id the commands whose key only clears a refusal that is shown: it is pressed for that, and
    what they would do besides would not be visible."""
    on_key: Callable[[DeskView, S, Key], Step[S] | None] = nothing
    """Keys that come before the table of actions; None leaves the key to the table."""
    on_paste: Callable[[DeskView, S, str], Step[S]] | None = None
    on_select: Callable[[DeskView, S, Hashable | None], Step[S]] = selecting
    """The selection is moved by a key of lists, or by the mouse."""
    on_back: Callable[[DeskView, S, Hashable | None], S] | None = None
    """The event is opened again, where it was left on that line; else the line is selected."""
    on_choose: Callable[[DeskView, S], Step[S]] | None = None
    """Enter, or a click, on the selected line."""
    on_click: Callable[[DeskView, S, int, int], Step[S]] | None = None
    """The cell and the line of the body that are clicked on, where it is not `selectable`."""
    pane: Callable[[DeskView, S, int, int], Sequence[Line] | None] | None = None
    """What is at the right of the list from 110 columns on, about the selected line: lines for
    so many cells and rows (`grid`), drawn again by difference. None gives the list the
    whole width: where nothing can be said about any line of it; where nothing can be said about
    the selected one, it is no lines. It is called when no further key waits, on the state that
    `settle` gave."""
    list_needs: Callable[[DeskView], int] = no_more
    """Cells with which the list shows every name whole; the size of the view says nothing here."""
    on_pane: Callable[[DeskView, S, int, int], Step[S]] | None = None
    """The cell and the line of the pane that are clicked on; `on_head`, of the column heads."""
    on_head: Callable[[DeskView, S, int, int], Step[S]] | None = None
    on_rest: Callable[[DeskView, S], Step[S]] = as_it_is
    """The pane is shown, and nobody has typed for a moment: what takes time is worked out for it
    (`Fetch`), a little at a time."""
    on_begin: Callable[[DeskView, S], Step[S]] = as_it_is
    """The place is there for the first time, or for another event."""
    on_change: Callable[[Event, DeskView, S], Step[S]] = unmoved
    """The event has changed since the last input, here or by another desk."""
    on_outcome: Callable[[DeskView, S, Outcome], Step[S]] = reported
    settle: Callable[[DeskView, S], S] = as_before
    """Before each key and each picture: the state that fits the event."""
    on_resume: Callable[[DeskView, S], Step[S]] = as_it_is
    """The place comes to the front again."""
    on_return: Callable[[DeskView, S], Step[S]] = as_it_is
    """From another place, not from a dialog on top: before `on_resume`."""
    extra_help: Callable[[DeskView, S], Sequence[Command]] = no_help
    """Keys that are not in the table."""
    unsaved: Callable[[DeskView, S], Mapping[tuple[int, int], str]] = nothing_unsaved
    """By round and board: results typed, and not in the journal."""
    covered: Callable[[DeskView, S], Collection[tuple[int, int]]] = nothing_covered
    """By round and board: saved results that no other place is to show now."""
    remembered: Mapping[str, Fitting] = NONE
    """Fields of the state that are given back when one comes back to the event."""
    detail_height: int = 0
    selectable: bool = True
    """The body is a list with one line selected; else its picture has a `focus`."""
    without_event: bool = False
    """It is there without an event too, and sees none."""
    lists_events: bool = False
    """It lists events, one of which may be open behind it: it is read again when that changes."""
    clocked: bool = False
    """The picture shows the round clock."""
    file: str = ""
    """Beside the event or the congress, what the picture is made of: `on_resume` is asked again
    when the file on the disk has changed."""


class LateKeys:
    """The functions of a module that is loaded when one of them is called first, as the keys of a
    place can be, which no picture needs.

    A type checker is given the module itself::

        if TYPE_CHECKING:
            from tui.places.results import keys
        else:
            keys = LateKeys("tui.places.results.keys")
    """

    __slots__ = ("_module",)

    def __init__(self, module: str) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Callable[..., Any]:
        def late(*given: Any) -> Any:
            return getattr(import_module(self._module), name)(*given)

        return late


# How a key is taken


def take_key(
    kind: PlaceKind[S], desk: DeskView, state: S, key: Key, shown: Screenful
) -> Step[S] | None:
    """The step of a key; None where nobody takes it. `shown` is the picture of `state`."""
    step = _taken(kind, desk, state, key, shown)
    return step and step._replace(state=replace(step.state, last_key=key.typed))


def _taken(
    kind: PlaceKind[S], desk: DeskView, state: S, key: Key, shown: Screenful
) -> Step[S] | None:
    missed = state.question_missed and bool(state.questions)
    stood = state.message is not None and state.message.kind == "bad"
    state = replace(state, message=None, question_missed=missed)
    try:
        if state.questions:
            return _answered(desk, state, state.questions[0], key)
        if state.prompt is not None:
            return _typed(desk, state, state.prompt, key)
        step = kind.on_key(desk, state, key)
        if step is not None:
            return step
        command = keys_of(kind.name).get(key.typed)
        if command is not None and command.id in kind.message_first and stood:
            return Step(state)  # what it clears is the message, which has been read
        if command is not None:
            return run_command(kind, desk, state, command.id)
        step = _list_key(kind, desk, state, key, shown)
        if step is None:
            there = _done_elsewhere(desk, kind.name, key)
            return say(state, there) if there else None
        return step
    except Refused as refusal:
        return say(state, str(refusal), "bad")


def _done_elsewhere(desk: DeskView, place: str, key: Key) -> str:
    """What is said of a key that does nothing in that place."""
    second = desk.second_scheme
    result = key.typed.isdigit() or any(key.typed in result_keys(c, second) for c in GAME_KEYS)
    unused = never_done(desk.event, desk.format) if desk.congress is None else ()
    return known_elsewhere(place, key.typed, bracketed(desk.format), result, unused)


def unasked(desk: DeskView, before: PlaceState | None, step: Step[S]) -> Step[S]:
    """Where nothing can be saved, no question is asked whose yes would save something: the answer
    is tried, and the refusal said at once."""
    known = before.questions if before is not None else ()
    if not desk.unsavable or len(step.state.questions) <= len(known):
        return step
    for question in step.state.questions:
        answered = replace(step.state, questions=())
        with suppress(Refused):
            effects = question.purpose.yes(desk, answered).effects
            if question not in known and any(isinstance(one, Do) for one in effects):
                return say(replace(step.state, questions=known), desk.unsavable, "bad")
    return step


def run_command(kind: PlaceKind[S], desk: DeskView, state: S, id: str) -> Step[S]:
    """A command of the table: by the place, or else by the desk."""
    command = kind.commands.get(id)
    return command(desk, state) if command is not None else Step(state, (Run(id),))


def is_no_answer(question: Question, key: Key) -> bool:
    """Whether a key neither answers a question nor scrolls it: who types it has not read it."""
    answers = {*NO_KEYS, question.yes_key, *question.typed_on}
    return not answers & {key.character, key.name} and key.name not in list_keys()


def _answered(desk: DeskView, state: S, question: Question, key: Key) -> Step[Any]:
    after = replace(state, questions=state.questions[1:], question_top=0)
    if state.question_missed:
        if key.name == "escape":
            return Step(replace(state, question_missed=False))
        return say(state, MISSED, "bad")
    if question.yes_key in (key.character, key.name):
        return question.purpose.yes(desk, after)
    goes_on = bool(key.typed) and key.typed in question.typed_on
    if goes_on and isinstance(question.purpose, GoesOn):
        return question.purpose.goes_on(desk, after, key.typed)
    if key.name in NO_KEYS or goes_on:
        return question.purpose.no(desk, after)
    if (way := list_keys().get(key.name)) is not None:
        return _read_on(desk, state, question, way)
    if key.character and question.unforeseen:
        return say(replace(state, question_missed=True), MISSED, "bad")
    return Step(state, (Bell(),))


def _typed(desk: DeskView, state: S, prompt: Prompt, key: Key) -> Step[Any]:
    if key.name == "escape":
        return prompt.purpose.dropped(desk, replace(state, prompt=None))
    if key.name == "enter":
        try:
            return prompt.purpose.entered(desk, replace(state, prompt=None), prompt.text)
        except Refused as refusal:  # keys typed on are not the place's
            return say(state, str(refusal), "bad")
    if key.name == "backspace":
        text = prompt.text[:-1]
    elif key.name == "ctrl+u":
        text = ""
    elif key.character and len(prompt.text) < MOST_TYPED:
        text = ("" if prompt.proposed else prompt.text) + safe(key.character)
    elif _LEADS_AWAY.fullmatch(key.name):
        ways = "enter takes it, esc leaves it" if prompt.text.strip() else "esc closes it"
        return say(state, f"a line is being typed: {ways}", "bad")
    else:
        text = prompt.text
    proposed = prompt.proposed and text == prompt.text
    state = replace(state, prompt=prompt._replace(text=text, proposed=proposed))
    return prompt.purpose.changed(desk, state, text)


def take_paste(kind: PlaceKind[S], desk: DeskView, state: S, text: str) -> Step[S] | None:
    """What is pasted goes into the line being typed, else to the place."""
    state = replace(state, message=None)
    if state.prompt is not None and not state.questions:
        before = "" if state.prompt.proposed else state.prompt.text
        pasted = safe(before + text, MOST_TYPED)
        prompt = state.prompt._replace(text=pasted, proposed=False)
        return Step(replace(state, prompt=prompt))
    try:
        return kind.on_paste(desk, state, text) if kind.on_paste is not None else None
    except Refused as refusal:
        return say(state, str(refusal), "bad")


def _list_key(
    kind: PlaceKind[S], desk: DeskView, state: S, key: Key, shown: Screenful
) -> Step[S] | None:
    way = list_keys().get(key.name)
    if way is not None:
        selected = moved(shown.body, state.selected, way, desk.page)
        step = kind.on_select(desk, state, selected)
        read = (ReadOn(way),) if selected == state.selected else ()
        near = (Near(),) if way in ("list_up", "list_down") else ()
        return step._replace(effects=(*step.effects, *read, *near))
    if key.name == "enter" and state.selected is not None and kind.on_choose is not None:
        return kind.on_choose(desk, state)
    return None


def moved(body: Sequence[Line], selected: Hashable | None, way: str, page: int) -> Hashable | None:
    """The line that a key of lists leads to, over headings, up to the ends."""
    page = max(page - 1, 1)
    lengths = {
        "list_up": -1, "list_down": 1, "list_page_up": -page, "list_page_down": page,
        "list_home": -len(body), "list_end": len(body),
    }  # fmt: skip
    left, at = lengths[way], row_of(body, selected)
    by, row = (1 if left > 0 else -1), at
    for candidate in range(at + by, len(body) if by > 0 else -1, by):
        if body[candidate].key is not None:
            row = candidate
        left -= by
        if left * by <= 0 and row != at:
            break
    return body[row].key if 0 <= row < len(body) else selected


def row_of(body: Sequence[Line], selected: Hashable | None) -> int:
    """The row of the selected line; -1 for none."""
    if selected is None:
        return -1
    return next((row for row, shown in enumerate(body) if shown.key == selected), -1)


def settled(kind: PlaceKind[S], desk: DeskView, state: S, before: Screenful) -> tuple[S, Screenful]:
    """The state that fits the event, and its picture. Where the selected line is gone, the one
    nearest to the row that it had in the picture `before` is selected."""
    state = kind.settle(desk, state)
    shown = kind.picture(desk, state)
    if row_of(shown.body, state.selected) < 0:
        rows = [row for row, one in enumerate(shown.body) if one.key is not None]
        at = max(row_of(before.body, state.selected), 0)
        nearest = min(rows, key=lambda row: (abs(row - at), row), default=-1)
        wanted = shown.body[nearest].key if nearest >= 0 else None
        if wanted != state.selected:
            state = kind.on_select(desk, state, wanted).state
            shown = kind.picture(desk, state)
    return state, shown


def question_lines(question: Question, width: int, height: int, top: int = 0) -> list[Line]:
    """A question as it is drawn over the body, in at most so many lines: a rule, the text, the
    answers. A warning has a double rule with `!`, and an edge of its own at the left of every line.
    Of a text that is longer the lines from `top` on; the answers are there always."""
    if question.warning:
        edge, style = WARNING_EDGE, "warning"
        rule = line("══ ! " + "═" * max(width - 5, 0), style)
    else:
        edge, style = " ", "plain"
        rule = line("── ? " + "─" * max(width - 5, 0), "accent")
    text = [Line(((edge, style), (f" {one}", "plain"))) for one in _question_text(question, width)]
    keys = ((f" {question.yes_key}", "key"), ("  yes      ", "dim"), ("enter, esc", "key"))
    blank, answers = Line(((edge, style),)), Line(((edge, style), *keys, ("  no", "dim")))
    if len(text) + 4 <= height:
        return [rule, *text, blank, answers, blank]
    room = height - 2
    if len(text) <= room:
        return [rule, *text, *[blank] * (room - len(text)), answers]
    top = min(top, _last_top(question, width, height))
    part = text[top : top + _read_at_once(height)]
    below = len(text) - top - len(part)
    left = f"… and {counted(below, 'more line')}" if below else f"… {counted(top, 'line')} above"
    more = Line(((edge, style), (f" {left}: ", "dim"), ("↑ ↓", "key"), (" read on", "dim")))
    return [*[rule, *part, more][max(len(part) + 3 - height, 0) :], answers][-max(height, 1) :]


def _question_text(question: Question, width: int) -> list[str]:
    room = max(width - 4, 16)
    return [one for part in question.text.split("\n") for one in in_lines(part, room) or [""]]


def _last_top(question: Question, width: int, height: int) -> int:
    """The line from which on the end of the text has room; 0 where all of it has."""
    lines = len(_question_text(question, width))
    return 0 if lines <= height - 2 else lines - _read_at_once(height)


def _read_at_once(height: int) -> int:
    """Lines of a text that is longer than its room: beside the rule, where there is room for it,
    what is left out, and the answers."""
    return max(height - 3, min(height - 2, 1), 0)


def _read_on(desk: DeskView, state: S, question: Question, way: str) -> Step[S]:
    """Another part of a question that is longer than the room for it."""
    last = _last_top(question, desk.width, desk.page)
    steps = {
        "list_up": -1, "list_down": 1, "list_page_up": 3 - desk.page,
        "list_page_down": desk.page - 3, "list_home": -last, "list_end": last,
    }  # fmt: skip
    top = max(0, min(state.question_top + steps[way], last))
    return Step(replace(state, question_top=top), () if last else (Bell(),))
