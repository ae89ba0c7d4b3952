"""The least that pairs between classes of players can cost, whoever meets whom in particular.

Players of a class are alike; a pair costs what its two classes say. Every perfect matching, read
both ways, sends each player of a class to one of some class: a transport of the classes to
themselves. So the cheapest transport bounds twice the cost of all matchings from below, and a
matching that reaches the bound uses tight pairs of classes only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

Prices = Sequence[Sequence[int | None]]
"""Symmetric; None where two classes do not meet."""


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
