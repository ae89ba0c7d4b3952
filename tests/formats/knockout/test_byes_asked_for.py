"""Byes of an entry list take nobody out of a bracket, and that is said."""

from __future__ import annotations

import pytest

from engine.actions import AddEntrant, CreateEvent, ImportEntrants
from engine.actions.base import applied
from engine.actions.entries import byes_left_out
from engine.entrants import Entrant, RequestedBye
from engine.points import HALF
from formats.registry import format_named

ASKING = tuple(
    Entrant("", f"P{n}", seed=n, byes=(RequestedBye(1, HALF),) if n in (2, 5) else ())
    for n in range(1, 17)
)
ABSENT = RequestedBye(1, absent=True)


@pytest.mark.parametrize("name", ["knockout", "double_knockout", "gnot"])
def test_everybody_of_the_list_is_in_the_draw(name: str) -> None:
    format = format_named(name)
    event = CreateEvent("Cup", name, {}, seed=1).begin(format)
    assert byes_left_out(event, format, ASKING).startswith("2 entries with byes by request (P2, P5")
    event = applied(ImportEntrants(ASKING), event, format)
    drawn = format.draw(event)
    placed = {id for match in drawn.matches for id in match.pair} | {b.entrant for b in drawn.byes}
    assert placed == {e.id for e in event.entrants}


def test_one_who_is_entered_alone_too_and_who_is_absent_stays_away() -> None:
    format = format_named("knockout")
    event = CreateEvent("Cup", "knockout", {}, seed=1).begin(format)
    event = applied(AddEntrant(ASKING[1]), event, format)
    event = applied(AddEntrant(Entrant("", "Late", byes=(ABSENT,))), event, format)
    assert [e.byes for e in event.entrants] == [(), (ABSENT,)]


def test_a_swiss_gives_them() -> None:
    format = format_named("dutch")
    event = CreateEvent("Open", "dutch", {}, seed=1).begin(format)
    assert byes_left_out(event, format, ASKING) == ""
    event = applied(ImportEntrants(ASKING), event, format)
    assert sum(bool(e.byes) for e in event.entrants) == 2
