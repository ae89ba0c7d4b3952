"""A table is not a board: where a team match is played, of which stage, over how many boards."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from engine.actions import EnterResult
from engine.teams import players_by_id
from saves.cross_sheets import cross_table
from saves.pages import round_pages, slips_page, whole_page
from saves.site.pages import site_pages
from saves.store import Store, open_event
from saves.tables_csv import write_csv
from saves.team_sheets import match_sheets
from saves.text_tables import round_text
from tests.tui.cups import cup, played_to, teams_cup, teams_event
from tests.tui.places import text_of, until
from tui.app import TopboardApp
from tui.demo import make_demo
from tui.places.card import card_lines
from tui.projector.contents import contents
from tui.projector.layout import pages


@pytest.fixture
def second_half(tmp_path: Path) -> Store:
    """Half 2.2 of 23 teams: DKO matches run on, SKO round 2 and the Swiss begin."""
    return played_to(teams_event(tmp_path), 4)


def test_lists_of_a_half_say_table_stage_and_boards(second_half: Store) -> None:
    text = round_text(second_half.event, second_half.format)
    by_table, by_name = text.split("pairings by name")
    assert next(line.split() for line in by_table.splitlines() if "Away" in line) == [
        *("Table", "No", "Home", "Result", "No", "Away", "Stage", "Boards")
    ]
    heads, _, *lines = by_name.split("Cross-table")[0].strip().splitlines()
    assert heads.split() == [*("No", "Name", "Table", "Side", "Opponent", "Stage", "Boards")]
    rows = {line.split()[0]: line for line in by_table.splitlines() if line[:5].strip().isdigit()}
    numbered = {e.name: e.start_number for e in second_half.event.entrants}
    for line in lines[: len(numbered)]:
        number, name = line.split(maxsplit=1)
        assert any(name.startswith(n) and int(number) == no for n, no in numbered.items())
    for match in (*second_half.event.round(3).matches, *second_half.event.round(4).matches):
        if match.due == 4 or match in second_half.event.round(4).matches:
            stage = second_half.format.stage_name(match)
            assert rows[str(match.board)].endswith(f"{stage:<14}      {match.boards}")
    assert "Swiss triangle" in text


def test_slips_and_pages_say_it_too(second_half: Store) -> None:
    slips = slips_page(second_half.event, second_half.format)
    match = second_half.event.round(4).matches[0]
    assert f"Table {match.board}</div>" in slips
    assert "SKO round 2 · 14 boards" in slips
    assert "Board " not in slips
    boards = round_pages(second_half.event, second_half.format)["session-2-2-boards.html"]
    assert "DKO round 1" in boards
    assert ">Table</th>" in boards


def test_players_of_a_knockout_play_at_boards(tmp_path: Path) -> None:
    store = cup(tmp_path, 8)
    slips = slips_page(store.event, store.format)
    assert "Board 1</div>" in slips
    assert "Quarter-finals" in slips
    assert "Quarter-finals" in round_text(store.event, store.format)


def test_the_csv_of_a_round_has_the_imps_of_both_sides(second_half: Store) -> None:
    match = next(m for m in second_half.event.round(4).matches if m.stage == "sko")
    second_half.do(EnterResult(match.board, "40-40 away playoff 5"))
    rows = list(
        csv.DictReader(io.StringIO(write_csv(second_half.event, second_half.format, "pairings")))
    )
    row = next(row for row in rows if row["board"] == str(match.board))
    assert (row["stage"], row["boards"]) == ("SKO round 2", "14")
    assert (row["white_score"], row["black_score"], row["tie_break"]) == (
        "40", "40", "away playoff 5",
    )  # fmt: skip


@pytest.mark.parametrize("kind", ["names", "boards"])
def test_the_projector_shows_table_stage_and_boards(second_half: Store, kind: str) -> None:
    (content,) = contents(second_half.event, second_half.format, kind)
    text = "\n".join(line.text for page in pages(content, 80, 20) for line in page.lines)
    assert "Table" in text
    assert "SKO round 2" in text
    assert " 28" in text


async def test_results_and_pairings_show_it(second_half: Store) -> None:
    app = TopboardApp(second_half.folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "DKO round 1 · 28 boards" in text_of(app))
        assert "Tbl  Home" in text_of(app)
        await pilot.press("f2")
        await until(pilot, lambda: "SKO round 2 · 14 boards" in text_of(app))
        assert "4 tables" in text_of(app)


async def test_where_all_play_one_stage_it_stands_once(tmp_path: Path) -> None:
    app = TopboardApp(teams_cup(tmp_path, score="imps").folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "Tbl  Home" in text_of(app))
        assert text_of(app).count("Quarter-finals · 28 boards") == 1


def test_a_card_says_that_a_long_match_goes_on(second_half: Store) -> None:
    event = second_half.event
    match = next(m for m in event.round(3).matches if m.stage == "dko")
    head, lines = card_lines(event, second_half.format, match.white, 80, teams=True)
    texts = [one.text for one in lines]
    assert "Tbl" in head.text
    assert not [text for text in texts if "not paired" in text]
    assert any(f"table {match.board} of session 2.1 goes on" in text for text in texts)
    assert any("DKO round 1 · 28 boards" in text for text in texts)
    assert any(text.lstrip().startswith("2.1") for text in texts)


def test_a_cross_table_calls_the_halves_by_their_session(second_half: Store) -> None:
    """`R3` would be taken for round 3 of the Swiss, or of a knockout; and who plays 28 boards is
    not away in the second half."""
    event = second_half.event
    sheet = cross_table(event, second_half.format, 4)
    names = [column.name for column in sheet.columns]
    at = names.index("R2.2")
    assert names[at - 3 : at + 1] == ["R1.1", "R1.2", "R2.1", "R2.2"]
    match = next(m for m in event.round(3).matches if m.stage == "dko")
    row = next(r for r in sheet.rows if event.entrant(match.white).name in map(str, r))
    assert row[at] == "←"
    assert any("goes on" in note for note in sheet.notes)


def test_match_sheets_have_their_boards_and_room_to_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One page with everything has the same sheets of matches as the page of slips."""
    monkeypatch.setenv("TOPBOARD_EVENTS", str(tmp_path))
    store = open_event(make_demo("team_swiss"), read_only=True)
    assert store.event.current is not None
    match = store.event.current.matches[-1]
    home = players_by_id(store.event)[match.lineups[0].home].player.name
    slips = slips_page(store.event, store.format)
    whole = whole_page(store.event, store.format)
    sheets = whole[whole.index("result slips") :]
    for page in (slips, sheets):
        assert home in page
        assert "Captains" in page
    for match, grid in zip(
        store.event.current.matches,
        match_sheets(store.event, store.format, store.event.current, filled=False),
        strict=True,
    ):
        sides = [(row[1], row[5]) for row in grid.rows]
        assert sides == [
            ("White", "Black") if board.white == board.home else ("Black", "White")
            for board in match.lineups
        ]
    assert "Captains" not in whole[: whole.index("result slips")]


