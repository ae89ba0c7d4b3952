"""Prizes: US Chess 32B, Hort, minimum numbers, and that every cent is accounted for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.entrants import Entrant
from engine.prizes.allocation import Award, PrizeOutcome, PrizeState, allotted, with_lot
from engine.prizes.contenders import Contender, meets
from engine.prizes.division import fair_shares
from engine.prizes.plan import (
    Conditions,
    OddCents,
    PlacePrize,
    PrizeList,
    PrizeMeasure,
    PrizePlan,
    TieRule,
    Ungraded,
    prizes_of,
)
from engine.refusal import Refused
from formats.registry import format_named
from saves.prizes.words import award_why, list_text
from tests.engine.prize_referee import by_groups, divided, stable
from tests.playing import begun


def standing(*groups: str, fields: dict[str, dict[str, Any]] | None = None) -> list[Contender]:
    """Players from the top, each text those who have equal points: `"Ann:2100 Bea:1700", "Cid"`."""
    people: list[Contender] = []
    for level, group in enumerate(groups):
        for word in group.split():
            name, _, rating = word.partition(":")
            entrant = Entrant(name, name, rating=int(rating) if rating else None)
            entrant = replace(entrant, **(fields or {}).get(name, {}))
            line = len(people)
            people.append(Contender("", name, name, name, line, line + 1, level,
                                    Decimal(9 - level), entrant, games=5, year=2026))  # fmt: skip
    return people


def prizes(name: str, *amounts: float, **more) -> PrizeList:
    """A list in whole units of money."""
    who = {key: more.pop(key) for key in list(more) if key in Conditions.__dataclass_fields__}
    places = tuple(PlacePrize(round(amount * 100)) for amount in amounts)
    return PrizeList(name, places, who=Conditions(**who), **more)


def given_by(plan: PrizePlan, people: Sequence[Contender]) -> PrizeOutcome:
    return allotted(plan, {"": people}, {"": PrizeState.FINAL})


def won(plan: PrizePlan, *groups: str, **more) -> dict[str, float]:
    """What everybody has in money."""
    outcome = given_by(plan, standing(*groups, **more))
    return {r.contender.name: r.money / 100 for r in outcome.receipts}


def test_a_player_takes_the_most_valuable_prize_he_has_won_us_chess_32b1() -> None:
    plan = PrizePlan(
        (prizes("Open", 200, 150, 120, 80, 60), prizes("U1800", 100, rating_below=1800))
    )
    outcome = given_by(plan, standing("A:2200", "B:2100", "C:2050", "D:1750", "E:2000", "F:1700"))
    assert {r.contender.name: r.money / 100 for r in outcome.receipts} == {
        "A": 200, "B": 150, "C": 120, "D": 100, "E": 80, "F": 60,
    }  # fmt: skip
    u1800 = next(a for a in outcome.awards if a.prize.list.name == "U1800")
    choice = next(r for r in u1800.why if r.code == "choice")
    assert choice["options"] == (("U1800", 0, 10000), ("Open", 4, 8000))
    fourth = next(a for a in outcome.awards if a.prize.place == 4)
    assert next(r for r in fourth.why if r.code == "has-one")["people"] == (
        ("D", ("U1800", 0, 10000)),
    )


def test_tied_players_pool_their_prizes_one_each_us_chess_32b2() -> None:
    youth = prizes("Youth", 150, category=("youth",))
    plan = PrizePlan((prizes("Open", 300, 200), youth))
    people = standing("A B C D", fields={"D": {"category": "Youth"}})
    outcome = given_by(plan, people)
    assert {r.contender.name: r.money / 100 for r in outcome.receipts} == dict.fromkeys(
        "ABCD", 162.5
    )
    (has_it,) = next(a for a in outcome.awards if a.prize.list is youth).shares
    assert (has_it.contender.name, has_it.money) == ("D", 15000)


def test_two_sections_with_equal_points_are_two_ties() -> None:
    """Each shares its own prizes, of which the other section has no cent and is not spoken of."""
    a, b = prizes("A", 100, 50.01, section=("A",)), prizes("B", 80, 40.01, section=("B",))
    sections = {name: {"section": "A" if name in "CD" else "B"} for name in "CDEF"}
    outcome = given_by(PrizePlan((a, b)), standing("C D E F", fields=sections))
    paid = {r.contender.name: r.money for r in outcome.receipts}
    assert paid == {"C": 7501, "D": 7500, "E": 6001, "F": 6000}
    for award in outcome.awards:
        (shared,) = (r for r in award.why if r.code == "shared")
        assert {name for name, _, _ in shared["prizes"]} == {award.prize.list.name}
        assert shared["count"] == 2
        assert not any(r.code in ("for-some", "limited") for r in award.why)


def test_class_players_get_no_less_than_the_prizes_that_are_theirs_us_chess_32b3() -> None:
    # Only C can win the U1800 prize: pooled, he would have (100 + 300) / 3.
    plan = PrizePlan((prizes("Open", 100), prizes("U1800", 300, rating_below=1800)))
    assert won(plan, "A:2200 B:2100 C:1700") == {"A": 50, "B": 50, "C": 300}


def test_nobody_gets_more_than_the_largest_prize_he_could_win_alone_us_chess_32b3() -> None:
    u2400 = prizes("U2400", 1379, 766, rating_below=2400)
    plan = PrizePlan((prizes("Open", 2298, 1149, 536, 306, 230), u2400))
    shared = won(plan, "A:2673", "B:2699", "C:2495 D:2391 E:2387 F:2385")
    assert shared == {"A": 2298, "B": 1149, "C": 536, "D": 817, "E": 817, "F": 817}


def test_of_equal_prizes_the_place_comes_first_then_the_higher_band_us_chess_32b4() -> None:
    bands = [prizes("U1600", 50, rating_below=1600), prizes("U1800", 50, rating_below=1800)]
    plan = PrizePlan((*bands, prizes("Open", 50)))
    outcome = given_by(plan, standing("A:1500", "B:1550", "C:1580"))
    winners = {a.prize.list.name: a.shares[0].contender.name for a in outcome.awards}
    assert winners == {"Open": "A", "U1800": "B", "U1600": "C"}


def test_hort_gives_half_by_place_and_shares_half() -> None:
    plan = PrizePlan((prizes("Open", 100, 80, 60, 40, 20, 10),), ties=TieRule.HORT)
    assert won(plan, "A B", "C", "D E F") == {
        "A": 95, "B": 85, "C": 60, "D": 31.67, "E": 21.67, "F": 16.66,
    }  # fmt: skip


def test_of_a_shared_prize_only_those_it_is_for_have_any() -> None:
    """A can win both and B and C one each: all three have a third of both, so that B has all his of
    the one and C of the other."""
    lists = prizes("Women", 100, sex="w"), prizes("Youth", 100, category=("youth",))
    plan = PrizePlan(lists)
    fields = {"A": {"sex": "w", "category": "youth"}, "B": {"sex": "w"}, "C": {"category": "youth"}}
    outcome = given_by(plan, standing("A B C", fields=fields))
    assert [(r.contender.name, r.money) for r in outcome.receipts] == [
        ("A", 6667), ("B", 6667), ("C", 6666),
    ]  # fmt: skip
    for award, names in zip(outcome.awards, ("AB", "AC"), strict=True):
        assert {share.contender.name for share in award.shares} == {*names}
        assert sum(share.money for share in award.shares) == 10000


def test_by_tie_break_only_a_shared_place_shares() -> None:
    people = standing("A B C D")
    people[2] = replace(people[2], rank=2)
    plan = PrizePlan((prizes("Open", 100, 80, 60),), ties=TieRule.TIE_BREAK)
    outcome = given_by(plan, people)
    assert {r.contender.name: r.money for r in outcome.receipts} == {
        "A": 10000,
        "B": 7000,
        "C": 7000,
    }


def test_rating_prizes_undivided_beside_places_by_hort() -> None:
    """The usual German rule: the place prize by Hort or the rating prize, whichever is more."""
    band = prizes("U1800", 90, rating_below=1800, ties=TieRule.TIE_BREAK)
    plan = PrizePlan((prizes("Open", 100, 80, 60), band), ties=TieRule.HORT)
    assert won(plan, "A:2200 B:1750", "C:2000", "D:1700") == {"A": 100, "B": 90, "C": 80, "D": 60}
    assert won(plan, "B:1750 A:2200", "C:2000", "D:1700") == {"B": 95, "A": 85, "D": 90, "C": 60}


def test_several_prizes_a_player_where_the_plan_says_so() -> None:
    band = prizes("U1800", 80, rating_below=1800)
    plan = PrizePlan((prizes("Open", 100, 50), band), one_prize=False)
    assert won(plan, "A:1700", "B:1600") == {"A": 180, "B": 50}


@pytest.mark.parametrize(
    ("otherwise", "amounts"),
    [("left", {"A": 100.0}), ("half", {"A": 100.0, "B": 40.0}), ("Open", {"A": 180.0})],
)
def test_a_prize_with_too_few_entrants(otherwise: str, amounts: dict[str, float]) -> None:
    band = prizes("U1800", 80, rating_below=1800, least=(3,), otherwise=otherwise)
    plan = PrizePlan((prizes("Open", 100), band))
    outcome = given_by(plan, standing("A:2000", "B:1700", "C:1650"))
    assert {r.contender.name: r.money / 100 for r in outcome.receipts} == amounts
    assert outcome.awarded + outcome.left == outcome.purse == 18000
    few = next(a for a in outcome.awards if a.prize.list.name == "U1800").why[0]
    assert (few.code, few["there"], few["needed"]) == ("too-few", 2, 3)


def test_money_of_a_prize_without_entrants_goes_to_another_that_is_halved() -> None:
    """A list whose prizes are halved stands: it takes what another leaves, as any other does."""
    low = prizes("U1600", 40, rating_below=1600, least=(1,), otherwise="U1800")
    band = prizes("U1800", 80, rating_below=1800, least=(3,), otherwise="half")
    plan = PrizePlan((prizes("Open", 100), band, low))
    assert won(plan, "A:2000", "B:1700", "C:1650") == {"A": 100, "B": 80}


def test_what_of_the_purse_is_in_no_prize_is_left() -> None:
    plan = PrizePlan((prizes("Open", 200, 150),), purse=50_000)
    outcome = given_by(plan, standing("A", "B", "C"))
    assert (outcome.purse, outcome.awarded) == (50_000, 35_000)
    assert (outcome.unplanned, outcome.left) == (15_000, 15_000)


def test_odd_cents_go_to_the_first_or_stay_in_the_purse() -> None:
    plan = PrizePlan((prizes("Open", 100),))
    assert won(plan, "A B C") == {"A": 33.34, "B": 33.33, "C": 33.33}
    assert won(replace(plan, unit=100), "A B C") == {"A": 34, "B": 33, "C": 33}
    left = given_by(replace(plan, odd_cents=OddCents.LEFT), standing("A B C"))
    assert (left.awarded, left.left) == (9999, 1)


def test_the_odd_cents_of_each_prize_of_a_pool_are_one_each() -> None:
    """Of no prize has anybody two cents more than who has the same of all of them."""
    band = prizes("U1950", 50, rating_below=1950)
    plan = PrizePlan((prizes("Open", 333.30, 333.30, 100.01), band))
    outcome = given_by(plan, standing("A:2000 B:2000 C:2000 D:2000 E:1900 F:1900 G:1900 H:2000"))
    in_all = {receipt.contender.name: receipt.money for receipt in outcome.receipts}
    for award in outcome.awards:
        alike: dict[tuple[bool, int], set[int]] = {}
        for share in award.shares:
            name = share.contender.name
            alike.setdefault((name in "EFG", in_all[name]), set()).add(share.money)
        assert all(max(each) - min(each) <= 1 for each in alike.values()), award.prize
        assert sum(share.money for share in award.shares) == award.prize.money


@pytest.mark.parametrize("one_prize", [True, False])
@pytest.mark.parametrize("ties", TieRule)
def test_everybody_is_paid_in_whole_units_whatever_the_rule_for_ties(
    ties: TieRule, one_prize: bool
) -> None:
    plan = PrizePlan((prizes("Open", 107.64, 48.5),), ties=ties, one_prize=one_prize, unit=100)
    assert won(plan, "A", "B") == {"A": 107, "B": 48}


def test_who_has_no_rating_wins_no_band_unless_it_is_said() -> None:
    band = prizes("U1800", 50, rating_below=1800)
    best = prizes("Ungraded", 40, ungraded=Ungraded.ONLY)
    assert won(PrizePlan((band, best)), "A B", "C:1500") == {"A": 20, "B": 20, "C": 50}
    assert won(PrizePlan((prizes("U1800", 50, rating_below=1800, ungraded=Ungraded.IN),)), "A") == {
        "A": 50
    }


def test_who_came_to_no_game_wins_nothing() -> None:
    plan = PrizePlan((prizes("Open", 100, 50),))
    people = standing("Ann", "Bea", "Cid")
    people[0] = replace(people[0], played=False)
    outcome = given_by(plan, people)
    assert {r.contender.name: r.money for r in outcome.receipts} == {"Bea": 10000, "Cid": 5000}


def test_ages_are_those_of_fide() -> None:
    born = {"A": {"birth": "2008-05-01"}, "B": {"birth": "2007"}, "C": {"birth": "1961-12-31"}}
    plan = PrizePlan((prizes("U18", 10, age_below=18), prizes("65+", 20, age_from=65)))
    assert won(plan, "B", "A", "C", fields=born) == {"A": 10, "C": 20}


def test_a_cup_goes_by_place_beside_any_money() -> None:
    plan = PrizePlan(
        (
            PrizeList("Open", (PlacePrize(10000, goods="cup"), PlacePrize(5000, goods="medal"))),
            prizes("U1800", 300, rating_below=1800),
        )
    )
    outcome = given_by(plan, standing("A:1700", "B:2000 C:1900"))
    had = {(r.contender.name, a.prize.goods) for r in outcome.receipts for a, _ in r.awards}
    assert had >= {("A", "cup"), ("B", "medal")}
    assert {r.contender.name: r.money for r in outcome.receipts} == {
        "A": 30000,
        "B": 7500,
        "C": 7500,
    }


BANDS = {"p": (1, 2, 3, 4), "q": (3, 4), "r": (4,), "s": (2, 4)}
"""Kinds of players that four kinds of prizes are for."""


@st.composite
def small_cases(draw):
    """Up to six players in groups, up to six prizes of few values, so that many are equal."""
    kinds = draw(st.lists(st.integers(1, 4), min_size=1, max_size=6))
    cuts = [draw(st.booleans()) for _ in kinds]
    bands = draw(st.lists(st.sampled_from("pqrs"), min_size=1, max_size=6))
    return kinds, cuts, [(band, draw(st.sampled_from((1, 3, 4, 6, 12)))) for band in bands]


def _case(case) -> tuple[PrizePlan, list[Contender], list[list[str]]]:
    kinds, cuts, offered = case
    people: list[Contender] = []
    groups: list[list[str]] = [[]]
    level = 0
    for line, (kind, cut) in enumerate(zip(kinds, cuts, strict=True)):
        name = f"P{line}"
        if cut and line:
            level += 1
            groups.append([])
        groups[-1].append(name)
        entrant = Entrant(name, name, category=str(kind))
        people.append(
            Contender("", name, name, name, line, line + 1, level, Decimal(-level), entrant)
        )
    lists = tuple(
        prizes(f"{band}{at}", amount, category=tuple(map(str, BANDS[band])))
        for at, (band, amount) in enumerate(offered)
    )
    return PrizePlan(lists), people, groups


def _wants(plan: PrizePlan, people: Sequence[Contender]) -> dict[str, set[str]]:
    return {
        c.name: {one.name for one in plan.lists if c.entrant.category in one.who.category}
        for c in people
        if c.entrant is not None
    }


def _in_order(plan: PrizePlan) -> list[str]:
    staked = [prize for one in plan.lists for prize in prizes_of(one, plan)]
    return [prize.list.name for prize in sorted(staked, key=lambda p: p.precedence)]


@given(small_cases())
@settings(max_examples=40, deadline=None)
def test_equal_division_against_brute_force(case) -> None:
    plan, people, groups = _case(case)
    values = {one.name: one.places[0].money for one in plan.lists}
    expected = by_groups(groups, values, _wants(plan, people), _in_order(plan))
    outcome = given_by(plan, people)
    had = {r.contender.name: r.money for r in outcome.receipts}
    for name, share in expected.items():
        assert abs(had.get(name, 0) - share) < 1, (name, share, had)
    assert sum(had.values()) == sum(expected.values())


@given(small_cases())
@settings(max_examples=40, deadline=None)
def test_by_tie_break_against_brute_force(case) -> None:
    plan, people, _ = _case(case)
    plan = replace(plan, ties=TieRule.TIE_BREAK)
    order = _in_order(plan)
    expected = stable([c.name for c in people], order, _wants(plan, people))
    outcome = given_by(plan, people)
    had = {a.shares[0].contender.name: a.prize.list.name for a in outcome.awards if a.shares}
    assert had == expected


@given(st.data())
@settings(max_examples=40, deadline=None)
def test_any_order_of_the_lists_gives_the_same_and_every_cent_is_there(data) -> None:
    plan, people, _ = _case(data.draw(small_cases()))
    rules = st.sampled_from([None, *TieRule])
    lists = [
        replace(
            one,
            ties=data.draw(rules),
            least=data.draw(st.sampled_from([(), (2,), (9,)])),
            otherwise=data.draw(st.sampled_from(["left", "half", *(x.name for x in plan.lists)])),
            beside=data.draw(st.sampled_from([None, None, True])),
        )
        for one in plan.lists
    ]
    plan = replace(
        plan,
        lists=tuple(lists),
        ties=data.draw(st.sampled_from(TieRule)),
        one_prize=data.draw(st.booleans()),
        odd_cents=data.draw(st.sampled_from(OddCents)),
        unit=data.draw(st.sampled_from([1, 5, 100])),
    )
    first = given_by(plan, people)
    assert first.awarded + first.left == first.purse
    odd = plan.unit * sum(len(a.shares) for a in first.awards)
    for award in first.awards:
        strangers = [s for s in award.shares if not _eligible(award, s.contender)]
        assert sum(share.money for share in strangers) <= odd
    assert sum(a.left for a in first.awards) + first.unplanned == first.left
    assert all(share.money >= 0 for a in first.awards for share in a.shares)
    other = given_by(replace(plan, lists=tuple(data.draw(st.permutations(lists)))), people)
    assert _by_prize(first) == _by_prize(other)


def _eligible(award: Award, contender: Contender) -> bool:
    assert contender.entrant is not None
    return contender.entrant.category in award.prize.list.who.category


def _by_prize(outcome: PrizeOutcome) -> dict[tuple[str, str, int, bool], list[tuple[str, int]]]:
    return {
        a.prize.key: sorted((s.contender.name, s.money) for s in a.shares) for a in outcome.awards
    }


def test_a_large_group_of_many_kinds_is_divided_as_by_brute_force() -> None:
    wants = {
        "A": {"p"},
        "B": {"p", "q"},
        "C": {"p", "q", "r"},
        "D": {"p", "r", "s"},
        "E": {"p", "s"},
    }
    values = {"p": 400, "q": 300, "r": 250, "s": 70}
    names, order = list(wants), list(values)
    mine = dict[str, Fraction]()
    kinds = [frozenset(order.index(p) for p in wants[name]) for name in names]
    worth = {at: Fraction(values[p]) for at, p in enumerate(order)}
    for share, players in fair_shares(kinds, range(4), worth):
        mine |= {names[at]: share for at in players}
    assert mine == divided(names, values, wants)


def _trophies(**more: Any) -> PrizeList:
    places = tuple(PlacePrize(goods=goods) for goods in ("cup", "shield", "medal"))
    return PrizeList("Best school", places, by=PrizeMeasure.SCHOOL, best=2, **more)


SCHOOLS = {"Ann": "Oak", "Bea": "Hill", "Cid": "St Mary's", "Dan": "Oak", "Eve": "Hill"}
"""Oak and Hill have two points, St Mary's has one."""


