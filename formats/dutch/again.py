"""A position drawn again with something forced, and what gets worse by it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from formats.dutch.drawing import draw
from formats.dutch.position import Draw, Position, Undrawable

WITHIN = 150
"""Up to so many players what is forced takes part in its bracket. In larger fields the rest is
drawn without it, which takes no longer than any draw. By the criteria of the bracket it is as good
(a constant less); what differs is the generation order, and C9."""


def together(position: Position, a: int, b: int) -> Draw | None:
    """The best draw in which two (pairing numbers) meet; None if there is no legal one."""
    if len(position.players) > WITHIN:
        rest = tuple(p for p in position.players if p.number not in (a, b))
        found = _drawn(replace(position, players=rest))
        return found and replace(found, pairs=((a, b), *found.pairs))
    others = [p.number for p in position.players if p.number not in (a, b)]
    return _drawn(_barred(_never_resting(position, (a, b)), (a, b), others))


def floating(position: Position, number: int, score: int) -> Draw | None:
    """The best draw in which a player meets nobody of that score or a higher one.

    In a large field he is drawn as one of the next scoregroup, which is the same for those above.
    """
    lower = max((p.score for p in position.players if p.score < score), default=None)
    if lower is not None and len(position.players) > WITHIN:
        players = (replace(p, score=lower) if p.number == number else p for p in position.players)
        return _drawn(replace(position, players=tuple(players)))
    above = [p.number for p in position.players if p.score >= score and p.number != number]
    return _drawn(_barred(position, (number,), above))


def resting(position: Position, number: int) -> Draw | None:
    """The best draw in which a player has the bye."""
    others = [p.number for p in position.players if p.number != number]
    return _drawn(_never_resting(position, others))


def _drawn(position: Position) -> Draw | None:
    try:
        return draw(position)
    except Undrawable:
        return None


def _barred(position: Position, some: Iterable[int], others: Iterable[int]) -> Position:
    more = {frozenset((a, b)) for a in some for b in others}
    return replace(position, forbidden=position.forbidden | more)


def _never_resting(position: Position, numbers: Iterable[int]) -> Position:
    kept = set(numbers)
    players = tuple(replace(p, may_rest=False) if p.number in kept else p for p in position.players)
    return replace(position, players=players)
