"""Pages and plain text of a round: what is on the notice board, and nothing dangerous."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal
from html.parser import HTMLParser

import pytest
from rich.cells import cell_len

from engine.actions import Adjust, EnterResult, Propose, PublishRound, SetBye, Withdraw
from engine.entrants import Entrant
from engine.event import Event, RoundState
from engine.next_draw import next_draw
from engine.points import points_text
from engine.protocol import numbers
from engine.refusal import Refused
from formats.registry import format_named
from saves.cross_sheets import cross_table
from saves.folders import slug
from saves.languages import language
from saves.pages import round_pages, whole_page
from saves.paper import PAGES
from saves.sheets import Grid, SheetColumn, standings
from saves.site.pages import site_pages
from saves.text_tables import grid_text, round_text
from tests.playing import begun, play, publish
from tests.saves.played import PLAIN, entrants, played

VOID = {"meta", "link", "br", "hr", "img", "input"}
HOSTILE = (
    "<script>alert(1)</script>",
    'O\'Neill & Söhne "GmbH"',
    "{{ 7 * 7 }}{% raw %}",
    "Eve\x1b]52;c;x\x07",
    "rtl\u202eevil\u2066",
    "a\r\nb\u2028c",
    "[red]bold[/] [/]",
    "=1+1",
)


class Page(HTMLParser):
    """A page's elements, texts by cell, and whether everything that opens closes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.rows: list[list[str]] = []
        self.text = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data
        if self.open and self.open[-1] in ("td", "th"):
            self.rows[-1][-1] += data


@pytest.fixture(scope="module")
def event() -> Event:
    return played(entrants("juniors-41.csv"), 3)


@pytest.fixture(scope="module")
def pages(event: Event) -> dict[str, Page]:
    return {file: Page(text) for file, text in round_pages(event, PLAIN, 3).items()}


def test_a_round_has_its_five_pages_and_an_index_that_links_them(pages) -> None:
    linked = [a["href"] for tag, a in pages["index.html"].elements if tag == "a"]
    assert linked == [file for file in pages if file != "index.html"]
    assert linked == [
        *("round-03-boards.html", "round-03-names.html", "round-03-slips.html"),
        *("round-03-standings.html", "round-03-crosstable.html"),
    ]


def test_every_page_stands_alone_and_says_its_encoding_and_policy(event, pages) -> None:
    for file, text in round_pages(event, PLAIN, 3).items():
        page = pages[file]
        assert page.open == []
        assert text.startswith("<!doctype html>")
        metas = [a for tag, a in page.elements if tag == "meta"]
        assert metas[0] == {"charset": "utf-8"}
        assert metas[1]["content"] == "default-src 'none'; style-src 'unsafe-inline'"
        assert not {"script", "link", "img", "iframe"} & {tag for tag, _ in page.elements}
        assert "http://" not in text
        assert "https://" not in text
        assert "url(" not in text


def test_the_boards_page_has_each_board_with_names_points_and_result(event, pages) -> None:
    rows, round, no = pages["round-03-boards.html"].rows[1:], event.round(3), numbers(PLAIN, event)
    for match, row in zip(round.matches, rows, strict=False):
        white, black = event.entrant(match.white), event.entrant(match.black)
        assert row[:3] == [str(match.board), str(no[white.id]), white.name]
        assert row[6:8] == [str(no[black.id]), black.name]
        assert match.result is not None
        assert row[5] == match.result.text.replace("1/2", "½")
    assert len(rows) == len(round.matches) + len(round.byes)


def test_the_names_page_finds_everybody_fold_of_names(event, pages) -> None:
    rows = pages["round-03-names.html"].rows[1:]
    inside = [e for e in event.entrants if e.active(3)]
    assert len(rows) == len(inside)
    names = [row[1] for row in rows]
    no = numbers(PLAIN, event)
    assert {row[1]: row[0] for row in rows} == {e.name: str(no[e.id]) for e in inside}
    assert sorted(names) == sorted(e.name for e in inside)
    assert names.index("Łabędzki, Padraig") < names.index("Mätzner, Aoife")
    assert names.index("Jørgensby, Grainne") < names.index("Kilbracken, Hugh")


