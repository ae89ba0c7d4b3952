"""Fixed boards and rooms by command: settled by the draw, told where they are not kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.tui.desk_cli import CommandLine, csv_file


@pytest.fixture
def open_(tmp_path: Path, topboard: CommandLine) -> Path:
    """Eight players; number 2 always plays at board 4, boards 103 and up are in the annexe."""
    folder = tmp_path / "open"
    entries = csv_file(tmp_path, 8)
    topboard.done("new", folder, "--format", "dutch", "--rounds", 3, "--entries", entries)
    topboard.done("set", folder, "first_board=101", "rooms=1 Hall, 103 Annexe")
    topboard.done("edit", folder, "2", "--fixed-board", 4)
    return folder


def seats(document: Any) -> dict[str, int]:
    return {id: p["board"] for p in document["pairings"] for id in (p["white"], p["black"])}


def test_the_draw_seats_everybody_and_names_the_room(topboard: CommandLine, open_: Path) -> None:
    proposal = topboard.asked("draw", open_)
    assert seats(proposal)["2"] == 4
    assert [p["board"] for p in proposal["pairings"]] == [4, 101, 102, 103]
    assert [p["room"] for p in proposal["pairings"]] == ["Hall", "Hall", "Hall", "Annexe"]
    assert all(not p["conflicts"] for p in proposal["pairings"])


def test_who_is_moved_from_his_board_by_hand_is_told(topboard: CommandLine, open_: Path) -> None:
    proposal = topboard.asked("draw", open_)
    elsewhere = proposal["pairings"][1]
    changed = topboard.asked("swap", open_, "2", elsewhere["white"])
    (told,) = [c for p in changed["pairings"] for c in p["conflicts"] if c["rule"] == "fixed-board"]
    assert told["severity"] == "should"
    assert "always plays at board 4" in told["text"]
    again = topboard.asked("draw", open_, "--redraw")
    assert seats(again)["2"] == 4


def test_results_slips_and_checks_go_by_these_boards(topboard: CommandLine, open_: Path) -> None:
    topboard.done("draw", open_, "--publish")
    topboard.done("result", open_, 4, "1-0")
    assert "board 1" in topboard.refused("result", open_, 1, "1-0")
    slips = topboard.done("export", open_, "--as", "slips")
    assert "Annexe" in slips
    assert "Board 103" in slips
    assert topboard("check", open_).status == 0
    assert topboard("verify", open_).status == 0


def test_a_board_that_is_none_is_refused(topboard: CommandLine, open_: Path) -> None:
    assert "is not a number 1-9999" in topboard.refused("edit", open_, "3", "--fixed-board", 0)
    assert "rooms" in topboard.refused("set", open_, "rooms=Annexe")
