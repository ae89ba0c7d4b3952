"""Draws of simulated events against the brute force over the page."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engine.refusal import Refused
from formats.kjca.drawing import KjcaDraw, draw_round
from formats.kjca.field import KjcaField
from tests.formats.kjca_events import Kind, kinds, simulate, to_the_end
from tests.formats.kjca_reference import Page, Reference, best_group, least_evil
from tests.sampling import sampled

SAMPLE = range(40)
ALL = range(500)


def page_of(field: KjcaField) -> Page:
    exempt = frozenset(
        frozenset((field.players[a].id, field.players[b].id)) for a, b in field.exempt
    )
    return Page(field.locks, field.bars, field.allowed, field.avoid_cost, exempt)


def compare_groups(seed: int, seen: Counter[str]) -> None:
    def look(number: int, field: KjcaField, draw: KjcaDraw) -> None:
        boards = {(b.high, b.low): b for b in draw.boards}
        for group in draw.groups:
            if not 0 < len(group.players) <= 8:
                continue
            players = [field.players[i] for i in group.players]
            best = best_group(players, page_of(draw.field))
            assert best is not None
            games = [(field.position[a.id], field.position[b.id]) for a, b in best.games]
            turned = {(field.position[a.id], field.position[b.id]) for a, b in best.turned}
            assert {g for g in games if g in boards} == set(games), (seed, number, players)
            assert {g for g in games if boards[g].turned} == turned, (seed, number, players)
            seen["groups"] += 1
            seen["altered"] += best.altered > 0
            seen["turned"] += len(best.turned) > 0
            seen["rule 8 not avoided"] += best.avoided_not > 0

    simulate(kinds(seed, range(6, 31)), seed, look)


def compare_rounds(seed: int, seen: Counter[str], kind: Kind | None = None) -> None:
    def look(number: int, field: KjcaField, draw: KjcaDraw) -> None:
        evil = least_evil(field.players, Page(bars=field.bars, allowed=field.allowed))
        assert evil is not None
        byes, wrong = evil
        assert {
            frozenset((field.players[a].id, field.players[b].id)) for a, b in draw.field.exempt
        } == wrong, (seed, number)
        if draw.bye is not None:
            assert field.players[draw.bye].byes <= byes, (seed, number)
            seen["second byes"] += field.players[draw.bye].byes > 0
        seen["dead ends"] += bool(wrong)
        floats = Reference(field.players, page_of(draw.field), byes).floats()
        ids = [seat.id for seat in field.players]
        assert {(ids[a], ids[b]) for a, b in draw.plan.games} == floats.games, (seed, number)
        assert (None if draw.bye is None else ids[draw.bye]) == floats.bye, (seed, number)
        drawn = tuple(frozenset(ids[i] for i in part.drawn) for part in draw.plan.groups)
        assert drawn == floats.groups, (seed, number)
        seen["rounds"] += 1
        seen["floats"] += len(floats.games)
        group = [field.group_of[i] for i in range(len(ids))]
        seen["floats past a group"] += sum(group[b] - group[a] > 1 for a, b in draw.plan.games)
        seen["second floats"] += sum(field.players[a].downfloats > 0 for a, _ in draw.plan.games)
        seen["several floaters"] += any(len(p.floaters) > 1 for p in draw.plan.groups)
        seen["passed by a legal opponent"] += any(p.skipping for p in draw.plan.groups)

    simulate(kind or kinds(seed, range(4, 11)), seed, look)


@pytest.mark.parametrize("seed", SAMPLE)
def test_small_groups_are_drawn_as_by_brute_force(seed: int) -> None:
    compare_groups(seed, Counter())


@pytest.mark.slow
def test_small_groups_of_500_events_are_drawn_as_by_brute_force() -> None:
    seen: Counter[str] = Counter()
    for seed in ALL:
        compare_groups(seed, seen)
    print(dict(seen))
    assert seen["altered"] > 1000
    assert seen["turned"] > 100


@pytest.mark.parametrize("seed", SAMPLE)
def test_floats_and_byes_of_small_events_are_as_by_brute_force(seed: int) -> None:
    compare_rounds(seed, Counter())


@pytest.mark.parametrize("seed", sampled([*range(20), 30, 44, 54], [*range(0, 20, 2), 30, 44, 54]))
def test_floats_of_events_to_the_last_possible_round_are_as_by_brute_force(seed: int) -> None:
    compare_rounds(seed, Counter(), to_the_end(seed))


@pytest.mark.slow
def test_floats_of_500_events_to_the_last_possible_round_are_as_by_brute_force() -> None:
    seen: Counter[str] = Counter()
    for seed in ALL:
        compare_rounds(seed, seen, to_the_end(seed))
    print(dict(seen))
    assert seen["passed by a legal opponent"] > 50


@pytest.mark.slow
def test_floats_and_byes_of_500_small_events_are_as_by_brute_force() -> None:
    seen: Counter[str] = Counter()
    for seed in ALL:
        compare_rounds(seed, seen)
    print(dict(seen))
    assert seen["dead ends"] > 10
    assert seen["second floats"] > 100


@pytest.mark.parametrize("seed", sampled(range(60), range(0, 60, 3)))
def test_rounds_with_a_lock_by_lot_are_drawn_as_by_brute_force(seed: int) -> None:
    """Within a group or across groups; a lock is refused just where it takes the last legal draw
    away."""
    lot = random.Random(seed)

    def look(number: int, field: KjcaField, draw: KjcaDraw) -> None:
        lock = frozenset(seat.id for seat in lot.sample(field.players, 2))
        locked = KjcaField.of(field.players, locks={lock}, avoid_cost=field.avoid_cost)
        page = Page(frozenset({lock}))
        here, free = (least_evil(field.players, p) for p in (page, Page()))
        if here is None or (here[1] and free is not None and not free[1]):
            with pytest.raises(Refused):
                draw_round(locked)
            return
        again = draw_round(locked)
        ids = [seat.id for seat in again.field.players]
        page = page_of(again.field)
        floats = Reference(again.field.players, page, here[0]).floats()
        assert {(ids[a], ids[b]) for a, b in again.plan.games} == floats.games, (seed, number)
        assert (None if again.bye is None else ids[again.bye]) == floats.bye, (seed, number)
        boards = {(b.high, b.low) for b in again.boards}
        for group in again.groups:
            players = [again.field.players[i] for i in group.players]
            best = best_group(players, page) if len(players) <= 8 else None
            if players and best is not None:
                games = {(ids.index(a.id), ids.index(b.id)) for a, b in best.games}
                assert games <= boards, (seed, number)

    simulate(kinds(seed, range(4, 10)), seed, look)
