"""C4 and C8: whether what is left after a bracket can be paired as well as it possibly could.

No two downfloaters of a bracket are ever paired with each other further down: with that pair the
bracket would have had one pair more and one downfloat less (C6), everybody else being paired the
same. So it need not be forbidden here that they are.
"""

from __future__ import annotations

from engine.pairable import mask_of, members
from formats.dutch.bracket import ScoreBracket
from formats.dutch.exact import Solution

TRIES = 12
"""Players of the next scoregroup that are tried as its own downfloater."""


def completable(bracket: ScoreBracket, solution: Solution, stop: int) -> bool:
    """Whether those who left the scope can be paired with everybody from place `stop` on."""
    field = bracket.field
    beyond = field.everybody >> stop << stop
    return field.pairable.perfect(mask_of(solution.left) | beyond, bracket.resting & beyond)


def reaches(bracket: ScoreBracket, down: int) -> bool:
    """Whether these downfloaters (a bit set) leave the next bracket all that C8 can ask for.

    That is all of them paired in it, and at most one of its residents left over; and everybody
    else can be paired (C4). False also where finding out would take long.
    """
    if not bracket.rests_here:
        return _splits(bracket, down) if bracket.lower else not down
    if down.bit_count() != 1:
        return False
    return _splits(bracket, 0) if bracket.lower else True


def _splits(bracket: ScoreBracket, down: int) -> bool:
    """The next bracket by itself, with one resident less if it is odd, and all below by itself."""
    field = bracket.field
    first = field.groups[field.groups.index(bracket.group) + 1].mask
    rest = bracket.lower & ~first
    resting = 0 if bracket.rests_here else bracket.resting
    perfect = field.pairable.perfect
    odd = (first | down).bit_count() % 2
    if resting & first:
        return bool(odd) and perfect(first | down, resting) and perfect(rest)
    if not odd:
        return perfect(first | down) and perfect(rest, resting)
    for tried, one in enumerate(reversed(list(members(first)))):
        if tried == TRIES:
            break
        out = 1 << one
        if perfect((first | down) & ~out) and perfect(rest | out, resting):
            return True
    return False
