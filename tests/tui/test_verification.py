"""The verification pass as a state: all is entered again, compared, corrected where it differs."""

from __future__ import annotations

import re

from engine.actions import EnterResult, EnterResults
from tests.playing import publish
from tests.tui.conftest import EventMaker
from tests.tui.driver import Driver, MemoryDesk
from tests.tui.places import question_of, text_of, until
from tui.app import TopboardApp
from tui.places.results import RESULTS
from tui.places.results.state import ResultsState
from tui.screens.dialogs import Confirm, Telling

FOUR = ("1-0", "0-1", "1/2-1/2", "+/-")


def entered(*texts: str, published: int = 1) -> Driver[ResultsState]:
    """A round with these results from board 1 on."""
    desk = MemoryDesk.playing(8, published)
    if texts:
        desk.do(EnterResults(tuple(enumerate(texts, 1))))
    return Driver(RESULTS, desk)


def test_a_pass_that_finds_nothing_changes_nothing_and_says_so() -> None:
    place = entered(*FOUR)
    before = len(place.desk.log)
    place.enter(*"v1")
    assert "VERIFYING 1 of 4" in place.shown.status.text
    assert place.state.selected == 2
    assert place.lines[0].endswith("1-0 ✓")
    place.enter(*"0=+")
    assert "4 results verified, 0 corrected" in place.message
    place.enter("v")
    assert "VERIFYING" not in place.shown.status.text
    assert not any(line.endswith("✓") for line in place.lines)
    assert len(place.desk.log) == before


def test_the_way_out_of_a_pass_stays_in_sight() -> None:
    place = entered(*FOUR)
    place.enter("v", "escape")
    assert "VERIFYING" in place.shown.status.text
    assert "v leaves the pass" in _on_screen(place)
    place.enter("v", "escape")
    assert "v leaves the pass" not in _on_screen(place)


def test_a_difference_stops_and_what_is_typed_behind_it_is_not_taken() -> None:
    place = entered(*FOUR)
    question = "board 2: slip 1-0, saved 0-1 (anna). Which is right?"
    place.enter(*"v11=+")
    assert place.state.selected == 2
    assert question in place.message
    assert place.lines[1].endswith("1-0 ! 0-1")
    assert place.shown.alarm
    assert "VERIFYING 1 of 4" in place.shown.status.text
    for key in ("enter", "down", "u", "m", "x"):
        place.enter(key)
        assert question in place.message, key
        assert place.state.selected == 2
    assert place.results() == list(FOUR)


def _on_screen(place: Driver[ResultsState]) -> str:
    """All that a pass shows."""
    shown = place.shown
    lines = [*place.lines, *(one.text for one in (*shown.detail, *shown.under, shown.foot))]
    return "\n".join([*lines, shown.status.text, place.message, place.question])


def test_what_is_saved_is_covered_until_its_slip_is_entered() -> None:
    place = entered("0-1", "0-1", "0-1", "0-1")
    assert "0-1" in _on_screen(place)
    place.enter("v")
    assert "0-1" not in _on_screen(place)
    assert [line.split()[-1] for line in place.lines] == ["_", "···", "···", "···"]
    place.enter("0")
    assert place.lines[0].endswith("0-1 ✓")
    assert "0-1" not in _on_screen(place).replace(place.lines[0], "")
    # another desk's correction of a board still to be verified is not given away either
    place.other_desk(EnterResult(4, "1-0", "0-1", 1, True))
    assert "1-0" not in _on_screen(place)
    # on a board that was verified it is: the board is covered again
    place.other_desk(EnterResult(1, "1/2-1/2", "0-1", 1, True))
    assert "½" not in _on_screen(place)
    place.enter("v")
    assert "½-½" in _on_screen(place)


def test_the_saved_one_stays_with_s() -> None:
    place = entered(*FOUR)
    place.enter(*"v11s=+")
    assert "4 results verified, 0 corrected" in place.message
    assert place.results() == list(FOUR)


def test_the_typed_one_is_a_correction_with_t_and_can_be_taken_back() -> None:
    place = entered(*FOUR)
    place.enter(*"v11t=+")
    assert "4 results verified, 1 corrected" in place.message
    assert place.results() == ["1-0", "1-0", "1/2-1/2", "+/-"]
    action = place.desk.log[-1].action
    assert isinstance(action, EnterResult)
    assert (action.was, action.result, action.replace) == ("0-1", "1-0", True)
    place.enter("u")
    assert place.results() == list(FOUR)
    assert "VERIFYING 3 of 4" in place.shown.status.text


def test_a_correction_that_the_disk_refuses_is_not_verified() -> None:
    place = entered(*FOUR)
    place.desk.full = "the disk is full"
    place.enter(*"v11t")
    assert "NOT SAVED: board 2" in place.message
    assert "VERIFYING 1 of 4" in place.shown.status.text


def test_the_difference_on_the_last_board_ends_the_pass_when_it_is_saved() -> None:
    place = entered(*FOUR)
    place.enter(*"v10=-")
    place.type("t")
    assert "verified" not in place.message
    place.acknowledge()
    assert "4 results verified, 1 corrected" in place.message
    assert place.results()[3] == "-/+"


