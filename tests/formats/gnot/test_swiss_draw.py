"""Draws of the Swiss repechage against every possible one."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from engine.reasons import Reason
from formats.gnot.repechage import Repechage
from formats.gnot.swiss import SwissDraw, draw_swiss
from tests.formats.gnot.swiss_fields import (
    book,
    counted_repeats,
    entry,
    game,
    lost,
    pairings,
    some_field,
)
from tests.sampling import each


def pairs_of(drawn: SwissDraw) -> list[tuple[str, str]]:
    return [(p.home, p.away) for p in drawn.pairs]


def order_of(swiss: Repechage, round: int) -> list[str]:
    """The field by places, with the lots that the draw itself takes."""
    purpose = f"equal places before Swiss round {round}"
    lots = book()
    return [id for group in swiss.places(round) for id in lots.order(purpose, group)]


def expected(swiss: Repechage, round: int, order: list[str]) -> list[tuple[str, str]]:
    """The round without a triangle by the letter of the page."""
    new = {each.team for each in swiss.dropping(round)}
    standing = [id for id in order if id not in new]
    dropping = [id for id in order if id in new]
    found = []
    while standing and dropping:
        found.append((standing.pop(0), dropping.pop()))
    while dropping:
        found.append((dropping.pop(0), dropping.pop(0)))
    # pairings come in the order of preference, so the first of the least is the one
    return found + min(pairings(standing), key=lambda pairs: counted_repeats(swiss.games, pairs))


def brute_trio(swiss: Repechage, round: int, order: list[str]) -> tuple[str, ...]:
    def cost(trio: tuple[str, ...]) -> tuple[int, int, int, int]:
        rest = expected(swiss, round, [id for id in order if id not in trio])
        again = counted_repeats(swiss.games, [*combinations(trio, 2), *rest])
        high, middle, low = (order.index(id) for id in trio)
        return (again, -low, -middle, -high)

    return min(combinations(order, 3), key=cost)


@each("seed", range(150))
def test_a_round_is_the_best_of_all_possible_ones(seed: int) -> None:
    chance = Random(seed)
    round = chance.choice((2, 3, 4, 5, 6, 7, 8))
    standing, dropping = chance.randrange(2, 9), chance.randrange(0, 5) if round < 8 else 0
    swiss = some_field(chance, standing, dropping, round, chance.choice((0.1, 0.4, 0.7, 0.95)))
    order = order_of(swiss, round)
    drawn = draw_swiss(swiss, round, book())
    if len(order) % 2 == 0:
        assert drawn.triangle is None
        assert pairs_of(drawn) == expected(swiss, round, order)
        return
    assert drawn.triangle == brute_trio(swiss, round, order)
    assert drawn.boards == (14 if round % 2 else 7)
    rest = [id for id in order if id not in drawn.triangle]
    assert pairs_of(drawn) == expected(swiss, round, rest)


def test_the_first_in_the_swiss_plays_the_lowest_dropping_in() -> None:
    # after round 2: 1 18.41, 2 12.97, 3 1.59 + 9.67 = 11.26, 5 10.33, 4 7.03;
    # into round 3 drop 6 (the smallest loss), 7 and 8
    swiss = Repechage(
        (
            *(entry(i, 1) for i in range(1, 6)),
            entry(6, 3, lost(20, 19)),
            entry(7, 3, lost(30, 19)),
            entry(8, 3, lost(50, 19)),
        ),
        (game(1, 1, 3, 50, 10), game(1, 2, 4, 30, 20), game(2, 5, 3, 21, 20)),
    )
    drawn = draw_swiss(swiss, 3, book())
    assert pairs_of(drawn) == [("1", "8"), ("2", "7"), ("3", "6"), ("5", "4")]
    assert drawn.pairs[0].why == (Reason.of("dropping-in", place=1, rank=3, of=3),)


def test_more_dropping_in_than_standing_play_first_against_second_of_those_left_over() -> None:
    swiss = Repechage(
        (entry(1, 1), entry(2, 1), *(entry(2 + i, 2, lost(20 + i, 20)) for i in range(1, 7))),
        (game(1, 1, 2, 30, 10),),
    )
    drawn = draw_swiss(swiss, 2, book())
    assert pairs_of(drawn) == [("1", "8"), ("2", "7"), ("3", "4"), ("5", "6")]


def test_who_met_in_a_knockout_may_meet_and_who_met_in_the_swiss_only_if_it_must_be() -> None:
    entries = tuple(entry(i, 1) for i in range(1, 5))
    games = (game(1, 1, 2, 40, 10), game(1, 3, 4, 30, 10))
    assert pairs_of(draw_swiss(Repechage(entries, games), 2, book())) == [("1", "3"), ("4", "2")]
    everybody = tuple(game(n, a, b, 20, 20 - n) for n, (a, b) in
                      enumerate(combinations("1234", 2), start=1))  # fmt: skip
    again = draw_swiss(Repechage(entries, everybody), 7, book())
    assert len(again.pairs) == 2
    assert all(Reason("swiss-repeat") in pair.why for pair in again.pairs)


@pytest.mark.parametrize(("teams", "first", "boards"), [(8, 1, 14), (7, 1, 14), (5, 3, 14),
                                                        (3, 2, 7), (3, 1, 14)])  # fmt: skip
def test_the_first_round_is_drawn_by_lot(teams: int, first: int, boards: int) -> None:
    swiss = Repechage(tuple(entry(i, first) for i in range(1, teams + 1)))
    seen = set()
    for seed in range(12):
        lots = book(seed)
        drawn = draw_swiss(swiss, first, lots)
        placed = [id for pair in pairs_of(drawn) for id in pair] + list(drawn.triangle or ())
        assert sorted(placed) == [str(i) for i in range(1, teams + 1)]
        assert (drawn.triangle is not None) == (teams % 2 == 1)
        assert drawn.boards == boards or drawn.triangle is None
        assert [lot.purpose for lot in drawn.lots] == [f"Swiss round {first}"]
        assert drawn == draw_swiss(swiss, first, book(seed))
        seen.add(tuple(placed))
    assert len(seen) > 5


def test_a_running_triangle_stays_out_of_the_second_half() -> None:
    entries = (*(entry(i, 1) for i in range(1, 8)), entry(8, 4), entry(9, 4))
    games = (
        *(game(1, a, b, 30, 20 + a) for a, b in ((1, 2), (3, 4), (5, 6))),
        *(game(3, a, b, due=4) for a, b in ((1, 2), (2, 3), (3, 1))),
        game(3, 4, 5, 30, 10),
        game(3, 6, 7, 20, 15),
    )
    drawn = draw_swiss(Repechage(entries, games), 4, book())
    assert drawn.triangle is None
    placed = {id for pair in pairs_of(drawn) for id in pair}
    assert placed == {"4", "5", "6", "7", "8", "9"}
    assert {drawn.pairs[0].home, drawn.pairs[1].home} == {"4", "6"}


def test_a_withdrawal_in_mid_session_brings_a_triangle_of_seven_boards() -> None:
    entries = tuple(entry(i, 1) for i in range(1, 7))
    games = tuple(game(1, a, b, 30, 20 + a) for a, b in ((1, 2), (3, 4), (5, 6)))
    drawn = draw_swiss(Repechage(entries, games, gone={"6": frozenset(range(2, 9))}), 2, book())
    assert drawn.triangle is not None
    assert (drawn.boards, drawn.due, len(drawn.pairs)) == (7, 2, 1)
    assert "6" not in {*drawn.triangle, *pairs_of(drawn)[0]}


def test_the_last_one_left_beside_a_triangle_sits_out() -> None:
    entries = tuple(entry(i, 1) for i in range(1, 6))
    games = (
        *(game(1, a, b, due=2) for a, b in ((1, 2), (2, 3), (3, 1))),
        game(1, 4, 5, 30, 10),
    )
    drawn = draw_swiss(Repechage(entries, games, gone={"5": frozenset(range(2, 9))}), 2, book())
    assert (drawn.rests, drawn.pairs, drawn.triangle) == ("4", (), None)
