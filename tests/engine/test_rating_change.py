"""Rating change, expected score and first ratings, against the text of B.02 and by other means."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from math import erf, sqrt

import pytest

from engine.actions import EnterResults
from engine.entrants import Entrant, LaterRating, OfficialRatings
from engine.event import Match, Round, RoundState
from engine.performance import difference, expected
from engine.rating_change import (
    FactorSource,
    Gap,
    RatedPace,
    coefficient,
    counted_difference,
    fide_rating,
    first_rating,
    is_rated,
    rating_reports,
    rounded,
)
from engine.results import GameResult
from formats.registry import format_named
from tests.playing import InMemory, begun, play, publish

# Table 8.1.2 as it is printed: the last difference at which the higher rated has that probability.
ENDS = (
    "3 50 10 51 17 52 25 53 32 54 39 55 46 56 53 57 61 58 68 59 76 60 83 61 91 62 98 63 106 64 "
    "113 65 121 66 129 67 137 68 145 69 153 70 162 71 170 72 179 73 188 74 197 75 206 76 215 77 "
    "225 78 235 79 245 80 256 81 267 82 278 83 290 84 302 85 315 86 328 87 344 88 357 89 374 90 "
    "391 91 411 92 432 93 456 94 484 95 517 96 559 97 619 98 735 99"
)


def test_the_table_of_probabilities_is_that_of_8_1_2() -> None:
    words = iter(map(int, ENDS.split()))
    first = 0
    for last, share in zip(words, words, strict=True):
        for gap in range(first, last + 1):
            assert expected(gap) == Decimal(share) / 100
        first = last + 1
    assert expected(736) == 1
    assert expected(-736) == 0
    assert all(expected(gap) + expected(-gap) == 1 for gap in range(1, 900))


# Table 8.1.1 as it is printed, from .50 to 1.0; 1.4.9 of B.01 is the same.
DP = (
    "0 7 14 21 29 36 43 50 57 65 72 80 87 95 102 110 117 125 133 141 149 158 166 175 184 193 202 "
    "211 220 230 240 251 262 273 284 296 309 322 336 351 366 383 401 422 444 470 501 538 589 677 "
    "800"
)


def test_the_table_of_differences_is_that_of_8_1_1() -> None:
    for share, printed in enumerate(map(int, DP.split()), start=50):
        assert difference(Decimal(share) / 100) == printed
        assert difference(Decimal(100 - share) / 100) == -printed
    # 0.5 % is rounded up (B.01, 1.4.9): 5 of 8 are .625
    assert difference(Decimal(5) / 8) == 95


def test_both_tables_are_those_of_a_normal_curve() -> None:
    """8.1: a class interval of 200 points; the difference of two has a deviation of 2000/7."""
    for gap in range(736):
        assert abs(float(expected(gap)) - _curve(gap)) < 0.006
    for share in range(1, 100):
        assert abs(_curve(difference(Decimal(share) / 100)) - share / 100) < 0.002


def _curve(gap: int) -> float:
    return (1 + erf(gap * 7 / 2000 / sqrt(2))) / 2


@pytest.mark.parametrize(
    ("own", "opponent", "pace", "gap"),
    [
        (2649, 2000, RatedPace.STANDARD, 400),
        (2650, 2000, RatedPace.STANDARD, 650),
        # the two sides of one game, as FIDE rated it in November 2025
        (2813, 2400, RatedPace.STANDARD, 413),
        (2400, 2813, RatedPace.STANDARD, -400),
        (2000, 2700, RatedPace.STANDARD, -400),
        (2700, 2000, RatedPace.RAPID, 400),
        (2300, 2100, RatedPace.BLITZ, 200),
    ],
)
def test_more_than_400_points_count_as_400_below_2650(own, opponent, pace, gap) -> None:
    assert counted_difference(own, opponent, pace) == gap


def test_too_unequal_games_of_rapid_and_blitz_are_not_rated() -> None:
    assert not is_rated(2601, 2001, RatedPace.RAPID)
    assert not is_rated(2000, 2610, RatedPace.BLITZ)
    assert is_rated(2600, 1900, RatedPace.RAPID)
    assert is_rated(2601, 2002, RatedPace.RAPID)
    assert is_rated(2700, 1900, RatedPace.STANDARD)


@pytest.mark.parametrize(
    ("entrant", "games", "value", "source"),
    [
        (Entrant("1", "A", rating=2400), 9, 10, FactorSource.TOP),
        (Entrant("1", "A", rating=2399), 9, 20, FactorSource.ASSUMED),
        (Entrant("1", "A", rating=2299, birth="2008-12-31"), 9, 40, FactorSource.JUNIOR),
        (Entrant("1", "A", rating=2300, birth="2008"), 9, 20, FactorSource.ASSUMED),
        (Entrant("1", "A", rating=1900, birth="2007"), 9, 20, FactorSource.ASSUMED),
        (Entrant("1", "A", rating=2350, k_factor=10), 9, 10, FactorSource.ENTRY),
        (Entrant("1", "A", rating=1900, k_factor=40), 17, 40, FactorSource.ENTRY),
        (Entrant("1", "A", rating=1900, k_factor=40), 18, 38, FactorSource.ENTRY),
        # as FIDE rated 39 games of one list
        (Entrant("1", "A", rating=1900, k_factor=20), 39, 17, FactorSource.ENTRY),
    ],
)
def test_k_is_that_of_8_3_3(entrant, games, value, source) -> None:
    factor = coefficient(entrant, games, 2026)
    assert (factor.value, factor.source) == (value, source)


def test_the_rating_is_that_of_fides_list_for_the_rate_of_play() -> None:
    listed = OfficialRatings("FIDE", "2026-11-01", "1", True, standard=2310, rapid=2250)
    home = OfficialRatings("ECF", "2026-11-01", "2", standard=2400, counts="standard")
    both = Entrant("1", "A", rating=2400, official=(home, listed))
    assert [fide_rating(both, pace) for pace in RatedPace] == [2310, 2250, 2310]
    assert fide_rating(replace(both, official=(home,))) is None
    assert fide_rating(replace(both, official=())) == 2400
    assert fide_rating(replace(both, official=(), estimated=True)) is None


def test_k_is_that_of_fides_list_for_the_rate_of_play() -> None:
    """Who has reached 2400 once keeps 10, and who is new has 40 (8.3.3): only the list knows."""
    listed = OfficialRatings(
        "FIDE", "2026-11-01", "1", True, 2390, 2250, None,
        standard_k=10, rapid_k=20, blitz_k=40,
    )  # fmt: skip
    home = OfficialRatings("ECF", "2026-11-01", "2", standard=2400, standard_k=40)
    player = Entrant("1", "A", rating=2390, official=(home, listed))
    known = [coefficient(player, 9, 2026, pace) for pace in RatedPace]
    assert [(one.value, one.source) for one in known] == [
        (10, FactorSource.LIST), (20, FactorSource.LIST),
        (20, FactorSource.ASSUMED),  # without a blitz rating, its K says nothing
    ]  # fmt: skip
    assert coefficient(replace(player, k_factor=40), 9, 2026).source is FactorSource.ENTRY
    assert coefficient(player, 36, 2026, RatedPace.RAPID).value == 19


def test_a_half_is_rounded_away_from_zero() -> None:
    assert [rounded(Decimal(text)) for text in ("4.5", "-2.5", "4.4", "-4.6")] == [5, -3, 4, -5]


@pytest.mark.parametrize(
    ("opponents", "score", "rating"),
    [
        # 3 of 5 against 1900 on average: (9500 + 3600) / 7 = 1871.43, and 4/7 = .57 is 50
        ((1800, 1850, 1900, 1950, 2000), "3", 1921),
        # as FIDE published it: 3 of 5 against 9507 together, 1872.43 + 50
        ((1901, 1901, 1901, 1902, 1902), "3", 1922),
        # all won against 2300: (11500 + 3600) / 7 = 2157.14, 6/7 = .86 is 309; at most 2200
        ((2300,) * 5, "5", 2200),
        # half a point: (7000 + 3600) / 7 = 1514.29, 1.5/7 = .21 is -230
        ((1400,) * 5, "0.5", 1284),
    ],
)
def test_a_first_rating_adds_two_draws_against_1800(opponents, score, rating) -> None:
    first = first_rating(opponents, Decimal(score))
    assert first is not None
    assert first.rating == rating
    assert first.published is (rating >= 1400)


def test_nothing_is_concluded_from_no_point_and_few_games_are_not_published() -> None:
    assert first_rating((1800,) * 6, Decimal(0)) is None
    first = first_rating((1800,) * 4, Decimal(2))
    assert first is not None
    assert not first.published


def round_of(people: list[Entrant], results: tuple[str, ...], **details: str) -> InMemory:
    """A published round with results by White's number."""
    desk = begun(format_named("dutch"), people, rounds=3)
    desk.event = replace(desk.event, details=tuple(details.items()))
    publish(desk)
    assert desk.event.current is not None
    rows = tuple((m.board, results[int(m.white) - 1]) for m in desk.event.current.matches)
    desk.do(EnterResults(rows))
    return desk


