"""The round clock: when a round starts and how long it is played, in the event's `clock.toml`; and
until when its line-ups are due.

It is not an action of the event: a clock started or reset is not in the journal, so that undo and
History stay about pairings and results.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

from engine.event import Event, Match
from engine.refusal import Refused
from saves.disk import Disk, read_file, replace_file
from saves.problems import trouble
from saves.toml import BadSave, load, toml_text

CLOCK_NAME: Final = "clock.toml"
SIZE_LIMIT = 4096
"""Bytes of the file."""
LONGEST = 24 * 60
"""Minutes that a round can last, or that its start can be put off."""
HEADING = "The round clock. Written by `topboard clock`; taken away by `topboard clock EVENT stop`."


@dataclass(frozen=True, slots=True)
class RoundClock:
    """When a round starts, and for how many minutes it is played (None: nobody said)."""

    round: int
    starts: datetime
    minutes: int | None = None

    def running(self, now: datetime) -> bool:
        """Whether the round has started."""
        return now >= self.starts

    def seconds_to_start(self, now: datetime) -> int:
        """Until the start; negative once it is past."""
        return round((self.starts - now).total_seconds())

    def seconds_left(self, now: datetime) -> int | None:
        """Until the time is over; negative once it is, None where nobody said how long."""
        if self.minutes is None:
            return None
        return self.seconds_to_start(now) + 60 * self.minutes

    def delayed(self, minutes: int, now: datetime) -> RoundClock:
        """The start put off; once it is past, the end. Negative: brought forward."""
        if abs(minutes) > LONGEST:
            raise Refused(f"{minutes} minutes are not a delay", f"at most {LONGEST}", "correct it")
        if not self.running(now):
            return replace(self, starts=self.starts + timedelta(minutes=minutes))
        if self.minutes is None:
            raise Refused(
                "the round has started already",
                "no round length is given",
                "start the clock anew, with a length",
                shell="`topboard clock EVENT start`",
            )
        return replace(self, minutes=min(max(self.minutes + minutes, 0), LONGEST))


def read_clock(folder: Path, disk: Disk | None = None) -> RoundClock | None:
    """The clock as it is; None where there is none, or its file cannot be understood."""
    path = folder / CLOCK_NAME
    try:
        return _read(
            load(read_file(disk or Disk(), path, SIZE_LIMIT), CLOCK_NAME, "correct the line")
        )
    except (OSError, BadSave):
        return None


def _read(table: dict[str, Any]) -> RoundClock | None:
    round, starts, minutes = table.get("round"), table.get("starts"), table.get("minutes")
    if type(round) is not int or not isinstance(starts, str):
        return None
    try:
        when = datetime.fromisoformat(starts)
    except ValueError:
        return None
    if when.tzinfo is None or not 1 <= round <= 99:
        return None
    known = type(minutes) is int and 0 <= minutes <= LONGEST
    return RoundClock(round, when, minutes if known else None)


def write_clock(folder: Path, clock: RoundClock, disk: Disk | None = None) -> None:
    """Keep the clock; `Refused` where the disk does not take it."""
    content = {
        "round": clock.round,
        "starts": clock.starts.isoformat(timespec="seconds"),
        "minutes": clock.minutes,
    }
    try:
        replace_file(disk or Disk(), folder / CLOCK_NAME, toml_text(content, HEADING).encode())
    except OSError as error:
        raise trouble(error, folder) from error


def remove_clock(folder: Path, disk: Disk | None = None) -> bool:
    """Take the clock away; whether there was one."""
    try:
        (disk or Disk()).unlink(folder / CLOCK_NAME)
    except FileNotFoundError:
        return False
    except OSError as error:
        raise trouble(error, folder) from error
    return True


_TIMED = len("2026-12-05 19:30")


def deadline(event: Event, number: int, match: Match) -> datetime | None:
    """So many minutes before a match of that round begins as the setting says; None without the
    setting, or where nothing says when that is."""
    from engine.event_data import match_date

    minutes = getattr(event.settings, "lineup_minutes", 0)
    begins = match_date(event, event.round(number), match) if minutes else ""
    if len(begins) < _TIMED:
        return None
    return datetime.fromisoformat(begins) - timedelta(minutes=minutes)


def past_deadline(event: Event, number: int, match: Match, now: datetime | None = None) -> bool:
    """Whether a line-up of that match that is given now is late."""
    due = deadline(event, number, match)
    if due is None:
        return False
    now = now or datetime.now()
    # the console's clock knows its zone, a schedule is by the clock on the wall
    return (now.astimezone().replace(tzinfo=None) if now.tzinfo else now) > due