def test_the_standings_page_has_the_table_and_one_a_category(event, pages) -> None:
    page = pages["round-03-standings.html"]
    rows = [row for row in page.rows if row and row[0] != "Rank"]
    points = page.rows[0].index("Pts")
    overall = PLAIN.standings(event)[0].rows
    for ours, row in zip(rows, overall, strict=False):
        assert ours[1] == str(numbers(PLAIN, event)[row.id])
        assert ours[2].removesuffix(" (withdrawn)") == row.name
        assert ours[points] == points_text(row.points)
    headings = [tag for tag, _ in page.elements if tag == "h2"]
    assert len(headings) == len(PLAIN.standings(event)) > 3
    assert "Category U11" in page.text


def test_every_board_has_its_slip(event, pages) -> None:
    page = pages["round-03-slips.html"]
    for match in event.round(3).matches:
        assert f"Board {match.board}" in page.text
        assert event.entrant(match.black).name in page.text
    slips = [a for tag, a in page.elements if tag == "section" and a.get("class") == "slip"]
    assert len(slips) == len(event.round(3).matches)


def test_slips_are_in_the_order_for_cutting(event, pages) -> None:
    """Cut as one stack, the piles of each place are sorted and go on where the last ended."""
    page = pages["round-03-slips.html"]
    boards = [int(n) for n in re.findall(r"Board (\d+)", page.text)]
    slips = [a.get("class") for tag, a in page.elements if tag == "section"]
    sheets = -(-len(boards) // 4)
    assert len(slips) == 4 * sheets
    filled = iter(boards)
    places = [next(filled) if kind == "slip" else None for kind in slips]
    piles = [board for place in range(4) for board in places[place::4]]
    assert [board for board in piles if board is not None] == sorted(boards)


def test_one_page_holds_all_of_the_round(event) -> None:
    page = Page(whole_page(event, PLAIN, 3))
    assert page.open == []
    for heading in ("Round 3: pairings", "pairings by name", "Standings after round 3"):
        assert heading in page.text
    assert "Cross-table after round 3" in page.text
    assert "Category U11" in page.text
    assert all(f"Board {m.board}" in page.text for m in event.round(3).matches)
    assert all(page.text.count(e.name) >= 2 for e in event.entrants)


def test_names_may_run_in_any_direction(pages) -> None:
    for file in ("round-03-boards.html", "round-03-standings.html"):
        cells = [a for tag, a in pages[file].elements if tag == "td" and a.get("class") == "person"]
        assert cells
        assert all(a.get("dir") == "auto" for a in cells)


def test_a_round_without_results_shows_the_standings_before_it(event) -> None:
    open_round = event.round(3)
    bare = replace(open_round, matches=tuple(replace(m, result=None) for m in open_round.matches))
    pages = round_pages(event.with_round(bare), PLAIN, 3)
    assert "Standings after round 2" in pages["round-02-standings.html"]
    assert "Cross-table after round 2" in pages["round-02-crosstable.html"]
    assert "round-03-slips.html" in pages
    assert [name for name in pages if name.startswith("round-03-standings")] == []


def test_before_the_first_round_there_is_the_entry_list(event) -> None:
    pages = round_pages(replace(event, rounds=()), PLAIN)
    assert set(pages) == {"index.html", "entries.html"}
    assert len(Page(pages["entries.html"]).rows) == 42


def test_a_proposal_has_no_pages(event) -> None:
    hidden = event.with_round(replace(event.round(3), state=RoundState.PROPOSAL))
    with pytest.raises(Refused, match="round 3 is a proposal"):
        round_pages(hidden, PLAIN, 3)


@pytest.fixture(scope="module")
def hostile() -> Event:
    people = [
        Entrant(str(n), name, club=name, category=name[:9]) for n, name in enumerate(HOSTILE, 1)
    ]
    return replace(played(people, 2, title=HOSTILE[0]), details=(("place", HOSTILE[3]),))


def test_hostile_names_are_text_on_a_page_and_nothing_else(hostile) -> None:
    expected = {
        tag
        for p in round_pages(played(entrants("juniors-41.csv"), 2), PLAIN).values()
        for tag, _ in Page(p).elements
    }
    for text in round_pages(hostile, PLAIN).values():
        page = Page(text)
        assert page.open == []
        assert {tag for tag, _ in page.elements} <= expected
        assert not set("\x1b\x07\u202e\u2066\u2028\r") & set(text)
    boards = round_pages(hostile, PLAIN, 1)["round-01-boards.html"]
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in boards
    assert "{{ 7 * 7 }}" in boards


def test_plain_text_keeps_its_columns_whatever_the_letters() -> None:
    names = ("李小龙", "Nguyễn Thị Ánh", "e\u0301e\u0301", "O'Neill, Siobhán")
    columns = (SheetColumn("Name", person=True), SheetColumn("Pts", right=True))
    text = grid_text(Grid("x", columns, tuple((name, 7) for name in names)), language("en"))
    lines = text.rstrip().split("\n")[2:]
    assert len(lines) == 6
    assert {cell_len(line) for line in lines} == {len("O'Neill, Siobhán") + len("  Pts")}


def test_plain_text_has_pairings_standings_and_cross_table(event) -> None:
    text = round_text(event, PLAIN, 3)
    for heading in ("Round 3: pairings", "pairings by name", "Overall", "Category U9", "Cross-t"):
        assert heading in text
    assert all(e.name in text for e in event.entrants)


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Kent Juniors 2026", "kent-juniors-2026"),
        ("../../etc/passwd", "etc-passwd"),
        ("★", "event"),
    ],
)
def test_a_file_name_never_leaves_its_folder(title, name) -> None:
    assert slug(title) == name


