"""Texts broken into lines of a width."""

from __future__ import annotations

from textwrap import wrap

MOST_LINES = 4


def wrapped(text: str, width: int, mark: str = " ", most: int = MOST_LINES) -> list[str]:
    """`text` in lines of `width` cells, the first with `mark` before it; cut after `most`."""
    lines = wrap(text, max(width - 4, 10)) or [""]
    if len(lines) > most:
        lines = [*lines[: most - 1], lines[most - 1] + " …"]
    return [f" {mark if row == 0 else ' '} {one}" for row, one in enumerate(lines)]
