"""Rules 8 and 9: who meets whom within a group, exactly."""

from __future__ import annotations

from engine.matching import Matching, best_matching
from engine.pairable import members
from formats.ecf.across import best_across
from formats.ecf.level import LevelGroup


def paired(group: LevelGroup) -> Matching:
    """The best pairing of a group that can be drawn: fewest colours refused, those of the weakest
    claims, nearest the median; then rule 9; ties by grading order."""
    count = len(group.players)
    near = group.opponents
    boards = [(c, c + group.half) for c in range(group.half)]
    if group.graded_downwards and all(
        near[a] >> b & 1 and not group.refused(a, b) for a, b in boards
    ):
        # nothing is refused, and no other pairing comes nearer to the ideal (rearrangement)
        return Matching(tuple(group.ideal(c) for c in range(count)), {})
    opponents = best_across(group)
    if opponents is not None:
        uppers = sorted(range(group.half), key=opponents.__getitem__)
        return Matching((*opponents, *uppers), {})
    return searched(group)


def searched(group: LevelGroup) -> Matching:
    """The same by the search alone, whatever the group is like."""
    near = group.opponents
    edges = [(a, b) for a, mask in enumerate(near) for b in members(mask >> a << a)]
    matching = best_matching(len(near), edges, group.criteria)
    assert matching is not None, "a group that was found drawable is not"
    return matching