def test_points_taken_stand_in_the_table_with_their_reason(event) -> None:
    name = event.entrants[4].name
    fined = Adjust(event.entrants[4].id, Decimal(-1), "telephone <rang>").apply(event, PLAIN)
    (table,) = [g for g in standings(fined, PLAIN, 3) if g.title == "Overall"]
    (row,) = [row for row in table.rows if str(row[2]).startswith(name)]
    assert str(row[2]) == f"{name} *"
    assert f"* {name}: -1 after round 3: telephone <rang>" in table.notes
    page = round_pages(fined, PLAIN, 3)["round-03-standings.html"]
    assert "-1 after round 3: telephone &lt;rang&gt;" in page
    assert f"* {name}: -1 after round 3: telephone <rang>" in round_text(fined, PLAIN, 3)


def test_points_taken_stand_in_the_cross_table_with_their_reason(event) -> None:
    name = event.entrants[4].name
    fined = Adjust(event.entrants[4].id, Decimal(-1), "telephone <rang>").apply(event, PLAIN)
    cross = cross_table(fined, PLAIN, 3)
    assert [row[2] for row in cross.rows if str(row[2]).endswith("*")] == [f"{name} *"]
    page = round_pages(fined, PLAIN, 3)["round-03-crosstable.html"]
    assert f"* {name}: -1 after round 3: telephone &lt;rang&gt;" in page


def test_an_open_game_is_open_in_the_table_of_all_against_all() -> None:
    players = [Entrant("", name, rating=2000) for name in ("Ann", "Bea", "Cid", "Dan")]
    ladder = begun(format_named("round_robin"), players, numbers="rating")
    match = publish(ladder).matches[0]
    ladder.do(EnterResult(match.board, "1-0"))
    rows = cross_table(ladder.event, ladder.format, 1).rows
    cells = [cell for row in rows for cell in row[:-1]]
    assert sum(cell == "open" for cell in cells) == 2, "one open board, seen from both sides"
    assert cells.count("1") == cells.count("0") == 1


def test_points_taken_stand_in_a_table_of_all_against_all_too() -> None:
    format = format_named("round_robin")
    event = Event(
        "Ladder", format.name, format.settings({}), entrants=entrants("juniors-41.csv")[:4]
    )
    event = Propose.of(next_draw(event, format)).apply(event, format)
    event = PublishRound(1).apply(event, format)
    fined = Adjust("2", Decimal(-1), "telephone").apply(event, format)
    cross = cross_table(fined, format, 1)
    name = event.entrant("2").name
    assert [row[1] for row in cross.rows if str(row[1]).endswith("*")] == [f"{name} *"]
    assert any(note.startswith(f"* {name}: -1") for note in cross.notes)


