"""Title norms against the text and the annex of B.01, and against sums made another way."""

from __future__ import annotations

import random
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from math import ceil, floor

import pytest

from engine.actions import EnterResults, SetBye
from engine.entrants import Entrant
from engine.event import Event, Match
from engine.history import RoundKind, cards
from engine.norm_rules import (
    Lack,
    NormGame,
    NormSheet,
    NormTitle,
    least_holders,
    least_score,
    least_titled,
    most_of_one,
    most_own,
)
from engine.norms import NormState, Obstacle, foreign_field, norms, norms_of, obstacle, sought
from engine.performance import difference
from engine.points import HALF, ONE
from engine.results import Outcome
from formats.registry import format_named
from tests.playing import InMemory, begun, play

ANNEX = {
    # games: of the own federation, of one federation, titled, with the title (Annex, by rounds)
    9: (5, 6, 5, 3),
    10: (6, 6, 5, 4),
    11: (6, 7, 6, 4),
    12: (7, 8, 6, 4),
    13: (7, 8, 7, 5),
}
GM_9 = {"7": 2380, "6.5": 2434, "6": 2475, "5.5": 2520, "5": 2557, "4.5": 2600, "4": 2643,
        "3.5": 2680}  # fmt: skip
"""The least average of nine opponents for a GM norm (Annex)."""


def against(ratings: list[int], score: Decimal, title: str = "GM", own: str = "ENG") -> NormSheet:
    """Games that score so much, the first ones won, against opponents of three federations."""
    games, left = [], score
    for at, rating in enumerate(ratings):
        mine = min(left, ONE)
        left -= mine
        fed = ("FRA", "GER", "NOR")[at % 3]
        other = Entrant(str(at + 2), f"P{at}", rating=rating, title=title, federation=fed)
        games.append(NormGame(at + 1, other, mine))
    return NormSheet(NormTitle.GM, tuple(games), own)


@pytest.mark.parametrize("games", sorted(ANNEX))
def test_the_mix_of_opponents_is_that_of_the_annex(games: int) -> None:
    said = (most_own(games), most_of_one(games), least_titled(games), least_holders(games))
    assert said == ANNEX[games]


@pytest.mark.parametrize("score", GM_9)
def test_the_average_that_a_score_needs_is_that_of_the_annex(score: str) -> None:
    needed = GM_9[score]
    assert against([needed] * 9, Decimal(score)).norm
    below = against([needed - 1] * 9, Decimal(score)).shortfall
    assert below is not None
    assert below.lack is (Lack.AVERAGE if needed == 2380 else Lack.PERFORMANCE)


def test_less_than_35_per_cent_is_no_norm_whatever_the_opponents() -> None:
    sheet = against([2800] * 9, Decimal(3))
    assert sheet.shortfall is not None
    assert sheet.shortfall.lack is Lack.SCORE
    assert [least_score(n) for n in (8, 9, 10, 11)] == [
        Decimal(t) for t in ("3", "3.5", "3.5", "4")
    ]


def test_only_the_lowest_opponent_is_raised_and_an_unrated_one_counts_1400() -> None:
    sheet = against([2450] * 7 + [2100, 2000], Decimal(7))
    assert sheet.raised == "10"
    # 7 x 2450 + 2100 + 2200 = 21450, a ninth is 2383.3
    assert sheet.average == 2383
    other = replace(sheet.games[8].opponent, rating=None)
    unrated = replace(sheet, games=(*sheet.games[:8], replace(sheet.games[8], opponent=other)))
    assert (unrated.games[8].rating, unrated.average) == (1400, 2383)


@pytest.mark.parametrize(
    ("changes", "lack"),
    [
        ({n: {"federation": "ENG"} for n in range(6)}, Lack.OWN_FEDERATION),
        ({n: {"federation": "FRA"} for n in range(7)}, Lack.ONE_FEDERATION),
        ({n: {"federation": ("FRA", "ENG")[n % 2]} for n in range(9)}, Lack.FEDERATIONS),
        ({n: {"federation": ("FRA", "FID")[n % 2]} for n in range(9)}, Lack.FEDERATIONS),
        ({n: {"title": "CM"} for n in range(5)}, Lack.TITLED),
        ({n: {"title": "IM"} for n in range(7)}, Lack.HOLDERS),
    ],
)
def test_each_demand_on_the_opponents_is_one_reason(changes, lack: Lack) -> None:
    sheet = against([2500] * 9, Decimal(7))
    assert sheet.norm
    games = tuple(
        replace(game, opponent=replace(game.opponent, **changes.get(at, {})))
        for at, game in enumerate(sheet.games)
    )
    found = replace(sheet, games=games).shortfall
    assert found is not None
    assert found.lack is lack
    waived = {Lack.OWN_FEDERATION, Lack.ONE_FEDERATION, Lack.FEDERATIONS}
    assert replace(sheet, games=games, exempt="1.4.3d").norm is (lack in waived)


def test_a_full_point_more_is_a_game_more() -> None:
    assert [against([2475] * 9, Decimal(t)).extra_games for t in ("6", "6.5", "7", "8")] == [
        0,
        0,
        1,
        2,
    ]


