"""Text in cells of a terminal: how many it takes, its lines, and bars.

The toolkit measures by the table of a library, in which a vowel sign beside its letter takes no
cell; tmux, xterm and most others give it one, and every column behind it moves. Importing this
module makes the toolkit measure by `saves.safe_text`.
"""

from __future__ import annotations

from collections.abc import Sequence

import rich.cells
from rich.cells import cell_len, set_cell_size

from saves.cells import clusters, text_width
from saves.safe_text import safe

__all__ = ["cell_len", "set_cell_size"]

MOST_LINES = 4
"""Lines of a message."""
FULL, EMPTY = "█", "░"
EIGHTHS = " ▏▎▍▌▋▊▉"
STEPS = "▁▂▃▄▅▆▇█"
STEPS_APART = STEPS[:-1]
"""Of pictures in line below line: a full cell would grow together with the one above it."""
LOW = "▆"
"""A cell of a bar in line below line, that does not grow together with the one above it."""


def _split_graphemes(
    text: str, unicode_version: str = "auto"
) -> tuple[list[rich.cells.CellSpan], int]:
    pieces = clusters(text)
    return pieces, sum(size for _, _, size in pieces)


def _measure() -> None:
    """The toolkit measures as `saves.safe_text` does."""
    rich.cells._cell_len = lambda text, unicode_version: text_width(text)
    rich.cells.split_graphemes = _split_graphemes
    rich.cells.cached_cell_len.cache_clear()


_measure()


def in_lines(text: str, width: int, indent: str = "") -> list[str]:
    """`text`, made safe, broken at blanks into lines of at most `width` terminal cells."""
    lines: list[str] = []
    current = ""
    for word in safe(text, 4000).split():
        while cell_len(indent + word) > width > cell_len(indent):
            # a letter that alone is wider than the line is not cut in two
            piece = set_cell_size(word, width - cell_len(indent)).rstrip() or word[:1]
            if current:
                lines.append(current)
                current = ""
            lines.append(indent + piece)
            word = word[len(piece) :]
        if not current:
            current = (indent if lines else "") + word
        elif cell_len(current) + 1 + cell_len(word) <= width:
            current += " " + word
        else:
            lines.append(current)
            current = indent + word
    return [*lines, current] if current else lines


def wrapped(text: str, width: int, mark: str = " ", most: int = MOST_LINES) -> list[str]:
    """`text` in lines of `width` terminal cells, the first with `mark` before it; cut after
    `most`."""
    room = max(width - 4, 10)
    lines = in_lines(text, room) or [""]
    if len(lines) > most:
        lines = [*lines[: most - 1], in_lines(lines[most - 1], room - 2)[0] + " …"]
    return [f" {mark if row == 0 else ' '} {one}" for row, one in enumerate(lines)]


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


def low_bar(part: float, whole: float, cells: int) -> str:
    """The same as a bar among others below each other, in whole cells."""
    return LOW * (max(round(part * cells / whole), part > 0) if whole > 0 else 0)


def spark(values: Sequence[float], low: float, high: float, steps: str = STEPS) -> str:
    """One cell a value, higher for more; `low` and below is the lowest step."""
    span = max(high - low, 1e-9)
    heights = (int((value - low) / span * len(steps)) for value in values)
    return "".join(steps[min(max(height, 0), len(steps) - 1)] for height in heights)
