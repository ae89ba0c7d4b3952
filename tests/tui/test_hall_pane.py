"""The hall beside Results: the map, the clock, who still plays, how results come in."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from engine.actions import EnterResult, EnterResults
from saves.round_clock import RoundClock
from tests.tui.driver import Driver, MemoryDesk
from tui.places.results import RESULTS
from tui.places.results.pane import HallMap
from tui.places.results.state import ResultsState

NOON = datetime(2026, 2, 28, 12, 0, tzinfo=UTC)
WIDE = (160, 50)


def beside(desk: MemoryDesk, size: tuple[int, int] = WIDE) -> Driver[ResultsState]:
    """Results with its pane."""
    return Driver(RESULTS, desk, size)


def pane_of(place: Driver[ResultsState]) -> str:
    """Its text."""
    assert place.pane is not None
    return "\n".join(line.rstrip() for line in place.pane)


@pytest.mark.parametrize("boards", [1, 7, 100, 130, 500, 1200])
@pytest.mark.parametrize(("width", "most"), [(30, 12), (37, 17), (46, 22), (57, 27)])
def test_every_board_has_its_place_on_the_map(boards: int, width: int, most: int) -> None:
    numbers = tuple(range(101, 101 + boards))
    for selected in (numbers[0], numbers[-1], numbers[boards // 2]):
        hall = HallMap.of(numbers, width, most, selected)
        assert selected in hall.in_view
        lines = hall.lines(lambda board: ("■", "strong"), selected)
        assert len(lines) == hall.rows <= most
        assert max(len(line.text) for line in lines) <= width
        found = [
            hall.board_at(x, row)
            for row, line in enumerate(lines)
            for x, character in enumerate(line.text)
            if character == "■"
        ]
        assert tuple(found) == hall.in_view
        assert hall.in_view == numbers or boards > 500 or width == 30


def test_a_result_is_seen_on_the_map_and_the_brackets_go_on() -> None:
    place = beside(MemoryDesk.playing(24))
    assert "   1   [■]  ■   ■" in pane_of(place)
    place.enter("1", "=", "+")
    assert "   1    1   ½   +  [■]" in pane_of(place)
    assert "■ open  1 ½ + in" in pane_of(place)
    place.enter(*"000000000")
    assert "  11    0  [■]" not in pane_of(place)
    assert "■" not in pane_of(place)
    assert "no result is missing" in pane_of(place)


def test_a_click_on_the_map_or_on_an_open_board_goes_there() -> None:
    place = beside(MemoryDesk.playing(24))
    assert place.pane is not None
    row = next(row for row, text in enumerate(place.pane) if text.startswith("  11  "))
    place.click_pane(place.pane[row].index("■"), row)
    assert place.state.selected == 11
    row = next(row for row, text in enumerate(place.pane) if text.startswith("   7  "))
    place.click_pane(9, row)
    assert place.state.selected == 7


def test_what_is_to_be_verified_is_covered_on_the_map_too() -> None:
    desk = MemoryDesk.playing(8)
    desk.do(EnterResults(((1, "0-1"), (2, "0-1"), (3, "0-1"))))
    desk.do(EnterResult(4, "0-1"))
    place = beside(desk)
    assert "[0]  0   0   0" in pane_of(place)
    place.enter("v")
    assert "[·]  ·   ·   ·" in pane_of(place)
    assert "0-1" not in pane_of(place)
    place.enter("0")
    assert " 0  [·]  ·   ·" in pane_of(place)
    place.enter("1")
    assert "[!]" in pane_of(place)


def test_the_clock_says_what_is_left() -> None:
    desk = MemoryDesk.playing(8)
    desk.round_clock = RoundClock(1, NOON, 120)
    desk.time = NOON + timedelta(minutes=30)
    place = beside(desk)
    local = NOON.astimezone(desk.time.tzinfo)
    assert f"began {local:%H:%M}, ends" in pane_of(place)
    assert "1:30 left" in pane_of(place)
    desk.time = NOON + timedelta(minutes=125)
    assert "TIME OVER since 0:05" in pane_of(place)
    assert RESULTS.pane is not None
    lines = RESULTS.pane(place.view, place.state, 46, 44) or ()
    assert ("■", "attention") in [(text.strip(" ["), style) for text, style in lines[1].parts]
    desk.round_clock = None
    assert "Clock" not in pane_of(place)


def _played(desk: MemoryDesk, round: int, last: int) -> None:
    """The boards of a round one by one, that one half an hour behind the others."""
    assert desk.time is not None
    boards = [m.board for m in desk.event.round(round).matches]
    for board in [*(b for b in boards if b != last), last]:
        desk.time += timedelta(minutes=30 if board == last else 1)
        desk.do(EnterResult(board, "1-0", round=round))


def test_the_slowest_stand_first_and_nothing_moves_before_the_next_minute() -> None:
    desk = MemoryDesk.playing(8, published=0)
    desk.time = NOON
    desk.draw()
    _played(desk, 1, last=3)
    slow = set(desk.event.round(1).match(3).pair)
    desk.draw()
    assert desk.event.current is not None
    first = next(m.board for m in desk.event.current.matches if slow & set(m.pair))
    place = beside(desk)
    listed = _open_lines(place)
    assert listed[0].split()[0] == str(first)
    assert "last in round 1" in listed[0]
    place.state = place.kind.on_select(place.view, place.state, first).state
    place.enter("1")
    assert [line.split()[0] for line in _open_lines(place)] == [line.split()[0] for line in listed]
    assert "✓" in _open_lines(place)[0]
    desk.time += timedelta(minutes=1)
    place.paint()
    assert str(first) not in [line.split()[0] for line in _open_lines(place)]


def test_the_list_is_not_called_open_where_boards_in_it_are_in() -> None:
    place = beside(MemoryDesk.playing(24))
    assert "── Open  " in pane_of(place)
    place.enter(*"11111111111")
    assert "✓" in pane_of(place)
    assert "── Open and just in (✓)" in pane_of(place)
    assert "m lists them" not in pane_of(place)
    place.enter("1")
    assert "── Just in (✓)" in pane_of(place)


def test_a_result_that_is_corrected_late_makes_nobody_slow() -> None:
    """The game was over when its first result came in."""
    desk = MemoryDesk.playing(8, published=0)
    desk.time = NOON
    desk.draw()
    for board in (1, 2, 3, 4):
        desk.time += timedelta(minutes=1)
        desk.do(EnterResult(board, "1-0", round=1))
    desk.time += timedelta(minutes=40)
    desk.do(EnterResult(2, "0-1", "1-0", round=1, replace=True))
    desk.draw()
    assert "last in round 1" not in pane_of(beside(desk))


def _open_lines(place: Driver[ResultsState]) -> list[str]:
    lines = pane_of(place).split("\n")
    at = next(row for row, line in enumerate(lines) if line.startswith("── Open"))
    return [line for line in lines[at + 1 : at + 21] if "–" in line]


def test_who_still_plays_is_named_whole_where_there_is_room_and_with_initials_where_not() -> None:
    desk = MemoryDesk.playing(20)
    match = desk.event.rounds[-1].matches[1]
    names = [desk.event.entrant(id).name for id in match.pair]
    assert " – ".join(names) in pane_of(beside(desk, (200, 60)))
    short = ["{} {}".format(*(name.split(", ")[0], name.split(", ")[1][0])) for name in names]
    assert "–".join(short) in pane_of(beside(desk, (120, 40)))


def test_results_entered_in_one_go_make_nobody_slow_and_no_sparkline() -> None:
    desk = MemoryDesk.playing(8, published=2)
    place = beside(desk)
    assert "last in" not in pane_of(place)
    assert "ten minutes" not in pane_of(place)


def test_results_are_counted_by_ten_minutes_and_by_desk() -> None:
    desk = MemoryDesk.playing(8, published=0)
    desk.time = NOON
    desk.draw()
    desk.time = NOON + timedelta(minutes=5)
    desk.do(EnterResult(1, "1-0", round=1))
    desk.time = NOON + timedelta(minutes=25)
    desk.do(EnterResult(2, "1-0", round=1))
    desk.do(EnterResult(3, "0-1", round=1), elsewhere=True)
    place = beside(desk)
    assert " ▅▁█  most 2 at" in pane_of(place)
    assert "you" in pane_of(place)
    assert " anna 3 0-1" in pane_of(place)


def test_a_terminal_that_is_low_keeps_the_map() -> None:
    place = beside(MemoryDesk.playing(200), (112, 26))
    assert place.pane is not None
    assert len(place.pane) <= 20
    assert "■ open" in pane_of(place)


def test_a_wide_list_has_points_before_the_round_and_a_narrow_one_has_not() -> None:
    desk = MemoryDesk.playing(8, published=2)
    place = beside(desk)
    assert place.shown.heads is not None
    assert place.shown.heads.text.count("Pts") == 2
    match = desk.event.round(2).matches[0]
    points = [str(int(m.white == id)) for id in match.pair for m in desk.event.round(1).matches
              if id in m.pair]  # fmt: skip
    assert place.lines[0].split()[4::4][:1] == points[:1]
    place.enter("0")
    assert place.lines[0].split()[4] == points[0], "what this round brings is not in them"
    narrow = beside(desk, (120, 40))
    assert narrow.shown.heads is not None
    assert "Pts" not in narrow.shown.heads.text


def test_without_a_round_there_is_no_pane() -> None:
    assert beside(MemoryDesk.created()).pane is None


def test_a_window_that_is_widened_lists_the_open_boards_at_once() -> None:
    place = beside(MemoryDesk.playing(24), (80, 24))
    place.enter("1", "0")
    place.size = WIDE
    place.paint()
    assert len(_open_lines(place)) == 10


def test_a_board_that_is_open_again_is_listed_behind_the_others() -> None:
    desk = MemoryDesk.playing(8)
    desk.do(EnterResult(1, "1-0", round=1))
    place = beside(desk)
    assert [line.split()[0] for line in _open_lines(place)] == ["2", "3", "4"]
    desk.do(EnterResult(1, "-", was="1-0", round=1, replace=True))
    place.paint()
    assert [line.split()[0] for line in _open_lines(place)] == ["2", "3", "4", "1"]
