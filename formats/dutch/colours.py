"""Who has White (C.04.3, article 5.2)."""

from __future__ import annotations

from collections.abc import Callable

from engine.colours import OTHER
from engine.history import Colour
from formats.dutch.position import DutchPlayer, Numbers, Position
from formats.dutch.preferences import Preference, preference


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
