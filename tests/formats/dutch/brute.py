"""The Dutch draw by the letter: every candidate of a bracket in generation order, the best kept.

For a few players only. It shares no code with the draw but the input; completion (C4) and the
next bracket (C8) are found by trying everything.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

from formats.dutch.position import Float, Position

Pairs = tuple[tuple[int, int], ...]
"""Higher and lower place of each pair."""


class Wish(NamedTuple):
    """A colour preference: 0 none, 1 mild, 2 strong, 3 absolute."""

    colour: str
    strength: int
    gap: int
    doubled: str


def wish_of(colours: str) -> Wish:
    """Article 1.7."""
    gap = colours.count("W") - colours.count("B")
    doubled = colours[-1] if len(colours) > 1 and colours[-1] == colours[-2] else ""
    if not colours:
        return Wish("", 0, 0, "")
    behind = "B" if gap > 0 else "W"
    turned = "B" if colours[-1] == "W" else "W"
    if abs(gap) > 1:
        return Wish(behind, 3, abs(gap), doubled)
    if doubled:
        return Wish(turned, 3, abs(gap), doubled)
    return Wish(behind, 2, 1, "") if gap else Wish(turned, 1, 0, "")


class Brute:
    """One position; places are 0, 1 … by score and number."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.players = sorted(position.players, key=lambda p: (-p.score, p.number))
        self.wishes = [wish_of(p.colours) for p in self.players]
        self.scores = [p.score for p in self.players]
        last = position.round >= position.rounds
        half = (position.round - 1) * position.win
        self.top = [last and 2 * p.score > half for p in self.players]
        count = range(len(self.players))
        self.legal = [[a != b and self._legal(a, b) for b in count] for a in count]
        self.bye_score: int | None = None

    def _legal(self, a: int, b: int) -> bool:
        one, other = self.players[a], self.players[b]
        if other.number in one.met or {one.number, other.number} in self.position.forbidden:
            return False
        mine, yours = self.wishes[a], self.wishes[b]
        both = mine.strength == yours.strength == 3 and mine.colour == yours.colour
        return not both or self.top[a] or self.top[b]

    def _may_rest(self, a: int) -> bool:
        return self.players[a].may_have_bye and self.bye_score in (None, self.scores[a])

    @cache  # noqa: B019
    def completes(self, left: frozenset[int]) -> bool:
        """Whether all of these can be paired, one resting if they are odd."""
        if not left:
            return True
        first, *others = sorted(left)
        if any(self.legal[first][b] and self.completes(left - {first, b}) for b in others):
            return True
        return bool(len(left) % 2 and self._may_rest(first) and self.completes(left - {first}))

    def draw(self) -> tuple[set[frozenset[int]], int | None] | None:
        """Pairs and bye as pairing numbers; None if nothing is possible."""
        everybody = frozenset(range(len(self.players)))
        if len(everybody) % 2:
            for score in sorted(set(self.scores)):
                self.bye_score = score
                Brute.completes.cache_clear()
                if self.completes(everybody):
                    break
        if not self.completes(everybody):
            return None
        pairs: list[tuple[int, int]] = []
        moved: list[int] = []
        for score in sorted(set(self.scores), reverse=True):
            residents = [a for a in everybody if self.scores[a] == score]
            found = self.bracket(moved, sorted(residents))
            pairs += found
            used = {a for pair in found for a in pair}
            moved = [a for a in (*moved, *sorted(residents)) if a not in used]
        number = [p.number for p in self.players]
        games = {frozenset((number[a], number[b])) for a, b in pairs}
        return games, number[moved[0]] if moved else None

    def bracket(self, moved: Sequence[int], residents: Sequence[int]) -> Pairs:
        """Articles 3.1 to 3.8: as many pairs as possible, then the best and earliest."""
        members = (*moved, *residents)
        below = frozenset(a for a in range(len(self.players)) if a > residents[-1])
        for count in range(len(members) // 2, -1, -1):
            best: tuple[tuple[int, ...], Pairs] | None = None
            for pairs in self.candidates(moved, residents, count):
                used = {a for pair in pairs for a in pair}
                down = [a for a in members if a not in used]
                if not self.completes(below | set(down)):
                    continue
                quality = self.quality(len(moved), members, pairs, down, below)
                if best is None or quality < best[0]:
                    best = quality, pairs
            if best is not None:
                return best[1]
        raise AssertionError("a bracket without a candidate")

    def candidates(
        self, moved: Sequence[int], residents: Sequence[int], count: int
    ) -> Iterator[Pairs]:
        """Article 4: sets of MDPs (4.4), their opponents (4.2), then the remainder (4.2, 4.3)."""
        for chosen in (
            c for n in range(min(len(moved), count), -1, -1) for c in combinations(moved, n)
        ):
            for opponents in self.transpositions(chosen, residents):
                rest = [a for a in residents if a not in opponents]
                for more in self.remainder(rest, count - len(chosen)):
                    yield (*zip(chosen, opponents, strict=True), *more)

    def remainder(self, rest: Sequence[int], count: int) -> Iterator[Pairs]:
        """S1 and S2 as they are, then after each exchange."""
        if 2 * count > len(rest):
            return
        for one, two in exchanges(rest[:count], rest[count:]):
            for opponents in self.transpositions(one, two):
                yield tuple((min(p), max(p)) for p in zip(one, opponents, strict=True))

    def transpositions(self, one: Sequence[int], two: Sequence[int]) -> Iterator[tuple[int, ...]]:
        """Every legal opponents of S1, in lexicographic order."""
        if not one:
            yield ()
            return
        for b in two:
            if self.legal[one[0]][b]:
                for more in self.transpositions(one[1:], [c for c in two if c != b]):
                    yield (b, *more)

    def quality(
        self,
        moved: int,
        members: Sequence[int],
        pairs: Pairs,
        down: Sequence[int],
        below: frozenset[int],
    ) -> tuple[int, ...]:
        """C7 to C21 as numbers to be as small as possible; lists of scores descending."""
        mdps = set(members[:moved])
        found: list[int] = [*_descending([self.scores[a] for a in down], len(members))]
        found += self.next_bracket(frozenset(down), below)
        bye = (
            len(down) == 1
            and self.bye_score is not None
            and self.bye_score >= self.scores[members[-1]]
        )
        found.append(self.players[down[0]].unplayed if bye else 0)
        found += [
            sum(column)
            for column in zip((0, 0, 0, 0), *(self.colours(*p) for p in pairs), strict=True)
        ]
        for back in (0, 1):
            again = [a for a in down if a not in mdps and self._float(a, back) is Float.DOWN]
            risen = [b for a, b in pairs if a in mdps and self._float(b, back) is Float.UP]
            found += [len(again), len(risen)]
        for back in (0, 1):
            limbo = [a for a in down if a in mdps and self._float(a, back) is Float.DOWN]
            paired = [(a, b) for a, b in pairs if a in mdps]
            floated = [(a, b) for a, b in paired if self._float(a, back) is Float.DOWN]
            gaps = [self.scores[a] + 10**6 for a in limbo]
            gaps += [self.scores[a] - self.scores[b] for a, b in floated]
            found += _descending(gaps, len(members))
            risen_gaps = [
                self.scores[a] - self.scores[b]
                for a, b in paired
                if self._float(b, back) is Float.UP
            ]
            found += _descending(risen_gaps, len(members))
        return tuple(found)

    def _float(self, a: int, back: int) -> Float:
        return self.players[a].floats[back]

    def colours(self, a: int, b: int) -> tuple[int, int, int, int]:
        """C10 to C13 for a pair."""
        one, other = self.wishes[a], self.wishes[b]
        if not one.colour or one.colour != other.colour:
            return 0, 0, 0, 0
        absolute = one.strength == other.strength == 3
        wide = absolute and one.gap > 1 and other.gap > 1
        if one.gap == other.gap:
            third = absolute and bool(one.doubled) and one.doubled == other.doubled
        else:
            third = absolute and bool(min(one, other, key=lambda w: w.gap).doubled)
        strong = not absolute and min(one.strength, other.strength) >= 2
        return int(wide), int(third), 1, int(strong)

    @cache  # noqa: B019
    def next_bracket(self, down: frozenset[int], below: frozenset[int]) -> tuple[int, ...]:
        """C8: fewest downfloaters of the next bracket, then their lowest scores, over all ways
        to pair the rest."""
        if not below:
            return ()
        score = max(self.scores[a] for a in below)
        residents = frozenset(a for a in below if self.scores[a] == score)
        size = len(down) + len(residents)
        best: tuple[int, ...] | None = None
        for left in self._leftovers(down, residents, frozenset()):
            scores = [self.scores[a] for a in left]
            value = (len(left), *_descending(scores, size))
            if (best is None or value < best) and self.completes((below - residents) | left):
                best = value
        assert best is not None
        return best

    def _leftovers(
        self, down: frozenset[int], residents: frozenset[int], left: frozenset[int]
    ) -> Iterator[frozenset[int]]:
        """Who may remain of the next bracket, MDPs meeting residents only."""
        if not down and not residents:
            yield left
            return
        first = min(down) if down else min(residents)
        down, residents = down - {first}, residents - {first}
        for b in residents:
            if self.legal[first][b]:
                yield from self._leftovers(down, residents - {b}, left)
        yield from self._leftovers(down, residents, left | {first})


def exchanges(one: Sequence[int], two: Sequence[int]) -> Iterator[tuple[list[int], list[int]]]:
    """Article 4.3, beginning with no exchange at all."""
    place = {a: n for n, a in enumerate((*one, *two))}
    for count in range(min(len(one), len(two)) + 1):
        sets = [(a, b) for a in combinations(one, count) for b in combinations(two, count)]
        sets.sort(
            key=lambda s: (
                sum(place[b] for b in s[1]) - sum(place[a] for a in s[0]),
                [-place[a] for a in reversed(s[0])],
                [place[b] for b in s[1]],
            )
        )
        for gone, come in sets:
            first = sorted([a for a in one if a not in gone] + list(come))
            second = sorted([b for b in two if b not in come] + list(gone))
            yield first, second


def _descending(values: list[int], size: int) -> list[int]:
    """In descending order, filled up to the same length for comparison."""
    return sorted(values, reverse=True) + [-(10**6)] * (size - len(values))


def by_brute_force(position: Position) -> tuple[set[frozenset[int]], int | None] | None:
    """Pairs and bye, pairing numbers; None if nobody can be paired off."""
    Brute.completes.cache_clear()
    Brute.next_bracket.cache_clear()
    return Brute(position).draw()
