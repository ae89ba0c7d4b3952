"""What it would cost to draw a group without one of its games, from the draw that is known."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from engine.matching import Matching
from engine.perfect import Edge, Unmatched, incident, perfect, potentials
from formats.kjca.pairing import PairingGroup


@dataclass(frozen=True)
class Avoidance:
    """A group and its best pairing. Only the first two sums of a draw without a game are found:
    the price of the boards, and the games that rule 8 asks to avoid.

    Both are one number, the *weight*, which no legal pairing of the group has less of than the
    known one, W. `potentials` give every legal game a *distance* d >= 0 such that the distances of
    any pairing add up to twice what it weighs above W, and the *slack* of the known one. So a
    pairing whose distances add up to s contains no game with d > s.
    """

    group: PairingGroup
    matching: Matching

    def totals_without(self, a: int, b: int) -> tuple[int, int] | None:
        """Price and games of the best pairing in which these two cards do not meet; None if there
        is no legal one."""
        here = self._free.index(a), self._free.index(b)
        more = self._more(min(here), max(here))
        if more is None:
            return None
        known = self.matching.totals
        return divmod(known["rule 8"] * self._unit + known["games"] + more, self._unit)

    def _more(self, a: int, b: int) -> int | None:
        """By how much the weight grows."""
        exchange, least = self._exchange(a, b), self._least(a, b)
        if exchange is not None and exchange <= least:
            return exchange
        limit = 2 * (least if exchange is None else exchange) + self._slack
        while True:
            few = [
                i for i, d in enumerate(self._distance) if d <= limit and self._edges[i] != (a, b)
            ]
            everything = len(few) >= len(self._edges) - 1
            try:
                light = [self._weights[i] for i in few]
                edges = [self._edges[i] for i in few]
                partner = perfect(len(self._free), edges, light, "auto")
            except Unmatched:
                if everything:
                    return None
                limit = 2 * limit + self._unit
                continue
            more = self._weight_of(partner) - self._known_weight
            if everything or 2 * more + self._slack <= limit:
                return more
            limit = 2 * more + self._slack

    def _exchange(self, a: int, b: int) -> int | None:
        """The least that the weight grows when the board changes opponents with another one."""
        best: int | None = None
        known = self._weight[a, b]
        for c, d in enumerate(self._partner):
            if c > d or c in (a, b):
                continue
            for one, other in (((a, c), (b, d)), ((a, d), (b, c))):
                first = self._weight.get((min(one), max(one)))
                second = self._weight.get((min(other), max(other)))
                if first is not None and second is not None:
                    grows = first + second - known - self._weight[c, d]
                    best = grows if best is None else min(best, grows)
        return best

    def _least(self, a: int, b: int) -> int:
        """No pairing without the game weighs less than this more: each of the two has another
        game, and its distance."""
        nearest = [
            min((self._distance[i] for v, i in self._around[u] if v != w), default=0)
            for u, w in ((a, b), (b, a))
        ]
        return max(-((self._slack - sum(nearest)) // 2), 0)

    # The group as a graph of the cards that are not locked, numbered from 0

    @cached_property
    def _free(self) -> list[int]:
        group = self.group
        return [c for c, p in enumerate(group.players) if p not in group.field.locked]

    @cached_property
    def _unit(self) -> int:
        """More than there can be games: a price in the weight."""
        return len(self.group.players)

    @cached_property
    def _weight(self) -> dict[Edge, int]:
        """Of every legal game."""
        group, near = self.group, self.group.opponents()
        return {
            (i, j): group.price(a, b) * self._unit + group.game(a, b)
            for i, a in enumerate(self._free)
            for j, b in enumerate(self._free[i + 1 :], start=i + 1)
            if near[a] >> b & 1
        }

    @cached_property
    def _edges(self) -> list[Edge]:
        return list(self._weight)

    @cached_property
    def _weights(self) -> list[int]:
        return list(self._weight.values())

    @cached_property
    def _around(self) -> list[list[tuple[int, int]]]:
        return incident(len(self._free), self._edges)

    @cached_property
    def _partner(self) -> list[int]:
        place = {card: i for i, card in enumerate(self._free)}
        return [place[self.matching.partner[card]] for card in self._free]

    @cached_property
    def _known_weight(self) -> int:
        return self._weight_of(self._partner)

    def _weight_of(self, partner: list[int]) -> int:
        return sum(self._weight[u, v] for u, v in enumerate(partner) if u < v)

    @cached_property
    def _potentials(self) -> tuple[list[int], int]:
        return potentials(self._edges, self._weights, self._partner)

    @property
    def _slack(self) -> int:
        return self._potentials[1]

    @cached_property
    def _distance(self) -> list[int]:
        double, _ = self._potentials
        return [
            2 * weight - double[u] - double[v]
            for (u, v), weight in zip(self._edges, self._weights, strict=True)
        ]