def test_a_jamboree_has_one_table_of_all_boards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sixteen matches of one board are sixteen lines, not sixteen tables."""
    monkeypatch.setenv("TOPBOARD_EVENTS", str(tmp_path))
    store = open_event(make_demo("hutton"), read_only=True)
    assert store.event.current is not None
    [grid] = match_sheets(store.event, store.format, store.event.current)
    assert len(grid.rows) == 16
    first, match = grid.rows[0], store.event.current.matches[0]
    home = players_by_id(store.event)[match.lineups[0].home].player.name
    assert (first[0], home in str(first[2])) == ("1", True)
    assert len(match_sheets(store.event, store.format, store.event.current, filled=False)) == 16


def test_a_page_of_the_site_says_its_heading_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOPBOARD_EVENTS", str(tmp_path))
    store = open_event(make_demo("team_swiss"), read_only=True)
    page = site_pages(store.event, store.format, "0123456789abcdef")["round-01.html"]
    assert page.count("Round 1: pairings</h") == 1
    assert page.count("</h2>") == len(store.event.round(1).matches)


@pytest.mark.parametrize(
    ("format", "asked"), [("team_swiss", "Find your team"), ("dutch", "Find your name")]
)
def test_a_page_of_teams_asks_for_the_team(format: str, asked: str) -> None:
    """No player finds his name on it."""
    store = open_event(make_demo(format), read_only=True)
    (page,) = contents(store.event, store.format, "names")
    assert page.title == asked


def test_the_boards_of_a_match_on_the_wall_say_who_has_white() -> None:
    store = open_event(make_demo("team_round_robin"), read_only=True)
    (page,) = contents(store.event, store.format, "boards")
    rows = {row.cells[0]: row.cells for row in page.rows}
    assert store.event.current is not None
    for match in store.event.current.matches:
        for number, board in enumerate(match.lineups, 1):
            cells = rows[f"{match.board}.{number}"]
            home, away = cells[1].endswith(" (W)"), cells[3].endswith(" (W)")
            assert (home, away) == (not board.away_white, board.away_white)
