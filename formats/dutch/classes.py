"""The members of a bracket as classes of players that its criteria cannot tell apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from formats.dutch.bracket import RESIDENT, Costs, ScoreBracket
from formats.dutch.criteria import Traits, c3_same_absolute
from formats.dutch.position import Float
from formats.dutch.preferences import Preference
from formats.dutch.transport import Bound, least


@dataclass(frozen=True)
class Classes:
    """MDPs and `upper` residents are a class each, the other residents are grouped, and `down`
    downfloaters are the last class.

    An `upper` resident meets one of the others here; where that cannot be, exact matching finds
    out (`swift`).

    Costs are packed into one number with a field a criterion; C7 is at the top, one field for
    each score of MDPs.
    """

    bracket: ScoreBracket
    down: int

    @cached_property
    def kinds(self) -> list[Traits]:
        """What counts of each class but the last: those first in S1, then kinds of residents."""
        moved = self.bracket.first
        tellings = [self._telling(self.bracket.traits[a], a) for a in range(moved)]
        return tellings + list(self._residents)

    @cached_property
    def _residents(self) -> dict[Traits, int]:
        return {kind: n for n, kind in enumerate(dict.fromkeys(self._kind_of_resident.values()))}

    @cached_property
    def _kind_of_resident(self) -> dict[tuple[Traits, bool], Traits]:
        """By traits and whether the bye may fall to the player."""
        merged: dict[tuple[Traits, bool], Traits] = {}
        for a in range(self.bracket.first, len(self.bracket)):
            key = self.bracket.traits[a], self.bracket.may_have_bye(a)
            if key not in merged:
                merged[key] = self._telling(key[0], a)
        return merged

    @cached_property
    def members(self) -> list[int]:
        """Every member's class, by BSN."""
        moved = self.bracket.first
        classes = list(range(moved))
        for a in range(moved, len(self.bracket)):
            key = self.bracket.traits[a], self.bracket.may_have_bye(a)
            classes.append(moved + self._residents[self._kind_of_resident[key]])
        return classes

    @cached_property
    def sizes(self) -> list[int]:
        """Players in each class."""
        counts = [0] * len(self.kinds)
        for number in self.members:
            counts[number] += 1
        return [*counts, self.down]

    def _telling(self, traits: Traits, a: int) -> Traits:
        """The traits without what makes no difference in this bracket."""
        bracket, wish = self.bracket, traits.preference
        bye = bracket.rests_here and bracket.may_have_bye(a)
        if not wish.absolute:
            wish = Preference(wish.colour, wish.strength)
        telling = replace(
            traits,
            preference=wish,
            topscorer=traits.topscorer and wish.absolute,
            may_have_bye=bye,
            unplayed=traits.unplayed if bye else 0,
        )
        return replace(
            telling, last=self._float(telling.last), earlier=self._float(telling.earlier)
        )

    def _float(self, float: Float) -> Float:
        counts = {Float.UP: bool(self.bracket.moved), Float.DOWN: self.down > 0}
        return float if counts.get(float) else Float.NONE

    @cached_property
    def levels(self) -> list[int]:
        """The level of each class but the last."""
        moved = self.bracket.first
        return self.bracket.levels[:moved] + [RESIDENT] * (len(self.kinds) - moved)

    @cached_property
    def width(self) -> int:
        """Bits of a field: room for twice a sum over the bracket, or a bye's unplayed games."""
        return max(2 * len(self.bracket), 256).bit_length() + 1

    def pack(self, leaves: int, costs: Costs) -> int:
        """One number; `leaves` is the level of an MDP who is not paired, else `RESIDENT`."""
        packed = 0
        for level in range(len(self.bracket.scores)):
            packed = packed << self.width | int(level == leaves)
        for cost in costs:
            packed = packed << self.width | cost
        return packed

    @cached_property
    def limbo(self) -> int:
        """Twice the least cost at which an MDP is not paired."""
        return 2 << self.width * len(self.bracket.names)

    @cached_property
    def prices(self) -> list[list[int | None]]:
        """What a pair of classes costs; the last class is of downfloaters."""
        count = len(self.kinds)
        costs: list[list[int | None]] = [[None] * (count + 1) for _ in range(count + 1)]
        for one in range(count):
            for other in range(max(one, self.bracket.first), count):
                costs[one][other] = costs[other][one] = self._pair(one, other)
            costs[one][count] = costs[count][one] = self._down(one)
        return costs

    def _pair(self, one: int, other: int) -> int | None:
        high, low = self.kinds[one], self.kinds[other]
        if c3_same_absolute(high, low):
            return None
        return self.pack(RESIDENT, self.bracket.pair(self.levels[one], high, low))

    def _down(self, one: int) -> int | None:
        kind, bye = self.kinds[one], self.bracket.rests_here
        if not self.down or (bye and not kind.may_have_bye):
            return None
        if self.bracket.apart(one, None):
            return None
        level = self.levels[one]
        return self.pack(level, self.bracket.down(level, kind, bye))

    def bound(self, sizes: Sequence[int]) -> Bound | None:
        """For what is left of the classes."""
        return least(sizes, self.prices)
