"""The journal as actions: decoded when they are asked for, folded from the nearest known state."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import chain
from typing import TYPE_CHECKING, ClassVar, NamedTuple, overload

from engine import actions
from engine.actions import Action
from engine.event import Event
from engine.numbers import lacks_numbers
from engine.protocol import Format
from engine.refusal import Refused
from saves.journal import (
    FIRST_SCHEMA,
    SCHEMA,
    Author,
    FormatNamed,
    Journal,
    JournalLine,
    LineStamp,
    action_of,
    by_this_clock,
    decode,
    facts_again,
    facts_of,
    result_line,
)
from saves.plain import BadValue
from saves.safe_text import safe

if TYPE_CHECKING:
    from engine.facts import Facts
    from engine.log import AfterReversal, LoggedAction, Replay

Bases = Callable[[], Iterable[Event]]

_KIND, _REVERSALS = b'"action":{"kind":"', (b"undo", b"redo")

KEPT = 256
"""Earlier states of the event kept in memory, so that an undo does not replay everything."""


class NotUnderstood(Refused):
    """A line of the journal that this version cannot read."""


@dataclass(frozen=True)
class UnknownAction(Action):
    """Stands in lists of what was done for an action that is not understood."""

    kind: ClassVar[str] = "not understood"
    name: str
    """Its kind, as the version that wrote it calls it."""
    refusal: Refused

    def change(self, event: Event, format: Format) -> Event:
        """Nobody here knows."""
        raise self.refusal

    def describe(self, event: Event) -> str:
        """Its name is all that is known."""
        return f"{self.name}, not understood by this version"


class ActionReader(NamedTuple):
    """What is known of an action without reading it from its line."""

    n: int
    kind: str
    read: Callable[[], LoggedAction]

    @classmethod
    def of(cls, logged: LoggedAction) -> ActionReader:
        """Of one that is read."""
        return cls(logged.n, logged.action.kind, lambda: logged)


class LastActions(Sequence["LoggedAction"]):
    """The last actions of a journal, each read from its line when it is asked for: a list of 1,000
    entrants takes longer to read than the whole event. They stay what they were when the journal
    goes on or is read anew."""

    def __init__(self, readers: Iterable[ActionReader] = ()) -> None:
        self.readers = tuple(readers)

    def __len__(self) -> int:
        return len(self.readers)

    @overload
    def __getitem__(self, at: int) -> LoggedAction: ...
    @overload
    def __getitem__(self, at: slice) -> LastActions: ...
    def __getitem__(self, at: int | slice) -> LoggedAction | LastActions:
        if isinstance(at, slice):
            return LastActions(self.readers[at])
        return self.readers[at].read()


class ActionHistory:
    """All actions of a journal, and the states of the event that are known."""

    def __init__(
        self, journal: Journal, format_named: FormatNamed, bases: Bases = lambda: ()
    ) -> None:
        """`bases` gives earlier states from disk to replay from, the latest first."""
        self.journal = journal
        self.format_named = format_named
        self._bases = bases
        self._entries: dict[int, LoggedAction] = {}
        self._readers: dict[int, ActionReader] = {}
        """Of actions that nothing was asked of but what stands in their lines."""
        self._written: dict[int, LineStamp] = {}
        """Of the actions that were written here."""
        self._reversals: list[int] = []
        self._again: dict[int, dict[int, Facts]] = {}
        self._scanned = 0
        self._states: deque[Event] = deque(maxlen=KEPT)
        self._befores: dict[int, Event] = {}

    def forget(self) -> None:
        """The journal was read anew: nothing known before holds."""
        self._entries.clear()
        self._readers.clear()
        self._written.clear()
        self._reversals.clear()
        self._again.clear()
        self._scanned = 0
        self._states.clear()
        self._befores.clear()

    def add(self, line: JournalLine, action: Action) -> None:
        """An action of this console's own that has just been written, and from which nothing
        followed: it is not read again from its line. A table in it comes back as other types."""
        self._written[line.n] = LineStamp(line.author, line.t, line.program)
        tables = any(isinstance(value, Mapping) for value in vars(action).values())
        if not tables and not action.reverses and action.kind != "adopt":
            from engine.facts import NOTHING

            self._entries[line.n] = _entry(line.n, line, action, NOTHING)

    def line(self, n: int) -> JournalLine:
        """The journal's own entry, with the console it came from."""
        return self.journal.entry(n)

    def author(self, n: int) -> Author | None:
        """Who did action `n`; None where the line does not say it."""
        stamp = self._stamp(n)
        return stamp.author if stamp is not None else None

    def time(self, n: int) -> str:
        """When action `n` was done, as far as the line says it."""
        stamp = self._stamp(n)
        return stamp.t if stamp is not None else ""

    def program(self, n: int) -> str:
        """The version that wrote action `n`, as far as the line says it."""
        stamp = self._stamp(n)
        return stamp.program if stamp is not None else ""

    def _stamp(self, n: int) -> LineStamp | None:
        if n in self._written:
            return self._written[n]
        try:
            return self.journal.stamp(n)
        except (ValueError, RecursionError):
            return None

    def entry(self, n: int) -> LoggedAction:
        """Action number `n`, with what followed from it in the world of now; `Refused` where this
        version does not know it."""
        if n not in self._entries:
            self._entries[n] = self._read(n)
        return self._entries[n]

    def shown(self, n: int) -> LoggedAction:
        """Action number `n` for lists of what was done: one that is not understood is there too."""
        try:
            return self.entry(n)
        except Refused:
            return _shown(n, self.journal.lines[n - 1], self.format_named)

    def last(self, most: int) -> LastActions:
        """The last actions for lists of what was done, at most so many."""
        head = self.journal.head.n
        return LastActions(self._reader(n) for n in range(max(1, head - most + 1), head + 1))

    def _reader(self, n: int) -> ActionReader:
        try:
            changed = bool(self.reversals) and self._changed(n)
        except Refused:  # an undo that is not understood
            changed = False
        if changed:
            self.shown(n)
        if n in self._entries:
            return ActionReader.of(self._entries[n])
        if n not in self._readers:
            line = self.journal.lines[n - 1]
            read = cache(partial(_shown, n, line, self.format_named))
            self._readers[n] = ActionReader(n, _kind_in(line), read)
        return self._readers[n]

    def _read(self, n: int) -> LoggedAction:
        line, action, facts = self._decoded(n)
        if not action.reverses and self.reversals:
            facts = self._followed(n, facts)
        return _entry(n, line, action, facts)

    def _decoded(self, n: int) -> tuple[JournalLine, Action, Facts | None]:
        line, action, facts, again = _decoded(n, self.journal.lines[n - 1], self.format_named)
        if again:
            self._again[n] = again
        return line, action, facts

    def _followed(self, n: int, own: Facts | None, turning: int = 0) -> Facts | None:
        """What followed from action `n` in the world of now, or in that in which action `turning`
        is turned as well (None where this world was never there).

        The world of an action is which earlier ones are undone. What followed in a world stays
        the same whenever that world comes back.
        """
        if not turning and not self._changed(n):
            return own
        gone = frozenset(g for g in self._undone(n) if g < n)
        worlds, facts = {gone: own}, own
        for reversal in self._reversals:
            target = self._target(reversal)
            if reversal > n > target:
                gone ^= {target}
                facts = worlds.setdefault(gone, self._again.get(reversal, {}).get(n, facts))
        return worlds.get(gone ^ {turning}) if turning else facts

    def _changed(self, n: int) -> bool:
        """Whether an undo or redo had something else follow from action `n`."""
        return bool(self._again) and any(n in again for again in self._again.values())

    def all(self) -> tuple[LoggedAction, ...]:
        """Every action, in order."""
        return tuple(self.shown(n) for n in range(1, self.journal.head.n + 1))

    @property
    def reversals(self) -> list[int]:
        """Numbers of all undos and redos."""
        for n in range(self._scanned + 1, self.journal.head.n + 1):
            line = self.journal.lines[n - 1]
            at = line.find(_KIND) + len(_KIND)
            if line[at : at + 4] in _REVERSALS and self.entry(n).action.reverses:
                self._reversals.append(n)
                for later in self._again.get(n, ()):
                    self._entries.pop(later, None)
            self._scanned = n
        return self._reversals

    def undone(self) -> frozenset[int]:
        """Numbers of the actions that are taken back now."""
        return self._undone(self.journal.head.n)

    def _undone(self, until: int) -> frozenset[int]:
        gone: set[int] = set()
        for n in self.reversals:
            action = self.entry(n).action
            if n <= until and isinstance(action, actions.Undo):
                gone.add(action.target)
            elif n <= until and isinstance(action, actions.Redo):
                gone.discard(action.target)
        return frozenset(gone)

    def remember(self, event: Event) -> None:
        """Keep a state, to start from later."""
        if not self._states or self._states[-1].revision < event.revision:
            self._states.append(event)

    def fits(self, event: Event) -> bool:
        """Whether replay may go on from `event`: nothing in it was undone or redone later."""
        n = event.revision
        return {g for g in self._undone(n) if g <= n} == {g for g in self.undone() if g <= n}

    def event(self, base: Event | None = None) -> Event:
        """The event at the head of the journal, from `base` if that still holds."""
        if base is None or not self.fits(base):
            base = self._base({self.journal.head.n + 1})
        return self._brought(base, self.journal.head.n)

    def _brought(self, base: Event | None, until: int) -> Event:
        """`base` with what stands of the actions after it, up to number `until`; `Refused` naming
        the one that cannot be applied."""
        event, stopped = self._course(base, until)
        if stopped is not None:
            from engine import log

            n, refusal = stopped
            raise log.Blocked(self.entry(n), event, refusal) from refusal
        if event is None:
            raise Refused("the journal does not begin with an event", shell="see `topboard verify`")
        return event

    def _course(
        self, base: Event | None, until: int
    ) -> tuple[Event | None, tuple[int, Refused] | None]:
        """`base` with what stands of the actions after it, up to number `until` or to the first
        that cannot be applied: its number, and why not."""
        from engine import log

        course = log.Replay(base, self.format_named)
        passed = self.undone() | set(self.reversals)
        for n in range((base.revision if base else 0) + 1, until + 1):
            if n in passed:
                course.pass_over(n)
                continue
            try:
                self._follow(course, n)
            except Refused as refusal:
                return course.event, (n, refusal)
        return course.event, None

    def _follow(self, course: Replay, n: int) -> None:
        """Bring an event from before action `n` to after it."""
        if n not in self._entries and not self._changed(n):
            new = result_line(self.journal.lines[n - 1])
            if new is not None and course.takes_results(settled=new.schema > FIRST_SCHEMA):
                course.enter(n, new.board, new.result, new.round)
                return
        course.follow(self.entry(n))

    def as_far_as_it_goes(self, known: Event | None) -> tuple[Event, Refused, tuple[int, ...]]:
        """Where the journal cannot be followed to its end: the event after the last action that
        can be applied, from `known` or the last restore point; why not the next one; and the
        actions that are not in it. `Refused` where nothing can be shown."""
        if known is not None and not self.fits(known):
            known = None
        bases = [b for b in (known, self._base({self.journal.head.n + 1})) if b is not None]
        base = max(bases, key=lambda base: base.revision, default=None)
        head = self.journal.head.n
        event, stopped = self._course(base, head)
        if stopped is None:
            assert event is not None
            return event, Refused("every action can be applied", "", ""), ()
        n, refusal = stopped
        if event is None:
            raise refusal
        passed = self.undone() | set(self.reversals)
        return event, refusal, tuple(later for later in range(n, head + 1) if later not in passed)

    def described(self, n: int, event: Event) -> str:
        """`action 7 (anna, 16:12:33): round 1, board 3: 1-0`, as far as it is understood."""
        entry = self.shown(n)
        words = entry.action.name if isinstance(entry.action, UnknownAction) else None
        words = words or entry.action.describe(event)
        who = f" ({entry.by}, {by_this_clock(entry.t)[11:19]})" if entry.by else ""
        return f"action {n}{who}: {words}"

    def replayed(self, progress: Callable[[int], object]) -> Event:
        """The event of every action from the first on, none left out and none kept; `progress` is
        called with the number of each before it is done."""
        from engine import log

        passed = self.undone() | set(self.reversals)
        event: Event | None = None
        for n in range(1, self.journal.head.n + 1):
            progress(n)
            if event is not None and n in passed:
                event = replace(event, revision=n)
                continue
            entry = self._read(n)
            try:
                event = log.step(event, entry, self.format_named)
            except Refused as refusal:
                raise Refused(f"action {n} no longer applies", str(refusal), "") from refusal
        if event is None:
            raise Refused("the journal does not begin with an event", "", "")
        return event

    def _needed(self, start: int, also: tuple[int, ...] = ()) -> list[LoggedAction]:
        """What a fold from after action `start` has to see."""
        numbers = {n for n in (*self.reversals, *also) if n <= start}
        numbers.update(range(start + 1, self.journal.head.n + 1))
        gone = self.undone()
        # what is undone need not be understood
        return [self.shown(n) if n in gone else self.entry(n) for n in sorted(numbers)]

    def go_on(self, event: Event) -> Event:
        """`event` with what the journal has after it; the last states on the way are kept."""
        later = [t for t in self.reversals if t > event.revision]
        if later:
            return self.event(self._base({self._target(t) for t in later}))
        head = self.journal.head.n
        if head - event.revision > KEPT:
            event = self._brought(event, head - KEPT)
            self.remember(event)
        for n in range(event.revision + 1, head + 1):
            from engine import log  # an event of which all is in the save files does without it

            event = log.step(event, self.entry(n), self.format_named)
            self.remember(event)
        return event

    def latest(self, event: Event) -> Event:
        """The last state that is known and still holds, at the least `event`."""
        known = self._states[-1] if self._states else event
        if event.revision < known.revision <= self.journal.head.n and self.fits(known):
            return known
        return event

    def _target(self, reversal: int) -> int:
        action = self.entry(reversal).action
        assert isinstance(action, actions.Undo | actions.Redo)
        return action.target

    def after_reversal(
        self, event: Event, action: actions.Undo | actions.Redo, author: Author, t: str
    ) -> AfterReversal:
        """The event after an undo or redo; refused naming the later action in its way."""
        from engine import log

        n = self.journal.head.n + 1
        base = self._base({action.target})
        last = self.journal.head.n
        known = tuple({1, min(max(action.target, 1), last)})
        entries = self._needed(base.revision if base else 0, known)
        new = log.LoggedAction(n, action, author.by, author.host, t)

        def recorded(n: int, same: bool) -> Facts | None:
            if same and not self._changed(n):
                return None
            return self._followed(n, facts_of(self.journal.entry(n).derived), action.target)

        return log.after_reversal(entries, new, self.format_named, base, recorded)

    def _base(self, targets: set[int]) -> Event | None:
        """The latest known state from before all of `targets` that still holds."""
        first = min(targets)
        for state in chain(reversed(self._states), self._bases()):
            if state.revision < first and self.fits(state) and not lacks_numbers(state):
                return state
        return None

    def before(self, n: int) -> Event:
        """The event as it stood when action `n` was done: what was undone only later, in it."""
        if n not in self._befores:
            self._befores[n] = self._before(n)
        return self._befores[n]

    def _before(self, n: int) -> Event:
        from engine import log

        reversals = [t for t in self.reversals if t < n]
        base = next(
            (
                state
                for state in chain(reversed(self._states), self._bases())
                if state.revision < n
                and all(self._target(t) > state.revision for t in reversals if t > state.revision)
            ),
            None,
        )
        start = base.revision if base else 0
        numbers = {t for t in reversals if t <= start} | set(range(start + 1, n))
        return log.fold([self.entry(k) for k in sorted(numbers)], self.format_named, base)

    def last_of(self, author: Author) -> int | None:
        """The last standing action of a console; the making of the event does not count."""
        gone = self.undone()
        reversals = set(self.reversals)
        for n in range(self.journal.head.n, 1, -1):
            if n not in gone and n not in reversals and self.author(n) == author:
                return n
        return None

    def last_undone_by(self, author: Author) -> int | None:
        """What a console took back last and has not acted since: what its redo brings back."""
        gone = self.undone()
        for n in range(self.journal.head.n, 1, -1):
            if self.author(n) != author:
                continue
            action = self.entry(n).action
            if isinstance(action, actions.Undo) and action.target in gone:
                return action.target
            if not action.reverses:
                return None
        return None

    def standing(self, kind: str, until: int | None = None) -> Iterator[LoggedAction]:
        """The actions of a kind that are not taken back, the latest first, from below `until`."""
        gone = self.undone()
        wanted = _KIND + kind.encode() + b'"'
        for n in range((until or self.journal.head.n + 1) - 1, 0, -1):
            if n not in gone and wanted in self.journal.lines[n - 1]:
                entry = self.entry(n)
                if entry.action.kind == kind:
                    yield entry

    def writer_of(self, event: Event, round_number: int | None, board: int) -> JournalLine | None:
        """Who last touched a board of a round, among the actions that stand."""
        gone = self.undone()
        current = event.current.number if event.current else None
        wanted = round_number or current
        now = current
        for n in range(self.journal.head.n, 0, -1):
            if n in gone:
                continue
            action = self.entry(n).action
            if action.about(None).is_at(board, wanted, now):
                return self.line(n)
            if action.kind == "publish" and getattr(action, "round", None) == now:
                now = now - 1 if now else now
        return None


