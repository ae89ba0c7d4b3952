"""A score typed out as it stands on the slip, `1-0`, where one key is a whole result: it gives one
result or none, never those of three boards."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.actions import EnterResult
from engine.protocol import bracket_of
from tests.tui.cups import cup
from tests.tui.driver import Driver, MemoryDesk
from tests.tui.several import CongressDriver
from tui.congress.results import CONGRESS_RESULTS
from tui.places.bracket.keys import BRACKET
from tui.places.results import RESULTS


def typed(place: Driver, score: str) -> None:  # type: ignore[type-arg]
    place.enter(*("enter" if key == "\r" else key for key in score))


@pytest.mark.parametrize(
    ("keys", "results"),
    [
        ("1-0\r", ["1-0"]),
        ("1-00-11-0", ["1-0", "0-1", "1-0"]),
        ("1-0\r0-1\r1-0\r", ["1-0", "0-1", "1-0"]),
        ("1-0\r1/2-1/2\r½-½\r0-1\r", ["1-0", "1/2-1/2", "1/2-1/2", "0-1"]),
        ("1/2-1/21-0½-½0-1", ["1/2-1/2", "1-0", "1/2-1/2", "0-1"]),
        ("1/2\r½\r½-0\r1", ["1/2-1/2", "1/2-1/2", "1/2-0", "1-0"]),
        ("1-1\r", ["1-0"]),
        ("1½-½\r", ["1-0"]),
        ("1½-½\r0", ["1-0", "0-1"]),
        ("1½y-½0", ["1-0", "1/2-1/2", "0-1"]),
        ("2-1\r", []),
    ],
)
def test_a_score_typed_out_is_one_result_of_its_board(keys: str, results: list[str]) -> None:
    place = Driver(RESULTS, MemoryDesk.playing(8))
    typed(place, keys)
    assert place.results() == [*results, *[None] * (4 - len(results))]


def test_slips_entered_by_one_key_each_are_not_asked_about() -> None:
    place = Driver(RESULTS, MemoryDesk.playing(14))
    typed(place, "110=5+*")
    assert not place.question
    assert place.results() == ["1-0", "1-0", "0-1", "1/2-1/2", "1/2-1/2", "+/-", "-/-"]


@pytest.mark.parametrize("before", ["down", "up", "=", "u"])
def test_a_sign_that_no_score_can_have_is_a_walkover_at_once(before: str) -> None:
    place = Driver(RESULTS, MemoryDesk.playing(8))
    place.enter("1", before, "-")
    assert not place.question
    assert "-/+" in place.results()


def test_a_walkover_behind_a_result_is_asked_about_and_entered_by_yes() -> None:
    place = Driver(RESULTS, MemoryDesk.playing(8))
    place.enter("1", "-")
    assert place.question.startswith("Board 2: Black wins by forfeit?")
    assert "Board 1 is 1-0. If - belongs to it, 0 or enter goes on." in place.question
    place.enter("y", "-", "0")
    assert place.results() == ["1-0", "-/+", "-/+", "0-1"]


def test_the_score_of_a_match_typed_out_gives_no_walkover_unasked() -> None:
    """`2.5-1.5`: its 5 is a draw as on keypads, and its `-` would be a walkover on board 2."""
    place = Driver(RESULTS, MemoryDesk.playing(8))
    place.enter("2", ".", "5", "-")
    assert place.question.startswith("Board 2: Black wins by forfeit?")
    place.enter("enter")
    assert place.results() == ["1/2-1/2", None, None, None]


def test_a_slash_behind_a_one_takes_its_win_back_and_goes_on_at_its_board() -> None:
    place = Driver(RESULTS, MemoryDesk.playing(8))
    place.enter("down", "1", "/")
    assert place.results() == [None] * 4
    assert place.state.selected == 2
    assert place.state.prompt is not None
    assert place.state.prompt.text == "1/"
    place.enter("escape")
    assert "board 2 has no result: the 1-0 of that 1 is taken back" in place.message
    place.enter("0")
    assert place.results() == [None, "0-1", None, None]


def test_a_half_behind_a_one_is_asked_about_and_its_one_can_be_taken_back() -> None:
    """`1½-½` is the score of a match of two games; here it would be the results of two boards."""
    place = Driver(RESULTS, MemoryDesk.playing(8))
    typed(place, "1½")
    assert place.question.startswith("Board 2: does ½ begin its result?")
    assert "Board 1 is 1-0: one key is a whole result." in place.question
    typed(place, "-½\r")
    assert "board 1 is 1-0 still: u takes it back" in place.message
    place.enter("down", "½")
    assert not place.question


def test_what_a_one_replaced_stands_again_while_a_half_is_typed() -> None:
    place = Driver(RESULTS, MemoryDesk.playing(8))
    place.enter("0", "up", "1", "/")
    assert place.results()[0] == "0-1"
    place.enter("escape")
    assert "board 1 is 0-1 as before" in place.message
    place.enter("1", "/", *"2-1/2")
    assert place.results() == ["1/2-1/2", None, None, None]


def test_a_half_typed_out_where_only_missing_boards_are_listed() -> None:
    place = Driver(RESULTS, MemoryDesk.playing(8))
    place.enter("m", "down", *"1/2-1/2", *"1-0")
    assert place.results() == [None, "1/2-1/2", "1-0", None]


@pytest.mark.parametrize("between", ["up", "=", "u", "m", "K", "paste", "click", "elsewhere"])
def test_a_slash_takes_nothing_back_but_the_result_of_the_key_before_it(between: str) -> None:
    place = Driver(RESULTS, MemoryDesk.playing(8))
    place.enter("1")
    if between == "paste":
        place.paste("0")
        place.acknowledge()
    elif between == "click":
        place.state = RESULTS.on_select(place.view, place.state, 3).state
    elif between == "elsewhere":
        place.other_desk(EnterResult(1, "1/2-1/2", "1-0", 1, True))
    else:
        place.enter(between)
    before = place.results()
    place.enter("/")
    assert place.state.prompt is None
    assert place.results() == before


def test_in_the_second_scheme_the_keys_named_are_its_own() -> None:
    desk = MemoryDesk.playing(8)
    desk.second_scheme = True
    place = Driver(RESULTS, desk)
    typed(place, "1-")
    assert "0 or enter goes on" in place.question
    typed(place, "0")
    assert not place.question
    typed(place, "3-")
    assert "1 is 1-0, 3 is 0-1, 2 is ½-½" in " ".join(place.question.split())
    typed(place, "y")
    assert place.results() == ["1-0", "0-1", "-/+", None]


@pytest.mark.parametrize(
    ("keys", "entered"),
    [
        ("1-0\r", ["1-0"]),
        ("0-1\r1-0\r", ["0-1"]),
        ("0-1\r1y", ["0-1", "1-0"]),
        ("1-y", ["1-0", "-/+"]),
    ],
)
def test_a_score_typed_out_is_one_result_of_the_bracket(
    tmp_path: Path, keys: str, entered: list[str]
) -> None:
    store = cup(tmp_path, 8, 1)
    place = Driver(BRACKET, MemoryDesk(store.event, store.format))
    typed(place, keys)
    filled = bracket_of(place.desk.format, place.desk.event)
    assert filled is not None
    shown = [filled.fixtures[f"R1.{n}"].result for n in range(1, 5)]
    assert [one.text for one in shown if one is not None] == entered


def test_in_the_bracket_a_slip_whose_white_is_below_gives_the_win_to_nobody_unasked(
    tmp_path: Path,
) -> None:
    """`1` is the upper side, and on the slip it is White: who of them has won is asked."""
    store = cup(tmp_path, 8, 1)
    place = Driver(BRACKET, MemoryDesk(store.event, store.format))
    white = {n: store.event.entrant(store.event.round(1).match(n).white).name for n in (1, 2)}
    black = store.event.entrant(store.event.round(1).match(2).black).name
    place.enter("down")
    for key, slip, wins in (("1", "0-1", black), ("0", "1-0", white[2])):
        place.enter(key)
        assert place.question == f"{wins} wins ({slip} on the slip: White is below)?"
        typed(place, "-0\r")
        assert not place.question
        assert store.event.round(1).match(2) == place.desk.event.round(1).match(2)
    help = {one.id: one.help for one in BRACKET.extra_help(place.view, place.state)}
    assert help["result.white"] == "result 0-1 (White is below)"
    assert help["result.black-forfeit"] == "result + -  forfeit (White is below)"
    place.enter("up", "1", "-")
    told = " ".join(place.question.split())
    assert told.startswith(
        f"Board 2: {white[2]} wins by forfeit (+ - on the slip: White is below)? One key is a "
        f"whole result: the 1 before it is board 1, {white[1]} wins (1-0 on the slip). If -"
    )
    place.enter("n", "up", "1", "-")
    assert "a whole result. If -" in " ".join(place.question.split()), "1 entered nothing here"


def test_of_a_congress_the_board_of_a_slip_is_no_half_of_a_score() -> None:
    place = CongressDriver(CONGRESS_RESULTS, {"a": MemoryDesk.playing(8)})
    typed(place, "1-0\r")
    assert place.desks["a"].event.round(1).match(1).result is not None
    assert all(place.desks["a"].event.round(1).match(n).result is None for n in (2, 3, 4))
    typed(place, "b2-")
    assert not place.question
    result = place.desks["a"].event.round(1).match(2).result
    assert result is not None
    assert result.text == "-/+"
