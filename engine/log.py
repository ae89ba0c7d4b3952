"""The log of an event: who did what, and the event as the fold of all that is not undone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from engine.actions import Action, Adopt, CreateEvent, Redo, Undo
from engine.event import Event
from engine.numbers import with_numbers
from engine.protocol import Format
from engine.refusal import Refused

FormatNamed = Callable[[str], Format]


@dataclass(frozen=True, slots=True)
class Entry:
    """One action in the log: its number, who, where, when (ISO time), what stood before."""

    n: int
    action: Action
    by: str = ""
    host: str = ""
    t: str = ""
    was: str | None = None


class Blocked(Refused):
    """A standing action that no longer applies: `entry`, and what it would do, in words."""

    def __init__(self, entry: Entry, event: Event | None, refusal: Refused) -> None:
        super().__init__(f"action {entry.n} no longer applies", str(refusal))
        self.entry = entry
        self.words = entry.action.describe(event) if event is not None else entry.action.kind


def undone(entries: Iterable[Entry]) -> frozenset[int]:
    """Numbers of the actions that are taken back at the end of the log."""
    gone: set[int] = set()
    for entry in entries:
        if isinstance(entry.action, Undo):
            gone.add(entry.action.target)
        elif isinstance(entry.action, Redo):
            gone.discard(entry.action.target)
    return frozenset(gone)


def fold(
    entries: Sequence[Entry],
    format_named: FormatNamed,
    base: Event | None = None,
    judged: bool = False,
) -> Event:
    """The event after all entries that are not undone.

    `base` is the event after the entries up to its revision, none of them taken back later;
    only what follows is applied. What was done is not judged again by rules of conduct unless
    it is to be `judged`. A standing action that cannot be applied raises `Refused` naming it.
    """
    gone = undone(entries)
    event = base
    for entry in entries:
        if event is not None and base is not None and entry.n <= base.revision:
            continue
        if entry.n in gone or isinstance(entry.action, Undo | Redo):
            event = event and replace(event, revision=entry.n)
            continue
        try:
            event = step(event, entry, format_named, judged)
        except Refused as refusal:
            raise Blocked(entry, event, refusal) from refusal
    if event is None:
        raise Refused("the journal does not begin with an event", "", "see `topboard verify`")
    return event


def step(
    event: Event | None, entry: Entry, format_named: FormatNamed, judged: bool = False
) -> Event:
    """The event after one more entry, which is no undo or redo; `Refused` where it cannot be, or
    is `judged` and may not be."""
    action = entry.action
    if event is None:
        event = _begin(action, format_named)
        event = with_numbers(event, None, format_named(event.format))
    else:
        format = format_named(event.format)
        if judged:
            action.judge(event, format)
        event = _done(action, event, format)
    return replace(event, revision=entry.n)


def applied(action: Action, event: Event, format: Format) -> Event:
    """The event after an action that an arbiter does now, with what follows by itself from it;
    the same object where nothing changes. `Refused` where it may not be done."""
    action.judge(event, format)
    return _done(action, event, format)


def _done(action: Action, event: Event, format: Format) -> Event:
    after = action.follow(event, action.change(event, format), format)
    return after if after is event else with_numbers(format.settle(after), event, format)


def _begin(action: Action, format_named: FormatNamed) -> Event:
    if isinstance(action, CreateEvent):
        return action.begin(format_named(action.format))
    if isinstance(action, Adopt):
        return action.begin(format_named(action.event.format))
    raise Refused("the journal does not begin with an event", action.kind, "")


def check_turn(entries: Sequence[Entry], action: Undo | Redo) -> None:
    """Refuse an undo of what is undone, and a redo of what is not."""
    target = next((e for e in entries if e.n == action.target), None)
    if target is None:
        raise Refused(f"there is no action {action.target}", "", "see the history")
    if isinstance(target.action, Undo | Redo):
        raise Refused(
            f"action {action.target} is an undo or a redo", "", "name the action that it is about"
        )
    if target.n == entries[0].n:
        raise Refused("the making of the event cannot be undone", "", "delete its folder")
    taken_back = action.target in undone(entries)
    if isinstance(action, Undo) and taken_back:
        raise Refused(f"action {action.target} is undone already", "", "redo brings it back")
    if isinstance(action, Redo) and not taken_back:
        raise Refused(f"action {action.target} is not undone", "", "nothing to redo")


def turned(
    entries: Sequence[Entry], new: Entry, format_named: FormatNamed, base: Event | None = None
) -> Event:
    """The event after an undo or redo `new`; refused, naming the later action that stands in
    the way. `base` as in `fold`, from before the action concerned."""
    action = new.action
    assert isinstance(action, Undo | Redo)
    check_turn(entries, action)
    try:
        return fold([*entries, new], format_named, base, judged=True)
    except Blocked as blocked:
        word = "undone" if isinstance(action, Undo) else "redone"
        raise Refused(
            f"action {action.target} cannot be {word} now",
            f"action {blocked.entry.n} came after it and rests on it ({blocked.words})",
            f"undo {blocked.entry.n} first, or put right what is wrong by an action of its own",
        ) from blocked
