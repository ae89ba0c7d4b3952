"""Perfect matchings of least weight from a library, and the potentials that prove them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Literal

Edge = tuple[int, int]
"""Two vertices, the smaller one first."""

Route = Literal["auto", "rustworkx", "networkx"]

BITS = 118
"""Widest weight given to rustworkx, whose numbers have 128 bits and grow by a few inside."""

DENSE = 24
"""From so many edges a vertex on, a solution is first sought with the lightest ones alone."""

LIGHTEST = 8
"""How many per vertex."""

SCATTER = 1_000_003
"""A prime number."""


class Unmatched(Exception):
    """No perfect matching exists."""


def optimal(
    size: int,
    edges: list[Edge],
    weights: list[int],
    route: Route = "auto",
    known: Sequence[int] = (),
) -> tuple[list[int], list[int], bool]:
    """Partners in a perfect matching of least weight; `Unmatched` if there is none.

    With it the positions of all edges that such matchings can contain, and whether every perfect
    matching of these edges is as light (else only that no lightest one has others). `known`: a
    perfect matching of the edges, if there is one at hand.
    """
    if min(weights, default=0) == max(weights, default=0):
        partner = list(known) or _any_perfect(size, edges, route)
        return partner, list(range(len(edges))), True
    solution = None
    if len(edges) > DENSE * size:
        solution = _from_lightest(size, edges, weights, route, known)
    if solution is None:
        partner = perfect(size, edges, weights, route)
        solution = partner, *potentials(edges, weights, partner)
    partner, double, slack = solution
    possible = [
        i for i, (u, v) in enumerate(edges) if 2 * weights[i] - double[u] - double[v] <= slack
    ]
    return partner, possible, not slack


def _any_perfect(size: int, edges: list[Edge], route: Route) -> list[int]:
    """A perfect matching; from a few edges, if that will do."""
    if len(edges) > DENSE * size:
        few = [edges[i] for i in sorted(_lightest(size, edges, [0] * len(edges)))]
        try:
            return perfect(size, few, [0] * len(few), route)
        except Unmatched:
            pass
    return perfect(size, edges, [0] * len(edges), route)


def _from_lightest(
    size: int, edges: list[Edge], weights: list[int], route: Route, known: Sequence[int]
) -> tuple[list[int], list[int], int] | None:
    """The same from a few edges a vertex. The bound judges all others: those that could make the
    matching lighter join in until there are none. None where that would be most of them."""
    chosen = _lightest(size, edges, weights)
    if known:
        chosen.update(i for i, (u, v) in enumerate(edges) if known[u] == v)
    while 2 * len(chosen) < len(edges):
        positions = sorted(chosen)
        few, light = [edges[i] for i in positions], [weights[i] for i in positions]
        try:
            partner = perfect(size, few, light, route)
        except Unmatched:
            return None
        double, slack = potentials(few, light, partner)
        missing = {
            i for i, (u, v) in enumerate(edges) if 2 * weights[i] - double[u] - double[v] < slack
        }
        if missing <= chosen:
            return partner, double, slack
        chosen |= missing
    return None


def _lightest(size: int, edges: list[Edge], weights: list[int]) -> set[int]:
    """Positions of the lightest edges of each vertex."""
    # edges of one weight come in a scattered order: in their own, all vertices would have the
    # same few neighbours
    count = len(edges)
    scattered = [i * SCATTER % count for i in range(count)] if count % SCATTER else range(count)
    left = [LIGHTEST] * size
    chosen = set()
    for i in sorted(scattered, key=weights.__getitem__):
        u, v = edges[i]
        if left[u] > 0 or left[v] > 0:
            chosen.add(i)
            left[u] -= 1
            left[v] -= 1
    return chosen


def potentials(edges: list[Edge], weights: list[int], partner: list[int]) -> tuple[list[int], int]:
    """Potentials p with p(u) + p(v) <= weight for every edge, doubled, and twice what the matching
    weighs above their sum (0: every matching of edges with equality is as light).

    No perfect matching is lighter than the sum of p, and one with an edge of weight
    p(u) + p(v) + d weighs at least d more. The best p belong to the assignment problem that has
    each vertex once on the left and once on the right; the matching, read both ways, is the
    assignment to start from, and circles that make it lighter are turned until there are none.
    """
    assignment = _Assignment(edges, weights, partner)
    weight = sum(assignment.own)
    while circle := assignment.circle():
        assignment.turn(circle)
    right = assignment.right
    left = [0] * len(partner)
    for v, owner in enumerate(assignment.owner):
        left[owner] = assignment.own[v] - right[v]
    double = [a + b for a, b in zip(left, right, strict=True)]
    return double, weight - sum(double)


class _Assignment:
    """Every right vertex with its left owner, and the right vertices' potentials."""

    def __init__(self, edges: list[Edge], weights: list[int], partner: list[int]) -> None:
        self.around = [[(v, weights[i]) for v, i in near] for near in incident(len(partner), edges)]
        self.owner = list(partner)
        self.own = [dict(self.around[v])[partner[v]] for v in range(len(partner))]
        self.right = [0] * len(partner)

    def circle(self) -> list[int]:
        """Right vertices, each of which is better owned by the next one's owner; empty when the
        potentials are right for all edges (shortest paths, after Bellman and Ford)."""
        right, size = self.right, len(self.owner)
        parent = [-1] * size
        waiting, queued = deque(range(size)), [True] * size
        steps = 0
        while waiting:
            steps += 1
            if steps % (size + 1) == 0 and (circle := _circle_among(parent)):
                return circle
            x = waiting.popleft()
            queued[x] = False
            base = right[x] - self.own[x]
            for v, weight in self.around[self.owner[x]]:
                if base + weight < right[v]:
                    right[v] = base + weight
                    parent[v] = x
                    if not queued[v]:
                        queued[v] = True
                        waiting.append(v)
        return []

    def turn(self, circle: list[int]) -> None:
        """Hand every vertex of the circle to the owner of the next."""
        owners = [self.owner[x] for x in circle]
        for v, owner in zip(circle, [*owners[1:], owners[0]], strict=True):
            self.owner[v] = owner
            self.own[v] = next(weight for w, weight in self.around[owner] if w == v)


