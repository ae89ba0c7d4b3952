"""A bracket without exchanges, fast: the bound of its classes, and the first candidate on it.

If a candidate reaches the bound, no other is better by any criterion. MDPs take, one after the
other, the first resident with whom the bound still can be reached; in the remainder the first
transposition of S2 with tight pairs only is the first candidate of all. Where this finds nothing
(an exchange, or an MDP in the Limbo) the bracket is left to `formats.dutch.exact`.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.pairable import mask_of, members
from engine.transposition import Transposition
from formats.dutch.bracket import Paired, ScoreBracket
from formats.dutch.classes import Classes
from formats.dutch.transport import Bound

MOST_DOWN = 6
"""More downfloaters are left to exact matching."""


def pair_swiftly(bracket: ScoreBracket) -> Paired | None:
    """The bracket by itself; None where it is not found this way."""
    for down in range(len(bracket) % 2, min(MOST_DOWN, len(bracket)) + 1, 2):
        if bracket.rests_here and down != 1:
            return None
        classes = Classes(bracket, down)
        bound = classes.bound(classes.sizes)
        if bound is not None:
            return None if bound.double >= classes.limbo else _Swift(classes, bound).paired()
        if bracket.upper:  # more pairs may be possible among those who stand in S1
            return None
    return None


class _Swift:
    """Residents (`upper` ones left out) are counted from 0; `sizes` are what is left of classes."""

    def __init__(self, classes: Classes, bound: Bound) -> None:
        self.classes = classes
        self.bracket = classes.bracket
        self.bound = bound
        self.sizes = list(classes.sizes)
        self.moved = self.bracket.first
        self.start = self.bracket.group.start + self.bracket.upper
        self.open = (1 << len(self.bracket) - self.moved) - 1
        self.class_of = classes.members[self.moved :]

    def paired(self) -> Paired | None:
        pairs = []
        for mover in range(self.moved):
            resident = self._opponent(mover)
            if resident is None:
                return None
            pairs.append((self.bracket.places[mover], self.start + resident))
            self.open &= ~(1 << resident)
        rest = self._remainder()
        if rest is None:
            return None
        pairs += rest.pairs
        return Paired(tuple(pairs), rest.down)

    def _opponent(self, mover: int) -> int | None:
        """The first resident with whom the bound holds; his class and the MDP's are used up."""
        near = self.bracket.field.near[self.bracket.places[mover]] >> self.start & self.open
        failed: set[int] = set()
        for resident in members(near):
            kind = self.class_of[resident]
            if kind not in failed:
                if self._reaches(mover, kind):
                    return resident
                failed.add(kind)
        return None

    def _reaches(self, mover: int, kind: int) -> bool:
        price = self.classes.prices[mover][kind]
        if price is None or not self.bound.tight(mover, kind, price):
            return False
        sizes = list(self.sizes)
        sizes[mover] -= 1
        sizes[kind] -= 1
        bound = self.classes.bound(sizes)
        if bound is None or bound.double + 2 * price != self.bound.double:
            return False
        self.sizes, self.bound = sizes, bound
        return True

    def _remainder(self) -> Paired | None:
        """S1 against S2 with a dummy for each downfloater."""
        order = list(members(self.open))
        half = (len(order) - self.classes.down) // 2
        one, two = order[:half], order[half:]
        column = self._transposition(one, two).first(half)
        if column is None:
            return None
        start = self.start
        pairs = tuple((start + a, start + b) for a, b in zip(one, column, strict=False))
        return Paired(pairs, tuple(sorted(start + a for a in column[half:])))

    def _transposition(self, one: list[int], two: list[int]) -> Transposition:
        down, leaving = self.classes.down, self._leaving()
        near = self._tight_near(mask_of(one), mask_of(two))
        dummies = ((1 << down) - 1) << len(one)
        rows = [near[a] for a in one]
        rows += [mask_of([b for b in two if self.class_of[b] in leaving])] * down
        row_of = {a: row for row, a in enumerate(one)}
        whole = not one or one[-1] - one[0] == len(one) - 1
        takers = {}
        for b in two:
            known = near[b]
            asked = (
                known >> one[0] if whole and one else mask_of([row_of[a] for a in members(known)])
            )
            takers[b] = asked | (dummies if self.class_of[b] in leaving else 0)
        return Transposition(rows, takers)

    def _leaving(self) -> set[int]:
        """Classes whose players may downfloat at no more than the bound."""
        last = len(self.sizes) - 1
        prices = self.classes.prices
        return {c for c in range(last) if self.bound.tight(c, last, prices[c][last])}

    def _tight_near(self, one: int, two: int) -> dict[int, int]:
        """For each of S1 those of S2 whom he may meet at no more than the bound, and back."""
        masks = self._tight_masks()
        near = self.bracket.field.near
        tight = {}
        for side, other in ((one, two), (two, one)):
            for a in members(side):
                tight[a] = near[self.start + a] >> self.start & masks[self.class_of[a]] & other
        return tight

    def _tight_masks(self) -> Sequence[int]:
        """For every class the residents of the classes it is tight with."""
        by_class: list[list[int]] = [[] for _ in self.sizes]
        for a, kind in enumerate(self.class_of):
            by_class[kind].append(a)
        masks = [mask_of(residents) for residents in by_class]
        prices = self.classes.prices
        tight = []
        for one in range(len(self.sizes)):
            mask = 0
            for other, residents in enumerate(masks):
                if residents and self.bound.tight(one, other, prices[one][other]):
                    mask |= residents
            tight.append(mask)
        return tight
