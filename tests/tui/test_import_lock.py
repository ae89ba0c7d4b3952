"""Reading a file of entries takes its time; other desks save meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from engine.actions import AddEntrant
from engine.entrants import Entrant
from saves import foreign
from saves.store import open_event
from tests.tui.desk_cli import CommandLine, csv_file
from tests.tui.places import made, text_of, type_text, until
from tui.app import TopboardApp
from tui.screens import import_files
from tui.screens.dialogs import AskLine


def desk_beside(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """While a file is read another desk enters somebody, and waits for nobody."""
    read: Callable[[Path], bytes] = foreign.read_bytes

    def meanwhile(path: Path) -> bytes:
        data = read(path)
        open_event(folder, wait=0.0).do(AddEntrant(Entrant("", "Late, Meanwhile")))
        return data

    for module in (foreign, import_files):
        monkeypatch.setattr(module, "read_bytes", meanwhile)


def names(folder: Path) -> list[str]:
    return [e.name for e in open_event(folder, read_only=True).event.entrants]


async def test_another_desk_saves_while_the_console_reads_an_import(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = made(tmp_path / "kent", ()).folder
    file = csv_file(tmp_path, 3)
    desk_beside(monkeypatch, folder)
    app = TopboardApp(folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("i", "p")
        await until(pilot, lambda: isinstance(app.screen, AskLine))
        await type_text(pilot, str(file))
        await pilot.press("enter")
        await until(pilot, lambda: "3 entries" in text_of(app))
        assert names(folder) == ["Late, Meanwhile"]
        await pilot.press("y")
        await until(pilot, lambda: len(app.desk.event.entrants) == 4)
    assert len(names(folder)) == 4


def test_another_desk_saves_while_the_command_line_reads_an_import(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, topboard: CommandLine
) -> None:
    folder = made(tmp_path / "kent", ()).folder
    file = csv_file(tmp_path, 3)
    desk_beside(monkeypatch, folder)
    topboard.done("import", folder, file)
    assert names(folder)[0] == "Late, Meanwhile"
    assert len(names(folder)) == 4
