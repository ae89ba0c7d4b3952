"""The settings of the Dutch system."""

from __future__ import annotations

from typing import Literal, cast

from engine.event import Event
from formats.settings import WINDOW, ByeSettings, checks, knob


class DutchSettings(ByeSettings):
    """Every knob of the format."""

    rounds: int = knob(default=9, ge=1, le=99, description="number of rounds")
    correction_window: int = knob(default=2, ge=0, le=99, description=WINDOW)
    initial_colour: Literal["lot", "white", "black"] = knob(
        default="lot", description="colour of the first player in round 1"
    )
    acceleration: Literal["none", "baku"] = knob(
        default="none", description="points added for pairing in the first rounds"
    )
    extra_points: tuple[str, ...] = knob(
        default=(),
        description="more points for pairing: POINTS ROUNDS ENTRIES each; 0.5 1-3 no1-20 by start "
        "number, 0.5 1-3 1-20 by Id",
    )

    equal_order: Literal["name", "age", "entry", "lot"] = knob(
        default="name",
        description="start numbers of players of equal rating and title: by name, age (the older "
        "first), order of entry, or lot",
    )

    @classmethod
    @checks("extra_points")
    def _readable(cls, given: tuple[str, ...]) -> tuple[str, ...]:
        from formats.dutch.extra_points import parse_extra

        for text in given:
            parse_extra(text)
        return given


def settings_of(event: Event) -> DutchSettings:
    """The event's settings as this format's own."""
    return cast(DutchSettings, event.settings)
