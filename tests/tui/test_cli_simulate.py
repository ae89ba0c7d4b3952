"""`simulate`: what a format does to a field, counted over many events."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from formats.registry import all_formats
from tests.tui.desk_cli import DATA, CommandLine

ROOT = Path(__file__).parents[2]
OPEN = DATA / "entries" / "open-72-semicolon.csv"


def figures(topboard: CommandLine, *words: object) -> dict[str, Any]:
    """One format's figures, without what a clock says."""
    (found,) = topboard.asked("simulate", *words)["formats"]
    assert found.pop("time")["draws"] > 0
    return dict(found)


def test_the_figures_of_a_field_add_up(topboard: CommandLine) -> None:
    found = figures(topboard, "--format", "dutch", "--players", 21, "--rounds", 5,
                    "--events", 12, "--jobs", 1)  # fmt: skip
    assert (found["events"], found["entrants"], found["rounds"]) == (12, 21, 5)
    assert sum(found["perfect"].values()) == sum(found["winner"]["by_rating_place"].values()) == 12
    assert found["boards"] == 12 * 5 * 10
    assert [gap["boards"] for gap in found["gaps"]] == [120] * 5
    assert found["byes"] == {"pairing": 60, "requested": 0, "absent": 0, "second_pairing": 0}
    assert sum(found["colours"]["white_less_black"].values()) == 12 * 21
    balance = found["colours"]["white_less_black"].items()
    assert sum(int(difference) * n for difference, n in balance) == 0
    assert found["rematches"] == found["unfinished"] == 0
    assert found["undrawn"] == []
    assert found["floats"]["boards"] == sum(r["boards"] for r in found["floats"]["by_round"])


def test_round_one_meets_the_half_below(topboard: CommandLine) -> None:
    # ten players rated 2000 to 1910 in steps of ten: everybody meets the one five places below
    ladder = "name,rating\n" + "".join(f'"Player, {c}",{2000 - 10 * i}\n'
                                       for i, c in enumerate("ABCDEFGHIJ"))  # fmt: skip
    path = Path(os.environ["HOME"]) / "ladder.csv"
    path.write_text(ladder)
    found = figures(topboard, "--format", "dutch", "--entries", path, "--rounds", 3,
                    "--events", 5)  # fmt: skip
    assert found["gaps"][0] == {"round": 1, "boards": 25, "mean": 50.0, "median": 50, "p90": 50,
                                "max": 50}  # fmt: skip


def test_without_draws_among_sixteen_one_wins_all_four_games(topboard: CommandLine) -> None:
    found = figures(topboard, "--format", "dutch", "--players", 16, "--rounds", 4,
                    "--events", 10, "--draws", 0)  # fmt: skip
    assert found["perfect"] == {"0": 0, "1": 10, "2+": 0}
    short = figures(topboard, "--format", "dutch", "--players", 16, "--rounds", 3,
                    "--events", 10, "--draws", 0)  # fmt: skip
    assert short["perfect"] == {"0": 0, "1": 0, "2+": 10}
    drawn = figures(topboard, "--format", "dutch", "--players", 16, "--rounds", 3,
                    "--events", 4, "--draws", 100, "--ratings", "1800-1800")  # fmt: skip
    assert drawn["perfect"] == {"0": 4, "1": 0, "2+": 0}


def test_the_strongest_of_a_wide_field_wins_most(topboard: CommandLine) -> None:
    found = figures(topboard, "--format", "dutch", "--players", 24, "--rounds", 5,
                    "--events", 30, "--ratings", "600-2800")  # fmt: skip
    places = found["winner"]["by_rating_place"]
    assert sum(n for place, n in places.items() if int(place) <= 6) > 24


