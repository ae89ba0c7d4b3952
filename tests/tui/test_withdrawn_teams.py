"""A team leaves a league: what the question, the message and Results say of its matches."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.actions import Withdraw
from saves.cells import text_width
from saves.sheets import beside
from saves.store import open_event
from tests.tui.driver import Driver, MemoryDesk
from tests.tui.places import text_of, until
from tests.tui.test_bursts import burst
from tests.tui.test_league_season import Season, entry_list
from tui.app import TopboardApp
from tui.places.results import RESULTS


@pytest.fixture
def season(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Season:
    """Four teams; round 1 is played, round 2 in play."""
    monkeypatch.setenv("TOPBOARD_EVENTS", str(tmp_path))
    (tmp_path / "teams.csv").write_text(entry_list(4))
    season = Season(capsys)
    season.run("new", "lg", "--format", "league", "--entries", str(tmp_path / "teams.csv"),
               "--set", "boards=2")  # fmt: skip
    for pairing in season.json("draw", "lg", "--publish")["pairings"]:
        match = pairing["board"]
        for board in (1, 2):
            season.run("result", "lg", f"{match}.{board}", "1-0")
    season.run("draw", "lg", "--publish")
    return season


def shown(app: TopboardApp) -> str:
    """The screen as running text, without the frame of a dialog."""
    return " ".join(word for word in text_of(app).split() if word not in "│┃▌▐║┆")


async def test_a_withdrawal_says_that_the_matches_are_annulled(
    season: Season, tmp_path: Path
) -> None:
    app = TopboardApp(tmp_path / "lg", "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "4 teams" in text_of(app) or "Team 0" in text_of(app))
        await burst(pilot, "x")
        await until(pilot, lambda: "leaves. Withdrawn now" in shown(app))
        asked = shown(app)
        now = "1 of 3 matches played, fewer than half: what was played is annulled and counts for"
        assert f"now: {now} nobody" in asked
        then = "2 of 3 matches played, at least half: what was played counts, what is to come is"
        assert f"after round 2: {then} lost by forfeit" in asked
        assert "games" not in asked
        await burst(pilot, "w")
        await until(pilot, lambda: f"named are lost by default; {now} nobody" in shown(app))
        await pilot.press("f3")
        await until(pilot, lambda: "1 annulled" in shown(app))
        await pilot.press("[")
        await until(pilot, lambda: "earlier round" in shown(app))
        assert "1 annulled" in shown(app), text_of(app)
        assert "[2-0]" in shown(app) or "[1-1]" in shown(app)


def test_an_annulled_walkover_is_whole_at_80_columns() -> None:
    desk = MemoryDesk.playing(6, format="round_robin")
    match = desk.event.rounds[0].matches[0]
    desk.do(Withdraw(match.black))
    [board] = [one for one in Driver(RESULTS, desk).shown.body if one.key == match.board]
    assert board.text.rstrip().endswith("[+ -  forfeit]")
    assert text_width(board.text) <= 79, "the last column is the edge"


def test_the_command_and_the_tables_say_so_too(
    season: Season, capsys: pytest.CaptureFixture[str]
) -> None:
    from tui.cli import main

    assert main(["withdraw", "lg", "Team 0"]) == 0
    said = capsys.readouterr().err
    assert "1 of 3 matches played, fewer than half: what was played is annulled" in said
    told = "Team 0 has withdrawn: its matches are annulled, in [ ]"
    assert told in season.json("standings", "lg")["tables"][0]["notes"]
    assert told in season.run("standings", "lg")


def test_the_log_says_what_became_of_the_matches(season: Season) -> None:
    season.run("withdraw", "lg", "Team 0")
    said = season.json("log", "lg")["entries"][-1]["text"]
    assert said.startswith("withdrawn from round 3 on: Team 0")
    assert said.endswith("fewer than half: what was played is annulled and counts for nobody")


def test_annulled_matches_stand_in_brackets_wherever_boards_are_listed(
    season: Season, tmp_path: Path
) -> None:
    """Pages, the site and the terminal, as in Results and the fixtures."""
    season.run("withdraw", "lg", "Team 0")
    out = tmp_path / "text.txt"
    season.run("export", "lg", "--as", "text", "--round", "1", "-o", str(out))
    text = out.read_text()
    row = next(line for line in text.splitlines() if "Team 0" in line)
    assert "[1-1]" in row
    assert "[ ]: annulled, counts for nobody" in text
    assert text.count("[1-1]") == 2, "the list of matches, and the match with its boards"
    season.run("publish", "lg", str(tmp_path / "site"))
    assert "[+/-]" in (tmp_path / "site" / "boards.html").read_text() or (
        "[-/+]" in (tmp_path / "site" / "boards.html").read_text()
    )


def fixtures_of(folder: Path, team: str) -> list[tuple[str, str]]:
    """Round and result of the team's fixtures, as the standings' page prints them."""
    store = open_event(folder, read_only=True)
    [grid] = beside(store.event, store.format, 1)
    return [(str(row[0]), str(row[5])) for row in grid.rows if team in row]


def test_fixtures_say_what_became_of_those_of_a_team_that_left(
    season: Season, tmp_path: Path
) -> None:
    """Before half of them is played they are annulled; later they are lost by forfeit."""
    season.run("withdraw", "lg", "Team 0")
    results = fixtures_of(tmp_path / "lg", "Team 0")
    assert [number for number, _ in results] == ["1", "2", "3"]
    assert results[0][1] == "[1-1]"
    assert results[1][1] in ("[+/-]", "[-/+]")
    assert results[2][1] == "annulled"
    season.run("undo", "lg")
    for pairing in season.json("round", "lg")["pairings"]:
        season.run("result", "lg", str(pairing["board"]), "2-0")
    season.run("withdraw", "lg", "Team 0")
    results = fixtures_of(tmp_path / "lg", "Team 0")
    assert results[0][1] == "1-1"
    assert results[2][1] in ("+/-", "-/+")
    season.run("draw", "lg", "--publish")
    assert fixtures_of(tmp_path / "lg", "Team 0")[2][1] in ("+/-", "-/+")


def test_the_printed_table_of_a_season_knows_who_has_left(season: Season, tmp_path: Path) -> None:
    """Between a withdrawal and the next result too: the table of a season is one of every day."""
    for pairing in season.json("round", "lg")["pairings"]:
        if pairing["board"] not in (3,):
            season.run("result", "lg", str(pairing["board"]), "2-0")
    season.run("postpone", "lg", "3", "-")
    season.run("withdraw", "lg", "Team 0")
    season.run("draw", "lg", "--publish")
    out = tmp_path / "text.txt"
    season.run("export", "lg", "--as", "text", "-o", str(out))
    assert "Team 0 (withdrawn" in out.read_text()


def test_a_team_that_is_out_has_no_figures_and_stands_below_all_that_play(season: Season) -> None:
    season.run("withdraw", "lg", "Team 0")
    rows = season.json("standings", "lg")["tables"][0]["rows"]
    assert [row["rank"] for row in rows][-1] == 4
    assert all(row["rank"] < 4 for row in rows[:-1])
    assert set(rows[-1]["tiebreaks"].values()) == {None}
