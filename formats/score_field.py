"""What every draw by score sees: the players in order of score and grade, the pairs that may meet,
and which games break the fewest rules if there is no legal draw.

Then the bye goes to somebody who has had as few as possible. As few other rules as possible are
broken, by players as low as possible.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any, Generic, Protocol, TypeVar

from engine.entrants import EntrantId
from engine.matching import Criterion, PartnerPreference, best_matching
from engine.pairable import Pairable, mask_of, members
from engine.points import Points

Pair = frozenset[EntrantId]
Game = tuple[int, int]
"""Two positions in the field, the higher player (smaller number) first."""


class ScoreCard(Protocol):
    """The data of a player's card that every format uses."""

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


class Halves:
    """Players of an even number, of whom the upper half is to meet the lower one. Their numbers
    within it are *cards*, from 0."""

    players: tuple[int, ...]

    @cached_property
    def half(self) -> int:
        """Boards, and the size of a half."""
        return len(self.players) // 2

    def ideal(self, card: int) -> int:
        """The ideal opponent: i plays i + k."""
        return card + self.half if card < self.half else card - self.half

    def same_half(self, a: int, b: int) -> int:
        """1 if both are of one half."""
        return int((a < self.half) == (b < self.half))


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
        """The place of each player."""
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
        """The name of a player in a sentence."""
        return self.players[position].name or self.players[position].id

    def games_of(self, pairs: Iterable[Pair]) -> Iterator[Game]:
        """The pairs of which both are here, as positions."""
        for pair in pairs:
            if len(pair) == 2 and all(id in self.position for id in pair):
                a, b = sorted(self.position[id] for id in pair)
                yield a, b


Fault = Callable[[int, int], int]
"""1 if a game of two positions breaks a rule, else 0; the bye is the position after the last."""


def fewest_byes(field: ScoreField[Any], pairable: Pairable) -> int | None:
    """How many byes the player who gets the bye has had, at least; None if there is no draw."""
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
    """A draw of everybody who is not locked among the opponents in `near`, the bye to a player who
    has had `byes` at most: with the fewest faults, in their order, then each as low as possible.

    The draw must be possible. The holder of the bye plays the position after the last.
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
