"""The settings of the Dutch system, and how one of them describes extra points for pairing: how
many, in which rounds, for whom."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Literal, NamedTuple, cast

from engine.event import Event
from engine.points import Points
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
        description="start numbers of players of equal rating and title (age: the older first)",
    )

    @classmethod
    @checks("extra_points")
    def _readable(cls, given: tuple[str, ...]) -> tuple[str, ...]:
        for text in given:
            parse_extra(text)
        return given


def settings_of(event: Event) -> DutchSettings:
    """The event's settings as this format's own."""
    return cast(DutchSettings, event.settings)


_EXTRA = r"(\d{1,2}(?:\.\d{1,2})?) (\d{1,2})(?:-(\d{1,2}))? (no)?(\d{1,5})(?:-(\d{1,5}))?"


class Extra(NamedTuple):
    """Points for entries `low` to `high`, by Id or by start number, in rounds `first` to `last`."""

    points: Points
    first: int
    last: int
    low: int
    high: int
    numbered: bool = False


def parse_extra(text: str) -> Extra:
    """`0.5 1-3 no1-20`: half a point in rounds 1 to 3 for the start numbers 1 to 20; `1-20` alone
    are Ids; ValueError else."""
    said = re.fullmatch(_EXTRA, text.strip())
    if said is None:
        raise ValueError("POINTS ROUNDS ENTRIES for each, as 0.5 1-3 no1-20")
    points, first, last, number, low, high = said.groups()
    rounds, entries = (int(first), int(last or first)), (int(low), int(high or low))
    return Extra(Decimal(points), *rounds, *entries, numbered=bool(number))
