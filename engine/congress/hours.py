"""Which rounds of two events are played in the same hours."""

from __future__ import annotations

from datetime import datetime, timedelta

from engine.congress.members import MemberEvent
from engine.entrants import Entrant
from engine.event_data import RoundTime, schedule

ALL_DAY = 24 * 60
"""Minutes that a round takes whose time of day nobody says."""


def rounds_at_once(a: MemberEvent, b: MemberEvent) -> tuple[tuple[int, int], ...] | None:
    """The rounds (of a, of b) that are played at the same time by the schedules of both; None
    where one has no schedule, so that only the sessions of the plan can say it."""
    times_a, times_b = schedule(a.event), schedule(b.event)
    if not times_a or not times_b:
        return None
    return tuple(
        (i, j)
        for i, one in enumerate(times_a, start=1)
        for j, other in enumerate(times_b, start=1)
        if _meet(one, a.plan.minutes, other, b.plan.minutes)
    )


def _meet(one: RoundTime | None, minutes: int, other: RoundTime | None, others: int) -> bool:
    if one is None or other is None:
        return False
    begin, end = _span(one, minutes)
    other_begin, other_end = _span(other, others)
    return begin < other_end and other_begin < end


def _span(at: RoundTime, minutes: int) -> tuple[datetime, datetime]:
    begin = datetime.fromisoformat(at.text)
    return begin, begin + timedelta(minutes=minutes if at.time else ALL_DAY)


def clash(a: MemberEvent, entrant_a: Entrant, b: MemberEvent, entrant_b: Entrant) -> bool:
    """Whether somebody would have to play both at once: the hours are the same, and he has a bye
    in neither. Events without schedules are at once if their sessions are called alike."""
    at_once = rounds_at_once(a, b)
    if at_once is None:
        return a.plan.session.casefold() == b.plan.session.casefold()
    return any(entrant_a.to_be_paired(i) and entrant_b.to_be_paired(j) for i, j in at_once)
