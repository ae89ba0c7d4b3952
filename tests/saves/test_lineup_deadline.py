"""Line-ups are due so many minutes before their match begins."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from engine.entrants import Entrant
from formats.registry import format_named
from saves.round_clock import deadline, past_deadline
from tests.playing import InMemory, begun, publish


def league(minutes: int) -> InMemory:
    teams = [Entrant("", name) for name in ("Cork", "Galway", "Sligo", "Tralee")]
    desk = begun(format_named("team_round_robin"), teams, lineup_minutes=minutes)
    publish(desk)
    return desk


def test_they_are_late_once_the_minutes_have_begun() -> None:
    event = league(60).event
    match = replace(event.round(1).matches[0], date="2026-12-05 19:30")
    assert deadline(event, 1, match) == datetime(2026, 12, 5, 18, 30)
    assert not past_deadline(event, 1, match, datetime(2026, 12, 5, 18, 30))
    assert past_deadline(event, 1, match, datetime(2026, 12, 5, 18, 31))
    # as the console has the time
    assert not past_deadline(event, 1, match, datetime(2026, 12, 5, 18, 30).astimezone())
    assert past_deadline(event, 1, match, datetime(2026, 12, 5, 18, 31).astimezone())


def test_without_the_setting_or_a_time_of_day_none_is_late() -> None:
    timed = replace(league(60).event.round(1).matches[0], date="2026-12-05 19:30")
    assert deadline(league(0).event, 1, timed) is None
    for date in ("", "2026-12-05", "-"):
        assert deadline(league(60).event, 1, replace(timed, date=date)) is None
