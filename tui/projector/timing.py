"""The round clock as it is set at the desk: for which round, from when, for how long."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from engine.event import Event
from engine.refusal import Refused
from engine.waiting import all_in
from saves.round_clock import LONGEST, RoundClock

_TIME = re.compile(r"([01]?[0-9]|2[0-3]):([0-5][0-9])")
_LENGTH = re.compile(r"(?:([0-9]{1,2}):(?=[0-5][0-9]$))?([0-9]{1,4})")
LENGTHS = f"minutes up to {LONGEST}, or hours such as 1:30"
TIMES = f"minutes from now, up to {LONGEST}, or a time such as 14:15"


def clock_round(event: Event) -> int:
    """The round that a clock started now is for: the one in play, else the next."""
    current = event.current
    if current is None:
        return 1
    return current.number + 1 if all_in(event) or event.proposal is not None else current.number


def started(event: Event, now: datetime, when: str = "", long: str = "") -> RoundClock:
    """A clock from what was typed. `when`: `14:15`, minutes from now, or nothing for now; `long`:
    minutes that the round is played, or nothing. `Refused` where it is neither."""
    return RoundClock(clock_round(event), start_time(when, now), length_of(long))


def start_time(when: str, now: datetime) -> datetime:
    """When a round starts, from what was typed."""
    when = when.strip()
    if match := _TIME.fullmatch(when):
        starts = now.replace(hour=int(match[1]), minute=int(match[2]), second=0, microsecond=0)
        # shortly before midnight a time after midnight is meant
        return starts + timedelta(days=1) if starts < now - timedelta(hours=12) else starts
    if ":" in when:
        raise _no_time(when, TIMES)
    return now.replace(microsecond=0) + timedelta(minutes=length_of(when, TIMES) or 0)


def until_time(text: str, now: datetime) -> datetime | None:
    """Until when a message is shown, from what was typed: `15:30`, minutes from now, or nothing
    for no end. `Refused` where it is neither."""
    until = start_time(text, now) if text.strip() else None
    if until is not None and until <= now:
        raise Refused(
            f"{text.strip()[:20]} is over", "", "give a time to come, or minutes from now"
        )
    return until


def length_of(text: str, takes: str = LENGTHS) -> int | None:
    """Minutes as typed, `90` or `1:30`; None for nothing; `Refused`, with what it `takes`, for
    anything else."""
    if not text.strip():
        return None
    typed = _LENGTH.fullmatch(text.strip())
    minutes = 60 * int(typed[1] or 0) + int(typed[2]) if typed else LONGEST + 1
    if minutes > LONGEST:
        raise _no_time(text, takes)
    return minutes


def _no_time(text: str, takes: str) -> Refused:
    return Refused(f"{text.strip()[:20]!r} is not a time", takes, "correct it")


def delay_of(text: str) -> int:
    """Minutes of a delay as typed, with - where it is brought forward."""
    bare = text.strip().replace("−", "-")
    minutes = length_of(bare.removeprefix("-").removeprefix("+"))
    if minutes is None:
        raise Refused("by how much is not given", "", "write minutes")
    return -minutes if bare.startswith("-") else minutes