def _kind_in(line: bytes) -> str:
    """What kind of action a line is about; empty where that is not written as this program does."""
    _, found, rest = line.partition(_KIND)
    return rest.partition(b'"')[0].decode(errors="replace") if found else ""


def _shown(n: int, line: bytes, format_named: FormatNamed) -> LoggedAction:
    """The action of a line with what followed from it then; of one that is not understood what is
    known of it."""
    try:
        return _entry(n, *_decoded(n, line, format_named)[:3])
    except Refused as trouble:
        refusal = trouble
    try:
        known = decode(line)
    except (ValueError, RecursionError):
        from engine import log

        return log.LoggedAction(n, UnknownAction("action", refusal))
    name = safe(str(known.action.get("kind", "")), 40) or "action"
    return _entry(n, known, UnknownAction(name, refusal), None)


def _decoded(
    n: int, written: bytes, format_named: FormatNamed
) -> tuple[JournalLine, Action, Facts | None, dict[int, Facts]]:
    program = ""
    try:
        line = decode(written)
        program = line.program
        if line.schema > SCHEMA:
            raise BadValue("", "was written by a newer version")
        action = action_of(line.action, format_named)
        if line.schema == FIRST_SCHEMA:
            from saves.old_actions import as_then

            return line, *as_then(action), {}
        facts = facts_of(line.derived)
        return line, action, facts, facts_again(line.derived)
    except (BadValue, ValueError, RecursionError) as error:
        version = f"topboard {program}" if program else "the version that wrote it"
        raise NotUnderstood(
            f"action {n} of the journal is not understood",
            str(error),
            f"open it with {version}",
        ) from None


def _entry(n: int, line: JournalLine, action: Action, facts: Facts | None) -> LoggedAction:
    from engine import log

    was = line.was if isinstance(line.was, str) else None
    return log.LoggedAction(n, action, line.author.by, line.author.host, line.t, was, facts)
