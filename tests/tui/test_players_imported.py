"""Teams that were entered without players get those of a list: in the console and by command."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.actions import ImportEntrants, Undo
from engine.entrants import Entrant
from engine.refusal import Refused
from saves.store import Store, open_event
from tests.tui.desk_cli import CommandLine
from tests.tui.places import made, text_of, until
from tui.app import TopboardApp
from tui.screens.import_files import ImportDialog

CLUBS = "team,board,name,rating\n" + "".join(
    f"Club {t},{b},Player {t}{b},{2100 - 100 * t - 10 * b}\n" for t in (1, 2, 3) for b in (2, 1)
)
FILLED = {"Club 1": ["Player 11", "Player 12"], "Club 2": ["Player 21", "Player 22"]}


def of_teams(folder: Path) -> Store:
    """Two clubs by their names alone; one of them has a captain."""
    teams = (Entrant("", "Club 1", captain="Ann"), Entrant("", "Club 2"))
    return made(folder, teams, format="team_swiss")


def squads(folder: Path) -> dict[str, list[str]]:
    event = open_event(folder, read_only=True).event
    return {team.name: [player.name for player in team.players] for team in event.entrants}


async def test_the_import_says_what_it_fills_and_fills_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = of_teams(tmp_path / "cup").folder
    (tmp_path / "clubs.csv").write_text(CLUBS)
    app = TopboardApp(folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("i")
        await until(pilot, lambda: "clubs.csv" in text_of(app))
        await pilot.press("enter")
        await until(pilot, lambda: "+ Club 1 gets Player 11, Player 12" in text_of(app))
        told = " ".join(text_of(app).replace("│", " ").split())
        assert "y gives 2 teams that are there without players those of the list" in told
        assert "and enters 1 new team" in told
        await pilot.press("y")
        await until(pilot, lambda: not isinstance(app.screen, ImportDialog))
        last = "2 teams have their players now, 1 entry taken over"
        await until(pilot, lambda: last in text_of(app))
        assert app.desk.event.entrants[0].captain == "Ann"
        await pilot.press("i")
        await until(pilot, lambda: isinstance(app.screen, ImportDialog))
        await until(pilot, lambda: "clubs.csv" in text_of(app))
        await pilot.press("enter")
        await until(pilot, lambda: "all 3 are entered already" in text_of(app))
    assert squads(folder) == FILLED | {"Club 3": ["Player 31", "Player 32"]}


def test_the_command_fills_on_request_alone_and_no_team_that_has_players(
    tmp_path: Path, topboard: CommandLine
) -> None:
    store = of_teams(tmp_path / "cup")
    (clubs := tmp_path / "clubs.csv").write_text(CLUBS)
    assert "Club 1 is entered already" in topboard.refused("import", store.folder, clubs)
    assert "2 teams filled with players; 1 entrant" in topboard.done(
        "import", store.folder, clubs, "--fill"
    )
    assert squads(store.folder) == FILLED | {"Club 3": ["Player 31", "Player 32"]}
    again = topboard.refused("import", store.folder, clubs, "--fill")
    assert "Club 1 has players already; leave its rows out of the list" in again


def test_the_teams_are_not_undone_under_their_players(
    tmp_path: Path, topboard: CommandLine
) -> None:
    store = of_teams(tmp_path / "cup")
    (clubs := tmp_path / "clubs.csv").write_text(CLUBS)
    topboard.done("import", store.folder, clubs, "--fill")
    store = open_event(store.folder)
    (entered,) = (e.n for e in store.entries if type(e.action) is ImportEntrants)
    with pytest.raises(Refused, match="players of 3 teams imported from clubs"):
        store.do(Undo(entered))
