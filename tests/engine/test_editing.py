"""Pairing by hand in a session: from any state to any other, with the rest drawn beside it."""

from __future__ import annotations

from decimal import Decimal
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.actions import (
    Discard,
    FinishEditing,
    ImportEntrants,
    PairByHand,
    Propose,
    PublishRound,
    SetBye,
    StartEditing,
    SwapPlaces,
    TakeApart,
    Withdraw,
)
from engine.actions.editing import all_boards, rest_drawn, without_board
from engine.entrants import Entrant
from engine.next_draw import next_draw
from engine.points import HALF, NIL
from engine.proposal import departures
from engine.refusal import Refused, Stale
from engine.staleness import changes_since_the_draw
from engine.warnings import NotAgreed
from tests.playing import play
from tests.tui.driver import MemoryDesk
from tui.places.pairings.editing import editing_text

SWISS = ("dutch", "kjca", "ecf", "galway")


def hall(format: str, players: int = 11, rounds: int = 2) -> MemoryDesk:
    """After so many rounds; ten players more where sections are made."""
    desk = MemoryDesk.created(format, **({} if format == "round_robin" else {"rounds": 5}))
    players += 10 * (format == "galway")
    entrants = (
        Entrant("", f"Player {n:02}", rating=2200 - 37 * n, school=f"School {n}", club=f"Club {n}")
        for n in range(players)
    )
    desk.do(ImportEntrants(tuple(entrants)))
    play(desk, rounds, lambda event, match: ("1-0", "1/2-1/2")[match.board % 2])
    return desk


def begun(desk: MemoryDesk) -> int:
    number = len(desk.event.published) + 1
    desk.do(StartEditing(number))
    return number


@pytest.mark.parametrize("format", [*SWISS, "round_robin"])
@pytest.mark.parametrize("players", [8, 11])
def test_with_nobody_paired_the_rest_is_the_draw_itself(format: str, players: int) -> None:
    desk = hall(format, players)
    own = next_draw(desk.event, desk.format)
    number = begun(desk)
    assert desk.event.proposal is not None
    assert not desk.event.proposal.matches
    desk.do(rest_drawn(desk.event, desk.format))
    desk.do(FinishEditing(number))
    assert departures(desk.event.proposal, own) == ()
    assert [m.pair for m in desk.event.proposal.matches] == [m.pair for m in own.matches]


@pytest.mark.parametrize("format", SWISS)
@settings(max_examples=12)
@given(random=st.randoms(use_true_random=False), players=st.sampled_from([8, 11]))
def test_the_pairs_of_the_draw_made_by_hand_in_any_order_are_the_draw(
    format: str, random: Random, players: int
) -> None:
    desk = hall(format, players)
    own = next_draw(desk.event, desk.format)
    number = begun(desk)
    seats = [m.pair for m in own.matches]
    seats += [(bye.entrant, "") for bye in own.byes if bye.kind == "pairing"]
    random.shuffle(seats)
    for white, black in seats:
        desk.do(PairByHand(white, black))
    desk.do(FinishEditing(number))
    proposal = desk.event.proposal
    assert proposal is not None
    assert departures(proposal, own) == ()
    made = [(m.board, m.pair, m.group, m.part, m.section) for m in proposal.matches]
    assert made == [(m.board, m.pair, m.group, m.part, m.section) for m in own.matches]


@pytest.mark.parametrize("format", SWISS)
def test_who_is_paired_by_hand_stays_so_and_the_others_are_drawn(format: str) -> None:
    desk = hall(format)
    number = begun(desk)
    met = {frozenset(m.pair) for r in desk.event.published for m in r.matches}
    a, b = next((str(x), str(y)) for x in range(1, 12) for y in range(11, x, -1)
                if frozenset((str(x), str(y))) not in met)  # fmt: skip
    desk.do(PairByHand(b, a))
    desk.do(rest_drawn(desk.event, desk.format))
    proposal = desk.event.proposal
    assert proposal is not None
    assert (b, a) in {m.pair for m in proposal.matches}
    assert without_board(desk.event, desk.format) == []
    assert len(proposal.matches) == len(desk.event.entrants) // 2
    assert sum(bye.kind == "pairing" for bye in proposal.byes) == 1
    desk.do(FinishEditing(number, insist=True))
    desk.do(PublishRound(number, insist=True))
    assert (b, a) in {m.pair for m in desk.event.published[-1].matches}


