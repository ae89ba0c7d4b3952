"""Players of teams by commands: what they have scored, rating lists, tournament files and back."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rating_files import TEXT_HEAD, text_line
from tests.tui.desk_cli import JUNIORS, CommandLine
from tui.rating_desk import VARIABLE

TEAMS = """\
team,board,name,rating,fide id
Ash,1,"Adams, Ann",1900,1500101
Ash,2,"Bell, Bob",1800,1500102
Brook,1,"Cole, Cyd",1850,1500103
Brook,2,"Dunn, Dan",1700,1500104
Carr,1,"Eves, Eli",1750,1500105
Carr,2,"Ford, Fay",1650,1500106
Dale,1,"Gray, Gus",1600,1500107
Dale,2,"Hill, Hal",1550,1500108
"""


@pytest.fixture
def schools(topboard: CommandLine, tmp_path: Path) -> CommandLine:
    (tmp_path / "teams.csv").write_text(TEAMS)
    made = topboard(
        "new", tmp_path / "schools", "--format", "team_swiss", "--entries", tmp_path / "teams.csv",
        "--set", "boards=2", "--rounds", "3", "--seed", "4",
    )  # fmt: skip
    assert made.status == 0, made.err
    return topboard


def play(topboard: CommandLine, folder: Path, rounds: int) -> None:
    for _ in range(rounds):
        assert topboard("draw", folder, "--publish").status == 0
        for place, result in (("1.1", "1-0"), ("1.2", "1/2-1/2"), ("2.1", "0-1"), ("2.2", "+/-")):
            answer = topboard("result", folder, place, result)
            assert answer.status == 0, answer.err


def test_a_draw_and_the_site_warn_of_teams_without_players(
    topboard: CommandLine, tmp_path: Path
) -> None:
    typed = tmp_path / "typed"
    topboard.done("new", typed, "--format", "team_round_robin", "--set", "boards=2")
    for name in ("Oakfield", "Hillcrest", "Ashby", "Dale"):
        topboard.done("add", typed, name)
    drawn = topboard("draw", typed)
    assert (drawn.status, "no team has players yet (`players` adds them)" in drawn.err) == (0, True)
    assert "no team has players yet" in topboard("publish", typed, tmp_path / "site").err
    topboard.done("players", typed, "1", "--add", "Ann Lee", "--add", "Bo Lind")
    assert "3 teams have no players yet" in topboard("draw", typed).err
    for team in ("2", "3"):
        topboard.done("players", typed, team, "--add", f"Player of {team}")
    assert "Dale has no players yet" in topboard("draw", typed, "--publish").err


def test_members_given_where_players_play_are_said_to_play_on_no_board(
    topboard: CommandLine, tmp_path: Path
) -> None:
    said = "members are a remark, and play on no board: `players` adds the players of a team"
    clubs, cup = tmp_path / "clubs", tmp_path / "cup"
    topboard.done("new", clubs, "--format", "team_round_robin", "--set", "boards=2")
    assert said in topboard("add", clubs, "Oakfield", "--members", "Ann Lee; Bo Lind").err
    assert said not in topboard("add", clubs, "Hillcrest", "--captain", "Cy Moss").err
    assert said in topboard("edit", clubs, "2", "--members", "Cy Moss").err
    assert topboard("edit", clubs, "2", "--members", "").err == ""
    topboard.done("new", cup, "--format", "knockout")
    assert topboard("add", cup, "Oakfield", "--members", "Ann Lee; Bo Lind").err == ""


def test_a_field_given_that_the_event_does_not_go_by_is_said_to_be_kept_alone(
    topboard: CommandLine, tmp_path: Path
) -> None:
    """As of a column of a list."""
    topboard.done("new", tmp_path / "open", "--format", "dutch")
    told = topboard("add", tmp_path / "open", "Ashgrove, Liam", "--seed", "1").err
    assert "seed: kept with the entries, not used here" in told


def test_no_draw_warns_of_teams_that_have_players(schools: CommandLine, tmp_path: Path) -> None:
    assert "players yet" not in schools("draw", tmp_path / "schools", "--publish").err


def test_a_file_of_teams_makes_the_event_again(schools: CommandLine, tmp_path: Path) -> None:
    play(schools, tmp_path / "schools", 3)
    file = tmp_path / "schools.trf"
    assert schools("export", tmp_path / "schools", "--as", "trf26", "-o", file).status == 0
    checked = schools("check", file)
    assert checked.status == 0, checked.out
    assert "points and ranks: as computed" in checked.out
    new = ("new", tmp_path / "again", "--format", "team_swiss", "--entries", file, "--with-rounds")
    answer = schools(*new)
    assert answer.status == 0, answer.err
    assert "all as team_swiss draws them" in answer.out

    def ranked(folder: str) -> list[tuple[int, str, float, float]]:
        rows = schools.asked("standings", tmp_path / folder)["tables"][0]["rows"]
        return [(r["rank"], r["name"], r["match_points"], r["game_points"]) for r in rows]

    assert ranked("again") == ranked("schools")
    assert schools("check", tmp_path / "again").status == 0
    single = schools("new", tmp_path / "x", "--format", "dutch", "--entries", file, "--with-rounds")
    assert single.status == 2
    assert "this is a team tournament" in single.err
    paired = schools("pair", file, "--system", "dutch")
    assert "the file is of teams, dutch is of players" in paired.err
    over = schools("pair", file)
    assert "round 4 cannot be drawn: the tournament has 3 rounds" in over.err


def test_players_have_tables_of_their_own(schools: CommandLine, tmp_path: Path) -> None:
    folder = tmp_path / "schools"
    nobody = schools("players", folder)
    assert nobody.status == 2
    assert "nobody has played yet" in nobody.err
    play(schools, folder, 2)
    document = schools.asked("players", folder)
    assert sum(player["games"] for player in document["players"]) == 2 * 2 * 3
    assert sum(player["points"] for player in document["players"]) == 2 * 3
    assert sum(player["forfeits"] for player in document["players"]) == 2
    assert [board["board"] for board in document["boards"]] == [1, 2]
    assert schools("players", folder).out.startswith("Players\n")
    performance = schools.asked("performance", folder)
    assert len(performance["players"]) == 8
    assert sum(player["games"] for player in performance["players"]) == 12
    assert "a norm takes 9 games" in schools("norms", folder).out


def test_rating_lists_are_compared_with_the_players(
    schools: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "lists"))
    rows = [
        text_line(1500101, "Adams, Ann", "IRL", ratings=(1944, 0, 0)),
        text_line(1500109, "Ivey, Ira", "IRL", ratings=(1777, 0, 0)),
    ]
    (tmp_path / "list.txt").write_text("\n".join([TEXT_HEAD, *rows]) + "\n")
    assert schools("ratings", "add", tmp_path / "list.txt", "--as", "FIDE").status == 0
    folder = tmp_path / "schools"
    (differs,) = schools("ratings", "check", folder, "--json").json["entries"]
    rating = next(d for d in differs["differences"] if d["field"] == "rating")
    assert (differs["name"], rating["event"], rating["listed"]) == ("Adams, Ann", "1900", "1944")
    assert schools("ratings", "check", folder, "--apply-all").status == 0
    added = schools("players", folder, "Ash", "--add", "Ivey, Ira", "--from", "FIDE:1500109")
    assert added.status == 0, added.err
    players = schools.asked("players", folder, "Ash")["players"]
    assert [(p["name"], p["rating"]) for p in players] == [
        *(("Adams, Ann", 1944), ("Bell, Bob", 1800), ("Ivey, Ira", 1777))
    ]


def test_a_line_up_that_cannot_be_is_refused(schools: CommandLine, tmp_path: Path) -> None:
    """In round 1 and later; of both the refusal is the one that the console gives."""
    folder = tmp_path / "schools"
    for number in (1, 2):
        assert schools("draw", folder, "--publish").status == 0
        other = schools.refused("lineup", folder, "Ash", "Gray, Gus", "Bell, Bob")
        assert "Gray, Gus plays for Dale, not for Ash" in other
        many = schools.refused("lineup", folder, "Ash", "Adams, Ann", "Bell, Bob", "-")
        assert "3 players are too many for Ash: a match has 2 boards" in many
        if number == 1:
            for place in ("1.1", "1.2", "2.1", "2.2"):
                schools.done("result", folder, place, "1-0")


def test_a_line_up_of_nobody_is_asked_about(schools: CommandLine, tmp_path: Path) -> None:
    """It loses the match by default."""
    folder = tmp_path / "schools"
    schools.done("draw", folder, "--publish")
    asked = schools("lineup", folder, "Ash", "-")
    assert asked.status == 2
    assert "nobody plays for Ash in round 1: the match is lost by default" in asked.err
    assert all(row["result"] is None for row in schools.asked("round", folder)["pairings"])
    schools.done("lineup", folder, "Ash", "-", "--insist")
    results = [row["result"] for row in schools.asked("round", folder)["pairings"]]
    assert "+/-" in results or "-/+" in results


def test_a_board_of_an_earlier_round_warns_of_the_round_drawn_since(
    schools: CommandLine, tmp_path: Path
) -> None:
    folder = tmp_path / "schools"
    play(schools, folder, 1)
    schools.done("draw", folder, "--publish")
    (tmp_path / "list.csv").write_text("1.2,1-0\n")
    for words in (("1.1", "0-1"), ("--from", tmp_path / "list.csv")):
        answer = schools("result", folder, *words, "--round", 1, "--replace", "--insist")
        assert answer.status == 0, answer.err
        assert "round 2 was drawn before this change of round 1" in answer.err


def test_a_whole_match_over_its_boards_says_what_is_lost(
    schools: CommandLine, tmp_path: Path
) -> None:
    folder = tmp_path / "schools"
    play(schools, folder, 1)
    said = schools("result", folder, 1, "1-1", "--replace").err
    assert "table 1: 2 results of its boards thrown away" in said
    assert "no tournament file (TRF) can be written until its boards are entered" in said


def test_an_adjourned_match_is_not_said_to_lack_its_games(
    schools: CommandLine, tmp_path: Path
) -> None:
    folder = tmp_path / "adjourned"
    league = ("--format", "league", "--entries", tmp_path / "teams.csv", "--set", "boards=2")
    schools.done("new", folder, *league)
    schools.done("draw", folder, "--publish")
    answer = schools("result", folder, 1, "?")
    assert (answer.status, answer.err) == (0, "")
    schools.done("result", folder, "1.1", "1-0", "--replace")
    assert "1½-½ ?" in schools.done("round", folder)


def test_a_table_that_is_none_is_not_postponed(schools: CommandLine, tmp_path: Path) -> None:
    folder = tmp_path / "league"
    league = ("--format", "league", "--entries", tmp_path / "teams.csv", "--set", "boards=2")
    schools.done("new", folder, *league)
    schools.done("draw", folder, "--publish")
    refused = schools.refused("postpone", folder, 9, "2026-12-01")
    assert "table 9 does not exist: round 1 has tables 1 to 2" in refused


@pytest.mark.parametrize("format", ["kjca", "galway", "ecf"])
def test_teams_of_a_list_play_as_one_by_their_mean_rating(
    schools: CommandLine, tmp_path: Path, format: str
) -> None:
    """The draws of players for a match of teams that has one result."""
    folder, file = tmp_path / "one", tmp_path / "clubs.csv"
    rows = [f"Club {t},{b},Player {t}{b},{2800 - 100 * t - 10 * b}" for t in range(16)
            for b in (1, 2, 3)]  # fmt: skip
    file.write_text("\n".join(["team,board,name,rating", *rows, "Last,,,1111"]) + "\n")
    made = schools.done("new", folder, "--format", format, "--entries", file, "--teams", 2)
    assert "17 teams, 48 players" in made
    entered = schools.asked("entries", folder)["entrants"]
    assert [(e["name"], e["rating"]) for e in entered[:2]] == [("Club 0", 2785), ("Club 1", 2685)]
    assert entered[-1]["rating"] == 1111
    drawn = schools.asked("draw", folder, "--publish")
    assert len(drawn["pairings"]) == 8
    for words in (("--format", "team_swiss"), ("--format", format, "--with-rounds")):
        refused = schools.refused("new", tmp_path / "no", *words, "--entries", file, "--teams", 2)
        assert "--teams cannot be used here" in refused


def test_a_line_up_is_shown_and_changed_by_names_and_ids(
    schools: CommandLine, tmp_path: Path
) -> None:
    folder = tmp_path / "schools"
    schools.done("draw", folder, "--publish")
    shown = schools.done("lineup", folder, "Ash").splitlines()
    assert shown[0].startswith("Ash, round 1, ")
    assert [" ".join(row.split()[2:]) for row in shown[-2:]] == ["Adams, Ann", "Bell, Bob"]
    document = schools.asked("lineup", folder, "Ash", "bell, bob", "-")
    by_name = {player["name"]: player["id"] for player in schools.asked(
        "players", folder, "Ash")["players"]}  # fmt: skip
    assert document["boards"] == [
        {"board": 1, "id": by_name["Bell, Bob"]}, {"board": 2, "id": None},
    ]  # fmt: skip
    assert "Ash has no player 'Zed'" in schools.refused("lineup", folder, "Ash", "Zed")


def test_a_format_without_line_ups_says_so(topboard: CommandLine, tmp_path: Path) -> None:
    """Not that somebody who sits at a board has no match."""
    folder = tmp_path / "swiss"
    topboard.done("new", folder, "--format", "kjca", "--entries", JUNIORS)
    topboard.done("draw", folder, "--publish")
    assert "this format has no line-ups" in topboard.refused("lineup", folder, "1")


def test_results_of_boards_come_one_by_one_or_in_a_list_and_are_told(
    schools: CommandLine, tmp_path: Path
) -> None:
    folder, slips = tmp_path / "schools", tmp_path / "slips.csv"
    assert "no round is published" in schools.refused("result", folder, "1.1", "1-0")
    schools.done("draw", folder, "--publish")
    one = schools.asked("result", folder, "1.1", "1-0")
    assert one["results"] == [{"board": 1, "match_board": 1, "result": "1-0"}]
    assert (one["round"], one["match"], one["missing"]) == (1, None, [1, 2])
    slips.write_text("1.2,1-0\n2,1-0\n")
    line = schools.refused("result", folder, "--from", slips)
    assert "slips.csv:2:1: '2' is not a board of a match" in line
    slips.write_text("1.2,1-0\n2.1,=\n2.2,0-1\n")
    many = schools.asked("result", folder, "--from", slips)
    assert [one["result"] for one in many["results"]] == ["1-0", "=", "0-1"]
    assert (many["round"], many["missing"], many["step"]) == (1, [], "draw")
    assert "no teams play here" in _of_players(schools, tmp_path, "result", "1.1", "1-0")


def test_players_of_a_team_are_added_and_named_and_nobody_else_has_them(
    schools: CommandLine, tmp_path: Path
) -> None:
    folder = tmp_path / "schools"
    told = schools.done("players", folder, "Ash", "--add", "Reed, Rex").splitlines()
    assert told[0] == "Ash, 3 players"
    assert told[-1].endswith("Reed, Rex")
    assert "--from fills one new player" in schools.refused(
        "players", folder, "Ash", "--from", "FIDE:1500101"
    )
    assert "no team is named; give TEAM before" in schools.refused(
        "players", folder, "--remove", "3"
    )
    assert "there are no teams of players here" in _of_players(schools, tmp_path, "players")
    player = schools.asked("players", folder, "Ash")["players"][-1]["id"]
    edited = schools.asked("edit", folder, player, "--rating", "1555")
    assert player in {one["id"] for one in edited["players"] if one["rating"] == 1555}


def _of_players(topboard: CommandLine, tmp_path: Path, command: str, *words: str) -> str:
    """The refusal of a command in an event whose players enter alone."""
    topboard.done("new", tmp_path / command, "--format", "dutch", "--rounds", 1)
    for name in ("Ann", "Bo"):
        topboard.done("add", tmp_path / command, name)
    topboard.done("draw", tmp_path / command, "--publish")
    return topboard.refused(command, tmp_path / command, *words)
