"""The diagonal and a round robin from the command line alone, to their winners."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.desk_cli import CommandLine

ENTRIES = Path(__file__).parent.parent / "data" / "entries" / "diagonal-26.csv"


@pytest.fixture
def diagonal(tmp_path: Path, topboard: CommandLine) -> Path:
    """26 players, round 1 published."""
    folder = tmp_path / "diagonal"
    topboard.done("new", folder, "--format", "diagonal", "--entries", ENTRIES, "--seed", 1)
    topboard.done("draw", folder, "--publish")
    return folder


def test_round_one_has_forty_matches_of_two_games(diagonal: Path, topboard: CommandLine) -> None:
    round = topboard.asked("round", diagonal)
    assert len(round["pairings"]) == 40
    assert {p["games"] for p in round["pairings"]} == {2}
    assert len({p["board"] for p in round["pairings"]}) == 40
    assert all(not p["conflicts"] for p in round["pairings"])
    status = topboard.asked("status", diagonal)
    assert (status["rounds"], status["step"], len(status["missing"])) == (None, "play", 40)


def test_games_come_together_or_one_by_one(diagonal: Path, topboard: CommandLine) -> None:
    topboard.done("result", diagonal, 1, "1/34,=/60")
    topboard.done("result", diagonal, 2, "1,?")
    assert 2 in topboard.asked("status", diagonal)["missing"]
    topboard.done("result", diagonal, 2, "?,0/25")
    shown = {p["board"]: p["result"] for p in topboard.asked("round", diagonal)["pairings"]}
    assert (shown[1], shown[2]) == ("1/34,=/60", "1,0/25")
    assert 2 not in topboard.asked("status", diagonal)["missing"]
    topboard.done("result", diagonal, 2, "1,0/25")
    assert "--replace" in topboard.refused("result", diagonal, 2, "0,0")
    assert "1 to 500" in topboard.refused("result", diagonal, 3, "1/0,1")
    assert "1 to 500" in topboard.refused("result", diagonal, 3, "1/10000,1")
    assert "missing" in topboard.refused("draw", diagonal)


def test_a_withdrawal_names_what_it_loses_unless_the_round_is_finished_first(
    diagonal: Path, topboard: CommandLine
) -> None:
    boards = [
        p for p in topboard.asked("round", diagonal)["pairings"] if "2" in (p["white"], p["black"])
    ]
    done = topboard("withdraw", diagonal, 2, "--finish")
    assert (done.status, "lost by default" in done.err) == (0, False)
    assert {p["result"] for p in topboard.asked("round", diagonal)["pairings"]} == {None}
    kept = (diagonal / "players.toml").read_text(encoding="utf-8")
    assert "finishes = true" in kept
    topboard.done("reenter", diagonal, 2)
    done = topboard("withdraw", diagonal, 2)
    assert done.status == 0
    assert done.err.count("lost by default: board") == len(boards)
    assert done.err.count("(both games)") == len(boards)
    assert "sound" in topboard.done("verify", diagonal)


def test_who_went_out_is_said_with_the_last_result(
    diagonal: Path, topboard: CommandLine, tmp_path: Path
) -> None:
    missing = topboard.asked("status", diagonal)["missing"]
    lines = "".join(f'{board},"1,1"\n' for board in missing[1:])
    (tmp_path / "results.csv").write_text(lines, encoding="utf-8")
    assert "out after" not in topboard.done("result", diagonal, "--from", tmp_path / "results.csv")
    said = topboard.done("result", diagonal, missing[0], "1,1")
    assert "out after round 1: " in said
    assert " play on" in said


def test_it_is_played_to_its_winner(diagonal: Path, topboard: CommandLine, tmp_path: Path) -> None:
    status = {}
    for _ in range(30):
        status = topboard.asked("status", diagonal)
        if status["step"] == "finished":
            break
        if status["step"] == "draw":
            topboard.done("draw", diagonal, "--publish")
            continue
        # the higher player wins with White and draws with Black
        lines = "".join(f'{board},"1,="\n' for board in status["missing"])
        (tmp_path / "results.csv").write_text(lines, encoding="utf-8")
        topboard.done("result", diagonal, "--from", tmp_path / "results.csv")
    standings = topboard.asked("standings", diagonal)
    rows = standings["tables"][0]["rows"]
    assert standings["winner"] == rows[0]["id"]
    assert rows[0]["status"] is None
    assert {row["status"] for row in rows[1:]} == {"out"}
    assert [row["rank"] for row in rows][:2] == [1, 2]
    assert len(rows) == 26
    games = sum(2 for n in range(1, status["round"] + 1)
                for _ in topboard.asked("round", diagonal, "--round", n)["pairings"])  # fmt: skip
    assert sum(row["tiebreaks"]["Losses"] for row in rows) == games
    topboard.done("verify", diagonal)
    assert topboard("check", diagonal).status == 0
    topboard.done("export", diagonal, "--as", "html", "-o", tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "Cross-table" in page
    assert "one game a player" in topboard.refused("export", diagonal, "--as", "trf")


def test_a_withdrawal_in_the_round(diagonal: Path, topboard: CommandLine) -> None:
    round = topboard.asked("round", diagonal)
    top = round["pairings"][0]["white"]
    topboard.done("result", diagonal, 1, "1,?")
    topboard.done("withdraw", diagonal, top)
    shown = {p["board"]: p["result"] for p in topboard.asked("round", diagonal)["pairings"]
             if top in (p["white"], p["black"])}  # fmt: skip
    assert shown == {1: "1,-", 2: "-/+"}
    rows = topboard.asked("standings", diagonal)["tables"][0]["rows"]
    assert next(row for row in rows if row["id"] == top)["tiebreaks"]["Losses"] == 3


@pytest.mark.parametrize(
    ("setting", "said"),
    [("max_losses=0", "at least 0.5"), ("draw_losses=0", "max_rounds"), ("ring_below=3", "12")],
)
def test_settings_are_refused_with_bounds(
    setting: str, said: str, topboard: CommandLine, tmp_path: Path
) -> None:
    told = topboard.refused("new", tmp_path / "bad", "--format", "diagonal", "--set", setting)
    assert said in told


def test_one_player_is_too_few(topboard: CommandLine, tmp_path: Path) -> None:
    folder = tmp_path / "one"
    topboard.done("new", folder, "--format", "diagonal")
    topboard.done("add", folder, "Alone, Ada")
    assert topboard.asked("status", folder)["step"] == "register"
    assert "cannot be drawn" in topboard.refused("draw", folder)


def test_a_round_robin_by_lot(topboard: CommandLine, tmp_path: Path) -> None:
    names = "".join(f"Player {n},{2000 + n}\n" for n in range(1, 6))
    (tmp_path / "five.csv").write_text("name,rating\n" + names, encoding="utf-8")
    folder = tmp_path / "robin"
    topboard.done(
        "new", folder, "--format", "round_robin", "--entries", tmp_path / "five.csv",
        "--seed", 7, "--set", "double=true",
    )  # fmt: skip
    assert topboard.asked("status", folder)["rounds"] == 10
    assert "they are given when round 1 is published" in topboard.done("numbers", folder)
    assert "its numbers are drawn by lot" in topboard.refused("numbers", folder, "--remake")
    met = []
    for number in range(1, 11):
        topboard.done("draw", folder, "--publish")
        round = topboard.asked("round", folder)
        met += [(p["white"], p["black"]) for p in round["pairings"]]
        assert len(round["byes"]) == 1
        lines = "".join(f"{p['board']},1-0\n" for p in round["pairings"])
        (tmp_path / "results.csv").write_text(lines, encoding="utf-8")
        topboard.done("result", folder, "--from", tmp_path / "results.csv")
        assert topboard.asked("status", folder)["round"] == min(number + 1, 10)
    assert len(set(met)) == len(met) == 20
    assert topboard.asked("status", folder)["step"] == "finished"
    assert {r["points"] for r in topboard.asked("standings", folder)["tables"][0]["rows"]} == {4}
    topboard.done("verify", folder)
    assert topboard("check", folder).status == 0
    assert "White-Black" in topboard.done("export", folder, "--as", "html")


def test_numbers_exchanged_by_hand_are_told_by_the_event_and_owned_to_be_unknown_by_a_file(
    topboard: CommandLine, tmp_path: Path
) -> None:
    names = "".join(f"Player {n},{2000 - n}\n" for n in range(1, 7))
    (tmp_path / "six.csv").write_text("name,rating\n" + names, encoding="utf-8")
    folder, file = tmp_path / "robin", tmp_path / "robin.trf"
    topboard.done("new", folder, "--format", "round_robin", "--entries", tmp_path / "six.csv")
    topboard.done("draw", folder)
    boards = topboard.asked("round", folder)["pairings"]
    topboard.done("swap", folder, boards[0]["white"], boards[1]["white"])
    topboard.done("draw", folder, "--publish", "--insist")
    topboard.done("export", folder, "--as", "trf", "-o", file)
    assert topboard("check", folder).status == 1
    answer = topboard("check", file)
    assert answer.status == 0
    assert "no exchange by hand, of the numbers" in answer.err


def test_a_round_robin_that_somebody_left_is_checked_alike_as_event_and_as_file(
    topboard: CommandLine, tmp_path: Path
) -> None:
    """One leaves before half of the games, one after it: the rounds against the first are worth
    nothing, those against the second are won."""
    names = "".join(f"Player {n},{2000 - n}\n" for n in range(1, 9))
    (tmp_path / "eight.csv").write_text("name,rating\n" + names, encoding="utf-8")
    folder, file = tmp_path / "robin", tmp_path / "robin.trf"
    topboard.done(
        "new", folder, "--format", "round_robin", "--entries", tmp_path / "eight.csv", "--seed", 4
    )
    for number in range(1, 8):
        for gone in {3: ("no1",), 6: ("no3",)}.get(number, ()):
            topboard.done("withdraw", folder, gone)
        topboard.done("draw", folder, "--publish")
        boards = topboard.asked("status", folder)["missing"]
        lines = "".join(f"{board},1-0\n" for board in boards)
        (tmp_path / "results.csv").write_text(lines, encoding="utf-8")
        topboard.done("result", folder, "--from", tmp_path / "results.csv")
    points = {b["points"] for n in range(1, 8)
              for b in topboard.asked("round", folder, "--round", n)["byes"]}  # fmt: skip
    assert points == {0, 1}
    told = topboard.done("check", folder)
    for form in ("trf", "trf26"):
        topboard.done("export", folder, "--as", form, "-o", file)
        shown = topboard.done("check", file).splitlines()
        assert [text for text in shown if text.startswith("round ")] == told.splitlines()
        assert shown[-1] == "points and ranks: as computed"


@pytest.mark.parametrize("kind", ["trf", "trf26"])
@pytest.mark.parametrize("most", [None, 5])
def test_a_diagonal_not_yet_begun_comes_back_from_its_own_file(
    tmp_path: Path, topboard: CommandLine, kind: str, most: int | None
) -> None:
    given = [] if most is None else ["--set", f"max_rounds={most}"]
    folder, file, copy = tmp_path / "mine", tmp_path / "mine.trf", tmp_path / "copy"
    topboard.done("new", folder, "--format", "diagonal", "--entries", ENTRIES, *given)
    topboard.done("withdraw", folder, 3)
    topboard.done("export", folder, "--as", kind, "-o", file)
    topboard.done("check", file, "--system", "diagonal")
    for with_rounds in ([], ["--with-rounds"]):
        topboard.done("new", copy, "--format", "diagonal", "--entries", file, *with_rounds)
        status = topboard.asked("status", copy)
        assert (status["rounds"], status["entrants"]) == (most, 26)
        copy = tmp_path / "copy-with-rounds"
    topboard.done("draw", folder, "--publish")
    topboard.done("draw", copy, "--publish")
    assert names_drawn(topboard, copy) == names_drawn(topboard, folder)


def names_drawn(topboard: CommandLine, folder: Path) -> list[set[str]]:
    """Who meets whom, by name."""
    rows = topboard.asked("standings", folder)["tables"][0]["rows"]
    names = {row["id"]: row["name"] for row in rows}
    pairings = topboard.asked("round", folder)["pairings"]
    return [{names[p["white"]], names[p["black"]]} for p in pairings]


def test_a_number_of_rounds_that_nobody_knows_is_no_line_and_zero_is_unknown(
    tmp_path: Path, topboard: CommandLine
) -> None:
    folder, file = tmp_path / "mine", tmp_path / "mine.trf"
    topboard.done("new", folder, "--format", "diagonal", "--entries", ENTRIES)
    topboard.done("withdraw", folder, 3)
    topboard.done("export", folder, "--as", "trf", "-o", file)
    text = file.read_text(encoding="utf-8")
    assert "XXR" not in text
    file.write_text(text + "XXR 0\n", encoding="utf-8")
    topboard.done("check", file)
