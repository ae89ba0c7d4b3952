"""Pairs of the Swiss under the arbiter's bars: as the rules say, but nobody who shall not meet."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from engine.entrants import EntrantId
from engine.matching import Criterion, PartnerPreference, best_matching
from engine.refusal import Refused
from formats.gnot.word import Word

Pair = tuple[EntrantId, EntrantId]
Trio = tuple[EntrantId, EntrantId, EntrantId]
IN_TRIANGLE = 3


def no_draw() -> Refused:
    """Why there is none."""
    return Refused(
        "the Swiss cannot be drawn", "bars leave somebody without an opponent", "take a bar back"
    )


def facing(upper: Sequence[EntrantId], lower: Sequence[EntrantId], word: Word) -> list[Pair]:
    """The first against the first, the second against the second; where that is barred, from the
    top each has the first of the others that leaves an opponent to everybody."""
    size = len(upper)
    if not any(map(word.barred, upper, lower)):
        return list(zip(upper, lower, strict=True))
    edges = [
        (i, size + j)
        for i in range(size) for j in range(size) if not word.barred(upper[i], lower[j])
    ]  # fmt: skip
    found = best_matching(2 * size, edges, [], [PartnerPreference("first", range(size), _partner)])
    if found is None:
        raise no_draw()
    return [(upper[i], lower[found.partner[i] - size]) for i in range(size)]


def _partner(_vertex: int, partner: int) -> int:
    return partner


def apart(teams: Sequence[EntrantId], word: Word, criteria: Sequence[Criterion] = ()) -> list[Pair]:
    """An even number of teams, the best by these criteria; among such draws the first has the
    next below it, then the next."""
    if not criteria and not word.bars:
        return list(zip(teams[::2], teams[1::2], strict=True))
    if not teams:
        return []
    edges = [
        (i, j) for i, j in combinations(range(len(teams)), 2)
        if not word.barred(teams[i], teams[j])
    ]  # fmt: skip
    found = best_matching(len(teams), edges, criteria)
    if found is None:
        raise no_draw()
    return [(teams[u], teams[v]) for u, v in found.pairs]


def paired_by_lot(order: Sequence[EntrantId], word: Word) -> tuple[Trio | None, list[Pair]]:
    """First against second in the order of the lot, of an odd field the first three in a triangle;
    where the arbiter's word is against that, the first in that order that it is not against."""
    locked = [] if len(order) == IN_TRIANGLE else word.locked(order)
    bound = {team for pair in locked for team in pair}
    rest = [team for team in order if team not in bound]
    if len(rest) % 2 == 0:
        return None, [*locked, *apart(rest, word)]
    for a, b, c in combinations(rest, IN_TRIANGLE):
        trio = (a, b, c)
        if any(word.barred(*pair) for pair in combinations(trio, 2)):
            continue
        try:
            return trio, [*locked, *apart([t for t in rest if t not in trio], word)]
        except Refused:
            continue
    raise no_draw()
