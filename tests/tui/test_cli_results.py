"""Results on the command line: one or a list of them, what is refused, what closes a round."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.tui.desk_cli import CommandLine, stdin


@pytest.mark.parametrize(
    "text", ["1-1", "2-0", "1-½", "\uff11-\uff10", "\u0661", "win", "1-0\n0-1", "", "--"]
)
def test_a_result_that_is_none_is_refused(topboard: CommandLine, event: Path, text: str) -> None:
    line = topboard.refused("result", event, 1, text)
    assert line.startswith("topboard: ")
    assert topboard.asked("status", event)["missing"] == [1, 2, 3, 4]


@pytest.mark.parametrize("board", ["0", "5", "999", "1234567", "-1", "x", "\uff11", "1.0"])
def test_a_board_that_does_not_exist_is_refused(
    topboard: CommandLine, event: Path, board: str
) -> None:
    assert board in topboard.refused("result", event, board, "1-0")


def test_a_different_result_wants_replace(topboard: CommandLine, event: Path) -> None:
    topboard.done("result", event, 1, "1-0")
    topboard.done("result", event, 1, "1")
    assert "--replace" in topboard.refused("result", event, 1, "0-1")
    topboard.done("result", event, 1, "0-1", "--replace")
    assert topboard.asked("round", event)["pairings"][0]["result"] == "0-1"


def test_an_adjourned_game_takes_its_result_without_replace(
    topboard: CommandLine, event: Path
) -> None:
    topboard.done("result", event, 1, "?")
    topboard.done("result", event, 1, "0-1")


def test_a_result_of_a_round_that_is_not_published(topboard: CommandLine, event: Path) -> None:
    line = topboard.refused("result", event, 1, "1-0", "--round", 2)
    assert "round 2 is not drawn: 1 round is;" in line
    topboard.whites_win(event)
    topboard.done("draw", event)
    line = topboard.refused("result", event, 1, "1-0", "--round", 2)
    assert "round 2 is not published" in line


def test_an_open_board_of_an_earlier_round_of_that_number_is_told_of(
    topboard: CommandLine, event: Path
) -> None:
    topboard.whites_win(event)
    topboard.done("draw", event, "--publish")
    assert "is open in" not in topboard("result", event, 2, "1-0").err
    topboard.done("result", event, 2, "-", "--round", 1, "--replace", "--insist")
    said = topboard("result", event, 2, "1-0")
    assert "this is board 2 of round 2; it is open in round 1 too" in said.err
    assert "is open in" not in topboard("result", event, 2, "1-0", "--round", 1).err
    assert "is open in" not in topboard("result", event, 2, "1-0").err


def test_a_list_is_taken_whole(
    topboard: CommandLine, event: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slips = tmp_path / "slips.csv"
    slips.write_text('board,result\n1,1-0\n\n"2","1/2-1/2"\n3, -/+\n')
    topboard.done("result", event, "--from", slips)
    stdin(monkeypatch, b"4,0-1\r\n")
    done = topboard.asked("result", event, "--from", "-")
    assert done["results"] == [{"board": 4, "result": "0-1"}]
    assert [p["result"] for p in topboard.asked("round", event)["pairings"]] == [
        "1-0", "1/2-1/2", "-/+", "0-1",
    ]  # fmt: skip
    assert topboard.asked("status", event)["step"] == "draw"


def test_an_empty_list_is_fine(
    topboard: CommandLine, event: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    revision = topboard.asked("status", event)["revision"]
    (tmp_path / "none.csv").write_text("")
    topboard.done("result", event, "--from", tmp_path / "none.csv")
    stdin(monkeypatch, b"\n\n")
    topboard.done("result", event, "--from", "-")
    assert topboard.asked("status", event)["revision"] == revision


@pytest.mark.parametrize(
    ("text", "place", "said"),
    [
        ("1,1-0\n9,1-0\n", "slips.csv:2:1", "board 9 does not exist"),
        ("1,1-0\n2,7-0\n", "slips.csv:2:1", "unknown result"),
        ("1,1-0\n\n1,1-0\n", "slips.csv:3:1", "twice"),
        ("1\n", "slips.csv:1:1", "1 field"),
        ("1,1-0,x\n", "slips.csv:1:1", "3 fields"),
        ("1 1-0\n", "slips.csv:1:1", "the line has 1 field;"),
        ("one,1-0\n", "slips.csv:1:1", "'one' is not a board"),
        ('1,"1-0\n2,1-0\n', "slips.csv:1:1", "quote"),
        ("1,1-0\n2,\n", "slips.csv:2:1", "no result is given"),
    ],
)
def test_a_wrong_line_refuses_the_whole_list(
    topboard: CommandLine, event: Path, tmp_path: Path, text: str, place: str, said: str
) -> None:
    (tmp_path / "slips.csv").write_text(text)
    line = topboard.refused("result", event, "--from", tmp_path / "slips.csv")
    assert line.startswith(f"{place}: ")
    assert said in line
    assert topboard.asked("status", event)["missing"] == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"\xff\xfe1\x00", "UTF-16"),
        (b"1,1-0\n\x00\n", "NUL"),
        (b"1,\xe9\n", "not UTF-8"),
        (b"1,1-0\n" * 200_000, "over 1 MiB"),
    ],
)
def test_a_list_that_is_no_text_is_refused(
    topboard: CommandLine, event: Path, tmp_path: Path, data: bytes, said: str
) -> None:
    (tmp_path / "slips.csv").write_bytes(data)
    assert said in topboard.refused("result", event, "--from", tmp_path / "slips.csv")


def test_a_list_that_is_not_there(topboard: CommandLine, event: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for name in ("none.csv", "pipe", "."):
        topboard.refused("result", event, "--from", tmp_path / name)
    assert "one of them" in topboard.refused("result", event, 1, "1-0", "--from", "x")
    assert "needed" in topboard.refused("result", event, 1)


def test_missing_results_are_named_and_may_count_as_draws(
    topboard: CommandLine, event: Path
) -> None:
    topboard.done("result", event, 2, "1-0")
    line = topboard.refused("draw", event)
    assert "boards 1, 3, 4" in line
    assert "--missing draw" in line
    assert topboard.asked("draw", event, "--missing", "draw")["round"] == 2
    results = [p["result"] for p in topboard.asked("round", event, "--round", 1)["pairings"]]
    assert results == ["?", "1-0", "?", "?"]
    assert "adjourned" in " ".join(topboard.asked("status", event)["notes"])


def test_no_trf_while_a_game_is_adjourned(topboard: CommandLine, event: Path) -> None:
    topboard.done("draw", event, "--missing", "draw")
    assert "adjourned" in topboard.refused("export", event, "--as", "trf")


def test_an_adjourned_game_of_an_earlier_round_keeps_the_event_open(
    topboard: CommandLine, event: Path
) -> None:
    topboard.done("result", event, 1, "?")
    topboard.whites_win(event)
    topboard.done("draw", event, "--publish")
    topboard.whites_win(event)
    said = topboard.done("status", event)
    assert "its results are in, an earlier round has adjourned games" in said
    assert "in play" not in said, "every result of the last round is in"
    assert "round 1, board 1 is adjourned" in said


@pytest.mark.parametrize("rounds_by_results", [True, False])
def test_only_a_draw_by_results_is_said_to_be_older_than_a_correction(
    topboard: CommandLine, tmp_path: Path, rounds_by_results: bool
) -> None:
    entries = tmp_path / "four.csv"
    entries.write_text("name,rating\nAnn,2000\nBea,1900\nCid,1800\nDot,1700\n", encoding="utf-8")
    folder = tmp_path / "event"
    format = ("dutch", "--rounds", 3) if rounds_by_results else ("round_robin",)
    topboard.done("new", folder, "--format", *format, "--entries", entries)
    topboard.done("draw", folder, "--publish")
    for board in (1, 2):
        topboard.done("result", folder, board, "1-0")
    topboard.done("draw", folder, "--publish")
    said = topboard("result", folder, 1, "0-1", "--round", 1, "--replace").err
    assert ("was drawn before this change" in said) == rounds_by_results
    assert ("`undo` with the number of its publication" in said) == rounds_by_results
    if rounds_by_results:
        # the way that is named leads there
        (number,) = [one["n"] for one in topboard.asked("log", folder)["entries"]
                     if one["text"].startswith("round 2 published")]  # fmt: skip
        topboard.done("undo", folder, number)
        topboard.done("draw", folder, "--redraw", "--publish")
        assert topboard.asked("round", folder, "--round", 1)["pairings"][0]["result"] == "0-1"


def test_the_result_of_a_match_with_one_board_is_that_of_its_game(
    topboard: CommandLine, tmp_path: Path
) -> None:
    """In a Hutton with four boards most teams meet on one board alone."""
    entries = tmp_path / "teams.csv"
    rows = [f"{team},{board},{team}{board}" for team in "ABCDE" for board in (1, 2, 3, 4)]
    entries.write_text("team,board,name\n" + "\n".join(rows) + "\n", encoding="utf-8")
    folder = tmp_path / "jamboree"
    topboard.done("new", folder, "--format", "hutton", "--set", "boards=4", "--entries", entries)
    topboard.done("draw", folder, "--publish")
    tables = [row for row in topboard.asked("round", folder)["pairings"] if row["lineups"]]
    single = next(row["board"] for row in tables if len(row["lineups"]) == 1)
    several = next(row["board"] for row in tables if len(row["lineups"]) > 1)
    topboard.done("result", folder, single, "=")
    document = topboard.asked("result", folder, several, "1-0")
    assert document["results"] == [{"board": several, "result": "1-0"}]
    after = {
        row["board"]: row for row in topboard.asked("round", folder)["pairings"] if row["lineups"]
    }
    assert after[single]["lineups"][0]["result"] == "1/2-1/2"
    assert "its players have no game from it" in topboard("result", folder, several, "1-1",
                                                          "--replace").err  # fmt: skip


def test_a_correction_of_what_stands_already_is_no_correction(
    topboard: CommandLine, event: Path
) -> None:
    """As the same result again: nothing to confirm, nothing recorded, nothing told."""
    first = topboard.asked("round", event)["pairings"][0]
    topboard.done("correct", event, 1, "--turn", "--result", "1-0", "--insist")
    revision = topboard.asked("status", event)["revision"]
    again = ("correct", event, 1, "--white", first["black"], "--result", "1-0")
    for insist in ((), ("--insist",)):
        answer = topboard(*again, *insist)
        assert (answer.status, answer.err) == (0, "")
    assert topboard.asked("status", event)["revision"] == revision
    assert "--insist" in topboard.refused("correct", event, 1, "--result", "0-1")


def test_a_result_stands_in_the_history_as_everywhere_however_it_was_typed(
    topboard: CommandLine, tmp_path: Path
) -> None:
    rows = "".join(f"T{t},{b},P{t}{b}\n" for t in range(1, 5) for b in range(1, 5))
    entries = tmp_path / "teams.csv"
    entries.write_text(f"team,board,name\n{rows}")
    folder = tmp_path / "league"
    topboard.done("new", folder, "--format", "team_round_robin", "--entries", entries)
    topboard.done("draw", folder, "--publish")
    topboard.done("result", folder, 1, "3 1/2-1/2")
    (tmp_path / "more.csv").write_text("2,1.5-2.5\n")
    topboard.done("result", folder, "--from", tmp_path / "more.csv")
    texts = [entry["text"] for entry in topboard.asked("log", folder)["entries"]]
    assert any("3½-½" in text for text in texts)
    assert not any("1/2" in text for text in texts)
    assert topboard.asked("round", folder)["pairings"][1]["result"] == "1½-2½"


def test_a_board_of_an_earlier_round_that_is_cleared_is_waited_for(
    topboard: CommandLine, event: Path
) -> None:
    topboard.whites_win(event)
    topboard.done("draw", event, "--publish")
    topboard.whites_win(event)
    topboard.done("result", event, 2, "-", "--round", 1, "--replace", "--insist")
    status = topboard.asked("status", event)
    assert (status["step"], status["round"], status["missing"]) == ("play", 1, [2])
    line = topboard.refused("draw", event, "--publish")
    assert "round 2 is the last one: no result yet on round 1: board 2" in line
    topboard.done("set", event, "rounds=3")
    line = topboard.refused("draw", event, "--publish")
    assert "results are missing in round 1: board 2" in line
    assert "--missing draw" in line
    topboard.done("draw", event, "--publish", "--missing", "draw")
    assert topboard.asked("round", event, "--round", 1)["pairings"][1]["result"] == "?"
    assert topboard.asked("status", event)["round"] == 3
