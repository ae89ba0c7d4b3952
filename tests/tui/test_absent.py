"""Who did not come, on the command line: said, and answered by number or Id."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.desk_cli import JUNIORS, CommandLine


def test_who_did_not_come_is_said_and_answered(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    topboard = CommandLine(capsys)
    event = tmp_path / "open"
    topboard.done("new", event, "--format", "dutch", "--entries", JUNIORS, "--rounds", "4")
    drawn = topboard.asked("draw", event, "--publish")
    assert topboard.asked("status", event)["absent"] == []
    boards = [pairing["board"] for pairing in drawn["pairings"]]
    topboard.enter(event, {board: "+/-" if board <= 2 else "1-0" for board in boards})
    first, second = drawn["pairings"][:2]
    away = [{"id": p["black"], "why": "forfeit"} for p in (first, second)]
    told = topboard.asked("status", event)["absent"]
    assert sorted(told, key=str) == sorted(away, key=str)
    # by the number on the screen, as scripts do by Id
    topboard.done("present", event, f"no{first['black_no']}", "--out")
    topboard.done("present", event, second["black"], "--back")
    assert topboard.asked("status", event)["absent"] == []
    proposal = topboard("draw", event, "--json")
    assert "did not come" not in proposal.err
    kinds = {bye["id"]: bye["kind"] for bye in proposal.json["byes"]}
    assert kinds[first["black"]] == "absent"
    assert any(second["black"] in (p["white"], p["black"]) for p in proposal.json["pairings"])


def test_extra_boards_are_no_draw_of_the_next_round(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who is out of the round in play is not drawn for it, and not asked about."""
    topboard = CommandLine(capsys)
    event = tmp_path / "juniors"
    topboard.done("new", event, "--format", "kjca", "--entries", JUNIORS, "--rounds", "4")
    topboard.done("present", event, *map(str, range(1, 41)))
    topboard.done("present", event, "41", "--out")
    topboard.done("draw", event, "--publish")
    topboard.done("add", event, "Comer, Late")
    assert "drawn all the same" not in topboard("draw", event).err


def test_of_a_repechage_nobody_is_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every team plays on: a draw without it, which nobody could publish, is not offered."""
    topboard = CommandLine(capsys)
    event, teams = tmp_path / "teams", tmp_path / "teams.csv"
    names = ["name,zero_byes", *(f"Team {n}," for n in range(1, 20)), "Team 20,1"]
    teams.write_text("\n".join(names))
    topboard.done("new", event, "--format", "gnot", "--entries", teams)
    drawn = topboard.asked("draw", event, "--publish")["pairings"]
    assert len(drawn) == 10, "that of the list is in the draw too"
    boards = [pairing["board"] for pairing in drawn]
    topboard.enter(event, {board: "+/-" if board == 1 else "45-31" for board in boards})
    absent = topboard.asked("status", event)["absent"]
    assert absent == [{"id": drawn[0]["black"], "why": "forfeit"}]
    for words in (("present", event, absent[0]["id"], "--out"), ("present", event, "--absent-out")):
        refused = topboard(*words)
        assert refused.status == 2
        assert "nobody is left out of session 1.2: every team plays on" in refused.err
    refused = topboard("bye", event, absent[0]["id"], "2", "0")
    assert "every team plays on; who cannot is withdrawn" in refused.err
    topboard.done("present", event, absent[0]["id"], "--back")
    assert topboard.asked("status", event)["absent"] == []
