"""A bracket paired within itself (C.04.6, article 3.6): C8 to C10, then the order of identifiers.

The identifier of a pairing is its top members in ascending order, then their opponents. So of the
best pairings by C8 to C10 each team is a top member rather than a bottom one, the smallest numbers
first; then each top member takes the smallest number that it can have.

Pairs that the best pairing can have if nobody has met are tried first (`tight_pairs`). Their bounds
of C8 to C10 come from numbers alone: how many are due each colour, how many of those strongly, how
many upfloaters there are for residents who floated last time. A pairing of these pairs alone is at
every bound, and only such pairings are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.assignment import Transposition
from engine.history import Colour
from engine.matching import Criterion, PartnerPreference, Stepwise
from engine.pairable import mask_of, members
from engine.perfect import Edge
from formats.team_swiss.field import TeamField

COLOUR_CRITERIA = ("C8", "C9", "C10")


@dataclass(frozen=True)
class TeamBracket:
    """Teams of one scoregroup and the upfloaters that join them, as bit sets of places."""

    field: TeamField
    residents: int
    upfloaters: int = 0

    @cached_property
    def places(self) -> list[int]:
        """All members by pairing number."""
        return list(members(self.residents | self.upfloaters))

    def costs(self, a: int, b: int) -> tuple[int, int, int]:
        """The costs of a pair of places by C8, C9 and C10.

        Colours grant every preference of a pair but one of two alike, the strong one of two going
        first (4.3.2 to 4.3.4); so neither C8 nor C9 needs to know who has White.
        """
        one, other = self.field.wishes[a], self.field.wishes[b]
        clash = one.clashes(other)
        strong = clash and one.strong and other.strong
        return int(clash), int(strong), self.floated_opponents(a, b)

    def floated_opponents(self, a: int, b: int) -> int:
        """C10: opponents of upfloaters among the two that were floaters in the previous round."""
        floated = self.field.floated
        return sum(floated[other] for one, other in ((a, b), (b, a)) if self.upfloaters >> one & 1)

    def paired(self, *, reference: bool = False) -> tuple[Edge, ...]:
        """Pairs of places, the smaller number first; `reference`: by exact matching alone."""
        if not reference:
            pairs = self._halves()
            if pairs is not None:
                return pairs
        return self._exactly()

    def _exactly(self) -> tuple[Edge, ...]:
        """By exact matching. `Unmatched` if C1 leaves no pairing."""
        places, near = self.places, self.field.near
        size = len(places)
        edges = [(a, b) for b in range(size) for a in range(b) if near[places[a]] >> places[b] & 1]
        costs = {(a, b): self.costs(places[a], places[b]) for a, b in edges}

        def criterion(index: int, name: str) -> Criterion:
            return Criterion(name, lambda a, b: costs[a, b][index], size)

        counted = [
            criterion(index, name)
            for index, name in enumerate(COLOUR_CRITERIA)
            if any(cost[index] for cost in costs.values())
        ]
        search = Stepwise(size, edges)
        search.minimise(counted)
        search.prefer(PartnerPreference("top members", range(size), lambda v, p: int(p < v)))
        tops = [v for v in range(size) if search.partner[v] > v]
        search.prefer(PartnerPreference("their opponents", tops, lambda _, p: p))
        partner = search.partner
        return tuple((places[v], places[partner[v]]) for v in tops)

    # without search: the smaller numbers against the larger ones

    def _halves(self) -> tuple[Edge, ...] | None:
        """The smaller half of the numbers as top members, at less than which C8 to C10 cannot be.

        Such a pairing comes before all others that are as good. None if there is none.
        """
        half = len(self.places) // 2
        near = tight_pairs(self.field, self.places, self.upfloaters)
        rows = [near[a] >> half << half for a in range(half)]
        takers = {b: near[b] & (1 << half) - 1 for b in range(half, len(self.places))}
        columns = Transposition(rows, takers).first(half)
        if columns is None:
            return None
        return tuple((self.places[a], self.places[b]) for a, b in enumerate(columns))


@dataclass(frozen=True, slots=True)
class _Kind:
    """What C8 to C10 see of a member."""

    colour: Colour | None
    strong: bool
    up: bool
    again: bool
    """A resident who was a floater in the previous round, if there are upfloaters."""


def tight_pairs(field: TeamField, places: Sequence[int], upfloaters: int) -> list[int]:
    """For each member, by its position among the places, those with whom a pair is at the bounds
    and who have not met it; bit sets of positions."""
    kinds = [_kind(field, place, upfloaters) for place in places]
    bounds = _Bounds(Counter(kinds))
    own = {kind: mask_of(i for i, k in enumerate(kinds) if k == kind) for kind in set(kinds)}
    allowed = {
        kind: sum(mask for other, mask in own.items() if bounds.allow(kind, other)) for kind in own
    }
    compressed = _Compressed(places)
    return [
        allowed[kind] & compressed.of(field.near[place])
        for place, kind in zip(places, kinds, strict=True)
    ]


class _Compressed:
    """Bit sets of places as bit sets of positions among some of them."""

    def __init__(self, places: Sequence[int]) -> None:
        self.position = {place: i for i, place in enumerate(places)}
        self.places = mask_of(places)
        self.whole = (1 << len(places)) - 1

    def of(self, mask: int) -> int:
        """Most are set: only those that are not are looked at."""
        missing, result = self.places & ~mask, self.whole
        while missing:
            low = missing & -missing
            result ^= 1 << self.position[low.bit_length() - 1]
            missing ^= low
        return result


def _kind(field: TeamField, place: int, upfloaters: int) -> _Kind:
    wish, up = field.wishes[place], bool(upfloaters >> place & 1)
    again = bool(upfloaters) and not up and field.floated[place]
    return _Kind(wish.colour, wish.strong, up, again)


class _Bounds:
    """The least that C8, C9 and C10 can be, and the pairs that keep to it."""

    def __init__(self, kinds: Counter[_Kind]) -> None:
        def count(*, colour: Colour | None) -> int:
            return sum(n for kind, n in kinds.items() if kind.colour == colour)

        white, black = count(colour="W"), count(colour="B")
        self.majority: Colour = "W" if white >= black else "B"
        # C8: more are due the one colour than there are others
        self.clashes = max(0, abs(white - black) - count(colour=None)) // 2
        mild = sum(n for k, n in kinds.items() if k.colour == self.majority and not k.strong)
        # C9: each of those pairs needs one whose preference is not strong
        self.strong = self.clashes > mild
        ups = sum(n for kind, n in kinds.items() if kind.up)
        fresh = sum(n for kind, n in kinds.items() if not kind.up and not kind.again)
        # C10: more upfloaters than residents who were no floaters
        self.again = ups > fresh

    def allow(self, one: _Kind, other: _Kind) -> bool:
        """Whether a pair of these two keeps to all bounds."""
        return self._colours(one, other) and self._floats(one, other)

    def _colours(self, one: _Kind, other: _Kind) -> bool:
        due = [kind for kind in (one, other) if kind.colour == self.majority]
        if not self.clashes:
            return one.colour is None or one.colour != other.colour
        if not due:
            return False
        strong = sum(kind.strong for kind in due)
        if not self.strong:
            return strong < 2
        # all that are not strong are needed, each with one that is
        return strong == len(due) or (len(due) == 2 and strong == 1)

    def _floats(self, one: _Kind, other: _Kind) -> bool:
        """Upfloaters never meet each other: without those two there would be fewer (C4)."""
        if one.up and other.up:
            return False
        if one.up or other.up:
            return self.again or not (one.again or other.again)
        return not self.again or (one.again and other.again)
