"""Results of a congress: slips of several events at one desk, each saved in its own event."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.actions import EditEntrant, EnterResult, EnterResults, PublishRound
from engine.congress.notes import note_words
from engine.entrants import Entrant
from engine.event import Event, Round
from engine.protocol import Format
from engine.refusal import Refused
from formats.registry import format_named
from saves.cells import text_width
from tests.playing import begun, play, propose, publish
from tests.tui.driver import MemoryDesk
from tests.tui.several import CongressDriver
from tests.tui.test_teams_by_board import desk_of_teams
from tui.congress.results import CONGRESS_RESULTS
from tui.congress.results.picture import CongressResultsState
from tui.congress.view import UnopenedEvent
from tui.places.result_words import complete_text
from tui.places.shape import Converse, Do, Done, Failed, Go

Hall = CongressDriver[CongressResultsState]


def numbered(desk: MemoryDesk, first: int) -> MemoryDesk:
    """Its boards begin there."""
    rounds = tuple(
        replace(
            round,
            matches=tuple(replace(m, board=m.board + first - 1) for m in round.matches),
        )
        for round in desk.event.rounds
    )
    desk.event = replace(desk.event, rounds=rounds)
    return desk


@pytest.fixture
def hall() -> Hall:
    """Open has boards 1 to 4, Major 101 to 104."""
    return hall_of()


def hall_of(size: tuple[int, int] = (80, 24), **more: object) -> Hall:
    desks = {"open": MemoryDesk.playing(8), "major": numbered(MemoryDesk.playing(8), 101)}
    return CongressDriver(CONGRESS_RESULTS, desks, size, **more)  # type: ignore[arg-type]


def test_behind_the_last_board_of_one_event_comes_the_first_of_the_next(hall: Hall) -> None:
    assert hall.state.selected == ("open", 1)
    hall.enter("1", "0", "=", "1", "0")
    assert hall.results_of("open") == ["1-0", "0-1", "1/2-1/2", "1-0"]
    assert hall.results_of("major") == ["0-1", None, None, None]
    assert hall.state.selected == ("major", 102)


def test_the_boards_of_all_events_are_one_list_in_the_order_of_their_numbers(hall: Hall) -> None:
    assert [line.split()[:2] for line in hall.lines] == [
        ["1", "Open"], ["2", "Open"], ["3", "Open"], ["4", "Open"],
        ["101", "Major"], ["102", "Major"], ["103", "Major"], ["104", "Major"],
    ]  # fmt: skip


def test_the_head_of_the_events_stands_whole_over_short_names() -> None:
    hall: Hall = CongressDriver(CONGRESS_RESULTS, {"a": MemoryDesk.playing(8)}, (80, 24))
    heads = CONGRESS_RESULTS.picture(hall.view, hall.state).heads
    assert heads is not None
    assert heads.text.split()[:3] == ["Bd", "Event", "White"]


def test_keys_typed_before_the_first_is_saved_go_to_their_own_boards(hall: Hall) -> None:
    hall.type("1", "1", "1", "1", "1")
    hall.acknowledge()
    assert hall.results_of("open") == ["1-0"] * 4
    assert hall.results_of("major")[:1] == ["1-0"]


def test_a_mixed_pile_is_a_number_and_a_result_without_enter(hall: Hall) -> None:
    hall.enter("b", *"1030", *"002=", *"1011")
    assert hall.results_of("major") == ["1-0", None, "0-1", None]
    assert hall.results_of("open") == [None, "1/2-1/2", None, None]


def test_the_names_of_a_slip_stand_there_before_its_result(hall: Hall) -> None:
    hall.type("b", *"102")
    match = hall.desks["major"].event.rounds[0].matches[1]
    for id in match.pair:
        assert hall.desks["major"].event.entrant(id).name in hall.shown.foot.text


def test_a_result_before_the_whole_number_is_none(hall: Hall) -> None:
    hall.enter("b", "1", "0", "=")
    assert "1 more of the board's number" in hall.message
    hall.enter("backspace", "backspace", "=")
    assert "the board's number first" in hall.message
    assert hall.results_of("open") == [None] * 4
    hall.enter(*"199")
    assert "board 199 is not in play" in hall.message
    hall.enter("escape", *"1041")
    assert hall.results_of("major")[3] == "1-0"


def test_what_is_typed_on_behind_a_wrong_number_is_no_result(hall: Hall) -> None:
    hall.enter("b", *"199", "1", *"0030", "=", *"1011")
    assert "no board 199: esc, then the slip again" in hall.message
    assert hall.results_of("open") == hall.results_of("major") == [None] * 4
    hall.enter("escape", "escape", "escape", *"1030")
    assert hall.results_of("major")[2] == "0-1", "one esc too many does not end the pile"
    hall.enter("b", "b", *"1031", "y")
    assert hall.results_of("major")[2] == "1-0"
    hall.enter("B", "g", *"99", "enter", "1")
    assert hall.results_of("open") == [None] * 4
    assert hall.results_of("major").count(None) == 3


def test_what_is_asked_in_a_pile_is_about_the_board_that_was_typed(hall: Hall) -> None:
    hall.enter("b", *"101", "+", *"102", "x")
    assert not hall.question
    assert "no forfeit on this board" in hall.message
    hall.enter("escape", "1", "0", "x")
    assert not hall.question
    assert "10 is not a board" in hall.message
    hall.enter("escape", *"101", "x")
    match = hall.desks["major"].event.rounds[0].matches[0]
    absent = hall.desks["major"].event.entrant(match.pair[1]).name
    assert absent in hall.question


def test_the_list_follows_sorted_slips_and_stands_still_for_mixed_ones(hall: Hall) -> None:
    hall.enter("b", *"0021")
    assert not hall.shown.still
    hall.enter(*"103")
    assert hall.shown.still, "two boards in a pile that lies mixed may be pages apart"
    hall.enter("0")
    assert hall.shown.still
    hall.enter(*"104")
    assert not hall.shown.still
    hall.enter("1", *"001", "B")
    assert not hall.shown.still, "the next result is for the selected board: it is in view"


def test_the_foot_has_the_slip_of_which_the_line_may_be_out_of_view(hall: Hall) -> None:
    match = hall.desks["major"].event.rounds[0].matches[2]
    white, black = (hall.desks["major"].event.entrant(id).name for id in match.pair)
    hall.enter("b", *"103")
    assert f"Major: {white} – {black}" in hall.shown.foot.text
    hall.enter("0")
    assert f"Major: {white} 0-1 {black}" in hall.shown.foot.text
    hall.enter("v", *"103")
    assert f"Major: {white} – {black}" in hall.shown.foot.text, "a pass covers what is saved"
    hall.enter("0")
    assert f"Major: {white} 0-1 {black}" in hall.shown.foot.text


def test_behind_what_is_done_with_a_board_of_a_pile_comes_the_next_number(hall: Hall) -> None:
    hall.enter("b", *"101", "+", *"101", "x", "y", *"1030", *"102=")
    assert hall.results_of("major") == ["+/-", "1/2-1/2", "0-1", None]
    hall.enter(*"104", "o", *"1-0u", "enter", *"0020")
    assert hall.results_of("major")[3] == "1-0u"
    assert hall.results_of("open")[1] == "0-1"


def test_a_pile_that_goes_on_is_not_ended_by_beginning_one(hall: Hall) -> None:
    hall.enter("b", *"1030", "b", *"1041")
    assert hall.results_of("major") == [None, None, "0-1", "1-0"]
    assert hall.results_of("open") == [None] * 4


def test_another_slip_of_a_board_that_has_a_result_is_asked_about(hall: Hall) -> None:
    hall.enter("b", *"1031", *"1030")
    assert "has 1-0: 0-1 instead?" in hall.question
    hall.enter("n", *"1040")
    assert hall.results_of("major") == [None, None, "1-0", "0-1"]
    hall.enter(*"103=", "y", *"1021")
    assert hall.results_of("major") == [None, "1-0", "1/2-1/2", "0-1"]
    hall.enter(*"1021")
    assert not hall.question, "the same slip again changes nothing"


def test_a_number_typed_where_no_pile_was_begun_is_no_result(hall: Hall) -> None:
    hall.enter("2", "1", "=", *"104", "1")
    assert "2 is not a result: b begins a mixed pile" in hall.message
    assert hall.results_of("open") == hall.results_of("major") == [None] * 4
    hall.enter("escape", "1")
    assert hall.results_of("open")[0] == "1-0"
    hall.enter("3", "0", "b", *"1040")
    assert hall.results_of("major")[3] == "0-1"


def test_undo_takes_back_the_last_in_whichever_event_it_was(hall: Hall) -> None:
    hall.enter("b", *"1030", *"0021", "u")
    assert hall.results_of("open") == [None] * 4
    assert hall.state.selected == ("open", 2)
    hall.enter("u")
    assert hall.results_of("major") == [None] * 4


def test_another_desks_result_is_asked_about_and_the_work_goes_on_where_it_was(hall: Hall) -> None:
    hall.type("1")
    assert hall.state.selected == ("open", 2)
    hall.desks["open"].do(EnterResult(1, "0-1"), elsewhere=True)
    hall.acknowledge()
    assert hall.question.startswith("Open")
    assert "Overwrite theirs?" in hall.question
    hall.enter("n")
    assert hall.results_of("open")[0] == "0-1"
    assert hall.state.selected == ("open", 2)


def test_a_full_disk_under_one_event_stops_no_other(hall: Hall) -> None:
    hall.desks["open"].full = "the disk is full"
    hall.enter("b", *"0011", *"1011", *"1020")
    assert hall.results_of("open") == [None] * 4
    assert hall.results_of("major")[:2] == ["1-0", "0-1"]
    assert any("NOT SAVED" in line for line in hall.lines)


def test_the_last_result_of_an_event_says_so_and_the_other_goes_on(hall: Hall) -> None:
    hall.enter("1", "1", "1", "1")
    assert hall.message.startswith("Open: all results of round 1 are in")
    assert hall.state.selected == ("major", 101)
    assert "draw" not in hall.shown.idle


def test_a_pass_goes_over_a_mixed_pile_and_stops_where_a_slip_differs(hall: Hall) -> None:
    hall.enter("1", "1", "1", "1", "0", "0", "v", "b")
    hall.enter(*"1020", *"0010")
    assert "slip 0-1, saved 1-0" in hall.shown.foot.text
    hall.enter("t")
    assert hall.results_of("open")[0] == "0-1"
    hall.enter(*"0021", *"0031", *"0041", *"1010")
    told = (hall.message, hall.shown.status.text)
    assert "6 results verified, 1 corrected" in told[0] or "corrected" in told[1]


def test_behind_a_pass_slips_are_of_the_round_that_was_published_meanwhile(hall: Hall) -> None:
    hall.enter("1", "1", "1", "1", "1", "v")
    publish(hall.desks["open"])
    hall.paint()
    assert "Open round 2 published · round 1: 0 of 5 verified" in hall.message
    hall.enter("0", "1", "b")
    assert "v goes on · esc enters Open round 2" in hall.message
    assert hall.results_of("open") == [None] * 4
    hall.enter("escape")
    assert "round 1: 0 results verified, 0 corrected; 5 not verified" in hall.message
    hall.enter("v", "b", *"0010")
    assert hall.desks["open"].event.round(1).match(1).result.text == "1-0"  # type: ignore[union-attr]
    assert hall.results_of("open")[0] == "0-1"
    assert not hall.question


def test_a_pass_goes_on_over_the_earlier_round_where_that_is_wanted(hall: Hall) -> None:
    hall.enter("1", "1", "1", "1", "1", "v")
    assert "VERIFYING 0 of 5, round 1" in hall.shown.status.text
    publish(hall.desks["open"])
    hall.paint()
    assert hall.shown.alarm
    hall.enter("v")
    assert not hall.shown.alarm
    hall.enter(*"11")
    assert "VERIFYING 2 of 5, round 1" in hall.shown.status.text
    assert hall.results_of("open") == [None] * 4
    hall.enter("v")
    assert "round 1: 2 results verified, 0 corrected; 3 not verified, F12" in hall.message


def test_a_pass_over_two_rounds_names_both(hall: Hall) -> None:
    hall.enter("1", "1", "1", "1", "1")
    publish(hall.desks["open"])
    hall.paint()
    hall.enter("v")
    assert "VERIFYING 0 of 1, Open round 2, Major round 1" in hall.shown.status.text


def test_a_slip_without_a_saved_result_stops_the_pass_in_any_event(hall: Hall) -> None:
    hall.enter("1", "v", "b", *"1011")
    assert hall.results_of("major") == [None] * 4
    assert "Major: board 101: slip 1-0, saved no result" in hall.message
    hall.enter("t")
    assert hall.results_of("major")[0] == "1-0"


def test_a_pass_counts_what_another_desk_enters_meanwhile_in_any_event(hall: Hall) -> None:
    hall.enter("1", "0", "v")
    assert "VERIFYING 0 of 2" in hall.shown.status.text
    hall.desks["major"].do(EnterResult(103, "1-0"), elsewhere=True)
    hall.paint()
    assert "VERIFYING 0 of 3" in hall.shown.status.text
    hall.enter("b", *"0011", *"0020")
    assert "Open, round 1: 2 results verified, 0 corrected; 1 slip of others to go" in hall.message
    hall.enter(*"1031")
    assert hall.message == "round 1: 3 results verified, 0 corrected · v ends the pass"


def test_a_pass_that_is_left_goes_on_where_it_was_in_every_event(hall: Hall) -> None:
    hall.enter("1", "1", "1", "1", "0", "v", "1", "1", "1", "1", "v")
    assert hall.message == ("round 1: 4 results verified, 0 corrected; 1 not verified, v continues")
    hall.enter("v")
    assert "VERIFYING 4 of 5" in hall.shown.status.text
    assert hall.state.selected == ("major", 101)
    hall.enter("0", "v", "v")
    assert "VERIFYING 0 of 5" in hall.shown.status.text, "once all is verified it begins anew"


def test_saved_results_are_covered_in_a_pass(hall: Hall) -> None:
    hall.enter("1", "0", "v")
    assert [line.split()[-1] for line in hall.lines[:3]] == ["_", "···", "_"]


def test_only_one_event_or_only_what_is_open_is_listed(hall: Hall) -> None:
    hall.enter("e")
    assert len(hall.lines) == 4
    hall.enter("e")
    assert hall.state.selected == ("major", 101)
    hall.enter("1", "m")
    assert len(hall.lines) == 3
    hall.enter("escape")
    assert len(hall.lines) == 8


def doubled() -> Hall:
    desks = {"open": MemoryDesk.playing(8), "minor": MemoryDesk.playing(8)}
    return CongressDriver(CONGRESS_RESULTS, desks)


def test_a_letter_says_which_event_a_slip_with_a_doubled_number_is_of() -> None:
    hall = doubled()
    hall.enter("b", "2")
    assert [line.split()[:3] for line in hall.lines] == [["2", "a", "Open"], ["2", "b", "Minor"]]
    assert list(hall.shown.first_keys) == [("a", "Open"), ("b", "Minor")]
    hall.enter("1")
    assert "which event is the slip of? a Open, b Minor" in hall.message
    assert hall.results_of("open") == hall.results_of("minor") == [None] * 4
    hall.enter("b", "1", "3", "a", "0", "4", "escape", "1", "down", "enter", "=")
    assert hall.results_of("minor") == ["1/2-1/2", "1-0", None, None]
    assert hall.results_of("open") == [None, None, "0-1", None]


def test_what_was_entered_last_names_the_event_where_two_have_the_number(hall: Hall) -> None:
    other = doubled()
    other.enter("b", "2", "b", "1", "B")
    assert "last: Minor 2 1-0 (you)" in other.shown.foot.text
    hall.enter("1")
    assert "last: 1 1-0 (you)" in hall.shown.foot.text


def test_a_result_of_an_earlier_round_is_no_result_of_a_board_in_play() -> None:
    desk = MemoryDesk.playing(8)
    desk.do(EnterResults(tuple((board, "1-0") for board in (1, 2, 3, 4))))
    propose(desk)
    desk.do(PublishRound(2))
    desk.do(EnterResult(2, "0-1", was="1-0", round=1, replace=True, insist=True))
    hall: Hall = CongressDriver(
        CONGRESS_RESULTS, {"open": desk, "major": numbered(MemoryDesk.playing(8), 101)}
    )
    hall.enter("1")
    assert "last: 1 1-0 (you) · round 1: 2 0-1 (you)" in hall.shown.foot.text


def test_a_letter_chooses_behind_going_to_a_board_and_in_one_event_none_is_asked() -> None:
    hall = doubled()
    hall.enter("g", "3", "enter", "b", "1")
    assert hall.results_of("minor") == [None, None, "1-0", None]
    hall.enter("e", "b", "2", "1")
    assert hall.results_of("open") == [None, "1-0", None, None]
    assert hall.results_of("minor") == [None, None, "1-0", None]


def test_of_a_match_of_teams_a_board_is_gone_to() -> None:
    teams = desk_of_teams()
    teams.draw()
    desks = {"open": MemoryDesk.playing(4), "teams": numbered(teams, 101)}
    hall: Hall = CongressDriver(CONGRESS_RESULTS, desks)
    hall.enter("g", *"101.3", "enter")
    assert hall.state.selected == ("teams", (101, 3))
    hall.enter("g", *"101.9", "enter")
    assert hall.state.prompt is not None
    assert "there is no board 101.9" in hall.state.prompt.label
    hall.enter("escape")
    assert hall.state.selected == ("teams", (101, 3))


def test_the_last_result_of_all_says_that_every_event_is_complete(hall: Hall) -> None:
    hall.enter(*"1111", *"1111")
    assert hall.message == "all results of all 2 events are in: F4 standings, F2 next rounds"


def test_standings_are_called_final_once_every_event_is_over() -> None:
    """The Minor ends a round before the Open: there is a round to draw."""
    dutch = format_named("dutch")

    def complete(rounds: int) -> tuple[Event, Format, Round]:
        played = begun(dutch, [Entrant("", name) for name in "ABCD"], rounds=rounds)
        play(played, 1)
        return played.event, dutch, played.event.published[-1]

    assert complete_text([complete(1), complete(1)]).endswith("F4 final standings")
    assert complete_text([complete(1), complete(3)]).endswith("F4 standings, F2 next rounds")


def test_the_last_result_is_told_though_another_desk_entered_the_others_meanwhile(
    hall: Hall,
) -> None:
    hall.enter(*"11", *"b1011", *"1020", *"1031", *"1040")
    hall.type(*"0030")
    hall.desks["open"].do(EnterResult(4, "0-1"), elsewhere=True)
    hall.acknowledge()
    assert hall.message == "all results of all 2 events are in: F4 standings, F2 next rounds"


def test_an_event_that_cannot_be_opened_is_named_beside_the_others() -> None:
    hall = hall_of((120, 40), unopened=(UnopenedEvent("junior", "Junior", "its journal is gone"),))
    assert hall.pane is not None
    assert any("× Junior is not open: its journal" in line for line in hall.pane)
    hall.enter("1")
    assert hall.results_of("open")[0] == "1-0"


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (160, 50), (200, 60)])
def test_the_progress_of_every_event_is_seen(size: tuple[int, int]) -> None:
    hall = hall_of(size)
    hall.enter("1", "1")
    text = "\n".join(line.text for line in (hall.shown.status, *hall.shown.under))
    assert "Open" in text
    assert "2/4" in text
    assert "Major" in text
    assert "0/4" in text
    assert all(len(line) <= size[0] for line in text.split("\n"))


def test_what_comes_in_moves_no_number_in_the_pane() -> None:
    hall = hall_of((120, 40))
    before = hall.pane
    hall.enter("1")
    assert before is not None
    assert hall.pane is not None
    row = next(at for at, line in enumerate(before) if "1 2 3 4" in line)
    assert hall.pane[row] == before[row].replace("1 2 3 4", "· 2 3 4")


def test_a_cleared_result_is_open_again(hall: Hall) -> None:
    hall.enter("1", "k", ".")
    assert hall.results_of("open")[0] is None
    assert hall.state.selected == ("open", 1)


def test_boards_of_teams_are_verified_one_by_one_among_those_of_other_events() -> None:
    teams = desk_of_teams()
    teams.draw()
    desks = {"open": MemoryDesk.playing(4), "teams": numbered(teams, 101)}
    hall: Hall = CongressDriver(CONGRESS_RESULTS, desks, (80, 24))
    hall.enter(*"11", *"11110000")
    before = len(teams.log)
    hall.enter("v", *"11")
    assert hall.state.selected == ("teams", (101, 1))
    assert "VERIFYING 2 of 10" in hall.shown.status.text
    hall.enter(*"1110")
    assert "table 101, board 4: slip 0-1, saved 1-0" in hall.message
    hall.enter("t", *"0000")
    assert len(teams.log) == before + 1
    assert "VERIFYING 10 of 10" in hall.shown.status.text
    assert "1 corrected" in hall.shown.status.text


def test_an_event_that_is_open_read_only_says_so_and_asks_nothing(hall: Hall) -> None:
    hall.enter("1", "1", "1", "1")
    hall.desks["major"].full = "this event is open read-only"
    assert hall.state.selected == ("major", 101)
    hall.enter("A")
    assert hall.question == ""
    assert "this event is open read-only" in hall.message
    hall.enter("g", "1", "enter", "0")
    assert "Board 1 has 1-0: 0-1 instead?" in hall.question, "the other event can be saved"


def test_a_note_below_the_boards_stands_there_in_full() -> None:
    desks = {"the open of connacht": MemoryDesk.playing(8), "the major": MemoryDesk.playing(8)}
    for desk in desks.values():
        person = {"name": "Newbliss-Carrickmacross, Orla", "fide_id": "1503014"}
        desk.do(EditEntrant("1", person))
    hall: Hall = CongressDriver(CONGRESS_RESULTS, desks, (80, 24))
    whole = hall.view.congress
    assert whole is not None
    urgent = [note for note in whole.notes if note.urgent]
    below = [line.text for line in hall.shown.under]
    assert note_words(urgent[0]) in " ".join(" ".join(below).split())
    assert all(text_width(text) <= 79 for text in below)


@pytest.mark.parametrize("slip", ["103K1", "10K31", "K1031"])
def test_other_result_keys_within_a_slip_leave_its_number(hall: Hall, slip: str) -> None:
    before = slip.index("K") + 1
    hall.enter("b", *slip[:before])
    assert hall.message.startswith("result keys: ")
    hall.enter(*slip[before:])
    assert hall.results_of("major") == [None, None, "1-0", None]


def test_a_complete_pass_ends_with_the_next_round_of_any_event() -> None:
    hall = hall_of()
    hall.enter("1", "1", "1", "1", "1", "v", "1", "1", "1", "1", "1")
    assert hall.message == "round 1: 5 results verified, 0 corrected · v ends the pass"
    publish(hall.desks["open"])
    hall.paint()
    assert hall.message == "Open: round 2 is published · round 1: 5 results verified, 0 corrected"
    assert "VERIFYING" not in hall.shown.status.text
    hall.state = replace(hall.state, selected=("open", 1))
    hall.enter("0")
    assert hall.results_of("open")[0] == "0-1", "what is typed behind it is a result"


def test_that_all_results_are_in_is_not_said_behind_another_round(hall: Hall) -> None:
    hall.enter(*"11111111")
    assert hall.message.startswith("all results of all 2 events are in")
    publish(hall.desks["open"])
    hall.paint()
    assert hall.message == "Open: round 2 is published"


def before_any_round() -> Hall:
    desks = {"open": MemoryDesk.created("dutch"), "major": MemoryDesk.created("dutch")}
    return CongressDriver(CONGRESS_RESULTS, desks)


def test_before_any_round_the_place_says_so_and_takes_no_result() -> None:
    hall = before_any_round()
    assert "No round of any event is published yet." in hall.lines[1]
    assert "no round is published" in hall.shown.status.text
    hall.enter("1")
    assert not hall.waiting
    hall.enter("e")
    assert hall.message == "no round is published"
    hall.enter("v")
    assert "nothing can be verified: no result is in" in hall.message
    hall.enter("x")
    assert "no board is selected: no round is published; F2: draw and publish" in hall.message


def test_all_results_in_say_the_way_on_where_only_open_boards_are_listed(hall: Hall) -> None:
    hall.enter("m", *"11111111")
    assert hall.results_of("open") == hall.results_of("major") == ["1-0"] * 4
    hall.enter("m")
    hall.enter("m")
    assert "all results are in: m shows them, d draws the next rounds" in hall.lines[0]


def test_results_are_pasted_into_one_event_and_never_into_a_mixed_pile(hall: Hall) -> None:
    hall.enter("g", *"101", "enter")
    hall.paste("1 0 =")
    hall.acknowledge()
    assert hall.results_of("major")[:3] == ["1-0", "0-1", "1/2-1/2"]
    assert hall.results_of("open") == [None] * 4
    hall.enter("b")
    hall.paste("1 0 =")
    assert not hall.waiting
    assert "nothing can be pasted while slips come mixed: B ends that" in hall.message


def test_a_key_of_the_list_that_may_be_a_result_moves_and_says_why(hall: Hall) -> None:
    """NumLock off: the 1 of the number pad is End."""
    hall.type("end")
    assert hall.state.selected == ("major", 104)
    assert "NumLock is off: no result was entered" in hall.message
    assert hall.results_of("open") == hall.results_of("major") == [None] * 4


def test_a_name_is_found_in_any_event_while_it_is_typed_and_again(hall: Hall) -> None:
    match = hall.desks["major"].event.rounds[0].matches[2]
    family = hall.desks["major"].event.entrant(match.black).name.partition(",")[0]
    boards = [
        (folder, m.board)
        for folder, desk in hall.desks.items()
        for m in desk.event.rounds[0].matches
        if any(desk.event.entrant(id).name.startswith(family) for id in m.pair)
    ]
    hall.enter("n")
    assert "g and letters find a name" in hall.message
    hall.enter("g", *family)
    assert hall.state.selected == boards[0]
    hall.enter("enter")
    hall.enter("n")
    assert hall.state.selected == boards[1 % len(boards)]
    hall.enter("g", *family, "escape")
    assert hall.state.selected == boards[1 % len(boards)], "esc goes back to where it was"
    hall.enter("g", *"zzz", "enter")
    assert hall.state.prompt is not None
    assert "nobody here is called zzz" in hall.state.prompt.label


def test_enter_at_the_empty_line_goes_to_the_next_open_board(hall: Hall) -> None:
    hall.enter("1", "up", "g", "enter")
    assert hall.state.selected == ("open", 2)
    hall.enter("1", "1", "1", *"1111", "g", "enter")
    assert "no other result is missing" in hall.message


def test_nothing_is_decided_where_no_slip_differs(hall: Hall) -> None:
    for act in ("keep_saved", "take_typed"):
        with pytest.raises(Refused, match="no result differs from its slip"):
            hall.run(act)


def test_a_board_of_an_event_that_has_left_is_no_failure_of_another(hall: Hall) -> None:
    effect = Do(EnterResult(1, "1-0"))
    gone = CONGRESS_RESULTS.on_outcome(hall.view, hall.state, Done(effect, folder="gone"))
    assert gone.state == hall.state
    failed = Failed(effect, Refused("its folder is gone"), folder="gone")
    said = CONGRESS_RESULTS.on_outcome(hall.view, hall.state, failed).state.message
    assert said is not None
    assert said.text == "its folder is gone"


def test_draw_and_the_own_console_lead_there_on_the_selected_board(hall: Hall) -> None:
    hall.enter("g", *"103", "enter", "f12")
    (own,) = [one for one in hall.effects if isinstance(one, Converse)]
    assert own.arguments == ("major", "results", 103)
    hall.enter("d")
    assert hall.effects[-1] == Go("congress_pairings", "draw")


def test_a_line_up_typed_takes_the_place_of_the_one_that_stands_in_the_line() -> None:
    desk = desk_of_teams()
    desk.draw()
    hall: Hall = CongressDriver(CONGRESS_RESULTS, {"teams": desk}, (80, 24))
    hall.enter("l")
    assert hall.state.prompt is not None
    assert hall.state.prompt.text == "1 2 3 4"
    hall.type("5")
    assert hall.state.prompt.text == "5"
