"""Rounds of two events that are played in the same hours."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.congress.congress import EventPlan
from engine.congress.hall import rounds_at_once
from engine.congress.members import MemberEvent
from formats.registry import format_named
from tests.congress.hall import entrants
from tests.playing import begun


def member(folder: str, schedule: str, minutes: int = 120) -> MemberEvent:
    desk = begun(format_named("dutch"), entrants("Ann Bea Cid Dot"), rounds=3)
    event = replace(desk.event, details=(("schedule", schedule),) if schedule else ())
    return MemberEvent(EventPlan(folder, minutes=minutes), event, desk.format)


@pytest.mark.parametrize(
    ("other", "at_once"),
    [
        ("2026-11-20 12:00", ()),
        ("2026-11-20 11:59", ((1, 1),)),
        ("2026-11-20 08:00", ()),
        ("2026-11-20 08:01", ((1, 1),)),
        ("2026-11-19 10:00, 2026-11-20 10:30", ((1, 2),)),
        ("2026-11-20", ((1, 1),)),
        ("-, 2026-11-20 10:00", ((1, 2),)),
        ("", None),
    ],
)
def test_a_round_that_begins_when_the_other_ends_is_not_at_once(
    other: str, at_once: tuple[tuple[int, int], ...] | None
) -> None:
    assert rounds_at_once(member("open", "2026-11-20 10:00"), member("minor", other)) == at_once
