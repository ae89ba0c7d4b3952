"""Rounds without acceleration: score levels from the highest down."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

from engine.at_work import at_work
from engine.points import points_named
from formats.ecf.groups import DrawInProgress

TOP_OPENING = "A v B"
BOTTOM_OPENING = "C v D"


def score_levels(table: DrawInProgress, name: Callable[[Decimal], str] = points_named) -> None:
    """Everybody who is left, level by level."""
    groups = table.field.score_groups
    for number, level in enumerate(groups, start=1):
        here = level & table.left
        if here:
            at_work(number, len(groups), here.bit_count())
            table.level(name(table.field.players[here.bit_length() - 1].score), here)


def opening(table: DrawInProgress, *, halves: bool) -> None:
    """Round 1: the whole field as one level, or the top half and the bottom half apart."""
    if not halves:
        score_levels(table)
        return
    top = table.field.top & table.left
    table.level(TOP_OPENING, top, lambda _: 0)
    table.level(BOTTOM_OPENING, table.left, lambda _: 0)
