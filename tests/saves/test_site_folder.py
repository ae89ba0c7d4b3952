"""A site's folder: what is ours in it is kept up to date, and nothing else is touched."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from engine.refusal import Refused
from saves.site.folder import update_site
from saves.site.pages import CHANGED

ONE, OTHER = "1" * 16, "2" * 16
NOON = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)
LATER = datetime(2026, 11, 22, 12, 30, tzinfo=UTC)


def page(text: str, site: str = ONE) -> str:
    return f'<meta name="generator" content="Topboard site {site}">{CHANGED}{text}'


def pages(site: str = ONE, **texts: str) -> dict[str, str]:
    found = {name.replace("_", "/") + ".html": page(text, site) for name, text in texts.items()}
    return {"site.css": "/* Topboard site */", **found}


def put(folder: Path, site: str = ONE, now: datetime = NOON, replace: bool = False, **texts: str):
    return update_site(folder, pages(site, **texts), site, now, replace)


def files(folder: Path) -> set[str]:
    return {str(p.relative_to(folder)) for p in folder.rglob("*") if not p.is_dir()}


def test_only_what_says_something_else_is_written(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    put(folder, index="a", players_1="b")
    state = (folder / "state.txt").read_text()
    again = put(folder, now=LATER, index="a", players_1="b")
    assert (again.written, again.removed) == ((), ())
    assert (folder / "state.txt").read_text() == state
    changed = put(folder, now=LATER, index="a", players_1="c")
    assert changed.written == ("players/1.html",)
    assert "12:00" in (folder / "index.html").read_text()
    assert "12:30" in (folder / "players/1.html").read_text()
    assert (folder / "state.txt").read_text() != state


def test_pages_that_are_no_more_go_and_files_of_others_stay(tmp_path: Path) -> None:
    put(tmp_path, index="a", players_1="b", players_2="c")
    for name in ("notes.html", "photo.jpg", "players/9.html", ".htaccess"):
        (tmp_path / name).write_text("mine")
    (tmp_path / "index.html.tmp-0123456789ab").write_text("left over by a kill")
    assert put(tmp_path, index="a", players_1="b").removed == ("players/2.html",)
    assert files(tmp_path) == {
        "index.html", "site.css", "state.txt", "players/1.html",
        "notes.html", "photo.jpg", "players/9.html", ".htaccess",
    }  # fmt: skip


def test_a_page_of_others_is_never_written_over(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<h1>Our club</h1>")
    with pytest.raises(Refused, match=r"index\.html"):
        put(tmp_path, index="a")
    assert files(tmp_path) == {"index.html"}
    assert (tmp_path / "index.html").read_text() == "<h1>Our club</h1>"


def test_another_events_site_is_replaced_only_where_that_is_said(tmp_path: Path) -> None:
    put(tmp_path, index="a", players_1="b")
    with pytest.raises(Refused, match="another event"):
        put(tmp_path, OTHER, index="x")
    assert "a" in (tmp_path / "index.html").read_text()
    assert put(tmp_path, OTHER, replace=True, index="x").removed == ("players/1.html",)
    assert OTHER in (tmp_path / "index.html").read_text()


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    outside, folder = tmp_path / "outside", tmp_path / "site"
    outside.mkdir()
    folder.mkdir()
    (folder / "players").symlink_to(outside)
    with pytest.raises(Refused, match="players"):
        put(folder, index="a", players_1="b")
    (folder / "players").unlink()
    (outside / "mine.html").write_text("mine")
    (folder / "index.html").symlink_to(outside / "mine.html")
    with pytest.raises(Refused, match=r"index\.html"):
        put(folder, index="a")
    assert files(outside) == {"mine.html"}
    assert (outside / "mine.html").read_text() == "mine"


def test_a_disk_that_takes_nothing_is_told_in_words(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "file", tmp_path / "none" / "site"):
        with pytest.raises(Refused) as told:
            put(folder, index="a")
        assert str(folder) in told.value.what


def test_everybody_may_read_the_pages(tmp_path: Path) -> None:
    old = os.umask(0o077)
    try:
        put(tmp_path / "site", index="a", players_1="b")
    finally:
        os.umask(old)
    site = tmp_path / "site"
    for path in (site, *site.rglob("*")):
        assert path.stat().st_mode & 0o004, path
