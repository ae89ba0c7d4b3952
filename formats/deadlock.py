"""A round without a legal draw: which words of the arbiter prevent it, who cannot get an opponent,
the fewest illegal games that would do, and what the arbiter is shown of it.

Games are illegal against the arbiter's word (a bar), as a repeat, or by what the format knows of
two players (colours). A repeat is the dearest that can be chosen: of all draws of the round the one
with the fewest barred games, then the fewest repeats, then the fewest others, then a bye that is
allowed; if no bye is allowed, the last in the standings who can have it gets it. These games are
then as low in the standings as possible, the higher players compared from the top, then their
opponents.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from engine.blocking import Blocking, blocking
from engine.entrants import EntrantId
from engine.event import Event
from engine.history import cards
from engine.matching import Criterion, PartnerPreference, Stepwise
from engine.pairable import mask_of, members
from engine.perfect import Edge, Unmatched
from engine.reasons import Reason
from engine.refusal import NoDraw

Apart = Callable[[EntrantId, EntrantId], str]
"""Why two who have not met may not meet, in words; empty if they may."""

MayHaveBye = Callable[[EntrantId], bool]
"""Whether somebody may have the bye."""


@dataclass(frozen=True)
class Deadlock:
    """The players of a round, by their places in the standings from 0; the place after the last
    is the bye."""

    event: Event
    number: int
    ids: tuple[EntrantId, ...]
    apart: Apart
    may_have_bye: MayHaveBye

    @cached_property
    def place(self) -> Mapping[EntrantId, int]:
        """The place of everybody."""
        return {id: i for i, id in enumerate(self.ids)}

    @cached_property
    def bars(self) -> frozenset[Edge]:
        """Barred pairs with both players here."""
        return frozenset(self._instructed("bar"))

    @cached_property
    def locks(self) -> frozenset[Edge]:
        """Locked pairs with both players here."""
        return frozenset(self._instructed("lock"))

    def _instructed(self, kind: Literal["lock", "bar"]) -> Iterator[Edge]:
        for pair in self.event.instructed(kind, self.number):
            if pair <= self.place.keys() and len(pair) == 2:
                a, b = sorted(self.place[id] for id in pair)
                yield a, b

    @cached_property
    def locked(self) -> int:
        """Everybody whom a lock names, as a bit set."""
        return mask_of([i for pair in self.locks for i in pair])

    @cached_property
    def everybody(self) -> int:
        """All as a bit set."""
        return (1 << len(self.ids)) - 1

    @cached_property
    def unmet(self) -> list[int]:
        """Those whom each has not met."""
        known = cards(self.event)
        return [
            self.everybody
            & ~(1 << i | mask_of(self.place[o] for o in known[id].opponents if o in self.place))
            for i, id in enumerate(self.ids)
        ]

    @cached_property
    def legal(self) -> list[int]:
        """Those of them whom each may meet by the rules of the format."""
        near = list(self.unmet)
        for i, mask in enumerate(self.unmet):
            for j in members(mask >> i << i):
                if self.apart(self.ids[i], self.ids[j]):
                    near[i] &= ~(1 << j)
                    near[j] &= ~(1 << i)
        return near

    @cached_property
    def resting(self) -> int:
        """Who may have the bye."""
        return mask_of([i for i, id in enumerate(self.ids) if self.may_have_bye(id)])

    def barred(self, a: int, b: int) -> bool:
        """Whether the arbiter has barred these two places."""
        return (min(a, b), max(a, b)) in self.bars

    def repeat(self, a: int, b: int) -> bool:
        """Whether the two have met."""
        return max(a, b) < len(self.ids) and not self.unmet[a] >> b & 1

    def unfit(self, a: int, b: int) -> bool:
        """Whether the format keeps two apart who have not met."""
        near = max(a, b) < len(self.ids)
        return near and bool(self.unmet[a] >> b & 1) and not self.legal[a] >> b & 1

    def unrested(self, a: int, b: int) -> bool:
        """Whether this is the bye, for somebody who may not have it."""
        low, high = min(a, b), max(a, b)
        return high == len(self.ids) and not self.resting >> low & 1

    @cached_property
    def words_in_the_way(self) -> tuple[list[Edge], list[Edge]] | None:
        """The fewest bars and locks that have to be removed for a legal draw; None if there is none
        without them either."""
        edges = set(self._edges(self.legal, self.everybody, self.resting)) | self.locks
        search = _search(self.everybody, len(self.ids), edges)
        if search is None:
            return None

        def freed(a: int, b: int) -> int:
            if (a, b) in self.locks:
                return 0
            return 2 * self.barred(a, b) + (self.locked >> a & 1) + (self.locked >> b & 1)

        search.count("words", freed)
        search.lower("bars", self.barred)
        search.lower("locks", lambda a, b: freed(a, b) % 2 == 1 or freed(a, b) == 4)
        pairs = search.pairs
        return [p for p in pairs if p in self.bars - self.locks], sorted(self.locks - set(pairs))

    @cached_property
    def cause(self) -> Blocking | None:
        """The players who cannot get an opponent: by the rules alone if they are the cause, else
        under the bars among those who are not locked."""
        free = self.everybody if self.words_in_the_way is None else self.everybody & ~self.locked
        places = list(members(free))
        of = {place: i for i, place in enumerate(places)}
        near = list(self.legal)
        if self.words_in_the_way is not None:
            for a, b in self.bars:
                near[a] &= ~(1 << b)
                near[b] &= ~(1 << a)
        least = blocking(
            [mask_of(of[w] for w in members(near[v] & free)) for v in places],
            mask_of(of[v] for v in members(self.resting & free)),
        )
        if least is None:
            return None
        return Blocking(
            tuple(places[i] for i in least.players),
            tuple(places[i] for i in least.opponents),
            least.inside,
            least.rest,
            least.smallest,
        )

    @cached_property
    def least_evil(self) -> list[Edge]:
        """The illegal games of the best draw beside the locks; the bye comes as a pair with the
        place after the last."""
        free = self.everybody & ~self.locked
        edges = self._edges([self.everybody] * len(self.ids), free, free)
        search = _search(free, len(self.ids), edges)
        if search is None:
            return []
        faults = (
            ("barred", self.barred),
            ("repeats", self.repeat),
            ("others", self.unfit),
            ("bye", self.unrested),
        )
        for name, fault in faults:
            search.count(name, fault)
        for name, fault in (faults[-1], *faults[:-1]):
            search.lower(name, fault)
        return [p for p in search.pairs if any(fault(*p) for _, fault in faults)]

    @cached_property
    def left_for_the_bye(self) -> int | None:
        """Who alone is in the way beside the arbiter's locks: all others have a legal game, and he
        may not have the bye."""
        evil = self.least_evil if self.locks and self.words_in_the_way is None else []
        return evil[0][0] if [b for _, b in evil] == [len(self.ids)] else None

    def _edges(self, near: Sequence[int], free: int, resting: int) -> Iterator[Edge]:
        for a in members(free):
            for b in members((near[a] & free) >> a + 1 << a + 1):
                yield a, b
        if free.bit_count() % 2:
            for a in members(resting & free):
                yield a, len(self.ids)


class _Search:
    """Perfect matchings of some places, wish after wish."""

    def __init__(self, places: list[int], edges: Iterable[Edge]) -> None:
        self.places = places
        number = {place: i for i, place in enumerate(places)}
        self.stepwise = Stepwise(len(places), [(number[a], number[b]) for a, b in edges])

    def count(self, name: str, fault: Callable[[int, int], int]) -> None:
        """As few faults as possible."""
        places = self.places
        self.stepwise.minimise([Criterion(name, lambda i, j: int(fault(places[i], places[j])))])

    def lower(self, name: str, fault: Callable[[int, int], bool]) -> None:
        """Faults as low in the standings as possible."""
        places = self.places

        def rank(i: int, j: int) -> int:
            return len(places) - j if i < j and fault(places[i], places[j]) else 0

        self.stepwise.prefer(PartnerPreference(name, range(len(places)), rank))

    @property
    def pairs(self) -> list[Edge]:
        """Of one matching that is still possible."""
        partner = self.stepwise.partner
        return [(self.places[i], self.places[j]) for i, j in enumerate(partner) if i < j]


def _search(free: int, rest: int, edges: Iterable[Edge]) -> _Search | None:
    places = [*members(free), rest] if free.bit_count() % 2 else list(members(free))
    try:
        return _Search(places, edges)
    except Unmatched:
        return None


MOST_NAMES = 8
"""More are counted."""

LARGEST = 1_000
"""Of larger fields nothing is looked for: all their pairs are too many."""


def refusal(case: Deadlock) -> NoDraw:
    """The refusal: which round, who cannot get an opponent, what can be done."""
    problem = f"round {case.number} has no legal draw"
    if len(case.ids) > LARGEST:
        remedy = "take back bars and locks if there are any, or pair by hand"
        return NoDraw(problem, f"not all of these {len(case.ids)} can get an opponent", remedy)
    players = tuple(case.ids[i] for i in case.cause.players) if case.cause else ()
    if case.words_in_the_way is not None:
        return NoDraw(problem, why(case), _take_back(case, *case.words_in_the_way), players=players)
    games = [(a, b) for a, b in case.least_evil if b < len(case.ids)]
    pairs = tuple((case.ids[a], case.ids[b]) for a, b in games)
    return NoDraw(problem, why(case), _decide(case, games), players=players, pairs=pairs)


def why(case: Deadlock) -> str:
    """`Ashgrove and Quilty can only meet Dunloy`."""
    return stuck_words(stuck(case), case.event)


def stuck(case: Deadlock) -> Reason:
    """The players who cannot get an opponent (`players`): the only ones they can meet (`opponents`,
    one another if `inside`), whether one of them may have the bye, and which words of the arbiter
    prevent it. `count` is how many are to be drawn."""
    count = len(case.ids)
    if count > LARGEST:
        return Reason.of("stuck", of="many", count=count)
    cause = case.cause
    bars, locks = case.words_in_the_way or ((), ())
    words = {"bars": bool(bars), "locks": bool(locks)}
    if cause is None:
        return Reason.of("stuck", of="rest", count=count, **words)
    if not case.resting and len(cause.players) == count % 2 * count:
        return Reason.of("stuck", of="odd", count=count, **words)
    if case.left_for_the_bye is not None:
        return Reason.of(
            "stuck",
            of="some",
            count=count,
            players=(case.ids[case.left_for_the_bye],),
            opponents=(),
            inside=False,
            bye=False,
            bars=False,
            locks=True,
        )
    if not case.words_in_the_way and not any(case.unmet):
        return Reason.of("stuck", of="all-met", count=count)
    return Reason.of(
        "stuck",
        of="some",
        count=count,
        players=tuple(case.ids[i] for i in cause.players),
        opponents=tuple(case.ids[i] for i in cause.opponents),
        inside=cause.inside,
        bye=cause.rest,
        **words,
    )


def stuck_words(reason: Reason, event: Event) -> str:
    """`Ashgrove and Quilty can only meet Dunloy`."""
    of, count = reason["of"], reason["count"]
    if of == "many":
        return "not all can get an opponent"
    if of == "all-met":
        return "everybody has met everybody"
    both = " and ".join(kind for kind in ("bars", "locks") if reason[kind])
    under = f"with these {both} " if both else ""
    if of == "rest":
        return f"{under}those who are left cannot all get an opponent"
    if of == "odd":
        return f"{under}{count} are to be drawn, an odd number, and nobody of them may have the bye"
    whom = [_listed(event, reason["opponents"], " or ")] if reason["opponents"] else []
    whom += ["each other"] if reason["inside"] else []
    can = [f"meet {' or '.join(whom)}"] if whom else []
    can += ["have the bye"] if reason["bye"] else []
    who = _listed(event, reason["players"])
    if can:
        return f"{under}{who} can only {' or '.join(can)}"
    bye = " and may not have the bye" if count % 2 else ""
    return f"{under}{who} can meet nobody{bye}"


def _take_back(case: Deadlock, bars: Sequence[Edge], locks: Sequence[Edge]) -> str:
    """The fewest bars and locks that have to go."""
    orders = [f"the bar of {_pair(case, p, ' and ')}" for p in bars]
    orders += [f"the lock of {_pair(case, p, ' and ')}" for p in locks]
    return f"take back {_and(orders)}" if orders else "pair by hand, or end the event"


def _decide(case: Deadlock, games: Sequence[Edge]) -> str:
    """The fewest illegal games, as an arbiter's decision."""
    doing = []
    barred = [pair for pair in games if case.barred(*pair)]
    if barred:
        doing.append(_take_back(case, barred, ()))
    wrong = [pair for pair in games if case.repeat(*pair) or case.unfit(*pair)]
    if wrong:
        doing.append(_lock(case, wrong))
    rest = [a for a, b in case.least_evil if case.unrested(a, b)]
    if rest:
        doing.append(f"enter a bye of round {case.number} for {_name(case, rest[0])}")
    if not doing:
        return "pair by hand, or end the event"
    return f"{_and(doing)}, then draw again, or end the event"


