"""A whole round: the bye's score, then bracket after bracket, then colours.

C4 and C8: what is left after a bracket must be pairable, as well as it possibly could be. No two
downfloaters of a bracket are ever paired with each other further down: with that pair the bracket
would have had one pair more and one downfloat less (C6), everybody else being paired the same. So
it need not be forbidden here that they are.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.at_work import at_work
from engine.pairable import mask_of, members
from formats.dutch.bracket import Paired, ScoreBracket
from formats.dutch.field import DutchField
from formats.dutch.position import DutchDraw, Numbers, Position, colour_of_higher
from formats.dutch.swift import pair_swiftly

if TYPE_CHECKING:
    from formats.dutch.exact import Solution

FEW_BELOW = 80
"""Up to how many players below a bracket all take part at once if it cannot be drawn by itself."""

STEPPED_BELOW = 500
"""Up to how many players all take part if the next scoregroup alone has not been enough; of more,
twice as many scoregroups at each further step."""


def draw(position: Position, *, reference: bool = False) -> DutchDraw:
    """The pairs and colours of the round; `Undrawable` if C1 to C3 leave no pairing.

    `reference`: by exact matching over everybody at every step.
    """
    return drawn_of(DutchField(position), reference=reference)


def drawn_of(field: DutchField, *, reference: bool = False) -> DutchDraw:
    """The same for players in their order, for callers who go on to use what is found about
    them."""
    if not len(field):
        return DutchDraw(())
    resting = field.resting
    moved: tuple[int, ...] = ()
    pairs: list[tuple[int, int]] = []
    for number, group in enumerate(field.groups, start=1):
        at_work(number, len(field.groups), group.stop - group.start)
        bracket = ScoreBracket(field, moved, group, resting)
        paired = _whole(bracket) if reference else pair_bracket(bracket)
        pairs += paired.pairs
        moved = paired.down
    assert len(moved) == len(field) % 2, "a bracket has left too many players"
    ordered = sorted(pairs, key=lambda pair: _board(field, *pair))
    bye = field.players[moved[0]].number if moved else None
    return DutchDraw(tuple(_seated(field, a, b) for a, b in ordered), bye)


def pair_bracket(bracket: ScoreBracket) -> Paired:
    """The bracket by itself; with the next ones if what it leaves behind is not the best."""
    paired = pair_swiftly(bracket)
    if paired is None:
        paired = _alone(bracket)
    if paired is not None and reaches(bracket, mask_of(paired.down)):
        return paired
    if bracket.lower.bit_count() > FEW_BELOW and (field := bracket.field.narrowed):
        return pair_bracket(replace(bracket, field=field))
    return _widening(bracket)


def _alone(bracket: ScoreBracket) -> Paired | None:
    """Without what is below; None if it cannot be."""
    from engine.perfect import largest_matching
    from formats.dutch.exact import Scope, solve

    size = len(bracket)
    dummies = size - 2 * largest_matching(size, bracket.games())
    solution = solve(bracket, Scope(dummies=dummies))
    return None if solution is None else solution.paired


def _widening(bracket: ScoreBracket) -> Paired:
    """With more and more of what is below, until all the rest can be paired after it."""
    from formats.dutch.exact import Scope, below, solve

    groups = bracket.field.groups
    first = groups.index(bracket.group) + 1
    left = len(bracket.field) - groups[first - 1].stop
    if left > FEW_BELOW and (paired := _with_the_next(bracket)):
        return paired
    count = 2 if left > STEPPED_BELOW else len(groups)
    while first + count < len(groups):
        stop = groups[first + count].start
        solution = solve(bracket, Scope(below(bracket, stop), ajar=True))
        if solution is not None and completable(bracket, solution, stop):
            return solution.paired
        count *= 2
    return _whole(bracket)


def _with_the_next(bracket: ScoreBracket) -> Paired | None:
    """With the next scoregroup, of which as few are left over as possible; None if these cannot be
    paired with all the rest."""
    from formats.dutch.exact import Scope, below, foresight, solve

    best = foresight(bracket)
    if bracket.following is None or best is None:
        return None
    stop = bracket.following.stop
    solution = solve(bracket, Scope(below(bracket, stop), dummies=len(best.left)))
    if solution is None or not completable(bracket, solution, stop):
        return None
    return solution.paired


def _whole(bracket: ScoreBracket) -> Paired:
    from formats.dutch.exact import Scope, below, solve

    solution = solve(bracket, Scope(below(bracket)))
    assert solution is not None, "the rest cannot be paired"
    return solution.paired


def _board(field: DutchField, a: int, b: int) -> tuple[int, int, int]:
    """C.04.2: by the higher player's score, the sum of both, the higher player's number."""
    high, low = field.players[a], field.players[b]
    return -high.score, -(high.score + low.score), high.number


def _seated(field: DutchField, a: int, b: int) -> Numbers:
    """(White, Black) of two places, the higher ranked first."""
    high, low = field.players[min(a, b)], field.players[max(a, b)]
    colour = colour_of_higher(high, low, field.position.initial)
    return (high.number, low.number) if colour == "W" else (low.number, high.number)


TRIES = 12
"""Players of the next scoregroup that are tried as its own downfloater."""


def completable(bracket: ScoreBracket, solution: Solution, stop: int) -> bool:
    """Whether those who left the scope can be paired with everybody from place `stop` on."""
    return _rest_pairable(bracket, mask_of(solution.left), stop)


def _rest_pairable(bracket: ScoreBracket, left: int, stop: int) -> bool:
    field = bracket.field
    beyond = field.everybody >> stop << stop
    return field.pairable.perfect(left | beyond, bracket.resting & beyond)


def reaches(bracket: ScoreBracket, down: int) -> bool:
    """Whether these downfloaters (a bit set) leave the next bracket all that C8 can ask for.

    Often that is all of them paired in it, and at most one of its residents left over; and
    everybody else can be paired (C4). False also where finding out would take long.
    """
    if not bracket.rests_here:
        if not bracket.lower:
            return not down
        return _splits(bracket, down) or _as_foreseen(bracket, down)
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


def _as_foreseen(bracket: ScoreBracket, down: int) -> bool:
    """Whether they leave the next bracket the best that any downfloaters could."""
    from formats.dutch.exact import foresight

    best, theirs = foresight(bracket), foresight(bracket, down)
    if bracket.following is None or best is None or theirs is None:
        return False
    left = mask_of(theirs.left)
    return theirs.numbers == best.numbers and _rest_pairable(bracket, left, bracket.following.stop)
