"""A walkover is told by its reason, not as a bye without points; teams are shown as teams."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.actions import (
    EnterResult,
    EnterResults,
    ImportEntrants,
    Propose,
    PublishRound,
    Withdraw,
)
from engine.entrants import Entrant
from engine.next_draw import next_draw
from engine.numbers import start_numbers
from engine.standings import crosstable
from saves.pages import round_pages
from saves.sheets import pairings
from saves.store import Store
from saves.text_tables import round_text
from tests.formats.knockout.cups import Cup
from tests.formats.test_team_knockout import DRAW, LOSS, WIN, boards, made
from tests.playing import propose
from tests.tui.cups import cup, played_to, teams_event
from tests.tui.desk_cli import CommandLine
from tests.tui.driver import Driver, MemoryDesk
from tests.tui.places import text_of, until
from tui.app import TopboardApp
from tui.places.card import card_lines
from tui.places.pairings import PAIRINGS
from tui.places.pairings.lines import Review, about, reasons
from tui.places.results import RESULTS


def left_before_round_two(folder: Path) -> Store:
    """Eight players; the winner on board 1 leaves, so that there is a walkover in round 2."""
    store = cup(folder, 8)
    boards = store.event.round(1).matches
    store.do(EnterResults(tuple((m.board, "1-0") for m in boards)))
    store.do(Withdraw(boards[0].white))
    propose(store)
    return store


@pytest.mark.parametrize("size", [(160, 50), (80, 24)])
async def test_the_pairings_say_who_is_not_there(tmp_path: Path, size: tuple[int, int]) -> None:
    store = left_before_round_two(tmp_path)
    gone = store.event.entrant(store.event.round(1).matches[0].white).name
    app = TopboardApp(store.folder, "pairings")
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: f"walkover: {gone} has withdrawn" in text_of(app))
        assert "the bye +0" not in text_of(app)


def test_the_command_line_and_the_pages_say_so_too(topboard: CommandLine, tmp_path: Path) -> None:
    store = left_before_round_two(tmp_path)
    gone = store.event.entrant(store.event.round(1).matches[0].white).name
    told = topboard.done("round", store.folder)
    assert f"walkover: {gone} has withdrawn" in told
    assert "0 (pairing)" not in told
    store.do(PublishRound(2))
    page = round_pages(store.event, store.format)["round-02-boards.html"]
    assert f"walkover: {gone} has withdrawn" in page


def test_teams_are_home_and_away_without_ratings_or_points(
    topboard: CommandLine, tmp_path: Path
) -> None:
    store = played_to(teams_event(tmp_path), 3)
    head = topboard.done("round", store.folder).splitlines()[1]
    assert head.split() == ["Table", "Id", "No", "Home", "Id", "No", "Away", "Result"]
    page = round_pages(store.event, store.format)["session-2-1-boards.html"]
    assert "Home</th>" in page
    assert "Rating</th>" not in page
    assert "Pts</th>" not in page


def test_matches_that_run_on_stand_on_the_sheets_of_the_second_half(tmp_path: Path) -> None:
    store = played_to(teams_event(tmp_path), 4)
    event = store.event
    long = [m for m in event.round(3).matches if m.due == 4]
    assert long
    pages = round_pages(event, store.format, 4)
    text = round_text(event, store.format, 4)
    for match in long:
        home = event.entrant(match.white)
        name = home.name
        assert f">{name}</td>" in pages["session-2-2-boards.html"]
        assert f">{name}</td>" in pages["session-2-2-names.html"]
        assert re.search(
            rf"^ *{match.board} +{home.start_number} +{re.escape(name)}", text, re.MULTILINE
        )


def test_a_walkover_is_won_against_who_left_in_cross_table_and_card(tmp_path: Path) -> None:
    """A board that nobody sits at is no bye: it counts as a match won."""
    store = left_before_round_two(tmp_path)
    proposal = store.event.proposal
    assert proposal is not None
    (bye,) = proposal.byes
    review = Review(store.event, store.format, proposal)
    gone = start_numbers(store.event, store.format.order(store.event))[bye.left]
    assert about(review, ("bye", bye.entrant)) == "Walkover"
    store.do(PublishRound(2))
    table = store.format.standings(store.event)[0]
    cells = {row.id: row_cells for row, row_cells in crosstable(
        store.event, table, store.format.order(store.event)).rows}  # fmt: skip
    assert cells[bye.entrant][1] == f"{gone}+"
    _, lines = card_lines(store.event, store.format, bye.entrant, 76)
    name = store.event.entrant(bye.left).name
    assert any(f"walkover: {name} has withdrawn" in line.text for line in lines)


def test_a_card_of_teams_has_the_score_and_what_decided_a_level_match() -> None:
    memory = made(2)
    boards(memory, WIN, DRAW, DRAW, LOSS)
    winner, loser = memory.event.round(1).matches[0].pair
    told = {}
    for id in (winner, loser):
        _, lines = card_lines(memory.event, memory.format, id, 76, teams=True)
        told[id] = lines[0].text
    assert "won 2-2 (board-count)" in told[winner]
    assert "lost 2-2 (board-count)" in told[loser]


def test_pairings_of_a_knockout_have_no_points(tmp_path: Path) -> None:
    """Walkovers, which are matches won, were not among them."""
    store = left_before_round_two(tmp_path)
    driver = Driver(PAIRINGS, MemoryDesk(store.event, store.format))
    assert "Pts" not in (driver.shown.heads.text if driver.shown.heads else "Pts")
    store.do(PublishRound(2))
    assert "Pts" not in {column.name for column in pairings(
        store.event, store.format, store.event.round(2)).columns}  # fmt: skip


def test_a_walkover_says_of_which_match_it_is() -> None:
    """That for third place stood under the heading of the final."""
    cup = Cup(4, third_place=True)
    cup.draw()
    cup.enter("1-0", "1-0")
    gone = cup.event.round(1).matches[0].black
    cup.do(Withdraw(gone))
    proposal = propose(cup)
    name = cup.event.entrant(gone).name
    driver = Driver(PAIRINGS, MemoryDesk(cup.event, cup.format))
    assert any(f"walkover: {name} has withdrawn · Third place" in text for text in driver.lines)
    sheet = pairings(cup.event, cup.format, proposal)
    assert [row[-1] for row in sheet.rows] == ["Final", "Third place"]


def test_who_has_left_a_round_in_play_is_marked_in_pairings_as_in_results() -> None:
    desk = MemoryDesk.playing(8, 1, "dutch")
    assert desk.event.current is not None
    board = desk.event.current.matches[1]
    desk.do(Withdraw(board.white))
    place = Driver(PAIRINGS, desk)
    place.enter("down")
    (marked,) = (text for text in place.lines if "withdrawn" in text)
    name = desk.event.entrant(board.white).name
    assert name in marked
    review = Review(desk.event, desk.format, desk.event.current)
    assert f"{name} has withdrawn." in reasons(review, board.board)
    desk.do(EnterResult(board.board, "-/+"))
    assert not any("withdrawn" in text for text in Driver(PAIRINGS, desk).lines)


def test_a_free_round_in_a_table_names_who_has_withdrawn() -> None:
    """`bye +0` stood there, before and after publication."""
    desk = MemoryDesk.playing(8, 1, "round_robin")
    assert desk.event.current is not None
    gone = desk.event.current.matches[1].white
    desk.do(Withdraw(gone))
    desk.do(EnterResults(tuple((b, "1-0") for b in (1, 3, 4))))
    desk.do(Propose.of(next_draw(desk.event, desk.format)))
    name = desk.event.entrant(gone).name
    told = f"bye +0: {name} has withdrawn"
    assert any(told in text for text in Driver(PAIRINGS, desk).lines)
    desk.do(PublishRound(2, insist=True))
    assert any(told in text for text in Driver(PAIRINGS, desk).lines)
    assert any(told in text for text in Driver(RESULTS, desk).lines)


def test_a_free_team_of_a_league_is_told_with_its_division() -> None:
    """It stands below the matches of the last division, of which it is not."""
    desk = MemoryDesk.created("league", boards=1, divisions=("Premier", "First"))
    sizes = {"Premier": 3, "First": 4}
    teams = [Entrant("", f"{d} {n}", section=d) for d, many in sizes.items() for n in range(many)]
    desk.do(ImportEntrants(tuple(teams)))
    desk.draw()
    for lines in (Driver(PAIRINGS, desk).lines, Driver(RESULTS, desk).lines):
        assert any("Premier: bye +0" in text for text in lines)
