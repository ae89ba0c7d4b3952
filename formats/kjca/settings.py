"""The settings of KJCA Swiss."""

from __future__ import annotations

from typing import Literal, cast

from pydantic import Field as Knob

from engine.event import Event
from formats.bye_limits import ByeSettings

Tie = Literal["school", "club", "family"]


class KjcaSettings(ByeSettings):
    """Every knob of the format."""

    avoid: tuple[Tie, ...] | None = Knob(
        default=None,
        description="what rule 8 looks at: school, club, family (default: what the entries carry)",
    )
    avoid_round1: bool = Knob(default=False, description="rule 8 in round 1 too")
    avoid_cost: int = Knob(
        default=2, ge=0, le=20, description="boards that may be altered for a game avoided"
    )


def settings_of(event: Event) -> KjcaSettings:
    """The event's settings as this format's own."""
    return cast(KjcaSettings, event.settings)
