"""The criteria of C.04.3 (article 2), one function each.

C1 to C3 are absolute. The others say how much worse a pair or a downfloater makes a pairing; the
sum over a bracket is made as small as possible, in the order of their numbers. C4 to C8 weigh
numbers and scores of downfloaters alone: `formats.dutch.bracket` and `formats.dutch.exact`.
"""

from __future__ import annotations

from dataclasses import dataclass

from formats.dutch.position import DutchPlayer, Float, Position, Preference, Strength, preference


@dataclass(frozen=True, slots=True)
class Traits:
    """All that the criteria ask of a player besides score and opponents."""

    preference: Preference
    topscorer: bool = False
    last: Float = Float.NONE
    earlier: Float = Float.NONE
    may_have_bye: bool = True
    unplayed: int = 0

    @classmethod
    def of(cls, player: DutchPlayer, position: Position) -> Traits:
        """A player's traits before that round."""
        return cls(
            preference(player.colours),
            position.topscorer(player),
            *player.floats,
            player.may_have_bye,
            player.unplayed,
        )


def c1_have_met(a: DutchPlayer, b: DutchPlayer) -> bool:
    """C1 (2.1.1): two players shall not play against each other more than once."""
    return b.number in a.met


def c2_may_have_bye(a: Traits) -> bool:
    """C2 (2.1.2): no bye for one who had it, or scored a win's points without playing."""
    return a.may_have_bye


def c3_same_absolute(a: Traits, b: Traits) -> bool:
    """C3 (2.1.3): non-topscorers with the same absolute colour preference shall not meet."""
    one, other = a.preference, b.preference
    if not (one.absolute and other.absolute and one.clashes(other)):
        return False
    return not (a.topscorer or b.topscorer)


def c9_unplayed(a: Traits) -> int:
    """C9 (2.3.5): the unplayed games of the player with the bye."""
    return a.unplayed


def c10_wide_difference(a: Traits, b: Traits) -> int:
    """C10 (2.3.6): topscorers or opponents of theirs with a colour difference beyond two."""
    one, other = a.preference, b.preference
    return int(one.wide and other.wide and one.clashes(other))


def c11_third_colour(a: Traits, b: Traits) -> int:
    """C11 (2.3.7): topscorers or opponents of theirs with the same colour three times running.

    Of two with the same absolute preference the one with the smaller difference gives way.
    """
    one, other = a.preference, b.preference
    if not (one.absolute and other.absolute and one.clashes(other)):
        return 0
    if abs(one.difference) == abs(other.difference):
        return int(one.doubled is not None and one.doubled == other.doubled)
    yields = one if abs(one.difference) < abs(other.difference) else other
    return int(yields.doubled is not None)


def c12_preference(a: Traits, b: Traits) -> int:
    """C12 (2.3.8): players who do not get their colour preference."""
    return int(a.preference.clashes(b.preference))


def c13_strong_preference(a: Traits, b: Traits) -> int:
    """C13 (2.3.9): players who do not get their strong preference; where both are due the same
    colour absolutely, C10 and C11 have judged."""
    one, other = a.preference, b.preference
    strong = min(one.strength, other.strength) >= Strength.STRONG
    return int(strong and not (one.absolute and other.absolute) and one.clashes(other))


def c14_down_again(resident: Traits) -> int:
    """C14 (2.3.10): resident downfloaters who downfloated in the previous round."""
    return int(resident.last is Float.DOWN)


def c15_up_again(opponent: Traits) -> int:
    """C15 (2.3.11): opponents of moved-down players who upfloated in the previous round."""
    return int(opponent.last is Float.UP)


def c16_down_two_before(resident: Traits) -> int:
    """C16 (2.3.12): resident downfloaters who downfloated two rounds before."""
    return int(resident.earlier is Float.DOWN)


def c17_up_two_before(opponent: Traits) -> int:
    """C17 (2.3.13): opponents of moved-down players who upfloated two rounds before."""
    return int(opponent.earlier is Float.UP)


def c18_difference_again(limbo: Traits) -> int:
    """C18 (2.3.14): score differences of moved-down players who downfloated in the previous
    round. One who stays unpaired has a larger difference than any other; so it is these that
    count, those of the highest score first."""
    return int(limbo.last is Float.DOWN)


def c19_opponent_difference_again(opponent: Traits) -> int:
    """C19 (2.3.15): score differences of moved-down players' opponents who upfloated in the
    previous round, the highest moved-down player's first."""
    return int(opponent.last is Float.UP)


def c20_difference_two_before(limbo: Traits) -> int:
    """C20 (2.3.16): as C18, two rounds before."""
    return int(limbo.earlier is Float.DOWN)


def c21_opponent_difference_two_before(opponent: Traits) -> int:
    """C21 (2.3.17): as C19, two rounds before."""
    return int(opponent.earlier is Float.UP)
