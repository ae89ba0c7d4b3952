"""Every tie-break on tournaments that can be worked out on paper; C.07 gives the articles."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from engine.event import Event
from engine.refusal import Refused
from engine.tiebreaks import check_tiebreaks, criterion, tally
from tests.engine.build import build, d, order


def values(event: Event, code: str, predetermined: bool = False) -> dict[str, Decimal | None]:
    """Every entrant's value by name."""
    found = criterion(code, tally(event, order(event), predetermined))
    return {e.name: found.value(e.id) for e in event.entrants}


def numbers(event: Event, code: str, predetermined: bool = False) -> list[Decimal | None]:
    """The values in order of entry."""
    return list(values(event, code, predetermined).values())


def working(event: Event, code: str, name: str) -> str:
    """How one entrant's value came about."""
    found = criterion(code, tally(event, order(event)))
    return found.working(next(e.id for e in event.entrants if e.name == name))


# All play all. Ann 1½, Bea 2, Cid 2½, Dan 0.
FOUR = build(
    "Ann:2400 Bea:2200 Cid:2000 Dan:1800",
    "A-D 1, B-C =",
    "D-C 0, A-B =",
    "B-D 1, C-A 1",
)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("BH", "4.5 4 3.5 6"),
        ("BH/C1", "4.5 4 3.5 4.5"),
        ("BH/C2", "2.5 2.5 2 2.5"),
        ("BH/M1", "2 1.5 1.5 2"),
        ("BH/M2", "0 0 0 0"),
        ("FB", "4 4.5 4 5.5"),
        ("FB/C1", "3.5 4 3.5 4"),
        ("AOB", "4.5 4.6667 4.8333 4"),
        ("AOB/F", "4.6667 4.5 4.6667 4.1667"),
        ("SB", "1 2 2.5 0"),
        ("SB/C1", "1 2 2.5 0"),
        ("SB/C2", "0 1.25 1 0"),
        ("PS", "4 3.5 4.5 0"),
        ("PS/C1", "3 3 4 0"),
        ("PS/C2", "1.5 2 2.5 0"),
        ("WIN", "1 1 2 0"),
        ("WON", "1 1 2 0"),
        ("BPG", "1 1 2 2"),
        ("BWG", "0 0 1 0"),
        ("REP", "3 3 3 3"),
        ("STD", "1.5 2 2.5 0"),
        ("TPN", "1 2 3 4"),
        ("RTNG", "2400 2200 2000 1800"),
        ("ARO", "2000 2067 2133 2200"),
        ("ARO/C1", "2100 2200 2300 2300"),
        ("ARO/C2", "2200 2400 2400 2400"),
        ("ARO/M1", "2000 2000 2200 2200"),
        # 1½, 2, 2½, 0 of three: differences 0, 125 (67 %), 273 (83 %), -800.
        ("TPR", "2000 2192 2406 1400"),
        # Of Ann's opponents Dan 1400, Bea 2192, Cid 2406.
        ("APRO", "1999 1935 1864 2199"),
    ],
)
def test_played_out_event(code: str, expected: str) -> None:
    assert numbers(FOUR, code) == [d(x) for x in expected.split()]


@pytest.mark.parametrize(("code", "expected"), [("KS", "0.5 1 1.5 0"), ("KS/L1", "0.5 0.5 0.5 0")])
def test_koya_counts_points_against_half_scorers(code: str, expected: str) -> None:
    # The most possible is 3; 1½ qualifies Ann, Bea and Cid, 2 (half a point more) Bea and Cid.
    assert numbers(FOUR, code, predetermined=True) == [d(x) for x in expected.split()]


def test_koya_limit_leaves_out_the_free_round_of_an_odd_field() -> None:
    event = build("Ann Bea Cid", "A-B 1, C bye", "A-C 1, B bye", "B-C 1, A bye", bye_points=d(0))
    # Two games each: a score of 1 is half. Ann 2, Bea 1, Cid 0.
    assert values(event, "KS", predetermined=True) == {"Ann": d(1), "Bea": d(0), "Cid": d(0)}


