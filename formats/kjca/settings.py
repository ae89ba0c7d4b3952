"""The settings of KJCA Swiss."""

from __future__ import annotations

from typing import Any, Literal, cast

from engine.event import Event
from formats.bye_limits import ByeSettings
from formats.settings import checks, knob

Tie = Literal["school", "club", "family"]


class KjcaSettings(ByeSettings):
    """Every knob of the format."""

    avoid: tuple[Tie, ...] | None = knob(
        default=None,
        description="who is kept apart: players of one school, club, family, or none "
        "(rule 8; default: what the entries carry)",
    )
    avoid_round1: bool = knob(
        default=False, description="players of one school, club or family in round 1 too"
    )
    avoid_cost: int = knob(
        default=2,
        ge=0,
        le=20,
        description="boards that may change to avoid one game of two who are kept apart (rule 8)",
    )

    @classmethod
    @checks("avoid", before=True)
    def _none(cls, given: Any) -> Any:
        """`none`: rule 8 is off."""
        return () if given in ("none", ["none"], ("none",)) else given


def settings_of(event: Event) -> KjcaSettings:
    """The event's settings as this format's own."""
    return cast(KjcaSettings, event.settings)
