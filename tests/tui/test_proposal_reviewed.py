"""A proposal reviewed and changed by hand in Pairings, without a terminal."""

from __future__ import annotations

import re

import pytest

from engine.actions import (
    EnterResults,
    Instruct,
    Propose,
    Release,
    SwapPlaces,
    Withdraw,
)
from engine.by_hand import sentence
from engine.event import Instruction, Round
from engine.next_draw import next_draw
from engine.refusal import NoDraw
from tests.formats.knockout.cups import Cup
from tests.playing import propose
from tests.tui.driver import Driver, MemoryDesk
from tui.desk import DrawEnd
from tui.places.pairings import PAIRINGS
from tui.places.pairings.lines import reasons
from tui.places.pairings.picture import PairingsState, review_of
from tui.places.pairings.talks import explained_lines
from tui.places.shape import Converse, Draw, Failed, Fetch

Pairings = Driver[PairingsState]


def between_rounds(players: int = 8) -> MemoryDesk:
    """Round 1 is complete, round 2 is not drawn."""
    desk = MemoryDesk.playing(players)
    assert desk.event.current is not None
    desk.do(EnterResults(tuple((m.board, "1-0") for m in desk.event.current.matches)))
    return desk


def reviewing(players: int = 8) -> Pairings:
    """Round 2 is proposed."""
    desk = between_rounds(players)
    desk.do(Propose.of(next_draw(desk.event, desk.format)))
    return Driver(PAIRINGS, desk)


def proposal(place: Pairings) -> Round:
    assert place.desk.event.proposal is not None
    return place.desk.event.proposal


def select(place: Pairings, id: str) -> None:
    """Go to the board of that entrant, and to his side."""
    board = proposal(place).board_of(id)
    while place.state.selected != board:
        place.type("down" if int(str(place.state.selected)) < board else "up")
    place.type("left" if proposal(place).match(board).white == id else "right")


def swap(place: Pairings, a: str, b: str) -> None:
    for id in (a, b):
        select(place, id)
        place.enter("s")


def test_two_swapped_change_places_and_the_new_conflict_is_said_at_once() -> None:
    place = reviewing()
    assert proposal(place).match(1).pair == ("1", "6")
    swap(place, "6", "5")
    assert set(proposal(place).match(1).pair) == {"1", "5"}
    assert "× board 1: they met in round 1" in place.message
    assert any(line.endswith("*× met") for line in place.lines)


def test_what_a_change_costs_is_counted_beside_the_keys_and_shown_when_it_is_known() -> None:
    place = reviewing()
    swap(place, "6", "5")
    review = review_of(place.view, place.state)
    assert review is not None
    assert review.weighing
    place.fetch()
    review = review_of(place.view, place.state)
    assert review is not None
    assert review.costs is not None
    assert review.costs.since is not None
    assert not [one for one in place.effects if isinstance(one, Fetch)]


def test_escape_takes_the_mark_off() -> None:
    place = reviewing()
    place.enter("s")
    assert "marked" in place.shown.foot.text
    place.enter("escape")
    assert "marked" not in place.shown.foot.text
    place.enter("down", "s", "escape")
    assert not proposal(place).altered


@pytest.mark.parametrize(("key", "kind"), [("l", "lock"), ("b", "bar")])
def test_a_lock_and_a_bar_are_given_and_taken_back_by_the_same_key(key: str, kind: str) -> None:
    place = reviewing()
    place.enter(key)
    given = [(i.kind, i.pair, i.round) for i in place.desk.event.instructions]
    assert given == [(kind, frozenset({"1", "6"}), 2)]
    assert any(("locked" if key == "l" else "barred") in line for line in place.lines)
    place.enter(key)
    assert place.desk.event.instructions == ()


