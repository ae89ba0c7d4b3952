"""Lots: the same on every machine, another one for each number, nobody favoured."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from engine.event import Lot
from engine.lots import draw_lot, lot_text
from tests.engine.desk import Desk

TEAMS = ("1", "2", "3", "4")


def test_a_lot_is_the_same_again_from_the_same_seed_and_in_any_order_of_the_items() -> None:
    event = replace(Desk("Ada").event, seed=7)
    lot = draw_lot(event, "pool", TEAMS)
    assert draw_lot(event, "pool", TEAMS[::-1]) == lot
    assert sorted(lot.order) == sorted(TEAMS)


def test_the_second_lot_of_an_event_is_another_one() -> None:
    event = replace(Desk("Ada").event, seed=7)
    first = draw_lot(event, "pool", [str(n) for n in range(20)])
    later = replace(event, lots=(first,))
    second = draw_lot(later, "pool", [str(n) for n in range(20)])
    assert (first.number, second.number) == (1, 2)
    assert first.order != second.order
    assert draw_lot(event, "pool", [str(n) for n in range(20)], already=1) == second


def test_every_order_comes_about_as_often() -> None:
    event = Desk("Ada").event
    drawn = Counter(
        draw_lot(replace(event, seed=seed), "pool", ("1", "2", "3")).order for seed in range(3000)
    )
    assert len(drawn) == 6
    assert all(400 < count < 600 for count in drawn.values())


def test_a_lot_is_told_in_words() -> None:
    lot = Lot(3, "colour of board 1", ("1", "2"))
    assert lot_text(lot, {"1": "Ada"}) == "lot 3 of this event (colour of board 1): Ada before 2"
