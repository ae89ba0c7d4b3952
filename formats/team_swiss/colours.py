"""Which team's first board has White (C.04.6, article 4)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.colours import OTHER
from engine.history import Colour
from formats.team_swiss.position import SwissTeam, TeamNumbers, TeamPosition
from formats.team_swiss.preferences import TeamPreference, team_preference


@dataclass(frozen=True, slots=True)
class TeamPair:
    """Two teams that meet, the first-team first (4.2), with what they prefer."""

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
    """What the team prefers in this round."""
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
