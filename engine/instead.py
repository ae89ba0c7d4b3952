"""Why not somebody else? The round drawn again with that pair locked, and what gets worse."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace

from engine.entrants import EntrantId
from engine.event import Bye, Event, Instruction, Match, Round, RoundState
from engine.protocol import Conflict, Format, Measure, Proposal, Severity
from engine.refusal import NoDraw, Refused
from engine.rules import conflicts

MOST_NAMED = 4
"""Of those without an opponent more are not named."""


@dataclass(frozen=True, slots=True)
class CriterionChange:
    """A criterion that comes out differently; None if it has nothing to count (no such group)."""

    was: Measure | None
    would_be: Measure | None

    @property
    def measure(self) -> Measure:
        """The criterion itself: its group, name and text."""
        measure = self.was or self.would_be
        assert measure is not None
        return measure

    @property
    def severity(self) -> Severity:
        """How much it weighs where it gets worse."""
        return self.measure.severity

    @property
    def values(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Before and after, as they are compared."""
        return _value(self.was, self.would_be), _value(self.would_be, self.was)

    @property
    def reason(self) -> str:
        """Why the engine's own draw is the better one by it, in an arbiter's words."""
        return self.was.reason if self.was is not None else ""

    @property
    def worse(self) -> bool:
        """Whether the round before, or the engine's own draw, is the better one by it."""
        return _value(self.would_be, self.was) > _value(self.was, self.would_be)

    @property
    def shown(self) -> tuple[str, str]:
        """Before and after, as people read them."""
        if self.was is not None and self.would_be is not None and self.was.games:
            return _games(self.was, self.would_be), _games(self.would_be, self.was)
        return _shown(self.was), _shown(self.would_be)


@dataclass(frozen=True, slots=True)
class Instead:
    """What it would cost, against the engine's own draw, if `entrant` played `opponent`, or had the
    bye if that is empty."""

    entrant: EntrantId
    opponent: EntrantId
    reason: str = ""
    """Why it cannot be; empty where it can."""
    more: tuple[Conflict, ...] = ()
    fewer: tuple[Conflict, ...] = ()
    boards_changed: int = 0
    off_ideal: int = 0
    changes: tuple[CriterionChange, ...] = ()
    """Every criterion that comes out otherwise, the most important first."""
    dropped: tuple[Instruction, ...] = ()
    """The arbiter's locks and bars that conflict with it; left out for the answer."""

    @property
    def possible(self) -> bool:
        """Whether there is such a draw."""
        return not self.reason

    @property
    def decided_by(self) -> CriterionChange | None:
        """The first criterion that gets worse: the one that decided against this pair."""
        return next((change for change in self.changes if change.worse), None)


def instead(
    event: Event, format: Format, round: Round, match: Match, other: EntrantId
) -> tuple[Instead, ...]:
    """For each of the two at the board: the round drawn again with `other` as opponent.

    Everything is compared with the draw that the engine makes under the present locks and bars,
    without changes by hand. It takes three draws. `Refused` if there is nothing to ask, or if the
    round itself cannot be drawn.
    """
    if other in match.pair:
        raise Refused("these two play each other", "", "name somebody else")
    before = event.until(round.number - 1)
    if not before.entrant(other).to_be_paired(round.number):
        name = before.entrant(other).name
        raise Refused(
            f"{name} is not to be paired in {before.called(round.number)}", "", "name another"
        )
    own = _round(format.draw(before))
    return tuple(_instead(before, format, own, id, other) for id in match.pair)


def instead_of_bye(
    event: Event, format: Format, round: Round, bye: Bye, other: EntrantId
) -> Instead:
    """The round drawn again with the bye for `other`, who is barred from everybody for that.

    It takes two draws. `Refused` as for `instead`, and for a bye that was asked for.
    """
    before = event.until(round.number - 1)
    name = before.entrant(other).name
    if bye.kind != "pairing":
        raise Refused("this bye is not the draw's", "it was asked for", "see the entries")
    if bye.entrant == other:
        raise Refused(f"{name} has the bye", "", "name somebody else")
    if not before.entrant(other).to_be_paired(round.number):
        raise Refused(
            f"{name} is not to be paired in {before.called(round.number)}", "", "name another"
        )
    own = _round(format.draw(before))
    apart = tuple(
        Instruction("bar", other, e.id, own.number) for e in before.entrants if e.id != other
    )
    dropped = tuple(i for i in before.instructions if i.kind == "lock" and other in i.pair)
    return _compared(before, format, own, (other, ""), apart, dropped)


def _instead(before: Event, format: Format, own: Round, id: EntrantId, other: EntrantId) -> Instead:
    together = Instruction("lock", id, other, own.number)
    dropped = tuple(i for i in before.instructions if _opposed(i, together))
    return _compared(before, format, own, (id, other), (together,), dropped)


def _compared(
    before: Event,
    format: Format,
    own: Round,
    wish: tuple[EntrantId, EntrantId],
    orders: tuple[Instruction, ...],
    dropped: tuple[Instruction, ...],
) -> Instead:
    """The draw under these orders against the engine's own."""
    id, other = wish
    remaining = tuple(i for i in before.instructions if i not in dropped)
    asked = replace(before, instructions=(*remaining, *orders))
    try:
        drawn = _round(format.draw(asked))
    except Refused as refusal:
        reason = _impossible(before, format, own, wish, refusal)
        return Instead(id, other, reason=reason, dropped=dropped)
    now, then = conflicts(format, before, own), conflicts(format, before, drawn)
    pairs = {frozenset(m.pair) for m in own.matches}
    return Instead(
        id,
        other,
        more=without(then, now),
        fewer=without(now, then),
        boards_changed=sum(frozenset(m.pair) not in pairs for m in drawn.matches),
        off_ideal=_off_ideal(drawn) - _off_ideal(own),
        changes=compared(format.measures(before, own), format.measures(before, drawn)),
        dropped=dropped,
    )


