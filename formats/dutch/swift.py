"""A bracket without exchanges, fast: the bound of its classes, and the first candidate on it.

If a candidate reaches the bound, no other is better by any criterion. MDPs take, one after the
other, the first resident with whom the bound still can be reached; in the remainder the first
transposition of S2 with tight pairs only is the first candidate of all. Where this finds nothing
(an exchange, or an MDP in the Limbo) the bracket is left to `formats.dutch.exact`.

The bound: members of a bracket whom its criteria cannot distinguish are a class; a pair costs what
its two classes say. Every perfect matching, read both ways, sends each player of a class to one of
some class: a transport of the classes to themselves. So the cheapest transport bounds twice the
cost of all matchings from below, and a matching that reaches the bound uses tight pairs of classes
only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from engine.assignment import Transposition
from engine.pairable import mask_of, members
from formats.dutch.bracket import RESIDENT, Costs, Paired, ScoreBracket
from formats.dutch.criteria import Traits, c3_same_absolute
from formats.dutch.position import Float, Preference

MOST_DOWN = 6
"""More downfloaters are left to exact matching."""


def pair_swiftly(bracket: ScoreBracket) -> Paired | None:
    """The bracket by itself; None if it is not found this way."""
    for down in range(len(bracket) % 2, min(MOST_DOWN, len(bracket)) + 1, 2):
        if bracket.rests_here and down != 1:
            return None
        classes = Classes(bracket, down)
        bound = classes.bound(classes.sizes)
        if bound is not None:
            return None if bound.double >= classes.limbo else _Swift(classes, bound).paired()
        if bracket.upper:  # more pairs may be possible among the members of S1
            return None
    return None


class _Swift:
    """Residents (`upper` ones left out) are counted from 0; `sizes` are the rests of the
    classes."""

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
        """For each of S1 those of S2 whom he may meet at no more than the bound, and the
        reverse."""
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


@dataclass(frozen=True)
class Classes:
    """MDPs and `upper` residents are a class each, the other residents are grouped, and `down`
    downfloaters are the last class.

    An `upper` resident meets one of the others here; where that cannot be, exact matching finds
    out (`swift`).

    Costs are packed into one number with a field a criterion; C7 is at the top, one field for
    each score of MDPs.
    """

    bracket: ScoreBracket
    down: int

    @cached_property
    def kinds(self) -> list[Traits]:
        """What counts of each class but the last: those first in S1, then kinds of residents."""
        moved = self.bracket.first
        tellings = [self._telling(self.bracket.traits[a], a) for a in range(moved)]
        return tellings + list(self._residents)

    @cached_property
    def _residents(self) -> dict[Traits, int]:
        return {kind: n for n, kind in enumerate(dict.fromkeys(self._kind_of_resident.values()))}

    @cached_property
    def _kind_of_resident(self) -> dict[tuple[Traits, bool], Traits]:
        """By traits and whether the bye may fall to the player."""
        merged: dict[tuple[Traits, bool], Traits] = {}
        for a in range(self.bracket.first, len(self.bracket)):
            key = self.bracket.traits[a], self.bracket.may_have_bye(a)
            if key not in merged:
                merged[key] = self._telling(key[0], a)
        return merged

    @cached_property
    def members(self) -> list[int]:
        """Every member's class, by BSN."""
        moved = self.bracket.first
        classes = list(range(moved))
        for a in range(moved, len(self.bracket)):
            key = self.bracket.traits[a], self.bracket.may_have_bye(a)
            classes.append(moved + self._residents[self._kind_of_resident[key]])
        return classes

    @cached_property
    def sizes(self) -> list[int]:
        """Players in each class."""
        counts = [0] * len(self.kinds)
        for number in self.members:
            counts[number] += 1
        return [*counts, self.down]

    def _telling(self, traits: Traits, a: int) -> Traits:
        """The traits without what makes no difference in this bracket."""
        bracket, wish = self.bracket, traits.preference
        bye = bracket.rests_here and bracket.may_have_bye(a)
        if not wish.absolute:
            wish = Preference(wish.colour, wish.strength)
        telling = replace(
            traits,
            preference=wish,
            topscorer=traits.topscorer and wish.absolute,
            may_have_bye=bye,
            unplayed=traits.unplayed if bye else 0,
        )
        return replace(
            telling, last=self._float(telling.last), earlier=self._float(telling.earlier)
        )

    def _float(self, float: Float) -> Float:
        counts = {Float.UP: bool(self.bracket.moved), Float.DOWN: self.down > 0}
        return float if counts.get(float) else Float.NONE

    @cached_property
    def levels(self) -> list[int]:
        """The level of each class but the last."""
        moved = self.bracket.first
        return self.bracket.levels[:moved] + [RESIDENT] * (len(self.kinds) - moved)

    @cached_property
    def width(self) -> int:
        """Bits of a field: room for twice a sum over the bracket, or a bye's unplayed games."""
        return max(2 * len(self.bracket), 256).bit_length() + 1

    def pack(self, leaves: int, costs: Costs) -> int:
        """One number; `leaves` is the level of an MDP who is not paired, else `RESIDENT`."""
        packed = 0
        for level in range(len(self.bracket.scores)):
            packed = packed << self.width | int(level == leaves)
        for cost in costs:
            packed = packed << self.width | cost
        return packed

    @cached_property
    def limbo(self) -> int:
        """Twice the least cost at which an MDP is not paired."""
        return 2 << self.width * len(self.bracket.names)

    @cached_property
    def prices(self) -> list[list[int | None]]:
        """The costs of a pair of classes; the last class is of downfloaters."""
        count = len(self.kinds)
        costs: list[list[int | None]] = [[None] * (count + 1) for _ in range(count + 1)]
        for one in range(count):
            for other in range(max(one, self.bracket.first), count):
                costs[one][other] = costs[other][one] = self._pair(one, other)
            costs[one][count] = costs[count][one] = self._down(one)
        return costs

    def _pair(self, one: int, other: int) -> int | None:
        high, low = self.kinds[one], self.kinds[other]
        if c3_same_absolute(high, low):
            return None
        return self.pack(RESIDENT, self.bracket.pair(self.levels[one], high, low))

    def _down(self, one: int) -> int | None:
        kind, bye = self.kinds[one], self.bracket.rests_here
        if not self.down or (bye and not kind.may_have_bye):
            return None
        if self.bracket.apart(one, None):
            return None
        level = self.levels[one]
        return self.pack(level, self.bracket.down(level, kind, bye))

    def bound(self, sizes: Sequence[int]) -> Bound | None:
        """For the rest of the classes."""
        return least(sizes, self.prices)


