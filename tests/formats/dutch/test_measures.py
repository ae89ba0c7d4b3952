"""What a Dutch round measures: an independent count, and the draw as the least of all rounds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from engine.protocol import Measure
from formats.dutch.drawing import draw
from formats.dutch.field import DutchField
from formats.dutch.measures import candidates, measured
from formats.dutch.position import DutchDraw, DutchPlayer, Position, Undrawable
from tests.formats.dutch.conformance import position, position_names
from tests.formats.dutch.counting import Counting, Whole
from tests.formats.dutch.simulation import Style, Tournament
from tests.sampling import sampled


def positions(seed: int, largest: int) -> Iterator[tuple[Position, DutchDraw]]:
    """A random tournament as far as it can be drawn."""
    rng = Random(seed)
    try:
        yield from Tournament(Style.random(rng, largest), rng).rounds(draw)
    except Undrawable:
        return


def measures_of(position: Position, drawn: DutchDraw) -> tuple[Measure, ...]:
    return measured(DutchField(position), drawn, str)


def as_draw(whole: Whole) -> DutchDraw:
    pairs = sorted(tuple(sorted(pair)) for pair in whole.pairs)
    return DutchDraw(tuple((a, b) for a, b in pairs), whole.bye)


def faults(seed: int, largest: int) -> Iterator[str]:
    """Rounds whose measures are not those of the count, or are less than the draw's."""
    for start, drawn in positions(seed, largest):
        if not start.players:
            continue
        counting = Counting(start)
        counts = counting.counts(counting.rounds())
        least = [m.value for m in measures_of(start, drawn)]
        for whole, counted in counts.items():
            found = measures_of(start, as_draw(whole))
            own = {(m.where, m.name): m.value for m in found}
            expected = {(str(s) if s is not None else "", n): v for (s, n), v in counted.items()}
            if any(own[key] != value for key, value in expected.items() if key[1] != "order"):
                yield f"seed {seed}, round {start.round}: {whole} is counted otherwise"
            values = [m.value for m in found]
            same = whole.pairs == {frozenset(pair) for pair in drawn.pairs}
            if values < least or (values == least) != same:
                yield f"seed {seed}, round {start.round}: {whole} is not worse than the draw"


@pytest.mark.parametrize("first", sampled(range(0, 60, 15), (0, 30)))
def test_the_draw_measures_least_of_all_legal_rounds(first: int) -> None:
    assert [fault for seed in range(first, first + 15) for fault in faults(seed, 8)] == []


@pytest.mark.slow
def test_the_draw_measures_least_in_many_tournaments() -> None:
    assert [fault for seed in range(1000, 2500) for fault in faults(seed, 8)] == []


@pytest.mark.slow
def test_the_draw_measures_least_among_ten_players() -> None:
    assert [fault for seed in range(5000, 5040) for fault in faults(seed, 10)] == []


@pytest.mark.parametrize("seed", range(15))
def test_with_sections_too_the_draw_measures_least(seed: int) -> None:
    for plain, _ in positions(seed, 7):
        third = max(1, len(plain.players) // 3)
        players = tuple(replace(p, section=(p.number - 1) // third) for p in plain.players)
        start = replace(plain, players=players)
        least = [m.value for m in measures_of(start, draw(start))] if players else []
        for whole in Counting(start).rounds():
            assert [m.value for m in measures_of(start, as_draw(whole))] >= least


@pytest.mark.parametrize("name", sampled(position_names()[::13], position_names()[::26]))
def test_two_opponents_exchanged_measure_worse(name: str) -> None:
    start = position(name).table.position
    drawn = draw(start)
    own = [m.value for m in measures_of(start, drawn)]
    rng = Random(name)
    for _ in range(20):
        one, other = rng.sample(range(len(drawn.pairs)), 2)
        (a, b), (c, d) = drawn.pairs[one], drawn.pairs[other]
        pairs = [p for n, p in enumerate(drawn.pairs) if n not in (one, other)]
        swapped = DutchDraw((*pairs, (a, d), (c, b)), drawn.bye)
        assert [m.value for m in measures_of(start, swapped)] > own


@pytest.mark.parametrize(
    "name", sampled(position_names()[::13], (*position_names()[::39], "s035_r9"))
)
def test_the_same_measures_stand_in_the_same_places_for_every_round(name: str) -> None:
    start = position(name).table.position
    numbers = sorted(player.number for player in start.players)
    pairs = tuple(zip(numbers[::2], numbers[1::2], strict=False))
    by_number = DutchDraw(pairs, numbers[-1] if len(numbers) % 2 else None)
    one, other = measures_of(start, draw(start)), measures_of(start, by_number)
    assert [(m.where, m.name, m.text) for m in one] == [(m.where, m.name, m.text) for m in other]


def met(*players: DutchPlayer) -> Position:
    return Position(players, 3, 5)


def value(found: tuple[Measure, ...], name: str, where: str = "") -> object:
    return next(m.value for m in found if (m.where, m.name) == (where, name))


def test_what_no_round_may_do_comes_first() -> None:
    start = met(
        DutchPlayer(1, 200, "WW", frozenset({3})),
        DutchPlayer(2, 200, "WW", frozenset({4})),
        DutchPlayer(3, 0, "BB", frozenset({1})),
        DutchPlayer(4, 0, "BB", frozenset({2}), may_have_bye=False),
    )
    again = measures_of(start, DutchDraw(((1, 3), (2, 4))))
    assert [m.name for m in again[:5]] == ["all paired", "C1", "barred", "C2", "C3"]
    assert value(again, "C1") == 2
    same = measures_of(start, DutchDraw(((1, 2), (3, 4))))
    assert value(same, "C3") == 2
    assert value(measures_of(start, DutchDraw(((1, 2),), 4)), "C2") == 1
    assert value(measures_of(start, DutchDraw(((1, 2),), 4)), "all paired") == 2
    barred = replace(start, forbidden=frozenset({frozenset((1, 4))}))
    assert value(measures_of(barred, DutchDraw(((1, 4), (2, 3)))), "barred") == 1


def test_a_late_candidate_measures_later_by_its_order_alone() -> None:
    start = Position(tuple(DutchPlayer(n, 0) for n in range(1, 7)), 1, 5)
    rounds = [
        DutchDraw(((1, 4), (2, 5), (3, 6))),
        DutchDraw(((1, 4), (2, 6), (3, 5))),
        DutchDraw(((1, 5), (2, 4), (3, 6))),
        DutchDraw(((1, 3), (2, 5), (4, 6))),
        DutchDraw(((1, 2), (3, 5), (4, 6))),
    ]
    found = [measures_of(start, drawn) for drawn in rounds]
    for sooner, later in pairwise(found):
        differ = [(a, b) for a, b in zip(sooner, later, strict=True) if a.value != b.value]
        assert [a.name for a, _ in differ] == ["order"]
        assert [a.value for a in sooner] < [b.value for b in later]
    assert found[0][-1].shown == "the ideal pairing"
    assert found[1][-1].shown == "2 v 6, 3 v 5"


def test_brackets_follow_from_the_round() -> None:
    start = met(
        DutchPlayer(1, 200),
        DutchPlayer(2, 200),
        DutchPlayer(3, 200),
        DutchPlayer(4, 100),
        DutchPlayer(5, 0),
    )
    found = candidates(DutchField(start), DutchDraw(((1, 5), (2, 3)), 4))
    assert [c.downfloats for c in found] == [(200,), (200, 100), (100,)]
    assert [c.single_bye for c in found] == [False, False, True]
    assert [len(c.bracket.moved) for c in found] == [0, 1, 2]
