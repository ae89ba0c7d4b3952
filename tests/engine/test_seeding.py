"""Seeds set all at once: by hand, by rating, by lot."""

from __future__ import annotations

import pytest

from engine.actions import CreateEvent, ImportEntrants, SetSeeds
from engine.actions.base import applied
from engine.actions.numbering import seeded
from engine.entrants import Entrant
from engine.event import Event
from engine.protocol import Format
from engine.refusal import Refused
from formats.registry import format_named


@pytest.fixture
def format() -> Format:
    return format_named("knockout")


@pytest.fixture
def event(format: Format) -> Event:
    """Five entrants, rated 1800, nobody, 2100, 1800, 1500."""
    made = CreateEvent("Cup", "knockout", {}, seed=3).begin(format)
    ratings = (1800, None, 2100, 1800, 1500)
    entrants = tuple(Entrant("", f"P{n}", rating=r) for n, r in enumerate(ratings))
    return applied(ImportEntrants(entrants), made, format)


def test_by_hand_those_named_are_seeded_and_no_others(event: Event, format: Format) -> None:
    after = applied(SetSeeds("hand", ("4", "2")), event, format)
    assert [e.seed for e in after.entrants] == [None, 2, None, 1, None]


def test_by_rating_the_highest_first_and_equal_ones_as_they_stood(
    event: Event, format: Format
) -> None:
    assert seeded(applied(SetSeeds("rating"), event, format)) == ["3", "1", "4", "5", "2"]
    before = applied(SetSeeds("hand", ("4", "1")), event, format)
    assert seeded(applied(SetSeeds("rating"), before, format)) == ["3", "4", "1", "5", "2"]


def test_by_lot_everybody_is_seeded_and_the_lot_recorded(event: Event, format: Format) -> None:
    after = applied(SetSeeds("lot"), event, format)
    assert sorted(seeded(after)) == ["1", "2", "3", "4", "5"]
    assert [(lot.number, lot.purpose, lot.order) for lot in after.lots] == [
        (1, "seeds", tuple(seeded(after)))
    ]
    again = applied(SetSeeds("lot"), after, format)
    assert [lot.number for lot in again.lots] == [1, 2]
    assert applied(SetSeeds("lot"), event, format) == after


def test_seeds_can_be_taken_away(event: Event, format: Format) -> None:
    with_seeds = applied(SetSeeds("rating"), event, format)
    assert seeded(applied(SetSeeds("none"), with_seeds, format)) == []


@pytest.mark.parametrize("order", [("1", "1"), ("1", "99")])
def test_who_stands_twice_or_is_not_entered_is_refused(
    event: Event, format: Format, order: tuple[str, ...]
) -> None:
    with pytest.raises(Refused):
        SetSeeds("hand", order).apply(event, format)


def test_the_history_says_who_is_where_now(event: Event) -> None:
    assert SetSeeds("hand", ("4", "2")).describe(event) == "seeds: 1 P3, 2 P1"
    assert SetSeeds("lot").describe(event) == "seeds by lot"
