"""A knockout run from the command line alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.desk_cli import CommandLine

TEAMS = "name,club\n" + "".join(f"Team {letter},{letter}\n" for letter in "ABCDEF")


@pytest.fixture
def cup(tmp_path: Path, topboard: CommandLine) -> Path:
    """Six teams over 28 boards, the first round published."""
    (tmp_path / "teams.csv").write_text(TEAMS, encoding="utf-8")
    folder = tmp_path / "cup"
    topboard.done(
        "new", folder, "--format", "knockout", "--entries", tmp_path / "teams.csv", "--seed", 1,
        "--set", "score=imps", "--set", "boards=28", "--set", "third_place=true",
    )  # fmt: skip
    topboard.done("draw", folder, "--publish")
    return folder


def test_the_round_tells_boards_group_and_byes(cup: Path, topboard: CommandLine) -> None:
    round = topboard.asked("round", cup)
    assert [(p["boards"], p["group"], p["stage"], p["games"]) for p in round["pairings"]] == [
        (28, "Quarter-finals", None, 1)
    ] * 2
    assert [(b["id"], b["kind"]) for b in round["byes"]] == [("1", "pairing"), ("2", "pairing")]
    status = topboard.asked("status", cup)
    assert (status["round"], status["rounds"], status["step"]) == (1, 3, "play")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["40-40"], "add who won it and how"),
        (["-5-3"], "-5 IMPs are not possible"),
        (["1000-3"], "1,000 IMPs are not possible"),
        (["lots"], "is not a result"),
        (["1-0", "home", "bam"], "1-0 is not a tie"),
    ],
)
def test_what_is_no_result_is_refused_in_one_line(
    cup: Path, topboard: CommandLine, words: list[str], said: str
) -> None:
    assert said in topboard.refused("result", cup, 1, *words)


def test_a_match_that_is_not_finished_lets_the_others_go_on(
    cup: Path, topboard: CommandLine
) -> None:
    topboard.done("result", cup, 1, "45-31")
    line = topboard.refused("draw", cup)
    assert "? says that a match is not finished, and the others go on" in line
    topboard.done("result", cup, 2, "?")
    assert "round 1, table 2 is adjourned" in topboard.done("status", cup)
    drawn = topboard.asked("draw", cup, "--publish")
    assert len(drawn["pairings"]) == 1
    topboard.done("result", cup, drawn["pairings"][0]["board"], "45-31")
    status = topboard.asked("status", cup)
    assert (status["step"], status["round"], status["missing"]) == ("play", 1, [2])
    topboard.done("result", cup, 2, "45-31", "--round", 1)
    assert len(topboard.asked("draw", cup, "--publish")["pairings"]) == 1


def test_a_tie_with_its_tie_break_needs_no_quotes(cup: Path, topboard: CommandLine) -> None:
    topboard.done("result", cup, 1, "40-40", "home", "playoff", 5)
    topboard.done("result", cup, 1, "40-40 home playoff 5")
    pairing = topboard.asked("round", cup)["pairings"][0]
    assert pairing["result"] == "40-40 home playoff 5"
    assert pairing["conflicts"] == []
    again = topboard.asked("result", cup, 1, "40-40 home coin-toss", "--replace")
    assert again["results"][0]["result"] == "40-40 home coin-toss"
    (noted,) = topboard.asked("round", cup)["pairings"][0]["conflicts"]
    assert (noted["rule"], noted["severity"]) == ("tie-break", "note")


def test_why_there_is_no_bracket_is_the_one_reason_that_holds(
    topboard: CommandLine, tmp_path: Path
) -> None:
    for format, why in (("kjca", "KJCA Swiss has none"), ("knockout", "nothing is drawn yet")):
        topboard.done("new", tmp_path / format, "--format", format)
        assert f": {why}; `topboard" in topboard.refused("bracket", tmp_path / format)


def test_many_results_come_from_a_list(cup: Path, topboard: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text("1,45-31\n2,40-40 away bam\n", encoding="utf-8")
    topboard.done("result", cup, "--from", tmp_path / "in.csv")
    assert topboard.asked("status", cup)["step"] == "draw"


def test_a_corrected_winner_undoes_only_on_insistence(cup: Path, topboard: CommandLine) -> None:
    for board in (1, 2):
        topboard.done("result", cup, board, "50-20")
    topboard.done("draw", cup, "--publish")
    topboard.done("result", cup, 1, "50-20")
    words = ["result", cup, 1, "20-50", "--round", 1, "--replace"]
    assert "would change round 2, table 1: " in topboard.refused(*words)
    topboard.done(*words, "--insist")
    first = topboard.asked("round", cup)["pairings"][0]
    assert first["result"] is None
    assert {first["white"], first["black"]} == {"1", "5"}
    topboard.done("verify", cup)
    topboard.done("undo", cup)
    assert topboard.asked("round", cup)["pairings"][0]["result"] == "50-20"


def test_the_end_has_a_winner_and_places(cup: Path, topboard: CommandLine) -> None:
    for boards in ((1, 2), (1, 2), (1, 2)):
        for board in boards:
            topboard.done("result", cup, board, "50-20")
        if topboard.asked("status", cup)["step"] == "draw":
            topboard.done("draw", cup, "--publish")
    assert topboard.asked("status", cup)["step"] == "finished"
    document = topboard.asked("standings", cup)
    rows = document["tables"][0]["rows"]
    assert [row["rank"] for row in rows] == [1, 2, 3, 4, 5, 5]
    assert document["winner"] == rows[0]["id"] == "1"
    assert [row["status"] for row in rows] == [None, *["out"] * 5]
    assert topboard.asked("check", cup)["differences"] is False
    assert "cannot be drawn" in topboard.refused("draw", cup)


def test_save_files_give_the_same_event_back(cup: Path, topboard: CommandLine) -> None:
    topboard.done("result", cup, 1, "40-40 home bam")
    before = topboard.asked("round", cup)
    assert "40-40 home bam" in (cup / "round-01.toml").read_text(encoding="utf-8")
    journal = next(cup.glob("journal*"))
    journal.unlink()
    assert topboard.asked("round", cup)["pairings"] == before["pairings"]


def test_who_withdraws_is_told_of_the_open_board(cup: Path, topboard: CommandLine) -> None:
    pairing = topboard.asked("round", cup)["pairings"][0]
    said = topboard.done("withdraw", cup, pairing["black"])
    assert "table 1 is open: enter its result, or the walkover +/-" in said


def test_the_command_line_says_so(topboard: CommandLine, tmp_path: Path) -> None:
    file = tmp_path / "list.csv"
    file.write_text("name,byes\nAnn,1\nBob,\nCyd,\nDan,\n", encoding="utf-8")
    answer = topboard("new", tmp_path / "cup", "--format", "knockout", "--entries", file)
    assert answer.status == 0
    assert "1 entry with byes by request (Ann): left out" in answer.err
    drawn = topboard.asked("draw", tmp_path / "cup")
    assert len(drawn["pairings"]) == 2


def test_a_correction_warns_that_a_proposal_is_removed(cup: Path, topboard: CommandLine) -> None:
    for board in (1, 2):
        topboard.done("result", cup, board, "45-31")
    topboard.done("draw", cup)
    answer = topboard("result", cup, 1, "31-45", "--replace")
    assert "the proposal of round 2 is removed" in answer.err
    assert topboard.asked("status", cup)["step"] == "draw"
