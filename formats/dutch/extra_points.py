"""More points for pairing, as a setting says them: how many, in which rounds, for whom."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from engine.points import Points

_EXTRA = re.compile(
    r"(\d{1,2}(?:\.\d{1,2})?) (\d{1,2})(?:-(\d{1,2}))? (no)?(\d{1,5})(?:-(\d{1,5}))?"
)


@dataclass(frozen=True, slots=True)
class Extra:
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
    said = _EXTRA.fullmatch(text.strip())
    if said is None:
        raise ValueError("POINTS ROUNDS ENTRIES for each, as 0.5 1-3 no1-20")
    points, first, last, number, low, high = said.groups()
    rounds, entries = (int(first), int(last or first)), (int(low), int(high or low))
    return Extra(Decimal(points), *rounds, *entries, numbered=bool(number))
