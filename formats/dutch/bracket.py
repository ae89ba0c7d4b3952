"""A pairing bracket (article 3): its players, and what pairs and downfloaters cost in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from engine.pairable import mask_of
from formats.dutch import criteria
from formats.dutch.criteria import Traits
from formats.dutch.field import DutchField, ScoreGroup
from formats.dutch.position import Float

Costs = tuple[int, ...]
"""One number a criterion, by `Bracket.names`."""

RESIDENT = -1
"""The level of those who are not moved down."""
_COUNTED = ("C9", "C10", "C11", "C12", "C13", "C14", "C15", "C16", "C17")
_BY_LEVEL = ("C18", "C19", "C20", "C21")
"""In the order of their importance: all levels of C18, then all of C19, and so on."""


@dataclass(frozen=True)
class ScoreBracket:
    """Moved-down players (MDPs) and residents, as places of the field.

    Their numbers within the bracket, from 0 and MDPs first, are their BSNs. `resting` are those
    who may have the bye (C5), wherever they are.
    """

    field: DutchField
    moved: tuple[int, ...]
    group: ScoreGroup
    resting: int

    @cached_property
    def places(self) -> tuple[int, ...]:
        """Every member's place, by BSN."""
        return (*self.moved, *range(self.group.start, self.group.stop))

    def __len__(self) -> int:
        return len(self.moved) + self.group.stop - self.group.start

    @cached_property
    def mask(self) -> int:
        """The members as a bit set of places."""
        return self.group.mask | mask_of(self.moved)

    @cached_property
    def lower(self) -> int:
        """Everybody below the bracket, as a bit set of places."""
        return self.field.everybody >> self.group.stop << self.group.stop

    @cached_property
    def following(self) -> ScoreGroup | None:
        """The next scoregroup; None after the last."""
        groups = self.field.groups
        number = groups.index(self.group) + 1
        return groups[number] if number < len(groups) else None

    @cached_property
    def rests_here(self) -> bool:
        """Whether the bye falls to a member."""
        return bool(self.resting & self.mask)

    @cached_property
    def scores(self) -> list[int]:
        """Scores of the MDPs from the highest."""
        scores = {self.field.players[place].score for place in self.moved}
        return sorted(scores, reverse=True)

    @cached_property
    def levels(self) -> list[int]:
        """By BSN: which of `scores` an MDP has; `RESIDENT` for residents."""
        index = {score: level for level, score in enumerate(self.scores)}
        moved = [index[self.field.players[place].score] for place in self.moved]
        return moved + [RESIDENT] * (len(self) - len(moved))

    @cached_property
    def upper(self) -> int:
        """How many residents are paired first, as if moved down: those of the highest section
        present, where they are fewer than the others. 0 without sections."""
        residents = self.field.players[self.group.start : self.group.stop]
        highest = sum(p.section == residents[0].section for p in residents)
        return highest if 2 * highest < len(residents) else 0

    @property
    def first(self) -> int:
        """Members who are in S1 to begin with: MDPs and `upper` residents, by BSN."""
        return len(self.moved) + self.upper

    @cached_property
    def traits(self) -> Sequence[Traits]:
        """By BSN. Floats of `upper` residents are not counted."""
        traits = [self.field.traits[place] for place in self.places]
        for a in range(len(self.moved), self.first):
            traits[a] = replace(traits[a], last=Float.NONE, earlier=Float.NONE)
        return traits

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The criteria that `pair` and `down` give costs for; C18 to C21 once a level."""
        by_level = [f"{name}.{n}" for name in _BY_LEVEL for n in range(len(self.scores))]
        return (*_COUNTED, *by_level)

    def games(self) -> list[tuple[int, int]]:
        """All pairs that C1, C3 and the arbiter's bars allow, no two MDPs; BSNs, the higher member
        first, in order of the lower one."""
        near, places = self.field.near, self.places
        games = []
        for b in range(len(self.moved), len(self)):
            mask = near[places[b]]
            games += [(a, b) for a in range(b) if mask >> places[a] & 1]
        return games

    def apart(self, a: int, b: int | None) -> int:
        """The `upper` residents among two (BSN), or one who is not paired, who do not meet one of
        the others: after C8 as few as possible."""
        if b is not None and max(a, b) >= self.first:
            return 0
        moved = len(self.moved)
        return sum(c is not None and moved <= c < self.first for c in (a, b))

    def may_have_bye(self, a: int) -> bool:
        """Whether the bye may fall to this BSN."""
        return bool(self.resting >> self.places[a] & 1)

    def pair(self, level: int, high: Traits, low: Traits) -> Costs:
        """The costs of a pair of a higher member of that level and a resident."""
        moved = level != RESIDENT
        counted = (
            0,
            criteria.c10_wide_difference(high, low),
            criteria.c11_third_colour(high, low),
            criteria.c12_preference(high, low),
            criteria.c13_strong_preference(high, low),
            0,
            criteria.c15_up_again(low) if moved else 0,
            0,
            criteria.c17_up_two_before(low) if moved else 0,
        )
        again, before = (
            criteria.c19_opponent_difference_again(low),
            criteria.c21_opponent_difference_two_before(low),
        )
        return counted + self._by_level(level, 0, again, 0, before)

    def down(self, level: int, member: Traits, single_bye: bool) -> Costs:
        """The costs of a downfloater of that level; C9 only if a single one gets the bye."""
        resident = level == RESIDENT
        counted = (
            criteria.c9_unplayed(member) if single_bye else 0,
            *(0, 0, 0, 0),
            criteria.c14_down_again(member) if resident else 0,
            0,
            criteria.c16_down_two_before(member) if resident else 0,
            0,
        )
        again, before = (
            criteria.c18_difference_again(member),
            criteria.c20_difference_two_before(member),
        )
        return counted + self._by_level(level, again, 0, before, 0)

    def _by_level(self, level: int, c18: int, c19: int, c20: int, c21: int) -> Costs:
        count = len(self.scores)
        costs = [0] * (4 * count)
        if level != RESIDENT:
            for index, cost in enumerate((c18, c19, c20, c21)):
                costs[index * count + level] = cost
        return tuple(costs)


@dataclass(frozen=True, slots=True)
class Paired:
    """What came out of a bracket: pairs and downfloaters, as places of the field."""

    pairs: tuple[tuple[int, int], ...]
    down: tuple[int, ...]