def test_the_bye_moves_by_swapping_with_its_line() -> None:
    place = reviewing(players=7)
    assert [b.entrant for b in proposal(place).byes] == ["7"]
    place.enter("s", "end", "s")
    assert [b.entrant for b in proposal(place).byes] == ["1"]
    assert "7" in proposal(place).match(1).pair


def test_a_swap_with_somebody_who_has_moved_elsewhere_is_refused_and_the_mark_stays() -> None:
    place = reviewing()
    select(place, "6")
    place.type("s")
    select(place, "5")
    place.type("s")
    board = proposal(place).board_of("6")
    other = next(m for m in proposal(place).matches if m.board not in (board, 4))
    place.desk.do(SwapPlaces("6", other.white), elsewhere=True)
    place.acknowledge()
    assert "is not where you saw" in place.message
    assert place.state.picked == "6"


def test_marks_are_gone_to_by_severity_and_counted() -> None:
    place = reviewing()
    # 6 and 5 exchanged: board 1 repeats round 1, the other board is only worse by criteria
    swap(place, "6", "5")
    place.fetch()
    review = review_of(place.view, place.state)
    assert review is not None
    weight = ["must", "should", "note", "changed"]
    called = ["× forbidden", "! to avoid", "· note", "* by hand, locked or extra"]
    place.type("]")
    while not place.message.startswith("× forbidden 1 of 1"):
        place.type("]")
    seen: list[int] = []
    for _ in review.matches:
        found = review.conflicts_of(place.state.selected)
        kind = found[0].severity.value if found else "changed"
        seen.append(weight.index(kind))
        assert f"{called[seen[-1]]} {seen.count(seen[-1])} of " in place.message
        assert "~" not in place.message
        place.type("]")
        if place.message.startswith("× forbidden 1 of 1"):
            break
    assert seen[0] == 0
    assert seen == sorted(seen)
    assert len(seen) > 1


def test_a_proposal_with_marks_that_no_rule_speaks_against_says_what_these_are() -> None:
    place = reviewing()
    assert {match.altered for match in proposal(place).matches} == {"", "opponents"}
    place.type("]")
    assert place.message == (
        "no rule is broken, nothing changed by hand or locked; ~ are the draw's own departures "
        "from the ideal"
    )


def test_taking_the_proposal_away_asks() -> None:
    place = reviewing()
    place.enter("X", "enter")
    assert proposal(place).number == 2
    place.enter("X", "y")
    assert place.desk.event.proposal is None


def test_publishing_asks_and_only_y_publishes() -> None:
    place = reviewing()
    for no in ("enter", "escape", "n"):
        place.enter("P")
        assert "Publish round 2: 4 boards?" in place.question
        place.enter(no)
        assert place.question == ""
    place.enter("P", "P")
    assert place.question, "the key that asked is no answer"
    place.enter("y")
    assert len(place.desk.event.published) == 2
    assert place.message == "round 2 is published: F prints pairings and slips, F3 enters results"


def test_a_round_without_a_board_sends_nobody_to_enter_results() -> None:
    """The other finalist has no opponent: his walkover is the whole round."""
    cup = Cup(3)
    cup.draw()
    cup.enter("1-0")
    finalist = cup.event.round(1).byes[0].entrant
    cup.do(Withdraw(finalist))
    propose(cup)
    place = Driver(PAIRINGS, MemoryDesk(cup.event, cup.format))
    place.enter("P", "y")
    assert place.message == "round 2 is published: F prints pairings"


def test_without_a_draw_the_place_says_what_comes_next() -> None:
    place = Driver(PAIRINGS, between_rounds())
    assert any("Round 2 of 6 is next: 8 entrants" in line for line in place.lines)
    assert "draw" not in place.shown.idle
    place.type("<")
    assert place.shown.status.text.startswith(" published ")
    place.type("t")
    assert "not a proposal" in place.message
    place.type(">")
    assert place.shown.status.text == " round 2 to be drawn"


