"""Cells of CSV files that spreadsheets will open: text that cannot become a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from decimal import Decimal

from saves.safe_text import safe

FORMULA_STARTS = frozenset("=+-@\t\r\uff1d\uff0b\uff0d\uff20")
"""First characters that make a cell a formula (OWASP ASVS 1.2.10), full-width ones too."""

Cell = str | int | Decimal | None


def harmless(text: str) -> str:
    """Foreign text for a cell: a formula gets an apostrophe in front; quoting alone does not
    help. The reader of entry lists takes it off again."""
    cleaned = safe(text, 400)
    return f"'{cleaned}" if {text[:1], cleaned[:1]} & FORMULA_STARTS else cleaned


def unmarked(text: str) -> str:
    """Text as it was before `harmless`."""
    return text[1:] if text[:1] == "'" and text[1:2] in FORMULA_STARTS else text


def csv_text(head: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """A CSV file's text: commas, CR LF, numbers as numbers, every text harmless."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(head)
    for row in rows:
        writer.writerow([_written(cell) for cell in row])
    return out.getvalue()


def _written(cell: Cell) -> str:
    if cell is None:
        return ""
    if isinstance(cell, str):
        return harmless(cell)
    if isinstance(cell, Decimal):
        return f"{cell.normalize():f}"
    return str(cell)
