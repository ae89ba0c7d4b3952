"""A column of a list that the event does not go by is named where the list is taken."""

from __future__ import annotations

from pathlib import Path

from engine.actions import CreateEvent
from formats.registry import format_named
from tests.tui.desk_cli import CommandLine
from tui.screens.import_files import read_file

TEAMS = "team,seed,player,rating\n" + "".join(
    f"Team {n},{n},Player {n}{board},{2000 - 10 * n - board}\n"
    for n in range(1, 5)
    for board in range(1, 5)
)
PLAYERS = (
    "name,rating,seed,section,fixed_board,family,external\nAda,2000,1,A,3,Lane,4\nBob,1900,2,B,,,\n"
)
BY_RATING = "seed: kept with the entries, not used here (it goes by rating)"


def warned(topboard: CommandLine, *words: object) -> str:
    answer = topboard(*words)
    assert answer.status == 0, answer.err
    return answer.err


def test_seeds_of_teams_that_go_by_rating(topboard: CommandLine, tmp_path: Path) -> None:
    teams, folder = tmp_path / "teams.csv", tmp_path / "swiss"
    teams.write_text(TEAMS)
    new = ("new", folder, "--format", "team_swiss", "--rounds", 3)
    assert BY_RATING in warned(topboard, *new, "--entries", teams)
    other = tmp_path / "other"
    topboard.done("new", other, "--format", "team_swiss", "--rounds", 3)
    assert BY_RATING in warned(topboard, "import", other, teams)
    assert topboard.asked("entries", other)["entrants"][0]["seed"] == 1


def test_seeds_that_count_are_not_named(topboard: CommandLine, tmp_path: Path) -> None:
    teams = tmp_path / "teams.csv"
    teams.write_text(TEAMS)
    plain = ("--format", "team_round_robin", "--entries", teams)
    assert "unless its setting numbers is seed" in warned(topboard, "new", tmp_path / "a", *plain)
    by_seed = (*plain, "--set", "numbers=seed")
    assert "seed:" not in warned(topboard, "new", tmp_path / "b", *by_seed)
    cup = ("--format", "team_knockout", "--entries", teams)
    assert "seed:" not in warned(topboard, "new", tmp_path / "c", *cup)


def test_the_console_names_each_column(tmp_path: Path) -> None:
    players = tmp_path / "players.csv"
    players.write_text(PLAYERS)

    def named(format: str, **settings: object) -> list[str]:
        event = CreateEvent("Open", format, settings, seed=1).begin(format_named(format))
        return [text.partition(":")[0] for text in read_file(players, event).warnings]

    assert named("dutch") == ["seed", "section", "family", "external"]
    assert named("dutch", tiebreaks="EXT") == ["seed", "section", "family"]
    assert named("dutch", tiebreaks="BH,EXT/R") == ["seed", "section", "family"], "lower is better"
    assert named("kjca") == ["seed", "section", "external"]
    assert named("knockout") == ["section", "fixed_board", "family", "external"]
    assert named("galway") == ["seed", "family", "external"]


def test_rows_of_one_team_with_several_seeds_give_none(tmp_path: Path) -> None:
    teams = tmp_path / "teams.csv"
    teams.write_text(
        "team,captain,seed,player\nElms,Ada,1,Ada\nElms,,2,Bob\nOaks,,3,Cid\nOaks,,,Di\n"
    )
    event = CreateEvent("Cup", "team_knockout", {}, seed=1).begin(format_named("team_knockout"))
    taken = read_file(teams, event)
    assert [(team.seed, team.captain) for team in taken.entrants] == [(None, "Ada"), (3, "")]
    assert "the rows of Elms have several seeds; none was read" in taken.warnings
