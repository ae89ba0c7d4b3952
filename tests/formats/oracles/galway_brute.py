"""Porous and closed rounds by trying every candidate of every bracket, for fields of two sections.

The Dutch criteria by the letter are those of the brute force that the Dutch draw itself is held
to; what is added here is who stands in S1 of a mixed group, and floats by notional points.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from formats.dutch.position import DutchPlayer, Float, Position
from tests.formats.dutch.brute import Brute, Pairs
from tests.formats.oracles.galway_oracle import Card

LARGEST = 8
"""Players of a bracket whose candidates are all tried."""

FLOATS = {"d": Float.DOWN, "u": Float.UP, "-": Float.NONE}
Found = tuple[set[frozenset[str]], str | None]


class Unsettled(Exception):
    """The rules do not say which of several pairings is to be taken, or there are too many."""


class PorousBrute(Brute):
    """Mixed groups with more players of the lower sections than of the highest: those of the
    highest stand in S1 after the moved-down players."""

    def __init__(self, position: Position, sections: dict[int, int]) -> None:
        super().__init__(position)
        self.sections = [sections[p.number] for p in self.players]

    def bracket(self, moved: Sequence[int], residents: Sequence[int]) -> Pairs:
        """As in the Dutch system, uppers beside the moved-down players."""
        if len(moved) + len(residents) > LARGEST:
            raise Unsettled
        highest = min(self.sections[a] for a in residents)
        uppers = [a for a in residents if self.sections[a] == highest]
        others = [a for a in residents if a not in uppers]
        if len(others) <= len(uppers):
            return super().bracket(moved, residents)
        members = (*moved, *residents)
        below = frozenset(a for a in range(len(self.players)) if a > max(residents))
        for count in range(len(members) // 2, -1, -1):
            best: tuple[tuple[int, ...], Pairs] | None = None
            for pairs in self._mixed(moved, uppers, others, count):
                used = {a for pair in pairs for a in pair}
                down = [a for a in members if a not in used]
                if not self.completes(below | set(down)):
                    continue
                found = self.quality(len(moved), members, pairs, down, below)
                floats = len(members) + len(self.next_bracket(frozenset(down), below))
                value = (*found[:floats], self._apart(pairs, uppers, others), *found[floats:])
                if best is None or value < best[0]:
                    best = value, pairs
            if best is not None:
                if self._apart(best[1], uppers, others):
                    raise Unsettled
                return best[1]
        raise AssertionError("a bracket without a candidate")

    def _mixed(
        self, moved: Sequence[int], uppers: list[int], others: list[int], count: int
    ) -> list[Pairs]:
        found: list[Pairs] = []
        for number in range(min(len(moved), count), -1, -1):
            for chosen in combinations(moved, number):
                for k in range(min(len(uppers), count - number), -1, -1):
                    for some in combinations(uppers, k):
                        found += self._with(chosen, some, [*uppers, *others], uppers, count)
        return found

    def _with(
        self,
        chosen: Sequence[int],
        some: Sequence[int],
        residents: list[int],
        uppers: list[int],
        count: int,
    ) -> list[Pairs]:
        first = (*chosen, *some)
        # those of S1 do not meet each other
        free = [a for a in residents if a not in some]
        found: list[Pairs] = []
        for opponents in self.transpositions(first, free):
            if any(b in uppers for a, b in zip(first, opponents, strict=True) if a in some):
                continue
            rest = [a for a in free if a not in opponents]
            for more in self.remainder(rest, count - len(first)):
                found.append((*zip(first, opponents, strict=True), *more))
        return found

    @staticmethod
    def _apart(pairs: Pairs, uppers: list[int], others: list[int]) -> int:
        """Uppers who do not meet a resident of another section."""
        meeting = {a for p in pairs for a, b in (p, p[::-1]) if a in uppers and b in others}
        return len(uppers) - len(meeting)


def position_of(
    players: Sequence[Card], number: int, rounds: int, *, notional: bool, all_cards: Sequence[Card]
) -> Position:
    """The terms of the Dutch system; numbers are ranks."""
    rank = {c.id: c.rank + 1 for c in all_cards}

    def player(c: Card) -> DutchPlayer:
        last, earlier = [*reversed([FLOATS[f] for f in c.floats]), Float.NONE, Float.NONE][:2]
        score = c.notional if notional else c.score
        return DutchPlayer(
            c.rank + 1,
            int(score * 100),
            c.colours,
            frozenset(rank[id] for id in c.met if id in rank),
            (last, earlier),
            c.may_have_bye,
            c.unplayed,
        )

    return Position(tuple(map(player, players)), number, rounds)


def porous_round(
    players: Sequence[Card], number: int, rounds: int, *, upper_first: bool
) -> Found | None:
    """Pairs and bye by id. Topscorers are known in the last round alone, which is closed."""
    position = position_of(players, number, rounds, notional=True, all_cards=players)
    if upper_first:
        brute: Brute = PorousBrute(position, {c.rank + 1: c.section for c in players})
    else:
        brute = Brute(position)
    return _named(brute, players)


def closed_section(
    players: Sequence[Card], number: int, rounds: int, field: Sequence[Card]
) -> Found | None:
    """A section by itself on real scores."""
    position = position_of(players, number, rounds, notional=False, all_cards=field)
    return _named(Brute(position), players)


def _named(brute: Brute, players: Sequence[Card]) -> Found | None:
    Brute.completes.cache_clear()
    Brute.next_bracket.cache_clear()
    found = brute.draw()
    if found is None:
        return None
    id = {c.rank + 1: c.id for c in players}
    games, bye = found
    return {frozenset(id[n] for n in game) for game in games}, None if bye is None else id[bye]