def test_open_and_adjourned_boards_are_passed_over() -> None:
    place = entered()
    place.desk.do(EnterResults(((2, "1-0"), (3, "?"), (4, "0-1"))))
    place.enter(*"v10")
    assert "2 results verified, 0 corrected" in place.message
    assert place.results() == [None, "1-0", "?", "0-1"]


def test_nothing_to_verify_is_refused_in_words() -> None:
    place = entered()
    place.enter("v")
    assert "no result is in" in place.message
    for key in "st":
        place.enter(key)
        assert "no result differs from its slip" in place.message


def test_a_board_in_question_that_another_desk_changes_is_entered_again() -> None:
    place = entered(*FOUR)
    place.enter(*"v0")
    assert "Which is right?" in place.message
    place.other_desk(EnterResult(1, "1/2-1/2", "1-0", 1, True))
    assert "board 1 was changed meanwhile" in place.message
    assert not place.shown.alarm
    place.enter("=")
    assert "VERIFYING 1 of 4" in place.shown.status.text


def test_an_earlier_round_asks_before_it_is_corrected() -> None:
    place = entered(published=2)
    place.enter(*"[v0t")
    assert "Round 1, board 1: 1-0 becomes 0-1?" in place.question
    place.enter("y", *"111")
    assert place.results(1)[0] == "0-1"
    assert "4 results verified, 1 corrected" in place.message
    assert place.results(2) == [None] * 4


def test_a_round_that_is_published_meanwhile_stops_the_pass_until_it_is_said_which() -> None:
    place = entered(*FOUR)
    place.enter(*"v1")
    assert "VERIFYING 1 of 4, round 1" in place.shown.status.text
    publish(place.desk)
    place.paint()
    assert place.message == (
        "round 2 published · round 1: 1 of 4 verified · v goes on · esc enters round 2"
    )
    assert place.shown.alarm
    place.enter(*"10u")
    place.paste("1 0")
    assert "v goes on" in place.message
    assert place.results(2) == [None] * 4
    assert place.results(1) == list(FOUR)
    place.enter("v", "0")
    assert "VERIFYING 2 of 4, round 1" in place.shown.status.text
    place.enter("v", "v", *"=+")
    assert "round 1: 4 results verified, 0 corrected" in place.message


def test_behind_a_pass_that_was_left_for_the_newer_round_slips_are_of_that() -> None:
    place = entered(*FOUR)
    place.enter(*"v1")
    publish(place.desk)
    place.paint()
    place.enter("escape")
    assert place.message == (
        "round 1: 1 result verified, 0 corrected; 3 not verified, [ and v continue"
    )
    place.enter("1", "[", "v")
    assert place.results(2) == ["1-0", None, None, None]
    assert "VERIFYING 1 of 4, round 1" in place.shown.status.text


def test_come_back_to_a_pass_it_says_that_a_newer_round_was_published() -> None:
    place = entered(*FOUR)
    place.enter(*"v1")
    publish(place.desk)
    state = place.kind.on_resume(place.view, place.state).state
    assert state.message is not None
    assert "round 1: 1 of 4 verified · v goes on" in state.message.text


def test_a_pass_with_every_slip_in_ends_with_the_newer_round() -> None:
    """Nothing is left of it to go on with: what is typed next is of the round in play."""
    place = entered(*FOUR)
    place.enter("v", *"10=+")
    assert "v ends the pass" in place.message
    publish(place.desk)
    place.paint()
    assert place.message == "round 1: 4 results verified, 0 corrected"
    place.enter("0")
    assert place.results(2) == ["0-1", None, None, None]
    assert place.results(1) == list(FOUR)


def test_slips_pasted_stop_at_the_difference() -> None:
    place = entered(*FOUR)
    place.enter("v")
    place.paste("1 1 = +")
    assert "board 2: slip 1-0, saved 0-1" in place.message
    assert "VERIFYING 1 of 4" in place.shown.status.text


async def test_undo_history_and_correction_do_not_name_what_is_covered(
    make_event: EventMaker,
) -> None:
    app = TopboardApp(make_event().folder, "results")
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press(*"1010")
        await app.queue.idle()
        await pilot.press("v", "u")
        await until(pilot, lambda: "undone: board 4: ···" in text_of(app))
        assert results_named(text_of(app)) == []
        await pilot.press("H")
        await until(pilot, lambda: "board 3: ···" in text_of(app))
        assert results_named(text_of(app)) == []
        await pilot.press("escape")
        await until(pilot, lambda: app.current_mode == "results" and "VERIFYING" in text_of(app))
        await pilot.press("home", "c")
        await until(pilot, lambda: isinstance(app.screen, Telling))
        assert "its result is covered" in " ".join(text_of(app).split())
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, Confirm))
        assert "its result, ···, stays with the persons" in question_of(app)
        assert results_named(text_of(app)) == []
        await pilot.press("escape", "v", "H")
        await until(pilot, lambda: "board 3: 1-0" in text_of(app))


def results_named(shown: str) -> list[str]:
    """The results of games that stand on the screen, but for those of the key line."""
    return re.findall("1-0|0-1|½-½", shown)
