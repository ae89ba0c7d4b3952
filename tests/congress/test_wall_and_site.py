"""A congress for the public: one site with the names of the whole hall, one wall in turn."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from engine.actions import EnterResult
from engine.congress.congress import EventPlan
from engine.entrants import Entrant
from saves.congress.store import CongressStore
from tests.congress.hall import congress, entrants, event
from tests.playing import publish
from tests.tui.desk_cli import CommandLine
from tui.commands.showing import _shown_together
from tui.projector.seen import Seen
from tui.projector.show import Show

NOW = datetime(2026, 2, 28, 14, 9, 31, tzinfo=UTC)


@pytest.fixture
def topboard(capsys: pytest.CaptureFixture[str]) -> CommandLine:
    return CommandLine(capsys)


@pytest.fixture
def hall(tmp_path: Path) -> CongressStore:
    """Open and Minor with a round published; Ann has an address that is not for the public."""
    folder = tmp_path / "galway"
    folder.mkdir()
    secret = replace(Entrant("", "Ann", 2100), contact="ann@example.com", birth="2011-03-04")
    event(folder / "open", (secret, *entrants("Bea Cid Dot")))
    event(folder / "minor", entrants("Eva Fay Gus Hal"), first_board=101)
    store = congress(folder, EventPlan("open", name="Masters"), EventPlan("minor"))
    for one in store.stores.values():
        publish(one)
    return store


def test_the_site_has_the_hall_by_name_and_each_events_own_pages(
    topboard: CommandLine, hall: CongressStore, tmp_path: Path
) -> None:
    site = tmp_path / "site"
    topboard.done("publish", hall.folder, site)
    index = (site / "index.html").read_text()
    assert [index.index(f"<bdi>{name}</bdi>") for name in ("Ann", "Bea", "Eva", "Fay")] == sorted(
        index.index(f"<bdi>{name}</bdi>") for name in ("Ann", "Bea", "Eva", "Fay")
    )
    assert 'href="masters/players/1.html"' in index
    assert 'href="minor/players/1.html"' in index
    assert (site / "masters" / "players" / "1.html").exists()
    assert 'href="../index.html"' in (site / "minor" / "boards.html").read_text()
    assert not (site / "players").exists()
    text = "".join(path.read_text() for path in site.rglob("*.html"))
    assert "example.com" not in text
    assert "2011-03" not in text


def test_only_what_has_changed_is_written_and_another_congress_is_refused(
    topboard: CommandLine, hall: CongressStore, tmp_path: Path
) -> None:
    site = tmp_path / "site"
    topboard.done("publish", hall.folder, site)
    assert topboard.asked("publish", hall.folder, site)["written"] == []
    hall.do("minor", EnterResult(102, "1-0", None))
    written = topboard.asked("publish", hall.folder, site)["written"]
    assert {"index.html", "minor/boards.html"} <= set(written)
    assert not [name for name in written if name.startswith("masters/")]
    other = congress(tmp_path / "kerry", EventPlan("../galway/open"))
    assert "holds the site of another event" in topboard.refused("publish", other.folder, site)
    assert "own folder" in topboard.refused("publish", hall.folder, hall.folder / "site")


def test_the_wall_shows_all_events_under_the_title_of_the_congress(hall: CongressStore) -> None:
    folders, title, names = _shown_together([str(hall.folder)])
    assert [folder.name for folder in folders] == ["open", "minor"]
    assert (title, names) == ("Galway Congress", ["Masters", ""])
    show = Show(title=title, names=tuple(names))
    for at, store in enumerate(hall.stores.values()):
        show.take(Seen(store.event, store.format), NOW, at)
    pages = []
    for _ in range(6):
        pages.append([line.text for line in show.picture(60, 12, NOW)])
        show.turn()
    named = [page for page in pages if "FIND YOUR NAME" in page[0]]
    assert all("Galway Congress" in page[0] for page in named)
    names_page = [line for page in named for line in page]
    assert any("Ann" in line and "Masters" in line for line in names_page)
    assert any("Eva" in line and "Minor" in line and "101" in line for line in names_page)
