"""Trees of brackets: every match once, lines that never cross, byes left out."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.bracket_tree import Tree, stage_title, stages, tree
from engine.brackets import Bracket, double, single
from engine.fixtures import Filled, filled, gone_through

SIZES = [2, 3, 5, 8, 11, 16, 23, 33]
BRACKETS = [
    *(pytest.param(single(n, True), id=f"single-{n}") for n in SIZES),
    *(pytest.param(double(n), id=f"double-{n}") for n in SIZES),
]


def fresh(bracket: Bracket) -> Filled:
    """The bracket with all its entrants on their lines, nothing played."""
    return filled(bracket, [str(n) for n in range(1, bracket.entrants + 1)])


def trees(bracket: Bracket, gap: int = 0) -> list[Tree]:
    hidden = gone_through(fresh(bracket))
    return [tree(bracket, stage, hidden=hidden, gap=gap) for stage in stages(bracket)]


@pytest.mark.parametrize("gap", [0, 1])
@pytest.mark.parametrize("bracket", BRACKETS)
def test_every_match_that_is_played_stands_in_the_tree_once(bracket: Bracket, gap: int) -> None:
    played = {n.id for n in bracket.nodes} - gone_through(fresh(bracket))
    shown = Counter(spot.node.id for one in trees(bracket, gap) for spot in one.spots)
    assert set(shown) == played
    assert set(shown.values()) == {1}


@pytest.mark.parametrize("gap", [0, 1])
@pytest.mark.parametrize("bracket", BRACKETS)
def test_no_two_matches_take_the_same_cells_and_no_lines_cross(bracket: Bracket, gap: int) -> None:
    for one in trees(bracket, gap):
        taken = Counter(
            (spot.column, row) for spot in one.spots for row in range(spot.home, spot.away + 1)
        )
        assert max(taken.values(), default=1) == 1
        assert all(0 <= s.home < s.away < one.rows for s in one.spots)


@pytest.mark.parametrize("bracket", BRACKETS)
def test_a_line_leads_from_each_match_to_the_side_its_winner_takes(bracket: Bracket) -> None:
    for one in trees(bracket):
        at = {spot.node.id: spot for spot in one.spots}
        for spot in one.spots:
            rows = (spot.home, spot.away)
            for slot, row, joined in zip(spot.node.slots, rows, spot.joined, strict=True):
                leads = slot.kind == "winner" and slot.match in at
                assert joined == leads
                if joined:
                    assert at[slot.match].out == row
                    assert at[slot.match].column < spot.column


def test_byes_of_the_draw_are_left_out_and_take_no_rows() -> None:
    bracket = single(17)
    (main,) = trees(bracket)
    assert sum(spot.column == 0 for spot in main.spots) == 1
    # 16 lines of the second column, one of them held by the match of lines 16 and 17
    assert main.rows == 17


def test_columns_before_the_first_one_are_left_out_and_the_rest_closes_up() -> None:
    bracket = single(1024)
    late = tree(bracket, "main", first=6)
    assert {spot.node.round for spot in late.spots} == {7, 8, 9, 10}
    assert late.rows == 16
    assert [head.title for head in late.heads][6:] == [
        "Round of 16", "Quarter-finals", "Semi-finals", "Final",
    ]  # fmt: skip


def test_the_heads_say_where_losers_go() -> None:
    winners, losers, _ = trees(double(8))
    assert [h.losers for h in winners.heads] == [
        "Losers, round 1", "Losers, round 2", "Losers' final",
    ]  # fmt: skip
    assert {h.losers for h in losers.heads} == {""}


def test_stages_stand_from_winners_to_final_with_their_titles() -> None:
    assert stages(double(8)) == ("winners", "losers", "final")
    assert [stage_title(s) for s in stages(single(8, True))] == ["", "Third place"]


def test_a_thousand_entrants_are_laid_out_at_once() -> None:
    one = tree(single(1024), "main")
    assert len(one.spots) == 1023
    assert one.rows == 1024
