"""Performance rating: the opponents' average and what the score is worth (FIDE table 8.1a)."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal

_DIFFERENCES = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158,
    166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366,
    383, 401, 422, 444, 470, 501, 538, 589, 677, 800,
)  # fmt: skip
"""Rating difference of a score of 50, 51 … 100 hundredths."""


def difference(share: Decimal) -> int:
    """What a score is worth, by its share of the points, from 0 to 1."""
    hundredths = int((share * 100).quantize(Decimal(1), ROUND_HALF_UP))
    if hundredths < 50:
        return -_DIFFERENCES[50 - hundredths]
    return _DIFFERENCES[hundredths - 50]


def performance(opponents: Sequence[int], score: Decimal) -> int | None:
    """The performance over games against these ratings, one each game; None without any."""
    if not opponents:
        return None
    mean = (Decimal(sum(opponents)) / len(opponents)).quantize(Decimal(1), ROUND_HALF_UP)
    return int(mean) + difference(score / len(opponents))
