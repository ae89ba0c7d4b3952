"""The players of a round in order, the pairs that may meet, and whether the rest can be paired
(C4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from engine.pairable import Pairable, barrier, mask_of, members
from formats.dutch.criteria import Traits, c2_may_have_bye
from formats.dutch.position import DutchPlayer, Position, Undrawable


@dataclass(frozen=True)
class ScoreGroup:
    """A scoregroup: places `start` up to `stop` (not included)."""

    start: int
    stop: int

    @property
    def mask(self) -> int:
        """Its players as a bit set."""
        return (1 << self.stop) - (1 << self.start)


@dataclass(frozen=True)
class DutchField:
    """Everybody by score, then by pairing number (1.2). Players are *places* in it, from 0."""

    position: Position
    apart: int = 0
    """Players of whom no two can meet in any complete round, as a bit set of places."""

    @cached_property
    def narrowed(self) -> DutchField | None:
        """The same without games that no complete round can have (C4), as far as some are known: if
        half of the field is a club that does not meet its own, its members need all the others.
        None if no such game is known."""
        near = dict(enumerate(self.near))
        if self.resting:
            for i in members(self.resting):
                near[i] |= 1 << len(self)
            near[len(self)] = self.resting
        blocking = barrier(near) & self.everybody if not self.apart else 0
        if any(near[i] & blocking for i in members(blocking)):
            return DutchField(self.position, blocking)
        return None

    @cached_property
    def players(self) -> tuple[DutchPlayer, ...]:
        """In order of article 1.2."""
        return tuple(sorted(self.position.players, key=lambda p: p.rank))

    def __len__(self) -> int:
        return len(self.position.players)

    @cached_property
    def traits(self) -> list[Traits]:
        """Every player's; equal ones are the same object."""
        known: dict[Traits, Traits] = {}
        all_traits = (Traits.of(player, self.position) for player in self.players)
        return [known.setdefault(traits, traits) for traits in all_traits]

    @cached_property
    def groups(self) -> list[ScoreGroup]:
        """Scoregroups from the highest."""
        groups, start = [], 0
        for _, same in groupby(self.players, key=lambda p: p.score):
            stop = start + sum(1 for _ in same)
            groups.append(ScoreGroup(start, stop))
            start = stop
        return groups

    @cached_property
    def everybody(self) -> int:
        """All places as a bit set."""
        return (1 << len(self)) - 1

    @cached_property
    def near(self) -> list[int]:
        """Those whom each player may meet by C1, C3 and the forbidden pairs, as bit sets."""
        place = {player.number: i for i, player in enumerate(self.players)}
        barred: list[int] = []
        for i, player in enumerate(self.players):
            barred.append(1 << i | mask_of([place[n] for n in player.met if n in place]))
        for pair in self.position.forbidden:
            if len(pair) == 2:
                a, b = pair
                if a in place and b in place:
                    barred[place[a]] |= 1 << place[b]
                    barred[place[b]] |= 1 << place[a]
        for colour in ("W", "B"):
            bound = mask_of(self._bound(colour))
            for i in members(bound):
                barred[i] |= bound
        for i in members(self.apart):
            barred[i] |= self.apart
        return [self.everybody & ~mask for mask in barred]

    def _bound(self, colour: str) -> Iterator[int]:
        """Non-topscorers who are due the colour absolutely (C3)."""
        for i, traits in enumerate(self.traits):
            wish = traits.preference
            if wish.absolute and wish.colour == colour and not traits.topscorer:
                yield i

    @cached_property
    def pairable(self) -> Pairable:
        """Answers whether some players can be paired off."""
        return Pairable(self.near)

    @cached_property
    def resting(self) -> int:
        """C5: who may have the bye so that its score is as low as possible; 0 for even numbers.

        `Undrawable` if no round can be paired at all.
        """
        if len(self) % 2 == 0:
            if not self.pairable.perfect(self.everybody):
                raise Undrawable(p.number for p in self.players)
            return 0
        for group in reversed(self.groups):
            places = range(group.start, group.stop)
            able = mask_of([i for i in places if c2_may_have_bye(self.traits[i])])
            if able and self.pairable.perfect(self.everybody, able):
                return able
        raise Undrawable(p.number for p in self.players)
