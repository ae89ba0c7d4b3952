"""The round clock on the disk: what is put off stays one that can be read."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from engine.refusal import Refused
from saves.round_clock import LONGEST, RoundClock, read_clock, write_clock
from tui.projector.timing import start_time

TWO = datetime(2026, 3, 7, 14, tzinfo=UTC)


def test_before_the_start_that_is_put_off_and_after_it_the_end() -> None:
    clock = RoundClock(3, TWO, 120)
    later = clock.delayed(15, TWO - timedelta(minutes=5))
    assert (later.starts, later.minutes) == (TWO + timedelta(minutes=15), 120)
    longer = clock.delayed(15, TWO + timedelta(minutes=5))
    assert (longer.starts, longer.minutes) == (TWO, 135)
    assert clock.delayed(-130, TWO).minutes == 0, "over, not below nothing"
    with pytest.raises(Refused, match="no round length is given"):
        RoundClock(3, TWO).delayed(15, TWO)


def test_a_round_that_is_put_off_again_and_again_keeps_a_length_that_can_be_read(
    tmp_path: Path,
) -> None:
    clock = RoundClock(3, TWO, LONGEST - 10)
    for _ in range(3):
        clock = clock.delayed(15, TWO)
    write_clock(tmp_path, clock)
    read = read_clock(tmp_path)
    assert read is not None
    assert read.minutes == LONGEST


@pytest.mark.parametrize(
    ("now", "typed", "starts"),
    [
        ("2026-02-28 14:05", "14:00", "2026-02-28 14:00"),
        ("2026-02-28 14:05", "14:15", "2026-02-28 14:15"),
        ("2026-02-28 23:50", "0:10", "2026-03-01 00:10"),
        ("2026-02-28 14:05", "10", "2026-02-28 14:15"),
    ],
)
def test_a_time_that_is_past_is_of_this_day_unless_that_is_nearly_over(
    now: str, typed: str, starts: str
) -> None:
    """Play began at 14:00 and the clock is set at 14:05: five minutes are gone."""
    assert start_time(typed, datetime.fromisoformat(now)) == datetime.fromisoformat(starts)
