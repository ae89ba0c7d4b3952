"""The settings of the English Swiss."""

from __future__ import annotations

from typing import Literal, cast

from pydantic import Field as Knob

from engine.event import Event
from formats.bye_limits import ByeSettings

FEWEST_ACCELERATED = 3
"""Rounds of acceleration where their number is fixed."""
PLAIN_ROUNDS = 2
"""Rounds at the end that are never accelerated."""


class EcfSettings(ByeSettings):
    """Every knob of the format."""

    rounds: int = Knob(default=5, ge=1, le=99, description="number of rounds")
    pairing: Literal["graded", "seeded"] = Knob(
        default="graded", description="who meets whom in a level: graded or seeded"
    )
    acceleration: Literal["none", "basic", "advanced"] = Knob(
        default="none", description="acceleration: none, basic or advanced"
    )
    acceleration_rounds: int | None = Knob(
        default=None,
        ge=FEWEST_ACCELERATED,
        le=99 - PLAIN_ROUNDS,
        description="accelerated rounds, at most rounds - 2 (default: until it has done its work)",
    )

    @property
    def accelerated(self) -> bool:
        """Whether any acceleration is chosen."""
        return self.acceleration != "none"


def settings_of(event: Event) -> EcfSettings:
    """The event's settings as this format's own."""
    return cast(EcfSettings, event.settings)
