"""Ties: which match needs a winner, which tie-break is laid down where (section 4), and what a
tie-break is worth in rankings, for lucky losers and on the way into the Swiss."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest

from engine.event import Match
from engine.match_results import MatchResult
from engine.refusal import Refused
from engine.rules import conflicts
from formats.gnot.flow import Flow, triangle_ranked
from formats.gnot.judging import expected_methods
from formats.gnot.repechage import all_drop_ins
from tests.formats.gnot.audit import teams
from tests.formats.gnot.evenings import Evenings
from tests.formats.gnot.swiss_fields import book
from tests.formats.gnot.test_appendix_1 import finished, slip

RESCORED = ("bam", "total", "lot")
PLAYOFF = ("playoff", *RESCORED)


@pytest.mark.parametrize(("half", "stage", "methods"), [
    (1, "qualifying", RESCORED), (2, "qualifying", PLAYOFF), (3, "sko", RESCORED),
    (4, "sko", PLAYOFF), (5, "sko", RESCORED), (6, "sko", PLAYOFF), (7, "sko", RESCORED),
    (8, "sko", PLAYOFF), (3, "dko", PLAYOFF), (5, "dko", PLAYOFF), (7, "dko", ("playoff",)),
    (9, "sko", ("playoff",)), (3, "swiss", ()), (10, "swiss", ()),
])  # fmt: skip
def test_the_tie_break_follows_from_length_half_and_what_hangs_on_it(
    half: int, stage: str, methods: tuple[str, ...]
) -> None:
    match = finished().stage(half, stage)[0]
    assert expected_methods(match, half) == methods


def test_the_qualifying_match_of_28_boards_has_a_play_off() -> None:
    evenings = Evenings(16)
    match = evenings.publish().matches[0]
    assert match.boards == 28
    assert expected_methods(match, 1) == PLAYOFF


def test_a_knockout_match_needs_a_winner_a_triangle_and_the_swiss_do_not() -> None:
    form = finished().format.result_form
    knockout = finished().stage(3, "sko")[0]
    with pytest.raises(Refused, match="needs a winner"):
        form(knockout).parse("40-40")
    assert form(knockout).parse("40-40 away playoff 5").text == "40-40 away playoff 5"
    triangle = next(m for m in finished().stage(1, "qualifying") if m.group == "Triangle")
    for match in (triangle, finished().stage(5, "swiss")[0]):
        assert form(match).parse("40-40").text == "40-40"
        assert form(match).parse("40-40 home bam").text == "40-40 home bam"


@pytest.mark.parametrize(("half", "stage", "shown"), [
    (1, "qualifying", "home bam"), (2, "qualifying", "home playoff 5"), (3, "sko", "home bam"),
    (4, "sko", "home playoff 5"), (5, "dko", "home playoff 5"), (9, "sko", "home playoff 5"),
])  # fmt: skip
def test_the_example_shows_the_tie_break_that_is_laid_down(
    half: int, stage: str, shown: str
) -> None:
    form = finished().format.result_form(finished().stage(half, stage)[0])
    assert form.example.endswith(f"a tie: 40-40 {shown}")
    with pytest.raises(Refused, match=f"as in 30-30 {shown}"):
        form.parse("30-30")


@pytest.mark.parametrize(("half", "stage"), [(7, "dko"), (8, "sko"), (9, "sko")])
def test_who_are_left_as_two_were_not_drawn(half: int, stage: str) -> None:
    (match,) = finished().stage(half, stage)
    assert match.why[0].code == "last-two"


def test_another_tie_break_than_is_laid_down_is_a_note() -> None:
    evenings = Evenings(20)
    evenings.publish()
    boards = [m.board for m in evenings.half(1).matches[:3]]
    rows = ["40-40 home bam", "40-40 home playoff 5", "40-40 away armwrestling"]
    evenings.correct(1, boards[0], rows[0])
    evenings.correct(1, boards[1], rows[1])
    evenings.correct(1, boards[2], rows[2])
    found = conflicts(evenings.format, evenings.event, evenings.half(1))
    notes = [(c.board, c.severity.value, c.text) for c in found if c.rule == "tie-break"]
    assert [(board, severity) for board, severity, _ in notes] == [
        (boards[1], "note"), (boards[2], "note"),
    ]  # fmt: skip
    assert "playoff; laid down: bam, total, lot" in notes[0][2]


def tied_first(result: str) -> Evenings:
    """20 teams; in match 1 every match is won by 10 or more but the first, which ends so."""

    def say(match: Match) -> str:
        return result if match.board == 1 else f"{40 + match.board}-30"

    evenings = Evenings(20)
    evenings.publish()
    evenings.enter(say)
    return evenings


def test_a_lost_tie_break_is_the_luckiest_loss_and_its_winner_ranks_above() -> None:
    evenings = tied_first("40-40 home total")
    home, away = evenings.half(1).matches[0].pair
    now = Flow(evenings.event)
    assert now.lucky("Q")[0] == away
    ranked = now.ranked("A")
    assert ranked.index(home) == 9
    assert ranked.index(away) == 10


def test_of_two_lost_tie_breaks_the_lower_turnover_is_luckier() -> None:
    evenings = tied_first("40-40 home total")
    second = evenings.half(1).matches[1]
    evenings.correct(1, second.board, "20-20 away bam")
    now = Flow(evenings.event)
    assert now.lucky("Q") == (second.white, evenings.half(1).matches[0].black)


@pytest.mark.parametrize(("result", "playoff"), [
    ("40-40 home playoff 5", 5), ("40-40 home bam", None), ("40-40 home lot", None),
])  # fmt: skip
def test_only_a_lost_play_off_counts_as_one_on_the_way_into_the_swiss(
    result: str, playoff: int | None
) -> None:
    evenings = Evenings(20)
    evenings.play_until(4, slip)
    while evenings.step.name == "choose":
        evenings.choose()
    evenings.publish()
    match = evenings.stage(4, "sko")[0]
    evenings.enter(lambda m: result if m == match else slip(m))
    (drop,) = [d for d in all_drop_ins(evenings.event) if d.team == match.black]
    assert (drop.entering_round, drop.source) == (3, "S2")
    assert (drop.loss.playoff, drop.loss.margin) == (playoff, Fraction(0))
    others = [d for d in all_drop_ins(evenings.event) if d.source == "S2" and d is not drop]
    assert len(others) == 3
    assert all(d.loss.margin > 0 for d in others)
    assert {d.team for d in others} | {drop.team} == teams(evenings.stage(4, "sko")) - set(
        Flow(evenings.event).winners("S2")
    )


def test_a_tie_break_in_the_triangle_gives_no_more_than_half_a_win() -> None:
    evenings = Evenings(23)
    evenings.publish()
    for match in evenings.half(1).matches:
        tied = match.group == "Triangle"
        evenings.correct(1, match.board, "40-40 home bam" if tied else "40-30")
    assert [line.wins for line in Flow(evenings.event).triangle] == [1, 1, 1]


def triangle(*scores: tuple[int, int]) -> list[Match]:
    """1 – 2, 2 – 3 and 3 – 1 with these scores."""
    return [
        Match(board, str(board), str(board % 3 + 1), MatchResult(Decimal(home), Decimal(away)))
        for board, (home, away) in enumerate(scores, start=1)
    ]


def test_a_triangle_is_ranked_by_wins_then_net_then_quotient() -> None:
    a_win_each = triangle_ranked(triangle((30, 20), (40, 20), (25, 20)), book(), "triangle")
    assert [(line.team, line.wins) for line in a_win_each] == [("2", 1), ("1", 1), ("3", 1)]
    two_level = triangle_ranked(triangle((30, 30), (10, 5), (10, 15)), book(), "triangle")
    assert [(line.team, line.wins) for line in two_level] == [
        ("2", Fraction(3, 2)),
        ("1", Fraction(3, 2)),
        ("3", 0),
    ], "with the same net, 40 by 35 is more than 45 by 40"


def test_teams_of_a_triangle_equal_in_everything_are_ranked_by_lot() -> None:
    lots = book()
    order = [line.team for line in triangle_ranked(triangle(*[(10, 5)] * 3), lots, "triangle")]
    assert [lot.order for lot in lots.new] == [tuple(order)]