def test_titles_above_are_not_sought_and_those_of_women_by_women_only() -> None:
    im = Entrant("1", "A", title="IM", sex="w")
    assert [t.value for t in NormTitle if sought(im, t)] == ["GM", "WGM"]
    assert [t.value for t in NormTitle if sought(Entrant("1", "A", sex="m"), t)] == ["GM", "IM"]


# A whole event, and the same judged by other means


def field(count: int, seed: int) -> list[Entrant]:
    rng = random.Random(seed)
    people = []
    for n in range(count):
        rating = 2640 - n * 420 // count + rng.randint(-20, 20)
        title = "GM" if rating > 2500 else "IM" if rating > 2400 else "FM" if rating > 2300 else ""
        people.append(
            Entrant("", f"P{n:02}", rating=rating if n % 17 else None, title=title,
                    sex=rng.choice("mw"), federation=rng.choice(("ENG", "IRL", "GER", "FID")))
        )  # fmt: skip
    return people


def results(rng: random.Random):
    def said(event: Event, match) -> str:
        a, b = (event.entrant(id).rating or 1800 for id in match.pair)
        chance, drawn = 1 / (1 + 10 ** ((b - a) / 400)), rng.random()
        if drawn < 0.02:
            return "+/-"
        return "1-0" if drawn < chance - 0.15 else "1/2-1/2" if drawn < chance + 0.15 else "0-1"

    return said


def by_hand(event: Event, me: Entrant, title: NormTitle, free: bool) -> bool:
    """Whether a choice of his games is a norm, straight from the articles."""
    demands, known = title.demands, cards(event)[me.id]
    worth = {Outcome.WIN: Fraction(1), Outcome.DRAW: Fraction(1, 2), Outcome.LOSS: Fraction(0)}
    games = [
        (x.round, event.entrant(x.opponent), worth[x.outcome])
        for x in known.lines
        if x.kind is RoundKind.GAME and x.opponent and x.outcome
    ]

    def enough(chosen, least: int) -> bool:
        n = len(chosen)
        if n < least:
            return False
        score = sum(s for _, _, s in chosen)
        ratings = sorted(e.rating or 1400 for _, e, _ in chosen)
        ratings[0] = max(ratings[0], demands.floor)
        mean = floor(Fraction(sum(ratings), n) + Fraction(1, 2))
        feds = [e.federation for _, e, _ in chosen if e.federation != "FID"]
        abroad = {f for f in feds if f != me.federation}
        own = sum(f == me.federation for f in feds)
        share = Decimal(floor(score * 100 / n + Fraction(1, 2))) / 100
        return (
            len(abroad) >= 2
            and own <= floor(Fraction(3 * n, 5))
            and max(map(feds.count, feds)) <= floor(Fraction(2 * n, 3))
            and sum(e.title not in ("", "CM", "WCM") for _, e, _ in chosen) >= Fraction(n, 2)
            and sum(e.title in demands.holders for _, e, _ in chosen)
            >= max(3, ceil(Fraction(n, 3)))
            and mean >= demands.average
            and score >= Fraction(35 * n, 100)
            and mean + difference(share) >= demands.performance
        )

    idle = [x for x in known.lines if x.kind is not RoundKind.GAME]
    given = (RoundKind.PAIRING_BYE, RoundKind.FORFEIT)
    walkover = len(idle) == 1 and idle[0].kind in given and idle[0].points == 1
    if len(games) == 8 and walkover and event.settings.rounds == 9:
        return enough(games, 8) or (
            idle[0].round == 9
            and idle[0].opponent is not None
            and enough([*games, (9, event.entrant(idle[0].opponent), Fraction(0))], 9)
        )
    for end in range(len(games), 8, -1):
        wins = [g for g in games[:end] if g[2] == 1]
        for count in range(end - 8):
            for out in combinations(wins, count):
                if enough([g for g in games[:end] if g not in out], 9):
                    return True
    return False


@pytest.mark.parametrize(("rounds", "seed"), [(9, 1), (9, 2), (11, 3)])
def test_a_swiss_is_judged_as_by_hand_and_the_last_game_brings_what_was_said(rounds, seed) -> None:
    desk = begun(format_named("dutch"), field(48, seed), rounds=rounds)
    play(desk, rounds, results(random.Random(seed)), last_open=True)
    before, current = desk.event, desk.event.current
    assert current is not None
    foreseen, made = norms(before), 0
    for text in ("1-0", "1/2-1/2", "0-1"):
        after = InMemory(before, desk.format)
        after.do(EnterResults(tuple((m.board, text) for m in current.matches)))
        outcome = norms(after.event)
        for match in current.matches:
            for id in match.pair:
                mine = {"1-0": ONE, "0-1": ONE - ONE}.get(text, HALF)
                mine = mine if id == match.white else ONE - mine
                for then, now in zip(foreseen[id], outcome[id], strict=True):
                    done = now.state is NormState.MADE
                    made += done
                    me = before.entrant(id)
                    assert done is by_hand(after.event, me, now.title, True), (me.name, now.title)
                    if then.state is NormState.OPEN:
                        assert done is any(way.points <= mine for way in then.ways)
                    else:
                        assert done is (then.state is NormState.MADE)
    assert made


