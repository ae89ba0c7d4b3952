"""Points added for pairing, as TRF files say them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal
from itertools import groupby
from typing import NamedTuple

from engine.points import Points
from engine.refusal import Refused


class Stretch(NamedTuple):
    """Points added in rounds `first` to `last` for the numbers `low` to `high`."""

    points: Points
    first: int
    last: int
    low: int
    high: int


def stretches(rows: Iterable[tuple[int, tuple[Points, ...]]]) -> Iterator[Stretch]:
    """Additions by number as few stretches: neighbours with the same additions are one."""
    ordered = sorted(rows)
    # numbers that follow one another keep their distance to the place in the list
    keyed = ((number - place, points, number) for place, (number, points) in enumerate(ordered))
    for (_, points), group in groupby(keyed, key=lambda row: row[:2]):
        numbers = [number for _, _, number in group]
        for amount, first, last in _runs(points):
            yield Stretch(amount, first, last, numbers[0], numbers[-1])


def _runs(points: tuple[Points, ...]) -> Iterator[tuple[Points, int, int]]:
    """(points, first round, last round) of every run of the same addition."""
    start = 1
    for amount, group in groupby(points):
        stop = start + len(list(group))
        if amount:
            yield amount, start, stop - 1
        start = stop


def added_lines16(rows: Iterable[tuple[int, tuple[Points, ...]]]) -> Iterator[str]:
    """XXA: start number in 5-8, the points for round r from column 10 + 5 (r - 1)."""
    for number, points in sorted(rows):
        cells = "".join(f" {_four_columns(amount)}" for amount in points)
        yield f"XXA {number:>4}{cells}"


def added_lines26(
    rows: Iterable[tuple[int, tuple[Points, ...]]], match_points: bool = False
) -> Iterator[str]:
    """250: match points of teams 5-8, points 10-13, rounds 15-17 to 19-21, numbers 23-26 to
    28-31."""
    for s in stretches(rows):
        amount = _four_columns(s.points).replace(" ", "0")
        columns = f"{amount} {'':4}" if match_points else f"{'':4} {amount}"
        yield f"250 {columns} {s.first:03} {s.last:03} {s.low:04} {s.high:04}"


def _four_columns(points: Decimal) -> str:
    text = f"{points:.1f}" if points == points.quantize(Decimal("0.1")) else f"{points:f}"
    if len(text) > 4:
        why = "it has four columns for them"
        raise Refused(f"{points} added points do not fit into TRF", why, "export as csv")
    return f"{text:>4}"
