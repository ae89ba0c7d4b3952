"""Expected score and rating change by FIDE's Rating Regulations (B.02, in force from 1 March 2024,
8.3.1 from 1 October 2025; rapid and blitz: B.02 Rapid and Blitz, from 1 March 2024).

Everything is exact: scores and probabilities are decimals, as the tables have them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from enum import Enum

from engine.entrants import RATES, Entrant, EntrantId
from engine.event import Event, derived, derived_each, entrants_by_id
from engine.event_data import detail, event_dates
from engine.performance import (
    PlayedGame,
    RatingPerformance,
    difference,
    expected,
    games_of,
    graded,
    performances,
)
from engine.points import NIL, ONE, Points
from engine.rating_rule import RatingRule, rating_in, rule_of

CAP, UNCAPPED_FROM = 400, 2650
"""A greater difference counts as this one, except for players rated at least so high (8.3.1)."""
FAR, FAR_FROM = 600, 2600
"""A rapid or blitz game with so large a difference is not rated if one player has more than that
rating (Rapid and Blitz, 7.3.1, from 1 December 2024)."""
TOP_LEVEL, JUNIOR_LEVEL, JUNIOR_AGE = 2400, 2300, 18
MOST_AT_ONCE = 700
"""K times the games of a period is at most this (8.3.3)."""
HYPOTHETICAL = 1800
"""The rating of the two opponents that a first rating adds, drawn with (8.2.2)."""
LOWEST_EVER = 1000
"""FIDE has never published a lower rating: one that is entered is of another scale."""
HIGHEST_FIRST, FLOOR = 2200, 1400
"""Bounds of a published rating (8.2.3; 7.1.4, 7.2.1)."""
FIRST_GAMES = 5
"""Games against rated opponents before a first rating is published (7.1.4)."""


class RatedPace(Enum):
    """The list that the games are rated for."""

    STANDARD = "standard"
    RAPID = "rapid"
    BLITZ = "blitz"


class FactorSource(Enum):
    """How K is known (8.3.3)."""

    ENTRY = "entry"
    LIST = "list"
    """The column K of FIDE's list."""
    TOP = "top"
    """Rated 2400 or more."""
    JUNIOR = "junior"
    """Not older than 18 in the year of the event, and rated under 2300."""
    ASSUMED = "assumed"
    """Under 2400; the entry does not say whether it was ever reached, nor how many games were
    played before."""


class Gap(Enum):
    """Why a rating report has no rating change."""

    NO_GAME = "no-game"
    NO_RATED_OPPONENT = "no-rated-opponent"
    NO_POINT = "no-point"
    """Unrated, and without a point: the first event is disregarded (8.2.1)."""
    GRADES = "grades"
    """The ratings are grades of three figures, which are not FIDE's."""


