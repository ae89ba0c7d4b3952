"""The smallest set of players who cannot all get an opponent, against every set of players."""

from __future__ import annotations

import random
from functools import lru_cache
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.blocking import Blocking, blocking
from engine.pairable import mask_of, members
from engine.perfect import largest_matching
from tests.work import counted


def graph(size: int, *pairs: str) -> list[int]:
    """`graph(4, "01", "23")`: who may meet whom, players being digits."""
    near = [0] * size
    for a, b in ((int(pair[0]), int(pair[1])) for pair in pairs):
        near[a] |= 1 << b
        near[b] |= 1 << a
    return near


def with_bye(near: list[int], resting: int) -> list[int]:
    """An odd field with the bye as one more opponent."""
    if len(near) % 2 == 0:
        return near
    return [mask | (resting >> v & 1) << len(near) for v, mask in enumerate(near)] + [resting]


def all_get_one(players: int, near: list[int]) -> bool:
    """Whether these (a bit set) can all get different opponents at the same time, by trying."""

    @lru_cache(None)
    def served(left: int, taken: int) -> bool:
        left &= ~taken
        if not left:
            return True
        v = next(members(left))
        return any(served(left, taken | 1 << v | 1 << w) for w in members(near[v] & ~taken))

    return served(players, 0)


def fewest(near: list[int], size: int) -> int | None:
    """How many players the smallest set without enough opponents has, by trying all."""
    for count in range(1, size + 1):
        for players in combinations(range(size), count):
            if not all_get_one(mask_of(players), near):
                return count
    return None


@st.composite
def fields(draw: st.DrawFn) -> tuple[list[int], int]:
    size = draw(st.integers(1, 9))
    lot = random.Random(draw(st.integers(0, 10**6)))
    likely = draw(st.sampled_from([0.1, 0.2, 0.3, 0.5, 0.7]))
    near = [0] * size
    for v, w in combinations(range(size), 2):
        if lot.random() < likely:
            near[v] |= 1 << w
            near[w] |= 1 << v
    return near, mask_of(v for v in range(size) if lot.random() < 0.4)


@settings(max_examples=400, deadline=None)
@given(fields())
def test_no_smaller_set_of_players_is_without_enough_opponents(
    field: tuple[list[int], int],
) -> None:
    near, resting = field
    whole = with_bye(near, resting)
    found = blocking(near, resting)
    least = fewest(whole, len(near))
    assert (found is None) == (least is None) == all_get_one((1 << len(whole)) - 1, whole)
    if found is None:
        return
    assert found.smallest
    assert len(found.players) == least
    inside = mask_of(found.players)
    assert not all_get_one(inside, whole)
    met = mask_of(w for v in found.players for w in members(whole[v]))
    rest = 1 << len(near)
    assert mask_of(found.opponents) == met & ~inside & (rest - 1)
    assert found.inside == bool(met & inside)
    assert found.rest == (len(near) % 2 == 1 and bool(met & rest))


def test_two_players_for_one_opponent() -> None:
    assert blocking(graph(6, "03", "13", "23", "34", "35", "45")) == Blocking((0, 1), (3,))


def test_one_who_can_meet_nobody_is_enough() -> None:
    assert blocking(graph(4, "12", "13", "23")) == Blocking((0,))


def test_an_odd_circle_of_players_who_can_only_meet_each_other() -> None:
    near = graph(6, "01", "12", "02", "34", "45", "35")
    assert blocking(near) == Blocking((0, 1, 2), inside=True)


def test_a_draw_that_exists_has_no_such_set() -> None:
    assert blocking(graph(4, "01", "23")) is None
    assert blocking(graph(3, "01"), resting=0b100) is None
    assert blocking([]) is None


def test_the_bye_is_one_more_opponent() -> None:
    assert blocking(graph(3, "01"), resting=0b001) == Blocking((2,))
    two_for_the_bye = blocking(graph(5, "01", "02", "12"), resting=0b11000)
    assert two_for_the_bye == Blocking((3, 4), rest=True)


def test_nobody_who_may_have_the_bye_concerns_everybody() -> None:
    near = graph(5, *(f"{a}{b}" for a, b in combinations(range(5), 2)))
    assert blocking(near) == Blocking((0, 1, 2, 3, 4), inside=True)


@pytest.mark.parametrize(("size", "few", "each"), [(150, 60, 3), (400, 180, 5), (1000, 450, 2)])
def test_large_fields_are_answered_at_once(size: int, few: int, each: int) -> None:
    """Where finding the smallest set takes too long, the answer is one from which nobody can be
    left out: without any one of them the others all get an opponent."""
    lot = random.Random(7)
    near = [0] * size
    for v in range(few, size):
        for w in lot.sample(range(few), each):
            near[v] |= 1 << w
            near[w] |= 1 << v
    with counted() as work:
        found = blocking(near)
    assert work.calls < 3_000_000
    assert found is not None
    assert not found.inside
    assert len(found.opponents) == len(found.players) - 1
    for left_out in found.players:
        pairs = [(w, v) for v in found.players if v != left_out for w in members(near[v])]
        assert largest_matching(size, pairs) == len(found.players) - 1
