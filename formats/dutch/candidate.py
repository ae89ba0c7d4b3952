"""Any complete round as the candidates of its brackets: what each costs and how far it is from
the first one.

The brackets follow from the round itself: a pair belongs to the scoregroup of the lower player,
and whoever is not paired in his own has moved down. So a drawn round and one made by hand are
judged alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from engine.pairable import mask_of
from formats.dutch.bracket import RESIDENT, Costs, Paired, ScoreBracket
from formats.dutch.field import DutchField
from formats.dutch.position import DutchDraw

FLOATS = -1
"""The partner of one who is not paired in the bracket."""


@dataclass(frozen=True)
class Candidate:
    """A bracket (article 3) and what became of it. Players are BSNs of the bracket."""

    bracket: ScoreBracket
    paired: Paired
    single_bye: bool
    """One player floats down, and he has the bye: C9 counts."""

    @cached_property
    def bsn(self) -> Mapping[int, int]:
        """By place of the field."""
        return {place: a for a, place in enumerate(self.bracket.places)}

    @cached_property
    def partner(self) -> list[int]:
        """By BSN; `FLOATS` for downfloaters."""
        opponents = [FLOATS] * len(self.bracket)
        for one, other in self.paired.pairs:
            a, b = self.bsn[one], self.bsn[other]
            opponents[a], opponents[b] = b, a
        return opponents

    @cached_property
    def ideal(self) -> list[int]:
        """Partners in the first candidate: as many of each score in the Limbo as there are, S1
        against S2 in order (3.3), the last of S2 float. `Bracket.upper` residents are in S1."""
        return self._first(None)

    @cached_property
    def ideal_beside_bye(self) -> list[int]:
        """The same of those who are left where the bye is as it is drawn."""
        (resting,) = self.paired.down
        return self._first(self.bsn[resting])

    def _first(self, out: int | None) -> list[int]:
        bracket, levels = self.bracket, self.bracket.levels
        partner, size = [FLOATS] * len(bracket), len(bracket)
        paired = [0] * len(bracket.scores)
        for mover in range(len(bracket.moved)):
            paired[levels[mover]] += self.partner[mover] != FLOATS
        left = [a for a in range(bracket.first, size) if a != out]
        for mover in (a for a in range(bracket.first) if a != out):
            level = levels[mover]
            if left and (level == RESIDENT or paired[level]):
                resident = left.pop(0)
                partner[mover], partner[resident] = resident, mover
            if level != RESIDENT:
                paired[level] -= paired[level] > 0
        half = len(self.paired.pairs) - sum(b != FLOATS for b in partner[: bracket.first])
        for a, b in zip(left[:half], left[half : 2 * half], strict=False):
            partner[a], partner[b] = b, a
        return partner

    def costs_of(self, a: int, b: int) -> Costs:
        """What a pair, or a downfloater (`b` is `FLOATS`), costs by `Bracket.names`."""
        bracket = self.bracket
        if b == FLOATS:
            return bracket.down(bracket.levels[a], bracket.traits[a], self.single_bye)
        high, low = min(a, b), max(a, b)
        return bracket.pair(bracket.levels[high], bracket.traits[high], bracket.traits[low])

    @cached_property
    def costs(self) -> Costs:
        """C9 to C21 over the bracket, by `Bracket.names`."""
        each = [self.costs_of(a, b) for a, b in enumerate(self.partner) if a < b or b == FLOATS]
        return tuple(map(sum, zip(*each, strict=True)))

    @cached_property
    def apart(self) -> int:
        """Of `Bracket.upper` residents those who do not meet one of the others."""
        each = [(a, None if b == FLOATS else b) for a, b in enumerate(self.partner)]
        return sum(self.bracket.apart(a, b) for a, b in each if b is None or a < b)

    @cached_property
    def downfloats(self) -> tuple[int, ...]:
        """Scores of the downfloaters from the highest: their number is C6, the scores C7."""
        players = self.bracket.field.players
        return tuple(sorted((players[place].score for place in self.paired.down), reverse=True))

    @cached_property
    def order(self) -> tuple[int, ...]:
        """How late the candidate comes in the order of article 4, among equals by C6 and C7."""
        from formats.dutch.exact import generation_order

        return generation_order(self.bracket, self.partner)


def candidates(field: DutchField, drawn: DutchDraw) -> tuple[Candidate, ...]:
    """One for each scoregroup, from the top.

    Whoever is in no pair floats down to the end. Numbers that are not of the field are ignored.
    """
    place = {player.number: i for i, player in enumerate(field.players)}
    partner = [FLOATS] * len(field)
    for one, other in drawn.pairs:
        if one in place and other in place:
            partner[place[one]], partner[place[other]] = place[other], place[one]
    bye = place.get(drawn.bye, FLOATS) if drawn.bye is not None else FLOATS
    results: list[Candidate] = []
    moved: tuple[int, ...] = ()
    for group in field.groups:
        bracket = ScoreBracket(field, moved, group, _resting(field, bye))
        here = range(group.start, group.stop)
        pairs = tuple((partner[a], a) for a in here if FLOATS < partner[a] < a)
        gone = mask_of([a for pair in pairs for a in pair])
        moved = tuple(a for a in (*moved, *here) if not gone >> a & 1)
        results.append(Candidate(bracket, Paired(pairs, moved), moved == (bye,)))
    return tuple(results)


def _resting(field: DutchField, bye: int) -> int:
    """Who might have the bye at the score of the one who has it, himself included."""
    if bye < 0:
        return 0
    score = field.players[bye].score
    group = next(g for g in field.groups if field.players[g.start].score == score)
    able = [a for a in range(group.start, group.stop) if field.traits[a].may_have_bye]
    return mask_of(able) | 1 << bye
