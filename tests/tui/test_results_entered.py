"""Results as a state and what keys make of it: asserted on the event, without a terminal."""

from __future__ import annotations

import pytest

from engine.actions import ChangeSettings, EnterResult, Propose, Withdraw
from engine.next_draw import next_draw
from engine.results import ResultForm, parse_game
from tests.playing import enter
from tests.tui.driver import Driver, MemoryDesk
from tui.places.results import RESULTS
from tui.places.results.picture import last_text
from tui.places.results.state import ResultsState


def results_of(players: int = 8, published: int = 1) -> Driver[ResultsState]:
    return Driver(RESULTS, MemoryDesk.playing(players, published))


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("1", "1-0"),
        ("0", "0-1"),
        ("=", "1/2-1/2"),
        ("5", "1/2-1/2"),
        ("+", "+/-"),
        ("-", "-/+"),
        ("*", "-/-"),
        ("a", "?"),
    ],
)
def test_each_key_of_the_default_scheme(key: str, text: str) -> None:
    place = results_of()
    place.enter(key)
    assert place.results() == [text, None, None, None]
    assert place.state.selected == 2


@pytest.mark.parametrize("key", [".", ","])
def test_clear_takes_the_result_off_and_stays(key: str) -> None:
    place = results_of()
    place.enter("1", "up", key)
    assert place.results() == [None] * 4
    assert place.state.selected == 1
    place.enter("0")
    assert place.results()[0] == "0-1"


def test_a_typing_error_in_the_round_in_play_is_overtyped_without_a_question() -> None:
    place = results_of()
    place.enter("1", "1", "up", "up", "0")
    assert place.results()[:2] == ["0-1", "1-0"]
    assert not place.question
    assert "board 1: 1-0 became 0-1" in place.message


def test_a_correction_under_a_proposal_says_what_becomes_of_it_before_and_after() -> None:
    place = results_of()
    place.enter("1", "1", "1", "1")
    place.desk.do(Propose.of(next_draw(place.desk.event, place.desk.format)))
    place.enter("home", "0")
    told = "The proposal of round 2 will be out of date: r in Pairings (F2) draws it again."
    assert told in place.question
    place.enter("y")
    assert place.results()[0] == "0-1"
    assert "1-0 became 0-1" in place.message
    assert told.replace("will be", "is") in place.message


@pytest.mark.parametrize("key", ["7", "z", "space", "/", "%", "é"])
def test_a_wrong_key_changes_nothing_and_says_so(key: str) -> None:
    place = results_of()
    revision = place.desk.event.revision
    place.enter(key)
    assert place.desk.event.revision == revision
    assert place.state.selected == 1
    assert place.state.message is not None
    assert place.state.message.kind == "bad"


def test_the_next_open_board_is_selected_over_those_that_are_in() -> None:
    place = results_of()
    place.other_desk(EnterResult(2, "1-0"))
    place.enter("1")
    assert place.state.selected == 3
    place.enter("down", "1")
    assert place.state.selected == 3, "back to the one that was passed over"


def test_what_is_typed_ahead_of_the_disk_waits_and_is_shown_as_waiting() -> None:
    place = results_of()
    place.type("1", "0", "=")
    assert place.results() == [None] * 4
    assert place.state.selected == 4, "the next open board counts what was typed"
    assert [line.endswith(" …") for line in place.lines] == [True, True, True, False]
    assert " 0/4 " in place.shown.status.text
    place.acknowledge(1)
    assert place.results() == ["1-0", None, None, None]
    assert " 1/4 " in place.shown.status.text
    place.acknowledge()
    assert place.results() == ["1-0", "0-1", "1/2-1/2", None]
    assert not any(line.endswith(" …") for line in place.lines)


def test_a_result_typed_anew_stays_in_sight_while_the_first_one_is_saved() -> None:
    place = results_of()
    place.type("1", "up", "0")
    place.acknowledge(1)
    assert place.results()[0] == "1-0"
    assert place.lines[0].endswith("0-1 …"), "never back to what was typed before it"
    place.acknowledge()
    assert place.results()[0] == "0-1"
    assert place.lines[0].endswith("0-1")


def test_a_result_that_cannot_be_saved_is_marked_and_stops_what_follows() -> None:
    place = results_of()
    place.desk.full = "the disk is full"
    place.type("1", "0")
    place.acknowledge()
    assert place.results() == [None] * 4
    assert ["NOT SAVED" in line for line in place.lines] == [True, True, False, False]
    assert place.message == "NOT SAVED: board 1 (and 1 more): the disk is full"
    assert place.state.selected == 1
    assert place.kind.unsaved(place.view, place.state) == {(1, 1): "1-0", (1, 2): "0-1"}
    place.desk.full = ""
    place.enter("1", "0")
    assert place.results()[:2] == ["1-0", "0-1"]
    assert not any("NOT SAVED" in line for line in place.lines)


