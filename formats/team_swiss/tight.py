"""Pairs that a bracket's best pairing can have if nobody has met: the bounds of C8 to C10.

They come from numbers alone: how many are due each colour, how many of those strongly, how many
upfloaters there are for residents who floated last time. A pairing of these pairs alone is at
every bound, and only such pairings are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from engine.history import Colour
from engine.pairable import mask_of
from formats.team_swiss.field import TeamField


@dataclass(frozen=True, slots=True)
class _Kind:
    """What C8 to C10 see of a member."""

    colour: Colour | None
    strong: bool
    up: bool
    again: bool
    """A resident who was a floater in the previous round, where there are upfloaters."""


def tight_pairs(field: TeamField, places: Sequence[int], upfloaters: int) -> list[int]:
    """For each member, by its position among the places, those with whom a pair is at the bounds
    and who have not met it; bit sets of positions."""
    kinds = [_kind(field, place, upfloaters) for place in places]
    bounds = _Bounds(Counter(kinds))
    own = {kind: mask_of(i for i, k in enumerate(kinds) if k == kind) for kind in set(kinds)}
    allowed = {
        kind: sum(mask for other, mask in own.items() if bounds.allow(kind, other)) for kind in own
    }
    compressed = _Compressed(places)
    return [
        allowed[kind] & compressed.of(field.near[place])
        for place, kind in zip(places, kinds, strict=True)
    ]


class _Compressed:
    """Bit sets of places as bit sets of positions among some of them."""

    def __init__(self, places: Sequence[int]) -> None:
        self.position = {place: i for i, place in enumerate(places)}
        self.places = mask_of(places)
        self.whole = (1 << len(places)) - 1

    def of(self, mask: int) -> int:
        """Most are set: only those that are not are looked at."""
        missing, result = self.places & ~mask, self.whole
        while missing:
            low = missing & -missing
            result ^= 1 << self.position[low.bit_length() - 1]
            missing ^= low
        return result


def _kind(field: TeamField, place: int, upfloaters: int) -> _Kind:
    wish, up = field.wishes[place], bool(upfloaters >> place & 1)
    again = bool(upfloaters) and not up and field.floated[place]
    return _Kind(wish.colour, wish.strong, up, again)


class _Bounds:
    """The least that C8, C9 and C10 can be, and the pairs that keep to it."""

    def __init__(self, kinds: Counter[_Kind]) -> None:
        def count(*, colour: Colour | None) -> int:
            return sum(n for kind, n in kinds.items() if kind.colour == colour)

        white, black = count(colour="W"), count(colour="B")
        self.majority: Colour = "W" if white >= black else "B"
        # C8: more are due the one colour than there are others
        self.clashes = max(0, abs(white - black) - count(colour=None)) // 2
        mild = sum(n for k, n in kinds.items() if k.colour == self.majority and not k.strong)
        # C9: each of those pairs needs one whose preference is not strong
        self.strong = self.clashes > mild
        ups = sum(n for kind, n in kinds.items() if kind.up)
        fresh = sum(n for kind, n in kinds.items() if not kind.up and not kind.again)
        # C10: more upfloaters than residents who were no floaters
        self.again = ups > fresh

    def allow(self, one: _Kind, other: _Kind) -> bool:
        """Whether a pair of these two keeps to all bounds."""
        return self._colours(one, other) and self._floats(one, other)

    def _colours(self, one: _Kind, other: _Kind) -> bool:
        due = [kind for kind in (one, other) if kind.colour == self.majority]
        if not self.clashes:
            return one.colour is None or one.colour != other.colour
        if not due:
            return False
        strong = sum(kind.strong for kind in due)
        if not self.strong:
            return strong < 2
        # all that are not strong are needed, each with one that is
        return strong == len(due) or (len(due) == 2 and strong == 1)

    def _floats(self, one: _Kind, other: _Kind) -> bool:
        """Upfloaters never meet each other: without those two there would be fewer (C4)."""
        if one.up and other.up:
            return False
        if one.up or other.up:
            return self.again or not (one.again or other.again)
        return not self.again or (one.again and other.again)
