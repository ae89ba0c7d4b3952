"""Text in cells of a terminal: how many it takes, cut to them, in lines of them, and bars.

Terminals agree on nearly every letter. Where they do not (vowel signs beside their letter, joined
letters, emoji of several parts) this is the most that any of them takes, so that the text
after it never covers it; `tui.terminal.app` then moves the cursor to where the text ends here.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from saves.safe_text import safe

COLOURED = "\ufe0f"
"""Variation selector 16 asks for the coloured picture of the sign before it, two cells wide."""

_WIDER = dict.fromkeys(
    [0x302E, 0x302F, 0x16FF0, 0x16FF1, 0x3164, *range(0x1F3FB, 0x1F400), *range(0x3248, 0x3250)], 2
) | {0xFFA0: 1}
"""Characters to which many terminals give more cells than the library's table does: tone marks,
fillers, skin colours, ringed numbers."""
MOST_LINES = 4
"""Lines of a message."""
FULL, EMPTY = "█", "░"
EIGHTHS = " ▏▎▍▌▋▊▉"
STEPS = "▁▂▃▄▅▆▇█"
STEPS_APART = STEPS[:-1]
"""Of pictures in line below line: a full cell would grow together with the one above it."""
LOW = "▆"
"""A cell of a bar in line below line, that does not grow together with the one above it."""


@lru_cache(maxsize=4096)
def character_width(character: str) -> int:
    """Cells of one character by itself: 0, 1 or 2."""
    from rich.cells import get_character_cell_size

    wider = _WIDER.get(ord(character))
    if wider is not None:
        return wider
    if unicodedata.category(character) == "Mc":
        return 1
    return get_character_cell_size(character, "latest")


def clusters(text: str) -> list[tuple[int, int, int]]:
    """The text in pieces that are never cut, a letter with its marks: (start, end, cells)
    of each."""
    pieces: list[tuple[int, int, int]] = []
    for at, character in enumerate(text):
        size = character_width(character)
        if pieces and (size == 0 or character == COLOURED):
            start, _, before = pieces[-1]
            coloured = character == COLOURED and before == 1 and not text[at - 1].isalpha()
            pieces[-1] = (start, at + 1, before + coloured)
        else:
            pieces.append((at, at + 1, size))
    return pieces


@lru_cache(maxsize=4096)
def text_width(text: str) -> int:
    """Cells of a text."""
    if text.isascii():
        return len(text)
    if COLOURED in text:
        return sum(cells for _, _, cells in clusters(text))
    return sum(map(character_width, text))


def to_width(text: str, cells: int) -> str:
    """A text cut, or filled with blanks, to exactly so many cells: a wide letter that would be cut
    in two is replaced by a blank."""
    width = text_width(text)
    if width <= cells:
        return text + " " * (cells - width)
    kept = used = 0
    for _, end, size in clusters(text) if cells > 0 else ():
        if used + size > cells:
            break
        kept, used = end, used + size
    return text[:kept] + " " * max(cells - used, 0)


def in_lines(text: str, width: int, indent: str = "") -> list[str]:
    """`text`, made safe, broken at blanks into lines of at most `width` terminal cells."""
    lines: list[str] = []
    current = ""
    for word in safe(text, 4000).split():
        while text_width(indent + word) > width > text_width(indent):
            # a letter that alone is wider than the line is not cut in two
            piece = to_width(word, width - text_width(indent)).rstrip() or word[:1]
            if current:
                lines.append(current)
                current = ""
            lines.append(indent + piece)
            word = word[len(piece) :]
        if not current:
            current = (indent if lines else "") + word
        elif text_width(current) + 1 + text_width(word) <= width:
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
