"""Who did not come is asked about before the next draw, and is not a bye by request."""

from __future__ import annotations

import pytest

from engine.actions import AbsentOut, CheckIn, EnterResult, ReEnter, RollCall, SetBye, Withdraw
from engine.actions.base import applied
from engine.byes import Absence, absences, left_out, round_size
from engine.event import Bye, Match
from engine.points import HALF, NIL, ONE, Points
from engine.refusal import Refused
from formats.registry import format_named
from tests.formats.test_start_numbers import begun, next_round

DUTCH = format_named("dutch")


def told(event: object) -> dict[str, str]:
    return {one.entrant: one.why for one in absences(event, DUTCH)}  # type: ignore[arg-type]


def test_who_lost_by_forfeit_needs_a_word_before_the_next_draw() -> None:
    event = begun(DUTCH, rounds=4)
    board = event.round(1).matches[0]
    assert told(event) == {}
    event = applied(EnterResult(1, "+/-"), event, DUTCH)
    assert told(event) == {board.black: "forfeit"}
    event = applied(EnterResult(2, "-/-"), event, DUTCH)
    both = event.round(1).match(2).pair
    assert told(event) == dict.fromkeys([board.black, *both], "forfeit")
    for action in (
        RollCall(2, out=(board.black,)),
        RollCall(2, back=(board.black,)),
        Withdraw(board.black),
        SetBye(board.black, 2, HALF),
    ):
        assert board.black not in told(applied(action, event, DUTCH))


def test_back_is_said_for_one_round_only() -> None:
    event = begun(DUTCH, rounds=4)
    absent = event.round(1).matches[0].black
    event = applied(EnterResult(1, "+/-"), event, DUTCH)
    event = applied(RollCall(2, back=(absent,)), event, DUTCH)
    for match in event.round(1).matches[1:]:
        event = applied(EnterResult(match.board, "1-0"), event, DUTCH)
    event = next_round(event, DUTCH)
    match = next(m for m in event.round(2).matches if absent in m.pair)
    again = "-/+" if match.white == absent else "+/-"
    event = applied(EnterResult(match.board, again), event, DUTCH)
    assert told(event) == {absent: "forfeit"}


def test_who_was_left_out_since_he_did_not_come_needs_a_word_before_every_draw() -> None:
    event = begun(DUTCH, rounds=4)
    board, other = event.round(1).matches[:2]
    event = applied(EnterResult(1, "+/-"), event, DUTCH)
    for match in event.round(1).matches[1:]:
        event = applied(EnterResult(match.board, "1-0"), event, DUTCH)
    event = applied(RollCall(2, out=(board.black,)), event, DUTCH)
    event = applied(SetBye(other.black, 2, NIL), event, DUTCH)
    event = next_round(event, DUTCH)
    (absence,) = absences(event, DUTCH)  # who asked for his bye has given his word himself
    assert absence == Absence(board.black, "forfeit", 1)
    for match in event.round(2).matches:
        event = applied(EnterResult(match.board, "1-0"), event, DUTCH)
    again = next_round(applied(RollCall(3, out=(board.black,)), event, DUTCH), DUTCH)
    assert told(again) == {board.black: "forfeit"}
    back = next_round(applied(RollCall(3, back=(board.black,)), event, DUTCH), DUTCH)
    assert told(back) == {}


def test_who_is_not_checked_in_is_named_once_anybody_is() -> None:
    event = begun(DUTCH, rounds=4)
    here = tuple(e.id for e in event.entrants[:10])
    event = applied(CheckIn(here), event, DUTCH)
    missing = [e.id for e in event.entrants[10:]]
    assert told(event) == dict.fromkeys(missing, "not-checked-in")
    assert told(applied(AbsentOut(2), event, DUTCH)) == {}
    event = applied(RollCall(2, out=(missing[0],), back=(missing[1],)), event, DUTCH)
    assert told(event) == {}
    bye = event.entrant(missing[0]).bye_in(2)
    assert bye is not None
    assert bye.absent
    event = applied(Withdraw(missing[1]), event, DUTCH)
    assert told(applied(ReEnter(missing[1]), event, DUTCH)) == {}


def test_a_word_on_a_round_that_is_published_is_refused() -> None:
    event = begun(DUTCH, rounds=4)
    with pytest.raises(Refused, match="round 1 is published"):
        applied(RollCall(1, out=("1",)), event, DUTCH)


def test_absent_players_are_no_byes_in_what_is_summed_up() -> None:
    boards = [Match(n, "1", "2") for n in range(97)]
    byes = [Bye("9"), *(Bye(str(n), kind="absent") for n in range(10, 15))]
    assert round_size(boards, byes) == "97 boards, 1 bye, 5 absent"
    assert round_size(boards[:1], [Bye("9", HALF, "requested")]) == "1 board, 1 bye asked for"
    assert round_size(boards[:1], [Bye("9", NIL, "requested")]) == "1 board, 1 absent"
    walked = Bye("9", left="3")
    assert round_size(boards[:5], [walked], "table") == "5 tables, 1 walkover"
    assert left_out([]) == []


@pytest.mark.parametrize(
    ("points", "told"),
    [(ONE, "bye, 1 point, in round 1"), (HALF, "bye, ½ point, in round 1"),
     (NIL, "absent, no points, in round 1")],
)  # fmt: skip
def test_a_bye_is_told_with_its_points(points: Points, told: str) -> None:
    event = begun(format_named("dutch"))
    assert SetBye("2", 1, points).describe(event).endswith(told)


def test_nobody_is_left_out_after_the_last_round_and_no_round_is_asked_for() -> None:
    event = begun(DUTCH, rounds=1)
    event = applied(CheckIn((event.entrants[0].id,), True), event, DUTCH)
    with pytest.raises(Refused) as refused:
        applied(AbsentOut(2), event, DUTCH)
    assert str(refused.value) == "round 2 does not exist: the event has 1 round, all drawn"