def test_the_engines_proposal_is_edited_and_requested_byes_stay() -> None:
    desk = hall("dutch")
    desk.do(SetBye("3", 3, HALF))
    desk.do(Propose.of(next_draw(desk.event, desk.format)))
    number = begun(desk)
    proposal = desk.event.proposal
    assert proposal is not None
    with pytest.raises(Refused, match="no bye of the draw"):
        desk.do(TakeApart(byes=("3",)))
    desk.do(all_boards(proposal))
    assert {e.id for e in without_board(desk.event, desk.format)} == {
        str(n) for n in range(1, 12) if n != 3
    }
    with pytest.raises(Refused, match="not to be paired in round 3"):
        desk.do(PairByHand("3", "4"))
    desk.do(rest_drawn(desk.event, desk.format))
    desk.do(FinishEditing(number))
    desk.do(PublishRound(number))


def test_a_round_that_is_being_edited_is_not_published_and_not_finished_with_somebody_left() -> (
    None
):
    desk = hall("dutch")
    number = begun(desk)
    with pytest.raises(Refused, match="being edited by hand"):
        desk.do(PublishRound(number, insist=True))
    with pytest.raises(Refused, match="without a board"):
        desk.do(FinishEditing(number, insist=True))
    assert desk.format.next_step(desk.event).name == "draw"


def test_a_broken_rule_is_agreed_to_at_the_end_and_stays_on_record() -> None:
    desk = hall("dutch", players=8)
    number = begun(desk)
    first = desk.event.published[0].matches[0]
    desk.do(PairByHand(*first.pair))
    desk.do(rest_drawn(desk.event, desk.format))
    with pytest.raises(NotAgreed, match="breaks a rule that must hold") as refused:
        desk.do(FinishEditing(number))
    assert {w.facts["rule"] for w in refused.value.warnings} == {"repeat"}
    desk.do(FinishEditing(number, insist=True))
    assert [a.what.code for a in desk.event.agreements] == []
    desk.do(PublishRound(number, insist=True))
    (agreed,) = [a for a in desk.event.agreements if a.what.code == "pairing-breaks-rule"]
    assert agreed.round == number
    entrants = agreed.what.facts["entrants"]
    assert isinstance(entrants, tuple)
    assert set(entrants) == set(first.pair)


def test_a_discarded_pairing_by_hand_leaves_nothing_on_record() -> None:
    desk = hall("dutch", players=8)
    number = begun(desk)
    desk.do(PairByHand(*desk.event.published[0].matches[0].pair))
    desk.do(rest_drawn(desk.event, desk.format))
    desk.do(FinishEditing(number, insist=True))
    desk.do(Discard())
    desk.do(Propose.of(next_draw(desk.event, desk.format)))
    desk.do(PublishRound(number))
    assert desk.event.agreements == ()


def test_two_desks_do_not_draw_over_each_other() -> None:
    desk = hall("dutch")
    begun(desk)
    rest = rest_drawn(desk.event, desk.format)
    desk.do(PairByHand("1", "11"), elsewhere=True)
    with pytest.raises(Stale, match="changed meanwhile"):
        desk.do(rest)
    with pytest.raises(Stale, match="has board 1"):
        desk.do(PairByHand("1", "10"))


@pytest.mark.parametrize(
    ("action", "why"),
    [
        (PairByHand("1", "1"), "one entrant is named twice"),
        (PairByHand("1", "99"), "entrant 99"),
        (TakeApart((4,)), "board 4 does not exist"),
        (TakeApart(byes=("2",)), "no bye of the draw"),
    ],
)
def test_what_cannot_be_is_refused(action: PairByHand | TakeApart, why: str) -> None:
    desk = hall("dutch")
    with pytest.raises(Refused, match="no pairings are being edited"):
        desk.do(action)
    begun(desk)
    with pytest.raises(Refused, match=why):
        desk.do(action)


def test_swaps_go_on_in_the_session_and_a_knockout_has_none() -> None:
    desk = hall("dutch", players=8)
    begun(desk)
    desk.do(rest_drawn(desk.event, desk.format))
    proposal = desk.event.proposal
    assert proposal is not None
    one, other = proposal.matches[:2]
    desk.do(SwapPlaces(one.white, other.white))
    assert desk.event.proposal is not None
    assert desk.event.proposal.editing
    cup = MemoryDesk.created("knockout")
    cup.do(ImportEntrants(tuple(Entrant("", name) for name in ("Ann", "Bea", "Cid", "Dan"))))
    with pytest.raises(Refused, match="cannot be paired by hand"):
        cup.do(StartEditing(1))


def test_a_board_that_another_desk_has_paired_anew_is_not_taken_apart() -> None:
    desk = hall("dutch")
    begun(desk)
    desk.do(PairByHand("1", "2"))
    assert desk.event.proposal is not None
    everything = all_boards(desk.event.proposal)
    desk.do(TakeApart((1,), was=(("1", "2"),)), elsewhere=True)
    desk.do(PairByHand("3", "4"), elsewhere=True)
    for seen in (TakeApart((1,), was=(("1", "2"),)), everything):
        with pytest.raises(Stale, match="board 1 is not as you saw it"):
            desk.do(seen)