def test_an_undo_waits_for_what_was_typed_before_and_goes_to_its_board() -> None:
    place = results_of()
    place.type("1", "0", "u")
    place.acknowledge()
    assert place.results() == ["1-0", None, None, None]
    assert place.state.selected == 2


def test_going_to_a_board_by_number_and_to_a_name_without_its_accents() -> None:
    place = results_of(16)
    place.enter("g", "7", "enter", "1")
    assert place.results()[6] == "1-0"
    place.enter("g", *"rez", "enter", "0")
    assert place.results()[2] == "0-1", "Řezníkova sits on board 3"
    place.enter("g", *"jk", "enter")
    assert place.state.prompt is not None
    assert place.state.prompt.label.startswith("nobody here is called jk; esc, or go to")
    place.enter("escape", "g", "5", "escape")
    assert place.state.prompt is None


def test_a_result_behind_a_number_that_is_no_board_is_none() -> None:
    place = results_of(16)
    place.enter("g", "9", "9", "enter", "1", "g", "3", "enter", "0")
    assert place.results() == [None] * 8
    assert place.state.prompt is not None
    assert place.state.prompt.label.startswith("nobody here is called 991g3; esc, or go to")
    place.enter("escape", "g", "3", "enter", "0")
    assert place.results()[2] == "0-1"


@pytest.mark.parametrize("name", ["  rez ", "hugh cel", "Celikkan, H", "çelik hugh "])
def test_a_name_is_gone_to_by_its_words_in_any_order(name: str) -> None:
    place = results_of(16)
    place.enter("end", "g", *name, "enter")
    wanted = "Řezníkova" if "rez" in name else "Çelikkan"
    assert isinstance(place.state.selected, int)
    pair = place.desk.event.round(1).match(place.state.selected).pair
    assert any(wanted in place.desk.event.entrant(id).name for id in pair)


def test_a_jump_that_is_dropped_or_finds_nobody_leaves_the_board_selected() -> None:
    place = results_of(16)
    place.enter("1", "m", "g", *"rez")
    assert place.state.selected == 3
    place.enter("escape")
    assert place.state.selected == 2
    assert "MISSING ONLY" in place.shown.status.text
    place.enter("g", *"rezx", "enter")
    assert place.state.prompt is not None
    assert place.state.selected == 2
    place.enter("escape", "0")
    assert place.results()[:3] == ["1-0", "0-1", None]


def test_n_finds_the_next_player_of_that_name_and_it_is_said_how_many_there_are() -> None:
    place = results_of(12)
    place.enter("g", *"hugh", "enter")
    first = place.state.selected
    event = place.desk.event
    pairs = [match.pair for match in event.round(1).matches]
    count = sum(any("Hugh" in event.entrant(id).name for id in pair) for pair in pairs)
    assert count > 1
    assert place.message == f"1 of {count}; n next"
    place.enter("n")
    assert first is not None
    assert place.state.selected not in (None, first)
    assert place.message == f"2 of {count}; n next"
    place.enter("g", *"rez", "enter")
    assert place.message == "", "one alone needs no count"


def test_missing_only_lists_open_boards_and_reaching_for_another_shows_all() -> None:
    place = results_of()
    place.other_desk(EnterResult(2, "1-0"))
    place.enter("m")
    assert [line.key for line in place.shown.body] == [1, 3, 4]
    place.enter("1")
    assert [line.key for line in place.shown.body] == [3, 4]
    place.enter("g", "2", "enter")
    assert place.state.selected == 2
    assert len(place.shown.body) == 4


def test_a_paste_stops_at_the_first_thing_that_is_no_result_and_overwrites_nothing() -> None:
    place = results_of()
    place.paste("1\n0\n\x1b[31m1")
    place.acknowledge()
    assert place.results() == ["1-0", "0-1", None, None]
    assert "2 results were taken" in place.message
    assert "\x1b" not in place.message
    place.paste("1111000")
    assert "no open board left" in place.message
    place.acknowledge()
    assert place.results() == ["1-0", "0-1", "1-0", "1-0"]


def test_a_paste_that_stops_behind_the_first_result_says_that_one_was_taken() -> None:
    place = results_of()
    place.paste("1\nk")
    place.acknowledge()
    assert place.results() == ["1-0", None, None, None]
    assert place.message == "paste stopped: k is not a result; 1 result was taken"


@pytest.mark.parametrize("text", ["1-0\n½-½\n0-1", "1-0 1/2-1/2 0-1", "1-0\n=\n0"])
def test_a_pasted_score_written_out_is_one_result(text: str) -> None:
    place = results_of()
    place.paste(text)
    place.acknowledge()
    assert place.results() == ["1-0", "1/2-1/2", "0-1", None]


