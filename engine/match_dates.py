"""When matches of a season are played: on the day of their round, or on one of their own."""

from __future__ import annotations

from dataclasses import dataclass

from engine.event import Event, Match, Round
from engine.event_data import UNKNOWN_DATE, round_time


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """A match without a result: its round, and when it is to be played (empty: nothing says)."""

    round: int
    match: Match
    date: str


def match_date(event: Event, round: Round, match: Match) -> str:
    """`2026-12-05 19:30`: the match's own day, else that of its round; `-` where the new day is
    not fixed, empty where nothing says one."""
    return match.date or round_date(event, round.number, event.entrant(match.white).section)


def round_date(event: Event, number: int, division: str = "") -> str:
    """The day and time of a round by the schedule, or by that of the division; empty without
    one."""
    at = round_time(event, number, division)
    return at.text if at else ""


def open_matches(event: Event) -> list[OpenMatch]:
    """Matches of published rounds without a result by their days; those without one last."""
    there = [
        OpenMatch(round.number, match, match_date(event, round, match))
        for round in event.published
        for match in round.matches
        if match.open
    ]
    return sorted(there, key=_in_order)


def _in_order(each: OpenMatch) -> tuple[bool, str, int, int]:
    known = each.date not in ("", UNKNOWN_DATE)
    return (not known, each.date if known else "", each.round, each.match.board)


def moved_text(match: Match) -> str:
    """`postponed to 2026-12-05`, `postponed, no date yet`; empty for a match of its round's day."""
    if not match.date:
        return ""
    return "postponed, no date yet" if match.date == UNKNOWN_DATE else f"moved to {match.date}"


def day_text(match: Match) -> str:
    """The same of an open match in the cells of a result: `on 2026-12-05`, `no date yet`."""
    if not match.date or not match.open:
        return ""
    return "no date yet" if match.date == UNKNOWN_DATE else f"on {match.date[:10]}"