def _schools(**more: Any) -> tuple[PrizeOutcome, dict[str, list[str]]]:
    fields = {name: {"school": school} for name, school in SCHOOLS.items()}
    people = [replace(c, figure=Decimal(1)) for c in standing("Ann Bea Cid Dan Eve", fields=fields)]
    outcome = given_by(PrizePlan((_trophies(**more),)), people)
    winners = {a.prize.goods: [s.contender.name for s in a.shares] for a in outcome.awards}
    return outcome, winners


def test_schools_that_are_level_wait_for_a_lot_and_stand_in_its_order() -> None:
    outcome, winners = _schools()
    assert winners == {"cup": [], "shield": [], "medal": ["St Mary's"]}
    event = begun(format_named("kjca"), [Entrant("", "A"), Entrant("", "B")]).event
    (one,) = outcome.plan.lists
    drawn = with_lot(one, outcome.waiting(one), event)
    assert set(drawn.lot) == {"Oak", "Hill"}
    assert with_lot(one, outcome.waiting(one), event) == drawn  # nobody draws until it fits
    after, winners = _schools(lot=drawn.lot)
    assert winners == {"cup": [drawn.lot[0]], "shield": [drawn.lot[1]], "medal": ["St Mary's"]}
    told = award_why(after.awards[0], after.plan)
    assert f"level, by lot {drawn.lot[0]} before {drawn.lot[1]}" in told
    with pytest.raises(Refused, match="nobody waits for a lot in Best school"):
        with_lot(drawn, after.waiting(drawn), event)


