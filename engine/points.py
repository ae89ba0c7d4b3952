"""Points and counts: exact decimals, and how numbers are written for people."""

from __future__ import annotations

from decimal import Decimal

Points = Decimal

NIL = Decimal(0)
HALF = Decimal("0.5")
ONE = Decimal(1)


def points_text(points: Points) -> str:
    """Points as an arbiter writes them: 2, 2½, ½, 12.35."""
    sign = "-" if points < 0 else ""
    size = abs(points)
    whole = int(size)
    rest = size - whole
    if rest == 0:
        return f"{sign}{whole}"
    if rest == HALF:
        return f"{sign}{whole or ''}½"
    return f"{sign}{size.normalize():f}"


def counted(number: int, what: str) -> str:
    """`1 board`, `2 boards`, `0 boards`."""
    return f"{number} {what}{'' if number == 1 else 's'}"
