"""Texts broken into lines of a width."""

from __future__ import annotations

from tui.screens.columns import in_lines

MOST_LINES = 4


def wrapped(text: str, width: int, mark: str = " ", most: int = MOST_LINES) -> list[str]:
    """`text` in lines of `width` terminal cells, the first with `mark` before it; cut after
    `most`."""
    room = max(width - 4, 10)
    lines = in_lines(text, room) or [""]
    if len(lines) > most:
        lines = [*lines[: most - 1], in_lines(lines[most - 1], room - 2)[0] + " …"]
    return [f" {mark if row == 0 else ' '} {one}" for row, one in enumerate(lines)]
