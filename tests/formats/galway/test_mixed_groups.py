"""Mixed groups drawn exactly: against every candidate in order, and against exact matching."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from random import Random

import pytest

from formats.dutch.bracket import ScoreBracket
from formats.dutch.drawing import draw
from formats.dutch.field import DutchField
from formats.dutch.position import DutchPlayer, Float, Position, Undrawable
from tests.formats.dutch.simulation import Style, Tournament, _Entry
from tests.formats.galway.brute import porous_by_brute_force
from tests.sampling import sampled


class Porous(Tournament):
    """A random tournament in sections by pairing number."""

    def __init__(self, style: Style, rng: Random, sections: int) -> None:
        super().__init__(replace(style, accelerated=0), rng)
        self.sections = sections
        self.cuts = sorted(rng.choice(range(style.players // 2 + 1)) for _ in range(sections - 1))

    def section(self, number: int) -> int:
        return sum(number > cut for cut in self.cuts)

    def _score(self, entry: _Entry, number: int) -> int:
        bonus = self.sections - 1 - self.section(entry.number)
        return entry.points + bonus * self.style.win

    def _position(self, number: int, here: set[int]) -> Position:
        plain = super()._position(number, here)
        players = (replace(p, section=self.section(p.number)) for p in plain.players)
        return replace(plain, players=tuple(players))


def porous(seed: int, largest: int) -> Porous:
    rng = Random(seed)
    return Porous(Style.random(rng, largest), rng, rng.choice((2, 2, 3)))


def anyhow(seed: int, largest: int) -> Position:
    """A position that no tournament need have led to: two or three groups, all of them mixed."""
    rng = Random(seed)
    count = rng.randint(4, largest)
    cuts = sorted(rng.randint(1, count) for _ in range(rng.choice((1, 1, 2))))
    met: dict[int, set[int]] = {n: set() for n in range(1, count + 1)}
    for _ in range(rng.randint(0, count)):
        a, b = rng.sample(range(1, count + 1), 2)
        met[a].add(b)
        met[b].add(a)
    levels = [300, 300, 300, *rng.sample((350, 250, 200), rng.randint(0, 2))]
    players = [
        DutchPlayer(
            n,
            rng.choice(levels),
            "".join(rng.choice("WB") for _ in range(3)),
            frozenset(met[n]),
            (rng.choice(list(Float)), rng.choice(list(Float))),
            rng.random() < 0.8,
            rng.choice((0, 0, 0, 1)),
            sum(n > cut for cut in cuts),
        )
        for n in met
    ]
    rng.shuffle(players)
    return Position(tuple(players), rng.choice((4, 6)), 6, "W" if rng.random() < 0.5 else "B")


def mixed(position: Position) -> int:
    """Groups in which the highest section is paired first."""
    field = DutchField(position)
    return sum(bool(ScoreBracket(field, (), g, 0).upper) for g in field.groups)


def told(position: Position, *, reference: bool = False) -> tuple[set[frozenset[int]], int | None]:
    """Pairs and bye."""
    drawn = draw(position, reference=reference)
    return {frozenset(pair) for pair in drawn.pairs}, drawn.bye


def off_brute_force(seeds: Iterable[int], largest: int) -> Iterator[str]:
    for seed in seeds:
        position = anyhow(seed, largest)
        expected = porous_by_brute_force(position)
        if expected is None:
            with pytest.raises(Undrawable):
                draw(position)
        elif told(position) != expected:
            yield f"seed {seed}: {told(position)}, not {expected}"
        elif told(position, reference=True) != expected:
            yield f"seed {seed}: the reference draws {told(position, reference=True)}"


def off_the_reference(seed: int, largest: int) -> Iterator[str]:
    try:
        for position, drawn in porous(seed, largest).rounds(draw):
            if drawn != draw(position, reference=True):
                yield f"seed {seed}, round {position.round}"
    except Undrawable:
        return


@pytest.mark.parametrize("first", sampled(range(0, 800, 200), (600,)))
def test_small_mixed_groups_by_brute_force(first: int) -> None:
    assert list(off_brute_force(range(first, first + 200), 7)) == []


@pytest.mark.parametrize("first", sampled(range(0, 60, 20), (0,)))
def test_larger_mixed_groups_by_exact_matching(first: int) -> None:
    assert [d for seed in range(first, first + 20) for d in off_the_reference(seed, 40)] == []


@pytest.mark.parametrize("first", sampled(range(0, 120, 40), (0,)))
def test_larger_groups_of_any_history_by_exact_matching(first: int) -> None:
    differences = []
    for seed in range(first, first + 40):
        position = anyhow(seed, 40)
        try:
            if told(position) != told(position, reference=True):
                differences.append(seed)
        except Undrawable:
            continue
    assert differences == []


@pytest.mark.slow
def test_thousands_of_mixed_groups_by_brute_force() -> None:
    assert list(off_brute_force(range(10_000, 20_000), 8)) == []


@pytest.mark.slow
def test_many_mixed_groups_by_exact_matching() -> None:
    assert [d for seed in range(10_000, 11_000) for d in off_the_reference(seed, 40)] == []


def test_the_positions_have_mixed_groups_with_more_from_below() -> None:
    """Else the comparison would show nothing."""
    assert sum(mixed(anyhow(seed, 7)) > 0 for seed in range(800)) > 250


def group(upper: int, lower: int, more: int = 0) -> Position:
    """One group of so many of the higher section, of the lower, of one further down."""
    sections = [0] * upper + [1] * lower + [2] * more
    players = (DutchPlayer(n, 300, section=s) for n, s in enumerate(sections, start=1))
    return Position(tuple(players), 2, 6)


def meetings(position: Position) -> set[frozenset[int]]:
    return {frozenset(pair) for pair in draw(position).pairs}


def test_more_from_below_meet_the_higher_section_from_the_top() -> None:
    """2 of A, 6 of B: A1-B1, A2-B2, and B3-B5, B4-B6 among themselves."""
    assert meetings(group(2, 6)) == {frozenset(pair) for pair in ((1, 3), (2, 4), (5, 7), (6, 8))}


def test_fewer_from_below_all_float_up_as_in_plain_dutch() -> None:
    """6 of A, 2 of B: top half against bottom half, both Bs meet an A."""
    assert meetings(group(6, 2)) == {frozenset(pair) for pair in ((1, 5), (2, 6), (3, 7), (4, 8))}


def test_three_sections_keep_the_lowest_from_the_highest_where_they_can() -> None:
    """2 of A, 3 of B, 3 of C: the As meet Bs."""
    games = meetings(group(2, 3, 3))
    assert {frozenset((1, 3)), frozenset((2, 4))} <= games


def test_a_real_downfloater_comes_before_the_higher_section() -> None:
    """One from above, two of A, five of B: he meets B1, they B2 and B3."""
    group_below = group(2, 5)
    above = DutchPlayer(9, 350, section=0)
    games = meetings(replace(group_below, players=(above, *group_below.players)))
    assert {frozenset((9, 3)), frozenset((1, 4)), frozenset((2, 5))} <= games


def test_two_of_the_higher_section_meet_rather_than_go_down() -> None:
    """Both have met all of the lower section who are here."""
    met = frozenset((3, 4, 5))
    players = (
        DutchPlayer(1, 300, "WB", met),
        DutchPlayer(2, 300, "BW", met),
        *(DutchPlayer(n, 300, "WB", frozenset((1, 2)), section=1) for n in (3, 4, 5, 6)),
    )
    position = Position(players, 3, 6, forbidden=frozenset({frozenset((1, 6)), frozenset((2, 6))}))
    assert frozenset((1, 2)) in meetings(position)
