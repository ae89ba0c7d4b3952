"""The settings of a league."""

from __future__ import annotations

from typing import Literal, cast

from engine.event import Event
from formats.settings import knob
from formats.team_round_robin import TeamRoundRobinSettings


class LeagueSettings(TeamRoundRobinSettings):
    """Those of the round robin of teams, which every division is, and of the season."""

    divisions: tuple[str, ...] = knob(
        default=(),
        description="the divisions from the top, by their names in the entry list; "
        "empty: in the order of their names",
    )
    promoted: int = knob(
        default=0, ge=0, le=20, description="places of a division that are promoted"
    )
    relegated: int = knob(
        default=0, ge=0, le=20, description="places of a division that are relegated"
    )
    home_white: Literal["odd", "even"] = knob(
        default="odd", description="boards on which the home team has White"
    )


def league_settings(event: Event) -> LeagueSettings:
    """The format's own settings."""
    return cast(LeagueSettings, event.settings)