def test_an_event_is_the_sum_of_its_games_without_forfeits_and_estimates() -> None:
    people = [Entrant("", f"P{n}", rating=2500 - 150 * n, k_factor=20) for n in range(6)]
    people[5] = replace(people[5], rating=None)
    people[4] = replace(people[4], estimated=True)
    texts = ("1/2-1/2", "1-0", "+/-", "0-1", "1-0", "1-0")
    desk = round_of(people, texts, start="2026-07-01")
    reports = rating_reports(desk.event)
    event = desk.event
    assert event.current is not None
    for match in event.current.matches:
        for id in match.pair:
            own, other = event.entrant(id), event.entrant(match.opponent(id))
            report = reports[id]
            assert match.result is not None
            if not match.result.played:
                assert (report.gap, report.change) == (Gap.NO_GAME, None)
            elif other.estimated or not other.rating:
                assert (report.gap, report.change) == (Gap.NO_RATED_OPPONENT, None)
            elif own.rating and not own.estimated:
                # by another way: whole hundredths, as fractions
                gap = max(-400, min(400, own.rating - other.rating))
                chance = Fraction(round(_curve(gap) * 100), 100)
                score = Fraction({"1-0": 2, "0-1": 0, "1/2-1/2": 1}[match.result.text], 2)
                mine = score if id == match.white else 1 - score
                assert report.change == Decimal(str(float(20 * (mine - chance))))
                assert report.new == own.rating + rounded(report.change)
            else:
                assert report.own is None
                assert report.first is not None or report.gap is Gap.NO_POINT


