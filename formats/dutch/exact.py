"""A bracket by exact matching: every criterion in its order, then the generation order.

Slow and simple. The graph holds the bracket, as much as wanted of what is below it, and the bye.
The answer is exact if everything below takes part; with less it is the best of more pairings than
there are, and so exact if the rest can be paired after it (`formats.dutch.drawing.completable`).

`foresight` gives the best possible C6 to C8 of a bracket with the next scoregroup: one matching
that need not be perfect says how many must leave the two, and from which scores, whoever of them is
left over. No round does better: those below can only ask for more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.matching import Criterion, PartnerPreference, Stepwise
from engine.pairable import members
from engine.perfect import BITS, Edge, Unmatched, heaviest
from formats.dutch.bracket import RESIDENT, Costs, Paired, ScoreBracket


@dataclass(frozen=True)
class Scope:
    """What takes part besides the bracket: places below it, and vertices for those who leave.

    `dummies` leave the scope for nobody in particular. `ajar`: as many as will leave it.
    """

    lower: tuple[int, ...] = ()
    ajar: bool = False
    dummies: int = 0


@dataclass(frozen=True, slots=True)
class Solution:
    """The bracket's pairs and downfloaters, and the players who left for what is below the
    scope."""

    paired: Paired
    left: tuple[int, ...]


def solve(bracket: ScoreBracket, scope: Scope) -> Solution | None:
    """The best candidate of the bracket, the first in generation order; None if there is none."""
    graph = BracketGraph(bracket, scope)
    try:
        search = Stepwise(graph.size, graph.edges)
        # C6 to C8 settle how many leave and from which scores; only then is it known whether the
        # one downfloater is the player with the bye, which C9 weighs
        search.minimise(list(graph.numbers()))
        if bracket.upper:
            search.minimise([graph.apart()])
        single = len(graph.downfloaters(search.partner)) == 1
        search.minimise(graph.criteria(single and bracket.rests_here))
    except Unmatched:
        return None
    _generate(graph, search)
    return graph.solution(search.partner)


class BracketGraph:
    """Vertices: members by BSN, the lower places, the bye, those to leave for."""

    def __init__(self, bracket: ScoreBracket, scope: Scope) -> None:
        self.bracket = bracket
        self.scope = scope
        self.members = len(bracket)
        self.places = (*bracket.places, *scope.lower)
        self.bye = -1
        self.size = len(self.places)
        resting = bracket.resting
        alone = scope.dummies and not scope.lower
        if not alone and any(resting >> place & 1 for place in self.places):
            self.bye = self.size
            self.size += 1
        self.exits = range(self.size, self.size)
        if scope.ajar:
            # a door is three vertices (`_doors`), one for each place, and one for the bye
            self.exits = range(self.size, self.size + 3 * (len(self.places) + (self.bye >= 0)))
        elif scope.dummies:
            self.exits = range(self.size, self.size + scope.dummies)
        self.size += len(self.exits)
        self.next = {place for place in scope.lower if self._score(place) == self._highest}

    def _score(self, place: int) -> int:
        return self.bracket.field.players[place].score

    @cached_property
    def _highest(self) -> int:
        return self._score(self.scope.lower[0]) if self.scope.lower else 0

    @cached_property
    def edges(self) -> list[Edge]:
        """All pairs, downfloats and exits that are possible."""
        edges = self.bracket.games()
        for b in range(self.members, len(self.places)):
            near = self.bracket.field.near[self.places[b]]
            edges += [(a, b) for a, place in enumerate(self.places[:b]) if near >> place & 1]
        if self.bye >= 0:
            resting = self.bracket.resting
            edges += [(a, self.bye) for a, p in enumerate(self.places) if resting >> p & 1]
        return edges + self._leaving()

    def _leaving(self) -> list[Edge]:
        """With dummies anybody may take one (of a bracket by itself, the one who gets the bye must
        be allowed to)."""
        if self.scope.ajar:
            return self._doors()
        if self.scope.lower:
            return [(a, exit) for a in range(len(self.places)) for exit in self.exits]
        bye = self.bracket.rests_here
        able = [a for a in range(self.members) if not bye or self.bracket.may_have_bye(a)]
        return [(a, exit) for a in able for exit in self.exits]

    def _doors(self) -> list[Edge]:
        """Everybody has a door of his own to leave by. Doors that are not used must find partners
        whatever their number: each is in a triangle with two links of a chain, which takes an odd
        number of them along to the next. A last door makes up for the bye's vertex."""
        edges: list[Edge] = []
        count = len(self.places)
        for a, door in enumerate(self.exits[::3]):
            edges += [(door, door + 1), (door, door + 2), (door + 1, door + 2)]
            if a < count:
                edges.append((a, door))
            if door + 4 < self.size:
                edges.append((door + 2, door + 4))
        return edges

    def downfloaters(self, partner: Sequence[int]) -> list[int]:
        """Members (BSN) who are not paired in the bracket."""
        return [a for a in range(self.members) if partner[a] >= self.members]

    def _is_next(self, vertex: int) -> bool:
        return self.members <= vertex < len(self.places) and self.places[vertex] in self.next

    def numbers(self) -> list[Criterion]:
        """C6 and C7; then C8: the downfloaters of the next bracket and, of those who come from
        this one, their scores."""
        levels = self.bracket.levels
        # the scores that float (C7) are counted level by level from the highest, because a lower
        # sum in one level outweighs everything below it: C7 compares scores from the top

        def goes(a: int, b: int) -> int:
            return int(a < self.members <= b)

        def goes_from(level: int) -> Callable[[int, int], int]:
            return lambda a, b: int(a < self.members <= b and levels[a] == level)

        def beyond(a: int, b: int) -> int:
            if self._is_next(b):
                return 0
            return int(a < self.members <= b) + int(self._is_next(a))

        def beyond_from(level: int) -> Callable[[int, int], int]:
            return lambda a, b: int(goes_from(level)(a, b) and not self._is_next(b))

        criteria = [Criterion("C6", goes, self.members)]
        scores = range(len(self.bracket.scores))
        criteria += [Criterion(f"C7.{n}", goes_from(n), levels.count(n)) for n in scores]
        if self.scope.lower:
            criteria.append(Criterion("C8", beyond, self.members + len(self.next)))
            for n in (*scores, RESIDENT):
                criteria.append(Criterion(f"C8.{n}", beyond_from(n), levels.count(n)))
        return criteria

    def apart(self) -> Criterion:
        """Of sections, after C8: `Bracket.apart`."""

        def cost(a: int, b: int) -> int:
            if a >= self.members:
                return 0
            return self.bracket.apart(a, b if b < self.members else None)

        return Criterion("upper residents", cost, self.bracket.upper)

    def criteria(self, single_bye: bool) -> list[Criterion]:
        """C9 to C21, as far as they tell anything apart."""
        costs = self._costs(single_bye)
        names = self.bracket.names
        nothing = (0,) * len(names)
        most = max(self.members, *(traits.unplayed for traits in self.bracket.traits))

        def cost(index: int) -> Callable[[int, int], int]:
            return lambda a, b: costs.get((a, b), nothing)[index]

        def bound(name: str) -> int:
            level = name.partition(".")[2]
            return self.bracket.levels.count(int(level)) if level else most

        distinct = set(costs.values())
        counted = [i for i in range(len(names)) if any(values[i] for values in distinct)]
        return [Criterion(names[i], cost(i), bound(names[i])) for i in counted]

    def _costs(self, single_bye: bool) -> dict[Edge, Costs]:
        """By edge; players of equal traits are costed once."""
        bracket, levels, traits = self.bracket, self.bracket.levels, self.bracket.traits
        known: dict[tuple[int, ...], Costs] = {}
        costs = {}
        for a, b in self.edges:
            if a >= self.members:
                continue
            kind = levels[a], id(traits[a]), id(traits[b]) if b < self.members else -1
            if kind not in known:
                if b < self.members:
                    known[kind] = bracket.pair(levels[a], traits[a], traits[b])
                else:
                    known[kind] = bracket.down(levels[a], traits[a], single_bye)
            costs[a, b] = known[kind]
        return costs

    def solution(self, partner: Sequence[int]) -> Solution:
        """In places of the field."""
        pairs = tuple(
            (self.places[a], self.places[b])
            for a, b in enumerate(partner[: self.members])
            if a < b < self.members
        )
        down = tuple(sorted(self.places[a] for a in self.downfloaters(partner)))
        exits = range(self.exits.start, self.exits.stop)
        left = tuple(place for a, place in enumerate(self.places) if partner[a] in exits)
        return Solution(Paired(pairs, down), left)


