"""Title norms: whether games amount to one (FIDE B.01, Title Regulations from 1 January 2024).

`1.4.3` and the like are its articles. Titles that are gained directly (1.2) or by rating (1.3) need
no norms.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, Decimal
from enum import Enum

from engine.entrants import Entrant, EntrantId
from engine.performance import difference
from engine.points import HALF, NIL, Points
from engine.rating_change import average, fide_rating

GAMES = 9
"""The fewest games of a norm (1.4.1a); two exceptions are `GAMES` less one (1.4.1c)."""
UNRATED = 1400
"""The rating of an unrated opponent (1.4.6d)."""
LEAST_SHARE = Decimal("0.35")
"""Of the points (1.4.8b)."""
NO_FEDERATION = frozenset({"", "FID"})
"""Players of FIDE itself are accepted, but of no federation (1.4.2a)."""
OUTSIDE = "NON"
"""Not of a federation of FIDE: games against them are left out (1.4.2a)."""
TITLED = frozenset({"GM", "IM", "WGM", "WIM", "FM", "WFM"})
"""Who count as titled: not CM, WCM (1.4.5a)."""
FOREIGN = 2
"""Federations of opponents that are not the player's (1.4.3)."""


class NormTitle(Enum):
    """A title that norms lead to."""

    GM = "GM"
    IM = "IM"
    WGM = "WGM"
    WIM = "WIM"

    @property
    def demands(self) -> Demands:
        """The requirements of a norm for it."""
        return _DEMANDS[self]


@dataclass(frozen=True, slots=True)
class Demands:
    """Performance and average of the opponents (1.4.8), the rating to which one opponent is raised
    (1.4.6b), the titles of which a third is needed (1.4.5), and those whose holders need no
    norm."""

    performance: int
    average: int
    floor: int
    holders: frozenset[str]
    above: frozenset[str]
    women: bool = False


_DEMANDS = {
    NormTitle.GM: Demands(2600, 2380, 2200, frozenset({"GM"}), frozenset({"GM"})),
    NormTitle.IM: Demands(2450, 2230, 2050, frozenset({"GM", "IM"}), frozenset({"GM", "IM"})),
    NormTitle.WGM: Demands(
        2400, 2180, 2000, frozenset({"GM", "IM", "WGM"}), frozenset({"GM", "WGM"}), women=True
    ),
    NormTitle.WIM: Demands(
        2250, 2030, 1850, frozenset({"GM", "IM", "WGM", "WIM"}),
        frozenset({"GM", "IM", "WGM", "WIM"}), women=True,
    ),
}  # fmt: skip


class Lack(Enum):
    """What keeps games from being a norm; the value is the article."""

    GAMES = "1.4.1"
    OWN_FEDERATION_UNKNOWN = "1.4.3"
    FEDERATIONS = "1.4.3 "
    OWN_FEDERATION = "1.4.4"
    ONE_FEDERATION = "1.4.4 "
    TITLED = "1.4.5a"
    HOLDERS = "1.4.5"
    AVERAGE = "1.4.8a"
    SCORE = "1.4.8b"
    PERFORMANCE = "1.4.8"


@dataclass(frozen=True, slots=True)
class Shortfall:
    """The first demand that is not met: what there is, and the least or the most allowed."""

    lack: Lack
    there: Decimal
    needed: Decimal


@dataclass(frozen=True, slots=True)
class NormGame:
    """A game that can count; `forfeited` by the opponent in the last round, and then counted as
    lost (1.4.2c)."""

    round: int
    opponent: Entrant
    score: Points
    forfeited: bool = False
    later: int | None = None
    """The opponent's rating of a later list, in a long event (1.1.4)."""

    @property
    def rating(self) -> int:
        """The opponent's, before one of them is raised."""
        return self.later or fide_rating(self.opponent) or UNRATED


