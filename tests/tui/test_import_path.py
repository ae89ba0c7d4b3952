"""The path that is typed for an import, behind the folder that stands there already."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.entrants import Entrant
from tests.tui.places import made, text_of, type_text, until
from tui.app import TopboardApp
from tui.screens.dialogs import AskLine
from tui.screens.import_dialog import typed_path


@pytest.mark.parametrize(
    ("line", "path"),
    [
        ("/srv/desk/teams.csv", "/srv/desk/teams.csv"),
        ("/srv/desk//media/stick/teams.csv", "/media/stick/teams.csv"),
        ("  teams.csv ", "teams.csv"),
        ("/srv/~old/teams.csv", "/srv/~old/teams.csv"),
    ],
)
def test_a_whole_path_behind_the_folder_starts_anew(line: str, path: str) -> None:
    assert typed_path(line) == Path(path)


def test_home_behind_the_folder_is_home() -> None:
    assert typed_path("/srv/desk/~/teams.csv") == Path.home() / "teams.csv"


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


async def test_a_list_that_is_entered_already_says_how_it_is_corrected(tmp_path: Path) -> None:
    (tmp_path / "two.csv").write_text("name\nAnn Lee\nBo Lind\n")
    entered = [Entrant("", "Ann Lee"), Entrant("", "Bo Lind")]
    app = TopboardApp(made(tmp_path / "kent", entered).folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("i")
        await until(pilot, lambda: "two.csv" in text_of(app))
        await pilot.press("enter")
        await until(pilot, lambda: "all 2 are entered already" in text_of(app))
        assert "e on an entry, or u for the first import" in " ".join(text_of(app).split())
