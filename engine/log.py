"""The log of an event: who did what, and the event as the fold of all actions that are not
undone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import cast

from engine import actions
from engine.actions.base import Action, Applied, carried_out, with_numbers
from engine.event import Event, Match
from engine.facts import NOTHING, Facts, Tail, all_settings, facts_between, with_facts
from engine.protocol import Format, bracketed, overrides
from engine.refusal import Refused, Stale, WouldReplace
from engine.warnings import Level

FormatNamed = Callable[[str], Format]
Recorded = Callable[[int, bool], Facts | None]


@dataclass(frozen=True, slots=True)
class LoggedAction:
    """One action in the log: its number, who, where, when (ISO time), and the value before.

    `facts` is what followed from it then; None in logs of versions that kept none: that is computed
    anew by the current rules.
    """

    n: int
    action: Action
    by: str = ""
    host: str = ""
    t: str = ""
    was: str | None = None
    facts: Facts | None = None

    def words(self, event: Event, format: Format | None = None) -> str:
        """One line for the history: what was done to `event`, what it meant in its format for games
        that were played, and what was agreed to."""
        from engine.warning_words import record_words

        text = self.action.describe(event)
        tail = self.facts.others.get("agreements") if self.facts is not None else None
        agreed = tail.new if isinstance(tail, Tail) else ()
        asked = [one for one in agreed if one.level >= Level.CONFIRM]
        agreements = [words for one in asked if (words := record_words(one, event)) != text]
        means = self.action.means(event, format) if format is not None else ""
        said = [text, means] if means else [text]
        return "; ".join([*said, *(f"agreed: {words}" for words in agreements)])


@dataclass(frozen=True)
class AfterReversal:
    """An event after an undo or redo, and what follows otherwise from later actions by it."""

    event: Event
    again: Mapping[int, Facts] = field(default_factory=dict)


class Blocked(Refused):
    """An action that is not undone and no longer applies: `entry`, and what it would do, in
    words."""

    def __init__(self, entry: LoggedAction, event: Event | None, refusal: Refused) -> None:
        super().__init__(f"action {entry.n} no longer applies", str(refusal))
        self.entry = entry
        self.words = entry.action.describe(event) if event is not None else entry.action.kind


class _WithoutChange(Refused):
    """An undo or redo would change nothing that can be seen."""


class _Overwriting(Refused):
    """A redo would do away with what somebody else has put there since."""


def undone(entries: Iterable[LoggedAction]) -> frozenset[int]:
    """Numbers of the actions that are taken back at the end of the log."""
    gone: set[int] = set()
    for entry in entries:
        if isinstance(entry.action, actions.Undo):
            gone.add(entry.action.target)
        elif isinstance(entry.action, actions.Redo):
            gone.discard(entry.action.target)
    return frozenset(gone)


def fold(
    entries: Sequence[LoggedAction],
    format_named: FormatNamed,
    base: Event | None = None,
) -> Event:
    """The event after all entries that are not undone.

    `base` is the event after the entries up to its revision, none of them taken back later; only
    what follows is applied. Past actions are not judged again by rules of conduct. An action that
    cannot be applied raises `Blocked` naming it.
    """
    return _folded(entries, undone(entries), format_named, base)


def _folded(
    entries: Iterable[LoggedAction],
    gone: frozenset[int],
    format_named: FormatNamed,
    base: Event | None,
) -> Event:
    course = Replay(base, format_named)
    for entry in entries:
        if base is not None and entry.n <= base.revision:
            continue
        if entry.n in gone or entry.action.reverses:
            course.pass_over(entry.n)
            continue
        try:
            course.follow(entry)
        except Refused as refusal:
            raise Blocked(entry, course.event, refusal) from refusal
    if course.event is None:
        raise Refused("the journal does not begin with an event", shell="see `topboard verify`")
    return course.event


Place = tuple[int, int]
"""A round, and the index of the match among its matches."""


def follows_from_results(format: Format) -> bool:
    """Whether a format makes anything of a result by itself when one is entered."""
    return bracketed(format) or overrides(format, "settle")


class ResultRun:
    """An event, and results entered in it one after the other from which nothing followed.

    `event` is what `change` of one action after the other makes of it. The last result of a board
    counts, but each is read: which ones are allowed can depend on the one before.
    """

    def __init__(self, event: Event, format: Format) -> None:
        self._before, self._format = event, format
        self._places: dict[tuple[int, int | None], Place] = {}
        self._standing: dict[Place, Match] = {}
        self._after: dict[tuple[int, str], Match] = {}
        """By a standing match (its `id`) and a slip the match that comes of it."""
        self._made: dict[tuple[Place, str | None], Match] = {}
        """Every match so far, by its result, so that equal ones are one object."""

    def enter(self, board: int, text: str, round: int | None) -> None:
        """One result; `Refused` as the action alone would be, and nothing is entered."""
        place = self._places.get((board, round)) or self._find(board, round)
        match = self._standing[place]
        after = self._after.get((id(match), text))
        if after is None:
            from engine.actions.results import with_result

            after = self._keep(place, with_result(match, text, self._format))
            self._after[id(match), text] = after
        self._standing[place] = after

    def enter_all(self, results: Iterable[tuple[int, str]], round: int | None) -> None:
        """The results of one action, all or none."""
        before = dict(self._standing)
        try:
            for board, text in results:
                self.enter(board, text, round)
        except Refused:
            self._standing = before
            self._places = {number: p for number, p in self._places.items() if p in before}
            raise

    def _find(self, board: int, number: int | None) -> Place:
        from engine.actions.results import round_played

        round = round_played(self._before, board, number)
        match = round.match(board)
        at = round.index(board)
        assert at is not None
        place = self._places[board, number] = (round.number, at)
        self._standing.setdefault(place, self._keep(place, match))
        return place

    def _keep(self, place: Place, match: Match) -> Match:
        text = match.result.text if match.result else None
        return self._made.setdefault((place, text), match)

    @property
    def event(self) -> Event:
        """The event with all of them; the same object where they changed nothing."""
        event = self._before
        boards: dict[int, dict[int, Match]] = {}
        for (number, at), match in self._standing.items():
            boards.setdefault(number, {})[at] = match
        for number, others in boards.items():
            round = event.round(number)
            matches = tuple(others.get(at, match) for at, match in enumerate(round.matches))
            if any(a is not b for a, b in zip(matches, round.matches, strict=True)):
                event = event.with_round(replace(round, matches=matches))
        return event


class Replay:
    """An event brought along a log, action by action; runs of results from which nothing
    followed are put on their boards together."""

    def __init__(self, event: Event | None, format_named: FormatNamed) -> None:
        self._event, self._format_named = event, format_named
        self._revision = event.revision if event is not None else 0
        self._run: ResultRun | None = None
        self._follows: bool | None = None

    @property
    def event(self) -> Event | None:
        """The event as far as it has come; None before it is made."""
        if self._run is not None and self._event is not None:
            self._event, self._run = self._run.event, None
        if self._event is not None and self._event.revision != self._revision:
            self._event = replace(self._event, revision=self._revision)
        return self._event

    def pass_over(self, n: int) -> None:
        """Action `n` is an undo or redo, or undone."""
        self._revision = n

    def follow(self, entry: LoggedAction) -> None:
        """One more action, which is not an undo or redo; `Refused` if it is impossible, and the
        event stays as before it."""
        action = entry.action
        if self.takes_results(settled=entry.facts is not None) and entry.facts in (None, NOTHING):
            if isinstance(action, actions.EnterResult):
                self.enter(entry.n, action.number, action.result, action.round)
                return
            if isinstance(action, actions.EnterResults):
                self._running().enter_all(action.results, action.round)
                self._revision = entry.n
                return
        self._event = step(self.event, entry, self._format_named)
        self._revision, self._follows = entry.n, None

    def takes_results(self, settled: bool) -> bool:
        """Whether results can be entered by `enter` now: what followed from them is known
        (`settled`), or the format makes nothing of a result."""
        if self._event is None:
            return False
        if self._follows is None:
            self._follows = follows_from_results(self._format_named(self._event.format))
        return settled or not self._follows

    def enter(self, n: int, board: int, result: str, round: int | None) -> None:
        """The result of action `n`, from which nothing followed; `Refused` as in `follow`."""
        (self._run or self._running()).enter(board, result, round)
        self._revision = n

    def _running(self) -> ResultRun:
        if self._run is None:
            event = self.event
            assert event is not None
            self._run = ResultRun(event, self._format_named(event.format))
        return self._run


def step(event: Event | None, entry: LoggedAction, format_named: FormatNamed) -> Event:
    """The event after one more entry, which is not an undo or redo, with what followed from it
    then; `Refused` if it is impossible."""
    if event is None:
        event = _begun_as(entry, format_named)
    elif entry.facts is None:
        event = carried_out(
            entry.action, event, format_named(event.format), facts_recorded=False
        ).event
    else:
        format = format_named(event.format)
        event = with_facts(entry.action.change(event, format), entry.facts, format)
    return replace(event, revision=entry.n)


def begun(action: actions.CreateEvent | actions.Adopt, format: Format) -> Applied:
    """The event that an arbiter makes now."""
    event = action.begin(format)
    numbered = with_numbers(event, None, format)
    facts = facts_between(event, numbered, format)
    if isinstance(action, actions.CreateEvent):
        facts = replace(facts, settings=all_settings(event, format))
    return Applied(numbered, facts)


def _begun_as(entry: LoggedAction, format_named: FormatNamed) -> Event:
    action, facts = entry.action, entry.facts
    format = format_named(_begin(action))
    if facts is None:
        return begun(cast(actions.CreateEvent | actions.Adopt, action), format).event
    if isinstance(action, actions.CreateEvent):
        return with_facts(action.begin(format, facts.settings), replace(facts, settings={}), format)
    return with_facts(cast(actions.Adopt, action).begin(format), facts, format)


def _begin(action: Action) -> str:
    """The format of the event that an action begins; `Refused` where it begins none."""
    if isinstance(action, actions.CreateEvent):
        return action.format
    if isinstance(action, actions.Adopt):
        return action.event.format
    raise Refused("the journal does not begin with an event", action.kind, "")


def _refuse_reversal(
    entries: Sequence[LoggedAction],
    action: actions.Undo | actions.Redo,
    named: Callable[[LoggedAction], str],
) -> LoggedAction:
    """The action concerned; `Refused` for an undo of an undone action, and a redo of one that is
    not undone."""
    target = next((e for e in entries if e.n == action.target), None)
    if target is None:
        raise Refused(f"there is no action {action.target}", "", "see the history")
    if isinstance(target.action, actions.Undo | actions.Redo):
        raise Refused(
            f"action {action.target} is an undo or a redo", "", "name the action that it is about"
        )
    if target.n == entries[0].n:
        raise Refused("the making of the event cannot be undone", "", "delete its folder")
    taken_back = action.target in undone(entries)
    if isinstance(action, actions.Undo) and taken_back:
        raise Refused(f"{named(target)} is undone already", "", "redo brings it back")
    if isinstance(action, actions.Redo) and not taken_back:
        raise Refused(f"{named(target)} is not undone", "", "nothing to redo")
    return target


def after_reversal(
    entries: Sequence[LoggedAction],
    new: LoggedAction,
    format_named: FormatNamed,
    base: Event | None = None,
    recorded: Recorded = lambda n, same: None,
) -> AfterReversal:
    """The event after an undo or redo `new`; refused, naming the later action that prevents it, or
    that itself sets the present value, so that nothing would change. `base` as in `fold`, from
    before the action concerned.

    The later actions are checked in both worlds, as it was and as it will be. One that is no longer
    allowed prevents the undo, unless it is not allowed in the old world either: then a rule has
    changed since. What followed from it stays a fact, unless something else follows in the new
    world by the current rules; `recorded` says what followed when this same world was there before
    (None: it was not there; it need not look where the `same` follows in both)."""
    action = new.action
    assert isinstance(action, actions.Undo | actions.Redo)
    gone, again = undone(entries), dict[int, Facts]()

    def before() -> Event:
        earlier = (e for e in entries if e.n < action.target)
        return _folded(earlier, gone, format_named, base)

    target = _refuse_reversal(entries, action, lambda target: _named(target, before()))
    was = now = before()
    named = _named(target, was)
    turned = "undone" if isinstance(action, actions.Undo) else "redone"
    for entry in entries:
        if entry.n < action.target or entry.action.reverses:
            continue
        done_to = was
        try:
            if entry.n == action.target:
                if isinstance(action, actions.Undo):
                    was = step(was, entry, format_named)
                else:
                    _refuse_overwriting(entry, now, format_named(now.format), named)
                    now = step(now, entry, format_named)
            elif entry.n not in gone:
                facts = _followed(entry, was, now, format_named, recorded)
                if facts is not None and facts != entry.facts:
                    again[entry.n] = facts
                was = step(was, entry, format_named)
                now = step(now, replace(entry, facts=facts), format_named)
                # its recorded consequences go with it, and nothing else changes
                if was == replace(now, agreements=was.agreements):
                    raise _without_change(f"{named} cannot be {turned} now", entry, done_to)
        except (_WithoutChange, _Overwriting):
            raise
        except Refused as refusal:
            blocked = [Blocked(entry, done_to, refusal)]
            later = [e for e in entries if e.n >= entry.n > action.target and e.n not in gone]
            blocked += _resting_on(later, done_to, now, format_named)
            raise _in_the_way(f"{named} cannot be {turned} now", blocked) from refusal
    _refuse_past(action, was, now)
    if now.strict and not was.strict:
        problem = f"{named} cannot be {turned}"
        raise Refused(problem, "strict mode is left for good", "make a new event for strict mode")
    return AfterReversal(replace(now, revision=new.n), again)


def _named(entry: LoggedAction, before: Event) -> str:
    """`action 7 (round 1, board 3: 1-0)`."""
    return f"action {entry.n} ({entry.action.describe(before)})"


def _refuse_overwriting(entry: LoggedAction, now: Event, format: Format, named: str) -> None:
    """`Refused` if the board of a redone action is not as the arbiter saw it then."""
    try:
        entry.action.judge(now, format)
    except (Stale, WouldReplace) as other:
        problem = f"{named} cannot be redone now"
        raise _Overwriting(
            problem, other.what, "correct what is wrong by a separate action"
        ) from None
    except Refused:
        pass  # what was agreed to then is not asked again


def _refuse_past(action: actions.Undo | actions.Redo, was: Event, now: Event) -> None:
    """`NotAgreed` if rounds further back than the window would change. What round 1 has settled was
    part of what it was drawn from, so that a draw prevents its undo."""
    from engine.strict import past_warnings

    past = [w for w in past_warnings(was, now) if w.level > action.agreed]
    if past:
        from engine.warning_words import not_agreed

        raise not_agreed(past, was)


def _followed(
    entry: LoggedAction, was: Event, now: Event, format_named: FormatNamed, recorded: Recorded
) -> Facts | None:
    """What follows from a later action in the world of `now`; `Refused` if it prevents the undo
    there."""
    action, format = entry.action, format_named(now.format)
    _refuse_other_round(action, was, now)
    _refuse_only_now(action, was, now, format)
    if entry.facts is None:
        return None
    then, before = (_done_again(action, entry.facts, world, format) for world in (now, was))
    same = then == before
    if (known := recorded(entry.n, same)) is not None:
        return known
    return entry.facts if same else then


def _refuse_other_round(action: Action, was: Event, now: Event) -> None:
    """`Refused` where what was done to a board of the round in play would be done to one of
    another round."""
    then, about = action.about(was), action.about(now)
    if then.boards and then.round is not None and about.round != then.round:
        raise Refused(f"it is of {was.called(then.round)}")


def _done_again(action: Action, facts: Facts, event: Event, format: Format) -> Facts:
    """What follows from an action in a world, with the agreements from when it was done."""
    agreed = facts.others.get("agreements")
    new = carried_out(action, event, format)
    if not isinstance(agreed, Tail):
        return new.facts
    tail = Tail(len(event.agreements), agreed.new)
    return replace(new.facts, others={**new.facts.others, "agreements": tail})


def _refuse_only_now(action: Action, was: Event, now: Event, format: Format) -> None:
    """`Refused` where it is not allowed any more. One that is not allowed in the old world either
    stays: a rule has changed since."""
    try:
        action.judge(now, format)
    except Refused:
        try:
            action.judge(was, format)
        except Refused:
            return
        raise


def _without_change(problem: str, entry: LoggedAction, before: Event) -> Refused:
    who = f" by {entry.by}" if entry.by else ""
    return _WithoutChange(
        problem,
        f"nothing would change: action {entry.n}{who} came after it and set the present value "
        f"({entry.action.describe(before)})",
        f"undo {entry.n} first, or correct what is wrong by a separate action",
    )


def _resting_on(
    later: Sequence[LoggedAction], was: Event, now: Event, format_named: FormatNamed
) -> Iterator[Blocked]:
    """Of the `later` actions, the first of which is in the way, the others that are. In `now` none
    of them is done; what follows there from those that are not in the way is by current rules."""
    for entry in later:
        if entry.action.reverses:
            continue
        try:
            before, was = was, step(was, entry, format_named)
        except Refused:
            return
        if entry is later[0]:
            continue
        format = format_named(now.format)
        try:
            _refuse_other_round(entry.action, before, now)
            _refuse_only_now(entry.action, before, now, format)
            now = carried_out(entry.action, now, format).event
        except Refused as refusal:
            yield Blocked(entry, before, refusal)


def _in_the_way(problem: str, blocked: Sequence[Blocked]) -> Refused:
    last, but = blocked[-1], "or correct what is wrong by a separate action"
    n = last.entry.n
    if len(blocked) == 1:
        why = f"action {n} came after it and rests on it ({last.words})"
        return Refused(problem, why, f"undo {n} first, {but}")
    why = f"{len(blocked)} actions came after it and rest on it, the last is {n} ({last.words})"
    return Refused(problem, why, f"undo {n} first and then the others, {but}")
