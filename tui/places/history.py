"""The place History: every action of the event, who did it, when; any of them undone.

It is on top of the place from which it was opened, with the last action first.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from engine import alphabet
from engine.actions import Redo, Undo
from engine.actions.base import About
from engine.alphabet import fold
from engine.entrants import Entrant
from engine.event import Event, last_call
from engine.log import FormatNamed, LoggedAction, step, undone
from engine.points import counted
from engine.refusal import Refused
from engine.warnings import NotAgreed
from saves.cells import in_lines
from saves.safe_text import safe
from tui.places.finding import NarrowedState, leave, narrow, narrowed_foot, next_hit, show_all
from tui.places.result_words import COVERED, Covered, covered_words, is_covered, says_result
from tui.places.shape import (
    AtYes,
    Converse,
    DeskView,
    Do,
    Fetch,
    PlaceKind,
    Question,
    Screenful,
    Step,
    said,
    say,
)
from tui.screens.columns import Column, head_line, row_text, widths
from tui.widgets.lines import Line, line

if TYPE_CHECKING:
    from saves.store import Store
    from tui.app import TopboardApp

STATE_UNDONE = "undone"
_COLUMNS = (
    Column("n", 3, 6, right=True),
    Column("When", 12, 16),
    Column("Who", 10, 24, rank=1),
    Column("", 0, 6),
    Column("What", 36, 400),
    Column("Before", 6, 24, rank=2),
)


@dataclass(frozen=True, slots=True)
class HistoryState(NarrowedState):
    """The log in words, as far as it has been read."""

    entries: tuple[HistoryLine, ...] = ()
    """The last action first."""
    read_to: int | None = None
    """The revision of the event that they lead to; None before the journal is read."""


HistoryStep = Step[HistoryState]


# What is shown


def picture(desk: DeskView, state: HistoryState) -> Screenful:
    """The actions that hold the words looked for."""
    heads, body = _lines(state.entries, state.needle, desk.event, desk.width)
    count = sum(one.undone for one in state.entries)
    status = f"history · {counted(len(state.entries), 'action')}"
    if not body:
        empty = "reading the journal …" if state.read_to is None else "nothing of that kind"
        body = [line(f"   {empty}", "dim")]
    return Screenful(
        line(f" {status}" + (f", {count} undone" if count else "")),
        heads,
        body,
        foot=narrowed_foot(state, body),
    )


@last_call
def _lines(
    entries: tuple[HistoryLine, ...], needle: str, event: Event, width: int
) -> tuple[Line, list[Line]]:
    return history_lines(sifted(entries, needle, event.entrants), width)


# The journal is read beside


def begin(desk: DeskView, state: HistoryState) -> HistoryStep:
    """The journal is read as soon as the place is there."""
    return Step(state, (Fetch(_read, JournalRead()),))


def follow(before: Event, desk: DeskView, state: HistoryState) -> HistoryStep:
    """What has come since is read. A question goes where another desk has done what it asks."""
    for question in state.questions:
        turn = question.purpose
        assert isinstance(turn, Turn)
        wanted = isinstance(turn.action, Undo)
        if (turn.action.target in desk.undone) == wanted:
            message = (
                f"action {turn.action.target} was {'undone' if wanted else 'redone'} meanwhile"
            )
            state = said(replace(state, questions=()), message, "bad")
    return Step(state, (Fetch(_read, JournalRead()),))


def _read(console: TopboardApp) -> tuple[int, tuple[HistoryLine, ...]]:
    """In a thread: a long journal takes its time."""
    store = console.desk.store
    event, covered = store.event, console.covered_results()
    lines = _teller(store).tell(store.entries)
    shown = with_covered(lines, covered, len(event.published), event.board_word)
    return event.revision, shown


@last_call
def _teller(store: Store) -> Teller:
    return Teller(store.format_named)


@dataclass(frozen=True, slots=True)
class JournalRead:
    """The journal has been read, or cannot be."""

    def answered(
        self,
        desk: DeskView,
        state: HistoryState,
        value: tuple[int, tuple[HistoryLine, ...]] | Refused,
    ) -> HistoryStep:
        """Its lines, or why there are none."""
        if isinstance(value, Refused):
            return Step(replace(said(state, str(value), "bad"), read_to=desk.event.revision))
        revision, entries = value
        return Step(replace(state, entries=entries, read_to=revision))


# What a key means here


def _selected(state: HistoryState) -> HistoryLine:
    for one in state.entries:
        if one.n == state.selected:
            return one
    raise Refused("no action is selected", "", "")


@dataclass(frozen=True, slots=True)
class Turn(AtYes):
    """Undo an action, or do it again, after a yes."""

    action: Undo | Redo
    done: str

    def yes(self, desk: DeskView, state: HistoryState) -> HistoryStep:
        """It is done."""
        return Step(state, (Do(self.action, done=self.done),))


def _asked(state: HistoryState, question: Question) -> HistoryStep:
    """What is not possible is refused before it is asked for."""
    assert isinstance(question.purpose, Turn)
    return Step(state, (Fetch(_try, Tried(question), (question.purpose.action,)),))


def _try(console: TopboardApp, action: Undo | Redo) -> Refused | None:
    """In a thread: every later action is looked at."""
    try:
        console.desk.store.try_reversal(action)
    except NotAgreed:
        return None  # asked after the yes
    except Refused as refusal:
        return refusal
    return None


@dataclass(frozen=True, slots=True)
class Tried:
    """An undo or redo is possible, and asked for, or refused."""

    question: Question

    def answered(self, desk: DeskView, state: HistoryState, value: Refused | None) -> HistoryStep:
        """The question stands alone."""
        if isinstance(value, Refused):
            return say(state, str(value), "bad")
        return Step(replace(state, questions=(self.question,)))


def undo(desk: DeskView, state: HistoryState) -> HistoryStep:
    """Take the selected action back, whoever did it."""
    chosen = _selected(state)
    if chosen.undone:
        return say(state, f"action {chosen.n} is undone already; U does it again")
    if not chosen.can_be_undone:
        return say(state, f"action {chosen.n} cannot be undone: {chosen.text}", "bad")
    asked = f"Take back action {chosen.n}?\n{chosen.text}\n{chosen.who}"
    asked += f"\n{chosen.left}" if chosen.left else ""
    done = "; ".join(filter(None, (f"undone: {chosen.text}", chosen.left)))
    return _asked(state, Question(asked, Turn(Undo(chosen.n), done)))


def redo(desk: DeskView, state: HistoryState) -> HistoryStep:
    """Do the selected action again that was taken back."""
    chosen = _selected(state)
    if not chosen.undone:
        return say(state, f"action {chosen.n} is not undone", "bad")
    asked = f"Do action {chosen.n} again?\n{chosen.text}\n{chosen.who}"
    return _asked(state, Question(asked, Turn(Redo(chosen.n), f"redone: {chosen.text}")))


def whole(desk: DeskView, state: HistoryState) -> HistoryStep:
    """All that is known of the selected action."""
    chosen = _selected(state)
    texts = [chosen.text, f"{chosen.when}, {chosen.who}"]
    texts += [f"before: {chosen.was}"] if chosen.was else []
    texts += ["undone"] if chosen.undone else []
    lines = tuple(line(f" {part}") for text in texts for part in in_lines(text, 60, "  "))
    return Step(state, (Converse(_show, (f"Action {chosen.n}", lines)),))


async def _show(console: TopboardApp, title: str, lines: tuple[Line, ...]) -> None:
    from tui.screens.dialogs import Telling

    console.push_screen(Telling(title, lines))


def points(desk: DeskView, state: HistoryState) -> HistoryStep:
    """Go back to a restore point, in one action that can be undone."""
    first_words = {one.n: f", {one.when}: {one.text}" for one in state.entries}
    return Step(state, (Converse(_restore, (first_words,)),))


async def _restore(console: TopboardApp, first_words: Mapping[int, str]) -> None:
    from tui.screens.dialogs import Telling

    desk, front = console.desk, console.here
    since = {
        point.name: "not from this journal: it may be another event's"
        if point.foreign
        else f"before action {first}{first_words.get(first, '')}"
        for point in reversed(await asyncio.to_thread(desk.store.points))
        for first in [point.journal_n + 1]
    }
    lines = [line(f" {name}  {text}", key=name) for name, text in since.items()]
    if not lines:
        front.message("no restore points yet: publishing a round or an import takes one")
        return
    note = "enter  go back to it      esc  leave"
    chosen = await console.push_screen_wait(Telling("Go back to", lines, note))
    if chosen not in since:
        return
    asked = "Everything done since is undone, in one action that can itself be undone."
    if await console.ask(f"Go back to {chosen}, {since[chosen]}?\n{asked}"):
        before = desk.event
        await desk.settle_edits(partial(desk.store.restore, chosen))
        if desk.event is not before:
            front.message(f"restored to {chosen}", "done")


def soundness(desk: DeskView, state: HistoryState) -> HistoryStep:
    """Every seal, the whole chain, every action done again."""
    return Step(state, (Converse(_verify, working=True),))


async def _verify(console: TopboardApp) -> None:
    from tui.screens.backups import verify_event

    await console.desk.bring_files_up()
    await verify_event(console, console.desk.store.folder)


# The history as lines


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """An entry of the log in words."""

    n: int
    when: str
    who: str
    text: str
    was: str = ""
    undone: bool = False
    can_be_undone: bool = True
    by: str = ""
    about: About = field(default_factory=About)
    says_result: bool = False
    target: int = 0
    """The action that this one undoes, or does again."""
    turning: str = ""
    """That it does so, without what the other did."""
    left: str = ""
    """What an undo of it leaves."""

    def holds(self, word: str) -> bool:
        """Whether a folded word is in it; a number only as a whole one.

        `board:12`, `round:3`, `entrant:14` and `by:anna` look at that alone.
        """
        field, colon, value = word.partition(":")
        if colon and field in ("board", "round", "entrant", "by"):
            return value in self._known(field)
        text = fold(f"{self.n} {self.when} {self.who} {self.text} {self.was}")
        if word.isdigit():
            return word in re.findall(r"[0-9]+", text)
        return alphabet.holds(text, word)

    def _known(self, what: str) -> set[str]:
        if what == "board":
            return set(map(str, self.about.boards))
        if what == "round":
            return {str(self.about.round)}
        return set(self.about.entrants) if what == "entrant" else {self.by}


class Teller:
    """Puts a log into words, and goes on from there when it has grown.

    Each entry is described on the event before it, so names and numbers are those of its time.
    """

    def __init__(self, format_named: FormatNamed) -> None:
        self.format_named = format_named
        self._begin()

    def _begin(self) -> None:
        self._in_words: list[HistoryLine] = []
        self._event: Event | None = None
        self._gone: frozenset[int] = frozenset()

    def tell(self, entries: Sequence[LoggedAction]) -> list[HistoryLine]:
        """Every entry in words, the last one first."""
        gone = undone(entries)
        if gone != self._gone or len(entries) < len(self._in_words):
            self._begin()
            self._gone = gone
        for entry in entries[len(self._in_words) :]:
            self._in_words.append(self._one(entry))
        return self._in_words[::-1]

    def _one(self, entry: LoggedAction) -> HistoryLine:
        turning, gone = isinstance(entry.action, Undo | Redo), entry.n in self._gone
        before = self._event
        if not turning and not gone:
            self._event = _after(before, entry, self.format_named)
        return HistoryLine(
            n=entry.n,
            when=when_text(entry.t),
            who=safe("@".join(part for part in (entry.by, entry.host) if part)),
            text=safe(self._text(entry, before or self._event), 400),
            was="" if turning else safe(entry.was or "", 400),
            undone=gone,
            can_be_undone=before is not None and not turning and not gone,
            by=fold(entry.by),
            about=entry.action.about(before),
            says_result=says_result(entry.action),
            target=entry.action.target if isinstance(entry.action, Undo | Redo) else 0,
            turning=safe(entry.words(before), 400) if turning and before else "",
            left=safe(entry.action.left_by_undo(), 200),
        )

    def _text(self, entry: LoggedAction, event: Event | None) -> str:
        if event is None:
            return entry.action.kind
        text = entry.words(event, self.format_named(event.format))
        if isinstance(entry.action, Undo | Redo):
            target = entry.action.target
            about = next((x.text for x in reversed(self._in_words) if x.n == target), "")
            return f"{text}: {about}"
        return text


def with_covered(
    lines: Sequence[HistoryLine], covered: Covered, in_play: int, board_word: str
) -> tuple[HistoryLine, ...]:
    """The lines without the results that nothing is to show now, and without what undoes them."""
    hidden = {
        x.n: covered_words(x.about, board_word)
        for x in lines
        if x.says_result and is_covered(x.about, covered, in_play)
    }
    for x in lines if hidden else ():
        if x.target in hidden:
            hidden[x.n] = f"{x.turning}: {hidden[x.target]}"
    return tuple(
        replace(x, text=hidden[x.n], was=COVERED if x.was else "") if x.n in hidden else x
        for x in lines
    )


def lines_of(entries: Sequence[LoggedAction], format_named: FormatNamed) -> list[HistoryLine]:
    """A whole log in words, the last entry first."""
    return Teller(format_named).tell(entries)


def _after(event: Event | None, entry: LoggedAction, format_named: FormatNamed) -> Event | None:
    try:
        return step(event, entry, format_named)
    except Refused:
        return event


def when_text(t: str) -> str:
    """`28 Feb 14:02` in the hall's time, from the journal's ISO time."""
    try:
        moment = datetime.fromisoformat(t)
    except ValueError:
        return safe(t, 16)
    return moment.astimezone().strftime("%d %b %H:%M")


def history_lines(shown: Sequence[HistoryLine], room: int) -> tuple[Line, list[Line]]:
    """The head line and a line for each entry; an empty column is left out."""
    cells = [
        [str(x.n), x.when, x.who, STATE_UNDONE if x.undone else "", x.text, x.was] for x in shown
    ]
    state = len(STATE_UNDONE) if any(x.undone for x in shown) else 0
    columns = [c if c.name else c._replace(least=state) for c in _COLUMNS]
    used = [at for at in range(len(columns)) if not cells or any(row[at] for row in cells)]
    columns, cells = [columns[at] for at in used], [[row[at] for at in used] for row in cells]
    layout = widths(columns, cells, room - 2)
    lines = [
        line(row_text(columns, layout, texts), "dim" if x.undone else "plain", x.n)
        for x, texts in zip(shown, cells, strict=True)
    ]
    return head_line(columns, layout), lines


def sifted(
    all_lines: Sequence[HistoryLine], needle: str, entrants: Sequence[Entrant] = ()
) -> list[HistoryLine]:
    """The entries that contain the words of `needle`, in any order.

    `entrant:ash` looks for all `entrants` whose names contain that.
    """
    lines = list(all_lines)
    for word in fold(needle).split():
        name = word.removeprefix("entrant:")
        if name in (word, "") or name.isdigit():
            lines = [x for x in lines if x.holds(word)]
        else:
            ids = {e.id for e in entrants if alphabet.holds(fold(e.name), name)}
            lines = [x for x in lines if ids.intersection(x.about.entrants)]
    return lines


HISTORY = PlaceKind(
    name="history",
    initial=lambda desk: HistoryState(),
    picture=picture,
    commands={
        "undo": undo,
        "redo": redo,
        "whole": whole,
        "points": points,
        "soundness": soundness,
        "find": narrow,
        "find_next": next_hit(picture),
        "all": show_all,
        "leave": leave,
    },
    on_begin=begin,
    on_resume=begin,
    on_change=follow,
    on_choose=whole,
)