def test_baku_takes_the_great_gaps_out_of_the_first_rounds(topboard: CommandLine) -> None:
    document = topboard.asked("simulate", "--format", "dutch", "--format",
                              "dutch acceleration=baku", "--entries", OPEN, "--rounds", 7,
                              "--events", 4)  # fmt: skip
    plain, baku = document["formats"]
    assert baku["settings"] == {"acceleration": "baku", "rounds": "7"}
    assert baku["gaps"][0]["mean"] < 0.7 * plain["gaps"][0]["mean"]
    assert plain["entrants"] == baku["entrants"] == 72


def test_the_figures_do_not_depend_on_the_number_of_processes(topboard: CommandLine) -> None:
    words = ("--format", "kjca", "--players", 13, "--rounds", 4, "--events", 30, "--seed", 9)
    alone = figures(topboard, *words, "--jobs", 1)
    for jobs in (2, 3):
        assert figures(topboard, *words, "--jobs", jobs) == alone, jobs
    assert figures(topboard, *words[:-1], 10, "--jobs", 1) != alone


def test_it_runs_on_all_cores_as_the_program_is_started(home: Path) -> None:
    words = [sys.executable, "-m", "tui", "simulate", "--format", "dutch", "--players", "9",
             "--rounds", "3", "--events", "8", "--jobs", "2"]  # fmt: skip
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=180, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_the_table_fits_a_narrow_terminal_with_four_formats(topboard: CommandLine) -> None:
    text = topboard.done("simulate", "--format", "dutch", "--format", "kjca", "--format",
                         "dutch acceleration=baku", "--format", "dutch win_points=3 draw_points=1",
                         "--players", 14, "--rounds", 4, "--events", 4)  # fmt: skip
    lines = text.splitlines()
    assert max(map(len, lines)) <= 80
    heads = next(line for line in lines if line.split()[:2] == ["dutch", "kjca"])
    assert heads.split() == ["dutch", "kjca", "dutch", "2", "dutch", "3"]
    assert "dutch 3: win_points = 3, draw_points = 1" in lines


def test_a_list_of_teams_is_read_as_each_format_enters_it(
    topboard: CommandLine, tmp_path: Path
) -> None:
    """Four teams of two: eight players for the Dutch system, four entrants of a team Swiss."""
    rows = [f"{team},{board},P{team}{board},2000" for team in "ABCD" for board in "12"]
    teams = tmp_path / "teams.csv"
    teams.write_text("\n".join(["team,board,name,rating", *rows]) + "\n")
    words = ("--entries", teams, "--rounds", 2, "--events", 2, "--jobs", 1)
    both = topboard.asked("simulate", "--format", "team_swiss", "--format", "dutch", *words)
    assert [found["entrants"] for found in both["formats"]] == [4, 8]


def test_the_names_of_formats_above_the_columns_are_kept_apart(topboard: CommandLine) -> None:
    formats = ("dutch", "double_knockout", "team_knockout", "round_robin")
    named = [word for format in formats for word in ("--format", format)]
    text = topboard.done("simulate", *named, "--players", 8, "--rounds", 3, "--events", 2)
    heads = next(line for line in text.splitlines() if line.startswith(" ") and "dutch" in line)
    assert heads.split() == ["dutch", "double_kno…", "team_knock…", "round_robin"]


def test_rounds_that_cannot_be_drawn_are_counted_with_their_reason(
    topboard: CommandLine, tmp_path: Path
) -> None:
    # two of four are away in round 2, and the other two may have met
    path = tmp_path / "four.csv"
    path.write_text("name,rating,zero_point_byes\nAda,2000,2 3\nBo,1900,2 3\nCy,1800,\nDi,1700,\n")
    found = figures(topboard, "--format", "dutch", "--entries", path, "--rounds", 3,
                    "--events", 6)  # fmt: skip
    assert found["unfinished"] == 6
    assert sum(each["events"] for each in found["undrawn"]) == 6
    assert {each["round"] for each in found["undrawn"]} <= {2, 3}
    assert all("no legal draw" in each["reason"] for each in found["undrawn"])
    assert sum(found["perfect"].values()) == 0


