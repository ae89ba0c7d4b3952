"""The place History: every action of the event, who did it, when; any of them undone.

It is on top of the place from which it was opened, with the last action first.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from engine.actions import Redo, Undo
from engine.carried import last_call
from engine.event import Event
from engine.points import counted
from engine.refusal import Refused
from tui.places.finding import NarrowedState, leave, narrow, narrowed_foot, next_hit, show_all
from tui.places.shape import (
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
from tui.screens.history_lines import (
    HistoryLine,
    Teller,
    history_lines,
    sifted,
    with_covered,
)
from tui.terminal.cells import in_lines
from tui.widgets.lines import Line, line

if TYPE_CHECKING:
    from saves.store import Store
    from tui.app import TopboardApp


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
class Turn:
    """Undo an action, or do it again, after a yes."""

    action: Undo | Redo
    done: str

    def yes(self, desk: DeskView, state: HistoryState) -> HistoryStep:
        """It is done."""
        return Step(state, (Do(self.action, done=self.done),))

    def no(self, desk: DeskView, state: HistoryState) -> HistoryStep:
        """It stays."""
        return Step(state)


def undo(desk: DeskView, state: HistoryState) -> HistoryStep:
    """Take the selected action back, whoever did it."""
    chosen = _selected(state)
    if chosen.undone:
        return say(state, f"action {chosen.n} is undone already; U does it again")
    if not chosen.can_be_undone:
        return say(state, f"action {chosen.n} cannot be undone: {chosen.text}", "bad")
    asked = f"Take back action {chosen.n}?\n{chosen.text}\n{chosen.who}"
    asked += f"\n{chosen.left}" if chosen.left else ""
    turn = Turn(Undo(chosen.n), "; ".join(filter(None, (f"undone: {chosen.text}", chosen.left))))
    return Step(replace(state, questions=(Question(asked, turn),)))


def redo(desk: DeskView, state: HistoryState) -> HistoryStep:
    """Do the selected action again that was taken back."""
    chosen = _selected(state)
    if not chosen.undone:
        return say(state, f"action {chosen.n} is not undone", "bad")
    asked = f"Do action {chosen.n} again?\n{chosen.text}\n{chosen.who}"
    turn = Turn(Redo(chosen.n), f"redone: {chosen.text}")
    return Step(replace(state, questions=(Question(asked, turn),)))


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
