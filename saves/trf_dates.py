"""Line 132: the dates of the rounds, each above the column of its round's result."""

from __future__ import annotations

import re

from saves.trf_lines import BLOCK, FIRST_ROUND

NO_DATE = "-"
"""In a list of dates a round that has none."""
_DATE = re.compile(r"(?:\d\d)?(\d\d)[-/.](\d\d)[-/.](\d\d)")
_AT = FIRST_ROUND - 4
"""Behind code and blank: where the line's text begins to count."""


def dates_in_columns(text: str) -> str:
    """The text of the line for dates `25/09/01 - 25/09/08`: columns 92-99, 102-109 …, in two
    figures for the year. What is no list of dates stays as it is."""
    dates = [_DATE.fullmatch(word) for word in text.split()]
    words = text.split()
    if not any(dates) or any(d is None and w != NO_DATE for d, w in zip(dates, words, strict=True)):
        return text
    cells = ["/".join(date.groups()) if date else "" for date in dates]
    return " " * _AT + "".join(f"{cell:{BLOCK}}" for cell in cells).rstrip()


def dates_of(text: str) -> str | None:
    """The dates of a line's text, `25/09/01 - 25/09/08`; None where its columns hold none."""
    cells = text[_AT:].rstrip()
    if text[:_AT].strip() or not cells:
        return None
    blocks = [cells[at : at + BLOCK].strip() for at in range(0, len(cells), BLOCK)]
    if not all(not block or _DATE.fullmatch(block) for block in blocks):
        return None
    return " ".join(block or NO_DATE for block in blocks)