def test_what_is_missed_is_never_made_afterwards() -> None:
    desk = begun(format_named("dutch"), field(40, 5), rounds=9)
    missed: set[tuple[str, NormTitle]] = set()
    state: dict[tuple[str, NormTitle], NormState] = {}
    for _ in range(9):
        play(desk, 1, results(random.Random(len(desk.event.rounds))))
        state = {
            (id, one.title): one.state for id, found in norms(desk.event).items() for one in found
        }
        assert all(state[key] is NormState.MISSED for key in missed)
        missed |= {key for key, value in state.items() if value is NormState.MISSED}
    assert NormState.OPEN not in state.values()


def test_a_round_robin_counts_every_round() -> None:
    people = field(10, 8)
    desk = begun(format_named("round_robin"), people)
    play(desk, 5, results(random.Random(4)))
    for found in norms(desk.event).values():
        for one in found:
            assert one.state is not NormState.MADE
            assert all(way.average is None and way.games == 4 for way in one.ways)
    play(desk, 4, results(random.Random(5)))
    for id, found in norms(desk.event).items():
        for one in found:
            assert (one.state is NormState.MADE) is by_hand(
                desk.event, desk.event.entrant(id), one.title, False
            )


def test_short_events_and_rapid_chess_have_none() -> None:
    desk = begun(format_named("dutch"), field(12, 1), rounds=8)
    assert obstacle(desk.event) is Obstacle.FEW_ROUNDS, "it takes nine (B.01, 1.4.1)"
    assert not any(norms(desk.event).values())
    long = begun(format_named("dutch"), field(12, 1), rounds=9).event
    rapid = replace(long, details=(("rating_type", "rapid"),))
    assert (obstacle(long), obstacle(rapid)) == (None, Obstacle.PACE)
    unrated = replace(long, details=(("rating_type", "unrated"),))
    assert obstacle(unrated) is Obstacle.UNRATED
    twice = begun(format_named("diagonal"), field(12, 1))
    play(twice, 1, "1,0")
    assert obstacle(twice.event) is Obstacle.SEVERAL_GAMES


def test_a_national_championship_waives_the_federations_of_home_players_only() -> None:
    people = [replace(e, federation="ENG") for e in field(10, 8)[:9]]
    people.append(replace(field(10, 8)[9], federation="IRL"))
    desk = begun(format_named("round_robin"), people)
    play(desk, 1)

    def reasons(letter: str, **details: str) -> dict[str, set[Lack]]:
        event = replace(desk.event, details=tuple(details.items()))
        found = {e: norms_of(event, e, letter) for e in event.entrants}
        said: dict[str, set[Lack]] = {}
        for entrant, outlooks in found.items():
            lacks = {o.shortfall.lack for o in outlooks if o.shortfall}
            said.setdefault(entrant.federation, set()).update(lacks)
        return said

    mix = {Lack.FEDERATIONS, Lack.OWN_FEDERATION, Lack.ONE_FEDERATION}
    assert all(lacks & mix for lacks in reasons("").values())
    at_home = reasons("", norm_exemption="a", federation="ENG")
    assert not at_home["ENG"] & mix
    assert at_home["IRL"] & mix
    assert not any(lacks & mix for lacks in reasons("c").values())


def test_a_large_foreign_field_waives_the_federations_of_everybody() -> None:
    people = [
        Entrant("", f"P{n:02}", rating=2600 - 10 * n, title="IM" if n < 24 else "",
                federation=("GER", "IRL", "NOR", "ENG")[n % 4])
        for n in range(32)
    ]  # fmt: skip
    desk = begun(format_named("dutch"), people, rounds=9)
    play(desk, 3, "1/2-1/2")
    event = replace(desk.event, details=(("federation", "ENG"),))
    field_there = foreign_field(event)
    assert field_there is not None
    assert (field_there.players, field_there.federations, field_there.titled) == (24, 3, 18)
    assert field_there.waives
    assert all(o.sheet.exempt == "1.4.3d" for found in norms(event).values() for o in found)
    assert foreign_field(desk.event) is None


def test_who_came_and_found_nobody_has_missed_no_round_of_a_foreign_field() -> None:
    """1.4.3d counts who missed one round at most: who twice won by forfeit is still there in round
    3, where three others have a bye by request."""
    people = [
        Entrant("", f"P{n:02}", rating=2600 - 10 * n, federation="ENG" if n % 4 == 3 else "GER")
        for n in range(32)
    ]
    desk = begun(format_named("dutch"), people, rounds=9)

    def result(event: Event, match: Match) -> str:
        if len(event.published) > 2 or "1" not in match.pair:
            return "1/2-1/2"
        return "+/-" if match.white == "1" else "-/+"

    play(desk, 2, result)
    for id in ("5", "6", "7"):
        desk.do(SetBye(id, 3, HALF))
    play(desk, 1, result)
    event = replace(desk.event, details=(("federation", "ENG"),))
    field_there = foreign_field(event)
    assert field_there is not None
    assert field_there.players == 21
