"""The draw within a group: the page's example, rule 8's price, and the quick way for large ones."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise

import pytest

from formats.kjca import pairing
from formats.kjca.drawing import draw_round
from formats.kjca.field import KjcaField, Seat
from formats.kjca.pairing import PairingGroup, pair
from formats.kjca.reasons import Avoidance
from tests.formats.kjca_events import kinds, simulate
from tests.formats.kjca_reference import Page, best_group, group_draws
from tests.sampling import each

SCHOOLS = ("a", "a", "b", "c", "")


def random_seats(lot: random.Random, count: int, meetings: float = 0.15) -> list[Seat]:
    """One score group with some history."""
    colours = ["", "W", "B", "WB", "BW", "WW", "BB", "BWW", "WBB"]
    seats = [
        Seat(
            str(place),
            place,
            colours=lot.choice(colours),
            ties=frozenset(t for t in [f"school:{lot.choice(SCHOOLS)}"] if t != "school:"),
        )
        for place in range(1, count + 1)
    ]
    met: dict[str, set[str]] = {s.id: set() for s in seats}
    for a in seats:
        for b in seats:
            if a.place < b.place and lot.random() < meetings:
                met[a.id].add(b.id)
                met[b.id].add(a.id)
    return [replace(s, met=frozenset(met[s.id])) for s in seats]


def group_of(seats: list[Seat], avoid_cost: int = 2) -> PairingGroup:
    return PairingGroup(KjcaField.of(seats, avoid_cost=avoid_cost), tuple(range(len(seats))))


def test_the_worked_example_of_the_page() -> None:
    colours = ["BW", "WB", "BW", "WB", "BW", "WB"]
    met = {1: {"4"}, 4: {"1"}}
    seats = [
        Seat(str(p), p, colours=colours[p - 1], met=frozenset(met.get(p, ()))) for p in range(1, 7)
    ]
    draw = draw_round(KjcaField.of(seats))
    assert [(b.high + 1, b.low + 1, b.high_colour) for b in draw.boards] == [
        (1, 5, "B"),
        (2, 4, "W"),
        (3, 6, "B"),
    ]
    assert draw.matchings[0].totals["displacement"] == 4


@each("seed", range(150))
def test_a_group_by_lot_is_drawn_as_by_brute_force(seed: int) -> None:
    lot = random.Random(seed)
    seats = random_seats(lot, lot.choice([2, 4, 6, 8]))
    cost = lot.choice([0, 1, 2, 2, 3, 5])
    found = pair(group_of(seats, cost))
    best = best_group(seats, Page(avoid_cost=cost))
    assert (found is None) == (best is None)
    if found is not None and best is not None:
        assert found.pairs == [(a.place - 1, b.place - 1) for a, b in best.games]


@each("seed", range(150))
def test_the_price_of_rule_8_is_its_literal_reading_in_groups_of_up_to_eight(seed: int) -> None:
    """Literally: the fewest games that alterations of two boards a game avoided can buy, seen
    from the draw that looks at no school."""
    lot = random.Random(seed)
    seats = random_seats(lot, lot.choice([4, 6, 8, 8, 8]))
    draws = list(group_draws(seats, Page()))
    if not draws:
        return
    blind = min((d.altered, d.avoided_not) for d in draws)
    bought = [
        (d.avoided_not, d.altered)
        for d in draws
        if d.altered - blind[0] <= 2 * (blind[1] - d.avoided_not)
    ]
    found = pair(group_of(seats))
    assert found is not None
    games = found.totals["games"]
    assert (games, found.totals["rule 8"] - 2 * games) == min(bought)


@pytest.mark.parametrize("seed", range(60))
def test_few_candidates_give_the_same_draw_as_all(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    lot = random.Random(seed)
    share = lot.choice([0.02, 0.1, 0.3])
    count = lot.choice([8, 16, 32, 40])
    seats = random_seats(lot, count, share)
    if lot.random() < 0.5:
        mates = lot.choice([0.3, 0.9, 1.0])
        seats = [
            replace(s, ties=frozenset({"club:x"} if lot.random() < mates else ())) for s in seats
        ]
    if lot.random() < 0.3:
        seats = _ideal_pairs_have_met(seats)
    group = group_of(seats, lot.choice([0, 1, 2, 3]))
    monkeypatch.setattr(pairing, "SMALL", 10**6)
    whole = pair(group)
    monkeypatch.setattr(pairing, "SMALL", 0)
    assert pair(group) == whole


def _ideal_pairs_have_met(seats: list[Seat]) -> list[Seat]:
    half = len(seats) // 2
    met = {s.id: set(s.met) for s in seats}
    for a, b in zip(seats[:half], seats[half:], strict=True):
        met[a.id].add(b.id)
        met[b.id].add(a.id)
    return [replace(s, met=frozenset(met[s.id])) for s in seats]


def test_few_games_are_candidates_in_large_groups() -> None:
    """Otherwise large draws would be slow."""
    for seed in range(5):
        group = group_of(random_seats(random.Random(seed), 80, 0.03))
        near = group.opponents()
        candidates = pairing._candidates(group, near, [])
        assert 40 <= len(candidates) < sum(mask.bit_count() for mask in near) // 2 // 4


@each("seed", range(30))
def test_locking_boards_of_the_draw_changes_nothing(seed: int) -> None:
    lot = random.Random(seed)

    def look(number: int, field: KjcaField, draw: object) -> None:
        own = draw_round(field)
        if own.field.exempt or not own.boards:
            return
        boards = lot.sample(own.boards, min(2, len(own.boards)))
        locks = [frozenset((field.players[b.high].id, field.players[b.low].id)) for b in boards]
        again = draw_round(
            KjcaField.of(
                field.players,
                locks=locks,
                bars=field.bars,
                allowed=field.allowed,
                avoid_cost=field.avoid_cost,
            )
        )
        same_group = all(field.group_of[b.high] == field.group_of[b.low] for b in boards)
        if same_group:
            assert again.boards == own.boards, (seed, number)
        assert {(b.high, b.low) for b in boards} <= {(b.high, b.low) for b in again.boards}

    simulate(kinds(seed, range(8, 24)), seed, look)


def test_the_highest_altered_board_is_as_low_as_possible() -> None:
    """Cards 3 and 8 have met; an exchange with the board above or below is equally small."""
    met = {3: {"8"}, 8: {"3"}}
    seats = [Seat(str(p), p, colours="", met=frozenset(met.get(p, ()))) for p in range(1, 11)]
    found = pair(group_of(seats))
    assert found is not None
    assert [(a + 1, b + 1) for a, b in found.pairs] == [(1, 6), (2, 7), (3, 9), (4, 8), (5, 10)]


def test_turning_a_board_is_a_smaller_alteration_than_changing_opponents() -> None:
    colours = ["BW", "BW", "WW", "WB"]
    seats = [Seat(str(p), p, colours=c) for p, c in enumerate(colours, start=1)]
    draw = draw_round(KjcaField.of(seats))
    assert [(b.high + 1, b.low + 1, b.high_colour, b.turned) for b in draw.boards] == [
        (1, 3, "W", True),
        (2, 4, "B", False),
    ]


def test_nobody_of_one_half_is_paired_with_another_to_save_a_colour() -> None:
    """1 and 3 have met. 1 v 2 and 3 v 4 would turn no board, 1 v 4 turns one: rule 5 pairs half
    against half."""
    colours, met = ["BW", "WB", "WB", "WW"], {1: {"3"}, 3: {"1"}}
    seats = [
        Seat(str(p), p, colours=c, met=frozenset(met.get(p, ())))
        for p, c in enumerate(colours, start=1)
    ]
    draw = draw_round(KjcaField.of(seats))
    assert [(b.high + 1, b.low + 1, b.high_colour, b.turned) for b in draw.boards] == [
        (1, 4, "W", True),
        (2, 3, "W", False),
    ]


def test_halves_meet_wherever_altering_no_more_boards_lets_them() -> None:
    """Over all pairings of small groups by lot: the fewest games within a half come before
    colours and displacement, after games that rule 8 avoids and altered boards."""
    crossed = 0
    for seed in range(200, 400):
        lot = random.Random(seed)
        seats = random_seats(lot, lot.choice([4, 6, 8]), 0.3)
        found = pair(group_of(seats))
        if found is None:
            continue
        half = len(seats) // 2
        draws = list(group_draws(seats, Page()))
        best = min((d.altered + 2 * d.avoided_not, d.avoided_not) for d in draws)
        least = min(
            sum((a.place <= half) == (b.place <= half) for a, b in d.games)
            for d in draws
            if (d.altered + 2 * d.avoided_not, d.avoided_not) == best
        )
        assert sum((a < half) == (b < half) for a, b in found.pairs) == least, seed
        crossed += least > 0
    assert crossed, "no group in which two of one half must meet"


def test_boards_are_numbered_by_group_and_then_by_the_higher_player() -> None:
    def look(number: int, field: KjcaField, draw: object) -> None:
        boards = draw_round(field).boards
        assert [b.number for b in boards] == list(range(1, len(boards) + 1))
        groups = [field.group_of[b.high] for b in boards]
        assert all(a <= b for a, b in pairwise(groups))

    simulate(kinds(3, range(20, 21)), 3, look)


@each("seed", range(80))
def test_the_price_of_avoiding_a_game_is_that_of_a_draw_without_it(seed: int) -> None:
    lot = random.Random(seed)
    seats = random_seats(lot, lot.choice([4, 6, 8, 12, 24, 36]), lot.choice([0.05, 0.2, 0.5]))
    if lot.random() < 0.7:
        mates = lot.choice([0.3, 0.9, 1.0])
        seats = [
            replace(s, ties=frozenset({"club:x"} if lot.random() < mates else ())) for s in seats
        ]
    if lot.random() < 0.5:
        seats = _ideal_pairs_have_met(seats)
    locks = [frozenset({seats[0].id, seats[-1].id})] if lot.random() < 0.3 else []
    field = KjcaField.of(seats, locks=locks, avoid_cost=lot.choice([0, 1, 2, 3]))
    group = PairingGroup(field, tuple(range(len(seats))))
    matching = pair(group)
    if matching is None:
        return
    avoidance = Avoidance(group, matching)
    for a, b in matching.pairs:
        if group.players[a] in field.locked:
            continue
        drawn = pair(replace(group, barred=frozenset({(a, b)})))
        wanted = None if drawn is None else (drawn.totals["rule 8"], drawn.totals["games"])
        assert avoidance.totals_without(a, b) == wanted
