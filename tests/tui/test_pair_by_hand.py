"""Pairings by hand, by keys and by command; kept in the save files as they stand."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from engine.actions import FinishEditing, TurnBoard
from engine.refusal import Refused
from saves.store import open_event
from tests.engine.test_editing import hall
from tests.tui.desk_cli import CommandLine, csv_file
from tests.tui.driver import Driver, MemoryDesk
from tui.places.pairings import PAIRINGS
from tui.places.pairings.picture import PairingsState
from tui.places.shape import Converse


@pytest.fixture
def shown() -> Driver[PairingsState]:
    """Eleven players after two rounds, the third begun by hand."""
    driver = Driver(PAIRINGS, hall("dutch"), (80, 24))
    driver.enter("e")
    driver.paint()
    return driver


def status(shown: Driver[PairingsState]) -> str:
    shown.paint()
    return shown.shown.status.text.strip()


def test_from_nothing_to_a_finished_round(shown: Driver[PairingsState]) -> None:
    assert status(shown).startswith("EDITING BY HAND · 11 without a board")
    shown.type("p", *"1 2")
    shown.enter("enter")
    shown.type(*"3 0")
    shown.enter("enter")
    assert status(shown).startswith("EDITING BY HAND · 8 without a board")
    shown.type("escape", "e")
    assert "without a board" in shown.message
    shown.type("r")
    shown.fetch()
    shown.acknowledge()
    assert status(shown).startswith("EDITING BY HAND · complete")
    shown.type("e")
    shown.answer(FinishEditing(3, insist=True))
    shown.acknowledge()
    proposal = shown.desk.event.proposal
    assert proposal is not None
    assert not proposal.editing
    numbers = {frozenset(m.pair) for m in proposal.matches}
    assert frozenset(("1", "2")) in numbers


@pytest.mark.parametrize("key", ["e", "p", "-", "A"])
def test_no_key_leads_to_pairing_by_hand_where_the_bracket_pairs(key: str) -> None:
    cup = Driver(PAIRINGS, MemoryDesk.playing(8, format="knockout"))
    cup.enter(key)
    assert cup.message.startswith("round 2 cannot be paired by hand: the bracket says who meets")


def test_a_round_begun_by_hand_is_not_said_to_begin_with_nothing(
    shown: Driver[PairingsState],
) -> None:
    assert not any("nothing begins" in line.text for line in shown.shown.body)
    assert sum(line.key is not None for line in shown.shown.body) == 11


def test_what_another_desk_has_changed_is_not_finished_unseen(
    shown: Driver[PairingsState],
) -> None:
    shown.type("r")
    shown.fetch()
    shown.acknowledge()
    shown.type("e")
    question, proposal = shown.effects[-1], shown.desk.event.proposal
    assert isinstance(question, Converse)
    assert question.then is not None
    assert proposal is not None
    shown.other_desk(TurnBoard(proposal.matches[0].board))
    with pytest.raises(Refused, match="changed meanwhile"):
        question.then.answered(shown.view, shown.state, FinishEditing(3, insist=True))
    assert not shown.queue


def test_the_key_line_says_what_keys_do_in_the_session(shown: Driver[PairingsState]) -> None:
    assert next(iter(shown.shown.first_keys)) == ("e", "finish")
    assert {"by_hand", "redraw_rest"} <= shown.shown.idle


def test_the_next_pair_is_asked_for_until_nobody_is_left(shown: Driver[PairingsState]) -> None:
    shown.type("p")
    for pair in ("1 2", "3 4", "5 6", "7 8", "9 10"):
        shown.type(*pair)
        shown.enter("enter")
    shown.type(*"11 0")
    shown.enter("enter")
    assert shown.state.prompt is None
    assert status(shown).startswith("EDITING BY HAND · complete")


@pytest.mark.parametrize(
    ("typed", "said"),
    [("1 2 3", "two numbers"), ("1 99", "no player has the number 99"), ("0 1", "two numbers")],
)
def test_a_pair_that_is_none_stays_to_be_corrected(
    shown: Driver[PairingsState], typed: str, said: str
) -> None:
    shown.state = shown.kind.initial(shown.view)
    shown.type("p", *typed, "enter")
    assert said in shown.message
    assert shown.state.prompt is not None
    assert shown.state.prompt.text == typed


def test_one_number_is_the_opponent_of_the_selected(shown: Driver[PairingsState]) -> None:
    shown.type("home", "p", *"11")
    shown.enter("enter")
    proposal = shown.desk.event.proposal
    assert proposal is not None
    (match,) = proposal.matches
    assert match.black == "11"


def test_boards_and_the_bye_are_taken_apart(shown: Driver[PairingsState]) -> None:
    shown.type("r")
    shown.fetch()
    shown.acknowledge()
    shown.paint()
    shown.type("home")
    shown.enter("-")
    assert status(shown).startswith("EDITING BY HAND · 2 without a board")
    shown.type("end")
    shown.enter("-")
    assert status(shown).startswith("EDITING BY HAND · 3 without a board")
    shown.type("A")
    assert shown.question.startswith("Take all 4 boards apart?")
    shown.enter("y")
    assert status(shown).startswith("EDITING BY HAND · 11 without a board")


def test_nothing_is_published_meanwhile(shown: Driver[PairingsState]) -> None:
    shown.type("P")
    assert shown.message.startswith("these pairings are being edited by hand")


def test_the_pane_gives_nobody_without_a_board_a_bye() -> None:
    wide = Driver(PAIRINGS, hall("dutch"), (160, 50))
    wide.enter("e")
    wide.type("p", *"1 2")
    wide.enter("enter")
    wide.type("escape", "home")
    wide.paint()
    assert wide.pane is not None
    pane = "\n".join(wide.pane)
    assert "Without a board" in pane
    assert "bye" not in pane.partition("── The whole round")[0]


def test_by_command_and_kept_in_the_files(topboard: CommandLine, tmp_path: Path) -> None:
    folder = tmp_path / "open"
    topboard.done(
        "new", folder, "--format", "dutch", "--rounds", 3, "--entries", csv_file(tmp_path, 7)
    )
    empty = topboard.asked("pairings", folder, "--edit")
    assert (empty["editing"], empty["unpaired"]) == (True, [*"1234567"])
    half = topboard.asked("pairings", folder, "--pair", "7:1", "--give-bye", "2")
    assert half["unpaired"] == [*"3456"]
    assert topboard.asked("status", folder)["step"] == "draw"
    assert "being edited by hand" in topboard.refused("draw", folder, "--publish", "--insist")
    assert open_event(folder).event.proposal == _from_files(folder)
    apart = topboard.asked("pairings", folder, "--apart", 0, "--rest")
    assert apart["unpaired"] == []
    assert ("7", "1") in {(p["white"], p["black"]) for p in apart["pairings"]}
    done = topboard.asked("pairings", folder, "--finish")
    assert (done["editing"], done["altered"]) == (False, True)
    published = topboard.asked("draw", folder, "--publish", "--insist")
    assert published["published"]
    assert published["differences"]


def _from_files(folder: Path) -> object:
    """The proposal as the save files alone have it: read where no journal is."""
    bare = folder.parent / "bare"
    shutil.copytree(folder, bare, ignore=shutil.ignore_patterns("journal.log"))
    return open_event(bare).event.proposal


def test_p_where_nobody_pairs_by_hand_leads_to_print() -> None:
    """As in other programs somebody who wants to print presses it once a round is published."""
    driver = Driver(PAIRINGS, hall("dutch"), (80, 24))
    driver.enter("p")
    assert "F prints" in driver.message
