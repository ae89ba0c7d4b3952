"""Boards changed by hand, and teams that come back: who plays in which stage, results decide."""

from __future__ import annotations

import pytest

from engine.actions import CorrectBoard, Discard, PublishRound, ReEnter, SwapPlaces, Withdraw
from engine.refusal import Refused
from formats.gnot.intake import all_drop_ins
from formats.gnot.swiss_reading import repechage
from tests.formats.gnot.audit import teams
from tests.formats.gnot.evenings import Evenings
from tests.formats.gnot.test_withdrawals import by_seeds


@pytest.fixture
def third_evening() -> Evenings:
    """20 teams; all that begins in session 3.1 is drawn and not published."""
    evenings = Evenings(20)
    evenings.play_until(5, by_seeds)
    while evenings.step.name == "choose":
        evenings.choose()
    evenings.propose()
    return evenings


def test_nobody_plays_in_a_stage_that_its_results_did_not_send_it_to(
    third_evening: Evenings,
) -> None:
    sko = third_evening.stage(5, "sko")[0].black
    swiss = third_evening.stage(5, "swiss")[0].white
    third_evening.do(SwapPlaces(sko, swiss))
    with pytest.raises(Refused, match=rf"T{swiss} is not in SKO round 3"):
        third_evening.do(PublishRound(5, insist=True))
    third_evening.do(SwapPlaces(sko, swiss))
    third_evening.publish()


def test_a_correction_leaves_teams_in_their_stage(third_evening: Evenings) -> None:
    third_evening.publish()
    board = third_evening.stage(5, "swiss")[0]
    stranger = third_evening.stage(5, "sko")[0].black
    with pytest.raises(Refused, match="cannot have played in Swiss 3"):
        third_evening.do(CorrectBoard(5, board.board, stranger, board.black, insist=True))
    # within the Swiss two teams may have sat at the wrong tables
    other = third_evening.stage(5, "swiss")[1]
    third_evening.do(CorrectBoard(5, board.board, other.white, board.black, insist=True))
    assert third_evening.half(5).match(other.board).white == board.white
    while third_evening.play_on(by_seeds) != "finished":
        pass


def test_a_knockout_match_that_was_drawn_on_keeps_its_teams(third_evening: Evenings) -> None:
    third_evening.publish()
    one, other = third_evening.stage(4, "sko")[:2]
    with pytest.raises(Refused, match=rf"board {one.board} of session 2.2 keeps its teams"):
        third_evening.do(CorrectBoard(4, one.board, other.white, one.black, insist=True))
    third_evening.do(CorrectBoard(4, one.board, one.black, one.white))
    assert third_evening.half(4).match(one.board).pair == (one.black, one.white)


def test_who_comes_back_plays_the_swiss_on_the_score_of_its_drop_in(
    third_evening: Evenings,
) -> None:
    gone = next(d.team for d in all_drop_ins(third_evening.event) if d.entering_round == 3)
    third_evening.do(Discard())
    third_evening.do(Withdraw(gone))
    third_evening.publish()
    assert gone not in teams(third_evening.stage(5, "swiss"))
    third_evening.play_until(6, by_seeds)
    third_evening.do(ReEnter(gone))
    third_evening.play_until(7, by_seeds)
    assert gone in teams(third_evening.stage(6, "swiss"))
    swiss = repechage(third_evening.event)
    assert swiss.score(gone, 4) == swiss.drop_in(3).points + swiss.played_points(gone, 4)
    while third_evening.play_on(by_seeds) != "finished":
        pass
    ranked = third_evening.format.standings(third_evening.event)[0].rows
    assert sorted(int(row.id) for row in ranked) == list(range(1, 21))
