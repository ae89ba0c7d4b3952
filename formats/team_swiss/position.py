"""What a draw of teams starts from: the teams in their present state, the round to be paired,
colour preferences (C.04.6, 1.7; none of them is absolute) and which team's first board has White by
them (article 4)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from engine.history import OTHER, Colour, difference, last_colour

TeamNumbers = tuple[int, int]
"""The pairing numbers of two teams."""

PreferenceType = Literal["A", "B", "none"]
"""1.7: simple colour preferences, strong and mild ones, or none at all."""


@dataclass(frozen=True, slots=True)
class SwissTeam:
    """A team to be paired.

    `number` is the pairing number (TPN). `score` is the one that teams are paired by, in
    hundredths, extra points of an acceleration included. `standing` is the order of the first-team
    (4.2): the primary score without extra points, then the secondary one, in hundredths; the latter
    is 0 for all if the regulations do not use it. `colours` and `met` are of matches played: the
    colour is that of the first board (1.6.1), a match won by forfeit is neither. `floated`: it was
    a floater in the previous round (1.5). `may_have_bye`: the pairing-allocated bye is allowed
    (C2).
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
    """Pairs as (White, Black) of the first board, and the team with the bye; in order of the
    tables."""

    pairs: tuple[TeamNumbers, ...]
    bye: int | None = None


TeamStrength = Literal["none", "mild", "simple", "strong"]
"""Type A knows simple preferences alone, type B mild and strong ones."""


@dataclass(frozen=True, slots=True)
class TeamPreference:
    """The colour that a team's first board is due, and how much."""

    colour: Colour | None = None
    strength: TeamStrength = "none"
    difference: int = 0
    """1.6.2: matches with White less matches with Black."""

    @property
    def strong(self) -> bool:
        """C9 and 4.3.4 weigh it."""
        return self.strength == "strong"

    def clashes(self, other: TeamPreference) -> bool:
        """Both are due the same colour, so that one of them does not have it (C8)."""
        return self.colour is not None and self.colour == other.colour


@lru_cache(maxsize=1 << 12)
def team_preference(colours: str, kind: PreferenceType, last_round: bool) -> TeamPreference:
    """The preference after matches with these colours, first to last: `WBB`.

    In the last round a difference of nought makes no mild preference (1.7.2); two matches running
    with one colour make a strong one in every round.
    """
    gap, last = difference(colours), last_colour(colours)
    if kind == "none" or last is None:
        return TeamPreference(difference=gap)
    behind: Colour = "B" if gap > 0 else "W" if gap < 0 else OTHER[last]
    doubled = len(colours) > 1 and colours[-2] == last and behind != last
    if abs(gap) > 1 or doubled:
        return TeamPreference(behind, "simple" if kind == "A" else "strong", gap)
    if kind == "B" and (gap or not last_round):
        return TeamPreference(behind, "mild", gap)
    return TeamPreference(difference=gap)


@dataclass(frozen=True, slots=True)
class TeamPair:
    """Two teams that meet, the first-team first (4.2), with their preferences."""

    first: SwissTeam
    other: SwissTeam
    first_wish: TeamPreference
    other_wish: TeamPreference
    initial: Colour

    @property
    def decided(self) -> tuple[str, Colour]:
        """The article that decides, and the colour that it gives the first-team."""
        for number, article in ARTICLES.items():
            colour = article(self)
            if colour is not None:
                return number, colour
        raise AssertionError("no article gives colours")

    @property
    def seated(self) -> TeamNumbers:
        """(White, Black)."""
        numbers = self.first.number, self.other.number
        return numbers if self.decided[1] == "W" else numbers[::-1]


def wish_of(team: SwissTeam, position: TeamPosition) -> TeamPreference:
    """The preference of the team in this round."""
    return team_preference(team.colours, position.preferences, position.round >= position.rounds)


def pair_of(one: SwissTeam, other: SwissTeam, position: TeamPosition) -> TeamPair:
    """4.2: the first-team has the higher primary score, the higher secondary score, or the
    smaller pairing number."""
    first, second = sorted((one, other), key=lambda t: (-t.standing[0], -t.standing[1], t.number))
    wishes = wish_of(first, position), wish_of(second, position)
    return TeamPair(first, second, *wishes, position.initial)


def initial_given(pair: TeamPair) -> Colour | None:
    """4.3.1: neither has played; an odd number of the first-team has the initial-colour."""
    if pair.first.colours or pair.other.colours:
        return None
    return pair.initial if pair.first.number % 2 else OTHER[pair.initial]


def only_granted(pair: TeamPair) -> Colour | None:
    """4.3.2: grant the only colour preference."""
    mine, yours = pair.first_wish.colour, pair.other_wish.colour
    if mine and yours:
        return None
    return mine or (OTHER[yours] if yours else None)


def both_granted(pair: TeamPair) -> Colour | None:
    """4.3.3: grant opposite preferences."""
    return None if pair.first_wish.clashes(pair.other_wish) else pair.first_wish.colour


def strong_granted(pair: TeamPair) -> Colour | None:
    """4.3.4: grant the only strong preference (type B)."""
    mine, yours = pair.first_wish, pair.other_wish
    if mine.strong == yours.strong:
        return None
    if mine.strong:
        return mine.colour
    return OTHER[yours.colour] if yours.colour else None


def balanced(pair: TeamPair) -> Colour | None:
    """4.3.5: White to the lower colour difference."""
    mine, yours = pair.first_wish.difference, pair.other_wish.difference
    if mine == yours:
        return None
    return "W" if mine < yours else "B"


def alternated(pair: TeamPair) -> Colour | None:
    """4.3.6: alternate from the latest match in which one had White, the other Black.

    Matches are counted from the latest one, rounds without a match left out (C.04.2, 3.4).
    """
    histories = reversed(pair.first.colours), reversed(pair.other.colours)
    for mine, yours in zip(*histories, strict=False):
        if mine != yours:
            return "W" if yours == "W" else "B"
    return None


def first_granted(pair: TeamPair) -> Colour | None:
    """4.3.7: grant the preference of the first-team."""
    return pair.first_wish.colour


def first_alternated(pair: TeamPair) -> Colour | None:
    """4.3.8: alternate the first-team's colour from its last match."""
    colours = pair.first.colours
    if not colours:
        return None
    return "B" if colours[-1] == "W" else "W"


def other_alternated(pair: TeamPair) -> Colour | None:
    """4.3.9: alternate the other team's colour from its last match."""
    colours = pair.other.colours
    if not colours:
        return None
    return "W" if colours[-1] == "W" else "B"


ARTICLES: dict[str, Callable[[TeamPair], Colour | None]] = {
    "4.3.1": initial_given,
    "4.3.2": only_granted,
    "4.3.3": both_granted,
    "4.3.4": strong_granted,
    "4.3.5": balanced,
    "4.3.6": alternated,
    "4.3.7": first_granted,
    "4.3.8": first_alternated,
    "4.3.9": other_alternated,
}
"""In descending priority; one of them always decides."""
