"""The settings of a league."""

from __future__ import annotations

from typing import Literal, cast

from pydantic import Field

from engine.event import Event
from formats.team_round_robin import TeamRoundRobinSettings


class LeagueSettings(TeamRoundRobinSettings):
    """Those of the round robin of teams, which every division is, and of the season."""

    divisions: tuple[str, ...] = Field(
        default=(),
        description="the divisions from the top, by their names in the entry list; "
        "empty: in the order of their names",
    )
    promoted: int = Field(
        default=0, ge=0, le=20, description="places of a division that are promoted"
    )
    relegated: int = Field(
        default=0, ge=0, le=20, description="places of a division that are relegated"
    )
    home_white: Literal["odd", "even"] = Field(
        default="odd", description="boards on which the home team has White"
    )


def league_settings(event: Event) -> LeagueSettings:
    """The format's own settings."""
    return cast(LeagueSettings, event.settings)
