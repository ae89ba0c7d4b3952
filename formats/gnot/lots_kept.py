"""A lot under the arbiter's word: what it has drawn, changed only as far as locks and bars ask."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from engine.entrants import EntrantId
from engine.matching import Criterion, PartnerPreference, best_matching
from formats.gnot.meetings import Pair
from formats.gnot.word import Word

IN_TRIANGLE = 3


def across(upper: Sequence[EntrantId], lower: Sequence[EntrantId], word: Word) -> list[Pair]:
    """The first of the upper half against the first that the lot has drawn of the lower, and so
    on; where the arbiter's word is against that, from the top each has the next in the lot."""
    size = len(upper)

    def against(i: int, j: int) -> int:
        pair = frozenset((upper[i], lower[j]))
        missed = any(lock & pair and lock != pair and lock <= both for lock in word.locks)
        return int(pair in word.bars) + int(missed)

    both = {*upper, *lower}
    if not any(against(i, i) for i in range(size)):
        return list(zip(upper, lower, strict=True))
    edges = [(i, size + j) for i in range(size) for j in range(size)]
    criterion = Criterion("word", lambda u, v: against(u, v - size))
    nearest = PartnerPreference("next in the lot", range(size), lambda u, v: (v - size - u) % size)
    matching = best_matching(2 * size, edges, [criterion], [nearest])
    assert matching is not None, "everybody may meet everybody of the other half"
    return [(upper[i], lower[matching.partner[i] - size]) for i in range(size)]


def seven(order: Sequence[EntrantId], word: Word) -> tuple[tuple[EntrantId, ...], ...]:
    """Three for the triangle and two pairs, as the lot has them: the first three, the next two,
    the last two; the first arrangement in that order that the arbiter's word is not against."""
    locks = [lock for lock in word.locks if lock <= set(order)]
    best: tuple[int, tuple[tuple[EntrantId, ...], ...]] | None = None
    for groups in _arranged(order):
        broken = sum(_broken(group, word) for group in groups)
        # two who are locked meet nobody else: they play no triangle
        broken += sum(all(set(pair) != lock for pair in groups[1:]) for lock in locks)
        if best is None or broken < best[0]:
            best = (broken, groups)
        if not broken:
            break
    assert best is not None
    return best[1]


def _broken(group: Sequence[EntrantId], word: Word) -> int:
    return sum(word.barred(a, b) for a, b in combinations(group, 2))


def _arranged(order: Sequence[EntrantId]) -> Iterator[tuple[tuple[EntrantId, ...], ...]]:
    for trio in combinations(order, IN_TRIANGLE):
        rest = [team for team in order if team not in trio]
        for other in (1, 2, 3):
            last = [team for at, team in enumerate(rest) if at not in (0, other)]
            yield trio, (rest[0], rest[other]), tuple(last)
