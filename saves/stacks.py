"""Sheets that are cut into slips or cards: in which order, so that the cut piles are sorted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
SLIPS_ON_A_SHEET = 4


def stacked(things: Sequence[T], on_a_sheet: int) -> list[T | None]:
    """In the order for cutting: the sheets cut as one stack, the piles laid on each other from
    the first place on, are sorted. None where a place stays empty."""
    sheets = -(-len(things) // on_a_sheet)
    places = [sheets * place + sheet for sheet in range(sheets) for place in range(on_a_sheet)]
    return [things[at] if at < len(things) else None for at in places]
