"""A clock that the whole hall can read: figures seven dots high, as large as there is room for."""

from __future__ import annotations

from tui.projector.layout import centred
from tui.terminal.widths import cell_len
from tui.widgets.lines import Line

DOTS = 7
"""Dots of a figure from top to bottom."""
FIGURES = {
    "0": ".###. #...# #...# #...# #...# #...# .###.",
    "1": "..#.. .##.. ..#.. ..#.. ..#.. ..#.. .###.",
    "2": ".###. #...# ....# ...#. ..#.. .#... #####",
    "3": ".###. #...# ....# ..##. ....# #...# .###.",
    "4": "...#. ..##. .#.#. #..#. ##### ...#. ...#.",
    "5": "##### #.... ####. ....# ....# #...# .###.",
    "6": ".###. #.... #.... ####. #...# #...# .###.",
    "7": "##### ....# ...#. ..#.. ..#.. ..#.. ..#..",
    "8": ".###. #...# #...# .###. #...# #...# .###.",
    "9": ".###. #...# #...# .#### ....# ....# .###.",
    ":": ". . # . # . .",
    "-": "... ... ... ### ... ... ...",
}


def figures(text: str, width: int, height: int) -> tuple[Line, ...]:
    """`text` of figures and colons in the middle of `width` cells, dots twice as wide as high
    where there is room for that; in plain letters where there is none. Dots are blanks in reverse:
    one byte each, and no gaps between the lines."""
    drawn = [FIGURES[one].split() for one in text if one in FIGURES]
    rows = [" ".join(one[y] for one in drawn).replace(" ", ".") for y in range(DOTS)]
    across = len(rows[0])
    high = height // DOTS
    wide = min(max(width * 3 // 4, across) // max(across, 1), 2 * high)
    if not across or wide < 1:
        return (centred(text, width, "key"),)
    high = min(high, -(-wide * 2 // 3))
    left = (width - wide * across) // 2
    lines = []
    for row in rows:
        parts = [(" " * left, "plain")]
        for dot in row:
            parts.append((" " * wide, "mark" if dot == "#" else "plain"))
        lines += [Line(tuple(parts))] * high
    return tuple(lines)


def clock_lines(
    text: str, below: str, boards: tuple[int, ...], width: int, height: int
) -> tuple[Line, ...]:
    """The page: figures, what they mean, and the boards that still play, in reverse."""
    called = _called(boards, width)
    shown = figures(text, width - 4, max(height - 3 - 2 * len(called), 1))
    lines: list[Line] = [Line(((" " * 2, "plain"), *one.parts)) for one in shown]
    lines += [Line(), centred(below, width, "key")] if below else []
    for one in called:
        lines += [Line(), one]
    above = max((height - len(lines)) // 2, 0)
    return (*[Line()] * above, *lines)[:height]


def _called(boards: tuple[int, ...], width: int) -> list[Line]:
    """Numbers in reverse, with blanks between them, in the middle of as many lines as they need."""
    lines: list[list[str]] = [[]]
    for board in boards:
        text = f" {board} "
        if sum(cell_len(one) + 2 for one in lines[-1]) + len(text) > width - 2 and lines[-1]:
            lines.append([])
        lines[-1].append(text)
    made = []
    for texts in lines:
        if texts:
            size = sum(len(text) + 2 for text in texts) - 2
            parts = [(" " * max((width - size) // 2, 0), "plain")]
            for at, text in enumerate(texts):
                parts += [("  ", "plain")] if at else []
                parts.append((text, "mark"))
            made.append(Line(tuple(parts)))
    return made
