"""What a format would mean for the entries: the round drawn in memory, and its figures."""

from __future__ import annotations

import pytest

from engine.actions import CreateEvent, ImportEntrants
from engine.entrants import Entrant
from engine.next_draw import format_outlook
from formats.registry import format_named


def outlook(name: str, ratings: list[int | None]):
    format = format_named(name)
    event = CreateEvent("Open", name, {}, 1).begin(format)
    entrants = tuple(Entrant("", f"P{n}, A", rating=r) for n, r in enumerate(ratings))
    return format_outlook(ImportEntrants(entrants, insist=True).apply(event, format), format)


def test_halves_of_a_swiss_are_counted() -> None:
    found = outlook("dutch", [2400, 2300, 2200, 2100, 1900, 1800, 1700, 1600, 1500])
    assert (found.boards, found.byes, found.rounds) == (4, 1, 9)
    assert found.gap == 500


def test_no_gap_is_said_where_hardly_anybody_has_a_rating() -> None:
    assert outlook("dutch", [2400, 2300, None, None, None, None]).gap is None


@pytest.mark.parametrize(("name", "entries"), [("gnot", 8), ("round_robin", 70)])
def test_entries_that_a_format_cannot_take_are_refused_with_the_reason(
    name: str, entries: int
) -> None:
    found = outlook(name, [2000 - n for n in range(entries)])
    assert found.refused is not None
    assert found.boards == 0
