"""The settings of the double knockout with Swiss repechage."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Literal, cast

from engine.entrants import Entrant
from engine.event import Event
from engine.phrases import phrase
from formats.gnot.calendar import HALVES, half_name
from formats.settings import FormatSettings, SomePoints, knob

LEAST, MOST = 16, 32


class GnotSettings(FormatSettings):
    """Settings of the format; the timetable is fixed."""

    round_word = "session"

    rounds: int = knob(
        default=HALVES, ge=HALVES, le=HALVES, description="half-sessions, two an evening"
    )
    bye_points: SomePoints = knob(default=Decimal(0), description="nobody scores by a bye")
    tiebreaks: tuple[str, ...] = knob(default=(), description="the Swiss has rules of its own")
    layout_27: Literal["27a", "27b"] = knob(
        default="27a", description="the layout for 27 teams, of the two that are printed"
    )

    def board_word(self, entrants: Sequence[Entrant]) -> str:
        """Boards are what a match is played over."""
        return phrase("table")

    @classmethod
    def round_name(cls, number: int) -> str:
        """`session 2.1`."""
        return phrase("session {number}", number=cls.round_label(number))

    @classmethod
    def round_file(cls, number: int) -> str:
        """`session-2-1`."""
        return f"session-{cls.round_label(number).replace('.', '-')}"

    @staticmethod
    def round_label(number: int) -> str:
        """Half-sessions are called by their session: `session 2.1` is round 3."""
        return half_name(number)


def settings_of(event: Event) -> GnotSettings:
    """The event's settings by their own type."""
    return cast(GnotSettings, event.settings)
