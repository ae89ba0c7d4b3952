"""The site for players: what is on its pages, what is not, and that they lead to each other."""

from __future__ import annotations

import json
import posixpath
import shutil
import subprocess
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise
from pathlib import Path

import pytest

from engine.actions import Adjust, CorrectBoard, EnterResult, Withdraw
from engine.alphabet import begins, fold
from engine.entrants import Entrant
from engine.event import Event
from engine.points import ONE
from formats.registry import format_named
from saves.site.pages import CHANGED, asset, site_pages
from saves.site.tables import letter
from tests.playing import InMemory, begun, play, propose, publish
from tests.saves.played import PLAIN, entrants, played
from tests.saves.test_pages import HOSTILE, Page


class SitePage(Page):
    """A page whose cells hold links."""

    def handle_data(self, data: str) -> None:
        self.text += data
        if {"td", "th"} & set(self.open) and "caption" not in self.open:
            self.rows[-1][-1] += data


SITE = "0123456789abcdef"
DUTCH = format_named("dutch")


def pages(event: Event, format=PLAIN) -> dict[str, str]:
    return site_pages(event, format, SITE)


def read(event: Event, format=PLAIN) -> dict[str, SitePage]:
    return {f: SitePage(t) for f, t in pages(event, format).items() if f.endswith(".html")}


def row_of(page: SitePage, name: str) -> str:
    return next(" ".join(row) for row in page.rows if name in "".join(row[:3]))


@pytest.fixture(scope="module")
def event() -> Event:
    return played(entrants("juniors-41.csv"), 3)


@pytest.fixture(scope="module")
def site(event: Event) -> dict[str, SitePage]:
    return read(event)


@pytest.fixture
def swiss() -> InMemory:
    names = ("Ashgrove", "Bexley", "Carron", "Dunloy", "Ermine", "Farrow", "Girvan", "Hythe")
    people = [Entrant(str(n), name, rating=2000 - n) for n, name in enumerate(names, 1)]
    return begun(DUTCH, people, rounds=5)


def cup() -> tuple[Event, object]:
    knockout = format_named("knockout")
    people = [Entrant(str(n), f"Player {n}", seed=n) for n in range(1, 12)]
    return play(begun(knockout, people), 2, "1-0"), knockout


def test_the_page_of_a_cup_player_counts_wins_and_has_a_place_once_out() -> None:
    made = read(*cup())
    said = {n: made[f"players/{n}.html"].text for n in (1, 6, 11)}
    assert "After round 2: 1 win\n" in said[1], "plays on: no place yet"
    assert "After round 2: 1 win, place 5=\n" in said[6]
    assert "After round 2: 0 wins, place 9=\n" in said[11]


def check_links(site: dict[str, SitePage], files: set[str]) -> None:
    anchors = {f: {a["id"] for _, a in p.elements if "id" in a} for f, p in site.items()}
    for file, page in site.items():
        for tag, attributes in page.elements:
            target = attributes.get("href") or attributes.get("src")
            if tag not in ("a", "link", "script") or target is None:
                continue
            path, _, anchor = target.partition("#")
            path = path.partition("?")[0]
            at = posixpath.normpath(posixpath.join(posixpath.dirname(file), path)) if path else file
            assert not target.startswith(("/", "http")), target
            assert at in files, f"{file} leads to {target}"
            assert not anchor or anchor in anchors[at], f"{file} leads to {target}"


def test_every_link_is_relative_and_leads_to_something(event: Event) -> None:
    for played_event, format in ((event, PLAIN), (replace(event, rounds=()), PLAIN), cup()):
        check_links(read(played_event, format), set(pages(played_event, format)))


