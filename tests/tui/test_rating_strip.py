"""The picture of a divided field's ratings, in which boundaries are moved."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.entrants import Entrant
from engine.event import Event
from engine.protocol import Divided, Division
from formats.registry import format_named
from tui.screens.sections import CHOSEN, LINE, rating_strip

RATINGS = [2300 - 17 * n for n in range(60)]


def field(*sizes: int) -> tuple[Event, Divided]:
    settings = format_named("galway").settings({})
    entrants = tuple(
        Entrant(str(n), f"P {n}", rating=rating) for n, rating in enumerate(RATINGS, start=1)
    )
    parts, ids = [], [e.id for e in entrants]
    for at, size in enumerate(sizes):
        parts.append(Division(f"Section {at}", tuple(ids[:size]), label="ABCD"[at]))
        ids = ids[size:]
    event = Event("Galway", "galway", settings, entrants=entrants, next_id=61)
    return event, Divided("Sections", tuple(parts), frozen=False, movable=True)


@pytest.mark.parametrize("width", [40, 60, 72])
def test_the_strip_has_every_part_the_chosen_boundary_and_fits(width: int) -> None:
    event, divided = field(20, 20, 20)
    lines = rating_strip(event, divided, width, 1)
    *bars, names, scale = (one.text for one in lines)
    assert all(len(text) <= width for text in (*bars, names, scale))
    assert all(row.count(LINE) == row.count(CHOSEN) == 1 for row in bars)
    assert names.split() == ["A", "B", "C"]
    assert scale.split() == ["2300", str(RATINGS[-1])]


def test_moving_a_boundary_moves_its_line_alone() -> None:
    before, after = (rating_strip(*field(*sizes), 72, 0) for sizes in ((20, 20, 20), (29, 11, 20)))
    kept = str.maketrans("", "", LINE + CHOSEN)
    assert [one.text.translate(kept) for one in before[:3]] == [
        one.text.translate(kept) for one in after[:3]
    ]
    assert before[0].text.index(CHOSEN) < after[0].text.index(CHOSEN)


def test_parts_that_do_not_go_by_rating_have_no_strip() -> None:
    event, divided = field(20, 20, 20)
    mixed = divided._replace(parts=divided.parts[::-1])
    assert rating_strip(event, mixed, 72) == []
    unrated = replace(event, entrants=tuple(replace(e, rating=None) for e in event.entrants))
    assert rating_strip(unrated, divided, 72) == []


@pytest.mark.parametrize("width", [30, 40, 60, 72])
def test_how_many_are_unrated_is_said_whole(width: int) -> None:
    event, divided = field(20, 20, 20)
    some = (*event.entrants[:58], *(replace(e, rating=None) for e in event.entrants[58:]))
    scale = rating_strip(replace(event, entrants=some), divided, width)[-1].text
    assert len(scale) <= width
    assert scale.split() == ["2300", str(RATINGS[57]), "and", "2", "unrated"]