def test_a_lot_holds_for_nobody_who_was_not_in_it() -> None:
    """Another result can bring a third school level: the lot of two says nothing of three."""
    _, winners = _schools(lot=("Oak",))
    assert winners["cup"] == []
    _, winners = _schools(lot=("St Mary's", "hill", "Oak"))  # more names do no harm
    assert (winners["cup"], winners["shield"]) == (["Hill"], ["Oak"])


def test_a_lot_for_goods_takes_no_money_from_who_shares_it() -> None:
    both = tuple(PlacePrize(money, goods="cup") for money in (100, 50))
    plan = PrizePlan((PrizeList("Open", both, lot=("Bea", "Ann")),))
    people = [replace(c, rank=1) for c in standing("Ann Bea")]
    outcome = given_by(plan, people)
    assert {r.contender.name: r.money for r in outcome.receipts} == {"Ann": 75, "Bea": 75}
    goods = [a for a in outcome.awards if a.prize.goods]
    assert [[s.contender.name for s in a.shares] for a in goods] == [["Bea"], ["Ann"]]


def test_worthy_goods_go_by_the_lot_and_the_other_gets_the_next_ones() -> None:
    cups = tuple(PlacePrize(goods=name, worth=worth) for name, worth in (("TV", 900), ("pan", 90)))
    plan = PrizePlan((PrizeList("Open", cups, lot=("Bea", "Ann"), ties=TieRule.TIE_BREAK),))
    people = [replace(c, rank=1) for c in standing("Ann Bea")]
    awards = given_by(plan, people).awards
    assert [[s.contender.name for s in a.shares] for a in awards] == [["Bea"], ["Ann"]]


