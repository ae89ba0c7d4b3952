"""Which rating counts (TRF26, 172), what differs from a list, and what is taken over when."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.actions import ChangeSettings, EditEntrant, PublishRound, TakeRatings
from engine.entrants import Entrant, OfficialRatings
from engine.event_data import data_given, data_notes
from engine.rating_check import compared, taken_over, values_from
from engine.rating_lists import ListedPlayer, RatingList, counting
from engine.rating_rule import RatingRule, age_notes, lists_used, rating_in, rule_of
from engine.refusal import BadSetting, Refused
from engine.tiebreaks import criterion
from engine.tiebreaks.record import tally
from engine.warnings import NotAgreed
from formats.registry import format_named
from tests.playing import InMemory, begun, play, propose

FIDE = RatingList("FIDE", "2026-11-01", 2, True)
ECF = RatingList("ECF", "2026-11-01", 2)
BOTH = (
    OfficialRatings("FIDE", "2026-11-01", "15", True, standard=2300, blitz=2250),
    OfficialRatings("ECF", "2026-11-01", "1A", False, standard=2400, rapid=2200),
)
NATIONAL = BOTH[1:]
ANN = ListedPlayer(FIDE, "15", "Lee, Ann", "ENG", "w", "1990", "WFM", standard=2300, blitz=2250)
ANN_IN_ENGLAND = ListedPlayer(ECF, "1A", "Lee, Ann", "ENG", club="Kent", fide_id="15", rapid=2200)


def chosen(rule: RatingRule, official: tuple[OfficialRatings, ...]) -> str:
    source = rule.chosen(official)
    return f"{source.column} {source.rating}" if source is not None else ""


@pytest.mark.parametrize(
    ("method", "both", "national"),
    [
        ("FIDE", "FIDE standard 2300", ""),
        ("NRO", "ECF standard 2400", "ECF standard 2400"),
        ("FIDON", "FIDE standard 2300", "ECF standard 2400"),
        ("NIDOF", "ECF standard 2400", "ECF standard 2400"),
        ("HBFN", "ECF standard 2400", "ECF standard 2400"),
        ("LBFN", "FIDE standard 2300", "ECF standard 2400"),
    ],
)
def test_record_172_says_which_of_fide_and_national_rating_counts(
    method: str, both: str, national: str
) -> None:
    assert chosen(RatingRule(method), BOTH) == both
    assert chosen(RatingRule(method), NATIONAL) == national


def test_the_standard_rating_fills_the_gap_of_an_effective_rapid_or_blitz_rating() -> None:
    assert chosen(RatingRule("FIDE", "blitz"), BOTH) == "FIDE blitz 2250"
    assert chosen(RatingRule("FIDE", "rapid"), BOTH) == "FIDE standard 2300"
    assert chosen(RatingRule("FIDE", "standard"), BOTH) == "FIDE standard 2300"
    assert chosen(RatingRule("NRO", "blitz"), BOTH) == "ECF standard 2400"
    # a rapid rating fills no gap of a standard one
    assert chosen(RatingRule("NRO"), (replace(BOTH[1], standard=None),)) == ""


def test_the_arbiters_order_counts_and_leaves_lists_out() -> None:
    order = ("ECF rapid", "FIDE blitz")
    assert chosen(RatingRule("OTHER", "standard", order), BOTH) == "ECF rapid 2200"
    assert chosen(RatingRule("FIDE", "standard", order), BOTH) == "FIDE blitz 2250"
    assert RatingRule("FIDON", "rapid").columns((FIDE, ECF)) == (
        "FIDE rapid", "FIDE standard", "ECF rapid", "ECF standard",
    )  # fmt: skip
    assert RatingRule("NIDOF").columns((FIDE, ECF)) == ("ECF standard", "FIDE standard")
    assert RatingRule("FIDE", "blitz").columns((FIDE, ECF)) == ("FIDE blitz", "FIDE standard")


def test_the_rule_of_an_event_is_among_its_data_and_wrong_words_are_refused() -> None:
    event = begun(format_named("dutch"), ()).event
    given = data_given(
        {},
        {
            "rating_type": "rapid",
            "rating_method": "nidof",
            "rating_lists": "ECF  rapid; FIDE rapid",
        },
        9,
    )
    event = ChangeSettings(details=given).apply(event, format_named("dutch"))
    assert rule_of(event) == RatingRule("NIDOF", "rapid", ("ECF rapid", "FIDE rapid"))
    for key, text in (
        ("rating_method", "elo"),
        ("rating_lists", "FIDE"),
        ("rating_rounds", "some"),
        ("rating_check", "maybe"),
    ):
        with pytest.raises(BadSetting):
            data_given({}, {key: text}, 9)


def test_a_new_entry_has_the_official_ratings_beside_the_one_that_counts() -> None:
    values, official = values_from((ANN, ANN_IN_ENGLAND), RatingRule("FIDON", "rapid"))
    assert values == {
        "name": "Lee, Ann", "title": "WFM", "federation": "ENG", "birth": "1990", "sex": "w",
        "club": "Kent", "fide_id": "15", "national_id": "1A", "rating": 2300,
    }  # fmt: skip
    source = counting(official)
    assert source is not None
    assert source.text == "FIDE standard 2300 (2026-11-01)"


def test_a_rating_entered_by_hand_is_marked_as_such() -> None:
    _, official = values_from((ANN,), RatingRule())
    memory = begun(format_named("dutch"), (Entrant("", "Lee, Ann", 2300, official=official),))
    memory.do(EditEntrant("1", {"rating": 2310}))
    entrant = memory.event.entrant("1")
    assert counting(entrant.official) is None
    assert [one.standard for one in entrant.official] == [2300]
    assert lists_used(memory.event) == (("", "", 1),)


def test_every_field_that_differs_is_named_with_its_list() -> None:
    entrant = Entrant("1", "LEE Ann", 2290, title="WCM", federation="IRL")
    found = compared(entrant, (ANN, ANN_IN_ENGLAND), "id", RatingRule())
    assert [(d.field, d.entered, d.listed, d.list) for d in found.differences] == [
        ("rating", "2290", "2300", "FIDE standard"),
        ("title", "WCM", "WFM", "FIDE"),
        ("federation", "IRL", "ENG", "FIDE"),
        ("fide_id", "", "15", "FIDE"),
        ("birth", "", "1990", "FIDE"),
    ]


# Taken over


def event_of_four(**details: str) -> InMemory:
    entrants = [Entrant("", name, rating) for name, rating in
                (("Lee, Ann", 2290), ("Bo", 2200), ("Cy", 2100), ("Di", 2000))]  # fmt: skip
    memory = begun(format_named("dutch"), entrants, rounds=3)
    memory.do(ChangeSettings(details=details))
    return memory


def take(memory: InMemory, **options: object) -> TakeRatings:
    rule = rule_of(memory.event)
    changes = taken_over(compared(memory.event.entrant("1"), (ANN,), "id", rule), rule)
    return TakeRatings((changes,), (FIDE.dated,), **options)  # type: ignore[arg-type]


def test_a_rating_counts_from_a_round_that_the_event_has() -> None:
    memory = event_of_four()
    with pytest.raises(Refused, match="there is no round 4"):
        memory.do(take(memory, first=4))
    memory.do(take(memory, first=3))


def test_before_round_1_what_is_chosen_is_taken_over_and_nothing_else() -> None:
    memory = event_of_four()
    before = memory.event.entrants[1:]
    memory.do(take(memory))
    entrant = memory.event.entrant("1")
    assert (entrant.rating, entrant.title, entrant.fide_id) == (2300, "WFM", "15")
    assert memory.event.entrants[1:] == before
    assert lists_used(memory.event) == (("FIDE standard", "2026-11-01", 1), ("", "", 3))


def test_from_round_1_on_another_rating_is_confirmed_and_numbers_stay() -> None:
    memory = event_of_four()
    propose(memory)
    memory.do(PublishRound(1, insist=True))
    numbers = [e.start_number for e in memory.event.entrants]
    with pytest.raises(NotAgreed, match="1 rating would change after round 1"):
        memory.do(take(memory))
    memory.do(take(memory, insist=True))
    assert memory.event.entrant("1").rating == 2300
    assert [e.start_number for e in memory.event.entrants] == numbers


def test_a_comparison_that_is_out_of_date_is_refused() -> None:
    memory = event_of_four()
    action = take(memory, seen=(2290,))
    memory.do(EditEntrant("1", {"rating": 2295}))
    with pytest.raises(Refused, match="rating of Lee, Ann has changed"):
        memory.do(action)


def test_in_a_long_event_each_round_can_have_the_rating_of_its_list() -> None:
    memory = event_of_four(start="2026-10-01", end="2026-12-20")
    assert any("ratings can change" in note for note in data_notes(memory.event))
    play(memory, 1)
    memory.do(take(memory, first=2))
    entrant, rule = memory.event.entrant("1"), rule_of(memory.event)
    assert (entrant.rating, entrant.title) == (2290, "WFM")
    assert [rating_in(entrant, number, rule) for number in (1, 2, 3)] == [2290] * 3
    each = replace(rule, each_round=True)
    assert [rating_in(entrant, number, each) for number in (1, 2, 3)] == [2290, 2300, 2300]
    # it is up to date with the list from which the later rating comes
    assert compared(entrant, (ANN,), "id", rule).differences == ()


def test_performance_and_rating_tie_breaks_go_by_the_rating_of_the_round() -> None:
    memory = event_of_four(start="2026-10-01", end="2026-12-20")
    play(memory, 2)
    memory.do(take(memory, first=2))
    opponents = [
        next(m.opponent("1") for m in r.matches if "1" in m.pair) for r in memory.event.published
    ]
    first, second = opponents

    def averages() -> list[int]:
        tallied = tally(memory.event, [e.id for e in memory.event.entrants])
        average = criterion("ARO", tallied)
        return [int(average.value(id) or 0) for id in (first, second)]

    before = averages()
    memory.do(ChangeSettings(details={"rating_rounds": "each"}))
    # whoever met the player in round 2 met a higher rating, whoever met him in round 1 did not
    assert [now - then for now, then in zip(averages(), before, strict=True)] == [0, 5]


def test_the_list_of_the_month_of_the_first_day_counts() -> None:
    """FIDE's lists count from the first of their month (B.02, 0.2); of others nothing is said."""
    event = begun(format_named("dutch"), []).event
    event = replace(event, details=(("start", "2026-11-20"),))
    month_before = replace(FIDE, date="2026-10-01")
    year_before = replace(FIDE, date="2025-11-01")
    assert not list(age_notes(event, [FIDE, replace(ECF, date="2026-07-01")]))
    assert list(age_notes(event, [month_before, year_before])) == [
        "FIDE of 2026-10-01: the event begins on 2026-11-20; the list of 2026-11 counts",
        "FIDE of 2025-11-01: the event begins on 2026-11-20; the list of 2026-11 counts",
    ]
