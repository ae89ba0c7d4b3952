"""Rounds that cannot be drawn without breaking a rule: which games break the fewest.

The bye goes to somebody who has had as few as possible. Of what else has to be broken there is as
little as possible, and it falls on players as low as possible.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.matching import Criterion, PartnerPreference, best_matching
from engine.pairable import Pairable, members
from formats.score_field import Game, ScoreField

Fault = Callable[[int, int], int]
"""1 where a game of two positions breaks a rule, else 0; the bye is behind the last position."""


def fewest_byes(field: ScoreField[Any], pairable: Pairable) -> int | None:
    """The bye goes to somebody who has had so many, at least; None if there is no draw."""
    if field.free.bit_count() % 2 == 0:
        return 0 if pairable.perfect(field.free) else None
    had: list[int] = sorted({field.players[i].byes for i in members(field.free)})
    for byes in had:
        if pairable.perfect(field.free, field.free & field.had_byes_at_most(byes)):
            return byes
    return None


def fewest_faults(
    field: ScoreField[Any], near: list[int], byes: int, faults: Mapping[str, Fault]
) -> list[Game]:
    """A draw of everybody who is not locked among the opponents in `near`, the bye to one who has
    had `byes` at most: with the fewest faults, in their order, then each as low as possible.

    The draw must be possible. The holder of the bye plays the position behind the last.
    """
    players = list(members(field.free))
    edges = [(a, b) for a in players for b in members(near[a] & field.free) if a < b]
    rest = len(field)
    if len(players) % 2:
        edges += [(a, rest) for a in members(field.free & field.had_byes_at_most(byes))]
        players.append(rest)
    number = {player: i for i, player in enumerate(players)}
    matching = best_matching(
        len(players),
        [(number[a], number[b]) for a, b in edges],
        [_fewest(name, fault, players) for name, fault in faults.items()],
        [_as_low(f"{name} low", fault, players) for name, fault in faults.items()],
    )
    assert matching is not None, "the pairing that was found possible is no longer there"
    return [(players[i], players[j]) for i, j in matching.pairs]


def _fewest(name: str, fault: Fault, players: list[int]) -> Criterion:
    return Criterion(name, lambda i, j: fault(players[i], players[j]))


def _as_low(name: str, fault: Fault, players: list[int]) -> PartnerPreference:
    """The highest player of such a game as low as possible, then his opponent, then the next."""

    def rank(i: int, j: int) -> int:
        return len(players) - j if i < j and fault(players[i], players[j]) else 0

    return PartnerPreference(name, range(len(players)), rank)
