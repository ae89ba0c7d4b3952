"""What a draw of teams starts from: the teams as they stand, and the round to be paired."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.history import Colour

TeamNumbers = tuple[int, int]
"""The pairing numbers of two teams."""

PreferenceType = Literal["A", "B", "none"]
"""1.7: simple colour preferences, strong and mild ones, or none at all."""


@dataclass(frozen=True, slots=True)
class SwissTeam:
    """A team to be paired.

    `number` is the pairing number (TPN). `score` is the one that teams are paired by, in
    hundredths, extra points of an acceleration included. `standing` is what the first-team goes by
    (4.2): the primary score without extra points, then the secondary one, in hundredths; the
    latter is 0 for all where the regulations do not use it. `colours` and `met` are of matches
    played: the colour is that of the first board (1.6.1), a match won by forfeit is neither.
    `floated`: it was a floater in the previous round (1.5). `may_have_bye`: the pairing-allocated
    bye is allowed (C2).
    """

    number: int
    score: int
    standing: tuple[int, int] = (0, 0)
    colours: str = ""
    met: frozenset[int] = frozenset()
    floated: bool = False
    may_have_bye: bool = True

    @property
    def rank(self) -> tuple[int, int]:
        """Sort key of 3.5.3: descending score, ascending pairing number."""
        return (-self.score, self.number)


@dataclass(frozen=True)
class TeamPosition:
    """A team event before a round.

    `initial` is the initial-colour (4.1). `forbidden` pairs, by pairing numbers, do not meet.
    """

    teams: tuple[SwissTeam, ...]
    round: int
    rounds: int
    preferences: PreferenceType = "A"
    initial: Colour = "W"
    forbidden: frozenset[frozenset[int]] = frozenset()

    @property
    def last_two(self) -> bool:
        """C7 and C10 do not apply to the last two rounds."""
        return self.round >= self.rounds - 1


@dataclass(frozen=True)
class TeamDraw:
    """Pairs as (White, Black) of the first board, and who has the bye; in order of the tables."""

    pairs: tuple[TeamNumbers, ...]
    bye: int | None = None
