"""How a place divides the terminal, and the bars and lines that stand in the parts."""

from __future__ import annotations

import pytest

from saves.cells import STEPS_APART, bar, spark, text_width
from tui.places.screen import position_of, rule_line, state_line, tab_line
from tui.places.shape import grid
from tui.widgets.lines import Line, parting, titled


@pytest.mark.parametrize(
    ("width", "list", "pane"),
    [(80, 79, 0), (109, 108, 0), (113, 80, 30), (120, 80, 37), (160, 111, 46), (200, 140, 57)],
)
def test_from_110_columns_a_pane_stands_beside_the_list(width: int, list: int, pane: int) -> None:
    divided = grid(width)
    assert (divided.list, divided.pane) == (list, pane)
    assert grid(width, paned=False).list == width - 1


@pytest.mark.parametrize(
    ("needs", "list", "pane"), [(60, 80, 37), (84, 84, 33), (87, 87, 30), (140, 87, 30)]
)
def test_a_list_that_needs_more_has_it_from_the_pane_down_to_its_least(
    needs: int, list: int, pane: int
) -> None:
    divided = grid(120, needs=needs)
    assert (divided.list, divided.pane) == (list, pane)


def test_a_bar_is_full_only_where_all_is_there_and_never_empty_where_something_is() -> None:
    assert bar(87, 100, 10) == "████████▋░"
    assert bar(999, 1000, 5) == "████▉"
    assert bar(1, 1000, 5) == "▏░░░░"
    assert bar(0, 100, 5) == "░" * 5
    assert bar(100, 100, 5) == "█" * 5
    assert bar(0, 0, 3) == "░░░"


def test_a_sparkline_has_a_cell_a_value_within_its_scale() -> None:
    assert spark([1600, 2250, 2899, 3200, 0], 1600, 2900) == "▁▅██▁"
    assert spark([1600, 2250, 2899, 3200, 0], 1600, 2900, STEPS_APART) == "▁▄▇▇▁", "line below line"


def test_a_titled_rule_fills_the_width_to_what_stands_at_its_right() -> None:
    assert titled("this event", 30, "4 of 6").text == "── this event           4 of 6"


def test_the_scroll_mark_is_where_the_part_in_view_is() -> None:
    assert parting(4, 0, 4, False) == (" ",) * 4, "all of it is in view"
    assert parting(4, 0, 16, True) == ("┃", "│", "│", "│")
    assert parting(4, 12, 16, True) == ("│", "│", "│", "┃")
    assert parting(4, 1, 16, False)[0] == " ", "not at the top any more"
    assert "┃" in parting(3, 4_000, 5_000, False)


def test_the_rule_says_where_in_the_list_one_is() -> None:
    assert position_of(3, [False, True, True, True]) == "3/3"
    assert position_of(-1, [True]) == ""
    assert rule_line("Board 7", "7/100", 40).text == "── Board 7 ───────────────────── 7/100 ─"
    wide = rule_line("Board 7", "7/100", 120).text
    assert wide.startswith("── Board 7   ")
    assert wide.endswith(" 7/100 ")
    assert text_width(wide) == 120


def test_the_second_line_keeps_when_was_saved() -> None:
    shown = state_line(Line(((" 12 entries · " + "x" * 90, "plain"),)), 80, "saved 14:02").text
    assert text_width(shown) == 80
    assert shown.endswith(" saved 14:02 ")


def test_a_title_that_the_first_line_has_no_room_for_is_in_the_second() -> None:
    """With five places at 80 columns nothing said which event it is."""
    tabs = tab_line("bracket", 80, ("Marsh Lantern Cup", "R1/4"), bracket=True)
    assert "Marsh" not in tabs.line.text
    assert tabs.left_out == "Marsh Lantern Cup"
    state = Line(((" bracket · 3 open", "plain"),))
    below = state_line(state, 80, "saved 14:02", tabs.left_out).text
    assert below.endswith(" Marsh Lantern Cup · saved 14:02 ")
    assert text_width(below) == 80
    full = Line(((" " + "x" * 60, "plain"),))
    assert state_line(full, 80, "saved 14:02", tabs.left_out) == state_line(full, 80, "saved 14:02")
    assert tab_line("results", 80, ("Cup", "R1/4")).left_out == ""
