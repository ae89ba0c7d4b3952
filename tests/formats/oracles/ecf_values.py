"""How good a pairing of a group is by rules 8 and 9 of the English Swiss, by trying them all."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import permutations
from typing import Any

from tests.formats.oracles.ecf_field import OTHER, Card, by_rank

Pairs = tuple[tuple[Card, Card], ...]
"""Higher and lower of each."""


def all_pairings(players: Sequence[Card]) -> Iterator[Pairs]:
    """Every way to pair an even number, higher ranked first."""
    if not players:
        yield ()
        return
    first, *others = players
    for i, q in enumerate(others):
        for more in all_pairings([*others[:i], *others[i + 1 :]]):
            yield ((first, q), *more)


def across(one: Sequence[Card], two: Sequence[Card]) -> Iterator[Pairs]:
    """Every way to pair two sides."""
    for order in permutations(two):
        yield tuple(tuple(by_rank(p)) for p in zip(one, order, strict=True))  # type: ignore[misc]


def colours_broken(pairs: Pairs) -> int:
    """Games in which either way of the colours gives a third running or a difference over 2."""
    return sum(all(p.forbidden(x) or q.forbidden(OTHER[x]) for x in "WB") for p, q in pairs)


def claim(card: Card) -> tuple[int, ...]:
    """How strong the claim to the due colour is: the difference to be equalised, then, from the
    latest game back, 1 for the other colour; games that speak for nobody are left out."""
    gap = abs(card.colours.count("W") - card.colours.count("B"))
    found = [gap, *(int(c != card.due) for c in reversed(card.colours))]
    while found and not found[-1]:
        found.pop()
    return tuple(found)


def turned(p: Card, q: Card, line: Sequence[Card]) -> Card:
    """Who of two due the same colour does not get it: the one who may have the other at all, the
    weaker claim, the one nearer the median of `line`, the lower."""

    def key(c: Card) -> tuple[bool, tuple[int, ...], int, int]:
        return c.forbidden(OTHER[c.due]), claim(c), off_median(c, line), -c.rank

    return min((p, q), key=key)


def off_median(card: Card, line: Sequence[Card]) -> int:
    """Half places from the middle of those in the line."""
    return abs(2 * line.index(card) - len(line) + 1)


Value = tuple[Any, ...]


def rule_8(pairs: Pairs, line: Sequence[Card]) -> Value:
    """Broken colours, colours refused, the strongest claims refused, how far from the median."""
    losers = [turned(p, q, line) for p, q in pairs if p.due and p.due == q.due]
    return (
        colours_broken(pairs),
        len(losers),
        tuple(sorted(map(claim, losers), reverse=True)),
        sum(off_median(c, line) for c in losers),
    )


def graded_value(upper: Sequence[Card], lower: Sequence[Card]) -> Callable[[Pairs], Value]:
    """Rule 8, games on one side, squared deviation from D.

    Deviations are multiplied by the number of games, so that everything is whole.
    """
    k, up, line = len(upper), set(upper), [*upper, *lower]
    d = sum(p.grade for p in upper) - sum(p.grade for p in lower)

    def value(pairs: Pairs) -> Value:
        same = sum((p in up) == (q in up) for p, q in pairs)
        off = sum((k * abs(p.grade - q.grade) - d) ** 2 for p, q in pairs)
        return *rule_8(pairs, line), same, off

    return value


def seeded_value(upper: Sequence[Card], lower: Sequence[Card]) -> Callable[[Pairs], Value]:
    """Rule 8, then every player's distance from his ideal opponent."""
    k, line = len(upper), [*upper, *lower]

    def value(pairs: Pairs) -> Value:
        places = [(line.index(p), line.index(q)) for p, q in pairs]
        both = [*places, *((b, a) for a, b in places)]
        off = sum(abs(b - (a + k if a < k else a - k)) for a, b in both)
        return *rule_8(pairs, line), off

    return value
