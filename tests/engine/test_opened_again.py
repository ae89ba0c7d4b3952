"""A board of an earlier round that is open again, after a result was cleared or a correction gave
the board other players: the event waits for it as for any other."""

from __future__ import annotations

import pytest

from engine.actions import CorrectBoard, EnterResult, EnterResults, Propose, PublishRound
from engine.entrants import Entrant
from engine.event import Event
from engine.next_draw import next_draw
from engine.refusal import Refused
from engine.staleness import drawn_again
from formats.registry import format_named
from tests.playing import InMemory, begun, enter, play, propose, publish

FORMATS = ["dutch", "kjca", "ecf", "galway", "round_robin", "diagonal"]


def played(format: str, rounds: int = 2, planned: int = 4) -> InMemory:
    """So many rounds of sixteen players are played, and White has won them all."""
    entrants = [Entrant("", f"Player {n}", 2000 - 50 * n) for n in range(16)]
    settings = {} if format in ("round_robin", "diagonal") else {"rounds": planned}
    memory = begun(format_named(format), entrants, **settings)
    play(memory, rounds, "1,1" if format == "diagonal" else "1-0")
    return memory


def clear(memory: InMemory, board: int, round: int) -> Event:
    was = memory.event.round(round).match(board).result
    assert was is not None
    action = EnterResult(board, "-", was.text, round, replace=True, insist=True, insist_twice=True)
    return memory.do(action)


@pytest.mark.parametrize("format", FORMATS)
def test_a_board_that_is_cleared_is_missing_and_no_round_is_drawn_before_it_is_in(
    format: str,
) -> None:
    memory = played(format)
    clear(memory, 2, 1)
    step = memory.format.next_step(memory.event)
    assert (step.name, step.round, step.missing) == ("play", 1, (2,))
    with pytest.raises(Refused, match="results are missing in round 1: board 2"):
        next_draw(memory.event, memory.format)


@pytest.mark.parametrize("format", FORMATS)
def test_a_proposal_is_not_published_over_a_board_that_was_cleared_since(format: str) -> None:
    memory = played(format)
    propose(memory)
    clear(memory, 1, 2)
    if memory.event.proposal is None:  # what rested on the result is gone
        return
    step = memory.format.next_step(memory.event)
    assert (step.name, step.round, step.missing) == ("play", 2, (1,))
    assert step.notes == ("the proposal of round 3 waits for results of round 2: board 1",)
    with pytest.raises(Refused, match="results are missing in round 2: board 1"):
        memory.do(PublishRound(3, insist=True))
    with pytest.raises(Refused, match="results are missing"):
        drawn_again(memory.event, memory.format)
    with pytest.raises(Refused, match="results are missing"):
        next_draw(memory.event, memory.format)


def test_a_draw_made_before_a_board_was_cleared_is_not_proposed() -> None:
    memory = played("dutch")
    drawn = next_draw(memory.event, memory.format)
    clear(memory, 1, 1)
    with pytest.raises(Refused, match="results are missing in round 1: board 1"):
        memory.do(Propose(drawn.round, drawn.matches, drawn.byes))


def test_an_event_with_an_open_board_is_not_finished() -> None:
    memory = played("dutch", rounds=3, planned=3)
    assert memory.format.next_step(memory.event).name == "finished"
    clear(memory, 2, 1)
    assert memory.format.next_step(memory.event)[:3] == ("play", 1, (2,))
    memory.do(EnterResult(2, "0-1", None, 1, insist_twice=True))
    assert memory.format.next_step(memory.event).name == "finished"


def test_a_correction_with_other_players_opens_the_round_again() -> None:
    memory = played("dutch")
    first = memory.event.round(1)
    a, b = first.matches[0].pair, first.matches[1].pair
    memory.do(CorrectBoard(1, 1, a[0], b[1], insist=True, insist_twice=True))
    assert memory.format.next_step(memory.event)[:3] == ("play", 1, (1, 2))


def test_as_draws_they_are_counted_in_their_own_round() -> None:
    memory = played("dutch")
    clear(memory, 2, 1)
    memory.do(EnterResults(((2, "?"),), 1))
    assert memory.format.next_step(memory.event).name == "draw"
    publish(memory)
    enter(memory)
    assert memory.event.round(1).match(2).result is not None