def test_sonneborn_cut_takes_the_lowest_scorer_not_the_lowest_product() -> None:
    # Xan: 1 x 1 against Yve, who has the lower score, and 2 x 0 against Zoe (14.1.2 d).
    event = build("Xan Yve Zoe Wim", "X-Y 1, Z-W 1", "Z-X 1, Y-W 1")
    assert values(event, "SB")["Xan"] == 1
    assert values(event, "SB/C1")["Xan"] == 0


def test_of_several_lowest_scorers_the_lowest_product_is_cut() -> None:
    # Ann beat Bea and lost to Cid, both end on 1: the 0 goes, the 1 stays.
    event = build("Ann Bea Cid Dan", "A-B 1, C-D 0", "A-C 0, B-D 1")
    assert values(event, "SB/C1")["Ann"] == 1


def test_fore_buchholz_is_known_before_the_last_round_is_played() -> None:
    paired = build("Ann Bea Cid Dan", "A-D 1, B-C =", "D-C 0, A-B =", "B-D, C-A")
    assert numbers(paired, "FB") == numbers(FOUR, "FB")


def test_fore_buchholz_is_buchholz_until_the_final_round() -> None:
    going_on = build("Ann Bea Cid Dan", "A-D 1, B-C =", "D-C 0, A-B =", total=3)
    assert numbers(going_on, "FB") == numbers(going_on, "BH")


def test_standard_points_are_free_of_the_scoring_system() -> None:
    event = build(
        "Ann Bea Cid Dan",
        "A-D 1, B-C =",
        "D-C 0, A-B =",
        "B-D 1, C-A 1",
        win_points=d(3),
        draw_points=d(1),
    )
    assert numbers(event, "STD") == [d(1.5), d(2), d(2.5), d(0)]
    assert values(event, "PS")["Ann"] == 3 + 4 + 4


def test_standard_points_compare_with_the_opponent() -> None:
    # 7.7: ½-0 is more than the opponent; 0-0 is the same for both.
    event = build("Ann Bea Cid Dan", "A-B 1/2-0, C-D 0-0")
    assert numbers(event, "STD") == [d(1), d(0), d(0.5), d(0.5)]


def test_average_rating_rounds_a_half_upwards() -> None:
    event = build("Ann:1500 Bea:2000 Cid:2001 Dan:1600", "A-B 1, C-D 1", "C-A 1, D-B 1")
    assert values(event, "ARO")["Ann"] == 2001


def test_rating_tiebreaks_are_dropped_with_unrated_entrants() -> None:
    event = build("Ann:1500 Bea Cid:1700 Dan:1600", "A-B 1, C-D 1", "C-A 1, D-B 1")
    for code in ("ARO", "TPR", "PTP", "APRO", "APPO", "RTNG"):
        found = criterion(code, tally(event, order(event)))
        assert found.value("1") is None
        assert found.note == f"{code} is dropped: 1 entrant is unrated (C.07 article 10)"
        assert found.split(["1", "2", "3"]) == [["1", "2", "3"]]


def test_a_rating_can_be_given_for_the_unrated() -> None:
    event = build("Ann:1500 Bea Cid:1700 Dan:1600", "A-B 1, C-D 1", "C-A 1, D-B 1")
    assert values(event, "ARO/U1000")["Ann"] == 1350
    assert values(event, "RTNG/U1000")["Bea"] == 1000
    # A win against 1000 and a loss against 1700: 1350 and no difference.
    assert values(event, "TPR/U1000")["Ann"] == 1350


def test_games_against_the_unrated_can_be_left_out() -> None:
    event = build("Ann:1500 Bea Cid:1700 Dan:1600", "A-B 1, C-D 1", "C-A 1, D-B 1")
    assert values(event, "ARO/U") == {"Ann": 1700, "Bea": 1550, "Cid": 1550, "Dan": 1700}
    assert values(event, "TPR/U")["Ann"] == 1700 - 800
    assert values(event, "RTNG/U")["Bea"] is None


def test_a_performance_goes_by_the_games_whatever_they_score() -> None:
    event = build("Ann:1500 Bea:1600", "A-B =", win_points=d(3), draw_points=d(1))
    assert numbers(event, "TPR") == [1600, 1500]


