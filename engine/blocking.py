"""Why some players cannot all be paired off: the smallest set that makes it impossible.

Where no perfect matching exists, those who are left over in some largest matching fall into parts
of which each can be paired off but for any one of its players, and which meet only few others:
fewer than there are parts (Gallai and Edmonds). Players who together cannot all get an opponent
are, at their fewest, some of these parts whole, one more of them than they have opponents outside.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_

from engine.pairable import mask_of, members
from engine.perfect import largest_pairs

STEPS = 20_000
"""How many selections of parts are examined; finding the smallest is hard in general."""

DEEPEST = 200
"""Selections of more parts are not looked at."""


@dataclass(frozen=True, slots=True)
class Blocking:
    """Players, counted from 0, who together cannot all get an opponent.

    `opponents` are all others whom one of them may meet. `inside`: some of them may meet each
    other. `rest`: one of them may have the bye. `smallest`: proved to have the fewest players;
    otherwise it is only proved that nobody can be left out.
    """

    players: tuple[int, ...]
    opponents: tuple[int, ...] = ()
    inside: bool = False
    rest: bool = False
    smallest: bool = True


def blocking(near: Sequence[int], resting: int = 0) -> Blocking | None:
    """The smallest set of players that makes a perfect matching impossible, None if there is one.

    `near` holds a bit set of possible opponents for every player. One of `resting` has the bye if
    the players are odd.
    """
    size = len(near)
    graph = list(near)
    if size % 2:
        graph = [mask | (resting >> v & 1) << size for v, mask in enumerate(near)]
        graph.append(resting & (1 << size) - 1)
    mate = _largest(graph)
    if -1 not in mate:
        return None
    short = _ever_left(graph, mate)
    parts = [_Part(mask, _around(graph, mask)) for mask in _parts(graph, short)]
    search = _Search([part for part in parts if not part.mask >> size])
    return _blocking(near, size, search)


def _largest(graph: Sequence[int]) -> list[int]:
    edges = [(v, w) for v, mask in enumerate(graph) for w in members(mask >> v << v)]
    mate = [-1] * len(graph)
    for v, w in largest_pairs(len(graph), edges):
        mate[v], mate[w] = w, v
    return mate


def _blocking(near: Sequence[int], size: int, search: _Search) -> Blocking:
    mask = reduce(or_, (part.mask for part in search.best))
    around = reduce(or_, (part.around for part in search.best))
    players = tuple(members(mask))
    return Blocking(
        players,
        tuple(members(around & (1 << size) - 1)),
        any(near[v] & mask for v in players),
        bool(around >> size),
        search.whole,
    )


def _ever_left(graph: Sequence[int], mate: Sequence[int]) -> int:
    """The players left over in some largest matching: the outer vertices of Edmonds' forest, grown
    from those whom this one leaves over."""
    forest = _Forest(graph, mate)
    waiting = [v for v, partner in enumerate(mate) if partner < 0]
    forest.outer = mask_of(waiting)
    while waiting:
        v = waiting.pop()
        for w in members(graph[v]):
            if forest.outer >> w & 1:
                if forest.base[v] != forest.base[w]:
                    waiting += forest.contract(v, w)
            elif forest.parent[w] < 0:
                forest.parent[w] = v
                forest.outer |= 1 << mate[w]
                waiting.append(mate[w])
    return forest.outer


class _Forest:
    """Alternating trees; `base` names the outermost blossom that a vertex is in by its root."""

    def __init__(self, graph: Sequence[int], mate: Sequence[int]) -> None:
        self.graph = graph
        self.mate = mate
        self.base = list(range(len(graph)))
        self.parent = [-1] * len(graph)
        """Of inner vertices: the outer one from which it was reached."""
        self.outer = 0

    def contract(self, v: int, w: int) -> list[int]:
        """The circle closed by v and w becomes a blossom; vertices that are outer only now.

        Two trees are never joined so: the matching is a largest one.
        """
        above = list(self._stems(v))
        meeting = next(stem for stem in self._stems(w) if stem in above)
        inside: set[int] = set()
        fresh: list[int] = []
        for start in (v, w):
            for stem in self._stems(start):
                if stem == meeting:
                    break
                inner = self.mate[stem]
                inside |= {stem, self.base[inner]}
                fresh.append(inner)
        self.base = [meeting if root in inside else root for root in self.base]
        fresh = [x for x in fresh if not self.outer >> x & 1]
        self.outer |= mask_of(fresh)
        return fresh

    def _stems(self, v: int) -> Iterator[int]:
        """The bases of the outer vertices from this one to the root of its tree."""
        stem = self.base[v]
        while True:
            yield stem
            inner = self.mate[stem]
            if inner < 0:
                return
            stem = self.base[self.parent[inner]]


@dataclass(frozen=True, slots=True)
class _Part:
    """Players who hang together, and everybody outside whom they may meet; bit sets."""

    mask: int
    around: int

    @property
    def size(self) -> int:
        return self.mask.bit_count()


def _parts(graph: Sequence[int], short: int) -> Iterator[int]:
    while short:
        part = frontier = short & -short
        while frontier:
            reached = reduce(or_, (graph[v] for v in members(frontier))) & short
            frontier = reached & ~part
            part |= frontier
        yield part
        short &= ~part


def _around(graph: Sequence[int], mask: int) -> int:
    return reduce(or_, (graph[v] for v in members(mask))) & ~mask


class _Search:
    """The lightest selection of parts with fewer opponents than parts: `best`; `whole` if there is
    surely no lighter one. It is looked for among the selections of few players, then of more.

    Every opponent of such a selection is one of at least two of its parts, so a selection grows
    by parts that share an opponent with it. Of parts with the same opponents the earlier ones are
    taken first.
    """

    def __init__(self, parts: list[_Part]) -> None:
        self.parts = sorted(parts, key=lambda p: (p.size, p.mask & -p.mask))
        latest: dict[int, int] = {}
        self.twin = [-1] * len(parts)
        for i, part in enumerate(self.parts):
            self.twin[i] = latest.get(part.around, -1)
            latest[part.around] = i
        self.best = min(self._circuits(), key=_weight)
        self.steps = 0
        self.whole = True
        for limit in range(self.parts[0].size, _weight(self.best)):
            if not self.whole or self._within(limit):
                break

    def _within(self, limit: int) -> bool:
        """Whether a selection of so many players was found; then it is the best."""
        for first, part in enumerate(self.parts):
            if self.twin[first] < 0 and part.size <= limit:
                parts = self._grow([first], part.around, part.size, set(range(first)), limit)
                if parts:
                    self.best = parts
                    return True
        return False

    def _circuits(self) -> Iterator[list[_Part]]:
        """Selections of which no part can be left out: one for each part that finds all its
        opponents taken by parts before it, with all those that would have to make room."""
        taken: dict[int, int] = {}
        for i in range(len(self.parts)):
            visited: set[int] = set()
            if not self._take(i, taken, visited):
                yield [self.parts[i], *(self.parts[taken[a]] for a in sorted(visited))]

    def _take(self, i: int, taken: dict[int, int], visited: set[int]) -> bool:
        """Give the part an opponent of its own, others making room; False if those visited are
        all."""
        came: dict[int, int] = {}
        waiting = [i]
        for part in waiting:
            for a in members(self.parts[part].around):
                if a in visited:
                    continue
                visited.add(a)
                came[a] = part
                if a in taken:
                    waiting.append(taken[a])
                    continue
                held = {owner: opponent for opponent, owner in taken.items()}
                while True:
                    owner = came[a]
                    taken[a] = owner
                    if owner == i:
                        return True
                    a = held[owner]
        return False

    def _grow(
        self, chosen: list[int], around: int, weight: int, barred: set[int], limit: int
    ) -> list[_Part]:
        """These parts with others that make a selection of at most so many players, if any."""
        missing = around.bit_count() - len(chosen) + 1
        if not missing:
            return [self.parts[i] for i in chosen]
        if weight + missing * self.parts[0].size > limit:
            return []
        self.steps += 1
        if self.steps > STEPS or len(chosen) > DEEPEST:
            self.whole = False
            return []
        passed = set(barred)
        for i in self._next(chosen, around, barred):
            part = self.parts[i]
            if weight + part.size <= limit:
                larger = [*chosen, i]
                parts = self._grow(larger, around | part.around, weight + part.size, passed, limit)
                if parts:
                    return parts
            passed.add(i)
        return []

    def _next(self, chosen: list[int], around: int, barred: set[int]) -> list[int]:
        """Parts of which one must join: those of an opponent whom only one has so far, the
        opponent with fewest; else all that share an opponent."""
        once = twice = 0
        for i in chosen:
            twice |= once & self.parts[i].around
            once |= self.parts[i].around
        free = [
            i
            for i, part in enumerate(self.parts)
            if part.around & around
            and i not in chosen
            and i not in barred
            and (self.twin[i] < 0 or self.twin[i] in chosen)
        ]
        open_to = (
            [i for i in free if self.parts[i].around >> a & 1] for a in members(once ^ twice)
        )
        return min(open_to, key=len, default=free)


def _weight(selection: list[_Part]) -> int:
    return sum(part.size for part in selection)
