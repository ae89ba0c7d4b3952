"""The rest of a round drawn again from a bracket on, with something forced.

The brackets above stay as they are. What is forced is the least that such a round can measure.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from engine.pairable import mask_of
from formats.dutch.bracket import ScoreBracket
from formats.dutch.candidate import Candidate
from formats.dutch.drawing import pair_bracket
from formats.dutch.field import DutchField
from formats.dutch.position import DutchDraw, Numbers, Position

WITHIN = 150
"""Up to so many players what is forced takes part in its bracket. In larger fields the rest is
drawn without it, which takes no longer than any draw. By the criteria of the bracket it is as good
(a constant less); what differs is the generation order, and C9."""


@dataclass(frozen=True)
class Again:
    """A round to be drawn again from the last of these brackets on; players are pairing numbers."""

    brackets: Sequence[Candidate]

    @property
    def position(self) -> Position:
        """What the round is drawn from."""
        return self.brackets[0].bracket.field.position

    @property
    def score(self) -> int:
        """Of the residents of the bracket."""
        bracket = self.brackets[-1].bracket
        return bracket.field.players[bracket.group.start].score

    def together(self, a: int, b: int) -> DutchDraw | None:
        """The best draw in which two meet; None if there is no legal one."""
        numbers = {player.number for player in self.position.players}
        if len(numbers) > WITHIN:
            others = tuple(p for p in self.position.players if p.number not in (a, b))
            return self._drawn(replace(self.position, players=others), (a, b))
        barred = _barred(self.position, (a, b), numbers - {a, b})
        return self._drawn(_resting_only(barred, numbers - {a, b}))

    def floating(self, number: int) -> DutchDraw | None:
        """The best draw in which a player meets nobody of the bracket.

        In a large field he is drawn as one of the next scoregroup.
        """
        position = self.position
        lower = max((p.score for p in position.players if p.score < self.score), default=None)
        if lower is not None and len(position.players) > WITHIN:
            moved = (replace(p, score=lower) if p.number == number else p for p in position.players)
            return self._drawn(replace(position, players=tuple(moved)))
        above = {p.number for p in position.players if p.score >= self.score}
        return self._drawn(_barred(position, (number,), above - {number}))

    def resting(self, number: int) -> DutchDraw | None:
        """The best draw in which a player has the bye."""
        return self._drawn(_resting_only(self.position, {number}))

    def _drawn(self, position: Position, *pairs: Numbers) -> DutchDraw | None:
        """Bracket by bracket from here on; `pairs` are seated already."""
        field = DutchField(position)
        place = {player.number: i for i, player in enumerate(field.players)}
        numbers = [player.number for player in self.brackets[0].bracket.field.players]
        games = [*pairs]
        for candidate in self.brackets[:-1]:
            games += [(numbers[a], numbers[b]) for a, b in candidate.paired.pairs]
        moved = tuple(
            place[numbers[old]]
            for old in self.brackets[-1].bracket.moved
            if numbers[old] in place and field.players[place[numbers[old]]].score > self.score
        )
        left = mask_of(moved) | mask_of(
            [i for i, player in enumerate(field.players) if player.score <= self.score]
        )
        resting = _resting(field, left, moved)
        if resting is None:
            return None
        for group in field.groups:
            if field.players[group.start].score > self.score:
                continue
            paired = pair_bracket(ScoreBracket(field, moved, group, resting))
            games += [(field.players[a].number, field.players[b].number) for a, b in paired.pairs]
            moved = paired.down
        return DutchDraw(tuple(games), field.players[moved[0]].number if moved else None)


def _resting(field: DutchField, left: int, moved: Sequence[int]) -> int | None:
    """C5 among those left: who may have the bye (0 for even numbers); None if nothing is legal.

    Those moved down do not meet each other: they would have done so above.
    """
    cut = dict.fromkeys(moved, mask_of(moved))
    if left.bit_count() % 2 == 0:
        return 0 if field.pairable.perfect(left, cut=cut) else None
    for score in sorted({player.score for player in field.players}):
        able = mask_of(
            [i for i, p in enumerate(field.players) if p.score == score and p.may_have_bye]
        )
        if able & left and field.pairable.perfect(left, able & left, cut):
            return able & left
    return None


def _barred(position: Position, some: Iterable[int], others: Iterable[int]) -> Position:
    more = {frozenset((a, b)) for a in some for b in others}
    return replace(position, forbidden=position.forbidden | more)


def _resting_only(position: Position, numbers: Iterable[int]) -> Position:
    """Nobody else may have the bye."""
    able = set(numbers)
    players = (
        replace(p, may_have_bye=p.may_have_bye and p.number in able) for p in position.players
    )
    return replace(position, players=tuple(players))
