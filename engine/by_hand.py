"""What the arbiter's changes to a draw make better and worse, by everything the draw follows.

A round is compared with another one of the same position: the proposal before the last change, or
the engine's own draw. Both are measured by the format's criteria and judged by its rules; nothing
is searched.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce

from engine.entrants import EntrantId
from engine.event import Bye, Departure, Event, Match, Round, RoundState, Worse
from engine.instead import CriterionChange, compared, without
from engine.proposal import departures, engines_own, turn
from engine.protocol import Conflict, Format, Measure, Severity, seated
from engine.reasons import BY_HAND
from engine.refusal import Refused
from engine.rules import OutOfRound, conflicts


@dataclass(frozen=True, slots=True)
class Cost:
    """How a round differs from another one by the format's measures and rules."""

    changes: tuple[CriterionChange, ...] = ()
    """Every criterion that comes out otherwise, the most important first."""
    more: tuple[Conflict, ...] = ()
    fewer: tuple[Conflict, ...] = ()

    @property
    def worse(self) -> tuple[CriterionChange, ...]:
        """The criteria that get worse."""
        return tuple(change for change in self.changes if change.worse)

    @property
    def criteria(self) -> tuple[CriterionChange, ...]:
        """Those that no rule reports already at a board of its own, without their sums."""
        broken = {conflict.rule for conflict in self.more}
        # a withdrawal alone does not say who is without an opponent because of it
        musts = {c.rule for c in self.more if c.severity is Severity.MUST} - {OutOfRound.id}
        return tuple(
            c
            for c in self.worse
            if not (musts and c.severity is Severity.MUST)
            and c.measure.rules.isdisjoint(broken)
            and not any(_adds_up(c.measure, other.measure) for other in self.worse)
        )

    @property
    def better(self) -> tuple[CriterionChange, ...]:
        """The criteria that get better. An order of players (as high as can be) only separates what
        is equal before it; if its group has got worse by then, it is left out."""
        worse: set[str] = set()
        changes: list[CriterionChange] = []
        for change in self.changes:
            if change.worse:
                worse.add(change.measure.where)
            elif not (isinstance(change.measure.value, tuple) and change.measure.where in worse):
                changes.append(change)
        return tuple(changes)

    @property
    def in_order_alone(self) -> bool:
        """Whether nothing is worse but which of equal pairs come first."""
        return not self.more and all(change.measure.games for change in self.worse)

    @property
    def severity(self) -> Severity | None:
        """The gravest severity that gets worse; None if nothing does."""
        severities = {c.severity for c in self.worse} | {c.severity for c in self.more}
        return next((s for s in (Severity.MUST, Severity.SHOULD) if s in severities), None)


def _adds_up(sum: Measure, part: Measure) -> bool:
    return part.name in sum.parts and sum.where in ("", part.where)


Criterion = tuple[str, str]
"""Group and name."""
MOST_PARTS = 12
"""Changes of one round that are looked at one by one."""


@dataclass(frozen=True, slots=True)
class SeparateChange:
    """An independent change: those who are placed otherwise because of one another."""

    entrants: frozenset[EntrantId]
    worse: frozenset[Criterion]
    """The criteria that it alone makes worse, against the engine's own draw."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """A round changed by hand, or drawn under locks and bars, with what that costs."""

    round: Round
    before: Round | None = None
    """The proposal before the last change, or None."""
    since: Cost | None = None
    """Against that proposal."""
    own: Round | None = None
    """The engine's own draw; None if the rules allow none."""
    from_own: Cost = Cost()
    """Against the engine's own draw."""
    parts: tuple[SeparateChange, ...] = ()
    """The changes one by one; empty if there is only one."""
    colours: Mapping[Criterion, frozenset[int]] = field(default_factory=dict, hash=False)
    """The boards whose colours alone make a criterion worse; empty if that is not all."""

    @property
    def departures(self) -> tuple[Departure, ...]:
        """The entrants who are placed differently from the computer draw."""
        return departures(self.round, self.own) if self.own is not None else ()

    @property
    def worse(self) -> tuple[Worse, ...]:
        """The criteria by which it is worse than that draw, for the record."""
        marked = dict(_marked(self)) if self.own is not None else {}
        return tuple(
            Worse(
                change.measure.where,
                change.measure.name,
                change.measure.text,
                *change.values,
                change.severity.value,
                tuple(one.board for one in marked.get(change, ()) if isinstance(one, Match)),
                tuple(one.entrant for one in marked.get(change, ()) if isinstance(one, Bye)),
                against_own(self.from_own, change) if change in marked else "",
            )
            for change in self.from_own.worse
        )

    def just_changed(self, place: Match | Bye) -> bool:
        """Whether the last change made that board, or the bye, as it is."""
        before = self.before
        if before is None:
            return False
        if isinstance(place, Bye):
            return place.entrant not in {bye.entrant for bye in before.byes}
        return place.pair not in {match.pair for match in before.matches}

    @property
    def marks(self) -> tuple[Conflict, ...]:
        """A mark for each criterion that is worse than in the engine's own draw, on the boards and
        byes of its group that are not the engine's; on all of these where the group has none. Of
        several changes only on those that make it worse, and only on the boards that are counted,
        or those with the colours that do, where these are all of it."""
        return tuple(_marks(self)) if self.own is not None else ()


