"""Knockouts of every size played to their end with results by chance."""

from __future__ import annotations

from itertools import count

import pytest

from engine.brackets import levels
from engine.protocol import bracket_of
from tests.formats.knockout.cups import Cup
from tests.sampling import each, sampled

SAMPLED = (65, 100, 127, 128, 129, 300, 1024)
QUICK = (*range(2, 12), 15, 16, 17, 31, 32, 33, *SAMPLED[:1])
"""Around the powers of two, where byes begin and end."""


def repeats(cup: Cup) -> list[tuple[int, str]]:
    """(round, stage) of every match between two who had met."""
    met: set[frozenset[str]] = set()
    found = []
    for round in cup.event.published:
        for match in round.matches:
            pair = frozenset(match.pair)
            if pair in met:
                found.append((round.number, match.stage or ""))
            met.add(pair)
    return found


def first_unavoidable(entrants: int) -> int:
    """The round of the event before which no draw needs a repeat.

    When the losers of winners' round k have dropped, a part of the losers' bracket holds the
    losers of k rounds; they can all be from parts of 2^k lines that are apart only while
    k × 2^k lines are there.
    """
    lines = 1 << levels(entrants)
    for number in count(1):
        # losers' round `number` is round number + 1 of the event
        dropped = number // 2 + 1
        size = 1 << (dropped + number % 2)
        if number > 1 and dropped * size > lines:
            return number + 1
    raise AssertionError


@pytest.mark.parametrize("entrants", sampled((*range(2, 65), *SAMPLED), QUICK))
def test_a_single_knockout_has_one_winner_and_everybody_else_loses_once(entrants: int) -> None:
    cup = Cup(entrants)
    event = cup.play_by_chance(entrants)
    lost = cup.lost()
    winner = cup.tree.champion
    assert winner is not None
    assert lost.pop(winner) == 0
    assert set(lost.values()) == {1}
    assert sum(len(r.matches) for r in event.published) == entrants - 1
    assert len(event.published) == event.settings.rounds == levels(entrants)
    assert repeats(cup) == []
    ranks = [rank for rank, _, _ in cup.places()]
    assert ranks[:2] == [1, 2]
    assert len(ranks) == entrants
    assert all(status == "out" for _, _, status in cup.places()[1:])


@pytest.mark.parametrize(
    "cup_of",
    sampled(
        [*((n, True) for n in (*range(2, 65), 100, 128)), *((n, False) for n in range(2, 20))],
        [*((n, True) for n in QUICK if n < 101), *((n, False) for n in (*range(2, 10), 16, 17))],
    ),
)
def test_a_double_knockout_sends_home_who_has_lost_twice(cup_of: tuple[int, bool]) -> None:
    entrants, reset = cup_of
    cup = Cup(entrants, "double_knockout", reset=reset)
    event = cup.play_by_chance(2 * entrants)
    lost = cup.lost()
    winner = cup.tree.champion
    assert winner is not None
    assert lost.pop(winner) <= 1
    if reset:
        assert set(lost.values()) == {2}
    else:
        # only the grand final can end it for somebody who had not lost
        assert sorted(lost.values())[1:] == [2] * (entrants - 2)
        assert min(lost.values()) >= 1
    assert len(event.published) == event.settings.rounds
    assert all(round.matches for round in event.published)
    assert [rank for rank, _, _ in cup.places()][:2] == [1, 2]


@pytest.mark.parametrize(
    "entrants", sampled((*range(4, 36), 48, 63, 64, 128), [n for n in QUICK if n < 100])
)
def test_nobody_meets_anybody_again_before_that_cannot_be_avoided(entrants: int) -> None:
    cup = Cup(entrants, "double_knockout")
    cup.play_by_chance(entrants)
    assert all(number >= first_unavoidable(entrants) for number, _ in repeats(cup))


@pytest.mark.parametrize("format", ["knockout", "double_knockout"])
@each("entrants", [*range(2, 65), 1000])
def test_byes_of_the_first_round_go_to_the_top_seeds(format: str, entrants: int) -> None:
    cup = Cup(entrants, format)
    first = cup.draw()
    byes = {int(bye.entrant) for bye in first.byes}
    assert byes == set(range(1, (1 << levels(entrants)) - entrants + 1))
    assert 2 * len(first.matches) + len(byes) == entrants
    assert all(1 <= m.board <= len(first.matches) for m in first.matches)


@pytest.mark.parametrize("entrants", [2, 3, 4, 5, 7, 8, 12, 16, 31, 64])
def test_with_the_better_seed_always_winning_the_seeds_come_in_as_seeded(entrants: int) -> None:
    cup = Cup(entrants, third_place=True)
    cup.play(lambda m: "1-0" if int(m.white) < int(m.black) else "0-1")
    order = [name for _, name, _ in cup.places()]
    assert order[:4] == ["P1", "P2", "P3", "P4"][:entrants]
    assert [rank for rank, _, _ in cup.places()][:5] == [1, 2, 3, 4, 5][:entrants]


@pytest.mark.parametrize("format", ["knockout", "double_knockout"])
def test_the_working_names_the_matches_that_were_lost_and_the_one_that_won_it_all(
    format: str,
) -> None:
    cup = Cup(8, format)
    event = cup.play_by_chance(3)
    table = cup.format.standings(event)[0]
    tree = bracket_of(cup.format, event)
    assert tree is not None
    for row in table.rows:
        how = row.working.get("Lost", "")
        beaten_by = [f.winner for f in tree.fixtures.values() if f.loser == row.id]
        assert row.tiebreaks["Lost"] == len(beaten_by)
        for winner in beaten_by:
            assert f"against {event.entrant(winner or '').name}" in how
        assert ("won the last match: " in how) is (row.id == tree.champion)
