"""How a place divides the terminal, and the bars and lines that stand in the parts."""

from __future__ import annotations

import pytest

from tui.places.grid import grid, titled
from tui.screens.bars import bar, spark


@pytest.mark.parametrize(
    ("width", "list", "pane"),
    [(80, 79, 0), (109, 108, 0), (113, 80, 30), (120, 80, 37), (160, 111, 46), (200, 140, 57)],
)
def test_from_110_columns_a_pane_stands_beside_the_list(width: int, list: int, pane: int) -> None:
    divided = grid(width)
    assert (divided.list, divided.pane) == (list, pane)
    assert grid(width, paned=False).list == width - 1


def test_a_bar_is_full_only_where_all_is_there_and_never_empty_where_something_is() -> None:
    assert bar(87, 100, 10) == "████████▋░"
    assert bar(999, 1000, 5) == "████▉"
    assert bar(1, 1000, 5) == "▏░░░░"
    assert bar(0, 100, 5) == "░" * 5
    assert bar(100, 100, 5) == "█" * 5
    assert bar(0, 0, 3) == "░░░"


def test_a_sparkline_has_a_cell_a_value_within_its_scale() -> None:
    assert spark([1600, 2250, 2899, 3200, 0], 1600, 2900) == "▁▅██▁"


def test_a_titled_rule_fills_the_width_to_what_stands_at_its_right() -> None:
    assert titled("this event", 30, "4 of 6").text == "── this event           4 of 6"
