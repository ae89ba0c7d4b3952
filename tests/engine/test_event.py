"""An event as a value: the boards of a round, however they are numbered."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.event import Match, Round
from engine.refusal import Refused
from engine.results import GameResult
from tests.engine.build import build


@pytest.mark.parametrize("boards", [(1, 2, 3), (101, 102, 103), (2, 3, 1), (3, 1, 7), (0, 1, 2)])
def test_a_board_is_found_and_replaced_by_its_number_wherever_it_stands(
    boards: tuple[int, ...],
) -> None:
    matches = tuple(Match(board, f"{board}w", f"{board}b") for board in boards)
    round = Round(1, matches=matches)
    for at, board in enumerate(boards):
        assert round.index(board) == at
        assert round.match(board) is matches[at]
        played = replace(matches[at], result=GameResult.WHITE)
        assert round.with_match(played).matches == (*matches[:at], played, *matches[at + 1 :])


def test_a_board_that_is_not_there_is_refused_and_replaces_nothing() -> None:
    round = Round(1, matches=(Match(4, "1", "2"), Match(2, "3", "4")))
    for board in (-1, 0, 1, 3, 5):
        assert round.index(board) is None
        assert round.with_match(Match(board, "5", "6")) is round
        with pytest.raises(Refused, match=f"board {board} does not exist"):
            round.match(board)


@pytest.mark.parametrize(
    ("numbers", "called"),
    [
        ([2], "round 2"),
        ([2, 3], "rounds 2 and 3"),
        ([2, 3, 4], "rounds 2 to 4"),
        ([1, 3, 4], "rounds 1, 3 and 4"),
    ],
)
def test_several_rounds_are_called_as_people_say_it(numbers: list[int], called: str) -> None:
    assert build("Ann Bea").rounds_called(numbers) == called
