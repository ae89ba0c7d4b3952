"""A round without a legal draw on the command line: refused, decided by locks, published."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.tui.desk_cli import CommandLine, csv_file


def six_players(topboard: CommandLine, folder: Path, format: str, rounds: int) -> Path:
    event = folder / format
    white = ("--set", "initial_colour=white") if format == "dutch" else ()
    topboard.done(
        "new", event, "--format", format, "--rounds", rounds, *white,
        "--entries", csv_file(folder, 6),
    )  # fmt: skip
    return event


def test_a_round_of_dutch_is_drawn_with_the_fewest_repeats_on_the_arbiters_word(
    topboard: CommandLine, tmp_path: Path
) -> None:
    event = six_players(topboard, tmp_path, "dutch", 4)
    for _ in range(3):
        topboard.done("draw", event, "--publish")
        topboard.whites_win(event)
    revision = topboard.asked("status", event)["revision"]
    line = topboard.refused("draw", event)
    assert "round 4 has no legal draw" in line
    assert "can only meet each other" in line
    assert topboard.asked("status", event)["revision"] == revision
    locks = re.findall(r"--lock \d+:\d+", line)
    assert len(locks) == 1
    words = locks[0].split()
    proposal = topboard.asked("draw", event, *words)
    assert proposal["altered"]
    assert len(proposal["pairings"]) == 3
    musts = [c["rule"] for p in proposal["pairings"] for c in p["conflicts"]]
    assert musts.count("repeat") == 1
    assert "--insist" in topboard.refused("draw", event, "--publish")
    assert topboard.asked("draw", event, "--publish", "--insist")["published"]


def test_a_dead_end_of_kjca_is_drawn_by_its_own_rule_and_says_why(
    topboard: CommandLine, tmp_path: Path
) -> None:
    event = six_players(topboard, tmp_path, "kjca", 5)
    warned = ""
    for _ in range(4):
        answer = topboard("draw", event, "--publish")
        assert answer.status == 0
        warned = answer.err
        topboard.enter(event, dict.fromkeys(topboard.missing(event), "0-1"))
    assert "every draw of this round repeats a game: 1 here, as" in warned
    assert "can only meet each other" in warned


@pytest.mark.parametrize("format", ["dutch", "kjca"])
def test_bars_that_leave_no_draw_are_named_and_the_others_hold(
    topboard: CommandLine, tmp_path: Path, format: str
) -> None:
    event = six_players(topboard, tmp_path, format, 3)
    line = topboard.refused("draw", event, *_bars(range(2, 7)))
    assert "with these bars Player, AA can meet nobody" in line
    named = re.search(r"take back the bar of Player, AA and (Player, A[B-F])$", line)
    assert named
    rows = topboard.asked("standings", event)["tables"][0]["rows"]
    other = next(int(row["id"]) for row in rows if row["name"] == named[1])
    drawn = topboard.asked("draw", event, *_bars(n for n in range(2, 7) if n != other))
    assert drawn["altered"]
    assert {"1", str(other)} in [{p["white"], p["black"]} for p in drawn["pairings"]]


def _bars(others: Iterable[int]) -> list[str]:
    return [word for other in others for word in ("--bar", f"1:{other}")]


@pytest.mark.parametrize("format", ["dutch", "kjca"])
def test_a_locked_repeat_is_seated_shown_and_published_on_the_arbiters_word(
    topboard: CommandLine, tmp_path: Path, format: str
) -> None:
    event = six_players(topboard, tmp_path, format, 3)
    first = topboard.asked("draw", event, "--publish")["pairings"][0]
    topboard.whites_win(event)
    proposal = topboard.asked("draw", event, "--lock", f"{first['white']}:{first['black']}")
    assert proposal["altered"]
    again = next(p for p in proposal["pairings"] if first["white"] in (p["white"], p["black"]))
    assert {again["white"], again["black"]} == {first["white"], first["black"]}
    assert ("repeat", "must") in [(c["rule"], c["severity"]) for c in again["conflicts"]]
    assert "--insist" in topboard.refused("draw", event, "--publish")
    assert topboard.asked("draw", event, "--publish", "--insist")["published"]