def test_pages_say_where_the_event_is_and_when_the_round_begins() -> None:
    said = {
        "place": "Ulm",
        "schedule": "2026-11-20 18:00, 2026-11-21 10:00, -, -, -, -",
        "arbiter": "Lee, Ann (12345678)",
    }
    event = played(entrants("juniors-41.csv"), 2)
    event = replace(event, details=tuple(said.items()))
    shown = round_pages(event, PLAIN)
    assert "Ulm · 20–21 November 2026" in shown["round-02-standings.html"]
    assert "Round 2 · 21 November 2026 10:00" in shown["round-02-boards.html"]
    assert "Lee, Ann (12345678)" in shown["index.html"]
    info = site_pages(event, PLAIN, "ulm")["info.html"]
    assert all(text in info for text in ("Ulm", "Lee, Ann", "20 November 2026 18:00"))


def test_a_table_of_all_against_all_has_places_and_explains_only_what_is_in_it() -> None:
    format = format_named("round_robin")
    memory = begun(format, [Entrant("", f"P{n}", 2000 - n) for n in range(1, 5)], numbers="rating")
    play(memory, 3, "1-0")
    cross = cross_table(memory.event, format, 3)
    assert cross.columns[-1].name == "Rank"
    ranks = {row.name: row.rank for row in format.standings(memory.event)[0].rows}
    assert {row[1]: int(str(row[-1]).rstrip("=")) for row in cross.rows} == ranks
    assert cross.notes == ()
    (part,) = PAGES["crosstable"](memory.event, format, None)
    letters = [one["letters"] for one in part["tables"][0]["columns"]]
    assert letters == [0, 0, 0, 1, 1, 1, 1, 0, 0], "games in columns of one width"
    again = begun(format, [Entrant("", f"P{n}", 2000 - n) for n in range(1, 5)], numbers="rating")
    again.do(EnterResult(publish(again).matches[0].board, "+/-"))
    notes = cross_table(again.event, format, 1).notes
    assert "+ and -: by forfeit" in notes
    assert "open: drawn and not finished" in notes


def _juniors() -> Event:
    """Two rounds of six; the sixth was not there at the first draw and is taken out."""
    people = [Entrant("", n, school=s) for n, s in zip("ABCDEF", ("Oak", "Elm") * 3, strict=True)]
    played = begun(format_named("kjca"), people, rounds=2)
    played.do(SetBye("6", 1, Decimal(0)))
    play(played, 1, "1-0")
    played.do(Withdraw("6"))
    return play(played, 1, "1-0")


def test_lists_on_paper_leave_out_who_never_came_and_say_how_many() -> None:
    event, format = _juniors(), format_named("kjca")
    table = standings(event, format, 2)[0]
    cross = cross_table(event, format, 2)
    for grid in (table, cross):
        name = [column.name for column in grid.columns].index("Name")
        assert sorted(str(row[name]) for row in grid.rows) == [*"ABCDE"]
        assert "not listed: 1 entry withdrawn without a game" in grid.notes


def test_a_cross_table_has_the_places_and_is_final_where_the_standings_are() -> None:
    event, format = _juniors(), format_named("kjca")
    table, cross = standings(event, format, 2)[0], cross_table(event, format, 2)
    assert cross.columns[0].name == "Rank"
    assert [row[0] for row in cross.rows] == [row[0] for row in table.rows]
    pages = round_pages(event, format, 2)
    assert "Cross-table after round 2 (final)" in pages["round-02-crosstable.html"]
    assert "(final)" in pages["round-02-standings.html"]


def test_schools_stand_in_standings_and_pairings_by_name_on_paper() -> None:
    event, format = _juniors(), format_named("kjca")
    pages = round_pages(event, format, 2)
    for page in ("round-02-names.html", "round-02-standings.html"):
        assert "School" in pages[page]
        assert pages[page].count("Oak") >= 3
    bare = play(begun(format, [Entrant("", n) for n in "ABCD"], rounds=2), 1)
    assert "School" not in round_pages(bare, format, 1)["round-01-standings.html"]