def _generate(graph: BracketGraph, search: Stepwise) -> None:
    """The generation order: 4.4 (MDPs in the Limbo), 4.2 (their opponents), then the remainder."""
    size, moved = graph.members, range(graph.bracket.first)
    opponent = _opponent_of_first(graph.bracket)
    if moved:
        search.prefer(
            PartnerPreference("moved-down players paired", moved, lambda _, b: int(b >= size))
        )
        search.prefer(PartnerPreference("their opponents", moved, opponent))
    # the remainder is ordered by itself: the opponents of moved-down players are settled before
    taken = {search.partner[a] for a in moved}
    rest = [a for a in range(len(moved), size) if a not in taken]
    pairs = sum(a < search.partner[a] < size for a in rest)
    _Remainder(size, rest, pairs).decide(search)


def _opponent_of_first(bracket: ScoreBracket) -> Callable[[int, int], int]:
    """4.2 for the first in S1: the rank of a partner; they take one another last."""
    size, first = len(bracket), bracket.first

    def worth(_: int, partner: int) -> int:
        if partner >= size:
            return 0
        return partner if partner >= first else size + partner

    return worth


class _Remainder:
    """Residents still to be paired: S1 and S2, and exchanges between them (4.2, 4.3).

    With the fewest exchanges, the lower of two from S1 who meet is the one who moved to S2, as
    is a downfloater from S1; the higher of two from S2 moved to S1.
    """

    def __init__(self, size: int, rest: Sequence[int], pairs: int) -> None:
        self.size = size
        self.order = list(rest)
        self.one = {a: n for n, a in enumerate(rest) if n < pairs}
        self.two = {a: n for n, a in enumerate(rest) if n >= pairs}

    def decide(self, search: Stepwise) -> None:
        """4.3.1 fewest exchanges, 4.3.2 smallest difference, 4.3.3 the lowest from S1, 4.3.4 the
        highest from S2; then 4.2: opponents of S1 in order."""
        count = len(self.order)
        # an exchange shows in the pairs alone: two of S2 who meet are one, so that the number needs
        # no search through subsets of S1 and S2
        exchanges = Criterion("exchanges", self._exchange, count // 2)
        difference = Criterion("BSN difference", self._difference, count * count)
        search.minimise([exchanges, difference])
        search.prefer(
            PartnerPreference("moved from S1", list(reversed(list(self.one))), self._stays)
        )
        search.prefer(PartnerPreference("moved from S2", list(self.two), self._waits))
        search.prefer(PartnerPreference("opponents", self.order, self._opponent))

    def value(self, pairs: Sequence[Edge], partner: Sequence[int]) -> tuple[int, ...]:
        """What `decide` makes as small as possible, of given pairs and downfloats."""
        stays = [self._stays(a, partner[a]) for a in reversed(list(self.one))]
        waits = [self._waits(a, partner[a]) for a in self.two]
        opponents = [self._opponent(a, partner[a]) for a in self.order]
        exchanges = sum(self._exchange(a, b) for a, b in pairs)
        return (exchanges, sum(self._difference(a, b) for a, b in pairs), *stays, *waits,
                *opponents)  # fmt: skip

    def _exchange(self, a: int, b: int) -> int:
        return int(a in self.two and b in self.two)

    def _difference(self, a: int, b: int) -> int:
        """Higher by a constant for each exchange, so as not to be negative."""
        if a in self.one and (b in self.one or b >= self.size):
            return len(self.one) - self.one.get(b, self.one[a])
        return self.two[a] if a in self.two and b in self.two else 0

    def _stays(self, a: int, partner: int) -> int:
        return int(partner < self.size and not (partner in self.one and partner < a))

    def _waits(self, a: int, partner: int) -> int:
        return int(not (partner in self.two and partner > a))

    def _opponent(self, a: int, partner: int) -> int:
        return partner if a < partner < self.size else 0


def below(bracket: ScoreBracket, stop: int | None = None) -> tuple[int, ...]:
    """The places below the bracket, up to `stop` (not included)."""
    places = tuple(members(bracket.lower))
    return places if stop is None else tuple(place for place in places if place < stop)


def generation_order(bracket: ScoreBracket, partner: Sequence[int]) -> tuple[int, ...]:
    """How late a candidate comes (article 4): less is earlier, among candidates with the same
    downfloaters by number and scores. `partner` by BSN, -1 for downfloaters."""
    size, first = len(bracket), range(bracket.first)
    opponent = _opponent_of_first(bracket)
    met = [size if b < 0 else b for b in partner]
    taken = {met[a] for a in first}
    rest = [a for a in range(len(first), size) if a not in taken]
    pairs = [(a, met[a]) for a in rest if a < met[a]]
    remainder = _Remainder(size, rest, sum(b < size for _, b in pairs))
    limbo = [int(met[a] >= size) for a in first]
    return (*limbo, *(opponent(a, met[a]) for a in first), *remainder.value(pairs, met))


@dataclass(frozen=True, slots=True)
class Foresight:
    """What C6 to C8 come to, packed into one number, and the places that are left over then."""

    numbers: int
    left: tuple[int, ...]


def foresight(bracket: ScoreBracket, down: int | None = None) -> Foresight | None:
    """The best that C6 to C8 can come to; with just these downfloaters (a bit set), if they are
    given. None after the last scoregroup, or where the numbers are too large for the search."""
    if bracket.following is None:
        return None
    graph = BracketGraph(bracket, Scope(below(bracket, bracket.following.stop)))
    cost, width = _cost(graph)
    if width >= BITS:
        return None
    here, edges = range(graph.size), graph.edges
    alone = [0 if v == graph.bye else cost(v, graph.size) for v in here]
    floating = {
        v for v in here if down is None or v >= graph.members or down >> graph.places[v] & 1
    }
    if down is not None:  # none of them meets another member
        edges = [(a, b) for a, b in edges if a in floating and b >= graph.members]
    # whoever may have the bye has it, whatever it costs
    gains = [alone[a] + alone[b] - cost(a, b) + (int(b == graph.bye) << width) for a, b in edges]
    pairs = heaviest(graph.size, edges, gains)
    left = floating - {v for pair in pairs for v in pair}
    if graph.bye in left:
        return None
    numbers = sum(alone[v] for v in left) + sum(cost(a, b) for a, b in pairs)
    return Foresight(numbers, tuple(graph.places[v] for v in sorted(left)))


def _cost(graph: BracketGraph) -> tuple[Callable[[int, int], int], int]:
    """C6 to C8 of a pair in one number, and how many bits their sums have.

    They tell a player by his level or, below the bracket, by his scoregroup.
    """
    criteria = graph.numbers()
    widths = [(criterion.most or 0).bit_length() for criterion in criteria]
    levels: list[int | str] = [*graph.bracket.levels]
    levels += ["next"] * (len(graph.places) - graph.members)
    levels += ["bye"] * (graph.bye >= 0)
    levels.append("outside")
    known: dict[tuple[int | str, int | str], int] = {}

    def cost(a: int, b: int) -> int:
        kind = levels[a], levels[b]
        if kind not in known:
            packed = 0
            for criterion, width in zip(criteria, widths, strict=True):
                packed = packed << width | criterion.cost(a, b)
            known[kind] = packed
        return known[kind]

    return cost, sum(widths)
