"""Groups drawn by counting and assignment, against the search alone."""

from __future__ import annotations

import random
from decimal import Decimal

import pytest

from engine.pairable import Pairable
from formats.ecf.field import EcfField, EcfPlayer
from formats.ecf.level import LevelGroup, best_across, paired, searched

HISTORIES = ["", "W", "B", "WB", "BW", "WBB", "BWW", "WWB", "BWB", "WBW", "BBW", "WBWB", "WBBW"]


def some_group(lot: random.Random) -> LevelGroup:
    """Of up to 24 players: equal grades, players due no colour, locks, grades out of order."""
    count = 2 * lot.randint(1, 12)
    length, step = lot.choice([0, 1, 2, 3, 4]), lot.choice([1, 50, 200, 5000])
    histories = [h for h in HISTORIES if len(h) in (length, max(length - 1, 0))]
    grades = sorted((lot.randrange(900, 2200, step) for _ in range(count)), reverse=True)
    if lot.random() < 0.2:
        lot.shuffle(grades)
    often = lot.choice([0, 0.02, 0.1, 0.3])
    met: list[set[str]] = [set() for _ in range(count)]
    for a in range(count):
        for b in range(a):
            if lot.random() < often:
                met[a].add(str(b))
                met[b].add(str(a))
    players = [
        EcfPlayer(
            str(no), no + 1, grades[no], colours=lot.choice(histories), met=frozenset(met[no])
        )
        for no in range(count)
    ]
    a, b = sorted(lot.sample(range(count), 2))
    locks = [frozenset((str(a), str(b)))] if lot.random() < 0.15 else []
    field = EcfField.of(players, locks=locks, graded=lot.random() < 0.5, lead=Decimal(9))
    field = field.with_inside([(a, b)] if locks else [])
    return LevelGroup(field, tuple(range(count)), two_sided=lot.random() < 0.3)


@pytest.mark.parametrize("seed", range(8))
def test_a_group_drawn_fast_is_drawn_as_by_the_search(seed: int) -> None:
    lot = random.Random(seed)
    fast = 0
    for _ in range(60):
        group = some_group(lot)
        if not Pairable(group.opponents).perfect((1 << len(group.players)) - 1):
            continue
        found = best_across(group)
        if found is not None:
            fast += 1
            assert tuple(found) == searched(group).partner[: group.half]
    assert fast > 20


TWINS = [
    ("BWBWBW", "13"), ("WBWBWB", "07"), ("WWBBWB", "9"), ("WBWBWB", "049"), ("BWBWBW", "3"),
    ("BWBWBW", "6"), ("WBWWBW", "5"), ("BWBWBW", "1"), ("WBWBWB", ""), ("BWBWBW", "23"),
]  # fmt: skip
"""Ten players, with those they have met: of 4 and 5, on both sides of the line, one is refused."""


@pytest.mark.parametrize("graded", [False, True])
def test_where_two_may_be_refused_both_are_tried(graded: bool) -> None:
    """Seeded, the better one is not proven to be best by itself: the search has to say so."""
    players = [
        EcfPlayer(str(no), no + 1, 2000 - 50 * no, colours=colours, met=frozenset(met))
        for no, (colours, met) in enumerate(TWINS)
    ]
    group = LevelGroup(EcfField.of(players, graded=graded), tuple(range(10)))
    assert paired(group).partner == searched(group).partner
