"""The ends of a row's matches, and the round that is their best perfect matching.

Everybody has as many ends as opponents, each with the opponent that it wants: `later` tells how
the criteria read.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from engine.perfect import BITS, Unmatched, perfect
from formats.diagonal.rings import Pair, ordered
from formats.diagonal.setup import Wanted

End = tuple[int, int]
"""A place, and the place of the opponent wanted there."""

NEAR = 24
"""In a long row an end looks at so many of the nearest other ends on either side."""
FAR = 8
"""Ends of one match further apart than this (the middle games) look further."""
BARRED = 1000
"""So many repeats a pair that the arbiter has barred is worth."""
LOT_BITS = 40


@dataclass(frozen=True)
class RowDraw:
    """The matches of a round: by pair the part of the set-up kept, or the ends' wanted opponents.

    `unchanged` are matches of the set-up, `replaced` new ones with (opponent wanted by the higher,
    by the lower). `repeats` are among both; `fewer` play one opponent less than they should.
    """

    unchanged: tuple[Wanted, ...]
    replaced: dict[Pair, Pair] = field(default_factory=dict)
    repeats: frozenset[Pair] = frozenset()
    fewer: tuple[int, ...] = ()

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """All matches, in row order."""
        return tuple(sorted([*(w.pair for w in self.unchanged), *self.replaced]))

    @property
    def distance(self) -> int:
        """Criterion 2."""
        return sum(abs(b - x) + abs(a - y) for (a, b), (x, y) in self.replaced.items())


def both(match: Wanted) -> tuple[End, End]:
    """The ends of a match of the set-up."""
    return match.pair, (match.low, match.high)


class Ends:
    """Ends to be matched with each other.

    Ends of two who are `closed` for each other cannot be, unless `repeats` are taken (of these
    the `barred` ones last). With `drops` everybody may leave one end free, at a cost.
    """

    def __init__(
        self,
        wanted: Sequence[Wanted],
        closed: Collection[Pair],
        barred: Collection[Pair] = (),
        drops: bool = False,
        repeats: bool = False,
        ends: list[End] | None = None,
        everybody: bool = True,
    ) -> None:
        self.wanted = {w.pair: w for w in wanted}
        self.ends = sorted(end for w in wanted for end in both(w)) if ends is None else ends
        self.everybody = everybody
        self.closed = closed
        self.barred = barred
        self.drops = drops
        self.repeats = repeats
        self.candidates = list(self._candidates())
        self.keeps = any(self.is_kept(u, v) for u, v in self.candidates)

    def matched(self) -> RowDraw | None:
        """The round of these ends; None if there is none."""
        gadgets: list[Pair] = []
        while True:
            matching = _Graph(self, gadgets).matched()
            if matching is None:
                return None
            pairs, fewer = matching
            times = Counter(self.pair(u, v) for u, v in pairs)
            twice = [pair for pair, count in times.items() if count > 1]
            if not twice:
                return self._round(pairs, fewer)
            gadgets += twice

    def pair(self, u: int, v: int) -> Pair:
        """The places of two ends."""
        return ordered(self.ends[u][0], self.ends[v][0])

    def is_kept(self, u: int, v: int) -> bool:
        """Whether the two ends are of one match of the set-up."""
        return self.ends[u] == (self.ends[v][1], self.ends[v][0])

    def deviation(self, u: int, opponent: int) -> int:
        """How far that opponent stands from the one wanted there."""
        return abs(opponent - self.ends[u][1])

    def repeat(self, pair: Pair) -> int:
        """What playing that pair counts as a repeat."""
        if pair in self.barred:
            return BARRED
        return int(pair in self.closed)

    def _round(self, pairs: Iterable[tuple[int, int]], fewer: tuple[int, ...]) -> RowDraw:
        unchanged, replaced = [], {}
        for u, v in pairs:
            (a, x), (b, y) = self.ends[u], self.ends[v]
            if self.is_kept(u, v):
                unchanged.append(self.wanted[ordered(a, b)])
            else:
                replaced[ordered(a, b)] = (x, y) if a < b else (y, x)
        played = {*replaced, *(w.pair for w in unchanged)}
        again = frozenset(pair for pair in played if pair in self.closed)
        return RowDraw(tuple(sorted(unchanged)), replaced, again, fewer)

    def _candidates(self) -> Iterator[tuple[int, int]]:
        """Ends that could take each other, the smaller first."""
        for u, v in self._near():
            pair = self.pair(u, v)
            if pair[0] == pair[1] or (pair in self.closed and not self.repeats):
                continue
            # a match of the set-up is kept by its own ends or not at all
            if pair not in self.wanted or self.is_kept(u, v):
                yield u, v

    def _near(self) -> Iterator[tuple[int, int]]:
        count = len(self.ends)
        if self.everybody:
            yield from ((u, v) for u in range(count) for v in range(u + 1, count))
            return
        far = {u for u, (place, wish) in enumerate(self.ends) if abs(place - wish) > FAR}
        near = [u for u in range(count) if u not in far]
        for at, u in enumerate(near):
            yield from ((u, v) for v in near[at + 1 : at + 1 + NEAR])
        places = [place for place, _ in self.ends]
        for u in sorted(far):
            # who stands near the opponent wanted, and the other far ends
            at = bisect_left(places, self.ends[u][1])
            around = {*range(max(0, at - NEAR), min(count, at + NEAR)), *far}
            yield from ((min(u, v), max(u, v)) for v in sorted(around) if v not in far or u < v)


class _Graph:
    """The ends, two vertices for each pair with a gadget, and one for each place that may drop
    an end: those of places that do not are matched among themselves."""

    def __init__(self, ends: Ends, gadgets: Sequence[Pair]) -> None:
        self.all = ends
        self.count = len(ends.ends)
        self.inside = {pair: self.count + 2 * at for at, pair in enumerate(gadgets)}
        self.size = self.count + 2 * len(gadgets)
        self.opponent: dict[tuple[int, int], int] = {}
        """The opponent that an end takes by an edge to a gadget; 0 at a dropped end."""
        self.edges: list[tuple[int, int]] = []
        for u, v in ends.candidates:
            vertex = self.inside.get(ends.pair(u, v))
            if vertex is None:
                self.edges.append((u, v))
                continue
            a, b = ends.ends[u][0], ends.ends[v][0]
            # the first vertex of a gadget belongs to the higher place
            mine, other = (vertex, vertex + 1) if a < b else (vertex + 1, vertex)
            self.opponent |= {(u, mine): b, (v, other): a}
        if ends.drops:
            self._with_drops()
        self.edges += [*self.opponent, *((v, v + 1) for v in self.inside.values())]

    def _with_drops(self) -> None:
        places = sorted({place for place, _ in self.all.ends})
        first = self.size
        vertex = {place: first + at for at, place in enumerate(places)}
        self.size += len(places)
        self.opponent |= {(u, vertex[p]): 0 for u, (p, _) in enumerate(self.all.ends)}
        self.edges += [(u, v) for u in range(first, self.size) for v in range(u + 1, self.size)]
        if len(self.all.ends) % 2 != len(places) % 2:
            # one of them stays over
            self.edges += [(v, self.size) for v in range(first, self.size)]
            self.size += 1

    def matched(self) -> tuple[list[tuple[int, int]], tuple[int, ...]] | None:
        """The pairs of ends, and the places with one opponent fewer."""
        try:
            partner = perfect(self.size, self.edges, self._weights(), "auto")
        except Unmatched:
            return None
        return self._read(partner)

    def _read(self, partner: Sequence[int]) -> tuple[list[tuple[int, int]], tuple[int, ...]]:
        pairs = [(u, v) for u, v in enumerate(partner) if u < v < self.count]
        for vertex in self.inside.values():
            if partner[vertex] != vertex + 1:
                pairs.append((partner[vertex], partner[vertex + 1]))
        fewer = sorted(
            self.all.ends[u][0]
            for u, v in enumerate(partner[: self.count])
            if self.opponent.get((u, v)) == 0
        )
        return pairs, tuple(fewer)

    def _weights(self) -> list[int]:
        """One whole number an edge, all criteria in it, the first in the highest bits."""
        weights = [0] * len(self.edges)
        for cost in self._criteria():
            costs = [cost(u, v) for u, v in self.edges]
            width = self._most(costs).bit_length()
            weights = [(w << width) + c for w, c in zip(weights, costs, strict=True)]
        room = BITS - max(weights, default=0).bit_length() - self.size.bit_length()
        room = max(0, min(LOT_BITS, room))
        widened = room + self.size.bit_length()
        return [
            (w << widened) + _lot(self._key(u), self._key(v), room)
            for w, (u, v) in zip(weights, self.edges, strict=True)
        ]

    def _key(self, vertex: int) -> int:
        """Names an end by its places, wherever it stands among the others."""
        if vertex < self.count:
            place, wish = self.all.ends[vertex]
            return place << 16 | wish
        return vertex << 32

    def _most(self, costs: Sequence[int]) -> int:
        """No matching costs more: every vertex at its dearest edge."""
        dearest = [0] * self.size
        for (u, v), cost in zip(self.edges, costs, strict=True):
            dearest[u] = max(dearest[u], cost)
            dearest[v] = max(dearest[v], cost)
        return sum(dearest)

    def _criteria(self) -> list[Callable[[int, int], int]]:
        criteria: list[Callable[[int, int], int]] = []
        if self.all.repeats:
            criteria.append(self._repeat)
        if self.all.drops:
            criteria.append(lambda u, v: int(self.opponent.get((u, v)) == 0))
        if self.all.keeps:
            criteria.append(self._not_kept)
        criteria.append(lambda u, v: self._deviations(u, v, lambda d, place: d))
        criteria.append(lambda u, v: self._deviations(u, v, lambda d, place: d * d))
        last = self.all.ends[-1][0] + 1 if self.count else 0
        criteria.append(lambda u, v: self._deviations(u, v, lambda d, place: d * (last - place)))
        return criteria

    def _deviations(self, u: int, v: int, measure: Callable[[int, int], int]) -> int:
        """The measure of (deviation, place) over the ends of an edge that take an opponent."""
        ends = self.all.ends
        if v < self.count:
            one = measure(self.all.deviation(u, ends[v][0]), ends[u][0])
            return one + measure(self.all.deviation(v, ends[u][0]), ends[v][0])
        opponent = self.opponent.get((u, v))
        return measure(self.all.deviation(u, opponent), ends[u][0]) if opponent else 0

    def _not_kept(self, u: int, v: int) -> int:
        """Two for a new match, as two ends that are left free lose as much."""
        if v < self.count:
            return 0 if self.all.is_kept(u, v) else 2
        return int(u < self.count)

    def _repeat(self, u: int, v: int) -> int:
        """By a gadget the higher place's end counts it."""
        if v < self.count:
            return self.all.repeat(self.all.pair(u, v))
        opponent = self.opponent.get((u, v), 0)
        place = self.all.ends[u][0] if opponent else 0
        return self.all.repeat((place, opponent)) if place < opponent else 0


def _lot(u: int, v: int, bits: int) -> int:
    """A fixed number that parts matchings which all criteria leave equal, on every machine."""
    mixed = (u * 0x9E3779B97F4A7C15 ^ v * 0xC2B2AE3D27D4EB4F) & (1 << 64) - 1
    mixed = (mixed ^ mixed >> 29) * 0xBF58476D1CE4E5B9 & (1 << 64) - 1
    return mixed >> (64 - bits) if bits else 0
