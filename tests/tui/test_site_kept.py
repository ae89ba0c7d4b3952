"""The console keeps the site of its event up to date, where both say so."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.actions import ChangeSettings, EnterResult
from engine.refusal import Refused
from tests.tui.children import use_child
from tests.tui.conftest import EventMaker
from tests.tui.places import text_of, until
from tui.app import TopboardApp
from tui.commands.own_files import config_file
from tui.settings import user_settings


def test_the_folder_for_sites_is_a_setting_of_the_user(tmp_path: Path) -> None:
    assert user_settings().sites is None
    config_file().parent.mkdir(parents=True, exist_ok=True)
    config_file().write_text(f'sites = "{tmp_path}"\n')
    assert user_settings().sites == tmp_path
    for wrong in ('"www"', "3"):
        config_file().write_text(f"sites = {wrong}\n")
        with pytest.raises(Refused, match="sites"):
            user_settings()


async def test_a_result_at_the_desk_is_on_the_site(
    make_event: EventMaker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_child(monkeypatch)
    store = make_event()
    sites = tmp_path / "sites"
    sites.mkdir()
    app = TopboardApp(store.folder, "results")
    app.sites = sites
    page = sites / store.folder.name / "boards.html"
    async with app.run_test(size=(80, 24)) as pilot:
        await app.desk.do(ChangeSettings({"site": "https://chess.example/kent/"}))
        await until(pilot, page.exists)
        board = next(m.board for m in app.desk.event.round(len(app.desk.event.published)).matches)
        await app.desk.do(EnterResult(board, "0-1"))
        await until(pilot, lambda: "0-1" in page.read_text())


async def test_a_site_that_cannot_be_kept_is_told(
    make_event: EventMaker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_child(monkeypatch)
    store = make_event()
    store.do(ChangeSettings({"site": "https://chess.example/kent/"}))
    app = TopboardApp(store.folder, "results")
    app.sites = tmp_path / "none"
    async with app.run_test(size=(120, 24)) as pilot:
        await until(pilot, lambda: "not up to date" in " ".join(text_of(app).split()))
    assert not (tmp_path / "none").exists()
