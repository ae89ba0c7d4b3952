"""Pairing by hand in a session: from any state to any other, with the rest drawn beside it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.actions import (
    AddEntrant,
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
    TurnBoard,
    Withdraw,
)
from engine.actions.editing import all_boards, rest_drawn, to_take_apart, without_board
from engine.entrants import Entrant
from engine.event import Bye, Match
from engine.next_draw import next_draw
from engine.points import HALF, NIL
from engine.proposal import departures
from engine.refusal import Refused, Stale
from engine.results import GameResult
from engine.staleness import changes_since_the_draw
from engine.warnings import NotAgreed
from tests.playing import enter, play, publish
from tests.tui.driver import MemoryDesk
from tui.places.pairings.picture import editing_text

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


def test_a_bye_that_scores_otherwise_since_the_draw_is_published_so() -> None:
    desk = hall("dutch", players=10)
    number = len(desk.event.published) + 1
    desk.do(SetBye("5", number, HALF))
    desk.do(Propose.of(next_draw(desk.event, desk.format)))
    desk.do(SetBye("5", number, NIL))
    assert byes_of(desk) == {"5": NIL}
    desk.do(PublishRound(number))
    assert next(bye.points for bye in desk.event.round(number).byes if bye.entrant == "5") == 0


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


def test_a_session_begins_once_and_only_where_its_round_is_next() -> None:
    desk = hall("dutch")
    number = len(desk.event.published) + 1
    with pytest.raises(Stale, match=f"round {number + 1} is not the next round"):
        desk.do(StartEditing(number + 1))
    begun(desk)
    with pytest.raises(Refused, match="being edited already"):
        desk.do(StartEditing(number))
    desk.do(Discard())
    desk.do(Propose.of(next_draw(desk.event, desk.format)))
    with pytest.raises(Stale, match=f"round {number - 1} is not the proposal"):
        desk.do(StartEditing(number - 1))


def test_no_session_begins_while_results_are_missing_or_nothing_is_left_to_pair() -> None:
    desk = hall("dutch", players=8, rounds=1)
    play(desk, 1, last_open=True)
    with pytest.raises(Refused, match="results are missing in round 2"):
        desk.do(StartEditing(3))
    over = hall("round_robin", players=4, rounds=3)
    with pytest.raises(Refused, match="cannot be paired by hand now"):
        over.do(StartEditing(4))


def test_what_was_made_for_one_round_is_not_taken_for_another() -> None:
    desk = hall("dutch", players=8)
    number = begun(desk)
    rest = rest_drawn(desk.event, desk.format)
    with pytest.raises(Stale, match=f"round {number + 1} is not being edited"):
        desk.do(replace(rest, round=number + 1))
    desk.do(rest)
    with pytest.raises(Stale, match=f"round {number + 1} is not being edited"):
        desk.do(FinishEditing(number + 1))
    with pytest.raises(Refused, match="everybody has a board or a bye; finish the edit"):
        rest_drawn(desk.event, desk.format)


def test_nobody_is_left_to_pair_where_no_session_is_open() -> None:
    desk = hall("dutch")
    assert without_board(desk.event, desk.format) == []
    assert to_take_apart(desk.event) == []


def test_what_a_session_did_is_told_and_found_by_round_board_and_person() -> None:
    desk = hall("dutch", players=7)
    number = begun(desk)
    event = desk.event
    assert StartEditing(number).about(event).round == number
    assert StartEditing(number).describe(event) == "editing by hand begun: pairings of round 3"
    assert set(PairByHand("1", "2").about(event).entrants) == {"1", "2"}
    assert PairByHand("1").describe(event) == "bye by hand: Player 00 (1)"
    desk.do(PairByHand("1", "2"))
    desk.do(PairByHand("3"))
    apart = TakeApart((1,), ("3",))
    assert set(apart.about(desk.event).entrants) >= {"1", "2", "3"}
    assert apart.describe(desk.event) == "taken apart: board 1, bye of Player 02 (3)"
    rest = rest_drawn(desk.event, desk.format)
    assert rest.about(desk.event).round == number
    assert rest.describe(desk.event) == "rest of round 3 drawn: 2 boards"
    assert FinishEditing(number).about(desk.event).round == number


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (lambda m: (m[0], replace(m[1], board=1)), "board number appears twice"),
        (lambda m: (replace(m[0], black=m[0].white), *m[1:]), "paired with himself"),
        (lambda m: (replace(m[0], result=GameResult.WHITE), *m[1:]), "there are results"),
    ],
)
def test_a_draw_that_cannot_be_is_not_taken(
    wrong: Callable[[tuple[Match, ...]], tuple[Match, ...]], why: str
) -> None:
    desk = hall("dutch", players=8)
    drawn = Propose.of(next_draw(desk.event, desk.format))
    with pytest.raises(Refused, match=why):
        desk.do(replace(drawn, matches=wrong(drawn.matches)))
    with pytest.raises(Refused, match="placed twice in this draw"):
        desk.do(replace(drawn, byes=(Bye("1", HALF),)))


def test_no_round_is_drawn_out_of_its_turn() -> None:
    desk = hall("dutch", players=8)
    drawn = Propose.of(next_draw(desk.event, desk.format))
    late = replace(drawn, round=4, drawn_from="")
    with pytest.raises(Refused, match=r"round 4 cannot be drawn now: .*2 published; draw round 3"):
        desk.do(late)
    with pytest.raises(Refused, match="round 4 cannot be drawn now"):
        late.change(desk.event, desk.format)
    over = hall("dutch", players=12, rounds=5)
    with pytest.raises(Refused, match="raise the rounds first"):
        over.do(replace(drawn, round=6, drawn_from=""))
    desk.do(drawn)
    with pytest.raises(Refused, match="round 3 is proposed already"):
        desk.do(drawn)


def test_extra_boards_are_proposed_once_and_published_before_the_next_round() -> None:
    desk = hall("kjca", players=8, rounds=0)
    publish(desk)
    desk.do(AddEntrant(Entrant("", "Late One")))
    desk.do(AddEntrant(Entrant("", "Late Two")))
    extra = Propose.of(next_draw(desk.event, desk.format))
    assert extra.round == 1
    taken = replace(extra, matches=(replace(extra.matches[0], board=1),))
    with pytest.raises(Refused, match="an extra board has the number of another"):
        desk.do(taken)
    desk.do(extra)
    with pytest.raises(Refused, match="extra boards are proposed already"):
        desk.do(extra)
    enter(desk)
    with pytest.raises(Refused, match="extra boards wait to be published"):
        desk.do(Propose(2, ()))


def test_the_board_turned_is_the_one_the_history_names() -> None:
    desk = hall("dutch", players=8)
    desk.do(Propose.of(next_draw(desk.event, desk.format)))
    assert desk.event.proposal is not None
    match = desk.event.proposal.matches[0]
    turn = TurnBoard(1)
    assert set(turn.about(desk.event).entrants) == set(match.pair)
    assert turn.describe(desk.event) == "colours turned on board 1"
    desk.do(turn)
    assert desk.event.proposal.matches[0].pair == match.pair[::-1]
