"""What the projector says in one line: the clock, the countdown, boards still playing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from engine.event import Event, Match
from engine.phrases import listed, phrase, phrase_of, phrases
from engine.protocol import Format, rooms_of
from engine.waiting import all_in, due_matches, half, is_in
from saves.cells import text_width
from saves.languages import language_of
from saves.round_clock import RoundClock
from saves.safe_text import shortened

if TYPE_CHECKING:
    from tui.projector.watching import Seen

FEW = 3
"""Boards are called by name once no more than one in this many is missing, or few are."""
FEW_BOARDS = 6
LAST_SECONDS = 300
"""The end that the clock's page counts in seconds."""


def late_boards(event: Event, clock: RoundClock | None, now: datetime) -> list[Match]:
    """Boards without a result, once most are in or the time is over: whom to look for."""
    current, open_ones = event.current, open_boards(event)
    if current is None:
        return []
    left = clock.seconds_left(now) if clock and clock.round == current.number else None
    over, total = left is not None and left <= 0, len(current.matches)
    if over or len(open_ones) <= max(total // FEW, FEW_BOARDS):
        return open_ones
    return []


def open_boards(event: Event) -> list[Match]:
    """Boards whose result must be in before the next round, by board."""
    current = event.current
    if current is None:
        return []
    open_ones = [m for m in due_matches(event) if m.open or half(m)]
    return sorted(open_ones, key=lambda m: m.board)


def ticker(
    event: Event, format: Format, clock: RoundClock | None, now: datetime, width: int
) -> list[str]:
    """Lines that are shown in turn: how much there is of the round, what is missing of it, or that
    it is finished."""
    current = event.current
    if current is None or event.proposal is not None:
        return []
    hall = language_of(event)
    if all_in(event):
        called = event.called(current.number).capitalize()
        still = sum(m.open for m in current.matches)
        if later := sum(not is_in(m) for m in current.matches) - still:
            told = phrase(
                "{round}: all results due are in; {count} still to come",
                round=called,
                count=later + still,
            )
            return [hall.say(told)]
        if still:
            going = phrases(
                "{round}: all results due are in; {count} match goes on",
                "{round}: all results due are in; {count} matches go on",
                count=still,
                round=called,
            )
            return [hall.say(going)]
        return [hall.say(phrase("{round} is finished: all results are in", round=called))]
    due = due_matches(event)
    if not due or all(match.result is None for match in current.matches):
        return [hall.say(_where(event, format))]
    in_now = sum(map(is_in, due))
    arrived = phrase("{number} of {count} results in", number=in_now, count=len(due))
    named = late_boards(event, clock, now)
    if not named:
        return [hall.say(arrived)]
    start = hall.say(phrase("{arrived} · still playing:", arrived=arrived))
    return _packed(start, [str(match.board) for match in named], width)


def _where(event: Event, format: Format) -> str:
    """How many boards there are, and in which room which: `100 boards · Hall 1–60, Library
    61–100`."""
    matches = event.current.matches if event.current else ()
    seating = rooms_of(event, format)
    rooms: dict[str, list[int]] = {}
    for board in sorted(match.board for match in matches):
        rooms.setdefault(seating.room(board), []).append(board)
    named = [
        f"{shortened(room, 24)} {boards[0]}–{boards[-1]}" if len(boards) > 1
        else f"{shortened(room, 24)} {boards[0]}"
        for room, boards in rooms.items()
        if room
    ]  # fmt: skip
    return listed(" · ", (_boards_counted(len(matches), event), ", ".join(named)))


def _boards_counted(count: int, event: Event) -> str:
    """`100 boards`, of teams `12 tables`."""
    if event.board_word == "table":
        return phrases("{count} table", "{count} tables", count=count)
    return phrase("1 board") if count == 1 else phrase_of("places", "{count} boards", count=count)


def _packed(start: str, parts: list[str], width: int) -> list[str]:
    lines, packed = [], start
    for part in parts:
        longer = f"{packed} {part}"
        if text_width(longer) > width - 2 and packed != start:
            lines.append(packed)
            longer = f"{start} {part}"
        packed = longer
    return [*lines, packed]


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
        return phrase(
            "{round} starts at {time}, in {span}",
            round=called,
            time=f"{starts:%H:%M}",
            span=span(to_start, exact),
        )
    left = clock.seconds_left(now)
    if left is None:
        ago = span(-to_start // 60 * 60)
        return phrase(
            "{round} began at {time}, {span} ago", round=called, time=f"{starts:%H:%M}", span=ago
        )
    if left > 0:
        return phrase("{round}: {span} left", round=called, span=span(left, exact))
    return phrase("{round}: the time is over", round=called)


def read_from(rows: int) -> str:
    """From how far text is read in a picture of two metres: 280 times the height of its letters,
    which is two thirds of a line."""
    millimetres = 2000 * 2 / 3 / max(rows, 1)
    return f"{rows} lines: 2 m high, read from {millimetres * 280 / 1000:.0f} m"


def heading(read: Seen, kind: str) -> str:
    """The event, and the round where the page is of one."""
    current = read.event.current
    if current is None or kind not in ("names", "boards", "bracket", "clock"):
        return read.event.title
    return listed(" · ", (read.event.title, read.event.called(current.number)))


def countdown_of(read: Seen, now: datetime, exact: bool = False) -> str:
    """What the round clock of an event says; nothing of a round that is finished or over."""
    current, clock = read.event.current, read.clock
    if current is not None and clock is not None:
        ended = clock.round == current.number and all_in(read.event)
        if ended or clock.round < current.number:
            return ""
    return countdown(clock, now, read.event.called, exact)


@dataclass(frozen=True, slots=True)
class ClockWords:
    """What the clock's page shows: figures, what they are, what is below."""

    title: str
    figures: str
    below: str = ""
    boards: tuple[int, ...] = ()


def clock_words(read: Seen, now: datetime) -> ClockWords:
    """The time to the start of a round or to its end, in minutes, in seconds at last; the time of
    day where no round clock runs."""
    clock = read.clock
    if clock is None or not countdown_of(read, now):
        return ClockWords(phrase("Time"), f"{now:%H:%M}")
    called = read.event.called(clock.round)
    starts = clock.starts.astimezone(now.tzinfo)
    to_start, left = clock.seconds_to_start(now), clock.seconds_left(now)
    if to_start > 0:
        title = phrase("{round} starts in", round=called)
        return ClockWords(
            title, _figures(to_start), phrase("starts {time}", time=f"{starts:%H:%M}")
        )
    began = phrase("began {time}", time=f"{starts:%H:%M}")
    current = read.event.current
    playing = open_boards(read.event) if current and current.number == clock.round else []
    boards = _boards_counted(len(playing), read.event)
    still = phrase("{boards} still playing", boards=boards) if playing else ""
    late = tuple(m.board for m in late_boards(read.event, clock, now)) if playing else ()
    if left is None:
        below = listed(" · ", (began, still))
        return ClockWords(phrase("Time played"), _figures(-to_start // 60 * 60), below, late)
    ends = starts + timedelta(minutes=clock.minutes or 0)
    when = f"{ends:%H:%M}"
    ended = phrase("ends {time}", time=when) if left > 0 else phrase("ended {time}", time=when)
    below = listed(" · ", (began, ended, still))
    title = phrase("Time left") if left > 0 else phrase("The time is over")
    return ClockWords(title, _figures(max(left, 0)), below, late)


def _figures(seconds: int) -> str:
    """`0:48`, hours and minutes; in the last five minutes `4:59`, minutes and seconds."""
    if 0 < seconds <= LAST_SECONDS:
        return f"{seconds // 60}:{seconds % 60:02}"
    minutes = -(-seconds // 60)
    return f"{minutes // 60}:{minutes % 60:02}"


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
