"""Whether players can be paired off at all: the question a draw asks again and again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

GREEDY_STEPS = 250
"""Pairs that are taken off before the exact answer is sought."""

FEW = 240
"""Up to how many vertices the exact answer takes all edges at once."""

SPARSE_DEGREE = 16
"""Edges per vertex tried first in larger graphs."""


def members(mask: int) -> Iterator[int]:
    """The positions of the bits that are set, from the lowest."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(vertices: Iterable[int]) -> int:
    """The set of these vertices as bits."""
    mask = 0
    for vertex in vertices:
        mask |= 1 << vertex
    return mask


class Pairable:
    """Answers for subsets of one graph, which is given as a bit set of neighbours a vertex.

    A degree test (Dirac: everybody may meet at least half of the others) settles most questions;
    then awkward vertices are paired off greedily until it holds; what is left is matched exactly.
    Answers are kept. Of an odd number one of `resting` is left over.
    """

    def __init__(self, neighbours: Sequence[int], resting: int = 0) -> None:
        self.neighbours = neighbours
        self.resting = resting
        self._known: dict[tuple[int, int, tuple[tuple[int, int], ...]], bool] = {}

    def perfect(
        self, among: int, resting: int | None = None, cut: Mapping[int, int] | None = None
    ) -> bool:
        """Whether all of `among` can be paired off, or all but one of `resting` if they are odd.

        A vertex of `cut` is not paired with any of the vertices given for it.
        """
        resting = self.resting if resting is None else resting
        odd = among.bit_count() % 2
        if odd and not among & resting:
            return False
        key = (among, resting if odd else 0, tuple(sorted((cut or {}).items())))
        if key not in self._known:
            self._known[key] = _perfect(self._inside(among, resting, cut or {}))
        return self._known[key]

    def perfect_but(self, among: int, spare: int, count: int, cut: Mapping[int, int]) -> bool:
        """Whether all of `among` but some `count` of `spare` can be paired off."""
        spare &= among
        if (among.bit_count() - count) % 2 or spare.bit_count() < count:
            return False
        inside = self._near(among, cut)
        # each vertex beyond the graph takes one of those who may be spared
        beyond = range(len(self.neighbours), len(self.neighbours) + count)
        for v in members(spare):
            inside[v] |= mask_of(beyond)
        return _perfect(inside | dict.fromkeys(beyond, spare))

    def _near(self, among: int, cut: Mapping[int, int]) -> dict[int, int]:
        """Neighbours of each vertex within the set, without those cut."""
        inside = {v: self.neighbours[v] & among for v in members(among)}
        for v, others in cut.items():
            for w in members(others & inside[v]):
                inside[w] &= ~(1 << v)
            inside[v] &= ~others
        return inside

    def _inside(self, among: int, resting: int, cut: Mapping[int, int]) -> dict[int, int]:
        """Neighbours of each vertex within the set; an odd set gets one more vertex, the rest."""
        inside = self._near(among, cut)
        if len(inside) % 2:
            rest = len(self.neighbours)
            inside[rest] = among & resting
            for v in members(among & resting):
                inside[v] |= 1 << rest
        return inside


def _perfect(inside: dict[int, int]) -> bool:
    if not all(inside.values()):
        return False
    return _greedily(dict(inside)) or _exactly(inside)


def _greedily(inside: dict[int, int]) -> bool:
    """True proves that a perfect matching exists; False proves nothing."""
    alive = mask_of(list(inside))
    for _ in range(GREEDY_STEPS):
        degree = {v: (near & alive).bit_count() for v, near in inside.items()}
        vertex = min(degree, key=degree.__getitem__, default=-1)
        if vertex < 0 or 2 * degree[vertex] >= len(inside):
            return True
        if not degree[vertex]:
            return False
        other = min(members(inside[vertex] & alive), key=degree.__getitem__)
        alive &= ~(1 << vertex | 1 << other)
        del inside[vertex], inside[other]
    return False


def _exactly(inside: dict[int, int]) -> bool:
    if len(inside) > FEW and _largest(inside, SPARSE_DEGREE) == len(inside):
        return True
    return _largest(inside, len(inside)) == len(inside)


def most_pairs(near: Mapping[int, int]) -> int:
    """How many pairs can be made at the same time; neighbours by vertex, as bit sets."""
    if len(near) > 2 * SPARSE_DEGREE:
        pairs = _largest_pairs(near, SPARSE_DEGREE)
        if 2 * len(pairs) >= len(near) - 1 or _as_many_as_any(near, pairs):
            return len(pairs)
    return len(_largest_pairs(near, len(near)))


TRIED = 32
"""Vertices that a barrier is looked for from."""


def barrier(near: Mapping[int, int]) -> int:
    """Vertices of which no two are together in any perfect matching, as a bit set; often none,
    and not all that there are.

    Without one vertex x, those reached from its partner at even steps of a perfect matching need
    as many vertices reached at odd steps and one more, x: where no two of them are neighbours, x
    and the odd ones have partners among the even ones alone (Tutte).
    """
    pairs = _largest_pairs(near, SPARSE_DEGREE)
    if 2 * len(pairs) < len(near):
        pairs = _largest_pairs(near, len(near))
    if 2 * len(pairs) < len(near):
        return 0
    partner = dict(pairs) | {v: u for u, v in pairs}
    vertices = sorted(near)
    for x in vertices[:: max(1, len(vertices) // TRIED)]:
        even, odd = _reached(near, partner, 1 << partner[x], without=1 << x)
        if odd and not even & odd:
            return odd | 1 << x
    return 0


def _as_many_as_any(near: Mapping[int, int], pairs: Sequence[tuple[int, int]]) -> bool:
    """True proves that no more pairs can be made; False proves nothing.

    From the unpaired ones over their neighbours to these neighbours' partners, and so on: if no two
    of those reached at even steps are neighbours, each of them needs one reached at an odd step,
    and of these there are as many fewer as are unpaired.
    """
    partner = dict(pairs) | {v: u for u, v in pairs}
    even, odd = _reached(near, partner, mask_of(v for v in near if v not in partner))
    return not even & odd


def _reached(
    near: Mapping[int, int], partner: Mapping[int, int], start: int, without: int = 0
) -> tuple[int, int]:
    """The vertices at even and at odd steps from these over neighbours and their partners; both
    with some vertices in common as soon as there is one."""
    even, odd, fresh = 0, 0, start
    while fresh and not even & odd:
        even |= fresh
        reached = 0
        for v in members(fresh):
            reached |= near[v] & ~without
        fresh = mask_of(partner[v] for v in members(reached & ~odd & ~even) if v in partner)
        odd |= reached
        fresh &= ~even
    return even | fresh, odd


def _largest(inside: Mapping[int, int], degree: int) -> int:
    """Vertices in a largest matching, of at most `degree` edges a vertex (its next ones up)."""
    return 2 * len(_largest_pairs(inside, degree))


def _largest_pairs(inside: Mapping[int, int], degree: int) -> list[tuple[int, int]]:
    """A largest matching, of at most `degree` edges a vertex (its next ones up)."""
    from engine.perfect import largest_pairs

    vertices = list(inside)
    number = {v: i for i, v in enumerate(vertices)}
    edges = set()
    for v, near in inside.items():
        above = near >> v << v
        for count, w in enumerate(members(above)):
            if count == degree:
                break
            edges.add((number[v], number[w]))
    pairs = largest_pairs(len(inside), sorted(edges))
    return [(vertices[a], vertices[b]) for a, b in pairs]
