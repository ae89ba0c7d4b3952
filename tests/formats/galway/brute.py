"""Mixed groups by the letter of the page: every candidate, in order, with the highest section's
residents first. Pairing numbers must not fall with the sections."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from formats.dutch.position import Float, Position
from tests.formats.dutch.brute import Brute, Pairs

Assigned = tuple[int | None, ...]


class PorousBrute(Brute):
    """`upper` are the places that stand in S1 as if moved down, bracket by bracket."""

    def __init__(self, position: Position) -> None:
        super().__init__(position)
        self.upper: set[int] = set()

    def bracket(self, moved: Sequence[int], residents: Sequence[int]) -> Pairs:
        sections = [self.players[a].section for a in residents]
        assert sections == sorted(sections)
        highest = sections.count(sections[0])
        self.upper = set(residents[:highest]) if len(sections) - highest > highest else set()
        return super().bracket(moved, residents)

    def candidates(
        self, moved: Sequence[int], residents: Sequence[int], count: int
    ) -> Iterator[Pairs]:
        if not self.upper:
            yield from super().candidates(moved, residents, count)
            return
        first = [*moved, *sorted(self.upper)]
        others = [a for a in residents if a not in self.upper]
        for assigned in sorted(self._assigned(first, others, set(moved)), key=self._late(first)):
            pairs = {
                (min(a, b), max(a, b))
                for a, b in zip(first, assigned, strict=True)
                if b is not None
            }
            if len(pairs) <= count:
                rest = [a for a in others if a not in assigned]
                for more in self.remainder(rest, count - len(pairs)):
                    yield (*sorted(pairs), *more)

    def _assigned(
        self, first: Sequence[int], others: Sequence[int], moved: set[int]
    ) -> Iterator[Assigned]:
        """Every way to give those first an opponent or none; no two moved down meet."""

        def go(index: int, partner: dict[int, int | None]) -> Iterator[Assigned]:
            if index == len(first):
                yield tuple(partner[a] for a in first)
                return
            a = first[index]
            if a in partner:
                yield from go(index + 1, partner)
                return
            yield from go(index + 1, {**partner, a: None})
            for b in (*first[index + 1 :], *others):
                both_moved = a in moved and b in moved
                if b not in partner and not both_moved and self.legal[a][b]:
                    yield from go(index + 1, {**partner, a: b, b: a})

        return go(0, {})

    def _late(
        self, first: Sequence[int]
    ) -> Callable[[Assigned], tuple[list[bool], list[tuple[bool, int]]]]:
        """Sort key: who has none; then opponents, those of lower sections before one another."""

        def key(assigned: Assigned) -> tuple[list[bool], list[tuple[bool, int]]]:
            return (
                [b is None for b in assigned],
                [(False, -1) if b is None else (b in first, b) for b in assigned],
            )

        return key

    def quality(
        self,
        moved: int,
        members: Sequence[int],
        pairs: Pairs,
        down: Sequence[int],
        below: frozenset[int],
    ) -> tuple[int, ...]:
        found = super().quality(moved, members, pairs, down, below)
        after_c8 = len(members) + len(self.next_bracket(frozenset(down), below))
        first = {*members[:moved], *self.upper}
        meeting = {a for a, b in pairs if a in self.upper and b not in first}
        return (*found[:after_c8], len(self.upper - meeting), *found[after_c8:])

    def _float(self, a: int, back: int) -> Float:
        return Float.NONE if a in self.upper else super()._float(a, back)


def porous_by_brute_force(position: Position) -> tuple[set[frozenset[int]], int | None] | None:
    """Pairs and bye, pairing numbers; None if nobody can be paired off."""
    Brute.completes.cache_clear()
    Brute.next_bracket.cache_clear()
    return PorousBrute(position).draw()
