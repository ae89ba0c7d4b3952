"""What another opponent would cost, in words that say more than that it is worse."""

from __future__ import annotations

from engine.instead import CriterionChange
from engine.protocol import Measure
from tui.commands.cost_words import change_words


def order(value: tuple[int, ...], shown: str) -> Measure:
    return Measure("3 points", "order", "pairs off the ideal", value, shown)


def test_what_looks_the_same_and_is_later_says_so() -> None:
    change = CriterionChange(order((1, 2, 3), "2 v 6, 3 v 5"), order((1, 2, 4), "2 v 6, 3 v 5"))
    assert change.worse
    told = change_words(change)
    assert told.startswith("pairs off the ideal (order), 3 points: 2 v 6, 3 v 5, would be ")
    assert told.count("2 v 6") == 1
    assert "later" in told
