"""`check` after results were corrected: what an appeal has moved is told, and is no difference."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.tui.desk_cli import DATA, CommandLine

ENTRIES = DATA / "entries"


def play(topboard: CommandLine, event: Path, until: int) -> None:
    """Home wins everywhere, until that half is published."""
    while (status := topboard.asked("status", event))["round"] <= until:
        if status["step"] == "choose":
            asked = status["choice"]
            topboard.done("choose", event, asked["chooser"], asked["pool"][0])
        elif status["step"] == "draw":
            topboard.done("draw", event, "--publish")
        elif status["round"] == until:
            return
        else:
            topboard.enter(event, {board: f"{40 + board}-30" for board in status["missing"]})


@pytest.fixture
def evening(tmp_path: Path, topboard: CommandLine) -> Path:
    """Twenty-three teams with half 2.2 published: SKO round 2 beside Swiss round 2."""
    folder = tmp_path / "evening"
    topboard.done(
        "new", folder, "--format", "gnot", "--entries", ENTRIES / "teams-23.csv", "--seed", 5
    )
    play(topboard, folder, 4)
    return folder


def appealed(topboard: CommandLine, event: Path) -> tuple[Any, Any]:
    """An SKO match of half 2.1 whose loser plays the Swiss is given to the loser."""
    first, second = (topboard.asked("round", event, "--round", n) for n in (3, 4))
    swiss = {p[s] for p in second["pairings"] if p["stage"] == "swiss" for s in ("white", "black")}
    board = next(p for p in first["pairings"] if p["stage"] == "sko" and p["black"] in swiss)
    topboard.done("result", event, board["board"], "20-40", "--round", 3, "--replace")
    return board, second


def test_a_swap_after_an_appeal_is_told_and_the_round_is_as_drawn(
    topboard: CommandLine, evening: Path
) -> None:
    board, before = appealed(topboard, evening)
    after = topboard.asked("round", evening)
    assert after["pairings"] != before["pairings"]
    answer = topboard("check", evening)
    assert answer.status == 0, answer.out
    assert "session 2.2 (round 4): as the computer draws it, but for what a corrected" in answer.out
    assert f"after session 2.1, table {board['board']}: 20-40: " in answer.out
    assert "swapped places" in answer.out
    assert "differs" not in answer.out
    document = topboard.asked("check", evening)
    assert document["differences"] is False
    by_round = {one["round"]: one for one in document["rounds"]}
    assert by_round[4]["differences"] == []
    assert len(by_round[4]["moved"]) == 1
    assert all(by_round[n]["moved"] == [] for n in (1, 2, 3))


def test_what_was_changed_by_hand_still_differs_beside_an_appeal(
    topboard: CommandLine, evening: Path
) -> None:
    topboard.done("undo", evening)
    swiss = [p for p in topboard.asked("round", evening)["pairings"] if p["stage"] == "swiss"]
    topboard.done("swap", evening, swiss[0]["white"], swiss[1]["white"])
    topboard.done("draw", evening, "--publish", "--insist")
    board, _ = appealed(topboard, evening)
    answer = topboard("check", evening)
    assert answer.status == 1
    assert f"after session 2.1, table {board['board']}: 20-40: " in answer.out
    assert "session 2.2 (round 4): differs from the draw" in answer.out


def test_a_knockout_whose_winner_was_corrected_is_as_its_bracket_follows(
    topboard: CommandLine, tmp_path: Path
) -> None:
    cup = tmp_path / "cup"
    topboard.done("new", cup, "--format", "knockout", "--set", "score=imps", "--seed", 1)
    for number in range(1, 9):
        topboard.done("add", cup, f"Team {number}", "--seed", number)
    for boards in (range(1, 5), range(1, 3)):
        topboard.done("draw", cup, "--publish")
        topboard.enter(cup, dict.fromkeys(boards, "50-20"))
    topboard.done("draw", cup, "--publish")
    topboard.done("result", cup, 1, "20-50", "--round", 1, "--replace", "--insist")
    answer = topboard("check", cup)
    assert answer.status == 0, answer.out
    assert "round 2: as the computer draws it, but for what a corrected" in answer.out
    topboard.done("result", cup, 1, "50-20", "--round", 2)
    answer = topboard("check", cup)
    assert answer.status == 0, answer.out