@dataclass(frozen=True, slots=True)
class NormSheet:
    """Games compared with the requirements of a title."""

    title: NormTitle
    games: tuple[NormGame, ...]
    own_federation: str
    minimum: int = GAMES
    exempt: str = ""
    """The article that waives the demands on federations; empty for none."""

    @property
    def score(self) -> Points:
        """In these games."""
        return sum((game.score for game in self.games), NIL)

    @property
    def raised(self) -> EntrantId | None:
        """The player whose rating is raised (1.4.6c): the lowest one, if it is below the floor."""
        lowest = min(self.games, key=lambda game: game.rating, default=None)
        low = lowest is not None and lowest.rating < self.title.demands.floor
        return lowest.opponent.id if lowest is not None and low else None

    @property
    def ratings(self) -> tuple[int, ...]:
        """Of the opponents, one of them raised."""
        return raised_ratings([game.rating for game in self.games], self.title)

    @property
    def average(self) -> int | None:
        """Of the opponents (1.4.7)."""
        return average(self.ratings)

    @property
    def performance(self) -> int | None:
        """Rp (1.4.8)."""
        mean = self.average
        return None if mean is None else mean + difference(self.score / len(self.games))

    @property
    def federations(self) -> Counter[str]:
        """How many opponents are of each."""
        known = (game.opponent.federation for game in self.games)
        return Counter(name for name in known if name not in NO_FEDERATION)

    @property
    def foreign(self) -> int:
        """How many opponents are of a federation that is not the player's."""
        return self.federations.total() - self.federations[self.own_federation]

    def titled(self, titles: frozenset[str] = TITLED) -> int:
        """How many opponents have one of these titles."""
        return sum(game.opponent.title in titles for game in self.games)

    @property
    def mix_shortfall(self) -> Shortfall | None:
        """The first demand on the opponents that is not met, whatever the score."""
        count, known = len(self.games), self.federations
        foreign = sum(name != self.own_federation for name in known)
        own, most = known[self.own_federation], max(known.values(), default=0)
        checks: list[tuple[Lack, int, int, bool]] = [
            (Lack.GAMES, count, self.minimum, count >= self.minimum)
        ]
        if not self.exempt:
            known_own = self.own_federation not in NO_FEDERATION
            checks += [
                (Lack.OWN_FEDERATION_UNKNOWN, 0, 1, known_own or self.own_federation == "FID"),
                (Lack.FEDERATIONS, foreign, FOREIGN, foreign >= FOREIGN),
                (Lack.OWN_FEDERATION, own, most_own(count), own <= most_own(count)),
                (Lack.ONE_FEDERATION, most, most_of_one(count), most <= most_of_one(count)),
            ]
        titled, holders = self.titled(), self.titled(self.title.demands.holders)
        checks += [
            (Lack.TITLED, titled, least_titled(count), titled >= least_titled(count)),
            (Lack.HOLDERS, holders, least_holders(count), holders >= least_holders(count)),
        ]
        mean = self.average or 0
        checks.append((Lack.AVERAGE, mean, self.title.demands.average,
                       mean >= self.title.demands.average))  # fmt: skip
        return next(
            (Shortfall(lack, Decimal(has), Decimal(need)) for lack, has, need, met in checks
             if not met),
            None,
        )  # fmt: skip

    @property
    def shortfall(self) -> Shortfall | None:
        """The first demand that is not met; None: it is a norm."""
        if (mix := self.mix_shortfall) is not None:
            return mix
        least = LEAST_SHARE * len(self.games)
        if self.score < least:
            return Shortfall(Lack.SCORE, self.score, least_score(len(self.games)))
        needed, shown = self.title.demands.performance, self.performance
        assert shown is not None
        if shown < needed:
            return Shortfall(Lack.PERFORMANCE, Decimal(shown), Decimal(needed))
        return None

    @property
    def norm(self) -> bool:
        """Whether every demand is met."""
        return self.shortfall is None

    @property
    def required_score(self) -> Points:
        """The least with which these opponents give the norm; the whole score where none does."""
        halves = (HALF * at for at in range(2 * len(self.games) + 1))
        return next(filter(self._enough, halves), Decimal(len(self.games)))

    @property
    def extra_games(self) -> int:
        """Games that a norm counts for beyond its own: a full point more is one more (1.4.1d)."""
        return max(int(self.score - self.required_score), 0)

    def _enough(self, score: Points) -> bool:
        count, mean = len(self.games), self.average
        if mean is None or score < LEAST_SHARE * count:
            return False
        return mean + difference(score / count) >= self.title.demands.performance


def most_own(count: int) -> int:
    """Of so many opponents, at most this many of the player's federation (1.4.4)."""
    return 3 * count // 5


def most_of_one(count: int) -> int:
    """At most this many of any federation (1.4.4)."""
    return 2 * count // 3


def least_titled(count: int) -> int:
    """At least this many titled ones (1.4.5a)."""
    return -(-count // 2)


def least_holders(count: int) -> int:
    """At least this many with the title or a higher one (1.4.5b-e)."""
    return max(3, -(-count // 3))


def raised_ratings(ratings: Sequence[int], title: NormTitle) -> tuple[int, ...]:
    """These ratings with the lowest one raised to the floor, if it is below it (1.4.6c)."""
    if not ratings:
        return ()
    at = ratings.index(min(ratings))
    floor = title.demands.floor
    return (*ratings[:at], max(ratings[at], floor), *ratings[at + 1 :])


def least_score(count: int) -> Points:
    """35 % of so many points, to the next half (1.4.8b)."""
    return (LEAST_SHARE * count / HALF).to_integral_value(ROUND_CEILING) * HALF
