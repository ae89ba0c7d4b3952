"""The best matching by criteria in order of importance: the one search that draws have.

A draw says who may meet whom, what each pair costs by each criterion, and what it prefers where
the criteria leave a choice. The answer is the exact lexicographic optimum, and it is unique: what
is still open after the last preference is settled by the lowest partner of vertex 0, then of
vertex 1 and so on. It does not depend on the machine or on the order in which a library works.

How: criteria are packed into one whole number per edge, as many as fit, and a maximum-weight
matching is taken (rustworkx up to `BITS`, networkx for any width and wherever rustworkx is not
installed). Then the edges that occur in no optimal matching are dropped (`engine.perfect`), and the
next criteria decide among what is left. Time grows with edges times vertices; 1,000 vertices and
60,000 edges take well under a second, so large draws should hand in few edges.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.perfect import BITS, Edge, Route, Unmatched, incident, optimal


@dataclass(frozen=True, slots=True)
class Criterion:
    """A whole number per pair; its sum over the matching is made as small as possible."""

    name: str
    cost: Callable[[int, int], int]
    """Called with the smaller vertex first."""
    most: int | None = None
    """No matching's sum is above this, where the draw knows; costs are then not negative. With
    such bounds more criteria go into one search."""


@dataclass(frozen=True, slots=True)
class PartnerPreference:
    """What vertices like, one after the other: the first gets the partner of lowest rank that is
    possible, then the second, and so on."""

    name: str
    order: Sequence[int]
    rank: Callable[[int, int], int]
    """Called with the vertex and its partner."""


@dataclass(frozen=True, slots=True)
class Matching:
    """Every vertex's partner, and the sum of every criterion."""

    partner: tuple[int, ...]
    totals: Mapping[str, int]

    @property
    def pairs(self) -> list[Edge]:
        """All pairs, in order of their smaller vertex."""
        return [(u, v) for u, v in enumerate(self.partner) if u < v]


_Part = tuple[list[int], int]
"""Costs of the edges, and a bound for their sum over a matching."""


class _Search:
    """The edges still possible. `carried` is what earlier criteria still have to say."""

    def __init__(self, size: int, edges: list[Edge], route: Route) -> None:
        self.size = size
        self.edges = edges
        self.route = route
        self.carried: list[_Part] = []
        self.partner: list[int] = []

    @property
    def settled(self) -> bool:
        """One edge for each vertex is left: nothing to decide."""
        return bool(self.partner) and 2 * len(self.edges) == self.size

    @property
    def room(self) -> int:
        """Bits that further costs may take."""
        return BITS - sum(most.bit_length() for _, most in self.carried)

    def optimum(self, parts: list[_Part], *, carry: bool = True) -> bool:
        """Match by what is carried, then these costs; only edges of optimal matchings stay.

        True if all that is left is as good, so that nothing needs to be carried further.
        Otherwise these costs are carried too, unless the caller sees to what they have decided.
        """
        together = [*self.carried, *parts]
        weights = _packed(together, len(self.edges))
        self.partner, possible, exact = optimal(
            self.size, self.edges, weights, self.route, self.partner
        )
        if exact:
            self.carried = []
        elif carry:
            self.carried = together
        self.keep(possible)
        if self.carried:
            self._settle()
        return exact

    def _settle(self) -> None:
        """No edge can cost more than all of an optimal matching: where that is nothing, the edges
        that cost something go, and with them all that this criterion has to say."""
        taken = [i for i, (u, v) in enumerate(self.edges) if self.partner[u] == v]
        values = [sum(costs[i] for i in taken) for costs, _ in self.carried]
        self.keep(
            i
            for i in range(len(self.edges))
            if all(part[0][i] <= value for part, value in zip(self.carried, values, strict=True))
        )
        self.carried = [part for part in self.carried if min(part[0]) < max(part[0])]

    def keep(self, positions: Iterable[int]) -> None:
        """Only these edges remain possible."""
        indices = list(positions)
        self.edges = [self.edges[i] for i in indices]
        self.carried = [([costs[i] for i in indices], most) for costs, most in self.carried]


class Stepwise:
    """The same search one wish after the other, for draws whose next wish depends on the decisions
    of the earlier ones. `Unmatched` if there is no perfect matching.

    What is still open at the end is left open: it can depend on the library.
    """

    def __init__(self, size: int, edges: Iterable[Edge], route: Route = "auto") -> None:
        self._search = _Search(size, sorted(_allowed(edges, [], [])), route)
        self.minimise(())

    def minimise(self, criteria: Sequence[Criterion]) -> None:
        """Among what is possible, the least sum of the first, then of the second …"""
        _decide_criteria(self._search, criteria)

    def prefer(self, preference: PartnerPreference) -> None:
        """Among what is possible, what the vertices like, one after the other."""
        _decide_preference(self._search, preference)

    @property
    def edges(self) -> list[Edge]:
        """All edges of the matchings that are still possible, and perhaps others."""
        return self._search.edges

    @property
    def partner(self) -> list[int]:
        """Every vertex's partner in one matching that is still possible."""
        return self._search.partner


