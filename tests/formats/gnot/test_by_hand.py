"""Boards changed by hand, and teams that come back: who plays in which stage, results decide."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest

from engine.actions import (
    Action,
    CorrectBoard,
    Discard,
    EnterResult,
    Instruct,
    PublishRound,
    ReEnter,
    Release,
    SwapPlaces,
    Withdraw,
)
from engine.by_hand import weighed
from engine.event import Instruction
from engine.instead import instead
from engine.refusal import Refused
from formats.gnot.repechage import all_drop_ins
from formats.gnot.swiss import repechage
from tests.formats.gnot.audit import teams
from tests.formats.gnot.evenings import Evenings, by_chance, choosing_by_chance
from tests.formats.gnot.test_withdrawals import by_seeds


@pytest.fixture
def third_evening() -> Evenings:
    """20 teams; all that begins in session 3.1 is drawn and not published."""
    evenings = Evenings(20)
    evenings.play_until(5, by_seeds)
    while evenings.step.name == "choose":
        evenings.choose()
    evenings.propose()
    return evenings


def test_nobody_plays_in_a_stage_that_its_results_did_not_send_it_to(
    third_evening: Evenings,
) -> None:
    sko = third_evening.stage(5, "sko")[0].black
    swiss = third_evening.stage(5, "swiss")[0].white
    third_evening.do(SwapPlaces(sko, swiss))
    with pytest.raises(Refused, match=rf"T{swiss} is not in SKO round 3"):
        third_evening.do(PublishRound(5, insist=True))
    third_evening.do(SwapPlaces(sko, swiss))
    third_evening.publish()


def test_what_no_insisting_publishes_is_refused_before_anybody_is_asked_to_insist(
    third_evening: Evenings,
) -> None:
    sko = third_evening.stage(5, "sko")[0].black
    swiss = third_evening.stage(5, "swiss")[0].white
    third_evening.do(SwapPlaces(sko, swiss))
    with pytest.raises(Refused) as refused:
        third_evening.do(PublishRound(5))
    assert "swap it back" in refused.value.remedy


def test_a_repeat_made_by_hand_is_named_on_its_own_table_alone(third_evening: Evenings) -> None:
    """Two exchange their opponents, and only one of the new matches has been played before."""
    evenings, before = third_evening, third_evening.event.published
    met = {frozenset(m.pair) for r in before for m in r.matches if m.stage != "swiss"}
    stage = evenings.stage(5, "sko")
    exchanged = ((one, other) for one in stage for other in stage if one.board < other.board)
    one, other = next(
        (one, other)
        for one, other in exchanged
        if ({one.white, other.black} in met) != ({other.white, one.black} in met)
    )
    evenings.do(SwapPlaces(one.black, other.black))
    made = evenings.event.proposal
    assert made is not None
    again = {m.board for m in made.matches if frozenset(m.pair) in met}
    found = weighed(evenings.event, evenings.format, made)
    assert {mark.board for mark in found.marks if mark.rule == "repeats"} == again
    assert {mark.board for mark in found.marks if mark.rule == "drawn"} == {one.board, other.board}


def test_why_not_names_no_lock_that_nobody_has_set(third_evening: Evenings) -> None:
    event = third_evening.event
    made = event.proposal
    assert made is not None
    sko = third_evening.stage(5, "sko")[0]
    swiss = third_evening.stage(5, "swiss")[0].white
    found = instead(event, third_evening.format, made, sko, swiss)
    assert all("cannot meet in session 3.1" in one.reason for one in found)
    assert not any("lock" in one.reason for one in found)


def test_a_correction_leaves_teams_in_their_stage(third_evening: Evenings) -> None:
    third_evening.publish()
    board = third_evening.stage(5, "swiss")[0]
    stranger = third_evening.stage(5, "sko")[0].black
    with pytest.raises(Refused, match="cannot have played in Swiss 3"):
        third_evening.do(CorrectBoard(5, board.board, stranger, board.black, insist=True))
    # within the Swiss two teams may have sat at the wrong tables
    other = third_evening.stage(5, "swiss")[1]
    third_evening.do(CorrectBoard(5, board.board, other.white, board.black, insist=True))
    assert third_evening.half(5).match(other.board).white == board.white
    while third_evening.play_on(by_seeds) != "finished":
        pass


def test_a_knockout_match_that_was_drawn_on_keeps_its_teams(third_evening: Evenings) -> None:
    third_evening.publish()
    one, other = third_evening.stage(4, "sko")[:2]
    with pytest.raises(Refused, match=rf"table {one.board} of session 2.2 keeps its teams"):
        third_evening.do(CorrectBoard(4, one.board, other.white, one.black, insist=True))
    third_evening.do(CorrectBoard(4, one.board, one.black, one.white))
    assert third_evening.half(4).match(one.board).pair == (one.black, one.white)


def test_who_comes_back_plays_the_swiss_on_the_score_of_its_drop_in(
    third_evening: Evenings,
) -> None:
    gone = next(d.team for d in all_drop_ins(third_evening.event) if d.entering_round == 3)
    third_evening.do(Discard())
    third_evening.do(Withdraw(gone))
    third_evening.publish()
    assert gone not in teams(third_evening.stage(5, "swiss"))
    third_evening.play_until(6, by_seeds)
    third_evening.do(ReEnter(gone))
    third_evening.play_until(7, by_seeds)
    assert gone in teams(third_evening.stage(6, "swiss"))
    swiss = repechage(third_evening.event)
    assert swiss.score(gone, 4) == swiss.drop_in(3).points + swiss.played_points(gone, 4)
    while third_evening.play_on(by_seeds) != "finished":
        pass
    ranked = third_evening.format.standings(third_evening.event)[0].rows
    assert sorted(int(row.id) for row in ranked) == list(range(1, 21))


def deed(evenings: Evenings, chance: Random) -> Action | None:
    """Something that an arbiter may do at any moment, sensible or not."""
    event = evenings.event
    one, other = chance.sample([e.id for e in event.entrants], 2)
    number = len(event.published) + 1
    here = sum(not e.withdrawn for e in event.entrants)
    boards = [(r, m) for r in event.published for m in r.matches]
    round, match = chance.choice(boards) if boards else (None, None)
    able: list[Action | None] = [
        Withdraw(one) if event.published and here > 8 else None,
        ReEnter(one),
        Instruct(Instruction(chance.choice(("lock", "bar")), one, other, number)),
        SwapPlaces(one, other),
        Discard(choices=chance.random() < 0.5),
    ]
    if round is not None and match is not None:
        seats = chance.choice((match.pair[::-1], (one, match.black), (one, other)))
        was = match.result.text if match.result else None
        given = chance.choice(("-", "-/-", "61-12", "12-61"))
        able.append(CorrectBoard(round.number, match.board, *seats, match.pair, insist=True))
        able.append(EnterResult(match.board, given, was, round.number, replace=True, insist=True))
    return chance.choice(able)


def played_with_deeds(size: int, seed: int) -> Evenings:
    chance = Random(f"deeds/{size}/{seed}")
    evenings, left = Evenings(size, seed), 40
    say, choose = by_chance(chance, 0.1), choosing_by_chance(chance)
    for _ in range(900):
        if left and chance.random() < 0.4 and (done := deed(evenings, chance)):
            left -= 1
            with suppress(Refused):
                evenings.do(done)
        try:
            if evenings.step.name == "draw":
                evenings.propose()
            elif evenings.step.name == "publish":
                evenings.do(PublishRound(evenings.step.round, insist=True))
            elif evenings.play_on(say, choose) == "finished":
                return evenings
        except Refused:
            # a lock that cannot be, or a draw that something has changed since
            if evenings.event.proposal is not None:
                evenings.do(Discard())
            for order in evenings.event.instructions:
                evenings.do(Release(order.kind, order.a, order.b))
    raise AssertionError(f"no end: {evenings.step}")


def check_deeds(size: int, seed: int) -> None:
    event = played_with_deeds(size, seed).event
    assert len(event.published) == 10
    for round in event.published:
        single = [t for m in round.matches if m.group != "Triangle" for t in m.pair]
        three = {t for m in round.matches if m.group == "Triangle" for t in m.pair}
        placed = [*single, *three, *(bye.entrant for bye in round.byes)]
        assert len(placed) == len(set(placed)), round.number


@pytest.mark.parametrize("size", [16, 19, 27])
def test_whatever_the_arbiter_does_nobody_has_two_boards_and_the_event_ends(size: int) -> None:
    check_deeds(size, 1)


@pytest.mark.slow
@pytest.mark.parametrize("size", range(16, 33))
def test_the_same_twenty_times(size: int) -> None:
    for seed in range(2, 22):
        check_deeds(size, seed)