def weighed(event: Event, format: Format, round: Round, before: Round | None = None) -> Weighed:
    """The round against the proposal `before` its last change and against the engine's own draw.

    It takes a draw, and each round is measured once.
    """
    since = cost(event, format, before, round) if before is not None else None
    own = own_round(event, format, round)
    if own is None:
        return Weighed(round, before, since)
    earlier = event.until(round.number - 1)
    parts = tuple(_parts(earlier, format, own, round))
    from_own = cost(event, format, own, round)
    colours = _colours(earlier, format, own, round, from_own)
    return Weighed(round, before, since, own, from_own, parts, colours)


def _parts(event: Event, format: Format, own: Round, round: Round) -> Iterator[SeparateChange]:
    """Every change put into the engine's own draw alone; nothing where there is one, or many."""
    groups = changed_together(own, round)
    if not 1 < len(groups) <= MOST_PARTS:
        return
    measured = format.measures(event, own)
    for ids in groups:
        alone = _exchanged(own, round, ids)
        try:
            changes = compared(measured, format.measures(event, alone))
        except Refused:  # a bracket of another size: the change is not independent
            continue
        worse = ((c.measure.where, c.measure.name) for c in changes if c.worse)
        yield SeparateChange(ids, frozenset(worse))


def _colours(
    event: Event, format: Format, own: Round, round: Round, cost: Cost
) -> Mapping[Criterion, frozenset[int]]:
    """For each criterion that the colours of some changed boards alone make worse, these boards:
    turning any of them makes it better, turning all makes it as good as in the engine's draw."""
    boards = [match.board for match in _changed(own, round)]
    if not cost.criteria or not 1 < len(boards) <= MOST_PARTS:
        return {}
    drawn, made = format.measures(event, own), format.measures(event, round)
    better: dict[Criterion, set[int]] = {}
    for board in boards:
        for criterion in _better(made, format.measures(event, turn(round, board))):
            better.setdefault(criterion, set()).add(board)
    still: dict[frozenset[int], frozenset[Criterion]] = {}
    for at in {frozenset(at) for at in better.values()}:
        cured = reduce(turn, sorted(at), round)
        still[at] = _better(format.measures(event, cured), drawn)
    named = {criterion: frozenset(at) for criterion, at in better.items()}
    return {criterion: at for criterion, at in named.items() if criterion not in still[at]}


def _better(was: Sequence[Measure], would_be: Sequence[Measure]) -> frozenset[Criterion]:
    changes = (change for change in compared(would_be, was) if change.worse)
    return frozenset((change.measure.where, change.measure.name) for change in changes)


def _changed(own: Round, round: Round) -> list[Match]:
    drawn = {match.pair for match in own.matches}
    return [match for match in round.matches if match.pair not in drawn]


def changed_together(own: Round, round: Round) -> list[frozenset[EntrantId]]:
    """The entrants placed otherwise, together those whose boards are connected in one round or the
    other."""
    drawn, made = {m.pair for m in own.matches}, {m.pair for m in round.matches}
    groups: list[frozenset[EntrantId]] = []
    for pair in sorted(drawn ^ made):
        joined = [group for group in groups if group & set(pair)]
        groups = [group for group in groups if group not in joined]
        groups.append(frozenset(pair).union(*joined))
    return groups