def test_changes_since_the_draw_are_those_since_the_session_began_and_not_its_own() -> None:
    desk = hall("dutch", players=10)
    number = begun(desk)
    desk.do(PairByHand("1", "2"))
    desk.do(Withdraw("3"))
    desk.do(TakeApart((1,)))
    desk.do(rest_drawn(desk.event, desk.format))
    desk.do(FinishEditing(number))
    changes = changes_since_the_draw(desk.event, desk.log, frozenset())
    assert [change.action for change in changes] == [Withdraw("3")]


@pytest.mark.parametrize("format", SWISS)
def test_byes_asked_for_and_taken_back_meanwhile_stand_in_the_round(format: str) -> None:
    desk = hall(format, players=10)
    number = len(desk.event.published) + 1
    desk.do(SetBye("5", number, HALF, insist=True))
    desk.do(SetBye("7", number, HALF, insist=True))
    desk.do(SetBye("8", number, HALF, insist=True))
    begun(desk)
    rest = rest_drawn(desk.event, desk.format)
    desk.do(SetBye("3", number, HALF, insist=True), elsewhere=True)
    desk.do(SetBye("5", number, None), elsewhere=True)
    desk.do(SetBye("8", number, NIL), elsewhere=True)
    desk.do(Withdraw("7"), elsewhere=True)
    assert byes_of(desk) == {"3": HALF, "8": NIL}
    assert "5" in {entrant.id for entrant in without_board(desk.event, desk.format)}
    with pytest.raises(Stale, match="changed meanwhile"):
        desk.do(rest)
    desk.do(rest_drawn(desk.event, desk.format))
    assert byes_of(desk) == {"3": HALF, "8": NIL}


def test_a_bye_taken_back_after_the_draw_is_not_published() -> None:
    desk = hall("dutch", players=10)
    number = len(desk.event.published) + 1
    desk.do(SetBye("5", number, HALF))
    desk.do(Propose.of(next_draw(desk.event, desk.format)))
    desk.do(SetBye("5", number, None))
    with pytest.raises(Refused, match="has no board in this proposal"):
        desk.do(PublishRound(number))


@pytest.mark.parametrize("format", [*SWISS, "round_robin"])
def test_who_has_left_is_taken_off_the_board_first(format: str) -> None:
    desk = hall(format, players=10)
    number = begun(desk)
    desk.do(PairByHand("1", "2"))
    with pytest.raises(Refused, match="more without a board"):
        desk.do(FinishEditing(number))
    desk.do(Withdraw("2"))
    assert " · 1 out of the round" in editing_text(desk.event, desk.format)
    with pytest.raises(Refused, match="still has board 1: no longer to be paired in round 3"):
        rest_drawn(desk.event, desk.format)
    desk.do(TakeApart((1,)))
    desk.do(rest_drawn(desk.event, desk.format))
    assert desk.event.proposal is not None
    assert "2" not in {id for m in desk.event.proposal.matches for id in m.pair}


def test_whoever_has_the_bye_and_leaves_is_not_published_with_it() -> None:
    desk = hall("dutch", players=11)
    desk.do(Propose.of(next_draw(desk.event, desk.format)))
    assert desk.event.proposal is not None
    desk.do(Withdraw(desk.event.proposal.byes[0].entrant))
    with pytest.raises(Refused, match="is out of round 3"):
        desk.do(PublishRound(3))
    desk.do(StartEditing(3))
    with pytest.raises(Refused, match="still has the bye"):
        desk.do(FinishEditing(3))


def test_late_entries_of_the_session_have_a_board_before_it_ends() -> None:
    desk = hall("kjca", players=10, rounds=0)
    number = begun(desk)
    desk.do(rest_drawn(desk.event, desk.format))
    desk.do(ImportEntrants((Entrant("", "Late One"), Entrant("", "Late Two"))))
    with pytest.raises(Refused, match="Late One, Late Two without a board"):
        desk.do(FinishEditing(number))


def test_a_bye_by_hand_in_a_round_robin_gives_no_opponent_a_point() -> None:
    desk = hall("round_robin", players=8)
    begun(desk)
    desk.do(PairByHand("1"))
    desk.do(rest_drawn(desk.event, desk.format))
    assert desk.event.proposal is not None
    assert [bye.entrant for bye in desk.event.proposal.byes] == ["1"]
    assert len(without_board(desk.event, desk.format)) == 1


def byes_of(desk: MemoryDesk) -> dict[str, Decimal]:
    """The byes that were asked for, in the proposal."""
    assert desk.event.proposal is not None
    return {b.entrant: b.points for b in desk.event.proposal.byes if b.kind == "requested"}