def test_a_value_calculated_elsewhere_ranks_by_itself() -> None:
    event = build("Ann Bea Cid", "A-B =, C bye")
    worth = {"1": "", "2": "-1.5", "3": "12"}
    event = replace(event, entrants=tuple(replace(e, external=worth[e.id]) for e in event.entrants))
    assert numbers(event, "EXT") == [None, d(-1.5), d(12)]
    criterion_of = criterion("EXT", tally(event, order(event)))
    assert criterion_of.split(["1", "2", "3"]) == [["3"], ["2"], ["1"]]


def test_pairing_numbers_and_ratings_can_be_reversed() -> None:
    counted = tally(FOUR, order(FOUR))
    ids = ["3", "1", "2"]
    assert criterion("TPN", counted).split(ids) == [["1"], ["2"], ["3"]]
    assert criterion("TPN/R", counted).split(ids) == [["3"], ["2"], ["1"]]
    assert criterion("RTNG", counted).split(ids) == [["1"], ["2"], ["3"]]
    assert criterion("RTNG/R", counted).split(ids) == [["3"], ["2"], ["1"]]


def test_the_working_can_be_followed() -> None:
    assert working(FOUR, "BH", "Ann") == "R1 Dan 0 + R2 Bea 2 + R3 Cid 2½ = 4½"
    assert working(FOUR, "BH/C1", "Dan") == "(R1 Ann 1½, cut) + R2 Cid 2½ + R3 Bea 2 = 4½"
    assert working(FOUR, "SB", "Bea") == (
        "R1 Cid 2½ \N{MULTIPLICATION SIGN} ½ + R2 Ann 1½ \N{MULTIPLICATION SIGN} ½"
        " + R3 Dan 0 \N{MULTIPLICATION SIGN} 1 = 2"
    )
    assert working(FOUR, "PS", "Ann") == "R1 Dan 1 + R2 Bea 1½ + R3 Cid 1½ = 4"
    assert working(FOUR, "BPG", "Cid") == "R1 Bea, R2 Dan"
    assert working(FOUR, "BWG", "Ann") == "none"
    assert working(FOUR, "ARO", "Ann").endswith("= 2000 on average")


def test_codes_are_understood_in_small_letters_and_with_hyphens() -> None:
    assert check_tiebreaks(["de", " bh-c1", "Sb"]) == ("DE", "BH/C1", "SB")
    assert check_tiebreaks(["DE", "BH", "DE"]) == ("DE", "BH", "DE")


@pytest.mark.parametrize(
    ("codes", "said"),
    [
        (["BH", "XYZ"], "unknown tie-break 'XYZ'"),
        (["BH/C3"], "BH (Buchholz) has no /C3; it takes C1, C2, M1, M2"),
        (["SB/M1"], "has no /M1"),
        (["WIN/C1"], "it takes no modifier"),
        (["BH/"], "unknown tie-break 'BH/'"),
        (["TPN/U1500"], "has no /U1500"),
        (["KS"], "tie-break KS is not for a Swiss"),
        (["BH", "BH"], "tie-break BH appears twice"),
        ([""], "unknown tie-break"),
    ],
)
def test_unknown_codes_are_refused(codes: list[str], said: str) -> None:
    with pytest.raises(Refused) as caught:
        check_tiebreaks(codes)
    assert said in str(caught.value)


def test_the_refusal_lists_what_is_known() -> None:
    with pytest.raises(Refused) as caught:
        check_tiebreaks(["BUCHHOLZ"])
    for code in (
        "DE[/P]",
        "WIN",
        "WON",
        "BPG",
        "BWG",
        "PS",
        "REP",
        "STD",
        "TPN",
        "BH",
        "FB",
        "AOB",
    ):
        assert code in caught.value.remedy


@pytest.mark.parametrize("code", ["BH", "BH/C1", "FB", "AOB"])
def test_no_buchholz_in_a_round_robin(code: str) -> None:
    with pytest.raises(Refused, match="not for a round robin"):
        check_tiebreaks([code], predetermined=True)
