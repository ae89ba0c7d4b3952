"""What an arbiter reads about prizes: whom a list is for, why a prize goes where it goes, and what
is wrong with a plan."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from engine.entrants import Entrant
from engine.event import Event, Match
from engine.prizes.allocation import Award, PrizeOutcome, PrizeState, allocate, allotted
from engine.prizes.checks import plan_problems
from engine.prizes.contenders import PrizeEvent
from engine.prizes.plan import (
    ANY_BOARD,
    Conditions,
    PlacePrize,
    PrizeList,
    PrizeMeasure,
    PrizePlan,
    TieRule,
    Ungraded,
)
from formats.registry import format_named
from saves.prizes.words import (
    award_why,
    conditions_text,
    left_texts,
    list_text,
    ordinal,
    people_text,
    problem_text,
    shares_text,
)
from tests.engine.test_prizes import given_by, prizes, standing
from tests.playing import begun, play


def award_of(plan: PrizePlan, name: str, *groups: str, **more: Any) -> Award:
    """The first prize of a list, as `standing` stands."""
    outcome = given_by(plan, standing(*groups, **more))
    return next(a for a in outcome.awards if a.prize.list.name == name)


def told(outcome: PrizeOutcome) -> list[str]:
    """Who has what of each prize, in the order of the plan."""
    return [shares_text(outcome.payout_of(award)) for award in outcome.awards]


def problems(plan: PrizePlan) -> list[str]:
    """What an arbiter is told about a plan of an event with two entries."""
    memory = begun(format_named("round_robin"), [Entrant("", "Ann", sex="w"), Entrant("", "Bo")])
    events = [PrizeEvent("", "Open", memory.event, memory.format)]
    return [problem_text(one, plan) for one in plan_problems(plan, events)]


def test_a_problem_of_lists_of_one_name_says_of_which_event() -> None:
    """Each event of a congress has its own list of women; only one of the two has a woman."""
    system = format_named("round_robin")
    women, men = (begun(system, [Entrant("", "Eli", sex=sex)]) for sex in ("w", "m"))
    events = [PrizeEvent(key, key.title(), each.event, each.format)
              for key, each in (("open", women), ("minor", men), ("seniors", men))]  # fmt: skip
    best = PrizeList("Women", (PlacePrize(50),), who=Conditions(sex="w"))
    lists = [replace(best, event=event.key) for event in events]
    plan = PrizePlan((*lists, replace(best, name="Lady", event="minor")))
    assert [problem_text(one, plan) for one in plan_problems(plan, events)] == [
        "Women (Minor): nobody who has entered can win it",
        "Women (Seniors): nobody who has entered can win it",
        "Lady: nobody who has entered can win it",
    ]


def test_places_are_told_as_in_english() -> None:
    told = [ordinal(place) for place in (1, 2, 3, 4, 11, 12, 13, 21, 112, 122)]
    assert told == ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "112th", "122nd"]


def test_of_many_names_the_first_are_told_and_how_many_more() -> None:
    assert people_text(["Ann"]) == "Ann"
    assert people_text(["Ann", "Bea", "Cid"]) == "Ann, Bea and Cid"
    assert people_text(list("ABCDE")) == "A, B, C, D and E"
    assert people_text(list("ABCDEF")) == "A, B, C, D and 2 more"
    assert people_text(["Berg, Ann", "Dahl, Bo"]) == "Berg, Ann and Dahl, Bo"


@pytest.mark.parametrize(
    ("who", "said"),
    [
        (Conditions(rating_from=1600, rating_below=1800), "rated 1600 to 1799"),
        (Conditions(rating_from=1600), "rated 1600 or more"),
        (Conditions(rating_below=1800, ungraded=Ungraded.IN),
         "rated below 1800, with or without a rating"),
        (Conditions(age_below=18, sex="w"),
         "under 18 as the year of the event begins, women and girls"),
        (Conditions(age_from=65, federation=("NOR", "SWE")),
         "65 or older in the year of the event, federation NOR or SWE"),
        (Conditions(games=4, fee_paid=True), "4 games or more played, fee paid"),
    ],
)  # fmt: skip
def test_whom_a_prize_is_for(who: Conditions, said: str) -> None:
    assert conditions_text(who) == said


def test_a_list_is_told_in_one_line() -> None:
    school = PrizeList("School", (PlacePrize(100),), by=PrizeMeasure.SCHOOL, least=(1, 4), best=3)
    plan = PrizePlan((school,))
    said = "best school; the 3 best scores; for everybody; takes 1 / 4 entrants"
    assert list_text(school, plan) == f"{said}; beside any other prize"
    players = PrizeList("Boards", (PlacePrize(100),), board=ANY_BOARD, ties=TieRule.HORT)
    assert list_text(players, PrizePlan((players,), one_prize=False)) == (
        "players of teams; by the table of the event's players; for everybody; "
        "Hort: half by place, half shared"
    )


def test_who_could_have_two_prizes_takes_the_larger_and_it_is_said_on_both() -> None:
    """The first example of docs/prizes.md."""
    plan = PrizePlan(
        (prizes("Open", 200, 150, 120, 80), prizes("U1800", 100, rating_below=1800)),
        currency="EUR",
    )
    groups = ("A:2200", "B:2100", "C:2050", "D:1750", "E:2000")
    assert award_why(award_of(plan, "U1800", *groups), plan) == (
        "4th overall with 6 points",
        "U1800 100.00, or Open, 4th 80.00: takes U1800",
    )
    fourth = given_by(plan, standing(*groups)).awards[3]
    assert award_why(fourth, plan) == ("5th with 5 points", "ahead: D has U1800")


def test_of_many_ahead_with_another_prize_four_are_named() -> None:
    bands = [prizes(f"B{n}", 100 + n, category=(f"c{n}",)) for n in range(6)]
    plan = PrizePlan((prizes("Open", 50), *bands))
    fields = {f"P{n}": {"category": f"c{n}"} for n in range(6)}
    names = [f"P{n}" for n in range(6)]
    said = award_why(award_of(plan, "Open", *names, "Q", fields=fields), plan)[-1]
    assert said == "ahead: P0 has B0; P1 has B1; P2 has B2; P3 has B3; 2 more"


def test_a_pool_that_is_not_shared_equally_says_why() -> None:
    """US Chess 32B3: the fourth example of docs/prizes.md."""
    u2400 = prizes("U2400", 1379, 766, rating_below=2400)
    plan = PrizePlan((prizes("Open", 2298, 1149, 536, 306), u2400))
    outcome = given_by(plan, standing("A:2673", "B:2699", "C:2495 D:2391 E:2387 F:2385"))
    of_all = "C 536.00, D 102.00, E 102.00 and F 102.00 of 842.00 (Open, 3rd, 4th)"
    of_band = "715.00 each of 2145.00 (U2400, 1st, 2nd): D, E and F"
    assert told(outcome)[2:] == [of_all, of_all, of_band, of_band], "817.00 each in both"
    assert award_why(outcome.awards[2], plan) == (
        "4 level on 7 points share U2400, 1st; U2400, 2nd; Open, 3rd and Open, 4th: 2987.00",
        "nobody gets more than the prizes that could be won without the others",
    )


def test_of_a_pool_a_prize_with_a_condition_is_shown_with_those_alone_whom_it_is_for() -> None:
    """US Chess 32B3: the prizes of the tied are summed and divided equally; who is above the limit
    of a class has his part, and nothing of the prize of that class."""
    u1700 = prizes("U1700", 40, rating_below=1700)
    plan = PrizePlan((prizes("Open", 100, 80, 60), u1700))
    outcome = given_by(plan, standing("A:2100", "B:1655 C:1988 D:1795"))
    second, _, u1700_award = outcome.awards[1:]
    of_both = "B 20.00, C 60.00 and D 60.00 of 140.00 (Open, 2nd, 3rd)"
    assert told(outcome) == ["A", of_both, of_both, "B"]
    assert [(s.contender.name, s.money) for s in u1700_award.shares] == [("B", 4000)]
    assert award_why(u1700_award, plan) == (
        "3 level on 8 points share Open, 2nd; Open, 3rd and U1700: 180.00",
        "only for B: the others who are level have no part of it",
    )
    assert len(award_why(second, plan)) == 1, "it is for all of them"
    both = given_by(plan, standing("A:2100", "B:1655 C:1988 D:1600"))
    assert told(both)[3] == "20.00 each: B and D"


def test_hort_says_what_went_by_place() -> None:
    plan = PrizePlan((prizes("Open", 100, 80),), ties=TieRule.HORT)
    outcome = given_by(plan, standing("A B"))
    assert told(outcome)[0] == "A 95.00 and B 85.00 of 180.00 (Open, 1st, 2nd)"
    assert (
        award_why(outcome.awards[0], plan)[-1] == "one half by place, the other half shared (Hort)"
    )


def test_a_prize_that_nobody_has_says_why_and_what_stays_in_the_purse() -> None:
    young = prizes("Youth", 70, category=("youth",))
    plan = PrizePlan((prizes("Open", 100, 60), young, prizes("Women", 50, sex="w")), currency="EUR")
    outcome = given_by(plan, standing("A", "B", fields={"A": {"category": "youth"}}))
    assert left_texts(outcome) == (
        "70.00 EUR of Youth: everybody who is eligible has another prize",
        "50.00 EUR of Women: nobody is eligible",
    )
    apart = replace(plan, one_prize=False, lists=(prizes("Open", 100, 60, 40),), purse=30000)
    assert left_texts(given_by(apart, standing("A", "B"))) == (
        "40.00 EUR of Open, 3rd: 2 eligible players only",
        "100.00 EUR of the purse: in no prize",
    )
    early = allotted(plan, {"": ()}, {"": PrizeState.NOT_BEGUN})
    assert left_texts(early)[0] == "100.00 EUR of Open, 1st: nothing is played yet"


def test_half_a_prize_says_what_the_whole_was() -> None:
    band = prizes("U1800", 80, rating_below=1800, least=(3,), otherwise="half")
    plan = PrizePlan((band,), currency="EUR")
    award = award_of(plan, "U1800", "A:1700", "B:1650")
    assert award_why(award, plan) == (
        "2 eligible entrants, 3 needed", "half of 80.00 is given", "1st overall with 9 points",
    )  # fmt: skip


SCHOOLS = {"A": "Voss", "B": "Ås", "C": " ås ", "D": "VOSS", "E": "Ås"}


def test_the_best_school_has_the_points_of_its_best_players_and_they_are_named() -> None:
    best = PrizeList("School", (PlacePrize(9000), PlacePrize(3000), PlacePrize(1000)),
                     by=PrizeMeasure.SCHOOL, best=2)  # fmt: skip
    fields = {name: {"school": school} for name, school in SCHOOLS.items()}
    people = standing("A B", "C D", "E", "F", fields=fields)
    people[0] = replace(people[0], figure=Decimal(10))
    plan = PrizePlan((best,), currency="EUR")
    outcome = given_by(plan, people)
    first, second, _ = outcome.awards
    assert told(outcome) == ["VOSS", "Ås", ""]
    assert award_why(first, plan) == ("18 points by A and D",)
    assert award_why(second, plan) == ("17 points by B and C",)
    assert left_texts(outcome) == ("10.00 EUR of School, 3rd: 2 eligible schools only",)
    few = PrizePlan((replace(best, least=(3,)),))
    assert award_why(given_by(few, people).awards[0], few)[0] == "2 eligible schools, 3 needed"


def test_of_schools_with_equal_points_the_one_whose_players_stand_higher_has_the_odd_cent() -> None:
    best = PrizeList("School", (PlacePrize(101),), by=PrizeMeasure.SCHOOL, best=2)
    fields = {name: {"school": school} for name, school in SCHOOLS.items()}
    people = standing("A", "B", "C", "D", "E", fields=fields)
    assert told(given_by(PrizePlan((best,)), people)) == ["VOSS 0.51 and Ås 0.50"]


def test_the_biggest_upset_is_a_win_over_the_board_and_says_how_much_higher_the_loser_is() -> None:
    upset = PrizeList("Upset", (PlacePrize(goods="book"),), by=PrizeMeasure.UPSET)
    plan = PrizePlan((upset,))
    people = [
        Entrant("", "Ann", rating=1500), Entrant("", "Bo", rating=1720),
        Entrant("", "Cy", rating=1600), Entrant("", "Di"),
    ]  # fmt: skip
    memory = begun(format_named("round_robin"), people)

    def lowest_wins(event: Event, match: Match) -> str:
        white, black = (event.entrant(id).rating or 0 for id in match.pair)
        return "1-0" if white < black else "0-1"

    event = play(memory, 3, lowest_wins)
    outcome = allocate(plan, [PrizeEvent("", "Open", event, memory.format)])
    (award,) = outcome.awards
    assert told(outcome) == ["Ann"]
    assert award_why(award, plan) == ("won against somebody rated 220 higher",)
    assert list_text(upset, plan) == "biggest upset; for everybody; beside any other prize"


def test_what_is_wrong_with_a_plan_is_said_list_by_list() -> None:
    assert problems(PrizePlan()) == ["the plan has no prizes"]
    rising = prizes("Open", 100, 200)
    assert problems(PrizePlan((rising,))) == ["Open: a later place has more than an earlier one"]
    heir = prizes("U1800", 100, rating_below=1800, ungraded=Ungraded.IN, otherwise="Opn")
    assert problems(PrizePlan((heir,))) == [
        "U1800: there is no list 'Opn' that its money could go to"
    ]
    cup = PrizeList("Cup", (PlacePrize(goods="cup", worth=5000),))
    assert problems(PrizePlan((cup,))) == ["Cup: goods cannot be shared; they go by tie-break"]
    assert problems(PrizePlan((prizes("Old", 10, age_from=65),))) == [
        "Old: ages need the date of the event; I in Entries gives it, or `set EVENT start=…`"
    ]


def test_a_rounded_share_says_to_what_and_who_has_the_odd_cents() -> None:
    plan = PrizePlan((prizes("Open", 100.25),), currency="EUR")
    assert award_why(award_of(plan, "Open", "A B C"), plan)[-1] == (
        "rounded down to whole cents; 0.01 EUR more: A and B"
    )
    whole = replace(plan, unit=100)
    outcome = given_by(whole, standing("A B C"))
    said = "rounded down to multiples of 1.00; 1.00 EUR more: A"
    assert award_why(outcome.awards[0], whole)[-1] == said
    assert left_texts(outcome) == (
        "0.25 EUR of Open: shares are rounded down to multiples of 1.00",
    )
    alone = given_by(whole, standing("A", "B"))
    assert award_why(alone.awards[0], whole)[-1] == "rounded down to multiples of 1.00"
    exact = PrizePlan((prizes("Open", 100.2),))
    assert len(award_why(award_of(exact, "Open", "A B C"), exact)) == 1
