"""The order of the entry list: grade, title, name."""

from __future__ import annotations

from collections.abc import Iterable

from engine.alphabet import fold
from engine.entrants import Entrant

TITLES = ("GM", "WGM", "IM", "WIM", "FM", "WFM")
"""Titles that order players of equal grade, from the highest."""


def grade_order(entrants: Iterable[Entrant]) -> list[Entrant]:
    """By grade (a player without an estimate last), title, name, entry number."""
    return sorted(entrants, key=_key)


def _key(entrant: Entrant) -> tuple[int, int, str, str, int]:
    title = TITLES.index(entrant.title) if entrant.title in TITLES else len(TITLES)
    return (-(entrant.rating or 0), title, fold(entrant.name), entrant.name, int(entrant.id))


def lowest_grade(entrants: Iterable[Entrant]) -> int:
    """What counts for a player whom nobody has estimated: the lowest grade of the entry list."""
    return min((e.rating for e in entrants if e.rating), default=0)