def test_every_page_can_be_read_with_the_ears(event: Event) -> None:
    found, format = cup()
    for site in (read(event), read(replace(event, rounds=())), read(found, format)):
        for file, page in site.items():
            tags = [tag for tag, _ in page.elements]
            levels = [int(tag[1]) for tag in tags if tag in ("h1", "h2", "h3")]
            assert page.open == [], file
            assert tags.count("h1") == 1, file
            assert tags.count("main") == 1, file
            outside = levels if "template" not in tags else [1]
            assert all(b - a < 2 for a, b in pairwise(outside)), file
            assert ("html", {"lang": "en"}) in page.elements
            assert tags.count("table") == tags.count("caption")
            for tag, attributes in page.elements:
                assert tag != "th" or attributes.get("scope") in ("col", "row", "rowgroup"), file
                assert tag != "nav" or attributes["aria-label"], file


def test_a_player_finds_board_colour_and_opponent_by_name(event: Event) -> None:
    last = event.round(3)
    match = replace(last.matches[0], result=None)
    event = replace(event, rounds=(*event.rounds[:-1], last.with_match(match)))
    site = read(event)
    white, black = event.entrant(match.white).name, event.entrant(match.black).name
    assert f"{match.board} White {black}" in row_of(site["index.html"], white)
    assert f"{match.board} Black {white}" in row_of(site["index.html"], black)


def test_the_site_of_an_event_that_is_over_begins_with_its_final_standings(event: Event) -> None:
    site = read(event)
    first, standings = site["index.html"], site["standings.html"]
    rows = [tuple(row) for row in standings.rows]
    assert [tuple(row) for row in first.rows][: len(rows)] == rows
    assert "After round 3 (final)" in pages(event)["index.html"]
    assert "<h1>Standings</h1>" in pages(event)["index.html"]
    name = event.entrants[-1].name
    assert any(name in " ".join(row) for row in first.rows[len(rows) :]), "found by name below"


def test_boards_standings_and_cross_table_are_those_that_are_printed(event: Event, site) -> None:
    from saves import sheets
    from saves.cross_sheets import cross_table

    printed = {
        "boards.html": sheets.pairings(event, PLAIN, event.round(3)),
        "standings.html": sheets.standings(event, PLAIN, 3)[0],
        "crosstable.html": cross_table(event, PLAIN, 3),
    }
    for file, grid in printed.items():
        shown = {tuple(row) for row in site[file].rows}
        for row in grid.rows:
            texts = [sheets.cell_text(cell) for cell in row]
            assert tuple(texts) in shown, (file, row)


def test_a_card_has_every_round_and_leads_to_the_opponents(event: Event, site) -> None:
    match = event.round(1).matches[0]
    page = site[f"players/{match.white}.html"]
    assert [row[0] for row in page.rows[1:]] == ["1", "2", "3"]
    assert event.entrant(match.black).name in page.rows[1]
    assert ("a", {"href": f"../players/{match.black}.html"}) in page.elements


def test_names_stand_in_their_own_direction(site) -> None:
    rtl = played([Entrant("1", "יוסף, כהן", title="FM"), *entrants("juniors-41.csv")[1:9]], 1)
    assert 'FM <a href="players/1.html"><bdi>יוסף, כהן</bdi></a>' in pages(rtl)["boards.html"]


def test_a_proposal_is_on_no_page(swiss: InMemory) -> None:
    play(swiss, 1)
    before = pages(swiss.event, DUTCH)
    propose(swiss)
    assert pages(swiss.event, DUTCH) == before


def test_what_is_the_arbiters_own_is_on_no_page(event: Event) -> None:
    secret = ("a@b.example", "owes 20", "Mrs Quill", "1503014", "2011-02-28")
    contact, note, captain, fide, birth = secret
    people = [
        replace(e, contact=contact, note=note, captain=captain, fide_id=fide, birth=birth)
        for e in event.entrants
    ]
    known = replace(event, entrants=tuple(people))
    why = Adjust("5", Decimal("-0.5"), "telephone rang").apply(known, PLAIN)
    for file, text in pages(why).items():
        for value in (*secret, "telephone"):
            assert value not in text, file
    assert "-½ after round 3" in pages(why)["standings.html"]


