"""The settings of the diagonal tournament."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Annotated, Any, ClassVar

from formats.diagonal.setup import LARGEST_RING, SMALLEST_ROW
from formats.settings import MOST_ROUNDS, FormatSettings, Knob, SomePoints, checks, knob

Losses = Annotated[Decimal, Knob(limits={"max_digits": 4, "decimal_places": 2})]


class DiagonalSettings(FormatSettings):
    """Settings of the diagonal."""

    not_chosen: ClassVar[frozenset[str]] = frozenset({"rounds"})

    rounds: int = knob(
        default=MOST_ROUNDS, ge=MOST_ROUNDS, le=MOST_ROUNDS,
        description="as many as it takes: max_rounds ends it sooner",
    )  # fmt: skip
    bye_points: SomePoints = knob(default=Decimal(0), description="nobody has a bye")
    tiebreaks: tuple[str, ...] = knob(default=(), description="the winner has rules of his own")
    max_losses: Losses = knob(
        default=Decimal(4), ge=Decimal("0.5"), le=99,
        description="who has lost so many games is out",
    )  # fmt: skip
    draw_losses: Losses = knob(
        default=Decimal("0.5"), ge=0, le=1,
        description="what a drawn game counts as a loss to each; 0 needs max_rounds",
    )  # fmt: skip
    max_rounds: int | None = knob(
        default=None, ge=1, le=MOST_ROUNDS,
        description="after so many the fewest losses win; empty: until one is left",
    )  # fmt: skip
    ring_below: int = knob(
        default=SMALLEST_ROW, ge=SMALLEST_ROW, le=LARGEST_RING + 1,
        description="fewer players than this play in a ring",
    )  # fmt: skip

    @classmethod
    @checks("max_rounds", before=True)
    def _uncapped(cls, given: Any) -> Any:
        return None if given == "" else given

    def faults(self) -> Iterator[tuple[str, str]]:
        """Drawn games alone must end it too."""
        if not self.draw_losses and self.max_rounds is None:
            yield "draw_losses", "over 0 unless max_rounds is set: drawn games would never end it"
