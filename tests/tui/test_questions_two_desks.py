"""Questions of a place while another desk changes what they are about."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.actions import (
    Action,
    ChangeSettings,
    Discard,
    EnterResult,
    ImportEntrants,
    Propose,
    PublishRound,
    RemoveEntrant,
    Undo,
    Withdraw,
)
from engine.entrants import Entrant
from engine.next_draw import next_draw
from formats.registry import format_named
from tests.playing import play, propose, publish
from tests.tui.driver import Driver, MemoryDesk
from tui.places.bracket.keys import BRACKET
from tui.places.bracket.picture import ways_of
from tui.places.card import CARD, CardState
from tui.places.entries import ENTRIES
from tui.places.history import HISTORY, Turn
from tui.places.pairings import PAIRINGS
from tui.places.results import RESULTS
from tui.places.shape import PlaceKind, Question


def drawn(format: str = "small") -> MemoryDesk:
    """Round 1 is proposed."""
    desk = MemoryDesk.playing(published=0, format=format)
    propose(desk)
    return desk


@pytest.mark.parametrize("key", ["X", "P"])
def test_a_question_goes_with_the_proposal_that_it_was_about(key: str) -> None:
    desk = drawn()
    place = Driver(PAIRINGS, desk)
    place.type(key)
    assert place.question
    place.other_desk(PublishRound(1))
    assert not place.question
    assert "the proposal has changed meanwhile" in place.message
    place.enter("y")
    assert len(desk.event.published) == 1


def test_a_new_proposal_of_another_desk_is_not_taken_away_unseen() -> None:
    desk = drawn()
    place = Driver(PAIRINGS, desk)
    place.type("X")
    desk.do(Discard(), elsewhere=True)
    desk.do(Withdraw("1"), elsewhere=True)
    desk.do(Propose.of(next_draw(desk.event, desk.format)), elsewhere=True)
    place.enter("y")
    assert desk.event.proposal is not None


def test_a_question_stays_while_another_desk_does_something_else() -> None:
    desk = drawn()
    place = Driver(PAIRINGS, desk)
    place.type("X")
    place.other_desk(Withdraw("8"))
    assert place.question == "Take the proposal away?"
    place.enter("y")
    assert desk.event.proposal is None


@pytest.mark.parametrize("change", [Withdraw("8"), ChangeSettings({"rounds": 4})])
def test_a_round_is_not_published_whose_draw_was_asked_about_under_other_settings(
    change: Action,
) -> None:
    desk = drawn("dutch")
    place = Driver(PAIRINGS, desk)
    place.type("P")
    place.other_desk(change)
    assert not place.question
    assert "what the draw rests on has changed meanwhile, so nothing is asked" in place.message
    place.enter("y")
    assert not desk.event.published


def test_points_beside_a_board_are_those_of_the_standings() -> None:
    desk = MemoryDesk.playing(players=6, published=2, format="round_robin")
    annulled = desk.event.published[0].matches[0].black
    desk.do(Withdraw(annulled))
    place = Driver(PAIRINGS, desk)
    assert desk.format is format_named("round_robin")
    winner = desk.event.entrant(desk.event.published[0].matches[0].white).name
    shown = next(one for one in place.lines if winner in one)
    assert shown.split(winner)[1].split()[1] == "0"


def test_a_question_of_history_goes_when_another_desk_has_done_it() -> None:
    desk = MemoryDesk.playing(published=1)
    desk.do(Withdraw("8"))
    n = len(desk.log)
    place = Driver(HISTORY, desk)
    place.state = replace(
        place.state,
        questions=(Question(f"Take back action {n}?", Turn(Undo(n), "undone")),),
    )
    place.other_desk(Withdraw("7"))
    assert place.question == f"Take back action {n}?"
    desk.undo()
    place.paint()
    assert not place.question
    assert place.message == f"action {n} was undone meanwhile"


def four_all_play_all() -> MemoryDesk:
    """The second of three rounds is in play."""
    desk = MemoryDesk.created("round_robin")
    desk.do(ImportEntrants(tuple(Entrant("", name, rating=1500) for name in "ABCD")))
    play(desk, 1)
    propose(desk)
    publish(desk)
    return desk


@pytest.mark.parametrize("kind", [ENTRIES, RESULTS])
def test_a_withdrawal_is_asked_about_as_things_stand(kind: PlaceKind[Any]) -> None:
    desk = four_all_play_all()
    desk.do(EnterResult(1, "+/-"))
    leaves = desk.event.round(2).match(1).black
    place: Driver[Any] = Driver(kind, desk)
    place.state = replace(place.state, selected=leaves if kind is ENTRIES else 1)
    place.type("x")
    assert "1 of 3 games played, fewer than half" in place.question
    place.other_desk(EnterResult(1, "1-0", "+/-", None, True))
    assert "2 of 3 games played, at least half" in place.question
    place.other_desk(Withdraw(leaves))
    assert not place.question
    assert "the event has changed meanwhile" in place.message
    assert not place.queue


@pytest.mark.parametrize("change", [PublishRound(1), Discard()])
def test_a_mark_for_a_swap_goes_with_the_proposal(change: Action) -> None:
    desk = drawn()
    place = Driver(PAIRINGS, desk)
    place.type("s")
    assert "esc unmarks" in place.shown.foot.text
    place.other_desk(change)
    assert "esc unmarks" not in place.shown.foot.text
    assert not any("*" in one for one in place.lines)


def test_a_mark_for_a_swap_goes_with_who_has_left_the_next_proposal() -> None:
    desk = drawn()
    place = Driver(PAIRINGS, desk)
    place.type("s")
    marked = place.state.picked
    assert marked is not None
    for change in (Discard(), Withdraw(marked)):
        place.other_desk(change)
    place.other_desk(Propose.of(next_draw(desk.event, desk.format)))
    assert "esc unmarks" not in place.shown.foot.text


def test_a_name_is_looked_for_in_a_bracket_that_another_desk_makes_smaller() -> None:
    desk = MemoryDesk.created("double_knockout", rounds=8)
    names = ("Ann", "Bea", "Cid", "Dan", "Eve")
    desk.do(ImportEntrants(tuple(Entrant("", name) for name in names)))
    propose(desk)
    place = Driver(BRACKET, desk)
    tree = ways_of(place.view)
    assert tree is not None
    place.state = replace(place.state, at=next(one for one in tree.place if one.startswith("L")))
    place.type("/")
    for action in (Discard(), *(RemoveEntrant(id) for id in ("5", "4", "3"))):
        place.other_desk(action)
    place.other_desk(Propose.of(next_draw(desk.event, desk.format)))
    place.type("B")
    place.type("enter")
    assert place.state.prompt is None
    assert "Bea" in " ".join(place.lines)


def test_the_card_of_an_entry_that_another_desk_removes_has_no_opponent_to_go_to() -> None:
    desk = MemoryDesk.playing(published=0)
    card = Driver(CARD._replace(initial=lambda _: CardState(entrant="8")), desk)
    card.other_desk(RemoveEntrant("8"))
    card.type("enter", "down", "enter")
    assert card.state.entrant == "8"
    assert card.lines


def test_slips_typed_on_at_a_question_answer_nothing_and_enter_nothing() -> None:
    """Whoever types without looking says no by the Enter behind a board's number, and the next
    result is that of another board."""
    desk = MemoryDesk.playing()
    place = Driver(RESULTS, desk)
    place.type("0")
    desk.do(EnterResult(1, "1-0"), elsewhere=True)
    place.acknowledge()
    assert "Overwrite theirs?" in place.question
    place.enter("g", "4", "enter", "+", "y", "1")
    assert "Overwrite theirs?" in place.question
    assert "esc, then answer it" in place.message
    results = [m.result.text if m.result else "" for m in desk.event.rounds[0].matches]
    assert results == ["1-0", *[""] * (len(results) - 1)]
    place.enter("escape", "y")
    assert not place.question
    stands = desk.event.round(1).match(1).result
    assert stands is not None
    assert stands.text == "0-1"