def test_hostile_names_are_text_and_nothing_else(event: Event) -> None:
    people = [Entrant(str(n), t, club=t, category=t[:9]) for n, t in enumerate(HOSTILE, 1)]
    hostile = replace(
        played(people, 2, title=HOSTILE[0]),
        details=(("place", HOSTILE[3]), ("arbiter", HOSTILE[0])),
    )
    known = {tag for page in read(event).values() for tag, _ in page.elements} | {"dt", "dd"}
    for file, text in pages(hostile).items():
        if not file.endswith(".html"):
            continue
        page = Page(text)
        assert page.open == []
        assert {tag for tag, _ in page.elements} <= known, file
        assert not set("\x1b\x07\u202e\u2066\u2028\r") & set(text)
        assert not [a for _, each in page.elements for a in each if a.startswith("on")]


def test_a_result_changes_the_pages_that_show_it_and_no_others(swiss: InMemory) -> None:
    play(swiss, 2, last_open=True)
    match = swiss.event.round(2).matches[1]
    before = pages(swiss.event, DUTCH)
    swiss.do(EnterResult(match.board, "0-1"))
    after = pages(swiss.event, DUTCH)
    assert {f for f in after if after[f] != before[f]} == {
        "index.html", "boards.html", "standings.html", "crosstable.html", "rounds.html",
        f"players/{match.white}.html", f"players/{match.black}.html",
    }  # fmt: skip
    assert "Round 2: 1 of 4 results are in" in after["boards.html"]
    swiss.do(EnterResult(match.board, "?", "0-1", replace=True))
    adjourned = pages(swiss.event, DUTCH)
    assert "Round 2: 0 of 4 results are in" in adjourned["boards.html"]
    assert "0 of 4 results" in adjourned["rounds.html"]
    assert "Round 2 is being played" in after["standings.html"]


def test_the_site_follows_a_correction_a_withdrawal_and_a_late_entry(swiss: InMemory) -> None:
    from engine.actions import AddEntrant

    play(swiss, 1)
    match = swiss.event.round(1).matches[0]
    swiss.do(CorrectBoard(1, match.board, match.black, match.white, insist=True))
    swiss.do(Withdraw("3"))
    swiss.do(AddEntrant(Entrant("", "Zennor", rating=1500), missed=ONE))
    site = read(swiss.event, DUTCH)
    turned = next(row for row in site["boards.html"].rows if row[0] == str(match.board))
    assert turned[2] == swiss.event.entrant(match.black).name
    assert "(withdrawn)" in row_of(site["standings.html"], "Carron")
    assert "withdrawn" in site["players/3.html"].text
    assert "entered later" in site["players/9.html"].text
    publish(swiss)
    later = read(swiss.event, DUTCH)
    assert "Zennor" in later["index.html"].text
    assert "Carron" not in later["boards.html"].text
    assert "round-01.html" in later


def test_before_the_first_round_the_entries_can_be_searched(event: Event) -> None:
    site = read(replace(event, rounds=()))
    names = [row[1] for row in site["index.html"].rows if len(row) > 1][1:]
    assert len(names) == 41
    assert "boards.html" not in site
    assert "No round is published yet" in site["index.html"].text


def test_a_name_is_found_without_its_accents_and_strokes() -> None:
    people = [Entrant(str(n), name) for n, name in enumerate(("Łukasz, Ævar", "Lee, Ann"), 1)]
    index = Page(pages(played(people, 1))["index.html"])
    assert [a.get("data-q") for tag, a in index.elements if tag == "tr"].count("lukasz, aevar") == 1


def test_pages_hold_no_time_of_their_own(event: Event) -> None:
    assert pages(event) == pages(event)
    assert all(t.count(CHANGED) == 1 for f, t in pages(event).items() if f.endswith(".html"))


