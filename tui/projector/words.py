"""What the projector says in one line: the clock, the countdown, boards still playing."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from engine.event import Event, Match
from engine.protocol import Format
from engine.running import overdue, running
from saves.round_clock import RoundClock
from saves.safe_text import safe
from tui.terminal.widths import cell_len

FEW = 3
"""Boards are called by name once no more than one in this many is missing, or few are."""
FEW_BOARDS = 6


def late_boards(event: Event, clock: RoundClock | None, now: datetime) -> list[Match]:
    """Boards without a result, once most are in or the time is over: whom to look for."""
    open_ones = open_boards(event)
    total = len(event.current.matches) if event.current else 0
    over = clock is not None and clock.seconds_left(now) is not None and (
        (clock.seconds_left(now) or 0) <= 0
    )  # fmt: skip
    if over or len(open_ones) <= max(total // FEW, FEW_BOARDS):
        return open_ones
    return []


def open_boards(event: Event) -> list[Match]:
    """Boards whose result must stand before the next round, by board."""
    current = event.current
    if current is None:
        return []
    due = set(overdue(event))
    all_on = [*current.matches, *(m for _, m in running(event, current.number))]
    return sorted((m for m in all_on if m.open and m.board in due), key=lambda m: m.board)


def ticker(
    event: Event, format: Format, clock: RoundClock | None, now: datetime, width: int
) -> list[str]:
    """Lines that are shown in turn: what is missing, or that the round is finished."""
    current = event.current
    if current is None or event.proposal is not None:
        return []
    open_ones = open_boards(event)
    if not open_ones:
        called = format.round_name(current.number).capitalize()
        if still := sum(m.open for m in current.matches):
            are = "matches go" if still > 1 else "match goes"
            return [f"{called}: all results due are in; {still} {are} on"]
        return [f"{called} is finished: all results are in"]
    if all(match.result is None for match in current.matches):
        return []
    named = late_boards(event, clock, now)
    if not named:
        return [f"{len(open_ones)} of {len(current.matches)} boards are still playing"]
    return _packed("Still playing: ", [_called(event, match) for match in named], width)


def _called(event: Event, match: Match) -> str:
    white, black = (safe(event.entrant(id).name, 24) for id in match.pair)
    return f"{match.board} {white} – {black}"


def _packed(start: str, parts: list[str], width: int) -> list[str]:
    lines, now = [], start
    for part in parts:
        longer = f"{now} · {part}" if now != start else now + part
        if cell_len(longer) > width - 2 and now != start:
            lines.append(now)
            now = start + part
        else:
            now = longer
    return [*lines, now]


def span(seconds: int, exact: bool = False) -> str:
    """A time to go: `1 h 05`, `12 min`, `0:45` in seconds where they are wanted."""
    if exact:
        hours, rest = divmod(max(seconds, 0), 3600)
        return (
            f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"
        )
    minutes = max(-(-seconds // 60), 0)
    return f"{minutes // 60} h {minutes % 60:02}" if minutes >= 60 else f"{minutes} min"


def countdown(
    clock: RoundClock | None, now: datetime, round_name: Callable[[int], str], exact: bool = False
) -> str:
    """What the round clock says: `Round 4 starts at 14:15, in 6 min`, `Round 4: 48 min left`; a
    round is called as its format calls it."""
    if clock is None:
        return ""
    called = round_name(clock.round).capitalize()
    to_start = clock.seconds_to_start(now)
    starts = clock.starts.astimezone(now.tzinfo)
    if to_start > 0:
        return f"{called} starts at {starts:%H:%M}, in {span(to_start, exact)}"
    left = clock.seconds_left(now)
    if left is None:
        return f"{called} began at {starts:%H:%M}, {span(-to_start // 60 * 60)} ago"
    if left > 0:
        return f"{called}: {span(left, exact)} left"
    return f"{called}: the time is over"


def for_status(clock: RoundClock | None, number: int, now: datetime) -> str:
    """The clock in the status line of Results: `from 14:15`, `21 min`, `48 min left`; empty where
    it is not that round's."""
    if clock is None or clock.round != number:
        return ""
    to_start, left = clock.seconds_to_start(now), clock.seconds_left(now)
    if to_start > 0:
        return f"from {clock.starts.astimezone(now.tzinfo):%H:%M}"
    if left is None:
        return span(-to_start // 60 * 60)
    return f"{span(left)} left" if left > 0 else "TIME OVER"