@dataclass(frozen=True, slots=True)
class DevelopmentCoefficient:
    """K, where it is from, and what it would be without the limit of 700 for a period."""

    value: int
    source: FactorSource
    unlimited: int


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A game over the board against a rated opponent; without `expected` for an unrated player,
    or where the game itself is not rated."""

    round: int
    opponent: EntrantId
    rating: int
    score: Points
    expected: Decimal | None


@dataclass(frozen=True, slots=True)
class FirstRating:
    """What an unrated player's games here make (8.2): `rating` as it would be published, if the
    games are enough by themselves; they are pooled with those of other events (7.1.4)."""

    rating: int
    games: int

    @property
    def published(self) -> bool:
        """Enough games, and not below the floor."""
        return self.games >= FIRST_GAMES and self.rating >= FLOOR


@dataclass(frozen=True, slots=True)
class RatingReport:
    """What the event does to a rating. `own` is the rating before it (None: unrated), `games` all
    games that count for it, `change` the rating change to the tenth, as it is added to that of the
    rating period (8.3.2)."""

    id: EntrantId
    own: int | None
    performance: RatingPerformance | None
    games: tuple[RatedGame, ...] = ()
    factor: DevelopmentCoefficient | None = None
    change: Decimal | None = None
    first: FirstRating | None = None
    gap: Gap | None = None

    @property
    def score(self) -> Points:
        """Over the rated games."""
        return sum((game.score for game in self.games), NIL)

    @property
    def expected(self) -> Decimal | None:
        """Over the rated games; None for an unrated player."""
        known = [game.expected for game in self.games if game.expected is not None]
        return sum(known, NIL) if known else None

    @property
    def opponents(self) -> int | None:
        """The average of the opponents in the rated games, to the nearest point (Ra)."""
        return average([game.rating for game in self.games])

    @property
    def new(self) -> int | None:
        """The rating after the event alone (8.3.4); None for an unrated player."""
        if self.own is None or self.change is None:
            return None
        return self.own + rounded(self.change)


def average(ratings: Sequence[int]) -> int | None:
    """The mean to the nearest point, a half upward (B.01, 1.4.7); None without values."""
    return rounded(Decimal(sum(ratings)) / len(ratings)) if ratings else None


def rounded(value: Decimal) -> int:
    """The nearest whole number, a half away from zero (8.3.4)."""
    return int(value.quantize(Decimal(1), ROUND_HALF_UP))


def fide_rating(entrant: Entrant, pace: RatedPace = RatedPace.STANDARD) -> int | None:
    """The rating that FIDE's sums use. It is that of FIDE's list, if the entry has one: for rapid
    and blitz the standard one, if there is no other (Rapid and Blitz, 7.2.1). Otherwise the rating
    entered, unless it is an estimate, taken from a national list, or too low for one of FIDE's."""
    listed = [one for one in entrant.official if one.fide]  # several, if each has one pace
    if listed:
        own = next(
            (r for one in listed if (r := one.rating(RATES[list(RatedPace).index(pace)]))), None
        )
        return own or next((one.standard for one in listed if one.standard), None)
    national = any(one.counts for one in entrant.official)
    entered = entrant.rating or 0
    return entered if entered >= LOWEST_EVER and not (entrant.estimated or national) else None


def listed_k_factor(entrant: Entrant, pace: RatedPace = RatedPace.STANDARD) -> int | None:
    """K of FIDE's list for that rate of play, if the entry has a rating of it; None if no list says
    it."""
    rate = RATES[list(RatedPace).index(pace)]
    listed = (one for one in entrant.official if one.fide and one.rating(rate))
    return next((k for one in listed if (k := one.k_factor(rate))), None)


def rating_then(event: Event, entrant: Entrant, number: int) -> int | None:
    """The rating that FIDE's sums go by in a round: that of a later list in a long event whose
    ratings count by rounds (B.01, 1.1.4; B.02, 4)."""
    rule = _rule(event)
    if rule.each_round and any(one.first <= number for one in entrant.later_ratings):
        return rating_in(entrant, number, rule)
    return fide_rating(entrant, pace(event))


def pace(event: Event) -> RatedPace:
    """The list that the event is rated for, by its details; standard where they say nothing."""
    said = detail(event, "rating_type").split(", ")
    return next((one for one in RatedPace if one.value in said), RatedPace.STANDARD)


def counted_difference(own: int, opponent: int, pace: RatedPace = RatedPace.STANDARD) -> int:
    """The difference that a game counts by (8.3.1)."""
    if own >= UNCAPPED_FROM and pace is RatedPace.STANDARD:
        return own - opponent
    return max(-CAP, min(CAP, own - opponent))


def is_rated(own: int, opponent: int, pace: RatedPace) -> bool:
    """Whether a game between the two is rated: too unequal ones of rapid and blitz are not."""
    far = abs(own - opponent) >= FAR and max(own, opponent) > FAR_FROM
    return pace is RatedPace.STANDARD or not far


