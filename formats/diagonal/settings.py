"""What an arbiter can set in the diagonal tournament."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Any

from pydantic import Field, model_validator

from formats.diagonal.rings import LARGEST_RING
from formats.diagonal.setup import SMALLEST_ROW
from formats.settings import FormatSettings, SomePoints

MOST_ROUNDS = 99
Losses = Annotated[Decimal, Field(max_digits=4, decimal_places=2)]


class DiagonalSettings(FormatSettings):
    """Settings of the diagonal."""

    rounds: int = Field(
        default=MOST_ROUNDS, ge=MOST_ROUNDS, le=MOST_ROUNDS,
        description="as many as it takes: max_rounds ends it sooner",
    )  # fmt: skip
    bye_points: SomePoints = Field(default=Decimal(0), description="nobody has a bye")
    tiebreaks: tuple[str, ...] = Field(default=(), description="the winner has rules of his own")
    max_losses: Losses = Field(
        default=Decimal(4), ge=Decimal("0.5"), le=99,
        description="who has lost so many games is out",
    )  # fmt: skip
    draw_losses: Losses = Field(
        default=Decimal("0.5"), ge=0, le=1,
        description="what a drawn game counts as a loss to each; 0 needs max_rounds",
    )  # fmt: skip
    max_rounds: int | None = Field(
        default=None, ge=1, le=MOST_ROUNDS,
        description="after so many the fewest losses win; empty: until one is left",
    )  # fmt: skip
    ring_below: int = Field(
        default=SMALLEST_ROW, ge=SMALLEST_ROW, le=LARGEST_RING + 1,
        description="fewer players than this play in a ring",
    )  # fmt: skip

    @model_validator(mode="after")
    def _ends(self) -> DiagonalSettings:
        if not self.draw_losses and self.max_rounds is None:
            raise ValueError("over 0 unless max_rounds is set: drawn games would never end it")
        return self

    @property
    def chosen(self) -> dict[str, Any]:
        """The number of rounds is no choice."""
        return self.model_dump(exclude_defaults=True, exclude={"rounds"})
