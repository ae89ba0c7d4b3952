"""Who shares a place: by keys in Standings and by command, a lot or an order with a reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.actions import EnterResult
from tests.engine.test_tied import drawn_games
from tests.tui.desk_cli import CommandLine, csv_file
from tests.tui.driver import Driver, MemoryDesk
from tui.places.standings import STANDINGS, StandingsState


def console(desk: MemoryDesk) -> Driver[StandingsState]:
    shown = Driver(STANDINGS, desk, (80, 24))
    shown.type("home")
    return shown


def ranks(desk: MemoryDesk) -> list[int]:
    return [row.rank for row in desk.format.standings(desk.event)[0].rows]


def test_a_lot_is_asked_about_and_its_order_stands_under_the_table() -> None:
    desk = drawn_games()
    shown = console(desk)
    shown.type("L")
    assert "Draw lots among these 4?" in shown.question
    assert {"Ann", "Bea", "Cid", "Dan"} <= set(shown.question.replace(";", " ").split())
    shown.enter("n")
    assert ranks(desk) == [1, 1, 1, 1]
    shown.type("L")
    shown.enter("y")
    assert ranks(desk) == [1, 2, 3, 4]
    assert "lot drawn among 4" in shown.message
    shown.paint()
    assert any("level after round 1" in under.text for under in shown.shown.under)


def test_an_order_is_typed_as_numbers_with_its_reason() -> None:
    desk = drawn_games()
    shown = console(desk)
    numbers = {row.id: str(row.no) for row in desk.format.standings(desk.event)[0].rows}
    shown.type("t", *"1 2 2", "enter")
    assert shown.message.startswith("type each number once")
    assert ranks(desk) == [1, 1, 1, 1]
    shown.type("escape", "t", *" ".join(numbers[id] for id in "3142"), "enter")
    shown.enter("enter")
    assert shown.message == "an order set by hand needs a reason"
    shown.type(*"play-off")
    shown.enter("enter")
    assert [row.id for row in desk.format.standings(desk.event)[0].rows] == ["3", "1", "4", "2"]


def test_who_shares_no_place_is_told_so() -> None:
    desk = drawn_games()
    shown = console(desk)
    shown.type("L")
    shown.enter("y")
    desk.undo()
    match = desk.event.rounds[0].matches[0]
    desk.do(EnterResult(match.board, "1-0", "1/2-1/2", 1, replace=True))
    shown.paint()
    shown.type("home", "L")
    name = desk.event.entrant(match.white).name
    assert shown.message == f"{name} shares no place; select somebody who does"


def _asks(shown: Driver[StandingsState]) -> bool:
    return bool(shown.question) or shown.state.prompt is not None


@pytest.mark.parametrize("key", ["L", "t"])
def test_while_a_round_is_in_play_nobody_is_put_in_an_order(key: str) -> None:
    """Who is level now need not be when its results are in."""
    desk = MemoryDesk.playing(8, 2)
    shown = console(desk)
    shown.type(key)
    assert shown.message.startswith("round 2 is in play: who shares a place is known when")
    assert not _asks(shown)
    for match in desk.event.rounds[1].matches:
        desk.do(EnterResult(match.board, "1/2-1/2"))
    shown.type("end", key)
    assert _asks(shown)


def test_by_command_places_are_listed_drawn_for_and_ordered(
    topboard: CommandLine, tmp_path: Path
) -> None:
    folder = tmp_path / "open"
    entries = csv_file(tmp_path, 4)
    topboard.done("new", folder, "--format", "round_robin", "--entries", entries)
    topboard.done("set", folder, "tiebreaks=WIN")
    assert topboard.asked("tie", folder) == {"shared": []}
    assert topboard.done("tie", folder) == "nobody shares a place\n"
    boards = topboard.asked("draw", folder, "--publish")["pairings"]
    for board in boards:
        topboard.done("result", folder, board["board"], "=")
    (shared,) = topboard.asked("tie", folder)["shared"]
    assert (shared["place"], sorted(shared["entrants"]), shared["by"]) == (1, [*"1234"], None)
    assert "lot or by hand?" in topboard.refused("tie", folder, "1")
    (by_lot,) = topboard.asked("tie", folder, "1", "--lot")["shared"]
    assert by_lot["by"] == "lot"
    assert topboard.refused("tie", folder, "2", "--lot").startswith("topboard: the lot among them")
    (by_hand,) = topboard.asked("tie", folder, *"4321", "--why", "play-off")["shared"]
    assert by_hand == {"place": 1, "entrants": ["4", "3", "2", "1"], "by": "hand"}
    told = topboard.done("tie", folder)
    assert told.startswith("place 1, set by hand: ")
    assert [word.strip(",") for word in told.split() if word[0] == "A"] == ["AD", "AC", "AB", "AA"]
    rows = topboard.asked("standings", folder)["tables"][0]["rows"]
    assert [(row["rank"], row["id"]) for row in rows] == [(1, "4"), (2, "3"), (3, "2"), (4, "1")]


def test_values_of_a_tie_break_from_elsewhere_are_typed_with_the_entry(
    topboard: CommandLine, tmp_path: Path
) -> None:
    folder = tmp_path / "open"
    topboard.done("new", folder, "--format", "round_robin", "--entries", csv_file(tmp_path, 4))
    topboard.done("set", folder, "tiebreaks=EXT")
    topboard.done("edit", folder, "3", "--external", "12,5")
    assert "not a number" in topboard.refused("edit", folder, "2", "--external", "much")
    rows = topboard.asked("standings", folder)["tables"][0]["rows"]
    assert rows[0]["id"] == "3"
    assert rows[0]["tiebreaks"] == {"EXT": 12.5}
