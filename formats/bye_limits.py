"""Settings of formats that give byes by request: how many half points, and until when."""

from __future__ import annotations

from formats.rooms import RoomSettings
from formats.settings import knob


class ByeSettings(RoomSettings):
    """Limits of half-point byes; beyond them the arbiter is asked."""

    half_byes: int | None = knob(
        default=None, ge=0, le=99, description="most half-point byes of one player (default: any)"
    )
    no_byes_last: int = knob(
        default=0, ge=0, le=99, description="last rounds without half-point byes"
    )
