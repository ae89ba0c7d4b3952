"""The score that a team enters the Swiss repechage with (Appendix 2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Literal

from engine.bridge import half_up

ROUND_AVERAGE = Decimal(10)
"""Victory points of a tied match: what a round is worth to who could not play it."""


@dataclass(frozen=True, slots=True)
class DropInRule:
    """A row of Appendix 2: the greater of the columns A and B.

    Column A is a percentage of LS, the score of the leader of the Swiss. Column B is LS less
    something, or points that do not depend on it (`fixed`).
    """

    percent: int
    less: Decimal = Decimal(0)
    fixed: Decimal | None = None

    def columns(self, leader: Decimal) -> tuple[Fraction, Fraction]:
        """A and B, exact."""
        a = Fraction(leader) * self.percent / 100
        b = self.fixed if self.fixed is not None else leader - self.less
        return a, Fraction(b)


APPENDIX_2: Mapping[int, DropInRule] = {
    2: DropInRule(40, fixed=Decimal(10)),
    3: DropInRule(80, less=Decimal("6.0")),
    4: DropInRule(85, less=Decimal("4.5")),
    5: DropInRule(90, less=Decimal("3.0")),
    6: DropInRule(95, less=Decimal("1.5")),
    7: DropInRule(100),
}
"""By the Swiss round that is entered. Nobody drops in for round 8."""


@dataclass(frozen=True, slots=True)
class DropInScore:
    """The victory points of those who enter for a round, and what they were worked out from.

    `leader` is LS, None until a Swiss match has been played; `column` is the greater of the two.
    `given` is what stands since the round was drawn, where a correction has changed the others.
    """

    round: int
    by_rule: Decimal
    leader: Decimal | None = None
    column: Literal["", "A", "B"] = ""
    settled: Decimal | None = None

    @property
    def points(self) -> Decimal:
        """What the teams have."""
        return self.by_rule if self.settled is None else self.settled


def drop_in_score(round: int, leader: Decimal | None) -> DropInScore:
    """The score for Swiss round 2 to 7, rounded half up to 0.01.

    `leader` is LS, None until a Swiss match has been played: 10 for each round already gone.
    """
    if leader is None:
        return DropInScore(round, ROUND_AVERAGE * (round - 1))
    a, b = APPENDIX_2[round].columns(leader)
    return DropInScore(round, half_up(max(a, b)), leader, "A" if a >= b else "B")
