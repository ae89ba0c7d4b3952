"""The ratings of a divided field as a row of bars, with the boundaries of its parts between."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise

from engine.event import Event
from engine.protocol import Divided
from saves.safe_text import shortened
from tui.screens.columns import cell
from tui.terminal.cells import STEPS, cell_len
from tui.widgets.lines import Line, line

SPANS = (10, 20, 25, 50, 100, 200, 500, 1000)
"""Ratings that one bar may count."""
BAR = 2
"""Cells of a bar."""
LINE, CHOSEN = "│", "┃"


@dataclass(frozen=True, slots=True)
class _Strip:
    """From the left: how many have a rating of each bar, and behind which bar each part ends."""

    counts: tuple[int, ...]
    ends: tuple[int, ...]
    top: int
    bottom: int


def rating_strip(
    event: Event, divided: Divided, width: int, selected: int | None = None, high: int = 3
) -> list[Line]:
    """Bars of `high` rows, the highest ratings at the left. `selected` is the boundary below that
    part. Nothing where the parts are not by rating, or have no room."""
    strip = _strip(event, divided, width)
    if strip is None:
        return []
    most = max(strip.counts)
    lines = [
        _row(strip, selected, [_bar(count, row, most, high) for count in strip.counts])
        for row in reversed(range(high))
    ]
    names, first = "", 0
    for part, end in zip(divided.parts, strip.ends, strict=True):
        room = (end - first) * BAR
        label = shortened(part.label or part.name, 20)
        names += cell(label if cell_len(label) <= room else "", room) + " "
        first = end
    unrated = sum(not e.rating for e in event.entrants)
    lowest = str(strip.bottom)
    none = f"  and {unrated} unrated" if unrated else ""
    end = min(len(names) + 1 + len(none), width)  # so far to the left that all of it has room
    scale = cell(f" {strip.top}", end - len(lowest + none)) + lowest + none
    return [
        *lines,
        line(cell(f" {names}", width), "strong"),
        line(cell(scale, width), "dim"),
    ]


def _strip(event: Event, divided: Divided, width: int) -> _Strip | None:
    ratings = [
        [r for id in part.entrants if (r := event.entrant(id).rating)] for part in divided.parts
    ]
    if len(ratings) < 2 or not all(ratings[:-1]) or not any(ratings):
        return None
    rated = [part for part in ratings if part]
    if any(min(a) < max(b) for a, b in pairwise(rated)):
        return None
    top, bottom = max(rated[0]), min(rated[-1])
    room = (width - 2 - len(ratings)) // BAR
    span = next((s for s in SPANS if top // s - bottom // s < room), None)
    if span is None:
        return None
    bars = Counter(top // span - r // span for part in rated for r in part)
    count = top // span - bottom // span + 1
    ends = [top // span - min(part) // span + 1 for part in rated[:-1]]
    ends += [count] * (len(ratings) - len(ends))
    return _Strip(tuple(bars[at] for at in range(count)), tuple(ends), top, bottom)


def _bar(count: int, row: int, most: int, high: int) -> str:
    eighths = -(-count * high * len(STEPS) // most) - row * len(STEPS)
    return " " if eighths <= 0 else STEPS[min(eighths, len(STEPS)) - 1]


def _row(strip: _Strip, selected: int | None, bars: list[str]) -> Line:
    """A row of all bars; behind the last bar of each part but the last its boundary."""
    parts: list[tuple[str, str]] = [(" ", "plain")]
    first = 0
    for at, end in enumerate(strip.ends):
        parts.append(("".join(bar * BAR for bar in bars[first:end]), "accent"))
        if at < len(strip.ends) - 1:
            chosen = at == selected
            parts.append((CHOSEN if chosen else LINE, "attention" if chosen else "dim"))
        first = end
    return Line(tuple(parts))