def _lock(case: Deadlock, games: Sequence[Edge]) -> str:
    repeats = all(case.repeat(*pair) for pair in games)
    one = len(games) == 1
    if repeats:
        kind = "a repeat" if one else "repeats"
    else:
        kind = "a game that breaks a rule" if one else "games that break a rule"
    named = _and(f"{_pair(case, pair)} ({_fault(case, pair)})" for pair in games)
    count = "the fewest is one" if one else f"the fewest are {len(games)}"
    return f"decide for {kind}: {count}, {named}: lock {'it' if one else 'them'}"


def _fault(case: Deadlock, pair: Edge) -> str:
    a, b = (case.ids[i] for i in pair)
    if case.repeat(*pair):
        return f"met in round {cards(case.event)[a].met_in(b)}"
    return case.apart(a, b)


def _name(case: Deadlock, place: int) -> str:
    return case.event.entrant(case.ids[place]).name


def _pair(case: Deadlock, pair: Edge, between: str = " – ") -> str:
    return between.join(_name(case, i) for i in pair)


def _listed(event: Event, ids: Sequence[EntrantId], last: str = " and ") -> str:
    names = [event.entrant(id).name for id in ids]
    if len(names) > MOST_NAMES:
        left = len(names) - MOST_NAMES + 1
        names = [*names[: MOST_NAMES - 1], f"{left} others"]
    return _and(names, last)


def _and(names: Iterable[str], last: str = " and ") -> str:
    """Names with commas in them are set apart by dots."""
    parts = list(names)
    comma = " · " if len(parts) > 2 and any("," in name for name in parts) else ", "
    return last.join([comma.join(parts[:-1]), parts[-1]]) if len(parts) > 1 else parts[0]