Prices = Sequence[Sequence[int | None]]
"""Symmetric; None if two classes do not meet."""


@dataclass(frozen=True, slots=True)
class Bound:
    """Twice the least cost, and potentials: no price is below half the sum of its two."""

    double: int
    potentials: tuple[int, ...]

    def tight(self, one: int, other: int, price: int | None) -> bool:
        """Whether a matching that reaches the bound can have such a pair."""
        if price is None:
            return False
        return 2 * price == self.potentials[one] + self.potentials[other]


def least(sizes: Sequence[int], prices: Prices) -> Bound | None:
    """The bound for classes of these sizes; None if they cannot be paired at all.

    A single player is not paired with himself.
    """
    flow = _Flow(sizes, prices)
    while any(flow.unsent):
        if not flow.send():
            return None
    double = sum(n * (u + v) for n, u, v in zip(sizes, flow.left, flow.right, strict=True))
    return Bound(double, tuple(u + v for u, v in zip(flow.left, flow.right, strict=True)))


class _Flow:
    """Shortest augmenting paths over reduced prices, which stay non-negative."""

    def __init__(self, sizes: Sequence[int], prices: Prices) -> None:
        self.count = len(sizes)
        self.unsent = list(sizes)
        self.open = list(sizes)
        self.arcs = [
            [
                (d, price)
                for d, price in enumerate(row)
                if price is not None and sizes[d] and (c != d or sizes[c] > 1)
            ]
            if sizes[c]
            else []
            for c, row in enumerate(prices)
        ]
        self.left = [min((price for _, price in row), default=0) for row in self.arcs]
        self.right = [0] * self.count
        self.sent: list[dict[int, int]] = [{} for _ in range(self.count)]
        """By right class: how many come from each left class."""

    def send(self) -> bool:
        """Send as many as one cheapest path takes; False if there is none."""
        near: list[int | None] = [0 if n else None for n in self.unsent]
        far: list[int | None] = [None] * self.count
        origin = [-1] * self.count
        back = [-1] * self.count
        done: set[int] = set()
        fresh = [c for c, n in enumerate(self.unsent) if n]
        while True:
            self._relax(fresh, near, far, origin)
            reached = [(x, d) for d, x in enumerate(far) if x is not None and d not in done]
            if not reached:
                return False
            length, last = min(reached, key=lambda item: (item[0], not self.open[item[1]]))
            if self.open[last]:
                break
            done.add(last)
            fresh = []
            for c, amount in self.sent[last].items():
                if amount and near[c] is None:
                    near[c], back[c] = length, last
                    fresh.append(c)
        self._shift(length, near, far)
        self._augment(last, origin, back)
        return True

    def _relax(
        self,
        fresh: list[int],
        near: list[int | None],
        far: list[int | None],
        origin: list[int],
    ) -> None:
        for c in fresh:
            base = (near[c] or 0) - self.left[c]
            for d, price in self.arcs[c]:
                length = base + price - self.right[d]
                known = far[d]
                if known is None or length < known:
                    far[d], origin[d] = length, c

    def _shift(self, length: int, near: list[int | None], far: list[int | None]) -> None:
        for c, x in enumerate(near):
            if x is not None and x < length:
                self.left[c] += length - x
        for d, x in enumerate(far):
            if x is not None and x < length:
                self.right[d] -= length - x

    def _augment(self, last: int, origin: list[int], back: list[int]) -> None:
        path = []
        d = last
        while d >= 0:
            c = origin[d]
            path.append((c, d))
            d = back[c]
        first = path[-1][0]
        amount = min(self.unsent[first], self.open[last])
        amount = min([amount, *(self.sent[back[c]][c] for c, _ in path if back[c] >= 0)])
        for c, d in path:
            self.sent[d][c] = self.sent[d].get(c, 0) + amount
            if back[c] >= 0:
                self.sent[back[c]][c] -= amount
        self.unsent[first] -= amount
        self.open[last] -= amount
