"""The set-up, rings and later rounds, held against the page and against trying everything."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from formats.diagonal import drawing
from formats.diagonal.drawing import best_row
from formats.diagonal.setup import Wanted, best_ring, ordered, ring, row
from tests.formats.diagonal.brute import cycle, opponents, ring_score, rounds, row_score
from tests.sampling import each


def degrees(wanted: tuple[Wanted, ...], size: int) -> list[int]:
    """How many opponents each place has, from place 1."""
    opponents = [0] * size
    for match in wanted:
        opponents[match.high - 1] += 1
        opponents[match.low - 1] += 1
    return opponents


@pytest.mark.parametrize(
    ("size", "matches", "pattern"),
    [
        (12, 19, [2] * 2 + [3] * 6 + [4] * 4),
        (26, 40, [2] * 9 + [3] * 6 + [4] * 11),
        (27, 42, None),
    ],
)
def test_the_pages_examples(size: int, matches: int, pattern: list[int] | None) -> None:
    wanted = row(size)
    assert len(wanted) == matches
    if pattern:
        assert degrees(wanted, size) == pattern


def test_twenty_six_by_letters() -> None:
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    found = {letters[w.high - 1] + letters[w.low - 1] for w in row(26)}
    first = {letters[i] + letters[i + 1] for i in range(13)}
    second = {letters[i] + letters[i + 1] for i in range(13, 25)}
    second |= {letters[i] + letters[i + 2] for i in range(13, 24)}
    assert found == (first | second) - {"WX"} | {"WZ", "AJ", "KX", "LY", "MZ"}


@each("size", [*range(12, 301), 499, 500, 1000, 1001, 2500, 4999, 5000])
def test_numbers_of_opponents_never_fall(size: int) -> None:
    wanted = row(size)
    found = degrees(wanted, size)
    assert found == sorted(found)
    assert set(found) == {2, 3, 4}
    assert len({w.pair for w in wanted}) == len(wanted)
    assert all(1 <= w.high < w.low <= size for w in wanted)


def test_small_fields_are_rings() -> None:
    assert [w.pair for w in ring(2)] == [(1, 2)]
    assert [w.pair for w in ring(3)] == [(1, 2), (1, 3), (2, 3)]
    assert {w.pair for w in ring(4)} == {(1, 2), (2, 3), (3, 4), (1, 4)}
    with pytest.raises(ValueError, match="12"):
        row(11)


@pytest.mark.parametrize("size", range(3, 10))
def test_rings_equal_trying_everything(size: int) -> None:
    chance = Random(size)
    pairs = list(combinations(range(1, size + 1), 2))
    for _ in range(12 if size < 9 else 3):
        met = set(chance.sample(pairs, chance.randrange(len(pairs) + 1)))
        found = best_ring(size, met)
        best = ring_score(size, met)
        assert not set(found.repeats) - met
        if not found.fewer:
            assert one_cycle(size, found.pairs)
            kept = {w.pair for w in ring(size)} & set(found.pairs)
            far = sum(b - a for a, b in found.pairs)
            assert (len(found.repeats), size - len(kept), far) == best
        else:
            # opened instead of repeated: no repeat at all, two ends for each match left out
            assert best[0] > 0
            assert not set(found.pairs) & met
            counts = [len(opponents(p, found.pairs)) for p in range(1, size + 1)]
            assert min(counts) >= 1
            assert sorted(found.fewer) == [p for p in range(1, size + 1) if counts[p - 1] == 1]


def one_cycle(size: int, pairs: tuple[tuple[int, int], ...]) -> bool:
    order = [1]
    while len(order) < size:
        ahead = sorted(opponents(order[-1], pairs) - set(order))
        if not ahead:
            return False
        order.append(ahead[0])
    return sorted(cycle(order)) == sorted(pairs)


def test_a_ring_is_opened_only_where_that_saves_all_repeats() -> None:
    everybody = set(combinations(range(1, 5), 2))
    assert len(best_ring(4, everybody).repeats) == 4
    opened = best_ring(3, {(1, 2)})
    assert (opened.pairs, opened.fewer, opened.repeats) == (((1, 3), (2, 3)), (1, 2), ())
    assert len(best_ring(3, {(1, 2), (1, 3)}).repeats) == 2


def test_two_left_play_whatever_they_have_played() -> None:
    found = best_ring(2, {(1, 2)})
    assert found.pairs == ((1, 2),)
    assert found.repeats == ((1, 2),)


def small_setup(size: int) -> tuple[Wanted, ...]:
    """A row in small: the next one in the first half, the next two in the second."""
    pairs = {(i, i + 1) for i in range(1, size)} | {(i, i + 2) for i in range(size // 2, size - 1)}
    return tuple(Wanted(a, b) for a, b in sorted(pairs | {(1, size - 2)}))


@pytest.mark.parametrize("size", [5, 6, 7])
def test_later_rounds_equal_trying_everything(size: int) -> None:
    chance = Random(size)
    wanted = small_setup(size)
    plain = [w.pair for w in wanted]
    pairs = list(combinations(range(1, size + 1), 2))
    solved = 0
    for _ in range(30):
        met = set(chance.sample(pairs, chance.randrange(1, 6)))
        all_of_them = [row_score(size, plain, r) for r in rounds(size, degrees(wanted, size), met)]
        found = best_row(wanted, met)
        if all_of_them:
            solved += 1
            assert not found.fewer
            assert not found.repeats
            assert row_score(size, plain, found.pairs) == min(all_of_them)
            assert found.distance == min(all_of_them)[1]
        else:
            assert found.fewer or found.repeats
    assert solved > 3


@pytest.mark.parametrize("size", [5, 6])
def test_the_fewest_lose_an_opponent_before_anybody_meets_again(size: int) -> None:
    chance = Random(size)
    wanted = small_setup(size)
    full = degrees(wanted, size)
    pairs = list(combinations(range(1, size + 1), 2))
    kinds = set()
    for _ in range(40):
        met = set(chance.sample(pairs, chance.randrange(3, len(pairs) - 1)))
        found = best_row(wanted, met)
        least = fewest_dropped(size, full, met)
        kinds.add(least is None)
        if least is None:
            assert found.repeats
        else:
            assert not found.repeats
            assert len(found.fewer) == least
        real = [len(opponents(p, found.pairs)) for p in range(1, size + 1)]
        assert real == [d - (p in found.fewer) for p, d in enumerate(full, start=1)]
    assert kinds == {False, True}


def fewest_dropped(size: int, full: list[int], met: set[tuple[int, int]]) -> int | None:
    for count in range(size + 1):
        for some in combinations(range(size), count):
            left = [d - (at in some) for at, d in enumerate(full)]
            if sum(left) % 2 == 0 and next(rounds(size, left, met), None) is not None:
                return count
    return None


@pytest.mark.parametrize("size", [12, 13, 19, 26, 40, 101])
def test_a_second_round_has_the_pattern_and_no_repeat(size: int) -> None:
    chance = Random(size)
    first = row(size + size // 2)
    left = sorted(chance.sample(range(1, size + size // 2 + 1), size))
    place = {old: new for new, old in enumerate(left, start=1)}
    met = {
        ordered(place[w.high], place[w.low]) for w in first if w.high in place and w.low in place
    }
    wanted = row(size)
    found = best_row(wanted, met)
    assert not found.repeats
    assert not met & set(found.pairs)
    full = degrees(wanted, size)
    real = [len(opponents(p, found.pairs)) for p in range(1, size + 1)]
    assert real == [d - (p in found.fewer) for p, d in enumerate(full, start=1)]
    assert {w.pair for w in wanted if w.pair not in met} <= set(found.pairs)
    assert best_row(wanted, met).pairs == found.pairs


def test_a_bar_is_kept_before_a_repeat_is_avoided() -> None:
    met = set(combinations(range(1, 13), 2)) - {(1, 2)}
    found = best_row(row(12), met, {(1, 2)})
    assert (1, 2) not in found.pairs
    assert (1, 2) not in best_ring(5, set(), {(1, 2)}).pairs


@pytest.mark.parametrize(("size", "stretch"), [(50, 100), (60, 90)])
def test_a_long_row_in_stretches_keeps_every_promise(
    size: int, stretch: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everybody of the set-up has met, so that all are drawn anew, here in stretches of fewer ends
    than the program takes. The last one of the longer row is too short to be drawn alone."""
    wanted = row(size)
    met = {w.pair for w in wanted}
    monkeypatch.setattr(drawing, "LONG", 110)
    monkeypatch.setattr(drawing, "STRETCH", stretch)
    found = best_row(wanted, met)
    assert len(found.pairs) == len(wanted)
    assert not met & set(found.pairs)
    assert (found.fewer, found.repeats) == ((), frozenset())
    counts = [len(opponents(place, found.pairs)) for place in range(1, size + 1)]
    assert counts == degrees(wanted, size)