@pytest.mark.parametrize(
    ("birth", "under_11", "from_11"),
    [
        ("2015-09-02", True, False),  # 10 on 1 September 2026
        ("2015-09-01", False, True),  # 11 on that day
        ("2015", False, False),  # nobody knows
        ("2016", True, False),
        ("2014", False, True),
        ("", False, False),
    ],
)
def test_ages_go_by_the_day_that_a_list_names(birth: str, under_11: bool, from_11: bool) -> None:
    person = replace(standing("Ann")[0], year=None)
    person = replace(person, entrant=Entrant("1", "Ann", birth=birth))
    day = "2026-09-01"
    assert meets(Conditions(age_below=11, age_on=day), person) is under_11
    assert meets(Conditions(age_from=11, age_on=day), person) is from_11


def test_a_cup_says_by_the_tie_break_who_is_before_whom_and_never_that_it_is_shared() -> None:
    cups = PrizeList("Overall", tuple(PlacePrize(goods=name) for name in ("cup", "shield")))
    plan = PrizePlan((cups,), ties=TieRule.EQUAL)
    outcome = given_by(plan, standing("Ann", "Bea Cid Dan"))
    second = next(a for a in outcome.awards if a.prize.goods == "shield")
    told = award_why(second, plan)
    assert "3 on 8 points, in the order of the tie-breaks: Bea, Cid and Dan" in told
    assert "shared" not in list_text(cups, plan)
    assert "by tie-break" in list_text(cups, plan)
    first = next(a for a in outcome.awards if a.prize.goods == "cup")
    assert not any("tie-break" in text for text in award_why(first, plan))
