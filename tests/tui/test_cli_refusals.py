"""Bad input on the command line: one line that says what and what to do, nothing changed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tui.desk_cli import CommandLine, stdin

ROOT = Path(__file__).parent.parent.parent


def test_no_more_rounds_than_the_event_has(topboard: CommandLine, event: Path) -> None:
    topboard.whites_win(event)
    topboard.done("draw", event, "--publish")
    line = topboard.refused("draw", event, "--missing", "draw")
    assert "last one" in line
    topboard.whites_win(event)
    line = topboard.refused("draw", event)
    assert "round 3 cannot be drawn" in line
    assert "2 rounds" in line
    assert topboard.asked("status", event)["step"] == "finished"


def test_nothing_to_draw_without_entrants(topboard: CommandLine, tmp_path: Path) -> None:
    topboard.done("new", tmp_path / "empty", "--format", "kjca")
    assert "add entrants" in topboard.refused("draw", tmp_path / "empty")


def test_one_entrant_is_counted_as_one(topboard: CommandLine, tmp_path: Path) -> None:
    folder = tmp_path / "lonely"
    topboard.done("new", folder, "--format", "kjca")
    topboard.done("add", folder, "Ashgrove, Liam")
    assert "the event has 1 entrant;" in topboard.refused("draw", folder)
    assert "the event has 1 entrant;" in topboard.refused("withdraw", folder, "Nobody")
    assert "the event has 1 entrant;" in topboard.refused("withdraw", folder, "99")
    assert ", 1 entrant\n" in topboard.done("status", folder)
    topboard.done("add", folder, "Bell, Ann")
    topboard.done("withdraw", folder, "2")
    told = "the event has 2 entrants, and 1 of them can play in it; add entrants first"
    assert told in topboard.refused("draw", folder)


def proposal_with_a_repeat(topboard: CommandLine, event: Path) -> None:
    first = topboard.asked("round", event)["pairings"][0]
    topboard.whites_win(event)
    here = next(
        p for p in topboard.asked("draw", event)["pairings"]
        if first["white"] in (p["white"], p["black"])
    )  # fmt: skip
    opponent = here["black"] if here["white"] == first["white"] else here["white"]
    topboard.done("swap", event, opponent, first["black"])


def test_a_hand_made_must_conflict_wants_insist_and_is_recorded(
    topboard: CommandLine, event: Path
) -> None:
    proposal_with_a_repeat(topboard, event)
    line = topboard.refused("draw", event, "--publish")
    assert "they met in round 1" in line
    assert "--insist" in line
    assert topboard.asked("status", event)["step"] == "publish"
    assert topboard.asked("draw", event, "--publish", "--insist")["published"]
    assert "(insisted)" in topboard.done("log", event)


def test_a_standing_proposal_is_kept_unless_redraw(topboard: CommandLine, event: Path) -> None:
    topboard.whites_win(event)
    own = topboard.asked("draw", event)
    a, b = own["pairings"][0]["white"], own["pairings"][1]["white"]
    changed = topboard.asked("swap", event, a, b)
    said_of_the_change = {"cost", "cost_own"}
    standing = {key: told for key, told in changed.items() if key not in said_of_the_change}
    assert topboard.asked("draw", event) == standing
    assert "--redraw" in topboard.refused("draw", event, "--bar", f"{a}:{b}")
    assert topboard.asked("draw", event, "--redraw")["pairings"] == own["pairings"]


def test_a_proposal_that_is_out_of_date_says_so(topboard: CommandLine, event: Path) -> None:
    topboard.whites_win(event)
    own = topboard.asked("draw", event)
    topboard.done("result", event, 1, "0-1", "--replace")
    assert "changed after this draw" in " ".join(topboard.asked("status", event)["notes"])
    answer = topboard("draw", event, "--json")
    assert answer.json == own
    assert "changed since this draw: round 1, board 1: 0-1" in answer.err


def test_a_lock_that_cannot_be_leaves_nothing_behind(topboard: CommandLine, event: Path) -> None:
    topboard.whites_win(event)
    revision = topboard.asked("status", event)["revision"]
    for words in (
        ["--lock", "1:1"], ["--lock", "1"], ["--lock", "1:99"], ["--lock", ":"],
        ["--lock", "1:3", "--bar", "3:1"], ["--lock", "1:3", "--lock", "3:5"],
    ):  # fmt: skip
        topboard.refused("draw", event, *words)
    assert topboard.asked("status", event)["revision"] == revision


def test_locks_and_bars_are_heeded(topboard: CommandLine, event: Path) -> None:
    topboard.whites_win(event)
    own = [{p["white"], p["black"]} for p in topboard.asked("draw", event)["pairings"]]
    barred = sorted(own[0], key=int)
    drawn = topboard.asked("draw", event, "--redraw", "--bar", ":".join(barred))["pairings"]
    assert set(barred) not in [{p["white"], p["black"]} for p in drawn]
    opponents = [p for p in drawn if barred[0] in (p["white"], p["black"])]
    kept = {opponents[0]["white"], opponents[0]["black"]}
    again = topboard.asked("draw", event, "--redraw", "--lock", ":".join(kept))["pairings"]
    assert kept in [{p["white"], p["black"]} for p in again]


def test_swaps_that_cannot_be(topboard: CommandLine, event: Path) -> None:
    assert "no proposal" in topboard.refused("swap", event, 1, 2)
    assert "no proposal" in topboard.refused("turn", event, 1)
    topboard.whites_win(event)
    first = topboard.asked("draw", event)["pairings"][0]
    assert "turn the board" in topboard.refused("swap", event, first["white"], first["black"])
    assert "himself" in topboard.refused("swap", event, 1, 1)
    assert "board 77" in topboard.refused("turn", event, 77)


def test_two_of_a_name_want_insist(topboard: CommandLine, event: Path) -> None:
    assert "--insist" in topboard.refused("add", event, "player, aa")
    assert topboard.asked("add", event, "Player, AA", "--insist")["id"] == "9"


def test_an_entry_list_with_two_of_a_name(topboard: CommandLine, tmp_path: Path) -> None:
    twins = tmp_path / "twins.csv"
    twins.write_text("name\nFinn Quilty\nFinn Quilty\n")
    words = ("new", tmp_path / "twins", "--format", "kjca", "--entries", twins)
    assert "Finn Quilty" in topboard.refused(*words)
    assert not (tmp_path / "twins").exists()
    topboard.done(*words, "--insist")
    assert topboard.asked("status", tmp_path / "twins")["entrants"] == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--rating", "99999"], "rating 99999"),
        (["--rating", "abc"], "rating 'abc'"),
        (["--rating", "\uff11\uff15\uff10\uff10"], "not a whole number"),
        (["--seed", "0"], "seed '0'"),
        (["--club", "x" * 200], "too long"),
    ],
)
def test_an_entry_out_of_bounds_is_refused(
    topboard: CommandLine, event: Path, words: list[str], said: str
) -> None:
    assert said in topboard.refused("add", event, "New, Player", *words)
    assert topboard.asked("status", event)["entrants"] == 8


def test_a_name_that_is_none(topboard: CommandLine, event: Path) -> None:
    for name in ("", "   ", "x" * 81):
        topboard.refused("add", event, name)


def test_withdrawn_and_back(topboard: CommandLine, event: Path) -> None:
    topboard.done("withdraw", event, 5)
    assert "withdrawn already" in topboard.refused("withdraw", event, 5)
    topboard.whites_win(event)
    there = str(topboard.asked("draw", event))
    assert "'5'" not in there
    topboard.done("reenter", event, 5)
    assert "not withdrawn" in topboard.refused("reenter", event, 5)
    assert "redraw" in topboard.refused("draw", event, "--publish")
    topboard.done("draw", event, "--redraw", "--publish")
    assert "'5'" in str(topboard.asked("round", event))


@pytest.mark.parametrize(
    "words",
    [
        ["bye", "1", "1", "0.5"], ["bye", "1", "3", "0.5"], ["bye", "1", "0", "0.5"],
        ["bye", "1", "2", "7"], ["bye", "1", "2", "half"], ["bye", "99", "2", "0"],
        ["adjust", "1", "1"], ["adjust", "1", "1", "--why", " "],
        ["adjust", "1", "0", "--why", "x"], ["adjust", "1", "lots", "--why", "x"], ["edit", "1"],
        ["edit", "1", "--name", ""],
        ["present"], ["withdraw", "1", "--round", "1"], ["undo", "99"], ["undo", "1"], ["redo"],
        ["redo", "2"], ["restore", "nonsense"], ["why", "77"], ["why", "1", "--instead", "99"],
        ["choose", "1", "2"], ["correct", "1"], ["correct", "77", "--turn", "--insist"],
        ["correct", "1", "--turn", "--white", "3", "--insist"],
        ["correct", "1", "--white", "99", "--insist"], ["round", "--round", "2"],
        ["correct", "1", "--result", "5-5", "--insist"],
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_and_changes_nothing(
    topboard: CommandLine, event: Path, words: list[str]
) -> None:
    before = (event / "journal.log").read_bytes()
    topboard.refused(words[0], event, *words[1:])
    assert (event / "journal.log").read_bytes() == before


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--format", "chess"], "known: kjca"),
        (["--rounds", "0"], "rounds"),
        (["--rounds", "six"], "rounds"),
        (["--set", "bye_points=lots"], "bye_points"),
        (["--set", "by_points=1"], "did you mean bye_points?"),
        (["--set", "bye_points"], "KEY=VALUE"),
        (["--title", " "], "title"),
        (["--entries", "none.csv"], "none.csv"),
        (["--with-rounds"], "--entries"),
        (["--seed", "x"], "--seed"),
    ],
)
def test_an_event_that_cannot_be_leaves_no_folder(
    topboard: CommandLine, tmp_path: Path, words: list[str], said: str
) -> None:
    given = words if "--format" in words else ["--format", "kjca", *words]
    assert said in topboard.refused("new", tmp_path / "new", *given)
    assert not (tmp_path / "new").exists()


def test_an_event_where_no_folder_can_be(topboard: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for place in (tmp_path / "file" / "event", "/proc/event", "", "///", tmp_path / "\x1b[2J"):
        line = topboard.refused("new", place, "--format", "kjca")
        assert line.startswith("topboard: ")
        assert "\x1b" not in line


def test_the_console_needs_a_terminal(
    topboard: CommandLine, event: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stdin(monkeypatch, b"")
    assert "needs a terminal" in topboard.refused()
    assert "needs a terminal" in topboard.refused(event)


def test_an_event_is_never_made_over_another(topboard: CommandLine, event: Path) -> None:
    before = (event / "journal.log").read_bytes()
    assert "already" in topboard.refused("new", event, "--format", "kjca")
    assert (event / "journal.log").read_bytes() == before


def test_a_csv_fault_is_named_with_its_place(topboard: CommandLine, tmp_path: Path) -> None:
    bad = tmp_path / "bad.csv"
    bad.write_text("name,rating\nAsh,1500,x\n")
    line = topboard.refused("new", tmp_path / "new", "--format", "kjca", "--entries", bad)
    assert line.startswith("bad.csv:2:")
    assert "3 fields" in line


def test_a_correction_wants_insist(topboard: CommandLine, event: Path) -> None:
    before = topboard.asked("round", event)["pairings"][0]
    topboard.done("result", event, 1, "1-0")
    assert "--insist" in topboard.refused("correct", event, 1, "--turn")
    after = topboard.asked("correct", event, 1, "--turn", "--insist")["pairings"][0]
    assert (after["white"], after["black"]) == (before["black"], before["white"])
    assert after["result"] == "0-1"


def test_two_no_shows_opponents_are_put_together(topboard: CommandLine, event: Path) -> None:
    first, second = topboard.asked("round", event)["pairings"][:2]
    white, black = first["white"], second["white"]
    boards = topboard.asked(
        "correct", event, 1, "--white", white, "--black", black, "--result", "1-0", "--insist"
    )["pairings"]
    assert (boards[0]["white"], boards[0]["black"], boards[0]["result"]) == (white, black, "1-0")
    assert {boards[1]["white"], boards[1]["black"]} == {first["black"], second["black"]}


SOMEBODY = """
import ctypes, os, struct, sys
from tui.cli import main
os.chdir(sys.argv[1])
assert main(["status", "."]) == 0
if os.geteuid() == 0:
    # root without its powers: another user could not read a program in a private folder
    header, none = struct.pack("=Ii", 0x20080522, 0), struct.pack("=6I", *[0] * 6)
    assert ctypes.CDLL(None).capset(header, none) == 0
