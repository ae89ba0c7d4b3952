"""Rules 8 and 9: what counts within a group, the most important first."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from engine.history import Colour
from engine.matching import Criterion, Matching
from engine.perfect import Edge
from formats.ecf import colours as law
from formats.ecf.field import EcfField
from formats.score_field import Game

PLACES = "displacement"
SQUARES = "squares"
SAME_SIDE = "same side"
REFUSED = "refused"
MEDIAN = "median"


@dataclass(frozen=True)
class LevelGroup:
    """Players of an even number who are drawn among themselves; numbers within it are *cards*,
    from 0, the first half of them above the line.

    `two_sided`: only games across the line are possible.
    """

    field: EcfField
    players: tuple[int, ...]
    two_sided: bool = False

    @cached_property
    def half(self) -> int:
        """Boards, and the size of a side."""
        return len(self.players) // 2

    @cached_property
    def cards(self) -> Mapping[int, int]:
        """The card of each player."""
        return {player: card for card, player in enumerate(self.players)}

    @cached_property
    def spread(self) -> int:
        """D times the number of boards: what the grades above the line are more than below."""
        grades = [self.field.players[i].grade for i in self.players]
        return sum(grades[: self.half]) - sum(grades[self.half :])

    @cached_property
    def graded_downwards(self) -> bool:
        """Nobody below the line has a higher grade than somebody above it."""
        grades = [self.field.players[i].grade for i in self.players]
        return not grades or min(grades[: self.half]) >= max(grades[self.half :])

    def ideal(self, card: int) -> int:
        """The ideal opponent: i plays i + k."""
        return card + self.half if card < self.half else card - self.half

    def due(self, card: int) -> Colour | None:
        """The colour that is due."""
        return self._dues[card]

    @cached_property
    def _dues(self) -> list[Colour | None]:
        return [self.field.players[i].due for i in self.players]

    def refused(self, a: int, b: int) -> int:
        """1 if one of the two cannot have the colour that is due."""
        return int(self._dues[a] is not None and self._dues[a] == self._dues[b])

    @cached_property
    def _turned(self) -> dict[Edge, int]:
        """Of two cards who are due the same colour the one that does not get it."""
        cards = range(len(self.players))
        return {
            (a, b): self.refused_card(a, b)
            for a in cards
            for b in cards
            if a < b and self.refused(a, b)
        }

    def refused_card(self, a: int, b: int) -> int:
        """Of two cards who are due the same colour the one that does not get it."""
        one, other = self.players[a], self.players[b]
        nearer = self.off_median(a) - self.off_median(b)
        return a if refused_one(self.field, one, other, nearer) == one else b

    def off_median(self, card: int) -> int:
        """How far from the line, in half places."""
        return abs(2 * card - len(self.players) + 1)

    def claim(self, card: int) -> law.Claim:
        """How strong the claim to the due colour is."""
        return self._claims[card]

    @cached_property
    def _claims(self) -> list[law.Claim]:
        histories = (self.field.players[i].colours for i in self.players)
        return [law.trimmed(law.claim(colours)) for colours in histories]

    def same_side(self, a: int, b: int) -> int:
        """1 for a game that does not cross the line."""
        return int((a < self.half) == (b < self.half))

    def displacement(self, a: int, b: int) -> int:
        """How far each is from the other's ideal opponent, added."""
        return abs(b - self.ideal(a)) + abs(a - self.ideal(b))

    def difference(self, a: int, b: int) -> int:
        """The grade difference of a game."""
        one, other = (self.field.players[self.players[c]] for c in (a, b))
        return abs(one.grade - other.grade)

    def deviation(self, a: int, b: int) -> int:
        """(|grade difference| - D) squared, times the number of boards squared: an exact whole
        number."""
        return (self.half * self.difference(a, b) - abs(self.spread)) ** 2

    @cached_property
    def opponents(self) -> list[int]:
        """Each card's legal opponents in the group, as bit sets of cards."""
        runs = self._runs()
        near = [
            sum((mask >> first & ones) << card for first, card, ones in runs)
            for mask in (self.field.legal[player] for player in self.players)
        ]
        if not self.two_sided:
            return near
        above = (1 << self.half) - 1
        return [mask & (~above if c < self.half else above) for c, mask in enumerate(near)]

    def _runs(self) -> list[tuple[int, int, int]]:
        """Players who stand side by side in the field and in the group: the first one, his card,
        and a bit for each."""
        starts = [c for c, p in enumerate(self.players) if not c or p != self.players[c - 1] + 1]
        runs = zip(starts, [*starts[1:], len(self.players)], strict=False)
        return [(self.players[c], c, (1 << end - c) - 1) for c, end in runs]

    @cached_property
    def criteria(self) -> list[Criterion]:
        """Rule 8, then rule 9, the most important first."""
        criteria = [Criterion(REFUSED, self.refused)]
        claims = {self._claims[card] for card in self._turned.values()}
        criteria += [Criterion(f"claim {c}", self._holds(c)) for c in sorted(claims, reverse=True)]
        criteria.append(Criterion(MEDIAN, self.turned_off_median))
        if not self.field.graded:
            return [*criteria, Criterion(PLACES, self.displacement)]
        return [
            *criteria,
            Criterion(SAME_SIDE, self.same_side),
            Criterion(SQUARES, self.deviation),
        ]

    def turned_off_median(self, a: int, b: int) -> int:
        """How far from the line the one is whose colour is refused; 0 if nobody's is."""
        turned = self._turned.get((a, b))
        return 0 if turned is None else self.off_median(turned)

    def _holds(self, claim: law.Claim) -> Callable[[int, int], int]:
        def cost(a: int, b: int) -> int:
            turned = self._turned.get((a, b))
            return int(turned is not None and self._claims[turned] == claim)

        return cost

    def games(self, matching: Matching) -> list[Game]:
        """The pairs as positions in the field, the card above the line first."""
        return [(self.players[a], self.players[b]) for a, b in matching.pairs]


def refused_one(field: EcfField, one: int, other: int, nearer: int = 0) -> int:
    """Of two players due the same colour the one who does not get it: the weaker claim, then
    nearer the median (`nearer` is below 0 if that is the first, above if the second), then the
    lower in grading order. One whom rule 8 allows no other colour gets it in any case."""
    first, second = field.players[one], field.players[other]
    if first.bound != second.bound:
        return other if first.bound else one
    sign = law.stronger(law.claim(first.colours), law.claim(second.colours))
    if sign:
        return other if sign > 0 else one
    if nearer:
        return one if nearer < 0 else other
    return one if first.place > second.place else other
