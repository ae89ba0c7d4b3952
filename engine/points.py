"""Points and counts: exact decimals, and how numbers are written for people."""

from __future__ import annotations

from collections.abc import Iterable
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


def points_named(points: Points, unit: str = "point") -> str:
    """`½ point`, `1 point`, `2½ points`, `0 points`: the name of a score group."""
    return f"{points_text(points)} {unit}{'' if points in (HALF, ONE) else 's'}"


def column_texts(values: Iterable[Points | None]) -> list[str]:
    """A column of figures with one number of decimals: two for all if one is not a multiple of a
    half (89.30 beside 89.25), else as points are written; empty for None."""
    column = list(values)
    fine = any(value is not None and value * 2 % 1 for value in column)
    return [
        "" if value is None else f"{value:.2f}" if fine else points_text(value) for value in column
    ]


def counted(number: int, unit: str, many: str = "") -> str:
    """`1 board`, `2 boards`, `0 boards`; `many` where there is more to it than an s: `entries`."""
    return f"{number} {unit if number == 1 else many or f'{unit}s'}"


def as_number(points: Decimal) -> int | float:
    """Points as a JSON or TOML number: 2, 2.5, 12.35."""
    return int(points) if points == points.to_integral_value() else float(points)