@pytest.mark.parametrize(
    ("text", "stopped"), [("10 1-0\n11 0-1", "10 is not"), ("1-1\n0-1", "1-1 is not")]
)
def test_what_is_pasted_beside_scores_is_not_taken_key_by_key(text: str, stopped: str) -> None:
    place = results_of()
    place.paste(text)
    place.acknowledge()
    assert place.results() == [None] * 4
    assert place.message == f"paste stopped: {stopped} a result; 0 results were taken"


def test_a_row_of_keys_with_a_forfeit_in_it_is_no_score() -> None:
    place = results_of()
    place.paste("=+-1")
    place.acknowledge()
    assert place.results() == ["1/2-1/2", "+/-", "-/+", "1-0"]


def test_a_huge_paste_is_refused() -> None:
    place = results_of()
    place.paste("1" * 1_000_000)
    assert place.queue == []
    assert "too many" in place.message


def test_what_is_missing_can_be_adjourned_after_a_question() -> None:
    place = results_of()
    place.enter("1", "A")
    assert "3 boards of round 1 have no result: 2, 3, 4" in place.question
    place.enter("enter")
    assert place.results() == ["1-0", None, None, None], "Enter says no"
    place.enter("A", "y")
    assert place.results() == ["1-0", "?", "?", "?"]


def test_a_board_that_an_earlier_round_has_open_again_is_asked_about_where_nothing_else_is() -> (
    None
):
    desk = MemoryDesk.playing(8, 2, "dutch")
    enter(desk)
    desk.do(EnterResult(2, "-", "1-0", 1, replace=True, insist=True))
    place = Driver(RESULTS, desk)
    place.enter("A")
    assert "1 board of round 1 has no result: 2" in place.question
    place.enter("y")
    assert place.results(1) == ["1-0", "?", "1-0", "1-0"]
    assert desk.format.next_step(desk.event).name == "draw"


def test_a_question_takes_the_key_typed_behind_the_one_that_asks() -> None:
    place = results_of()
    place.enter("1")
    place.type("A", "1", "y")
    place.acknowledge()
    assert place.results() == ["1-0", "?", "?", "?"], "1 was no answer, and no result"


def test_with_every_board_in_another_result_is_asked_about() -> None:
    place = results_of()
    place.enter(*"1111", "up", "0")
    assert place.results()[2] == "1-0"
    assert "Every board of this round has its result" in place.question
    place.enter("y")
    assert place.results()[2] == "0-1"


def test_the_last_result_says_that_all_are_in() -> None:
    place = results_of()
    place.enter(*"111")
    assert "are in" not in place.message
    place.enter("1")
    assert "all results of round 1 are in" in place.message


def test_whoever_forfeits_can_be_withdrawn() -> None:
    place = results_of()
    place.enter("1", "up", "+")
    black = place.desk.event.round(1).match(1).black
    name = place.desk.event.entrant(black).name
    assert place.state.selected == 2, "nothing was asked, and the next board is selected"
    assert f"x withdraws {name}" in place.message
    place.enter("x")
    assert f"Withdraw {name} ({black}) from round 2 on?" in place.question
    place.enter("y")
    assert [e.id for e in place.desk.event.entrants if e.withdrawn] == [black]


def test_whoever_leaves_in_the_last_round_leaves_after_it() -> None:
    place = results_of()
    place.desk.do(ChangeSettings({"rounds": 1}))
    place.enter("1", "up", "+", "x")
    assert "after round 1?" in place.question
    told = Withdraw("2").describe(place.desk.event)
    assert told.startswith("withdrawn after round 1: ")


def test_a_result_that_is_a_line_opens_the_entry_line_with_its_first_digit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    form = ResultForm("line", parse_game, (), "1-0")
    monkeypatch.setattr("tests.tui.small.Small.result_form", lambda self, match: form)
    place = results_of()
    place.enter(*"0-1", "enter", *"1-0", "enter", "9", "enter")
    assert place.results() == ["0-1", "1-0", None, None]
    assert "unknown result '9'" in place.message
    assert place.state.selected == 3
    assert place.state.prompt is not None, "the line stays open"


def test_the_second_scheme_of_keys() -> None:
    place = results_of()
    place.enter("K")
    place.enter("1", "2", "3")
    assert place.results() == ["1-0", "1/2-1/2", "0-1", None]
    place.enter("up", "0")
    assert place.results()[2] is None


@pytest.mark.parametrize("keys", [("N",), ("g", "enter")])
def test_the_next_missing_board_is_a_key_away(keys: tuple[str, ...]) -> None:
    place = results_of(16)
    for board in (1, 2, 4, 5):
        place.other_desk(EnterResult(board, "1-0"))
    place.enter("g", "3", "enter")
    reached = []
    for _ in range(4):
        place.enter(*keys)
        reached.append(place.state.selected)
    assert reached == [6, 7, 8, 3], "over those that are in, and round to the first"
    place.enter("0", *keys)
    assert place.state.selected == 7, "the result went on to 6 by itself"


