"""What a Dutch draw starts from: the players as they stand, and the round to be paired."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from engine.history import Colour

Numbers = tuple[int, int]
"""Two pairing numbers."""


class Float(Enum):
    """What a player did in an earlier round (C.04.3, article 1.4)."""

    NONE = "none"
    DOWN = "down"
    """Paired with somebody of a lower score; or more than a loss's points without playing."""
    UP = "up"
    """Paired with somebody of a higher score."""


@dataclass(frozen=True, slots=True)
class DutchPlayer:
    """A player to be paired.

    `number` is the pairing number (TPN), counted over those who have appeared so far. `score` is
    the score for pairing in hundredths, extra points of an acceleration included. `colours` and
    `met` are of games played; a forfeit is neither. `floats` are those of the previous round and
    of the one before. `may_have_bye`: the pairing-allocated bye is allowed (C2). `unplayed` counts
    the rounds without a game (C9). `section` is for fields with porous sections, 0 the highest:
    within a score those of a higher section rank higher, and where a scoregroup holds fewer of its
    highest section than of the others, these are paired first (`Bracket.upper`). Where all are
    alike, as in C.04.3, it says nothing.
    """

    number: int
    score: int
    colours: str = ""
    met: frozenset[int] = frozenset()
    floats: tuple[Float, Float] = (Float.NONE, Float.NONE)
    may_have_bye: bool = True
    unplayed: int = 0
    section: int = 0

    @property
    def rank(self) -> tuple[int, int, int]:
        """Sort key of article 1.2: score, then pairing number; sections stand between."""
        return (-self.score, self.section, self.number)


def topscore(score: int, round: int, rounds: int, win: int) -> bool:
    """1.8: whether a score is more than half of what could be made, when the last round is
    paired; scores in hundredths."""
    return round >= rounds and 2 * score > (round - 1) * win


@dataclass(frozen=True)
class Position:
    """A tournament before a round.

    `initial` is the colour of the first player in round 1, `win` what a win scores at most, in
    hundredths. `forbidden` pairs, by pairing numbers, do not meet.
    """

    players: tuple[DutchPlayer, ...]
    round: int
    rounds: int
    initial: Colour = "W"
    win: int = 100
    forbidden: frozenset[frozenset[int]] = frozenset()

    def topscorer(self, player: DutchPlayer) -> bool:
        """1.8, by the score for pairing."""
        return topscore(player.score, self.round, self.rounds, self.win)

    def ranked(self, pair: Numbers) -> tuple[DutchPlayer, DutchPlayer]:
        """Two players, the higher ranked first."""
        one, other = (player for player in self.players if player.number in pair)
        return (one, other) if one.rank < other.rank else (other, one)


@dataclass(frozen=True)
class DutchDraw:
    """Pairs as (White, Black), and who has the bye; pairing numbers, in order of the boards."""

    pairs: tuple[Numbers, ...]
    bye: int | None = None


class Undrawable(Exception):
    """No pairing of everybody complies with C1 to C3; `numbers` are the players in question."""

    def __init__(self, numbers: Iterable[int]) -> None:
        self.numbers = tuple(numbers)
        super().__init__(f"{len(self.numbers)} players cannot be paired")