try:
    os.stat(sys.argv[2]), os.stat(os.__file__)
except PermissionError:
    sys.exit("nobody but their owner may read the program")
before = sorted(os.listdir("."))
statuses = [main([*words.split()]) for words in sys.argv[3:]]
assert sorted(os.listdir(".")) == before
print(statuses)
"""


def test_a_folder_that_cannot_be_written(topboard: CommandLine, event: Path) -> None:
    for path in (event, *event.iterdir()):
        path.chmod(0o555 if path.is_dir() else 0o444)
    commands = ("status .", "standings .", "result . 1 1-0", "draw .", "add . New")
    done = subprocess.run(
        [sys.executable, "-c", SOMEBODY, str(event), str(ROOT / "engine"), *commands],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    for path in (event, *event.iterdir()):
        path.chmod(0o770)
    if "nobody but their owner" in done.stderr:
        pytest.skip("the program lies in a private folder of another user than who runs the tests")
    assert done.stdout.endswith("[0, 0, 2, 2, 2]\n"), done.stdout + done.stderr
    refused = [x for x in done.stderr.splitlines() if "warning" not in x]
    assert len(refused) == 3
    assert all(x.startswith("topboard: ") for x in refused)
    assert "permission" in refused[0].casefold()


@pytest.mark.parametrize(
    ("option", "text", "said"),
    [
        ("--federation", "F" * 500, "federation is too long"),
        ("--section", "A" * 500, "section is too long"),
        ("--members", "A; " + "B" * 500, "members is too long"),
        ("--fide-id", "abc", "FIDE ID 'abc' is not a number"),
    ],
)
def test_a_field_that_no_entry_can_have(
    topboard: CommandLine, event: Path, option: str, text: str, said: str
) -> None:
    assert said in topboard.refused("add", event, "Zed, Zoe", option, text)
    assert said in topboard.refused("edit", event, 1, option, text)
    assert topboard.asked("status", event)["entrants"] == 8


def test_fields_are_read_as_in_an_entry_list(topboard: CommandLine, event: Path) -> None:
    answer = topboard("add", event, "Zed, Zoe", "--title", "wf", "--birth", "soon", "--json")
    assert answer.json["title"] == "WFM"
    assert "birth 'soon' is not a year or a date; left empty" in answer.err


@pytest.mark.parametrize(
    ("option", "good", "bad"),
    [("--sex", "w", "x"), ("--birth", "2012-05-31", "soon"), ("--birth", "2012", "2026-02-30")],
)
def test_an_edit_that_cannot_be_read_takes_nothing_away(
    topboard: CommandLine, event: Path, option: str, good: str, bad: str
) -> None:
    topboard.done("edit", event, 1, option, good)
    before = topboard.asked("status", event)["revision"]
    assert "would be lost" in topboard.refused("edit", event, 1, option, bad)
    assert topboard.asked("status", event)["revision"] == before


@pytest.mark.parametrize("format", ["league", "team_round_robin", "team_swiss", "team_knockout"])
def test_refusals_where_teams_play_speak_of_teams_and_tables(
    topboard: CommandLine, tmp_path: Path, format: str
) -> None:
    teams, folder = tmp_path / "teams.csv", tmp_path / "event"
    rows = [f"Team {t},{b},Name {t}{b}" for t in range(1, 5) for b in (1, 2)]
    teams.write_text("team,board,name\n" + "\n".join(rows) + "\n")
    new = ("new", folder, "--format", format, "--set", "boards=2", "--rounds", 2)
    topboard.done(*(new if format == "team_swiss" else new[:-2]), "--entries", teams)
    pairs = topboard.asked("draw", folder)["pairings"]
    said = {
        topboard.refused("turn", folder, 9): "table 9 does not exist: round 1 has tables 1 to 2",
        topboard.refused("export", folder, "--as", "pgn"): "its matches are of teams",
    }
    for line, expected in said.items():
        assert expected in line
    if format != "team_round_robin":
        both = (pairs[0]["white"], pairs[0]["black"])
        line = topboard.refused("swap", folder, *both)
        assert "turn the table instead" in line
    topboard.done("draw", folder, "--publish")
    same = topboard.refused("correct", folder, 1, "--white", 1, "--black", 1)
    assert "no team can play itself; give two teams" in same


def test_what_does_not_go_together_is_refused_before_anything_is_done(
    topboard: CommandLine, event: Path, tmp_path: Path
) -> None:
    revision = topboard.asked("status", event)["revision"]
    for words, said in (
        (["present", event, "1", "--out", "--back"], "give --out or --back"),
        (["numbers", event, "--remake", "--exchange", "1", "2"], "give --remake or --exchange A B"),
        (["set", event, "mode=free", "rounds=4"], "mode is set alone"),
        (["correct", event, "1", "--no-shows", "1", "2", "--turn"],
         "--no-shows and other players exclude each other"),
        (["dates", event, "2026-10-02", "--from", "2026-10-02"],
         "dates and --from exclude each other"),
        (["dates", event, "--from", "-"], "--from needs a day; write it as 2026-10-02"),
        (["cut", event, 4, tmp_path / "cup", "--insist", "--set", "legs"],
         "'legs' is not a setting"),
        (["add", event, "Ann Lee", "--from", "FIDE"], "'FIDE' names no player of a list"),
        (["ratings", "add", tmp_path / "list.txt", "--map", "=rating"], "'=rating' maps no column"),
        (["generate", "--json"], "--json needs a file; give -o FILE or -d FOLDER"),
        (["generate", "--set", "rounds=3"], "the rounds are not a setting here; give --rounds"),
        (["simulate", event, *["--format", "dutch"] * 13], "13 formats are too many; give 12"),
        (["export", event, "--as", "csv", "--template", tmp_path / "page.html"],
         "csv takes no template; give --as template with it"),
        (["clock", event, "delay"], "by how much is not given"),
        (["show", event, "--until", "15:30"], "there is no message"),
        (["serve", event, "--public-url", "ftp://hall"], "it begins with http:// or https://"),
        (["norms", event, "--exempt", "a"], "the event does not say its federation"),
        (["adjust", event, "3", "11/2", "--why", "none"],
         "'11/2' are not points; write 1.5 or 1½"),
        (["withdraw", event, "no99"], "nobody has start number 99"),
        (["pairings", event], "there is no proposal; begin with --edit, or draw"),
        (["round", event, "--round", "2"], "round 2"),
        (["generate", "-o", tmp_path], "it is a folder"),
    ):  # fmt: skip
        assert said in topboard.refused(*words)
    assert topboard.asked("status", event)["revision"] == revision


def test_without_a_round_there_is_nothing_to_enter_or_correct(
    topboard: CommandLine, tmp_path: Path
) -> None:
    folder = tmp_path / "new"
    topboard.done("new", folder, "--format", "kjca")
    assert "no round is published" in topboard.refused("result", folder, "1", "1-0")
    assert "no round is published" in topboard.refused("correct", folder, "1", "--turn")
    assert "no round is drawn yet; draw the first one" in topboard.refused("round", folder)
    assert "numbers are given when round 1 is published" in topboard.refused(
        "withdraw", folder, "no1"
    )
