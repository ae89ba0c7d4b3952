"""Bars and sparklines in cells of text."""

from __future__ import annotations

from collections.abc import Sequence

FULL, EMPTY = "█", "░"
EIGHTHS = " ▏▎▍▌▋▊▉"
STEPS = "▁▂▃▄▅▆▇█"
STEPS_APART = STEPS[:-1]
"""Of pictures in line below line: a full cell would grow together with the one above it."""


def bar(part: float, whole: float, cells: int) -> str:
    """`part` of `whole` in so many cells, to the eighth of a cell: `███▌░░`. Full only where all
    is there, and never empty where something is."""
    if whole <= 0 or cells <= 0:
        return EMPTY * max(cells, 0)
    most = cells * 8
    eighths = min(max(int(part * most / whole), 0), most)
    if part > 0:
        eighths = max(eighths, 1)
    full, rest = divmod(eighths, 8)
    text = FULL * full + (EIGHTHS[rest] if rest else "")
    return text + EMPTY * (cells - len(text))


LOW = "▆"
"""A cell of a bar in line below line, that does not grow together with the one above it."""


def low_bar(part: float, whole: float, cells: int) -> str:
    """The same as a bar among others below each other, in whole cells."""
    return LOW * (max(round(part * cells / whole), part > 0) if whole > 0 else 0)


def spark(values: Sequence[float], low: float, high: float, steps: str = STEPS) -> str:
    """One cell a value, higher for more; `low` and below is the lowest step."""
    span = max(high - low, 1e-9)
    heights = (int((value - low) / span * len(steps)) for value in values)
    return "".join(steps[min(max(height, 0), len(steps) - 1)] for height in heights)
