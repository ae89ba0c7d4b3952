"""A line in Results whose round another desk takes back, or pairs anew, while it is typed."""

from __future__ import annotations

from typing import Any

from engine.actions import (
    CorrectBoard,
    EnterResult,
    ImportEntrants,
    PublishRound,
    SwapPlaces,
)
from engine.entrants import Entrant
from tests.tui.driver import Driver, MemoryDesk
from tui.places.bracket.keys import BRACKET
from tui.places.bracket.picture import BracketState
from tui.places.results import RESULTS
from tui.places.results.state import ResultsState


def typing(published: int) -> Driver[ResultsState]:
    """`2-0` stands in the line of board 1 of a knockout of matches."""
    desk = MemoryDesk.created("knockout", games=2)
    desk.do(ImportEntrants(tuple(Entrant("", f"Team {letter}") for letter in "ABCDEFGH")))
    for number in range(1, published + 1):
        desk.draw()
        if number < published:
            for match in desk.event.round(number).matches:
                desk.do(EnterResult(match.board, "2-0"))
    driver = Driver(RESULTS, desk)
    driver.type(*"2-0")
    return driver


def test_a_round_taken_back_while_a_result_is_typed_is_told_as_that() -> None:
    for published in (1, 2):
        driver = typing(published)
        driver.desk.undo()
        driver.paint()
        driver.enter("enter")
        called = f"round {published} is not published any more: nothing was changed"
        assert called in driver.message
        assert len(driver.desk.event.published) == published - 1
        assert all(m.result for r in driver.desk.event.published for m in r.matches)


def pair_anew(driver: Driver[Any]) -> None:
    """Another desk takes the round back, swaps two players and publishes it again."""
    desk = driver.desk
    desk.undo()
    first, second = (m.black for m in desk.event.rounds[0].matches[:2])
    driver.other_desk(SwapPlaces(first, second))
    driver.other_desk(PublishRound(1, insist=True))


def test_a_result_is_of_the_pair_for_whom_its_line_was_opened() -> None:
    driver = typing(1)
    pair_anew(driver)
    driver.enter("enter")
    assert "paired anew meanwhile: nothing was changed" in driver.message
    assert not any(m.result for m in driver.desk.event.round(1).matches)


def test_a_result_is_not_turned_with_the_colours() -> None:
    driver = typing(1)
    white, black = driver.desk.event.round(1).match(1).pair
    driver.other_desk(CorrectBoard(1, 1, black, white, insist=True))
    driver.enter("enter")
    assert "paired anew meanwhile: nothing was changed" in driver.message
    assert not any(m.result for m in driver.desk.event.round(1).matches)


def in_bracket() -> Driver[BracketState]:
    """`2-0` stands in the line of the first match of the tree."""
    driver = Driver(BRACKET, typing(1).desk)
    driver.type(*"2-0")
    assert driver.state.prompt is not None
    return driver


def test_a_line_of_the_bracket_is_of_a_published_match_and_of_its_pair() -> None:
    driver = in_bracket()
    driver.desk.undo()
    driver.paint()
    driver.enter("enter")
    assert "that match is not published any more: nothing was changed" in driver.message
    driver = in_bracket()
    pair_anew(driver)
    driver.enter("enter")
    assert "that match was paired anew meanwhile: nothing was changed" in driver.message
    assert not any(m.result for m in driver.desk.event.round(1).matches)