def _impossible(
    before: Event, format: Format, own: Round, wish: tuple[EntrantId, EntrantId], refusal: Refused
) -> str:
    """Why there is no such draw. Instructions that were added for the question are not reported as
    the arbiter's."""
    id, other = wish
    if not other:
        resting = replace(own, byes=(*own.byes, Bye(id, before.settings.bye_points)))
        barred = without(conflicts(format, before, resting), conflicts(format, before, own))
        own_rule = (c.text for c in barred if id in c.entrants and c.severity is Severity.MUST)
        if text := next(own_rule, ""):
            return text
    if not isinstance(refusal, NoDraw):
        return refusal.cause
    names = [before.entrant(player).name for player in refusal.players if player not in wish]
    if not 0 < len(names) <= MOST_NAMED:
        return "the others cannot all get an opponent then"
    if len(names) == 1:
        return f"{names[0]} gets no opponent then"
    return f"{', '.join(names[:-1])} and {names[-1]} cannot all get an opponent then"


def compared(own: Sequence[Measure], drawn: Sequence[Measure]) -> tuple[CriterionChange, ...]:
    """The criteria by which two draws of a round differ, in the order of their importance.

    A group that only one of them has is placed after what precedes it there.
    """
    first = {_key(m): m for m in own}
    second = {_key(m): m for m in drawn}
    changes = (
        CriterionChange(first.get(key), second.get(key)) for key in _merged([*first], [*second])
    )
    return tuple(c for c in changes if _value(c.was, c.would_be) != _value(c.would_be, c.was))


def _merged(
    first: Sequence[tuple[str, str]], second: Sequence[tuple[str, str]]
) -> Iterator[tuple[str, str]]:
    """All of both, in the order of the first; what only the second has after its neighbours."""
    known, yielded = set(first), set[tuple[str, str]]()
    waiting = list(second)
    for key in first:
        while waiting and waiting[0] not in known:
            yield waiting.pop(0)
        yield key
        yielded.add(key)
        while waiting and waiting[0] in yielded:
            waiting.pop(0)
    yield from (key for key in waiting if key not in known)


def _key(measure: Measure) -> tuple[str, str]:
    return measure.where, measure.name


def _value(measure: Measure | None, other: Measure | None) -> tuple[int, ...]:
    """As a tuple, so that two can be compared; nothing counted is nothing bad."""
    if measure is None:
        return () if other is not None and isinstance(other.value, tuple) else (0,)
    return measure.value if isinstance(measure.value, tuple) else (measure.value,)


FIRST = 6
"""How many pairs that differ are listed."""


def _games(one: Measure, other: Measure) -> str:
    """The pairs of one that the other does not have: `4 v 13, 6 v 15`."""
    known = set(other.games)
    own = [f"{a} v {b}" if b else f"{a} floats" for a, b in one.games if (a, b) not in known]
    more = f" and {len(own) - FIRST} more" if len(own) > FIRST else ""
    return f"{', '.join(own[:FIRST])}{more}" or _shown(one)


def _shown(measure: Measure | None) -> str:
    if measure is None:
        return "none"
    if measure.shown:
        return measure.shown
    if isinstance(measure.value, tuple):
        return " ".join(map(str, measure.value)) or "none"
    return str(measure.value)


def _off_ideal(round: Round) -> int:
    return sum(bool(m.altered) for m in round.matches)


def _opposed(old: Instruction, new: Instruction) -> bool:
    """Whether an earlier lock or bar would only say that the new lock contradicts it."""
    if not old.holds(new.round or 0):
        return False
    if old.kind == "lock":
        return len(old.pair & new.pair) == 1
    return old.kind == "bar" and old.pair == new.pair


def _round(proposal: Proposal) -> Round:
    return Round(proposal.round, RoundState.PROPOSAL, proposal.matches, proposal.byes)


def without(some: Sequence[Conflict], others: Sequence[Conflict]) -> tuple[Conflict, ...]:
    """Those of which the others have fewer. A rule broken by other people as often as before is
    nothing new; if it is broken more often, those are named who did not break it before."""
    rest, gone = tuple(some), tuple(others)
    for kind in (_of_these, _of_the_rule):
        rest, gone = _beyond(rest, gone, kind), _beyond(gone, rest, kind)
    return rest


def newly_broken(format: Format, event: Event, before: Round, after: Round) -> tuple[Conflict, ...]:
    """The rules that a corrected round breaks and the published one does not, each on a board
    that is not forfeited."""
    forfeits = {m.board for m in after.matches if m.result is not None and not m.result.played}
    return tuple(
        one
        for one in without(conflicts(format, event, after), conflicts(format, event, before))
        if one.severity is Severity.MUST and one.board is not None and one.board not in forfeits
    )


def _of_these(conflict: Conflict) -> Hashable:
    return conflict.rule, conflict.severity, frozenset(conflict.entrants)


def _of_the_rule(conflict: Conflict) -> Hashable:
    return conflict.rule, conflict.severity


def _beyond(
    some: Sequence[Conflict], others: Sequence[Conflict], kind: Callable[[Conflict], Hashable]
) -> tuple[Conflict, ...]:
    known = Counter(map(kind, others))
    rest = []
    for conflict in some:
        known[kind(conflict)] -= 1
        if known[kind(conflict)] < 0:
            rest.append(conflict)
    return tuple(rest)
