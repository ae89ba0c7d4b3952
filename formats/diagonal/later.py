"""Later rounds of a row: the set-up again, without repeats, changed as little as possible.

Everybody has so many *ends* as the set-up gives him opponents, each with the opponent that it
wants. A round is a perfect matching of the ends: two ends of a match of the set-up may take each
other (the match is kept), and ends of two who have neither met nor are wanted for each other may
(a replaced match). So the degree-constrained subgraph is a perfect matching in a graph, which
a library finds exactly (`engine.perfect`), with the criteria in order:

1. most matches of the set-up kept;
2. the least sum, over the ends whose match is replaced, of the distance in the row between the
   actual and the wanted opponent; 3. the least sum of their squares;
4. changes as low in the row as possible: the least sum of those distances, each times how many
   places from below its player stands.

Nobody shall meet somebody twice in one round by two ends of each. Where a matching would do that,
the pair gets the usual gadget, two vertices that are matched with each other while the pair is
not used, and the matching is taken again.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Sequence

from formats.diagonal.ends import FAR, NEAR, End, Ends, RowDraw, both
from formats.diagonal.rings import Pair
from formats.diagonal.setup import Wanted

ALL_ENDS = 160
"""Up to so many ends look at all others."""
LONG = 800
STRETCH = 300
"""More ends than `LONG` are taken in stretches of so many."""


def best_row(
    wanted: Sequence[Wanted], met: Collection[Pair], barred: Collection[Pair] = ()
) -> RowDraw:
    """The round of a row whose set-up is `wanted` and in which the pairs `met` have met.

    Where no round without repeats has all numbers of opponents, the fewest players get one less;
    where that is not enough, the fewest repeats are taken, barred pairs after all others.
    """
    closed = {*met, *barred}
    if not any(w.pair in closed for w in wanted):
        return RowDraw(tuple(wanted))
    # all matches of the set-up that can be kept are: nothing keeps more
    unchanged = tuple(w for w in wanted if w.pair not in closed)
    lost = [end for w in wanted if w.pair in closed for end in both(w)]
    rest = replaced(sorted(lost), frozenset({*closed, *(w.pair for w in wanted)}))
    if rest is not None:
        return RowDraw(unchanged, rest)
    for drops in (False, True):
        drawn = Ends(wanted, closed, set(barred), drops).matched()
        if drawn is not None:
            return drawn
    drawn = Ends(wanted, closed, set(barred), drops=True, repeats=True).matched()
    assert drawn is not None, "with repeats every set-up can be played"
    return drawn


def replaced(ends: list[End], closed: frozenset[Pair]) -> dict[Pair, Pair] | None:
    """New pairs for all these ends, none of them `closed`, by criteria 2 to 4."""
    if len(ends) > LONG:
        pairs = _in_stretches(ends, closed)
        if pairs is not None:
            return pairs
    for everybody in (False, True) if len(ends) > ALL_ENDS else (True,):
        drawn = Ends((), closed, ends=ends, everybody=everybody).matched()
        if drawn is not None:
            return drawn.replaced
    return None


def _in_stretches(ends: list[End], closed: frozenset[Pair]) -> dict[Pair, Pair] | None:
    """A long row stretch by stretch, then again over every seam until nothing gets better: each
    stretch is the best there is for the ends that it holds."""
    line = sorted(ends, key=_where)
    pairs: dict[Pair, Pair] = {}
    for start in range(0, len(line), STRETCH):
        part = replaced(sorted(line[start : start + STRETCH]), closed | pairs.keys())
        if part is None:
            return None
        pairs |= part
    far = [end for end in ends if abs(end[0] - end[1]) > FAR]
    places = [_where(end) for end in line]
    corners = {
        end
        for a, b in far
        for at in (bisect_left(places, (a, 0)), bisect_left(places, (b, 0)))
        for end in line[max(0, at - NEAR) : at + NEAR]
    }
    windows = [line[at : at + STRETCH] for at in range(STRETCH // 2, len(line), STRETCH)]
    for window in (*windows, sorted({*corners, *far})):
        inside = set(window)
        mine = {
            pair: wish
            for pair, wish in pairs.items()
            if {(pair[0], wish[0]), (pair[1], wish[1])} <= inside
        }
        again = sorted(e for (a, b), (x, y) in mine.items() for e in ((a, x), (b, y)))
        others = {pair: wish for pair, wish in pairs.items() if pair not in mine}
        better = replaced(again, closed | others.keys()) if again else None
        if better is not None:
            pairs = others | better
    return pairs


def _where(end: End) -> tuple[int, int]:
    """Where an end lies in the row: an end of a middle game where it wants to be."""
    place, wish = end
    return (wish, place) if abs(place - wish) > FAR else (place, wish)
