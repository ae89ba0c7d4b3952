"""What an arbiter may do, what is refused, and that nothing is lost by either."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from importlib import import_module
from pkgutil import iter_modules

import pytest

from engine import actions
from engine.actions import (
    ACTIONS,
    AbsentOut,
    Action,
    AddEntrant,
    Adjust,
    ChangeSettings,
    CheckIn,
    CorrectBoard,
    Discard,
    EditEntrant,
    EnterResult,
    EnterResults,
    Expel,
    ImportEntrants,
    Instruct,
    LeaveStrictMode,
    Propose,
    PublishRound,
    ReEnter,
    Release,
    RemoveEntrant,
    RollCall,
    SetBye,
    SwapPlaces,
    TurnBoard,
    Undo,
    Withdraw,
    action_kind,
)
from engine.actions.base import done
from engine.actions.corrections import no_shows_put_together
from engine.actions.entries import TakeRatings
from engine.actions.postponing import SetMatchVenue
from engine.actions.team_players import SetPlayers
from engine.entrants import Entrant
from engine.event import Bye, Instruction, Match
from engine.fingerprint import fingerprint
from engine.history import RoundKind, cards
from engine.points import NIL, ONE
from engine.reasons import said
from engine.refusal import Refused, Stale
from engine.results import GameResult
from engine.rules import conflicts
from tests.engine.desk import PLAIN, Desk
from tests.wording import words

HALF = Decimal("0.5")


def texts(desk: Desk) -> list[str | None]:
    assert desk.event.current is not None
    return [m.result.text if m.result else None for m in desk.event.current.matches]


def test_entrants_are_numbered_in_order_of_entry_and_numbers_are_never_used_again() -> None:
    desk = Desk("Ada", "Bob", "Cy")
    desk.do(RemoveEntrant("3"))
    desk.do(AddEntrant(Entrant("", "Dee")))
    assert [(e.id, e.name) for e in desk.event.entrants] == [
        ("1", "Ada"),
        ("2", "Bob"),
        ("4", "Dee"),
    ]


def test_a_second_entrant_of_one_name_is_asked_about() -> None:
    desk = Desk("Ada")
    with pytest.raises(Refused, match="entered already"):
        desk.do(AddEntrant(Entrant("", "ADA")))
    desk.do(AddEntrant(Entrant("", "ADA"), insist=True))
    assert len(desk.event.entrants) == 2


def test_a_fide_id_is_one_persons_however_he_is_entered() -> None:
    desk = Desk("Anna", "Bo")
    desk.do(EditEntrant("1", {"fide_id": "4600001"}))
    wanted = "FIDE ID 4600001 is that of Anna"
    carl = Entrant("", "Carl", fide_id="4600001")
    for action in (
        EditEntrant("2", {"fide_id": "4600001"}, insist=True),
        AddEntrant(carl, insist=True),
        ImportEntrants((replace(carl, id="1"),), insist=True),
    ):
        with pytest.raises(Refused, match=wanted):
            desk.do(action)
    desk.do(EditEntrant("1", {"club": "Ulm", "fide_id": "4600001"}))


def test_namesakes_born_in_different_years_are_two_people() -> None:
    desk = Desk()
    desk.do(AddEntrant(Entrant("", "Ada", birth="2011")))
    desk.do(AddEntrant(Entrant("", "Ada", birth="2013-04-01")))
    assert len(desk.event.entrants) == 2


def test_numbers_in_a_file_do_not_hide_that_its_entrants_are_entered_already() -> None:
    desk = Desk()
    numbered = ImportEntrants((Entrant("1", "Ada"), Entrant("2", "Bob")))
    desk.do(numbered)
    with pytest.raises(Refused, match="Ada is entered already: as Id 1"):
        desk.do(numbered)
    assert [e.name for e in desk.event.entrants] == ["Ada", "Bob"]


@pytest.mark.parametrize("ids", [("", "", ""), ("1", "2", "3")])
def test_a_name_twice_in_a_file_is_asked_about(ids: tuple[str, str, str]) -> None:
    desk = Desk()
    twice = tuple(Entrant(id, name) for id, name in zip(ids, ("Ada", "Bob", "ADA"), strict=True))
    with pytest.raises(Refused, match="ADA is entered already: the list has the name twice"):
        desk.do(ImportEntrants(twice))
    desk.do(ImportEntrants(twice, insist=True))
    assert len(desk.event.entrants) == 3


def test_an_import_with_a_bad_entrant_changes_nothing() -> None:
    desk = Desk("Ada")
    before = desk.event
    with pytest.raises(Refused, match="rating 9999"):
        desk.do(ImportEntrants((Entrant("", "Bob"), Entrant("", "Cy", rating=9999))))
    assert desk.event == before


def test_start_numbers_of_a_file_are_kept_in_an_empty_list() -> None:
    desk = Desk()
    desk.do(ImportEntrants((Entrant("7", "Ada"), Entrant("3", "Bob"))))
    desk.do(AddEntrant(Entrant("", "Cy")))
    assert [e.id for e in desk.event.entrants] == ["7", "3", "8"]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"rating": "1200"}, "whole number"),
        ({"rating": True}, "whole number"),
        ({"id": "9"}, "cannot be edited"),
        ({"name": " "}, "needs a name"),
        ({"club": 3}, "must be a text"),
    ],
)
def test_an_edit_of_the_wrong_kind_is_refused(changes: dict[str, object], message: str) -> None:
    desk = Desk("Ada")
    with pytest.raises(Refused, match=message):
        desk.do(EditEntrant("1", changes))


def test_a_field_that_another_desk_changed_meanwhile_is_not_overwritten() -> None:
    desk = Desk("Ada")
    desk.do(EditEntrant("1", {"club": "Salthill"}, seen={"club": ""}))
    with pytest.raises(Stale, match="club is now Salthill"):
        desk.do(EditEntrant("1", {"club": "Corrib"}, seen={"club": ""}))
    desk.do(EditEntrant("1", {"rating": 1500}, seen={"rating": None}))
    desk.do(EditEntrant("1", {"club": "Salthill"}, seen={"club": ""}))
    ada = desk.event.entrant("1")
    assert (ada.club, ada.rating) == ("Salthill", 1500)


def test_those_not_seen_are_out_of_the_next_draw_in_one_go_and_score_nothing() -> None:
    desk = Desk("Ada", "Bob", "Cy", "Dee", "Eve")
    desk.do(SetBye("5", 1, HALF))
    desk.do(CheckIn(("1", "2")))
    desk.do(AbsentOut(1))
    desk.publish()
    assert [m.pair for m in desk.event.rounds[0].matches] == [("1", "2")]
    assert {(b.entrant, b.points, b.kind) for b in desk.event.rounds[0].byes} == {
        ("3", 0, "absent"),
        ("4", 0, "absent"),
        ("5", HALF, "requested"),
    }


def test_a_bye_taken_back_leaves_those_of_other_rounds() -> None:
    desk = Desk("Ada", "Bob", "Cy", "Dee")
    desk.do(SetBye("1", 1, HALF))
    desk.do(SetBye("1", 2, NIL))
    desk.do(SetBye("1", 1, None))
    assert [(bye.round, bye.points) for bye in desk.event.entrant("1").byes] == [(2, NIL)]


def test_nobody_checked_in_does_not_empty_the_draw() -> None:
    desk = Desk("Ada", "Bob")
    with pytest.raises(Refused, match="nobody is checked in"):
        desk.do(AbsentOut(1))


def test_a_withdrawn_entrant_is_out_of_later_rounds_and_back_after_re_entry() -> None:
    desk = Desk("Ada", "Bob", "Cy", "Dee")
    desk.publish()
    desk.results("1-0", "1-0")
    desk.do(Withdraw("4"))
    desk.publish()
    assert "4" not in desk.event.rounds[1].placed
    desk.results("1-0")
    desk.do(ReEnter("4"))
    desk.publish()
    assert "4" in desk.event.rounds[2].placed
    assert [line.kind for line in cards(desk.event)["4"].lines] == [
        RoundKind.GAME,
        RoundKind.ABSENT,
        RoundKind.OPEN,
    ]


def test_a_re_entry_before_anything_was_missed_leaves_no_trace() -> None:
    desk = Desk("Ada", "Bob")
    before = desk.event.entrants
    desk.do(Withdraw("2"))
    desk.do(ReEnter("2"))
    assert desk.event.entrants == before


def test_a_late_entrant_of_round_1_waits_for_an_extra_board_in_it() -> None:
    desk = Desk("Ada", "Bob", "Cy")
    desk.publish()
    desk.do(AddEntrant(Entrant("", "Dee")))
    late = desk.event.entrant("4")
    assert (late.joined, late.late) == (1, True)
    desk.do(Propose(1, (Match(2, "3", "4"),)))
    assert desk.event.current is not None
    assert desk.event.current.extra is not None
    assert PublishRound(1).describe(desk.event) == "extra board 2 in round 1 published"
    desk.do(PublishRound(1))
    assert [m.pair for m in desk.event.current.matches] == [("1", "2"), ("3", "4")]
    assert desk.event.current.byes == ()


def test_a_late_entrant_of_a_later_round_is_in_from_the_next_draw() -> None:
    desk = Desk("Ada", "Bob", "Cy", "Dee")
    desk.publish()
    desk.results("1-0", "1-0")
    desk.publish()
    desk.do(AddEntrant(Entrant("", "Eve")))
    assert desk.event.entrant("5").joined == 3


def test_a_draw_made_from_other_facts_is_refused_as_out_of_date() -> None:
    desk = Desk("Ada", "Bob", "Cy")
    made = PLAIN.draw(desk.event)

    seen = fingerprint(desk.event)
    desk.do(EditEntrant("1", {"contact": "07700 900001"}))
    assert fingerprint(desk.event) == seen
    desk.do(Withdraw("3"))
    with pytest.raises(Stale, match="out of date"):
        desk.do(Propose(1, made.matches, made.byes, drawn_from=seen))


def test_a_standing_proposal_is_kept_unless_a_redraw_is_wanted() -> None:
    desk = Desk("Ada", "Bob", "Cy", "Dee")
    desk.draw()
    desk.do(SwapPlaces("1", "3"))
    with pytest.raises(Refused, match="proposed already"):
        desk.draw()
    assert desk.event.rounds[0].matches[0].pair == ("3", "2")
    made = PLAIN.draw(desk.event)
    desk.do(Propose(1, made.matches, made.byes, redraw=True))
    assert not desk.event.rounds[0].altered


def test_a_round_is_not_drawn_while_results_are_missing_and_the_boards_are_named() -> None:
    desk = Desk("Ada", "Bob", "Cy", "Dee")
    desk.publish()
    desk.do(EnterResult(1, "1-0"))
    with pytest.raises(Refused, match=r"round 1.*board 2"):
        desk.draw()
    desk.do(EnterResult(2, "?"))
    desk.draw()


def test_a_round_too_many_is_refused() -> None:
    desk = Desk("Ada", "Bob", "Cy", "Dee", rounds=1)
    desk.publish()
    desk.results("1-0", "0-1")
    with pytest.raises(Refused, match="has one round"):
        desk.draw()
    desk.do(ChangeSettings({"rounds": 2}))
    desk.draw()


def test_fewer_rounds_than_are_drawn_are_refused() -> None:
    desk = Desk("Ada", "Bob", rounds=3)
    desk.publish()
    desk.results("1-0")
    desk.publish()
    with pytest.raises(Refused, match="too few"):
        desk.do(ChangeSettings({"rounds": 1}))


def test_swapping_with_the_holder_of_the_bye_moves_the_bye() -> None:
    desk = Desk("Ada", "Bob", "Cy")
    desk.draw()
    desk.do(SwapPlaces("3", "1"))
    standing = desk.event.proposal
    assert standing is not None
    assert standing.matches[0].pair == ("3", "2")
    assert [b.entrant for b in standing.byes] == ["1"]


def test_a_requested_bye_is_not_moved_by_a_swap() -> None:
    desk = Desk("Ada", "Bob", "Cy")
    desk.do(SetBye("3", 1, HALF))
    desk.draw()
    with pytest.raises(Refused, match=r"Cy has asked for this bye"):
        desk.do(SwapPlaces("3", "1"))


def test_an_absence_decided_at_the_board_ends_with_a_seat_in_that_round() -> None:
    """Nobody asked for it: who comes after all sits where somebody else did not."""
    desk = Desk("Ada", "Bob", "Cy")
    desk.do(RollCall(1, out=("3",)))
    desk.publish()
    pair = desk.event.round(1).match(1).pair
    desk.do(CorrectBoard(1, 1, "3", pair[1], was=pair))
    assert desk.event.round(1).match(1).pair == ("3", pair[1])
    assert "3" not in {bye.entrant for bye in desk.event.round(1).byes}


def test_a_hand_made_repeat_is_published_only_by_insisting() -> None:
    desk = Desk("Ada", "Bob", "Cy", "Dee")
    desk.publish()
    desk.results("1-0", "1-0")
    desk.do(Propose(2, (Match(1, "1", "3"), Match(2, "2", "4"))))
    desk.do(SwapPlaces("3", "2"))
    assert "repeat" in {c.rule for c in conflicts(PLAIN, desk.event, desk.event.rounds[-1])}
    with pytest.raises(Refused, match="must hold"):
        desk.do(PublishRound(2))
    desk.do(PublishRound(2, insist=True))
    assert desk.event.rounds[1].published


def test_the_engines_own_draw_is_published_whatever_it_could_not_avoid() -> None:
    desk = Desk("Ada", "Bob")
    desk.publish()
    desk.results("1-0")
    desk.publish()
    assert conflicts(PLAIN, desk.event, desk.event.rounds[1])


def test_a_proposal_without_somebody_who_came_later_is_not_published() -> None:
    desk = Desk("Ada", "Bob")
    desk.draw()
    desk.do(AddEntrant(Entrant("", "Cy")))
    with pytest.raises(Refused, match="has no board"):
        desk.do(PublishRound(1))


def test_a_lock_and_a_bar_on_one_pair_exclude_each_other() -> None:
    desk = Desk("Ada", "Bob", "Cy")
    desk.do(Instruct(Instruction("lock", "1", "2", 1)))
    with pytest.raises(Refused, match="locked and barred"):
        desk.do(Instruct(Instruction("bar", "2", "1")))
    with pytest.raises(Refused, match="somebody else"):
        desk.do(Instruct(Instruction("lock", "2", "3", 1)))
    desk.do(Release("lock", "2", "1"))
    desk.do(Instruct(Instruction("bar", "2", "1")))


def test_a_discarded_proposal_is_gone_and_a_published_round_stays() -> None:
    desk = Desk("Ada", "Bob")
    desk.draw()
    desk.do(Discard())
    assert desk.event.rounds == ()
    desk.publish()
    with pytest.raises(Refused, match="no proposal"):
        desk.do(Discard())


def test_one_result_after_another_and_the_same_again_changes_nothing() -> None:
    desk = Desk("Ada", "Bob", "Cy", "Dee")
    desk.publish()
    desk.results("1", "=")
    assert texts(desk) == ["1-0", "1/2-1/2"]
    before = desk.event
    desk.do(EnterResult(1, "1-0", was="1-0"))
    assert desk.event.rounds == before.rounds


def test_a_board_that_changed_meanwhile_is_not_overwritten() -> None:
    desk = Desk("Ada", "Bob")
    desk.publish()
    desk.do(EnterResult(1, "1-0"))
    with pytest.raises(Stale, match="is now 1-0"):
        desk.do(EnterResult(1, "0-1"))
    with pytest.raises(Refused, match="would replace it; confirm it"):
        desk.do(EnterResult(1, "0-1", was="1-0"))
    desk.do(EnterResult(1, "0-1", was="1-0", replace=True))
    assert texts(desk) == ["0-1"]


@pytest.mark.parametrize(
    "text", ["1-1", "2-0", "1-½", "\uff11-\uff10", "\u0661-\u0660", "", "w", "1-0\x1b[31m"]
)
def test_what_is_no_result_is_refused_and_changes_nothing(text: str) -> None:
    desk = Desk("Ada", "Bob")
    desk.publish()
    with pytest.raises(Refused, match="unknown result" if text else "no result is given"):
        desk.do(EnterResult(1, text))
    assert texts(desk) == [None]


def test_a_list_of_results_is_entered_whole_or_not_at_all() -> None:
    desk = Desk("Ada", "Bob", "Cy", "Dee")
    desk.publish()
    with pytest.raises(Refused, match="board 9 does not exist"):
        desk.do(EnterResults(((1, "1-0"), (9, "0-1"))))
    assert texts(desk) == [None, None]
    with pytest.raises(Refused, match="appears twice"):
        desk.do(EnterResults(((1, "1-0"), (1, "1-0"))))
    desk.do(EnterResults(((2, "-/+"), (1, "1/2-0"))))
    assert texts(desk) == ["1/2-0", "-/+"]


@pytest.mark.parametrize(
    ("match", "byes", "said"),
    [
        (Match(1, "1", "2", GameResult.WHITE), ("3",), "results in this draw"),
        (Match(1, "1", "2"), ("2",), "Bob is placed twice"),
        (Match(1, "1", "2"), ("3", "3"), "Cy is placed twice"),
        (Match(1, "1", "2"), ("9",), "entrant 9 does not exist"),
    ],
)
def test_a_draw_that_cannot_be_one_is_refused(
    match: Match, byes: tuple[str, ...], said: str
) -> None:
    desk = Desk("Ada", "Bob", "Cy")
    with pytest.raises(Refused, match=said):
        desk.do(Propose(1, (match,), tuple(Bye(id, ONE) for id in byes)))


def test_the_same_list_of_results_again_changes_nothing() -> None:
    desk = Desk("Ada", "Bob", "Cy", "Dee")
    desk.publish()
    once = desk.do(EnterResults(((1, "1-0"), (2, "0-1"))))
    assert done(EnterResults(((2, "0-1"), (1, "1-0"))), once, PLAIN).event is once


def test_who_stays_on_a_corrected_board_can_have_had_the_other_colour() -> None:
    desk = Desk("Ada", "Bob", "Cy", "Dee")
    desk.publish()
    desk.results("1-0", "1-0")
    desk.do(CorrectBoard(1, 1, "2", "3"))
    round = desk.event.round(1)
    assert [match.pair for match in round.matches] == [("2", "3"), ("1", "4")]
    assert [match.result for match in round.matches] == [None, None]
    assert desk.refolded() == desk.event


def test_a_correction_seats_nobody_who_could_have_been_drawn() -> None:
    desk = Desk("Ada", "Bob", "Cy", "Dee", "Eva")
    desk.do(Withdraw("5"))
    desk.publish()
    with pytest.raises(Refused) as caught:
        desk.do(CorrectBoard(1, 1, "1", "5"))
    assert str(caught.value) == (
        "Eva cannot have a seat on board 1: Eva was entered when round 1 was drawn; give another"
    )


def test_two_no_shows_of_one_board_are_no_reason_to_correct_another() -> None:
    desk = Desk("Ada", "Bob", "Cy", "Dee")
    desk.publish()
    with pytest.raises(Refused, match="two who did not come are at two boards"):
        desk.do(CorrectBoard(1, 1, "2", "1", no_shows=True))
    assert texts(desk) == [None, None]


def test_a_correction_may_leave_the_result_open() -> None:
    desk = Desk("Ada", "Bob", "Cy", "Di")
    desk.publish()
    desk.results("1-0", "0-1")
    desk.do(CorrectBoard(1, 1, "1", "2", was=("1", "2"), result="-"))
    assert desk.event.round(1).match(1).open


def test_turned_and_turned_back_a_board_has_its_own_reason_again() -> None:
    desk = Desk("Ada", "Bob")
    desk.do(Propose(1, (Match(1, "1", "2", why=said("Bob wished it")),)))
    desk.do(TurnBoard(1))
    assert words(desk.event.round(1).match(1)) == "Bob wished it; turned by hand"
    desk.do(TurnBoard(1))
    assert words(desk.event.round(1).match(1)) == "Bob wished it"


def test_a_turned_board_keeps_what_the_persons_scored() -> None:
    desk = Desk("Ada", "Bob")
    desk.publish()
    desk.results("1-0")
    desk.do(CorrectBoard(1, 1, "2", "1", was=("1", "2")))
    match = desk.event.rounds[0].matches[0]
    assert match.pair == ("2", "1")
    assert texts(desk) == ["0-1"]
    assert cards(desk.event)["1"].score == 1


def test_two_who_were_left_without_opponents_are_put_together() -> None:
    desk = Desk("Ada", "Bob", "Cy", "Dee")
    desk.publish()
    desk.results("1-0", "?")
    desk.do(CorrectBoard(1, 1, "1", "4", was=("1", "2"), result="0-1"))
    round = desk.event.rounds[0]
    assert [m.pair for m in round.matches] == [("1", "4"), ("3", "2")]
    assert texts(desk) == ["0-1", None]


@pytest.mark.parametrize("absent", [("2", "3"), ("1", "3"), ("4", "1"), ("4", "2")])
def test_the_opponents_of_two_who_did_not_come_play_each_other(absent: tuple[str, str]) -> None:
    desk = Desk("Ada", "Bob", "Cy", "Dee")
    desk.publish()
    desk.results("+/-", "-/+")
    correction = no_shows_put_together(desk.event, 1, *absent)
    desk.do(correction)
    round = desk.event.rounds[0]
    there = round.match(correction.number)
    other = next(m for m in round.matches if m.board != there.board)
    assert there.result is None
    assert not set(absent) & set(there.pair)
    assert set(absent) == set(other.pair)
    assert other.result is GameResult.DOUBLE_FORFEIT


def test_no_shows_of_one_board_have_no_opponents_to_put_together() -> None:
    desk = Desk("Ada", "Bob", "Cy", "Dee", "Eve")
    desk.publish()
    with pytest.raises(Refused, match="enter -/- for it"):
        no_shows_put_together(desk.event, 1, "1", "2")
    resting = desk.event.rounds[0].byes[0].entrant
    with pytest.raises(Refused, match="has no board in round 1"):
        no_shows_put_together(desk.event, 1, "1", resting)


def test_a_correction_of_a_board_that_is_not_as_seen_is_refused() -> None:
    desk = Desk("Ada", "Bob", "Cy", "Dee")
    desk.publish()
    with pytest.raises(Stale, match="not as you saw it"):
        desk.do(CorrectBoard(1, 1, "1", "3", was=("2", "1")))


def test_two_desks_that_turn_or_swap_the_same_do_not_undo_each_other() -> None:
    desk = Desk("Ada", "Bob", "Cy", "Dee", "Eve")
    desk.draw()
    board = desk.event.proposal.matches[0]  # type: ignore[union-attr]
    turn = TurnBoard(board.board, was=board.pair)
    desk.do(turn)
    with pytest.raises(Stale, match="not as you saw it"):
        desk.do(turn)
    other = desk.event.proposal.matches[1]  # type: ignore[union-attr]
    resting = desk.event.proposal.byes[0].entrant  # type: ignore[union-attr]
    swap = SwapPlaces(other.white, resting, was=(other.board, 0))
    desk.do(swap)
    with pytest.raises(Stale, match="not where you saw"):
        desk.do(swap)
    proposal = desk.event.proposal
    assert proposal is not None
    assert [proposal.board_of(id) for id in (other.white, resting)] == [0, other.board]
    assert proposal.match(board.board).pair == (board.black, board.white)


def test_an_adjustment_needs_a_reason_and_counts_from_its_round_on() -> None:
    desk = Desk("Ada", "Bob")
    with pytest.raises(Refused, match="needs a reason"):
        desk.do(Adjust("1", Decimal(-1), " "))
    desk.publish()
    desk.results("1-0")
    desk.publish()
    desk.do(Adjust("1", Decimal("-0.5"), "phone rang"))
    assert cards(desk.event)["1"].score == HALF
    assert cards(desk.event.until(1))["1"].score == 1


def test_points_given_to_an_entry_that_is_removed_go_with_it_and_come_back_by_undo() -> None:
    desk = Desk("Ada", "Bob", "Cy")
    desk.do(Adjust("3", Decimal(-1), "late fee", 0))
    desk.do(Adjust("1", ONE, "won the blitz", 0))
    desk.do(RemoveEntrant("3"))
    assert [a.entrant for a in desk.event.adjustments] == ["1"]
    assert desk.refolded() == desk.event
    desk.do(Undo(len(desk.entries)))
    assert [a.entrant for a in desk.event.adjustments] == ["3", "1"]


def test_a_turned_board_of_a_proposal_shows_the_third_colour_at_once() -> None:
    desk = Desk("Ada", "Bob", "Cy", "Dee", rounds=3)
    desk.publish()
    desk.results("1-0", "1-0")
    desk.do(Propose(2, (Match(1, "1", "3"), Match(2, "4", "2"))))
    desk.do(PublishRound(2))
    desk.results("1-0", "1-0")
    desk.do(Propose(3, (Match(1, "4", "1"), Match(2, "2", "3"))))
    desk.do(TurnBoard(1))
    found = {(c.rule, c.board) for c in conflicts(PLAIN, desk.event, desk.event.rounds[2])}
    assert ("third-colour", 1) in found


@pytest.mark.parametrize("number", [0, 6])
def test_a_round_that_does_not_exist_is_refused(number: int) -> None:
    desk = Desk("Ada", "Bob", rounds=5)
    desk.do(CheckIn(("1",)))
    for action in (
        Withdraw("1", number),
        SetBye("1", number, HALF),
        AbsentOut(number),
    ):
        with pytest.raises(Refused, match=f"round {number} does not exist"):
            desk.do(action)


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (Expel("4", "cheating"), "Dan is expelled already"),
        (ReEnter("1"), "Ada is not withdrawn; nothing to do"),
        (Adjust("1", ONE, "late", 5), "Ada: no points can be given after round 5: 1 round"),
        (LeaveStrictMode(), "this event is not in strict mode; nothing to leave"),
        (Release("bar", "1", "2"), "there is no bar on these two; nothing to take back"),
        (CorrectBoard(2, 1, "1", "2"), "round 2 is not published; change the proposal itself"),
        (PublishRound(3), "round 3 is not the proposal; look at it again"),
        (ChangeSettings({}, "T" * 121), "the title is too long: the limit is 120; shorten it"),
        (TakeRatings(), "nobody is chosen; choose whose entries are brought up to date"),
        (SetPlayers("1", ()), "there are no teams of players here: the format is plain"),
        (SetMatchVenue(1, "Hall 2"), "no match has a venue of its own here"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_to_an_event_is_refused_in_words(action: Action, said: str) -> None:
    desk = Desk("Ada", "Bob", "Cid", "Dan")
    desk.publish()
    desk.results("1-0", "1-0")
    desk.do(Expel("4", "cheating", insist=True))
    desk.draw()
    with pytest.raises(Refused) as caught:
        desk.do(action)
    assert said in str(caught.value)


def test_an_instruction_that_stands_already_is_no_second_one() -> None:
    desk = Desk("Ada", "Bob", "Cid", "Dan")
    for _ in range(2):
        desk.do(Instruct(Instruction("bar", "1", "3")))
    assert desk.event.instructions == (Instruction("bar", "1", "3"),)


def test_every_action_keeps_judging_apart_from_doing() -> None:
    for action in every_action():
        assert "apply" not in vars(action), action.kind
        assert "change" in vars(action) or action.kind in ("undo", "redo")


def test_every_action_is_known_by_its_name_in_the_journal() -> None:
    assert {action: action_kind(action.kind) for action in every_action()} == {
        action: action for action in every_action()
    }
    assert {action.kind for action in every_action()} == ACTIONS.keys()
    assert action_kind("dance") is None


def every_action() -> list[type[Action]]:
    """Every class below `engine/actions/` that an arbiter can do; one without a kind is only a base
    of these."""
    for module in iter_modules(actions.__path__):
        import_module(f"{actions.__name__}.{module.name}")
    below = [*Action.__subclasses__()]
    for one in below:
        below += one.__subclasses__()
    return [one for one in below if one.kind and one.__module__.startswith(actions.__name__)]
