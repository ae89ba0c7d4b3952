"""The key for byes in formats that know none by request."""

from __future__ import annotations

import pytest

from engine.actions import ImportEntrants
from engine.entrants import Entrant
from tests.tui.driver import Driver, MemoryDesk
from tui.places.entries import ENTRIES
from tui.places.shape import Converse
from tui.screens.entry_saving import fields_for


def asked(format: str) -> tuple[str, bool]:
    """What `y` says, and whether it opens a line to type."""
    desk = MemoryDesk.created(format)
    desk.do(ImportEntrants(tuple(Entrant("", f"P{n}", rating=2000 - n) for n in range(1, 17))))
    place = Driver(ENTRIES, desk)
    place.enter("y")
    return place.message, any(isinstance(one, Converse) for one in place.effects)


@pytest.mark.parametrize(
    ("format", "why"),
    [
        ("knockout", "in a knockout byes come from the draw"),
        ("round_robin", "in a round robin every game is played"),
        ("diagonal", "everybody in the row plays every round"),
    ],
)
def test_where_no_bye_can_be_asked_for_the_key_says_so_at_once(format: str, why: str) -> None:
    message, opened = asked(format)
    assert f"there are no byes by request here: {why}" in message
    assert not opened


def test_where_byes_can_be_asked_for_the_key_opens_their_line() -> None:
    assert asked("dutch") == ("", True)


@pytest.mark.parametrize(
    ("format", "offered"),
    [("knockout", False), ("round_robin", False), ("diagonal", False), ("dutch", True)],
)
def test_byes_are_offered_where_they_can_be_given(format: str, offered: bool) -> None:
    """In the entry form, and among the keys."""
    desk = MemoryDesk.created(format)
    desk.do(ImportEntrants(tuple(Entrant("", f"P{n}", rating=2000 - n) for n in range(1, 17))))
    asked = {field.key for field in fields_for(desk.event, desk.format)}
    assert ("half_bye" in asked) is offered
    assert ("byes" not in Driver(ENTRIES, desk).shown.idle) is offered
