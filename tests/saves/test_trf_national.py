"""Record 172 and the lines of national ratings (TRF26), written and read."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.entrants import Entrant, LaterRating, OfficialRatings
from engine.event import Event
from engine.rating_lists import marked
from engine.rating_rule import rule_of
from saves.sheets import entry_list
from saves.trf_read import read_trf
from saves.trf_write import write_trf
from tests.saves.played import PLAIN, played

FIDE = OfficialRatings("FIDE", "2026-11-01", "", True)
ECF = OfficialRatings("ECF", "2026-11-02")
WAYS = ("FIDE", "NRO", "FIDON", "NIDOF", "HBFN", "LBFN")


def rated_by(method: str) -> Event:
    """Both ratings, one of the two, none, and one entered by hand beside both."""
    event = played([Entrant(str(n), f"Player {n}") for n in range(1, 7)], 1, 3)
    ratings = ((2300, 2400), (2200, None), (None, 2100), (None, None), (2000, 1900), (1800, 1850))
    event = replace(event, details=(("federation", "ENG"), ("rating_method", method)))
    rule, people = rule_of(event), []
    for at, (entrant, (fide, national)) in enumerate(zip(event.entrants, ratings, strict=True)):
        official = (
            *([replace(FIDE, standard=fide, listed_id=str(900 + at))] if fide else []),
            *([replace(ECF, standard=national, listed_id=f"1000{at}A")] if national else []),
        )
        source = rule.chosen(official)
        rating, listed = source.rating if source else None, marked(official, source)
        people.append(replace(entrant, rating=rating, official=listed, fide_id=str(900 + at)))
    people[5] = replace(people[5], rating=1777, official=marked(people[5].official, None))
    return replace(event, entrants=tuple(people))


def ratings_of(entrants: tuple[Entrant, ...]) -> dict[str, int | None]:
    return {entrant.name: entrant.rating for entrant in entrants}


@pytest.mark.parametrize("method", WAYS)
def test_ratings_come_back_by_the_method_that_172_says(method: str) -> None:
    event = rated_by(method)
    text = write_trf(event, PLAIN, trf26=True).decode()
    assert f"\n172 ENG {method}\r" in text
    read = read_trf(text.encode(), "x.trf")
    assert dict(read.details)["rating_method"] == method
    assert "trf_head" not in dict(read.details)
    assert ratings_of(read.entrants) == ratings_of(event.entrants)
    again = replace(event, entrants=read.entrants, details=read.details)
    lines = [line[:68] for line in text.splitlines() if line[:3] in ("001", "ENG", "172")]
    assert [
        line[:68]
        for line in write_trf(again, PLAIN, trf26=True).decode().splitlines()
        if line[:3] in ("001", "ENG", "172")
    ] == lines


def test_a_national_line_stands_in_the_columns_of_001() -> None:
    text = write_trf(rated_by("FIDON"), PLAIN, trf26=True).decode()
    first = next(line for line in text.splitlines() if line.startswith("ENG") and "10000A" in line)
    fide = next(line for line in text.splitlines() if line[:8] == f"001 {first[4:8]}")
    assert (first[4:8], first[48:52], first[57:68]) == ("   1", "2400", "     10000A")
    assert (fide[48:52], fide[57:68]) == ("2300", "        900")
    assert "### ratings: FIDE standard of 2026-11-01: " in text
    assert "entered by hand: 1" in text


def test_without_a_federation_the_rating_that_counts_stands_alone() -> None:
    event = replace(rated_by("NIDOF"), details=(("rating_method", "NIDOF"),))
    text = write_trf(event, PLAIN, trf26=True).decode()
    read = read_trf(text.encode(), "x.trf")
    assert "\n172     NIDOF\r" in text
    assert ratings_of(read.entrants) == ratings_of(event.entrants)


def test_an_event_without_lists_says_nothing_of_them() -> None:
    text = write_trf(played([Entrant("1", "A", 2000), Entrant("2", "B")], 1, 1), PLAIN, trf26=True)
    assert b"\n172" not in text
    assert b"### ratings" not in text


def test_the_lists_are_named_with_their_dates_on_the_page_of_entries() -> None:
    grid = entry_list(rated_by("FIDON"), PLAIN)
    assert [str(note) for note in grid.notes] == [
        "Rating lists: FIDE standard (2026-11-01); ECF standard (2026-11-02)"
    ]
    bare = played([Entrant("1", "A", 2000), Entrant("2", "B")], 1, 1)
    assert entry_list(bare, PLAIN).notes == ()


def test_ratings_that_count_from_a_later_round_on_are_said() -> None:
    """An event of more than 30 days, whose report would name the first ratings alone."""
    event = rated_by("FIDE")
    newer = LaterRating(3, 2310, "FIDE", "standard", "2026-12-01")
    one, two, *others = event.entrants
    event = replace(
        event,
        entrants=(
            replace(one, later_ratings=(newer, LaterRating(5, 2320))),
            replace(two, later_ratings=(replace(newer, rating=2195),)),
            *others,
        ),
    )
    said = [line for line in write_trf(event, PLAIN).decode().split("\r\n") if "from round" in line]
    assert said == [
        "### ratings from round 3 on, FIDE standard of 2026-12-01: 1 2310, 2 2195",
        "### ratings from round 5 on, entered by hand: 1 2320",
    ]
