"""A match over a whole session on the command line: it is named without its round while it runs."""

from __future__ import annotations

from pathlib import Path

from tests.tui.desk_cli import CommandLine


def test_a_match_that_runs_on_is_found_by_its_board(topboard: CommandLine, tmp_path: Path) -> None:
    entries = tmp_path / "teams.csv"
    lines = [f"Team {no},{2500 - no}" for no in range(1, 17)]
    entries.write_text("\n".join(("name,rating", *lines)), encoding="utf-8")
    event = tmp_path / "teams"
    topboard.done("new", event, "--format", "gnot", "--entries", entries, "--seed", 1)
    topboard.done("draw", event, "--publish")
    first = topboard.asked("round", event)
    # 28 boards: nothing starts in the second half of the session
    second = topboard.asked("draw", event, "--publish")
    assert second["pairings"] == []
    assert second["continuing"] == [match["board"] for match in first["pairings"]]
    assert topboard.asked("status", event)["missing"] == second["continuing"]
    board = second["continuing"][2]
    assert topboard.asked("why", event, board) == topboard.asked("why", event, board, "--round", 1)
    assert "table 99 does not exist" in topboard.refused("why", event, 99)
    topboard.done("result", event, board, "45-31")
    assert topboard.asked("round", event, "--round", 1)["pairings"][2]["result"] == "45-31"