def _circle_among(parent: list[int]) -> list[int]:
    """A circle of vertices, each followed by its parent, if there is one."""
    state = [0] * len(parent)
    for start in range(len(parent)):
        path, v = [], start
        while v >= 0 and not state[v]:
            state[v] = start + 1
            path.append(v)
            v = parent[v]
        if v >= 0 and state[v] == start + 1:
            return path[path.index(v) :]
    return []


def incident(size: int, edges: Sequence[Edge]) -> list[list[tuple[int, int]]]:
    """For every vertex its neighbours, each with the position of the edge."""
    around: list[list[tuple[int, int]]] = [[] for _ in range(size)]
    for position, (u, v) in enumerate(edges):
        around[u].append((v, position))
        around[v].append((u, position))
    return around


def perfect(size: int, edges: list[Edge], weights: list[int], route: Route) -> list[int]:
    """Partners of a perfect matching of least weight; `Unmatched` if there is none."""
    wide = max(weights, default=0).bit_length() > BITS
    if route == "rustworkx" and wide:
        raise OverflowError(f"weights of over {BITS} bits need the other route")
    pairs = None
    if route != "networkx" and not wide:
        pairs = _by_rustworkx(size, edges, weights, required=route == "rustworkx")
    if pairs is None:
        pairs = _by_networkx(edges, weights)
    partner = [-1] * size
    for u, v in pairs:
        partner[u], partner[v] = v, u
    if -1 in partner:
        raise Unmatched
    return partner


def _by_rustworkx(
    size: int,
    edges: list[Edge],
    weights: list[int],
    *,
    required: bool = False,
    most_pairs: bool = True,
) -> Iterable[Edge] | None:
    """Least weight, with as many pairs as possible or not; None without the library."""
    try:
        import rustworkx
    except ImportError:
        if required:
            raise
        return None
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(size))
    graph.add_edges_from([(u, v, -w) for (u, v), w in zip(edges, weights, strict=True)])
    pairs: Iterable[Edge] = rustworkx.max_weight_matching(
        graph, max_cardinality=most_pairs, weight_fn=int
    )
    return pairs


def _by_networkx(
    edges: list[Edge], weights: list[int], *, most_pairs: bool = True
) -> Iterable[Edge]:
    """The same by the reference library: slower, with weights of any width."""
    import networkx  # type: ignore[import-untyped]

    graph = networkx.Graph()
    graph.add_weighted_edges_from((u, v, -w) for (u, v), w in zip(edges, weights, strict=True))
    pairs: Iterable[Edge] = networkx.max_weight_matching(graph, maxcardinality=most_pairs)
    return pairs


def heaviest(size: int, edges: list[Edge], gains: list[int]) -> list[Edge]:
    """Pairs, the smaller vertex first, of which the gains add up to as much as possible; there
    can be vertices without one. Gains have at most `BITS` bits."""
    losses = [-gain for gain in gains]
    pairs = _by_rustworkx(size, edges, losses, most_pairs=False)
    if pairs is None:
        pairs = _by_networkx(edges, losses, most_pairs=False)
    return [(min(pair), max(pair)) for pair in pairs]


def largest_matching(size: int, edges: Sequence[Edge]) -> int:
    """The number of pairs that can be made at the same time."""
    return len(largest_pairs(size, edges))


def largest_pairs(size: int, edges: Sequence[Edge]) -> list[Edge]:
    """As many pairs as can be made at the same time; which ones can depend on the library."""
    taken, ones = list(edges), [0] * len(edges)
    pairs = _by_rustworkx(size, taken, ones)
    return list(_by_networkx(taken, ones) if pairs is None else pairs)
