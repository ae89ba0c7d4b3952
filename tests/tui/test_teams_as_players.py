"""In a format of single players the console enters the teams of a list, as `--teams N` does."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from saves.store import open_event
from tests.tui.places import made, text_of, until
from tui.app import TopboardApp
from tui.screens.dialogs import AskLine
from tui.screens.entry_form import EntryForm
from tui.screens.import_files import ImportDialog

CLUBS = "team,board,name,rating\n" + "".join(
    f"Club {t},{b},Player {t}{b},{2100 - 100 * t - 10 * b}\n"
    for t in range(1, 5)
    for b in (1, 2, 3)
)
PLAYERS = [(f"Player {t}{b}", 2100 - 100 * t - 10 * b) for t in range(1, 5) for b in (1, 2, 3)]
ENTERED = [("Club 1", 1985), ("Club 2", 1885), ("Club 3", 1785), ("Club 4", 1685)]


async def answered(pilot: Pilot[None], app: TopboardApp, text: str) -> None:
    """Type the number of players that rate a team."""
    await until(pilot, lambda: isinstance(app.screen, AskLine))
    assert "The list has 4 teams with 12 players" in " ".join(text_of(app).split())
    for _ in range(3):
        await pilot.press("backspace")
    await pilot.press(*text, "enter")


async def test_the_import_enters_players_or_teams(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = made(tmp_path / "kent", ()).folder
    (tmp_path / "clubs.csv").write_text(CLUBS)
    app = TopboardApp(folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("i")
        await until(pilot, lambda: isinstance(app.screen, ImportDialog))
        await until(pilot, lambda: "clubs.csv" in text_of(app))
        await pilot.press("enter")
        await until(pilot, lambda: "clubs.csv: 12 entries" in text_of(app))
        await pilot.press("t")
        await answered(pilot, app, "2")
        await until(pilot, lambda: "clubs.csv: 4 entries" in text_of(app))
        assert "the mean of their first 2 players" in " ".join(text_of(app).split())
        await pilot.press("t")  # and back
        await until(pilot, lambda: "clubs.csv: 12 entries" in text_of(app))
        await pilot.press("t")
        await answered(pilot, app, "2")
        await until(pilot, lambda: "clubs.csv: 4 entries" in text_of(app))
        await pilot.press("y")
        await until(pilot, lambda: not isinstance(app.screen, ImportDialog))
    assert [(e.name, e.rating) for e in open_event(folder).event.entrants] == ENTERED


async def test_a_list_without_teams_has_no_such_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "open.csv").write_text("name,rating\nAda,1900\nBob,1800\n")
    app = TopboardApp(made(tmp_path / "kent", ()).folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("i")
        await until(pilot, lambda: "open.csv" in text_of(app))
        await pilot.press("enter")
        await until(pilot, lambda: "open.csv: 2 entries" in text_of(app))
        assert "teams" not in text_of(app)


@pytest.mark.parametrize("entries", ["", "clubs.csv"])
async def test_a_new_event_with_boards_says_how_many_and_where_that_is_changed(
    home: Path, entries: str
) -> None:
    shelf = home / "topboard"
    shelf.mkdir()
    (shelf / "clubs.csv").write_text(CLUBS)
    app = TopboardApp(None)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("n")
        await until(pilot, lambda: isinstance(app.screen, EntryForm))
        assert isinstance(app.screen, EntryForm)
        given = {"title": "Clubs", "format": "team_round_robin", "entries": entries}
        for key, text in given.items():
            app.screen.rows[key].fill(text)
        await pilot.press("enter")
        told = "4 boards a match (E changes it)"
        await until(pilot, lambda: told in " ".join(text_of(app).split()))
        if not entries:
            await until(pilot, lambda: "E  change the settings: now 4 boards" in text_of(app))
        await pilot.press("E")
        await until(
            pilot, lambda: isinstance(app.screen, EntryForm) and "boards" in app.screen.rows
        )


@pytest.mark.parametrize(("typed", "entered"), [("2", ENTERED), ("", PLAYERS)])
async def test_a_new_event_asks_about_a_list_of_teams(
    home: Path, typed: str, entered: list[tuple[str, int]]
) -> None:
    shelf = home / "topboard"
    shelf.mkdir()
    (shelf / "clubs.csv").write_text(CLUBS)
    app = TopboardApp(None)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("n")
        await until(pilot, lambda: isinstance(app.screen, EntryForm))
        assert isinstance(app.screen, EntryForm)
        for key, text in {"title": "Clubs", "format": "kjca", "entries": "clubs.csv"}.items():
            app.screen.rows[key].fill(text)
        await pilot.press("enter")
        await answered(pilot, app, typed)
        await until(pilot, lambda: "imported from clubs.csv" in text_of(app))
    assert [(e.name, e.rating) for e in open_event(shelf / "clubs").event.entrants] == entered


UNRATED = "team,board,name\n" + "".join(
    f"Club {t},{b},Player {t}{b}\n" for t in range(1, 5) for b in (1, 2, 3)
)


@pytest.mark.parametrize(("key", "entered"), [("y", 4), ("n", 12)])
async def test_a_list_of_unrated_teams_is_asked_of_no_mean(
    home: Path, key: str, entered: int
) -> None:
    """There is nothing to take a mean of: the teams themselves, or the players."""
    shelf = home / "topboard"
    shelf.mkdir()
    (shelf / "clubs.csv").write_text(UNRATED)
    app = TopboardApp(None)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("n")
        await until(pilot, lambda: isinstance(app.screen, EntryForm))
        assert isinstance(app.screen, EntryForm)
        given = {"title": "Clubs", "format": "knockout", "entries": "clubs.csv"}
        for name, text in given.items():
            app.screen.rows[name].fill(text)
        await pilot.press("enter")
        await until(pilot, lambda: "12 players, none of them rated" in text_of(app))
        await pilot.press(key)
        if key == "n":  # and whether the players, of no team and without a rating, are meant
            await until(pilot, lambda: "None of the entries has a rating" in text_of(app))
            await pilot.press("y")
        await until(pilot, lambda: "imported from clubs.csv" in text_of(app))
    names = [e.name for e in open_event(shelf / "clubs").event.entrants]
    assert len(names) == entered
    assert ("Club 1" in names) is (key == "y")


async def test_the_import_of_unrated_teams_is_asked_of_no_mean(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "clubs.csv").write_text(UNRATED)
    app = TopboardApp(made(tmp_path / "kent", ()).folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("i")
        await until(pilot, lambda: "clubs.csv" in text_of(app))
        await pilot.press("enter")
        await until(pilot, lambda: "clubs.csv: 12 entries" in text_of(app))
        await pilot.press("t")
        await until(pilot, lambda: "clubs.csv: 4 entries" in text_of(app))
        assert "none of their players has a rating" in " ".join(text_of(app).split())