def test_with_one_board_left_there_is_no_next_missing() -> None:
    place = results_of()
    place.enter(*"111N")
    assert place.state.selected == 4
    assert "no other result is missing" in place.message


@pytest.mark.parametrize(("second", "key", "meant"), [(False, "end", "1"), (True, "pagedown", "3")])
def test_a_keypad_without_numlock_is_told_in_words(second: bool, key: str, meant: str) -> None:
    place = results_of(16)
    place.desk.second_scheme = second
    for pressed in ("insert", "delete", "kp_begin"):
        place.enter(pressed)
        assert "NumLock is off: the keypad sends no digits" in place.message
    place.enter(key)
    assert f"if {meant} was meant, NumLock is off" in place.message
    assert place.results() == [None] * 8


# Other desks


@pytest.mark.parametrize("heard", [False, True])
@pytest.mark.parametrize("key", ["enter", "escape", "n"])
def test_a_board_set_at_another_desk_is_asked_about_and_stays_theirs(key: str, heard: bool) -> None:
    place = results_of()
    if heard:  # the blink of an eye before the key
        place.other_desk(EnterResult(1, "1-0"))
        place.type("g", "1", "enter", "0")
    else:
        place.type("0")
        place.desk.do(EnterResult(1, "1-0"), elsewhere=True)
    place.acknowledge()
    assert "Board 1 is now 1-0" in place.question
    assert place.state.selected == 1
    place.enter(key)
    assert place.results()[0] == "1-0"
    assert place.state.selected == 2, "on to the next open board"


def test_a_board_set_at_another_desk_is_overwritten_by_y_alone() -> None:
    place = results_of()
    place.type("0", "1", "1")
    place.desk.do(EnterResult(1, "1-0"), elsewhere=True)
    place.acknowledge()
    assert place.results() == ["1-0", "1-0", "1-0", None], "what was typed behind it is saved"
    place.enter("x", "y")
    assert place.results()[0] == "1-0", "behind a letter that is no answer nothing is one"
    place.enter("escape", "y")
    assert place.results()[0] == "0-1"
    assert place.state.selected == 4


def test_two_boards_set_elsewhere_are_asked_about_one_after_the_other() -> None:
    place = results_of()
    place.type("0", "0", "0")
    for board in (1, 3):
        place.desk.do(EnterResult(board, "1-0"), elsewhere=True)
    place.acknowledge()
    assert (place.state.selected, len(place.state.questions)) == (1, 2)
    place.enter("n")
    assert "Board 3 is now 1-0" in place.question
    assert place.state.selected == 3
    place.enter("y")
    assert place.results() == ["1-0", "0-1", "0-1", None]
    assert place.state.selected == 4


def test_esc_leads_back_to_all_boards_and_to_the_round_in_play() -> None:
    place = results_of(published=2)
    before = place.lines
    place.enter("1", "m")
    assert len(place.lines) < len(before)
    place.enter("escape")
    assert len(place.lines) == len(before)
    place.enter("[")
    assert place.state.round == 1
    place.enter("escape")
    assert place.state.round is None
    place.enter("[", "v", "escape")
    assert place.state.round == 1, "a verification pass is left by its own key"


def test_a_result_of_another_desk_is_on_the_list_at_once() -> None:
    place = results_of()
    place.other_desk(EnterResult(3, "1/2-1/2"))
    assert place.lines[2].endswith("½-½")
    assert "(you)" not in place.shown.foot.text


def test_a_result_of_another_desk_in_an_earlier_round_is_asked_about_as_it_stands() -> None:
    place = results_of(published=2)
    place.other_desk(EnterResult(1, "1/2-1/2", "1-0", 1, True))
    place.other_desk(EnterResult(1, "0-1"))
    place.enter("[", "0")
    assert "board 1: ½-½ becomes 0-1?" in place.question
    place.enter("y")
    assert not place.question
    assert place.results(1)[0] == "0-1"
    assert "round 1, board 1: ½-½ became 0-1" in place.message


def test_a_correction_elsewhere_of_another_round_makes_no_result_theirs() -> None:
    place = results_of(published=2)
    place.enter("1")
    place.other_desk(EnterResult(1, "0-1", "1-0", 1, True))
    place.enter("up", "0")
    assert not place.question, "board 1 of this round is this desk's own"
    assert place.results()[0] == "0-1"


def test_boards_adjourned_together_are_said_so_among_what_was_entered_last() -> None:
    place = results_of()
    place.enter("1", "A", "y")
    assert "last: 3 boards adjourned (you)" in last_text(place.view)
    place = results_of()
    place.enter("1", "1", "1", "A", "y")
    assert "last: 4 adj" in last_text(place.view)
