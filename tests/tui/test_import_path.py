"""The path that is typed for an import, behind the folder that stands there already."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from textual.widgets import Input

from engine.actions import AddEntrant, CreateEvent
from engine.entrants import Entrant
from engine.refusal import Refused
from saves.store import create_event
from tests.tui.places import made, text_of, type_text, until
from tui.app import TopboardApp
from tui.screens.dialogs import AskLine
from tui.screens.import_files import ImportDialog, read_file
from tui.screens.paths import found_path, paths_on, typed_folder, typed_path


@pytest.mark.parametrize(
    ("line", "path"),
    [
        ("/srv/desk/teams.csv", "/srv/desk/teams.csv"),
        ("/srv/desk//media/stick/teams.csv", "/media/stick/teams.csv"),
        ("  teams.csv ", "teams.csv"),
        ("/srv/~old/teams.csv", "/srv/~old/teams.csv"),
        ("'/srv/Junior day.csv' ", "/srv/Junior day.csv"),
        ('"/srv/Junior day.csv"', "/srv/Junior day.csv"),
        ("/srv/Junior\\ day\\ \\(1\\).csv", "/srv/Junior day (1).csv"),
        ("'/srv/O'\\''Neill.csv'", "/srv/O'Neill.csv"),
        ("/srv/O'Neill.csv", "/srv/O'Neill.csv"),
        ("file:///srv/Junior%20day.csv", "/srv/Junior day.csv"),
        ("/srv/desk/'/media/Junior day.csv'", "/media/Junior day.csv"),
        ("/srv/Junior day.csv", "/srv/Junior day.csv"),
    ],
)
def test_a_whole_path_behind_the_folder_starts_anew(line: str, path: str) -> None:
    assert typed_path(line) == Path(path)


@pytest.mark.parametrize(
    ("text", "folder"),
    [
        ("'/srv/My events/kent' ", "/srv/My events/kent"),
        ("/srv/My\\ events/kent", "/srv/My events/kent"),
        ("", "topboard/kent-5-6-march"),
        ("spring", "topboard/spring"),
    ],
)
def test_the_folder_of_a_new_event_is_read_like_a_file(home: Path, text: str, folder: str) -> None:
    assert typed_folder(text, "Kent 5/6 March") == home / folder


def test_home_behind_the_folder_is_home() -> None:
    assert typed_path("/srv/desk/~/teams.csv") == Path.home() / "teams.csv"


def test_a_name_alone_is_looked_for_in_the_shells_folder_with_the_events_and_at_home(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "shell").mkdir()
    (home / "topboard").mkdir()
    monkeypatch.chdir(tmp_path / "shell")
    with pytest.raises(Refused) as refused:
        found_path("Junior day.csv")
    said = str(refused.value)
    assert all(str(one) in said for one in (tmp_path / "shell", home / "topboard", home))
    for folder in (home, home / "topboard", tmp_path / "shell"):
        (folder / "Junior day.csv").write_text("name\nAnn\n")
        assert found_path("'Junior day.csv'") == folder / "Junior day.csv"
        assert paths_on("Jun", (".csv",)) == ["Junior day.csv"]


async def test_an_arrow_that_completes_nothing_says_so(tmp_path: Path) -> None:
    app = TopboardApp(made(tmp_path / "kent", ()).folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("i", "p")
        await until(pilot, lambda: isinstance(app.screen, AskLine))
        await type_text(pilot, "nobody-has")
        await pilot.press("right")
        await until(pilot, lambda: "nothing there begins with 'nobody-has'" in text_of(app))


async def test_a_path_typed_at_the_list_of_files_is_taken_from_its_first_letter_on(
    tmp_path: Path,
) -> None:
    """Of `/media/stick/pairs.csv` all was lost up to the p."""
    app = TopboardApp(made(tmp_path / "kent", ()).folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("i")
        await until(pilot, lambda: isinstance(app.screen, ImportDialog))
        await pilot.press("slash")
        await until(pilot, lambda: isinstance(app.screen, AskLine))
        await type_text(pilot, "nowhere/pairs.csv")
        await pilot.press("enter")
        await until(pilot, lambda: "cannot read /nowhere/pairs.csv: no such file" in text_of(app))


async def test_the_columns_that_were_read_are_named_before_the_entries_are_taken(
    tmp_path: Path,
) -> None:
    (tmp_path / "list.csv").write_text("Spieler,Jahrgang,rating,Shoe\nAnn,2010,1500,40\n")
    app = TopboardApp(made(tmp_path / "kent", ()).folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("i")
        await until(pilot, lambda: "list.csv" in text_of(app))
        await pilot.press("enter")
        read = "columns read: name (Spieler), birth (Jahrgang), rating"
        await until(pilot, lambda: read in text_of(app))
        assert "column 'Shoe' is not known and was not read" in text_of(app)


async def test_two_spellings_of_a_school_are_asked_about_before_they_are_taken(
    tmp_path: Path,
) -> None:
    """And a list that was read as it is has no offer of another encoding."""
    there = made(tmp_path / "kent", (Entrant("", "Cid", school="Hillview"),))
    (tmp_path / "list.csv").write_text("name,school\nAnn,Hill view\nBea,Øst\n")
    app = TopboardApp(there.folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("i")
        await until(pilot, lambda: "list.csv" in text_of(app))
        await pilot.press("enter")
        await until(pilot, lambda: "1 name is written in two ways: y keeps them" in text_of(app))
        said = "Hillview (1) and Hill view (1) count as 2 schools; are they one?"
        assert said in text_of(app)
        assert "latin-1" not in text_of(app)


async def test_a_file_that_is_not_there_is_named_with_its_whole_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    app = TopboardApp(made(tmp_path / "kent", ()).folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("i", "p")
        await until(pilot, lambda: isinstance(app.screen, AskLine))
        await type_text(pilot, "/nowhere/teams.csv")
        await pilot.press("enter")
        await until(pilot, lambda: "cannot read /nowhere/teams.csv: no such file" in text_of(app))


async def test_a_list_of_teams_that_were_typed_without_players_says_how_players_are_added(
    tmp_path: Path,
) -> None:
    (tmp_path / "teams.csv").write_text("name\nAsh\nElm\n")
    store = create_event(tmp_path / "kent", CreateEvent("Kent", "team_round_robin", {}))
    for name in ("Ash", "Elm"):
        store.do(AddEntrant(Entrant("", name)))
    app = TopboardApp(store.folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("i")
        await until(pilot, lambda: "teams.csv" in text_of(app))
        await pilot.press("enter")
        await until(pilot, lambda: "all 2 are entered already" in text_of(app))
        told = " ".join(text_of(app).split())
        assert "esc esc, then m on a team adds players" in told
        assert "anew" not in told


async def test_a_list_that_is_entered_already_says_how_it_is_corrected(tmp_path: Path) -> None:
    (tmp_path / "two.csv").write_text("name\nAnn Lee\nBo Lind\n")
    entered = [Entrant("", "Ann Lee"), Entrant("", "Bo Lind")]
    app = TopboardApp(made(tmp_path / "kent", entered).folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("i")
        await until(pilot, lambda: "two.csv" in text_of(app))
        await pilot.press("enter")
        await until(pilot, lambda: "all 2 are entered already" in text_of(app))
        assert "e on an entry; or undo the first import" in " ".join(text_of(app).split())


async def test_a_path_goes_on_by_the_arrow_and_stands_there_again_after_a_refusal(
    tmp_path: Path,
) -> None:
    (tmp_path / "lists").mkdir()
    (tmp_path / "lists" / "club.csv").write_text("wrong\n")
    (tmp_path / "lists" / "clubs.csv").write_text("wrong\n")
    (tmp_path / "lists" / "club.png").write_text("")
    app = TopboardApp(made(tmp_path / "kent", ()).folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("i", "p")
        await until(pilot, lambda: isinstance(app.screen, AskLine))
        assert "→  completes" in text_of(app)
        field = app.screen.query_one(Input)
        await type_text(pilot, f"{tmp_path}/li")
        await pilot.press("right")
        await until(pilot, lambda: field.value.endswith("lists/"))
        await pilot.press("right")
        await until(pilot, lambda: field.value.endswith("lists/club"))
        assert "club.csv · clubs.csv" in text_of(app)
        await pilot.press(".", "right", "enter")
        await until(pilot, lambda: "no 'name' column" in text_of(app))
        await pilot.press("escape", "p")
        await until(pilot, lambda: isinstance(app.screen, AskLine))
        assert app.screen.query_one(Input).value.endswith("lists/club.csv")


async def test_an_import_begins_where_the_last_list_was_taken(tmp_path: Path) -> None:
    (tmp_path / "stick").mkdir()
    for name in ("newer", "club"):
        (tmp_path / "stick" / f"{name}.csv").write_text(f"name\n{name}\n")
    app = TopboardApp(made(tmp_path / "events" / "kent", ()).folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("i")
        await until(pilot, lambda: "no .csv or .trf file" in text_of(app))
        assert "read it" not in text_of(app)
        await pilot.press("p")
        await until(pilot, lambda: isinstance(app.screen, AskLine))
        await type_text(pilot, f"{tmp_path}/stick/club.csv")
        await pilot.press("enter")
        await until(pilot, lambda: "1 entry" in text_of(app))
        await pilot.press("y")
        await until(pilot, lambda: app.desk.event.entrants)
        await pilot.press("i")
        await until(pilot, lambda: "newer.csv" in text_of(app))
        assert isinstance(app.screen, ImportDialog)
        assert str(app.screen.list.selected).endswith("stick/club.csv")
        await pilot.press("p")
        await until(pilot, lambda: isinstance(app.screen, AskLine))
        assert app.screen.query_one(Input).value == f"{tmp_path}/stick/"


async def test_in_another_event_the_newest_list_is_selected_not_the_last_one_taken(
    tmp_path: Path,
) -> None:
    (tmp_path / "lists").mkdir()
    for age, name in enumerate(("major", "minor")):
        file = tmp_path / "lists" / f"{name}.csv"
        file.write_text(f"name\n{name}\n")
        os.utime(file, (2e9 - age, 2e9 - age))
    first, second = (made(tmp_path / "events" / name, ()).folder for name in ("minor", "major"))
    app = TopboardApp(first, "entries")
    async with app.run_test(size=(80, 24)) as pilot:

        async def selected() -> str:
            await pilot.press("i")
            await until(pilot, lambda: isinstance(app.screen, ImportDialog))
            await until(pilot, lambda: "minor.csv" in text_of(app) or "no .csv" in text_of(app))
            assert isinstance(app.screen, ImportDialog)
            return Path(str(app.screen.list.selected)).name

        await selected()
        await pilot.press("p")
        await until(pilot, lambda: isinstance(app.screen, AskLine))
        await type_text(pilot, f"{tmp_path}/lists/minor.csv")
        await pilot.press("enter")
        await until(pilot, lambda: "1 entry" in text_of(app))
        await pilot.press("y")
        await until(pilot, lambda: app.desk.event.entrants)
        assert await selected() == "minor.csv"
        await pilot.press("escape")
        await app.open(second)
        await until(pilot, lambda: app.desk.store.folder == second)
        assert await selected() == "major.csv"


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ("name,rating\nAnn Mary Lee,1500\nBo Lind,1400\n", True),
        ('name,rating\n"Lee, Ann Mary",1500\n"Lind, Bo",1400\n', False),
        ("surname,forename,rating\nLee,Ann Mary,1500\n", False),
        ("name\nOak Park\nElm Road\n", False),  # clubs
    ],
)
def test_a_list_with_forenames_first_is_told_how_names_are_sorted(
    tmp_path: Path, rows: str, told: bool
) -> None:
    (tmp_path / "club.csv").write_text(rows)
    event = made(tmp_path / "kent", ()).event
    said = "by surnames: write Lee, Ann Mary, or columns surname and forename"
    assert any(said in text for text in read_file(tmp_path / "club.csv", event).warnings) is told


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ("name\nRob Finch 88\nEve Marsh 101\nTom Lee\n", True),
        ("name,rating\nRob Finch 88,900\nEve Marsh 101,800\n", False),
        ("name\nPlayer 10\nPlayer 11\nPlayer 12\n", False),
        ("name\nOak Park\nElm Road\n", False),
    ],
)
def test_ratings_that_went_into_the_names_of_a_list_are_told(
    tmp_path: Path, rows: str, told: bool
) -> None:
    (tmp_path / "club.csv").write_text(rows)
    event = made(tmp_path / "kent", ()).event
    said = "no column of ratings, but numbers in names (Rob Finch 88)"
    assert any(said in text for text in read_file(tmp_path / "club.csv", event).warnings) is told