@pytest.mark.parametrize("format", [f.name for f in all_formats()])
def test_every_format_can_be_played(topboard: CommandLine, format: str) -> None:
    found = figures(topboard, "--format", format, "--players", 16, "--events", 3, "--jobs", 1)
    assert found["unfinished"] == 0
    assert sum(found["winner"]["by_rating_place"].values()) == 3
    assert found["boards"] == sum(gap["boards"] for gap in found["gaps"])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--format", "dutsch"), "there is no format 'dutsch'"),
        (("--format", ""), "there is no format ''"),
        (("--format", "dutch", "--players", "1"), "--players cannot be '1'"),
        (("--format", "dutch", "--players", "4", "--rounds", "7"), "7 rounds are too many"),
        (("--format", "dutch", "--rounds", "0"), "setting rounds cannot be '0'"),
        (("--format", "dutch", "--set", "round=5"), "did you mean rounds?"),
        (("--format", "dutch", "--format", "kjca", "--set", "round=5"), "did you mean rounds?"),
        (("--format", "dutch acceleration"), "'acceleration' is not a setting"),
        (("--format", "dutch", "--events", "0"), "--events cannot be '0'"),
        (("--format", "dutch", "--jobs", "none"), "--jobs cannot be 'none'"),
        (("--format", "dutch", "--entries", "none.csv"), "none.csv"),
        (("--format", "dutch", "--entries", str(OPEN), "--ratings", "1-2"), "random field"),
    ],
)
def test_what_cannot_be_played_is_refused_in_words(
    topboard: CommandLine, words: tuple[str, ...], said: str
) -> None:
    assert said in topboard.refused("simulate", *words)


def test_an_event_is_played_as_it_is_set_with_whom_it_has(topboard: CommandLine) -> None:
    topboard.done("new", "spring", "--format", "kjca", "--rounds", 3, "--set", "win_points=3",
                  "--set", "tiebreaks=BH, SB")  # fmt: skip
    for name in ("Ash, Ann", "Birch, Bo", "Cedar, Cy", "Elm, Eva", "Fir, Flo"):
        topboard.done("add", "spring", name)
    topboard.done("withdraw", "spring", "5")
    found = figures(topboard, "spring", "--events", 3, "--jobs", 1)
    assert (found["format"], found["entrants"], found["rounds"]) == ("kjca", 4, 3)
    assert found["settings"] == {"rounds": "3", "win_points": "3", "tiebreaks": "BH, SB"}
    beside = topboard.asked("simulate", "spring", "--format", "dutch", "--format", "kjca",
                            "--rounds", 3, "--events", 2, "--jobs", 1)["formats"]  # fmt: skip
    assert [one["entrants"] for one in beside] == [4, 4]
    assert topboard.asked("status", "spring")["step"] == "draw", "nothing was written"


def test_a_field_of_its_own_is_no_events(topboard: CommandLine) -> None:
    topboard.done("new", "spring", "--format", "kjca")
    assert "no format is named" in topboard.refused("simulate")
    assert "an event is named" in topboard.refused("simulate", "spring", "--players", 8)


def test_bars_show_shares_and_gaps_and_the_figures_stay_aligned(topboard: CommandLine) -> None:
    text = topboard.done("simulate", "--format", "dutch", "--format", "kjca", "--players", 12,
                         "--rounds", 3, "--events", 6, "--jobs", 1)  # fmt: skip
    lines = text.splitlines()
    shares = [line for line in lines if line.endswith(" %") and "won by" in line]
    assert len(shares) == 4
    assert len({len(line) for line in shares}) == 1
    for column in (line[start : start + 25] for line in shares for start in (30, 55)):
        percent = float(column.split()[-2])
        assert column.count("█") == round(6 * percent / 100) * 15 // 6
    gaps = lines[lines.index(next(one for one in lines if one.startswith("round  "))) + 1 :][:3]
    assert all("┤" in line and line.split()[-3:] == line[-15:].split() for line in gaps)
    assert "per cents of 6 events are right to ±41, 19 times out of 20" in lines
