"""Bad input in an event of teams, each through the command line: one line says what is wrong and
what to do, and nothing is changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.refusal import Refused
from formats.gnot import tables
from saves.store import open_event
from tests.tui.desk_cli import DATA, CommandLine
from tests.tui.test_cli_check_appeals import play

TEAMS = DATA / "entries" / "teams-23.csv"


@pytest.fixture
def evening(tmp_path: Path, topboard: CommandLine) -> Path:
    folder = tmp_path / "evening"
    topboard.done("new", folder, "--format", "gnot", "--entries", TEAMS, "--seed", 5)
    return folder


@pytest.mark.parametrize(("count", "fits"), [(15, "or a round robin"), (33, "split the field")])
def test_a_field_that_does_not_fit(
    tmp_path: Path, topboard: CommandLine, count: int, fits: str
) -> None:
    entries = tmp_path / "teams.csv"
    entries.write_text("name\n" + "".join(f"Team {n}\n" for n in range(count)), encoding="utf-8")
    folder = tmp_path / "field"
    topboard.done("new", folder, "--format", "gnot", "--entries", entries)
    said = f"{count} teams cannot play this format: it takes 16 to 32; knockout and"
    line = topboard.refused("draw", folder)
    assert "session 1.1 cannot be drawn" in line
    assert said in line
    assert fits in line
    assert said in topboard.done("status", folder)
    if count > 32:
        words = ("simulate", "--format", "gnot", "--players", count, "--events", 1)
        line = topboard.refused(*words)
        assert said in line
        assert "too few" not in line


@pytest.mark.parametrize(("slip", "what", "todo"), [
    ("40-40", "the match needs a winner", "add who won it and how, as in 40-40 home bam"),
    ("-5-30", "-5 IMPs are not possible", "look at the slip again"),
    ("45--3", "-3 IMPs are not possible", "look at the slip again"),
    ("1000-3", "1,000 IMPs are not possible", "look at the slip again"),
    ("abc", "'abc' is not a result of a match", "write 45-31"),
    ("45-x", "'45-x' is not a result of a match", "write 45-31"),
    ("45-31 home bam", "it has a winner already", "leave the tie-break"),
])  # fmt: skip
def test_a_slip_that_is_no_result(
    topboard: CommandLine, evening: Path, slip: str, what: str, todo: str
) -> None:
    topboard.done("draw", evening, "--publish")
    before = topboard.asked("status", evening)["revision"]
    line = topboard.refused("result", evening, 1, slip)
    assert what in line
    assert todo in line
    assert topboard.asked("status", evening)["revision"] == before


def test_a_choice_out_of_turn_and_of_a_barred_team(topboard: CommandLine, evening: Path) -> None:
    # Pool A: who met in match 1 went different ways, unless the loser is a lucky one
    found = False
    play(topboard, evening, 1)
    while not found:
        status = topboard.asked("status", evening)
        if status["step"] == "choose":
            asked = status["choice"]
            line = topboard.refused("choose", evening, asked["pool"][0], asked["chooser"])
            assert "does not choose now" in line
            for team in asked["barred"]:
                line = topboard.refused("choose", evening, asked["chooser"], team["id"])
                assert "cannot be chosen" in line
                assert team["reason"] in line
                found = True
            topboard.done("choose", evening, asked["chooser"], asked["pool"][-1])
        elif status["step"] == "draw":
            topboard.done("draw", evening, "--publish")
        else:
            assert status["step"] == "play", "nobody was ever barred"
            topboard.enter(evening, {board: f"{40 + board}-30" for board in status["missing"]})


def test_a_correction_that_has_been_played_on(topboard: CommandLine, evening: Path) -> None:
    play(topboard, evening, 4)
    first = topboard.asked("round", evening, "--round", 3)["pairings"]
    board = next(p for p in first if p["stage"] == "sko")
    short = [
        match["board"]
        for match in topboard.asked("round", evening)["pairings"]
        if match["boards"] == 14 and match["group"] != "Triangle"
    ]
    topboard.enter(evening, dict.fromkeys(short, "45-31"))
    words = ("result", evening, board["board"], "20-60", "--round", 3, "--replace")
    line = topboard.refused(*words)
    assert "this result has been played on" in line
    assert "it would change session 2.2 (round 4), table" in line
    assert "--insist" in line
    topboard.done(*words, "--insist")
    assert topboard.done("verify", evening)


def test_a_withdrawal_in_the_middle_of_a_stage(topboard: CommandLine, evening: Path) -> None:
    play(topboard, evening, 3)
    dko = next(p for p in topboard.asked("round", evening)["pairings"] if p["stage"] == "dko")
    said = topboard.done("withdraw", evening, dko["black"])
    assert f"table {dko['board']} is open: enter its result, or the walkover +/-" in said
    # who is drawn against it afterwards has a walkover, with what that is worth for ranking
    topboard.done("result", evening, dko["board"], "20-60")
    play(topboard, evening, 5)
    byes = topboard.asked("round", evening)["byes"]
    name = open_event(evening, read_only=True).event.entrant(dko["black"]).name
    whys = [bye["why"] for bye in byes if name in bye["why"]]
    assert whys
    assert "a walkover" in whys[0]
    assert "0 against 80 IMPs for ranking" in whys[0]


def test_a_table_that_does_not_balance_is_named_wherever_it_is_needed(
    topboard: CommandLine, evening: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = tables.table_text().replace("pool_b = 8", "pool_b = 9", 1)
    monkeypatch.setattr(tables, "table_text", lambda: text)
    tables.layouts.cache_clear()
    try:
        said = "tables.toml: row 20 does not balance: Pool A + Pool B + triangle = teams: "
        assert f"{said}it has 21, not 20; put the row right" in topboard.refused("draw", evening)
        assert said in topboard.done("status", evening)
        assert said in topboard.refused("simulate", "--format", "gnot", "--players", 20)
    finally:
        tables.layouts.cache_clear()
    with pytest.raises(Refused, match="row 20 does not balance"):
        tables.read_layouts(text)


def test_teams_are_not_generated_as_a_file_for_single_players(topboard: CommandLine) -> None:
    line = topboard.refused("generate", "--system", "gnot", "--players", 20)
    assert "gnot is for teams: TRF is for single players" in line
