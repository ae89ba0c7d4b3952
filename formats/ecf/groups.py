"""A round while it is drawn: who is left, and the groups in order with their games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field as knob

from engine.matching import Matching
from engine.pairable import mask_of, members
from engine.reasons import Reasons
from formats.ecf.field import EcfField
from formats.ecf.floats import Outside, Reach, floated
from formats.ecf.level import LevelGroup
from formats.ecf.pairing import paired
from formats.ecf.sides import Sides
from formats.score_field import Game


@dataclass(frozen=True)
class DrawnGroup:
    """A group as it was drawn: its own games, then those of its floaters (floater first)."""

    name: str
    group: LevelGroup
    matching: Matching
    floats: tuple[Game, ...] = ()
    taken: tuple[int, ...] = ()
    """Who was taken into it from lower levels."""
    notes: Reasons = ()
    part: str = ""
    """As `Match.part`."""

    @property
    def games(self) -> list[Game]:
        """All games, floaters' last."""
        return [*self.group.games(self.matching), *self.floats]


@dataclass
class DrawInProgress:
    """The players not placed yet, and what stands."""

    field: EcfField
    left: int
    drawn: list[DrawnGroup] = knob(default_factory=list)

    def level(
        self, name: str, players: int, reach: Reach | None = None, notes: Reasons = ()
    ) -> None:
        """Draw a group among itself; those who cannot meet anybody in it float down."""
        if players:
            games = self.floats(players, reach)
            self.seat_level(name, players, games, notes)

    def floats(self, players: int, reach: Reach | None = None) -> list[Game]:
        """The games of those who have to leave the group."""
        rest = self.left & ~players
        return floated(Outside(self.field, players, rest, reach or self.by_score(players)))

    def seat_level(
        self,
        name: str,
        players: int,
        floats: Sequence[Game],
        notes: Reasons = (),
        part: str = "",
    ) -> None:
        """Draw a group whose floaters are known."""
        away = mask_of([p for game in floats for p in game])
        group = LevelGroup(self.field, tuple(self.field.by_grade(players & ~away)))
        matching = paired(group)
        self._seat(DrawnGroup(name, group, matching, tuple(floats), notes=notes, part=part))

    def sides(self, name: str, sides: Sides, notes: Reasons = (), part: str = "") -> None:
        """Draw a two-sided group."""
        if sides.bottom:
            group = two_sided(self.field, sides)
            matching = paired(group)
            self._seat(DrawnGroup(name, group, matching, taken=sides.top, notes=notes, part=part))

    def _seat(self, drawn: DrawnGroup) -> None:
        self.drawn.append(drawn)
        self.left &= ~mask_of([p for game in drawn.games for p in game])

    def by_score(self, players: int) -> Reach:
        """How many points lower somebody is than the group, in hundredths."""
        scores = [self.field.players[i].score for i in members(players)]
        highest = max(scores)
        return lambda o: abs(int(100 * (highest - self.field.players[o].score)))


def two_sided(field: EcfField, sides: Sides) -> LevelGroup:
    """The group of two sides, the top half above the line."""
    return LevelGroup(field, (*sides.top, *sides.bottom), two_sided=True)
