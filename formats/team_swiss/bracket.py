"""A bracket paired within itself (C.04.6, article 3.6): C8 to C10, then the order of identifiers.

The identifier of a pairing is its top members in ascending order, then their opponents. So of the
best pairings by C8 to C10 each team is a top member rather than a bottom one, the smallest numbers
first; then each top member takes the smallest number that it can have.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from engine.matching import Criterion, PartnerPreference, Stepwise
from engine.pairable import members
from engine.perfect import Edge
from engine.transposition import Transposition
from formats.team_swiss.field import TeamField
from formats.team_swiss.tight import tight_pairs

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
        """What a pair of places counts by C8, C9 and C10.

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
