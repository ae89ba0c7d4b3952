"""The settings of the Swiss team pairing system."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Literal, cast

from engine.event import Event
from engine.points import HALF
from formats.settings import WINDOW, ByeSettings, SomePoints, knob
from formats.teams import TeamSettings


class TeamSwissSettings(TeamSettings, ByeSettings):
    """Every knob of the format. By default the bye is worth a drawn match (1.4)."""

    rounds: int = knob(default=7, ge=1, le=99, description="number of rounds")
    correction_window: int = knob(default=2, ge=0, le=99, description=WINDOW)
    tiebreaks: tuple[str, ...] = knob(
        default=("MPvGP", "EDE", "EMGSB/C1", "BH/C1"),
        description="tie-breaks after match points (or game points), in order (codes of FIDE C.07)",
    )
    bye_points: SomePoints = knob(default=Decimal(1), description="match points for the bye")
    bye_game_points: SomePoints | None = knob(  # type: ignore[assignment]
        default=None, description="game points for the bye (default: half of the boards)"
    )
    colour_preferences: Literal["A", "B", "none"] = knob(
        default="A", description="colour preferences of teams: type A, type B, or none"
    )
    secondary_colours: bool = knob(
        default=True,
        description="whether of teams with equal points the other points (game or match points) "
        "say whose colour goes first",
    )
    initial_colour: Literal["lot", "white", "black"] = knob(
        default="lot", description="colour of the first team in round 1"
    )
    acceleration: Literal["none", "baku"] = knob(
        default="none", description="match points added for pairing in the first rounds"
    )

    def faults(self) -> Iterator[tuple[str, str]]:
        """Virtual points are match points, so game points as primary score have none (C.04.7)."""
        if self.acceleration == "baku" and self.by_games:
            reason = "Baku acceleration is of match points (C.04.7, 1.4.4)"
            yield "acceleration", f"none: {reason}"
            yield "primary", f"match: {reason}"

    @property
    def bye_scores(self) -> tuple[Decimal, Decimal]:
        """Match points and game points of the bye."""
        games = self.bye_game_points
        return self.bye_points, self.boards * HALF if games is None else games


def team_swiss_settings(event: Event) -> TeamSwissSettings:
    """The event's settings as this format's own."""
    return cast(TeamSwissSettings, event.settings)