def best_matching(
    size: int,
    edges: Iterable[Edge],
    criteria: Sequence[Criterion],
    preferences: Sequence[PartnerPreference] = (),
    *,
    forced: Iterable[Edge] = (),
    barred: Iterable[Edge] = (),
    route: Route = "auto",
) -> Matching | None:
    """The best perfect matching of the vertices 0 … size - 1, or None if there is none.

    Forced pairs are matched whether they are among the edges or not; barred ones are not, unless
    they are forced. Costs may be negative and of any size.
    """
    search = _Search(size, sorted(_allowed(edges, list(forced), list(barred))), route)
    try:
        _decide_criteria(search, criteria)
    except Unmatched:
        return None
    lowest = PartnerPreference("lowest partner", range(size), _partner)
    for preference in (*preferences, lowest):
        _decide_preference(search, preference)
    return _matching(search, criteria)


def any_best(
    size: int, edges: Iterable[Edge], criteria: Sequence[Criterion], *, route: Route = "auto"
) -> Matching | None:
    """Like `best_matching`, where only the sums matter: which of the best it is is left open."""
    search = _Search(size, sorted(_allowed(edges, [], [])), route)
    try:
        _decide_criteria(search, criteria)
    except Unmatched:
        return None
    return _matching(search, criteria)


def _matching(search: _Search, criteria: Sequence[Criterion]) -> Matching:
    pairs = [(u, v) for u, v in enumerate(search.partner) if u < v]
    totals = {c.name: sum(c.cost(u, v) for u, v in pairs) for c in criteria}
    return Matching(tuple(search.partner), totals)


def _allowed(edges: Iterable[Edge], forced: list[Edge], barred: list[Edge]) -> set[Edge]:
    taken = {vertex for pair in forced for vertex in pair}
    refused = {(min(pair), max(pair)) for pair in barred}
    free = {(min(e), max(e)) for e in edges if e[0] not in taken and e[1] not in taken}
    return (free - refused) | {(min(pair), max(pair)) for pair in forced}


def _partner(_vertex: int, partner: int) -> int:
    return partner


def _decide_criteria(search: _Search, criteria: Sequence[Criterion]) -> None:
    """Criteria in packs that fit; one empty pack if there are none, to have a matching."""
    waiting = deque(criteria)
    while waiting or not (search.partner or not search.size):
        packs: list[_Part] = []
        room = search.room
        while waiting:
            part = _part(waiting[0], search)
            room -= part[1].bit_length()
            if packs and room < 0:
                break
            packs.append(part)
            waiting.popleft()
        search.optimum(packs)


def _decide_preference(search: _Search, preference: PartnerPreference) -> None:
    """Vertices in packs that fit; what a pack has decided is kept before the next."""
    waiting = deque(preference.order)
    while waiting and not search.settled:
        part, levels = _rank_pack(search, waiting, preference.rank)
        if not levels or search.optimum([part], carry=False):
            continue
        reached = {v: level[search.partner[v]] for v, level in levels.items()}
        search.keep(
            i
            for i, (u, v) in enumerate(search.edges)
            if (u not in reached or levels[u][v] == reached[u])
            and (v not in reached or levels[v][u] == reached[v])
        )


def _rank_pack(
    search: _Search, waiting: deque[int], rank: Callable[[int, int], int]
) -> tuple[_Part, dict[int, dict[int, int]]]:
    """Costs by the ranks of as many waiting vertices as fit, and each one's levels by partner.

    Vertices that have no choice any more are passed over.
    """
    around = incident(search.size, search.edges)
    fields: list[tuple[int, int]] = []
    levels: dict[int, dict[int, int]] = {}
    room = search.room
    while waiting:
        ranks = {v: rank(waiting[0], v) for v, _ in around[waiting[0]]}
        steps = {value: level for level, value in enumerate(sorted(set(ranks.values())))}
        width = (len(steps) - 1).bit_length()
        if fields and width > room:
            break
        vertex = waiting.popleft()
        if width:
            room -= width
            fields.append((vertex, width))
            levels[vertex] = {v: steps[value] for v, value in ranks.items()}
    costs = [0] * len(search.edges)
    shift = 0
    for vertex, width in reversed(fields):
        for partner, position in around[vertex]:
            costs[position] += levels[vertex][partner] << shift
        shift += width
    return (costs, (1 << shift) - 1), levels


def _part(criterion: Criterion, search: _Search) -> _Part:
    """Its costs with a bound for their sum."""
    costs = [criterion.cost(u, v) for u, v in search.edges]
    least = min(costs, default=0)
    if least:  # the same differences from 0 on: in a perfect matching nothing changes
        costs = [cost - least for cost in costs]
    most = (search.size // 2) * max(costs, default=0)
    if criterion.most is not None and least >= 0:
        most = min(most, criterion.most)
    return costs, most


def _packed(parts: Sequence[_Part], count: int) -> list[int]:
    """One weight for each of so many edges, the first part the most important."""
    weights = [0] * count
    for part, most in parts:
        shift = most.bit_length()
        weights = [(high << shift) + low for high, low in zip(weights, part, strict=True)]
    return weights