def test_a_draw_with_results_missing_is_refused_with_the_boards() -> None:
    place = Driver(PAIRINGS, MemoryDesk.playing())
    place.type("d")
    assert place.message.startswith("results are missing in round 1: boards 1, 2, 3, 4")
    assert place.effects == []


def test_d_orders_a_draw_and_says_how_it_ended() -> None:
    place = Driver(PAIRINGS, between_rounds())
    place.type("d")
    assert isinstance(place.effects[-1], Draw)
    place.desk.do(Propose.of(next_draw(place.desk.event, place.desk.format)))
    place.answer(DrawEnd(("nobody has met",)))
    assert place.message == "drawn; nobody has met"
    assert "PROPOSAL" in place.shown.status.text


def test_a_draw_without_a_note_is_more_than_a_word_under_the_reason_of_a_board() -> None:
    place = Driver(PAIRINGS, between_rounds())
    place.type("d")
    place.desk.do(Propose.of(next_draw(place.desk.event, place.desk.format)))
    place.answer(DrawEnd())
    assert place.message == "drawn: P publishes it"


def test_a_redraw_from_scratch_drops_the_locks_of_the_round() -> None:
    place = reviewing()
    place.desk.do(Instruct(Instruction("lock", "1", "6", 2)))
    place.desk.do(Instruct(Instruction("bar", "2", "3")))
    place.type("R", "y")
    order = place.effects[-1]
    assert isinstance(order, Draw)
    assert order.redraw
    assert not order.keep_choices
    assert order.first == (Release("lock", "1", "6"),), "what holds for every round stays"


def test_games_that_make_a_round_drawable_are_locked_before_it_is_drawn() -> None:
    place = Driver(PAIRINGS, between_rounds())
    place.desk.do(Instruct(Instruction("lock", "1", "3", 2)))
    place.type("d")
    order = place.effects.pop()
    assert isinstance(order, Draw)
    refusal = NoDraw(
        "round 2 has no legal draw", "two", "", players=("1", "5"), pairs=(("1", "5"),)
    )
    step = PAIRINGS.on_outcome(place.view, place.state, Failed(order, refusal))
    (talk,) = step.effects
    assert isinstance(talk, Converse)
    place.effects.append(talk)
    place.answer("lock")
    ordered = place.effects[-1]
    assert isinstance(ordered, Draw)
    lock = Instruct(Instruction("lock", "1", "5", 2))
    assert ordered.first == (Release("lock", "1", "3"), lock)


def test_a_proposal_of_another_desk_is_seen_and_can_be_found_in() -> None:
    place = Driver(PAIRINGS, between_rounds())
    place.other_desk(Propose.of(next_draw(place.desk.event, place.desk.format)))
    assert "PROPOSAL" in place.shown.status.text
    place.type("/", *"quil")
    assert place.state.selected == proposal(place).board_of("8")
    place.type("enter", "/", "6", "enter")
    assert place.state.selected == proposal(place).board_of("6"), "a number is a start number"


def test_what_the_line_counts_is_listed_in_full_by_why() -> None:
    desk = MemoryDesk.playing(12, published=2, format="dutch")
    assert desk.event.current is not None
    desk.do(EnterResults(tuple((m.board, "1-0") for m in desk.event.current.matches)))
    propose(desk)
    place = Driver(PAIRINGS, desk)
    first, *_, last = proposal(place).matches
    swap(place, first.white, last.black)
    place.fetch()
    review = review_of(place.view, place.state)
    assert review is not None
    board = proposal(place).board_of(first.white)
    short = " ".join(reasons(review, board))
    more = [int(count) for count in re.findall(r"\(and (\d+) more\)", short)]
    assert more, "some of what this costs is only counted"
    whole = " ".join(line.text.strip() for line in explained_lines(review, board, [], 400))
    assert "more)" not in whole
    assert review.costs is not None
    assert review.costs.since is not None
    for one in (*review.costs.since.criteria, *review.costs.since.better):
        assert sentence(one) in whole