def test_two_of_one_name_are_told_apart_by_their_start_numbers() -> None:
    names = ("Nash, Zoe", "Dunloy, Tom", "Nash, Zoe", "Quilty, Bram")
    people = [Entrant(str(i), name) for i, name in enumerate(names, start=1)]
    store = begun(DUTCH, people, rounds=2)
    propose(store)
    publish(store)
    site = read(store.event, DUTCH)
    twins = {e.start_number for e in store.event.entrants if e.name == "Nash, Zoe"}
    for file in ("index.html", "boards.html"):
        for number in twins:
            assert f"Nash, Zoe ({number})" in site[file].text, file
        assert "Quilty, Bram (" not in site[file].text


def test_a_georgian_name_is_looked_for_under_its_own_letter() -> None:
    assert letter("გიორგაძე, ბექა") == "გ"
    assert (letter("ødegren"), letter("7up")) == ("O", "#")


def test_a_player_of_a_team_is_found_by_name_with_team_and_board() -> None:
    """The page asks for *your name*: a player knows his own."""
    team_swiss = format_named("team_swiss")
    squad = [("Kent", ("Ødegård, Åse", "Lee, Ann", "Fox, Cid")), ("Hove", ("Roe, Dan", "Poe, Eve"))]
    teams = [
        Entrant("", name, players=tuple(Entrant("", player) for player in players))
        for name, players in squad
    ]
    event = begun(team_swiss, teams, boards=2, rounds=1)
    publish(event)
    rows = [a for tag, a in read(event.event, team_swiss)["index.html"].elements if tag == "tr"]
    (kent,) = [a for a in rows if "lee, ann" in (a.get("data-q") or "")]
    assert "odegard, ase" in (kent["data-q"] or "")
    assert (kent["data-p"] or "").split("; ") == [
        "Ødegård, Åse · board 1", "Lee, Ann · board 2", "Fox, Cid"
    ]  # fmt: skip
    bridge = format_named("knockout")
    pairs = [Entrant("", "Ash", members=("Roe", "Poe")), Entrant("", "Elm")]
    cup = begun(bridge, pairs, score="imps")
    publish(cup)
    rows = [a for tag, a in read(cup.event, bridge)["index.html"].elements if tag == "tr"]
    assert [a["data-q"] for a in rows if "data-q" in a] == ["ash, roe, poe"]


SEARCH = """
globalThis.location = {{ pathname: "/" }};
globalThis.document = {{ querySelector: () => null }};
const source = require("fs").readFileSync({script}, "utf8");
const begin = source.indexOf("const strokes"), end = source.indexOf("const here");
const code = source.slice(begin, end) + "return (a, b) => meets(fold(a), fold(b));";
const meets = new Function(code)();
const asked = {asked};
process.stdout.write(JSON.stringify(asked.map(([name, typed]) => meets(name, typed))));
"""
"""What the page does with a word of a name and a word typed."""


@pytest.mark.skipif(shutil.which("node") is None, reason="no JavaScript here")
def test_the_search_of_the_site_finds_what_that_of_the_console_finds(tmp_path: Path) -> None:
    words = ("Иванов", "Ivanov", "Müller", "Mueller", "Muller", "Ægir", "Сергей", "Sergey", "Joe",
             "Jones", "Łódź", "Παπαδόπουλος", "Papadopoulos", "Ågaard", "Aagaard")  # fmt: skip
    asked = [(name, typed) for name in words for typed in words]
    (tmp_path / "site.js").write_text(asset("site.js"), encoding="utf-8")
    code = SEARCH.format(script=json.dumps(str(tmp_path / "site.js")), asked=json.dumps(asked))
    found = subprocess.run(["node", "-e", code], capture_output=True, text=True, check=True).stdout
    console = [begins(fold(name), fold(typed)) for name, typed in asked]
    assert dict(zip(asked, json.loads(found), strict=True)) == dict(
        zip(asked, console, strict=True)
    )
    assert console[asked.index(("Иванов", "Ivanov"))]
    assert console[asked.index(("Mueller", "Müller"))]
    assert console[asked.index(("Muller", "Mueller"))]
