"""Ratings that are estimates: typed and shown as 1450e wherever a rating is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.actions import EditEntrant
from engine.entrants import Entrant, rating_span, rating_text
from engine.fingerprint import fingerprint
from engine.refusal import Stale
from formats.registry import format_named
from saves import sheets
from saves.entries_csv import read_entries
from saves.store import open_event
from saves.table_cards import name_cards, slips
from saves.tables_csv import write_csv
from tests.playing import propose
from tests.tui.desk_cli import CommandLine
from tests.tui.places import made, text_of, type_text, until
from tui.app import TopboardApp
from tui.places.card import heading

LIST = b"name,rating\nAshgrove,2000\nBirch,1900\nCedar,1450e\nDogwood,1300 E\nElder,\nFir,1200\n"


@pytest.fixture
def congress(tmp_path: Path, topboard: CommandLine) -> Path:
    """Six players of an English Swiss, two of them with an estimate; round 1 is published."""
    source, folder = tmp_path / "list.csv", tmp_path / "congress"
    source.write_bytes(LIST)
    topboard.done("new", folder, "--format", "ecf", "--rounds", 3, "--entries", source)
    topboard.done("draw", folder, "--publish")
    return folder


def test_a_list_says_who_is_estimated_and_gives_it_back(congress: Path) -> None:
    store = open_event(congress)
    told = [(e.name, e.rating, e.estimated) for e in store.event.entrants]
    assert told == [
        ("Ashgrove", 2000, False), ("Birch", 1900, False), ("Cedar", 1450, True),
        ("Dogwood", 1300, True), ("Elder", None, False), ("Fir", 1200, False),
    ]  # fmt: skip
    again = read_entries(LIST, "list.csv").entrants
    assert [(e.name, e.rating, e.estimated) for e in again] == told


@pytest.mark.parametrize("trf", ["trf", "trf26"])
def test_a_tournament_file_says_whose_ratings_are_estimates_and_gives_them_back(
    congress: Path, topboard: CommandLine, tmp_path: Path, trf: str
) -> None:
    """Lines 001 need the number, for order and tie-breaks; 072 counts those that a list has."""
    file, again = tmp_path / f"file.{trf}", tmp_path / "again"
    topboard.done("export", congress, "--as", trf, "-o", file)
    lines = file.read_text().splitlines()
    of = {e["name"]: e for e in topboard.asked("entries", congress)["entrants"]}
    estimated = sorted(e["no"] for e in of.values() if e["estimated"])
    assert f"### estimated ratings: {' '.join(map(str, estimated))}" in lines
    rated = sum(e["rating"] is not None and not e["estimated"] for e in of.values())
    assert f"072 {rated}" in lines
    topboard.done("new", again, "--format", "ecf", "--entries", file, "--with-rounds", "--insist")
    back = topboard.asked("entries", again)["entrants"]
    assert {e["name"]: (e["rating"], e["estimated"]) for e in back} == {
        name: (e["rating"], e["estimated"]) for name, e in of.items()
    }
    topboard.done("export", again, "--as", trf, "-o", tmp_path / "second")
    assert (tmp_path / "second").read_text().count("### estimated ratings") == 1


def test_every_list_shows_an_estimate_as_one(congress: Path, topboard: CommandLine) -> None:
    store = open_event(congress)
    event, format = store.event, format_named("ecf")
    round = event.round(1)
    grids = [
        sheets.entry_list(event, format),
        sheets.pairings(event, format, round),
        *sheets.standings(event, format, 1),
    ]
    for grid in grids:
        cells = [str(cell) for row in grid.rows for cell in row]
        assert "1450e" in cells, grid.title
        assert "1300e" in cells, grid.title
        assert "1450" not in cells, grid.title
        assert "1200" in cells, grid.title
    shown = {text for slip in slips(event, format, round) for text in
             (slip.white_rating, slip.black_rating)}  # fmt: skip
    assert shown == {"2000", "1900", "1450e", "1300e", "", "1200"}
    cards = {fact for card in name_cards(event, format) for fact in card.facts}
    assert cards == {"2000", "1900", "1450e", "1300e", "1200"}
    assert "1450e" in " ".join(heading(event, "3", 3, 80))
    assert "1450e" in topboard.done("entries", congress)
    for what in ("entries", "pairings", "standings"):
        csv = write_csv(event, format, what, 1 if what == "pairings" else None)
        assert ",1450e" in csv, what
        assert "1450," not in csv, what


def test_numbers_stay_numbers_where_programs_read(congress: Path, topboard: CommandLine) -> None:
    found = topboard.asked("entries", congress)["entrants"]
    assert [(e["rating"], e["estimated"]) for e in found] == [
        (2000, False), (1900, False), (1450, True), (1300, True), (None, False), (1200, False),
    ]  # fmt: skip
    for kind in ("trf", "trf26"):
        report = topboard.done("export", congress, "--as", kind)
        assert [line[47:53] for line in report.splitlines() if "Cedar" in line] == [" 1450 "]


def test_it_is_added_amended_and_confirmed_by_command(
    congress: Path, topboard: CommandLine
) -> None:
    assert "1410e" in topboard.done("add", congress, "Gorse", "--rating", "1410e")
    told = topboard.asked("edit", congress, "Gorse", "--rating", "1425e")
    assert (told["rating"], told["estimated"]) == (1425, True)
    told = topboard.asked("edit", congress, "Gorse", "--club", "Wold")
    assert told["estimated"], "another field leaves the estimate alone"
    told = topboard.asked("edit", congress, "Gorse", "--rating", "1425")
    assert (told["rating"], told["estimated"]) == (1425, False)
    assert "rating" in topboard.refused("edit", congress, "Gorse", "--rating", "e")
    texts = [e["text"] for e in topboard.asked("log", congress)["entries"]]
    assert any(text.endswith("rating = 1425e") for text in texts)
    assert not any("estimated" in text for text in texts)
    advice = topboard.asked("status", congress)
    assert "2 grades are estimated" in json.dumps(advice)


def test_an_event_opens_again_with_its_estimates(congress: Path, topboard: CommandLine) -> None:
    lines = (congress / "journal.log").read_text(encoding="utf-8")
    assert lines.count('"estimated"') == 2, "said of those alone who have one"
    for file in congress.glob("*.toml"):
        file.unlink()
    topboard.done("edit", congress, "Elder", "--club", "Wold")
    event = open_event(congress).event
    assert [e.name for e in event.entrants if e.estimated] == ["Cedar", "Dogwood"]
    assert (congress / "players.toml").read_text(encoding="utf-8").count("estimated = true") == 2


def test_an_estimate_needs_a_rating_and_ends_with_it(tmp_path: Path) -> None:
    store = made(tmp_path / "kent", [Entrant("", "Birch", 1450, True)])
    draw = fingerprint(store.event)
    event = EditEntrant("1", {"rating": None}).apply(store.event, store.format)
    assert event.entrants[0] == Entrant("1", "Birch")
    event = EditEntrant("1", {"rating": 1450}).apply(store.event, store.format)
    assert event.entrants[0] == Entrant("1", "Birch", 1450)
    assert fingerprint(event) == draw, "nothing is drawn by it"
    changes = {"rating": 1500, "estimated": False}
    with pytest.raises(Stale, match="rating is now 1450e: you saw 1450"):
        EditEntrant("1", changes, seen={"rating": 1450, "estimated": False}).apply(
            store.event, store.format
        )


def test_the_text_of_a_rating() -> None:
    people = [Entrant("1", "A", 1450, True), Entrant("2", "B", 1600), Entrant("3", "C")]
    assert [rating_text(e, "-") for e in people] == ["1450e", "1600", "-"]
    assert rating_span(people) == ("1600", "1450e")
    assert rating_span(people[2:]) == ("-", "-")


async def test_it_is_typed_in_the_form_and_stands_on_every_screen(tmp_path: Path) -> None:
    names = [Entrant("", f"Player {c * 30}", 2000) for c in "ABC"]
    store = made(tmp_path / "kent", names)
    app = TopboardApp(store.folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("a")
        await type_text(pilot, "Dogwood")
        await pilot.press("tab")
        await type_text(pilot, "1450e")
        await pilot.press("enter")
        await until(pilot, lambda: len(open_event(store.folder).event.entrants) == 4)
        await pilot.press("escape")
        await until(pilot, lambda: "1450e" in text_of(app))
        new = open_event(store.folder).event.entrants[-1]
        assert (new.rating, new.estimated) == (1450, True)
        await pilot.press("e")
        await until(pilot, lambda: "1450e" in text_of(app) and "Entry" in text_of(app))
        await pilot.press("escape")
        propose(open_event(store.folder))
        await pilot.press("f2")
        await until(pilot, lambda: " 1450e " in text_of(app) and "Bd" in text_of(app))
