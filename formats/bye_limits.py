"""Settings of formats that give byes by request: how many half points, and until when."""

from __future__ import annotations

from pydantic import Field

from formats.rooms import RoomSettings


class ByeSettings(RoomSettings):
    """Limits of half-point byes; beyond them the arbiter is asked."""

    half_byes: int | None = Field(
        default=None, ge=0, le=99, description="most half-point byes of one player (default: any)"
    )
    no_byes_last: int = Field(
        default=0, ge=0, le=99, description="last rounds without half-point byes"
    )
