"""What it would cost to draw a group without one of its games, from the draw that is known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from engine.matching import Matching
from engine.pairable import mask_of, members
from engine.perfect import Edge, Unmatched, perfect, potentials
from formats.kjca.pairing import PairingGroup

NEAREST = 8
"""So many opponents of a card are looked at first, and so many more whenever they do not do."""


@dataclass(frozen=True)
class Avoidance:
    """A group and its best pairing. Only the first two sums of a draw without a game are found:
    the price of the boards, and the games that rule 8 asks to avoid.

    Both are one number, the *weight*, which no legal pairing of the group has less of than the
    known one, W. `potentials` give every legal game a *distance* d >= 0 such that the distances of
    any pairing add up to twice what it weighs above W, and the *slack* of the known one. So a
    pairing whose distances add up to s contains no game with d > s. Games of one weight between
    cards of one potential are at one distance: they are bit sets, not looked at one by one.
    """

    group: PairingGroup
    matching: Matching

    def totals_without(self, a: int, b: int) -> tuple[int, int] | None:
        """Price and games of the best pairing in which these two cards do not meet; None if there
        is no legal one."""
        more = self._more(min(a, b), max(a, b))
        if more is None:
            return None
        known = self.matching.totals
        return divmod(known["rule 8"] * self._unit + known["games"] + more, self._unit)

    def _more(self, a: int, b: int) -> int | None:
        """By how much the weight grows."""
        exchange, least = self._exchange(a, b), self._least(a, b)
        if exchange is not None and exchange <= least:
            return exchange
        if self._passed_on(a, b):
            return least
        limit = 2 * least + self._slack
        while True:
            few = {edge: weight for edge, weight in self._within(limit) if edge != (a, b)}
            everything = len(few) >= self._count - 1
            try:
                partner = perfect(len(self._near), list(few), list(few.values()), "auto")
            except Unmatched:
                if everything:
                    return None
                # the exchange is a pairing: all its games are within this
                far = 2 * limit + self._unit if exchange is None else 2 * exchange + self._slack
                limit = max(far, limit + 1)
                continue
            more = self._weight_of(partner) - self._weight_of(self.matching.partner)
            if everything or 2 * more + self._slack <= limit:
                return more
            limit = 2 * more + self._slack

    def _exchange(self, a: int, b: int) -> int | None:
        """The least that the weight grows when the board changes opponents with another one."""
        best: int | None = None
        known = self._weight(a, b)
        for c, d in self.matching.pairs:
            if c in (a, b):
                continue
            for one, other in (((a, c), (b, d)), ((a, d), (b, c))):
                if self._near[a] >> one[1] & 1 and self._near[b] >> other[1] & 1:
                    grows = self._weight(*one) + self._weight(*other) - known - self._weight(c, d)
                    best = grows if best is None else min(best, grows)
        return best

    def _least(self, a: int, b: int) -> int:
        """No pairing without the game weighs less than this more: each of the two has another
        game, and its distance."""
        nearest = [
            min((d for d, _, near in self._distances(u) if near & ~(1 << v)), default=0)
            for u, v in ((a, b), (b, a))
        ]
        return max(-((self._slack - sum(nearest)) // 2), 0)

    def _passed_on(self, a: int, b: int) -> bool:
        """Whether opponents passed on from card to card lead from one to the other at the least
        distances there are. False proves nothing: a way may be there that this does not find."""
        if self._slack:
            return False
        partner, last = self.matching.partner, self._nearest(b, a)
        came: dict[int, int] = {a: -1}
        fresh, first = [a], self._nearest(a, b)
        while fresh:
            before, fresh = fresh, []
            for card in before:
                near = first if card == a else self._tight(card) & ~(1 << a | 1 << b)
                for other in members(near):
                    if (freed := partner[other]) not in came:
                        came[freed] = card
                        fresh.append(freed)
                        if last >> freed & 1:
                            return self._simple(came, freed)
        return False

    def _simple(self, came: dict[int, int], card: int) -> bool:
        """Whether no board has been passed on twice."""
        boards = set()
        while came[card] >= 0:
            board = min(card, self.matching.partner[card])
            if board in boards:
                return False
            boards.add(board)
            card = came[card]
        return True

    def _nearest(self, card: int, barred: int) -> int:
        """A card's opponents at the least distance, but for one."""
        by_distance = [(d, near & ~(1 << barred)) for d, _, near in self._distances(card)]
        least = min((d for d, near in by_distance if near), default=0)
        return _union(near for d, near in by_distance if d == least)

    def _tight(self, card: int) -> int:
        return _union(near for d, _, near in self._distances(card) if not d)

    def _within(self, limit: int) -> Iterator[tuple[Edge, int]]:
        """Legal games of at most that distance, with their weight."""
        for a in range(len(self._near)):
            for distance, weight, near in self._distances(a):
                if distance <= limit:
                    yield from (((a, b), weight) for b in members(near >> a << a))

    @cached_property
    def _near(self) -> list[int]:
        """Legal opponents by card; of locked cards each other alone."""
        near, locked = self.group.opponents(), self.group.forced()
        free = ~mask_of(card for game in locked for card in game)
        near = [mask & free for mask in near]
        for a, b in locked:
            near[a], near[b] = 1 << b, 1 << a
        return near

    @cached_property
    def _count(self) -> int:
        return sum(mask.bit_count() for mask in self._near) // 2

    @cached_property
    def _unit(self) -> int:
        """More than there can be games: a price in the weight."""
        return len(self._near)

    def _weight(self, a: int, b: int) -> int:
        group, low, high = self.group, min(a, b), max(a, b)
        return group.price(low, high) * self._unit + group.game(low, high)

    def _weight_of(self, partner: list[int] | tuple[int, ...]) -> int:
        return sum(self._weight(a, b) for a, b in enumerate(partner) if a < b)

    def _distances(self, card: int) -> Iterator[tuple[int, int, int]]:
        """Distances and weights of a card's legal games, each with the opponents as a bit set."""
        return self._apart(card, self._potentials[0], self._alike)

    def _apart(
        self, card: int, potential: list[int], alike: dict[int, int]
    ) -> Iterator[tuple[int, int, int]]:
        """The same by these potentials; `alike` are the cards of each."""
        near, ideal = self._near[card], self.group.ideal(card)
        shunned, others = self.group.shunned[card], near & ~(1 << ideal)
        kinds = [others & shunned, others & ~shunned, near & 1 << ideal]
        for kind in filter(None, kinds):
            weight = self._weight(card, next(members(kind)))
            for value, cards in alike.items():
                if kind & cards:
                    yield 2 * weight - potential[card] - value, weight, kind & cards

    @cached_property
    def _potentials(self) -> tuple[list[int], int]:
        """Of all legal games, from a few: those that would be nearer than 0 join in."""
        known = list(self.matching.partner)
        chosen = set(self.matching.pairs)
        for card, near in enumerate(self._near):
            for some in (near & ~self.group.shunned[card], near & self.group.shunned[card]):
                chosen.update(_games(card, some))
        while True:
            games = sorted(chosen)
            weights = [self._weight(*game) for game in games]
            double, slack = potentials(games, weights, known)
            alike = _alike(double)
            missing = {
                game
                for card in range(len(self._near))
                for distance, _, near in self._apart(card, double, alike)
                if distance < 0
                for game in _games(card, near)
            }
            if not missing:
                return double, slack
            chosen |= missing

    @cached_property
    def _alike(self) -> dict[int, int]:
        return _alike(self._potentials[0])

    @property
    def _slack(self) -> int:
        return self._potentials[1]


def _union(masks: Iterable[int]) -> int:
    """Everybody who is in one of these sets."""
    union = 0
    for mask in masks:
        union |= mask
    return union


def _alike(potential: list[int]) -> dict[int, int]:
    """The cards of each potential, as bit sets."""
    alike: dict[int, int] = {}
    for card, value in enumerate(potential):
        alike[value] = alike.get(value, 0) | 1 << card
    return alike


def _games(card: int, near: int) -> Iterator[Edge]:
    """Of one card with the first few of these."""
    for _, other in zip(range(NEAREST), members(near), strict=False):
        yield min(card, other), max(card, other)
