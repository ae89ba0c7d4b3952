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
    for pairing in drawn["pairings"]:
        result = "+/-" if pairing["board"] <= 2 else "1-0"
        topboard.done("result", event, pairing["board"], result)
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
