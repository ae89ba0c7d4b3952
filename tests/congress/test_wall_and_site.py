"""A congress for the public: one site with the names of the whole hall, one wall in turn."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from engine.actions import EnterResult, Withdraw
from engine.congress.congress import EventPlan
from engine.entrants import Entrant
from saves.congress.store import CongressStore
from tests.congress.hall import congress, entrants, event
from tests.playing import publish
from tests.tui.desk_cli import CommandLine
from tui.commands.showing import _shown_together
from tui.projector.show import Show
from tui.projector.watching import Joining, Seen, ShownEvent, Watched

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
    notes = re.findall(r'<p class="note">(.*?)</p>', index)
    assert [note.partition(": ")[2] for note in notes] == ["Round 1: 0 of 2 results are in"] * 2
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


def test_events_that_join_or_leave_are_shown_without_a_new_start(hall: CongressStore) -> None:
    shown = [ShownEvent(Watched(hall.path(folder), "hall")) for folder in hall.stores]
    show = Show(title="Galway Congress")
    for at, one in enumerate(shown):
        show.take(one.watched.first(), NOW, at)
    joining = Joining([hall.folder], "hall", shown)
    assert joining.look() is None
    event(hall.path("junior"), entrants("Ida Jon"), first_board=201)
    hall.change(lambda c: c.joined_by(EventPlan("junior", "Under 18")), "joining")
    others = joining.look()
    assert others is not None
    assert [(one.watched.folder.name, seen is None) for one, seen in others] == [
        ("open", True), ("minor", True), ("junior", False),
    ]  # fmt: skip
    show.names = tuple(one.name for one, _ in others)
    show.take_all([(0, show.states[0]), (1, show.states[1]), (None, others[2][1])], NOW)  # type: ignore[list-item]
    rows = [line.text for line in show.picture(160, 45, NOW)]
    assert rows[-1].rstrip() == " · Find your name 6 s   ■ Under 18 12 s"
    (hall.folder / "congress.toml").write_text("title = 3")
    assert joining.look() is None
    text = 'title = "Galway"\n[[event]]\nfolder = "minor"\n'
    (hall.folder / "congress.toml").write_text(text)
    assert [one.watched.folder.name for one, _ in joining.look() or ()] == ["minor"]
    assert joining.title == "Galway"
    show.take_all([(1, show.states[1])], NOW)
    assert "Masters" not in "".join(line.text for line in show.picture(160, 45, NOW))


@pytest.mark.parametrize("front", [0, 1, 2, 3])
@pytest.mark.parametrize("gone", [0, 1, 2])
def test_any_event_may_leave_whatever_page_is_in_front(
    hall: CongressStore, gone: int, front: int
) -> None:
    event(hall.path("junior"), entrants("Ida Jon"), first_board=201)
    hall.change(lambda c: c.joined_by(EventPlan("junior", "Junior")), "joining")
    names = ("Masters", "Minor", "Junior")
    hall.do("minor", EnterResult(102, "1-0", None))
    show = Show(title="Galway Congress", names=names)
    for at, store in enumerate(hall.stores.values()):
        show.take(Seen(store.event, store.format), NOW, at)
    show.picture(160, 45, NOW)
    show.turn(front)
    before = _in_front(show)
    left = [at for at in range(3) if at != gone]
    show.names = tuple(names[at] for at in left)
    show.take_all([(at, show.states[at]) for at in left], NOW)
    after = _in_front(show)
    assert names[gone] not in show.picture(160, 45, NOW)[-1].text
    if names[gone] not in before:
        assert after == before, "the page in front is the same one"


def _in_front(show: Show) -> str:
    """What the round of pages says is in front, without how many pages and seconds."""
    last = show.picture(160, 45, NOW)[-1].text
    return re.split(r" \d", last.split("■ ")[1])[0]


def test_a_tall_wall_says_the_round_of_its_pages_and_their_seconds(hall: CongressStore) -> None:
    _, title, names = _shown_together([str(hall.folder)])
    show = Show(title=title, names=tuple(names))
    hall.do("minor", EnterResult(102, "1-0", None))
    for at, store in enumerate(hall.stores.values()):
        show.take(Seen(store.event, store.format), NOW, at)
    row = [line.text for line in show.picture(160, 45, NOW)][-1]
    assert row.rstrip() == " ■ Masters 6 s   · Minor 6 s"
    show.turn()
    assert "· Masters 6 s   ■ Minor 6 s" in show.picture(160, 45, NOW)[-1].text
    assert "Masters 6 s" not in show.picture(80, 24, NOW)[-1].text


def test_who_has_gone_on_to_another_event_is_found_there_alone(
    topboard: CommandLine, hall: CongressStore, tmp_path: Path
) -> None:
    folder = hall.folder
    topboard.done("congress", folder, "move", "Ann", "minor", "--insist")
    for store in (hall.store("open"), hall.store("minor")):
        store.refresh()
    for board in hall.member("minor").open_boards:
        hall.do("minor", EnterResult(board, "1-0", None))
    publish(hall.store("minor"))
    listed = topboard.done("congress", folder, "export", "--as", "csv", "--page", "names")
    rows = [line.split(",") for line in listed.splitlines()[1:]]
    assert [row[1] for row in rows if row[0] == "Ann"] == ["Minor"]
    assert any(row[0] != "Ann" and row[-1] == "Ann" for row in rows), "her opponent stands there"
    topboard.done("publish", folder, tmp_path / "site")
    site = (tmp_path / "site" / "index.html").read_text()
    assert len(re.findall('<th[^>]*><a href="[a-z]*/players/[0-9]*.html"><bdi>Ann<', site)) == 1
    show = Show(title="Galway Congress")
    for at, store in enumerate(hall.stores.values()):
        store.refresh()
        show.take(Seen(store.event, store.format), NOW, at)
    pages = []
    for _ in range(4):
        pages.append([line.text for line in show.picture(80, 24, NOW)])
        show.turn()
    names = next(page for page in pages if "FIND YOUR NAME" in page[0])
    assert [line.split()[:4] for line in names if " Ann " in line] == [["A", "Ann", "Minor", "102"]]


def test_who_leaves_after_the_round_in_play_is_found_by_name_until_its_end(
    topboard: CommandLine, hall: CongressStore
) -> None:
    """She is in no other event: her board of this round is still hers."""
    hall.do("open", Withdraw("1"))
    show = Show(title="Galway Congress")
    for at, store in enumerate(hall.stores.values()):
        show.take(Seen(store.event, store.format), NOW, at)
    names = [line.text.split()[:3] for line in show.picture(80, 24, NOW)]
    assert ["A", "Ann", "Open"] in names
    listed = topboard.done("congress", hall.folder, "export", "--as", "csv", "--page", "names")
    assert "Ann" in [line.split(",")[0] for line in listed.splitlines()]


def test_the_site_of_a_congress_warns_of_teams_without_players(
    topboard: CommandLine, tmp_path: Path
) -> None:
    folder = tmp_path / "congress"
    event(folder / "clubs", entrants("Oakfield Hillcrest"), "team_round_robin")
    hall = congress(folder, EventPlan("clubs"))
    told = topboard("publish", hall.folder, tmp_path / "site")
    assert (told.status, "Clubs: no team has players yet" in told.err) == (0, True), told
