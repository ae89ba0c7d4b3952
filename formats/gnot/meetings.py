"""3.1 as a question of matchings: how few repeats are possible, and the set draw.

Pairs weigh 1 where they would be repeats, more where they shall not meet at all, else 0.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from engine.entrants import EntrantId
from engine.matching import Criterion, PartnerPreference, any_best, best_matching

Pair = tuple[EntrantId, EntrantId]
Met = Callable[[EntrantId, EntrantId], int]


def fewest_repeats(
    teams: Sequence[EntrantId], met: Met, allowed: Collection[frozenset[EntrantId]] | None = None
) -> int | None:
    """The fewest repeats of any draw of the teams among each other, or among the allowed pairs;
    None where these leave somebody without an opponent."""
    pairs = [
        (i, j)
        for j in range(len(teams))
        for i in range(j)
        if allowed is None or frozenset((teams[i], teams[j])) in allowed
    ]
    repeated = {(i, j): weight for i, j in pairs if (weight := met(teams[i], teams[j]))}
    if allowed is None and not repeated:
        return None if len(teams) % 2 else 0
    if _pairs_off(len(teams), [pair for pair in pairs if pair not in repeated]):
        return 0
    matching = any_best(len(teams), pairs, [_repeats(repeated)])
    return None if matching is None else matching.totals["repeats"]


def _pairs_off(size: int, pairs: Iterable[tuple[int, int]]) -> bool:
    """Whether these pairs leave nobody over; for the few teams of a stage."""
    partners = [0] * size
    for i, j in pairs:
        partners[i] |= 1 << j
        partners[j] |= 1 << i
    hopeless: set[int] = set()

    def possible(left: int) -> bool:
        if not left:
            return True
        if left in hopeless:
            return False
        there = [i for i in range(size) if left >> i & 1]
        first = min(there, key=lambda i: (partners[i] & left).bit_count())
        for other in there:
            if partners[first] >> other & 1 and possible(left & ~(1 << first | 1 << other)):
                return True
        hopeless.add(left)
        return False

    return possible((1 << size) - 1)


def _repeats(repeated: Mapping[tuple[int, int], int]) -> Criterion:
    return Criterion("repeats", lambda u, v: int(repeated.get((u, v), 0)))


def set_draw(ranked: Sequence[EntrantId], met: Met, locked: Sequence[Pair] = ()) -> list[Pair]:
    """From the top each team takes the lowest-ranked one left with which the fewest repeats can
    still be reached (3.4 ii, 3.7). An even number of teams; who is `locked` meets each other."""
    if locked:
        taken = {team for pair in locked for team in pair}
        rest = set_draw([team for team in ranked if team not in taken], met)
        return sorted([*locked, *rest], key=lambda pair: ranked.index(pair[0]))
    size = len(ranked)
    edges = [(i, j) for j in range(size) for i in range(j)]
    repeated = {(i, j): weight for i, j in edges if (weight := met(ranked[i], ranked[j]))}
    if not repeated:
        return [(ranked[i], ranked[size - 1 - i]) for i in range(size // 2)]
    lowest = PartnerPreference("lowest-ranked", range(size), lambda _vertex, partner: -partner)
    matching = best_matching(size, edges, [_repeats(repeated)], [lowest])
    assert matching is not None
    return [(ranked[i], ranked[j]) for i, j in matching.pairs]


def pairs_between(
    one: Iterable[EntrantId], other: Collection[EntrantId]
) -> set[frozenset[EntrantId]]:
    """Every pair of one of the first with one of the second."""
    return {frozenset((a, b)) for a in one for b in other if a != b}
