"""What every draw by score sees: the players in order of score and grade, and who may meet whom."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Generic, Protocol, TypeVar

from engine.entrants import EntrantId
from engine.pairable import Pairable, mask_of
from engine.points import Points

Pair = frozenset[EntrantId]
Game = tuple[int, int]
"""Two positions in the field, the higher player (smaller number) first."""


class ScoreCard(Protocol):
    """What every format reads of a player's card."""

    @property
    def id(self) -> EntrantId: ...
    @property
    def place(self) -> int:
        """In grade order over the whole event, from 1."""

    @property
    def score(self) -> Points: ...
    @property
    def met(self) -> frozenset[EntrantId]: ...
    @property
    def name(self) -> str: ...
    @property
    def byes(self) -> int:
        """Byes of the draw so far."""


AnyCard = TypeVar("AnyCard", bound=ScoreCard)


def in_order(cards: Iterable[AnyCard]) -> tuple[AnyCard, ...]:
    """The highest score first; on one score the highest grade first."""
    by_grade = sorted(cards, key=lambda card: card.place)
    return tuple(sorted(by_grade, key=lambda card: card.score, reverse=True))


def among(cards: Iterable[ScoreCard], locks: Collection[Pair]) -> frozenset[Pair]:
    """The locks of which both players are here."""
    here = {card.id for card in cards}
    return frozenset(pair for pair in locks if pair <= here)


@dataclass(frozen=True)
class ScoreField(Generic[AnyCard]):
    """The players by score and then in grade order; everybody is a position in it.

    Sets of players are bits of a whole number. A format says which games are `legal`.
    """

    players: tuple[AnyCard, ...]
    locks: frozenset[Pair] = frozenset()
    bars: frozenset[Pair] = frozenset()

    def __len__(self) -> int:
        return len(self.players)

    @cached_property
    def position(self) -> dict[EntrantId, int]:
        """Where each player stands."""
        return {player.id: i for i, player in enumerate(self.players)}

    @cached_property
    def everybody(self) -> int:
        """All players as a bit set."""
        return (1 << len(self.players)) - 1

    @cached_property
    def score_groups(self) -> list[int]:
        """Score groups from the highest, as bit sets."""
        by_score = groupby(range(len(self)), key=lambda i: self.players[i].score)
        return [mask_of(list(positions)) for _, positions in by_score]

    @cached_property
    def locked(self) -> dict[int, int]:
        """Partners by the arbiter's order, both ways."""
        partners = {}
        for pair in self.locks:
            a, b = (self.position[id] for id in pair)
            partners[a], partners[b] = b, a
        return partners

    @cached_property
    def free(self) -> int:
        """Everybody who is not locked."""
        return self.everybody & ~mask_of(list(self.locked))

    def had_byes_at_most(self, byes: int = 0) -> int:
        """Those who have had the bye at most so often, as a bit set."""
        return mask_of([i for i, player in enumerate(self.players) if player.byes <= byes])

    @cached_property
    def unbarred(self) -> list[int]:
        """Opponents that the arbiter does not bar."""
        near = [self.everybody ^ 1 << i for i in range(len(self))]
        for i, j in self.games_of(self.bars):
            near[i] &= ~(1 << j)
            near[j] &= ~(1 << i)
        return near

    @cached_property
    def unmet(self) -> list[int]:
        """Those of them whom each player has not met."""
        met = [
            mask_of([self.position[id] for id in player.met if id in self.position])
            for player in self.players
        ]
        return [near & ~met[i] for i, near in enumerate(self.unbarred)]

    @cached_property
    def legal(self) -> list[int]:
        """Opponents with whom no rule of the format that binds is broken."""
        return self.unmet

    @cached_property
    def pairable(self) -> Pairable:
        """Answers whether some of the players can be drawn legally."""
        return Pairable(self.legal)

    def name(self, position: int) -> str:
        """What a sentence calls a player."""
        return self.players[position].name or self.players[position].id

    def games_of(self, pairs: Iterable[Pair]) -> Iterator[Game]:
        """The pairs of which both are here, as positions."""
        for pair in pairs:
            if len(pair) == 2 and all(id in self.position for id in pair):
                a, b = sorted(self.position[id] for id in pair)
                yield a, b
