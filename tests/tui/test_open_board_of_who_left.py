"""Somebody withdraws while a board of a published round is open: it waits for a result, and every
place says why."""

from __future__ import annotations

import pytest

from engine.actions import EnterResults, ImportEntrants, Propose, Withdraw
from engine.entrants import Entrant
from engine.next_draw import next_draw
from engine.protocol import bracket_of
from tests.playing import play
from tests.tui.driver import Driver, MemoryDesk
from tui.places.bracket.picture import match_lines, who_plays
from tui.places.bracket.ways import Ways
from tui.places.entries import ENTRIES
from tui.places.results import RESULTS
from tui.screens.leaving import withdrawal_question


def playing(format: str = "knockout") -> MemoryDesk:
    desk = MemoryDesk.created(format, **({"rounds": 3} if format == "dutch" else {}))
    people = (Entrant("", name, rating=2000 - 10 * at)
              for at, name in enumerate(("Ann", "Bea", "Cid", "Dan")))  # fmt: skip
    desk.do(ImportEntrants(tuple(people)))
    play(desk, 1, last_open=True)
    return desk


@pytest.mark.parametrize("format", ["knockout", "dutch"])
def test_the_question_and_its_answer_name_the_board_that_stays_open(format: str) -> None:
    desk = playing(format)
    match = desk.event.round(1).matches[0]
    shown = Driver(ENTRIES, desk, (80, 24))
    while shown.state.selected != match.white:
        shown.enter("down")
    shown.enter("x")
    waits = "board 1 is open: enter its result, or the walkover -/+"
    assert waits in shown.question
    shown.enter("y")
    assert shown.message.endswith(waits)
    assert desk.event.round(1).matches[0].open


@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
def test_results_and_bracket_say_who_is_withdrawn(size: tuple[int, int]) -> None:
    desk = playing()
    match = desk.event.round(1).matches[0]
    desk.do(Withdraw(match.black))
    name = desk.event.entrant(match.black).name
    results = Driver(RESULTS, desk, size)
    assert any("_ Black left" in row for row in results.lines), "whole, at any width"
    tree = bracket_of(desk.format, desk.event)
    assert tree is not None
    assert f"{name} (withdrawn)" in who_plays(desk.event, tree, tree.fixtures["R1.1"])
    card = match_lines(desk.event, Ways(tree), "R1.1", desk.format)
    assert any(f"{name}   withdrawn" in each.text for each in card)
    desk.do(EnterResults(((1, "+/-"),)))
    results = Driver(RESULTS, desk, size)
    assert not any(" left" in row for row in results.lines)


def test_the_card_of_a_chess_match_has_no_figures_of_bridge_and_names_the_winner() -> None:
    desk = playing()
    match = desk.event.round(1).matches[0]
    desk.do(EnterResults(((1, "= black Armageddon"),)))
    tree = bracket_of(desk.format, desk.event)
    assert tree is not None
    lines = "\n".join(x.text for x in match_lines(desk.event, Ways(tree), "R1.1", desk.format))
    assert f"{desk.event.entrant(match.black).name} won the tie-break: Armageddon" in lines
    assert "turnover" not in lines


def test_a_withdrawal_from_a_cup_says_that_the_proposal_is_gone() -> None:
    """In a cup another plays then: the proposal went, and nothing said so."""
    desk = MemoryDesk.playing(4, 1, "knockout")
    desk.do(EnterResults(((1, "1-0"), (2, "1-0"))))
    desk.do(Propose.of(next_draw(desk.event, desk.format)))
    assert desk.event.proposal is not None
    gone = "The proposal of round 2 will be removed: d in Pairings (F2) draws it anew."
    winner, loser = desk.event.round(1).matches[0].pair
    assert gone in withdrawal_question(desk.event, desk.format, winner), "in every place"
    assert gone not in withdrawal_question(desk.event, desk.format, loser)
    driver = Driver(ENTRIES, desk, (80, 24))
    while driver.state.selected != winner:
        driver.enter("down")
    driver.enter("x")
    assert gone in driver.question
    driver.enter("y")
    assert desk.event.proposal is None
    assert driver.message.endswith("the proposal of round 2 is removed: D draws it anew")
