"""What an action is: a small record that makes a new event out of an old one, or refuses; and how
it is carried out now, with all its consequences."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from engine.entrants import Entrant, EntrantId
from engine.event import Event, Match, entrants_by_id
from engine.numbers import start_numbers
from engine.protocol import Format
from engine.refusal import Refused, Stale
from engine.warnings import Agreement, Level, Warning

if TYPE_CHECKING:
    from engine.facts import Facts


@dataclass(frozen=True, slots=True)
class About:
    """Round (None: no single one), boards of it, and everybody concerned by number."""

    round: int | None = None
    boards: tuple[int, ...] = ()
    entrants: frozenset[EntrantId] = frozenset()

    def is_at(self, board: int, round: int | None, in_play: int | None) -> bool:
        """Whether that board of `round` is one of its boards. Asked without an event (`about` of
        None) the round of an action may be open: it is the one that was `in_play`."""
        return board in self.boards and (self.round or in_play) == round


def about_entrants(*ids: EntrantId, round: int | None = None) -> About:
    """Some entrants, by number; empty ones are nobody."""
    return About(round, (), frozenset(filter(None, ids)))


def about_boards(
    event: Event | None, round: int | None, numbers: Iterable[int], *ids: EntrantId
) -> About:
    """Boards of a round (None: the one in play), whoever sits there, and `ids` besides."""
    at = tuple(numbers)
    if event is None:
        return About(round, at, frozenset(ids))
    number = round or len(event.published)
    return About(number, at, frozenset(ids) | _seated(event, number, at))


def _seated(event: Event, round: int, at: tuple[int, ...]) -> frozenset[EntrantId]:
    try:
        there = event.round(round)
    except Refused:
        return frozenset()
    return frozenset(id for match in there.matches if match.board in at for id in match.pair)


@dataclass(frozen=True)
class Action:
    """Something an arbiter does. Subclasses are frozen records of plain values.

    `kind` is the name in the journal. An action that an arbiter does now is judged, done, and
    followed by what the format makes of it (`done`). An action read from the journal has been done:
    it is not judged again, and its consequences are read from the journal, too (`engine.facts`).
    """

    kind: ClassVar[str] = ""
    restore_point: ClassVar[str] = ""
    """Why a restore point is taken before it; empty for none."""
    reverses: ClassVar[bool] = False
    """Whether it takes another action back, or does it again."""

    insist: bool = dataclasses.field(default=False, kw_only=True)
    """The arbiter has confirmed what the action asks."""
    insist_twice: bool = dataclasses.field(default=False, kw_only=True)
    """The arbiter has also said yes to what follows from it."""

    @property
    def changes_settings(self) -> bool:
        """Whether the journal keeps all settings as they are after it."""
        return False

    @property
    def agreed(self) -> Level:
        """The strongest warning that the arbiter has agreed to."""
        if self.insist_twice:
            return Level.CONFIRM_TWICE
        return Level.CONFIRM if self.insist else Level.ACKNOWLEDGE

    def judge(self, event: Event, format: Format) -> None:
        """`Refused` if an arbiter may not do this now. Rules of conduct are checked here and in
        `Format`, and never for actions read from the journal."""

    def warnings(self, event: Event, format: Format) -> tuple[Warning, ...]:
        """The warnings for an arbiter who does this now; with a warning stronger than `agreed` it
        is not done. Asked for after `judge`, and never for actions read from the journal."""
        return ()

    def warned(self, event: Event, format: Format) -> tuple[Warning, ...]:
        """`warnings`, and that of places by which some went on into another event. What would
        become of these by an undo or redo only the log can say."""
        warnings = self.warnings(event, format)
        if self.reverses or not event.qualified:
            return warnings
        from engine.cut import cut_warnings

        return (*warnings, *cut_warnings(event, self.change(event, format), format))

    def admit(self, event: Event, format: Format) -> tuple[Warning, ...]:
        """The warnings for an arbiter who may do this now; `Refused` if he may not, `NotAgreed` if
        he has to agree first."""
        self.judge(event, format)
        warnings = self.warned(event, format)
        if not_yet := [warning for warning in warnings if warning.level > self.agreed]:
            from engine.warning_words import not_agreed

            raise not_agreed(not_yet, event)
        return warnings

    def numbered(self, event: Event, undone: Iterable[Action]) -> Action:
        """The action with the numbers that it gives, which nobody has, and nobody had by an action
        that is `undone`. It holds them: else the undo of an earlier action would change them."""
        return self

    def change(self, event: Event, format: Format) -> Event:
        """The event with what the action says, without what the rules make of it; the same object
        if nothing changes. `Refused` only for what is impossible: an entrant, a board or a round
        that does not exist, a text that is not a result."""
        raise NotImplementedError

    def follow(self, before: Event, after: Event, format: Format) -> Event:
        """`after`, the event with the change, with what the format makes of it: kept as facts with
        the action in the journal."""
        return after

    def apply(self, event: Event, format: Format) -> Event:
        """The event after it, done by an arbiter now; the same object where nothing changes.

        `Refused` instead of doing harm.
        """
        warnings = self.admit(event, format)
        after = self.follow(event, self.change(event, format), format)
        return after if after is event else with_agreements(after, self.agreements(event, warnings))

    def agreements(self, event: Event, warnings: Sequence[Warning]) -> tuple[Agreement, ...]:
        """What the event keeps of the `warnings` that were agreed to."""
        return agreed_in(event.current.number if event.current else 0, warnings)

    def describe(self, event: Event) -> str:
        """One line for the history, in the words of an arbiter; `event` is the one before."""
        return self.kind

    def means(self, event: Event, format: Format) -> str:
        """What it makes of games that were played, for the history after `describe`."""
        return ""

    def was_before(self, event: Event) -> str | None:
        """The previous value, for the journal and for undo."""
        return None

    def left_by_undo(self) -> str:
        """What an undo does not take back, and what to do about that; mostly empty."""
        return ""

    def about(self, event: Event | None) -> About:
        """What it is about, done to `event`; None: the event then is not known, and the round in
        play is left open."""
        return About()


@dataclass(frozen=True)
class Entering(Action):
    """An action with new entries, which have the numbers from `first_id` on. The action holds
    that number, or an undo of an earlier entry would give them others (0, in lines of earlier
    versions: the next number that is free)."""

    first_id: int = dataclasses.field(default=0, kw_only=True)

    @property
    def new_ids(self) -> int:
        """At most so many numbers."""
        raise NotImplementedError

    def numbered(self, event: Event, undone: Iterable[Action]) -> Action:
        """From the first number on that no entry has or had."""
        if not self.new_ids:
            return self
        taken = (a.first_id + a.new_ids for a in undone if isinstance(a, Entering) and a.first_id)
        return replace(self, first_id=max([event.next_id, *taken]))

    def first_in(self, event: Event) -> int:
        """The first number that they have in this event."""
        return max(self.first_id, event.next_id)

    def ready(self, event: Event) -> Event:
        """The event, in which the next number is the first of these."""
        first = self.first_in(event)
        return event if first == event.next_id else replace(event, next_id=first)


def agreed_in(round: int, warnings: Sequence[Warning]) -> tuple[Agreement, ...]:
    """What is kept of warnings, with that round."""
    return tuple(Agreement(round, w.reason, w.level) for w in warnings if w.recorded)


def with_agreements(after: Event, new: tuple[Agreement, ...]) -> Event:
    """`after` with what was agreed to."""
    return replace(after, agreements=(*after.agreements, *new)) if new else after


def name_of(event: Event, id: str) -> str:
    """`Ashgrove, Liam (3)` with the start number; before there is one, the name alone, with what
    distinguishes it from a namesake; `entrant 3` by Id if there is no such entrant."""
    entrant = entrants_by_id(event).get(id)
    if entrant is None:
        return f"entrant {id}"
    if entrant.start_number is not None:
        return f"{entrant.name} ({entrant.start_number})"
    namesakes = [e for e in event.entrants if e.name == entrant.name and e.id != id]
    return f"{entrant.name} ({_apart(entrant, namesakes)})" if namesakes else entrant.name


def _apart(entrant: Entrant, namesakes: Sequence[Entrant]) -> str:
    """The first detail that a list shows of him and of none of his namesakes; the Id if there is
    none."""
    for field in ("rating", "club", "school", "category", "federation", "fide_id"):
        value = getattr(entrant, field)
        if value and all(getattr(other, field) != value for other in namesakes):
            return str(value)
    return f"Id {entrant.id}"


def refuse_stale(event: Event, match: Match, seen: tuple[EntrantId, EntrantId] | None) -> None:
    """`Stale` where the board has not the pair that the arbiter saw, White first."""
    if seen is not None and match.pair != seen:
        raise Stale(
            f"{event.board_name(match.board)} is not as you saw it",
            f"now {name_of(event, match.white)} against {name_of(event, match.black)}",
            "look again",
        )


# How an action is done


class Applied(NamedTuple):
    """An event after an action, and what followed from it besides what it says."""

    event: Event
    facts: Facts


def applied(action: Action, event: Event, format: Format) -> Event:
    """The event after an action that an arbiter does now (`done`)."""
    return done(action, event, format).event


def done(action: Action, event: Event, format: Format) -> Applied:
    """The event after an action that an arbiter does now, with what follows by itself from it;
    the same object where nothing changes. `Refused` where it may not be done."""
    return carried_out(action, event, format, action.admit(event, format))


def carried_out(
    action: Action,
    event: Event,
    format: Format,
    warnings: Sequence[Warning] = (),
    facts_recorded: bool = True,
) -> Applied:
    """An action done in spite of `warnings`; none for actions from before there were any.

    Without `facts_recorded`, where the journal does not say what followed, byes asked for since a
    draw leave its proposal as it was: they did when such journals were written.
    """
    # an event that is only looked at does without them
    from engine.byes import with_requested_byes
    from engine.facts import NOTHING, all_settings, facts_between, with_facts

    changed = action.change(event, format)
    after = action.follow(event, changed, format)
    if after is event:
        return Applied(event, NOTHING)
    if warnings:
        after = with_agreements(after, action.agreements(event, warnings))
    after = with_requested_byes(after) if facts_recorded and after.proposal is not None else after
    after = with_numbers(format.settle(after), event, format)
    facts = facts_between(changed, after, format) if after is not changed else NOTHING
    if action.changes_settings:
        facts = replace(facts, settings=all_settings(after, format, event))
    # exactly what the journal will say
    return Applied(with_facts(changed, facts, format) if facts != NOTHING else after, facts)


def with_numbers(event: Event, before: Event | None, format: Format) -> Event:
    """The event with the start numbers that an action settles; `before` is the one before it.

    The first publication gives all entrants their numbers; an entrant added later gets the next
    one.
    """
    if not event.published:
        return event
    rounds = len(before.published) if before is not None else 0
    if before is not None and before.entrants is event.entrants and rounds == len(event.published):
        return event
    if any(e.start_number is None for e in event.entrants):
        event = _numbered(event, before, format)
    if format.late_by_rating and (not event.ranked or rounds != len(event.published)):
        ranked = tuple(format.order(event))
        event = event if ranked == event.ranked else replace(event, ranked=ranked)
    return event


def _numbered(event: Event, before: Event | None, format: Format) -> Event:
    """Entrants who had a number keep it, if save files of an earlier version were taken over."""
    taken = {e.start_number for e in event.entrants}
    had = {
        e.id: e.start_number
        for e in (before.entrants if before else ())
        if e.start_number not in taken
    }
    event = _given(event, had)
    return _given(event, start_numbers(event, format.order(event)))


def _given(event: Event, numbers: Mapping[EntrantId, int | None]) -> Event:
    """The event with these numbers for the entrants without one."""
    entrants = tuple(
        e if e.start_number is not None else replace(e, start_number=numbers.get(e.id))
        for e in event.entrants
    )
    return replace(event, entrants=entrants)