def _exchanged(own: Round, round: Round, ids: frozenset[EntrantId]) -> Round:
    """The engine's own draw with these placed as in the other round."""
    matches = [m for m in own.matches if not ids & set(m.pair)]
    matches += [m for m in round.matches if ids & set(m.pair)]
    byes = [bye for bye in own.byes if bye.entrant not in ids]
    byes += [bye for bye in round.byes if bye.entrant in ids]
    in_order = sorted(matches, key=lambda match: match.board)
    return replace(own, matches=tuple(in_order), byes=tuple(byes))


def own_round(event: Event, format: Format, round: Round) -> Round | None:
    """The engine's own draw of that round, without locks, bars and changes by hand; None if there
    has none: the arbiter's is then the only one."""
    try:
        draw = engines_own(event, format, round)
    except Refused:
        return None
    draw = seated(event.until(round.number - 1), format, draw)
    return Round(draw.round, RoundState.PROPOSAL, draw.matches, draw.byes)


def cost(event: Event, format: Format, was: Round, would_be: Round) -> Cost:
    """What `would_be` makes better and worse against `was`, two rounds of one number."""
    before = event.until(was.number - 1)
    after, there = conflicts(format, event, would_be), conflicts(format, event, was)
    return Cost(
        compared(format.measures(before, was), format.measures(before, would_be)),
        more=without(after, there),
        fewer=without(there, after),
    )


def kept_marks(round: Round) -> Iterator[Conflict]:
    """The marks that a round had when it was published and that still apply."""
    pairs = {match.board: match.pair for match in round.matches}
    for one in round.worse:
        severity = Severity(one.severity)
        for board in (board for board in one.boards if board in pairs):
            yield Conflict(one.name, severity, one.said, board, pairs[board])
        for id in one.byes:
            yield Conflict(one.name, severity, one.said, None, (id,))


def _marks(weighed: Weighed) -> Iterator[Conflict]:
    for change, places in _marked(weighed):
        text = against_own(weighed.from_own, change)
        for place in places:
            board = place.board if isinstance(place, Match) else None
            yield Conflict(change.measure.name, change.severity, text, board, _entrants(place))


def _marked(weighed: Weighed) -> Iterator[tuple[CriterionChange, Sequence[Match | Bye]]]:
    """The boards and byes that are marked for each criterion."""
    own, cost = weighed.own, weighed.from_own
    assert own is not None
    boards = _changed(own, weighed.round)
    rested = {bye.entrant for bye in own.byes}
    byes = [bye for bye in weighed.round.byes if BY_HAND in bye.why or bye.entrant not in rested]
    changed: list[Match | Bye] = [*boards, *byes]
    for change in cost.criteria:
        criterion = change.measure.where, change.measure.name
        guilty = {id for part in weighed.parts if criterion in part.worse for id in part.entrants}
        coloured = weighed.colours.get(criterion, frozenset())
        counted = change.would_be.boards if change.would_be is not None else frozenset[int]()
        from_these: Sequence[Match | Bye] = (
            [match for match in boards if match.board in (counted or coloured)]
            or [place for place in changed if guilty & set(_entrants(place))]
            or changed
        )
        yield change, _of_group(from_these, change.measure.where)


def _entrants(place: Match | Bye) -> tuple[EntrantId, ...]:
    return place.pair if isinstance(place, Match) else (place.entrant,)


def _of_group(places: Sequence[Match | Bye], group: str) -> Sequence[Match | Bye]:
    """Of a criterion of the whole round all: a bye is in no group either."""
    return [place for place in places if place.group == group and group] or places


def against_own(cost: Cost, change: CriterionChange) -> str:
    """In what a criterion is worse than in the computer draw."""
    return criterion_text(cost, change, "the computer draw has {}")


def criterion_text(cost: Cost, change: CriterionChange, before: str = "was {}") -> str:
    """The sentence of a criterion that is worse; where nothing is but the order of equal pairs,
    that comes first."""
    text = sentence(change, before)
    return f"no criterion gets worse; {text}" if cost.in_order_alone else text


def sentence(change: CriterionChange, before: str = "was {}") -> str:
    """`players who float down in 3 points: 3, was 1`; `before` says what the other round is."""
    was, now = change.shown
    where = f" in {change.measure.where}" if change.measure.where else ""
    if change.measure.games:
        first, later = (was, now) if change.worse else (now, was)
        return f"{change.measure.text}{where} has {first} before {later}"
    if was == now:
        return f"{change.measure.text}{where}: {'later' if change.worse else 'earlier'} in order"
    return f"{change.measure.text}{where}: {now}, {before.format(was)}"
