"""Where a published round is not the engine's own draw: places, worded where they are shown."""

from __future__ import annotations

from engine.event import Departure, PlaceInRound
from saves.plain import plain, typed

NAMES = {"1": "Ashgrove", "2": "Quilty"}


def test_places_are_worded_where_they_are_shown() -> None:
    moved = Departure("1", places=(PlaceInRound(3, "W", "2"),), own=(PlaceInRound(),))
    assert moved.words(NAMES) == ("White against Quilty", "bye")
    assert Departure("1", own=(PlaceInRound(1, "B", "2"),)).words(NAMES) == (
        "not placed",
        "Black against Quilty",
    )


def test_a_journal_of_an_earlier_version_has_its_sentences() -> None:
    """`here` and `engine` as texts, no places."""
    old = {"entrant": "1", "here": "White against Quilty", "engine": "bye"}
    read = typed(Departure, old)
    assert read.words(NAMES) == ("White against Quilty", "bye")
    assert plain(read) == old
