"""One prize each where the prizes are cups and medals: docs/prizes.md, 2."""

from __future__ import annotations

from dataclasses import replace

from engine.prizes.plan import Conditions, PlacePrize, PrizeList, PrizePlan
from saves.prizes.file import plan_text, read_plan
from saves.prizes.words import award_why
from tests.engine.test_prizes import given_by, standing

CUPS = ("cup", "medal", "medal")
GIRLS = {"Lewis": {"sex": "w"}, "Finn": {"sex": "w"}}
YOUNG = {"Zhou": {"category": "U11"}, "Ito": {"category": "U11"}}
FIELDS = {**GIRLS, **YOUNG}
PLAYERS = ("Zhou", "Adams", "Lewis", "Ito", "Finn")


def goods(name: str, *texts: str, **more) -> PrizeList:
    return PrizeList(name, tuple(PlacePrize(goods=text) for text in texts), **more)


JUNIORS = PrizePlan(
    (
        goods("Best girl", "cup", who=Conditions(sex="w")),
        goods("Places", *CUPS),
        goods("Under 11", "cup", who=Conditions(category=("U11",))),
    ),
    goods_count=True,
)


def winners(plan: PrizePlan, people) -> dict[str, str]:
    """By prize who has it."""
    return {
        f"{a.prize.list.name} {a.prize.place}": " ".join(s.contender.name for s in a.shares)
        for a in given_by(plan, people).awards
    }


def test_a_child_has_one_cup_that_of_its_place_before_any_other() -> None:
    people = standing(*PLAYERS, fields=FIELDS)
    assert winners(JUNIORS, people) == {
        "Places 1": "Zhou", "Places 2": "Adams", "Places 3": "Lewis",
        "Best girl 1": "Finn", "Under 11 1": "Ito",
    }  # fmt: skip


def test_a_plan_that_says_nothing_gives_goods_beside_other_prizes_as_before() -> None:
    people = standing(*PLAYERS, fields=FIELDS)
    before = replace(JUNIORS, goods_count=False)
    assert winners(before, people)["Best girl 1"] == "Lewis"
    assert winners(before, people)["Under 11 1"] == "Zhou"
    old = b'[[prizes]]\nname = "Places"\ngoods = ["cup"]\n'
    assert not read_plan(old, "prizes.toml").goods_count
    assert read_plan(plan_text(JUNIORS).encode(), "prizes.toml") == JUNIORS
    assert read_plan(plan_text(before).encode(), "prizes.toml") == before


def test_first_places_of_all_groups_come_before_second_ones() -> None:
    """A girl who is the best of the under elevens takes that cup, not the second girl's medal."""
    plan = PrizePlan(
        (
            goods("Best girl", "cup", "medal", who=Conditions(sex="w")),
            goods("Under 11", "cup", "medal", who=Conditions(category=("U11",))),
        ),
        goods_count=True,
    )
    fields = {"Lewis": {"sex": "w"}, "Ito": {"sex": "w", "category": "U11"}, "Finn": {"sex": "w"}}
    got = winners(plan, standing("Lewis", "Ito", "Finn", fields=fields))
    assert got == {"Best girl 1": "Lewis", "Best girl 2": "Finn", "Under 11 1": "Ito",
                   "Under 11 2": ""}  # fmt: skip


def test_goods_of_a_place_with_money_go_with_it_and_money_comes_first() -> None:
    plan = PrizePlan(
        (
            PrizeList("Open", (PlacePrize(10000, goods="cup"), PlacePrize(5000, goods="medal"))),
            goods("Under 11", "cup", who=Conditions(category=("U11",))),
        ),
        goods_count=True,
    )
    outcome = given_by(plan, standing(*PLAYERS, fields=FIELDS))
    by_prize = [
        (a.prize.goods or a.prize.money, a.shares[0].contender.name) for a in outcome.awards
    ]
    assert by_prize == [(10000, "Zhou"), ("cup", "Zhou"), (5000, "Adams"), ("medal", "Adams"),
                        ("cup", "Ito")]  # fmt: skip


def test_those_who_are_level_for_places_are_out_of_other_cups_before_the_lot_too() -> None:
    people = standing(*PLAYERS, fields=FIELDS)
    people[1] = replace(people[1], level=people[0].level, rank=people[0].rank)
    got = winners(JUNIORS, people)
    assert got == {"Places 1": "", "Places 2": "", "Places 3": "Lewis", "Best girl 1": "Finn",
                   "Under 11 1": "Ito"}  # fmt: skip
    places = replace(JUNIORS.lists[1], lot=("Adams", "Zhou"))
    drawn = replace(JUNIORS, lists=(JUNIORS.lists[0], places, JUNIORS.lists[2]))
    assert winners(drawn, people)["Places 1"] == "Adams"
    assert winners(drawn, people)["Places 2"] == "Zhou"


def test_a_worth_ranks_goods_among_money_and_before_goods_without_one() -> None:
    cup = PrizeList("Best girl", (PlacePrize(goods="cup", worth=2000),), who=Conditions(sex="w"))
    plan = replace(JUNIORS, lists=(cup, *JUNIORS.lists[1:]))
    got = winners(plan, standing(*PLAYERS, fields=FIELDS))
    assert got["Best girl 1"] == "Lewis"
    assert got["Places 3"] == "Ito"


def test_a_list_that_is_given_beside_stays_beside() -> None:
    sportsmanship = goods("First of all", "book", beside=True)
    plan = replace(JUNIORS, lists=(*JUNIORS.lists, sportsmanship))
    assert winners(plan, standing(*PLAYERS, fields=FIELDS))["First of all 1"] == "Zhou"


def test_those_who_are_level_are_named_with_what_they_are_level_on() -> None:
    people = standing(*PLAYERS, fields=FIELDS)
    people[1] = replace(people[1], level=people[0].level, rank=people[0].rank)
    cup = given_by(replace(JUNIORS, lists=(goods("Places", "cup"),)), people).awards[0]
    assert award_why(cup, JUNIORS)[0].startswith("level on 9 points: Zhou and Adams; no lot")
