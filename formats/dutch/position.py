"""What a Dutch draw starts from: the players in their present state, the round to be paired, colour
preferences (C.04.3, 1.7) and who has White by them (5.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum, IntEnum
from functools import lru_cache

from engine.history import OTHER, Colour, difference, last_colour, third_running

Numbers = tuple[int, int]
"""Two pairing numbers."""


class Float(Enum):
    """The float of a player in an earlier round (C.04.3, article 1.4)."""

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
        """Sort key of article 1.2: score, then pairing number; the section comes between them."""
        return (-self.score, self.section, self.number)


def topscore(score: int, round: int, rounds: int, win: int) -> bool:
    """1.8: whether a score is more than half of what could be made, when the last round is
    paired; scores in hundredths."""
    return round >= rounds and 2 * score > (round - 1) * win


@dataclass(frozen=True)
class Position:
    """A tournament before a round.

    `initial` is the colour of the first player in round 1, `win` the most points for a win, in
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
    """Pairs as (White, Black), and the player with the bye; pairing numbers, in order of the
    boards."""

    pairs: tuple[Numbers, ...]
    bye: int | None = None


class Undrawable(Exception):
    """No pairing of everybody complies with C1 to C3; `numbers` are the players in question."""

    def __init__(self, numbers: Iterable[int]) -> None:
        self.numbers = tuple(numbers)
        super().__init__(f"{len(self.numbers)} players cannot be paired")


class Strength(IntEnum):
    """How much a player is due a colour."""

    NONE = 0
    """1.7.4: no game played yet."""
    MILD = 1
    """1.7.3: as many games with each colour; the other one than last time."""
    STRONG = 2
    """1.7.2: a difference of one."""
    ABSOLUTE = 3
    """1.7.1: a difference of more than one, or the same colour in the two latest games."""


@dataclass(frozen=True, slots=True)
class Preference:
    """The colour a player is due and why. Rounds without a game leave no trace (C.04.2, 3.4)."""

    colour: Colour | None = None
    strength: Strength = Strength.NONE
    difference: int = 0
    """1.6: games with White less games with Black."""
    doubled: Colour | None = None
    """The colour of the two latest games, if they had the same."""

    @property
    def absolute(self) -> bool:
        """1.7.1."""
        return self.strength == Strength.ABSOLUTE

    @property
    def wide(self) -> bool:
        """A colour difference that one more game of the same colour takes beyond two."""
        return abs(self.difference) > 1

    def clashes(self, other: Preference) -> bool:
        """Both are due the same colour."""
        return self.colour is not None and self.colour == other.colour


@lru_cache(maxsize=1 << 14)
def preference(colours: str) -> Preference:
    """The preference after these games, first to last: `WBB`."""
    last = last_colour(colours)
    if last is None:
        return Preference()
    gap = difference(colours)
    doubled = last if third_running(colours, last) else None
    behind: Colour = "B" if gap > 0 else "W"
    if abs(gap) > 1:
        return Preference(behind, Strength.ABSOLUTE, gap, doubled)
    if doubled:
        return Preference(OTHER[doubled], Strength.ABSOLUTE, gap, doubled)
    if gap:
        return Preference(behind, Strength.STRONG, gap)
    return Preference(OTHER[last], Strength.MILD)


def colour_of_higher(high: DutchPlayer, low: DutchPlayer, initial: Colour) -> Colour:
    """The colour of the higher ranked of two players, by the first article that decides."""
    for article in ARTICLES:
        colour = article(high, low)
        if colour is not None:
            return colour
    return initial if high.number % 2 else OTHER[initial]


def seated(position: Position, pair: Numbers) -> Numbers:
    """(White, Black) of two who meet whatever the criteria say."""
    high, low = position.ranked(pair)
    if colour_of_higher(high, low, position.initial) == "W":
        return high.number, low.number
    return low.number, high.number


def both_granted(high: DutchPlayer, low: DutchPlayer) -> Colour | None:
    """5.2.1: grant both colour preferences."""
    one, other = preference(high.colours), preference(low.colours)
    if one.clashes(other):
        return None
    if one.colour:
        return one.colour
    return OTHER[other.colour] if other.colour else None


def stronger_granted(high: DutchPlayer, low: DutchPlayer) -> Colour | None:
    """5.2.2: grant the stronger preference; if both are absolute, the wider difference."""
    one, other = preference(high.colours), preference(low.colours)
    if one.colour is None or not one.clashes(other):
        return None
    ranks = _rank(one), _rank(other)
    if ranks[0] == ranks[1]:
        return None
    return one.colour if ranks[0] > ranks[1] else OTHER[one.colour]


def _rank(wish: Preference) -> tuple[int, int]:
    return wish.strength, abs(wish.difference) if wish.absolute else 0


def alternated(high: DutchPlayer, low: DutchPlayer) -> Colour | None:
    """5.2.3: alternate the colours from the latest game in which one had White, the other Black.

    Games are counted from the latest one, rounds without a game left out.
    """
    for mine, yours in zip(reversed(high.colours), reversed(low.colours), strict=False):
        if mine != yours:
            return "W" if yours == "W" else "B"
    return None


def higher_granted(high: DutchPlayer, low: DutchPlayer) -> Colour | None:
    """5.2.4: grant the preference of the higher ranked player."""
    return preference(high.colours).colour


ARTICLES: tuple[Callable[[DutchPlayer, DutchPlayer], Colour | None], ...] = (
    both_granted,
    stronger_granted,
    alternated,
    higher_granted,
)
"""5.2.1 to 5.2.4; where none decides (5.2.5) an odd pairing number has the initial colour."""