@pytest.mark.parametrize(
    ("own", "k", "games", "change", "new"),
    [
        (2813, 10, "1787+ 2025+ 2310+ 2400+ 2505=", "-2.50", 2810),
        (2395, 10, "1995+ 2205= 2325- 1995+ 1995+", "-6.10", 2389),
        (2400, 10, "2000+ 2000+ 2121+ 2813- 2084+", "3.70", 2404),
        (2400, 10, "2000+ 2000+ 2230+ 2505+ 2155=", "7.80", 2408),
        (2499, 10, "2099+ 2322+ 2422+ 2325= 2255=", "2.10", 2501),
        (2505, 10, "2105+ 2105+ 2237= 2134+ 2813=", "2.90", 2508),
        (2505, 10, "2105+ 2105+ 2105+ 2400- 2118+", "-3.10", 2502),
        (2053, 20, "1675+ 2310- 1653+ 1884+ 2218-", "-0.20", 2053),
    ],
)
def test_changes_are_those_that_fide_published(own, k, games, change, new) -> None:
    """Tournaments of November 2025, each with the change that FIDE's own calculation shows: 8.3.1
    for both sides of 413 points, 8.3.2, and 8.3.4 where it falls on a half."""
    played = [(int(game[:4]), game[4]) for game in games.split()]
    people = [Entrant("", "He", rating=own, k_factor=k)]
    people += [Entrant("", f"P{n}", rating=each) for n, (each, _) in enumerate(played)]
    event = begun(format_named("dutch"), people, rounds=len(played)).event
    results = {"+": GameResult.WHITE, "=": GameResult.DRAW, "-": GameResult.BLACK}
    rounds = tuple(
        Round(n, RoundState.PUBLISHED, (Match(1, "1", str(n + 1), results[mark]),), ())
        for n, (_, mark) in enumerate(played, start=1)
    )
    report = rating_reports(replace(event, rounds=rounds))["1"]
    assert (report.change, report.new) == (Decimal(change), new)


@pytest.mark.parametrize(
    ("own", "opponent", "change"),
    [
        (2000, 2000, "5"), (2003, 2000, "5"), (2004, 2000, "4.9"), (2010, 2000, "4.9"),
        (2011, 2000, "4.8"), (2206, 2000, "2.4"), (2207, 2000, "2.3"), (2391, 2000, "0.9"),
        (2392, 2000, "0.8"), (2600, 2100, "0.8"), (2649, 2149, "0.8"),
    ],
)  # fmt: skip
def test_a_win_is_worth_what_fides_calculator_gives_for_it(own, opponent, change) -> None:
    """At the edges of the rows of table 8.1.2, with a K of 10."""
    assert 10 * (1 - expected(counted_difference(own, opponent))) == Decimal(change)


def test_a_long_event_goes_by_the_ratings_of_each_round() -> None:
    people = [Entrant("", f"P{n}", rating=2200 - 100 * n, k_factor=20) for n in range(4)]
    desk = begun(format_named("dutch"), people, rounds=3)
    for _ in range(2):
        play(desk, 1, "1/2-1/2")
    later = (LaterRating(2, 2150, "FIDE"),)
    entrants = tuple(replace(e, later_ratings=later) for e in desk.event.entrants)
    for said, same in (("first", False), ("each", True)):
        event = replace(desk.event, entrants=entrants, details=(("rating_rounds", said),))
        for report in rating_reports(event).values():
            assert (report.games[1].expected == Decimal("0.5")) is same
            assert (report.games[1].rating == 2150) is same
            assert report.games[0].rating != 2150
