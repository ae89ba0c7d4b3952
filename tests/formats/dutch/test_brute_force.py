"""The draw against every candidate in generation order, and against exact matching."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from formats.dutch import drawing
from formats.dutch.drawing import draw
from formats.dutch.position import DutchDraw, Position, Undrawable
from tests.formats.dutch.brute import by_brute_force
from tests.formats.dutch.simulation import Style, Tournament
from tests.sampling import sampled


def differences(seed: int, largest: int) -> Iterator[str]:
    """Rounds of a random tournament in which the draw is not the one found by trying all."""
    rng = Random(seed)
    found: list[str] = []

    def checked(position: Position) -> DutchDraw:
        expected = by_brute_force(position)
        try:
            drawn = draw(position)
        except Undrawable:
            if expected is not None:
                found.append(f"seed {seed}, round {position.round}: not drawn")
            raise
        if ({frozenset(pair) for pair in drawn.pairs}, drawn.bye) != expected:
            found.append(f"seed {seed}, round {position.round}: {drawn}")
        return drawn

    try:
        for _ in Tournament(Style.random(rng, largest), rng).rounds(checked):
            pass
    except Undrawable:
        pass
    yield from found


def off_the_reference(seed: int, largest: int) -> Iterator[str]:
    """Rounds in which the draw differs from exact matching over everybody."""
    rng = Random(seed)
    try:
        for position, drawn in Tournament(Style.random(rng, largest), rng).rounds(draw):
            if drawn != draw(position, reference=True):
                yield f"seed {seed}, round {position.round}"
    except Undrawable:
        return


@pytest.mark.parametrize("first", sampled(range(0, 400, 100), (300,)))
def test_small_tournaments_by_brute_force(first: int) -> None:
    assert [d for seed in range(first, first + 100) for d in differences(seed, 8)] == []


@pytest.mark.parametrize("first", sampled(range(0, 100, 20), (80,)))
def test_larger_tournaments_by_exact_matching(first: int) -> None:
    assert [d for seed in range(first, first + 20) for d in off_the_reference(seed, 40)] == []


@pytest.mark.slow
def test_ten_thousand_tournaments_by_brute_force() -> None:
    assert [d for seed in range(10_000) for d in differences(seed, 8)] == []


@pytest.mark.slow
def test_brackets_of_ten_by_brute_force() -> None:
    assert [d for seed in range(50_000, 50_400) for d in differences(seed, 10)] == []


@pytest.mark.slow
def test_many_tournaments_by_exact_matching() -> None:
    seeds = range(100_000, 103_000)
    assert [d for seed in seeds for d in off_the_reference(seed, 40)] == []


def clubs_off_the_reference(players: int, clubs: tuple[int, ...], seed: int) -> Iterator[str]:
    """Rounds of an event of clubs that do not meet their own, likewise."""
    rng = Random(seed)
    tournament = Tournament(Style(players, 7), rng)
    club = [n for n, size in enumerate(clubs) for _ in range(size)]
    rng.shuffle(club)
    tournament.forbidden = frozenset(
        frozenset((a + 1, b + 1)) for a in range(players) for b in range(a) if club[a] == club[b]
    )
    try:
        for position, drawn in tournament.rounds(draw):
            if drawn != draw(position, reference=True):
                yield f"{clubs}, seed {seed}, round {position.round}"
    except Undrawable:
        return


@pytest.mark.parametrize(
    "clubs", sampled([(48, 16, 16, 16), (47, 25, 24), (48, 48)], [(47, 25, 24)])
)
def test_clubs_that_do_not_meet_their_own_by_exact_matching(clubs: tuple[int, ...]) -> None:
    assert list(clubs_off_the_reference(sum(clubs), clubs, 1)) == []


@pytest.mark.parametrize("clubs", [(16, 8, 8), (17, 10, 6), (15, 9, 7)])
def test_a_club_that_needs_everybody_else_by_exact_matching(
    clubs: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drawing, "FEW_BELOW", 2)
    assert [d for seed in range(2) for d in clubs_off_the_reference(sum(clubs), clubs, seed)] == []


@pytest.mark.slow
def test_many_events_of_clubs_by_exact_matching() -> None:
    kinds = [(75, 25, 25, 25), (74, 40, 36), (75, 75), (75, 74), (60, 30, 20, 10)]
    found = [clubs_off_the_reference(sum(c), c, seed) for c in kinds for seed in range(2)]
    assert [d for some in found for d in some] == []
