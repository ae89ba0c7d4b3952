"""A score that the boards of a match cannot give is asked about, on the line and in the tree."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from engine.match_results import MatchResult, TieBreak, beyond_boards, unlikely_score
from saves.store import Store
from tests.tui.cups import played_to, teams_event
from tests.tui.desk_cli import CommandLine
from tests.tui.driver import Driver, MemoryDesk
from tests.tui.places import front_place, question_of, text_of, until
from tui.app import TopboardApp
from tui.places.results import RESULTS


@pytest.fixture
def first_half(tmp_path: Path) -> Store:
    return played_to(teams_event(tmp_path), 1)


def scored(home: int, away: int, tie: TieBreak | None = None) -> MatchResult:
    return MatchResult(Decimal(home), Decimal(away), tie)


def test_a_board_gives_24_imps_to_one_side_at_most() -> None:
    assert beyond_boards(14, scored(336, 0)) == ""
    assert beyond_boards(14, scored(200, 136)) == ""
    assert beyond_boards(14, scored(337, 0)) == ("337 IMPs in all, where 14 boards can give 336")
    assert beyond_boards(14, scored(200, 137))
    assert beyond_boards(28, scored(337, 0)) == ""
    assert beyond_boards(14, scored(40, 40, TieBreak("white", "playoff", 97)))
    assert beyond_boards(14, scored(40, 40, TieBreak("white", "playoff", 96))) == ""
    assert beyond_boards(None, scored(999, 999)) == ""


def test_the_command_line_names_insist(topboard: CommandLine, first_half: Store) -> None:
    folder = first_half.folder
    told = topboard.refused("result", folder, 1, "451-31")
    assert "482 IMPs in all, where 14 boards can give 336" in told
    assert "--insist" in told
    assert topboard.asked("round", folder)["pairings"][0]["result"] is None
    topboard.done("result", folder, 1, "451-31", "--insist")
    assert topboard.asked("round", folder)["pairings"][0]["result"] == "451-31"


@pytest.mark.parametrize(("boards", "home", "away"), [(28, 180, 10), (28, 10, 180), (14, 120, 3)])
def test_a_score_that_bridge_hardly_ever_has_is_told_from_one_that_it_has(
    boards: int, home: int, away: int
) -> None:
    """18-10 with a nought too many; 28 boards give all victory points for 80 IMPs."""
    assert unlikely_score(boards, scored(home, away))
    for usual in (scored(18, 10), scored(110, 12), scored(0, 0), scored(70, 64)):
        assert unlikely_score(boards, usual) == ""
    assert unlikely_score(None, scored(home, away)) == ""


def test_the_console_asks_about_such_a_score_and_the_command_warns_of_it(
    topboard: CommandLine, first_half: Store
) -> None:
    place = Driver(RESULTS, MemoryDesk(first_half.event, first_half.format))
    place.enter(*"180-10", "enter")
    assert "180-10 would be a win by 170 IMPs" in place.question
    assert not any(place.results())
    place.enter("y")
    assert place.results()[0] == "180-10"
    answer = topboard("result", first_half.folder, 2, "180-10")
    assert answer.status == 0
    assert "a win by 170 IMPs" in answer.err


@pytest.mark.parametrize("place", ["results", "bracket"])
async def test_the_console_asks(first_half: Store, place: str) -> None:
    app = TopboardApp(first_half.folder, place)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "45-31" in text_of(app))
        for answer in ("n", "y"):
            await pilot.press(*"451-31", "enter")
            await until(pilot, lambda: question_of(app))
            assert "482 IMPs in all, where 14" in text_of(app)
            await pilot.press(answer)
            await until(pilot, lambda: not question_of(app))
            if answer == "n":
                assert all(m.open for m in app.desk.event.round(1).matches)
                typing = front_place(app, place).typing
                assert typing is not None
                assert typing[1] == "451-31", "to be changed"
                await pilot.press("escape")
        await until(pilot, lambda: sum(not m.open for m in app.desk.event.round(1).matches) == 1)


def test_a_paste_stops_where_a_score_is_more_than_the_boards_can_give(first_half: Store) -> None:
    """Nobody would be asked about it in the middle of a list."""
    place = Driver(RESULTS, MemoryDesk(first_half.event, first_half.format))
    place.paste("45-31\n451-31\n40-38")
    place.acknowledge()
    assert [text for text in place.results() if text] == ["45-31"]
    assert "paste stopped after 1 result: " in place.message
    assert "482 IMPs in all, where 14 boards can give 336" in place.message