def coefficient(
    entrant: Entrant, games: int, year: int | None, pace: RatedPace = RatedPace.STANDARD
) -> DevelopmentCoefficient:
    """K by 8.3.3, for so many rated games in an event of that year: that of the entry, else of
    FIDE's list. If neither they nor rating and birth decide it, 30 games played and 2400 never
    reached are assumed."""
    rating = fide_rating(entrant, pace) or 0
    born = int(entrant.birth[:4]) if entrant.birth[:4].isdigit() else None
    if entrant.k_factor:
        value, source = entrant.k_factor, FactorSource.ENTRY
    elif listed := listed_k_factor(entrant, pace):
        value, source = listed, FactorSource.LIST
    elif rating >= TOP_LEVEL:
        value, source = 10, FactorSource.TOP
    elif year and born and year - born <= JUNIOR_AGE and rating < JUNIOR_LEVEL:
        value, source = 40, FactorSource.JUNIOR
    else:
        value, source = 20, FactorSource.ASSUMED
    limited = min(value, MOST_AT_ONCE // games) if games else value
    return DevelopmentCoefficient(limited, source, value)


def first_rating(opponents: Sequence[int], score: Points) -> FirstRating | None:
    """The first rating over games against these ratings (8.2.2, 8.2.3); None without a point."""
    if not opponents or score <= 0:
        return None
    count = len(opponents) + 2
    mean = Decimal(sum(opponents) + 2 * HYPOTHETICAL) / count
    rating = rounded(mean + difference((score + ONE) / count))
    return FirstRating(min(rating, HIGHEST_FIRST), len(opponents))


@derived_each
def rating_report(event: Event, id: EntrantId) -> RatingReport:
    """Of one player, over the published rounds."""
    entrant, played = event.entrant(id), games_of(event).get(id, ())
    return _report(event, entrant, played, performances(event).get(id), _year(event))


def rating_reports(event: Event) -> Mapping[EntrantId, RatingReport]:
    """Of everybody, in order of entry."""
    return {entrant.id: rating_report(event, entrant.id) for entrant in event.entrants}


@derived
def _rule(event: Event) -> RatingRule:
    return rule_of(event)


@derived
def _year(event: Event) -> int | None:
    """The year in which the event begins, where its data say so."""
    started = event_dates(event)[0][:4]
    return int(started) if started.isdigit() else None


def _report(
    event: Event,
    entrant: Entrant,
    played: Sequence[PlayedGame],
    performance: RatingPerformance | None,
    year: int | None,
) -> RatingReport:
    kind, known = pace(event), entrants_by_id(event)
    if graded(event):
        return _by_grades(entrant, played, performance, known)
    own = fide_rating(entrant, kind)
    games = []
    for game in played:
        mine = rating_then(event, entrant, game.round)
        rating = rating_then(event, known[game.opponent], game.round)
        if rating is None or (mine is not None and not is_rated(mine, rating, kind)):
            continue
        chance = None if mine is None else expected(counted_difference(mine, rating, kind))
        games.append(RatedGame(game.round, game.opponent, rating, game.score, chance))
    report = RatingReport(entrant.id, own, performance, tuple(games))
    if not games:
        return RatingReport(entrant.id, own, performance, gap=_without_games(played))
    if own is None:
        first = first_rating([game.rating for game in games], report.score)
        nothing = Gap.NO_POINT if first is None else None
        return RatingReport(entrant.id, own, performance, report.games, first=first, gap=nothing)
    factor = coefficient(entrant, len(games), year, kind)
    # a player who was unrated in some of the rounds has no expected score in them
    counted = [game for game in games if game.expected is not None]
    over = sum((game.score - (game.expected or NIL) for game in counted), NIL)
    change = factor.value * over
    return RatingReport(entrant.id, own, performance, report.games, factor, change)


def _by_grades(
    entrant: Entrant,
    played: Sequence[PlayedGame],
    performance: RatingPerformance | None,
    known: Mapping[EntrantId, Entrant],
) -> RatingReport:
    """The games against graded opponents; no sums of FIDE."""
    games = tuple(
        RatedGame(game.round, game.opponent, grade, game.score, None)
        for game in played
        if (grade := known[game.opponent].rating)
    )
    gap = Gap.GRADES if games else _without_games(played)
    return RatingReport(entrant.id, entrant.rating or None, performance, games, gap=gap)


def _without_games(played: Sequence[PlayedGame]) -> Gap:
    """Why no game of these counts."""
    return Gap.NO_RATED_OPPONENT if played else Gap.NO_GAME
