"""Round 1 of KJCA events: extra boards for late cards under the arbiter's word, and the order."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.actions import (
    AddEntrant,
    EditEntrant,
    Propose,
    PublishRound,
    ReEnter,
    SwapPlaces,
    Withdraw,
)
from engine.by_hand import weighed
from engine.entrants import Entrant
from engine.event import Event, Round, RoundState
from engine.next_draw import next_draw
from engine.protocol import unplaced
from engine.refusal import Refused
from formats.kjca.field import seats
from formats.kjca.settings import grade_order
from tests.formats.test_kjca import KJCA, event, pairs, played, player, told


def open_round_one(count: int, late: int) -> Event:
    """Round 1 in play, with late entries."""
    before = event(count)
    proposal = KJCA.draw(before)
    current = Round(1, RoundState.PUBLISHED, proposal.matches, proposal.byes)
    more = tuple(
        replace(player(no, rating=2500), late=True) for no in range(count + 1, count + late + 1)
    )
    return replace(before, rounds=(current,), entrants=before.entrants + more)


def test_the_first_late_card_plays_the_one_with_the_bye() -> None:
    proposal = KJCA.draw(open_round_one(5, 2))
    assert proposal.round == 1
    assert [(m.board, *m.pair) for m in proposal.matches] == [(3, "5", "6")]
    assert [b.entrant for b in proposal.byes] == ["7"]


def test_a_late_card_is_not_put_against_a_bye_holder_who_has_left() -> None:
    playing = open_round_one(5, 2)
    gone = Withdraw("5", 2).apply(playing, KJCA)
    proposal = KJCA.draw(gone)
    assert [(m.board, *m.pair) for m in proposal.matches] == [(3, "6", "7")]
    assert proposal.byes == ()
    back = ReEnter("5").apply(gone, KJCA)
    assert [(m.board, *m.pair) for m in KJCA.draw(back).matches] == [(3, "5", "6")]


def test_a_late_card_that_has_left_before_it_had_a_board_gets_none() -> None:
    gone = Withdraw("6", 2).apply(open_round_one(5, 3), KJCA)
    proposal = KJCA.draw(gone)
    assert [(m.board, *m.pair) for m in proposal.matches] == [(3, "5", "7")]
    assert [b.entrant for b in proposal.byes] == ["8"]
    assert not any(e.id == "6" for e in unplaced(gone))


def test_late_cards_pair_in_order_of_arrival_and_colours_go_on_alternating() -> None:
    proposal = KJCA.draw(open_round_one(6, 4))
    assert [(m.board, *m.pair) for m in proposal.matches] == [(4, "8", "7"), (5, "9", "10")]
    assert proposal.byes == ()


def test_when_round_one_is_closed_late_cards_wait_for_round_two() -> None:
    playing = open_round_one(4, 0)
    assert KJCA.late_boards(playing)
    done = played(replace(playing, rounds=()), "1-3 1-0, 4-2 1-0")
    assert not KJCA.late_boards(done)


def proposed_then_entered(count: int, *late: Entrant) -> Event:
    """Round 1 proposed the evening before, then cards added."""
    before = event(count)
    before = replace(before, next_id=count + 1)
    now = Propose.of(next_draw(before, KJCA)).apply(before, KJCA)
    for entrant in late:
        now = AddEntrant(entrant).apply(now, KJCA)
    return now


def test_a_late_card_leaves_a_proposed_round_one_as_it_is() -> None:
    now = proposed_then_entered(7, Entrant("", "Ashgrove", 2600), Entrant("", "Quilty", 2500))
    assert [e.late for e in now.entrants[-2:]] == [True, True]
    (note,) = KJCA.next_step(now).notes
    assert note.startswith("Ashgrove · Quilty came after this draw, which stays as it is")
    proposal = now.proposal
    assert proposal is not None
    published = PublishRound(1).apply(now, KJCA)
    assert published.round(1).matches == proposal.matches
    extra = KJCA.draw(published)
    assert [(m.board, *m.pair) for m in extra.matches] == [(4, "8", "7")]
    assert [bye.entrant for bye in extra.byes] == ["9"]


def test_a_late_card_is_no_part_of_the_draw_that_a_proposed_round_one_is_held_against() -> None:
    now = proposed_then_entered(6, Entrant("", "Ashgrove", 2600))
    changed = SwapPlaces("1", "2").apply(now, KJCA)
    assert changed.proposal is not None
    found = weighed(changed, KJCA, changed.proposal)
    assert {one.entrant for one in found.departures} == {"1", "2", "4", "5"}
    assert not found.from_own.better


def test_anything_else_after_the_draw_of_round_one_makes_it_stale() -> None:
    now = proposed_then_entered(6, Entrant("", "Ashgrove", 2600))
    changed = EditEntrant("3", {"rating": 2400}).apply(now, KJCA)
    assert "changed after this draw was made" in KJCA.next_step(changed).notes[0]


def test_late_cards_stand_at_the_bottom_of_a_round_one_that_is_drawn_again() -> None:
    """In order of arrival; from round 2 on they stand by grade."""
    now = proposed_then_entered(6, Entrant("", "Ashgrove", 2500), Entrant("", "Quilty", 2600))
    again = KJCA.draw(now)
    assert sorted(map(sorted, pairs(again))) == [["1", "5"], ["2", "6"], ["3", "7"], ["4", "8"]]
    assert [s.place for s in seats(now, 2, ()) if s.id in ("7", "8")] == [2, 1]


def boards(now: Event) -> tuple[list[set[str]], list[str]]:
    proposal = KJCA.draw(now)
    return [set(pair) for pair in pairs(proposal)], [bye.entrant for bye in proposal.byes]


def test_the_first_late_card_does_not_play_the_bye_holder_if_they_are_barred() -> None:
    """5 has the bye; 6, 7 and 8 are late."""
    now = told(open_round_one(5, 3), "bar", "5", "6")
    assert boards(now) == ([{"5", "7"}, {"6", "8"}], [])


def test_a_bar_among_late_cards_looks_ahead() -> None:
    """7 plays the first of the others with whom the rest can be paired as well."""
    now = told(told(open_round_one(6, 4), "bar", "7", "8"), "bar", "8", "10")
    assert boards(now) == ([{"7", "10"}, {"8", "9"}], [])


def test_a_lock_of_late_cards_is_kept() -> None:
    now = told(open_round_one(6, 4), "lock", "7", "10")
    assert boards(now) == ([{"7", "10"}, {"8", "9"}], [])


def test_a_locked_late_card_is_not_left_over() -> None:
    now = told(open_round_one(6, 3), "lock", "8", "9")
    assert boards(now) == ([{"8", "9"}], ["7"])


def test_the_last_without_whom_the_others_can_be_paired_is_left_over() -> None:
    now = told(told(open_round_one(6, 3), "bar", "7", "8"), "bar", "7", "9")
    assert boards(now) == ([{"8", "9"}], ["7"])


def test_the_bye_holder_keeps_his_bye_if_the_late_cards_can_only_play_each_other() -> None:
    now = told(told(open_round_one(5, 2), "bar", "5", "6"), "bar", "5", "7")
    assert boards(now) == ([{"6", "7"}], [])


def test_a_lock_with_somebody_who_has_a_board_does_not_hinder() -> None:
    now = told(open_round_one(6, 2), "lock", "1", "7")
    assert boards(now) == ([{"7", "8"}], [])


def test_bars_that_leave_a_late_card_without_opponent_are_refused() -> None:
    now = told(open_round_one(6, 2), "bar", "7", "8")
    with pytest.raises(Refused, match="late entries cannot be paired"):
        KJCA.draw(now)


def test_a_bar_for_another_round_is_no_matter_in_round_one() -> None:
    now = told(open_round_one(6, 2), "bar", "7", "8")
    later = replace(now.instructions[0], round=2)
    assert boards(replace(now, instructions=(later,))) == ([{"7", "8"}], [])


def test_a_rating_of_nought_is_no_grade() -> None:
    cards = [
        Entrant("1", "Zane, Amy", 0, title="CM"),
        Entrant("2", "Abel, Ida"),
        Entrant("3", "Moss, Ned", 0),
        Entrant("4", "York, Una", 1),
    ]
    assert [e.id for e in grade_order(cards)] == ["4", "2", "3", "1"]


def test_two_locks_on_one_late_card_are_refused() -> None:
    now = told(told(open_round_one(6, 4), "lock", "7", "8"), "lock", "7", "9")
    with pytest.raises(Refused, match="late entries cannot be paired"):
        KJCA.draw(now)
