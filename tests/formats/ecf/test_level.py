"""Rules 7 to 9 against everything that is possible, tried out."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise

import pytest

from engine.history import OTHER
from formats.ecf.drawing import draw_round
from formats.ecf.field import (
    EcfField,
    EcfPlayer,
    EcfUndrawable,
    claim,
    due,
    forbidden,
    stronger,
    trimmed,
)
from formats.ecf.level import LevelGroup, paired
from tests.sampling import each

Pairs = tuple[tuple[int, int], ...]
HISTORIES = ["", "W", "B", "WB", "BW", "WBB", "BWW", "WWB", "BWB", "WBW", "BBW", "WBWB", "WBBW"]


def all_pairings(cards: Sequence[int]) -> Iterator[Pairs]:
    """Every way to pair them off."""
    if not cards:
        yield ()
        return
    first, *rest = cards
    for other in rest:
        for more in all_pairings([c for c in rest if c != other]):
            yield ((first, other), *more)


def some_players(lot: random.Random, count: int, *, level: bool) -> list[EcfPlayer]:
    length = lot.choice([0, 1, 2, 3])
    histories = [h for h in HISTORIES if len(h) in (length, max(length - 1, 0))]
    grades = sorted(lot.randrange(900, 2200, lot.choice([1, 50])) for _ in range(count))[::-1]
    players = []
    for no in range(count):
        met = [str(o) for o in range(count) if o != no and lot.random() < 0.15]
        score = 0 if level else lot.choice([0, 0, 1, 2])
        players.append(
            EcfPlayer(
                str(no), no + 1, grades[no], Decimal(score), colours=lot.choice(histories),
                met=frozenset(met), downfloats=lot.choice([0, 0, 1]), name=f"P{no}",
            )
        )  # fmt: skip
    return [_mutual(p, players) for p in players]


def _mutual(player: EcfPlayer, players: Sequence[EcfPlayer]) -> EcfPlayer:
    met = {p.id for p in players if player.id in p.met} | player.met
    return replace(player, met=frozenset(met))


def legal(one: EcfPlayer, other: EcfPlayer) -> bool:
    """They have not met, and one way round breaks nothing."""
    if other.id in one.met:
        return False
    ways = [("W", "B"), ("B", "W")]
    return any(
        a not in forbidden(one.colours) and b not in forbidden(other.colours) for a, b in ways
    )


def judged(players: Sequence[EcfPlayer], pairs: Pairs, graded: bool) -> tuple[object, ...]:
    """The criteria in words of the rules, counted from the cards alone."""
    half = len(players) // 2
    turned = []
    for a, b in pairs:
        one, other = players[a], players[b]
        if due(one.colours) and due(one.colours) == due(other.colours):
            turned.append(weaker(players, a, b))
    claims = sorted((trimmed(claim(players[c].colours)) for c in turned), reverse=True)
    middle = Fraction(len(players) - 1, 2)
    off = sum(abs(c - middle) for c in turned)
    if not graded:
        ideal = [c + half if c < half else c - half for c in range(len(players))]
        return (
            len(turned),
            claims,
            off,
            sum(abs(b - ideal[a]) + abs(a - ideal[b]) for a, b in pairs),
        )
    grades = [p.grade for p in players]
    average = Fraction(sum(grades[:half]) - sum(grades[half:]), half)
    same = sum((a < half) == (b < half) for a, b in pairs)
    return (
        len(turned),
        claims,
        off,
        same,
        sum((abs(grades[a] - grades[b]) - average) ** 2 for a, b in pairs),
    )


def weaker(players: Sequence[EcfPlayer], a: int, b: int) -> int:
    """Who gives way of two who are due the same colour."""
    one, other = players[a], players[b]
    colour = due(one.colours)
    assert colour
    tied = [OTHER[colour] in forbidden(p.colours) for p in (one, other)]
    if tied[0] != tied[1]:
        return b if tied[0] else a
    sign = stronger(claim(one.colours), claim(other.colours))
    if sign:
        return b if sign > 0 else a
    middle = Fraction(len(players) - 1, 2)
    return a if abs(a - middle) < abs(b - middle) else b


@pytest.mark.parametrize("graded", [True, False])
@each("seed", range(120))
def test_a_level_is_paired_as_well_as_any_of_all_its_pairings(seed: int, graded: bool) -> None:
    lot = random.Random(seed)
    players = some_players(lot, lot.choice([2, 4, 6, 6, 8, 8]), level=True)
    possible = [
        (judged(players, pairs, graded), _order(pairs))
        for pairs in all_pairings(range(len(players)))
        if all(legal(players[a], players[b]) for a, b in pairs)
    ]
    if not possible:
        return
    group = LevelGroup(EcfField.of(players, graded=graded), tuple(range(len(players))))
    found = tuple(paired(group).pairs)
    # ties by grading order: the best opponent for the highest, then for the next
    assert (judged(players, found, graded), _order(found)) == min(possible)


def _order(pairs: Pairs) -> tuple[int, ...]:
    return tuple(b for _, b in sorted(pairs))


def test_ten_players_are_paired_as_well_as_any_of_all_945_pairings() -> None:
    for seed in range(12):
        players = some_players(random.Random(1000 + seed), 10, level=True)
        possible = [
            judged(players, pairs, True)
            for pairs in all_pairings(range(10))
            if all(legal(players[a], players[b]) for a, b in pairs)
        ]
        if possible:
            group = LevelGroup(EcfField.of(players), tuple(range(10)))
            assert judged(players, tuple(paired(group).pairs), True) == min(possible)


@each("seed", range(120))
def test_the_highest_level_sends_down_no_more_than_any_draw_must(seed: int) -> None:
    """Fewest floaters, over the least difference, among all draws of the whole field."""
    players = some_players(random.Random(seed), random.Random(seed).choice([6, 8]), level=False)
    field = EcfField.of(players)
    possible = [
        _floats(field, pairs)
        for pairs in all_pairings(range(len(players)))
        if all(legal(field.players[a], field.players[b]) for a, b in pairs)
    ]
    try:
        draw = draw_round(field, "plain", "W")
    except EcfUndrawable:
        assert not possible
        return
    if not draw.ground.against_colours:
        found = tuple((board.high, board.low) for board in draw.boards)
        assert _floats(field, found) == min(possible)


def _floats(field: EcfField, pairs: Pairs) -> tuple[int, int]:
    """Players of the highest level who do not meet one of it, and their score differences."""
    top = field.players[0].score
    games = [(field.players[a].score, field.players[b].score) for a, b in pairs]
    leaving = [abs(a - b) for a, b in games if (a == top) != (b == top)]
    return len(leaving), int(sum(leaving))


def test_the_mid_line_gives_everybody_the_average_difference_where_nothing_clashes() -> None:
    players = [EcfPlayer(str(no), no, 2100 - 37 * no) for no in range(1, 13)]
    group = LevelGroup(EcfField.of(players), tuple(range(12)))
    assert paired(group).pairs == [(i, i + 6) for i in range(6)]
    assert Fraction(group.spread, group.half) == 6 * 37


def test_claims_go_from_equalisation_over_alternation_to_the_latest_difference() -> None:
    # WBW: equalises and alternates; WWB: equalises only; WB: alternates
    in_order = ["WBW", "WWB", "WB", ""]
    strengths = [claim(colours) for colours in in_order]
    signs = [stronger(a, b) for a, b in pairwise(strengths)]
    assert signs == [1, 1, 1]
    # both alternate to White; the one with Black twice running had less White lately
    assert stronger(claim("WWBB"), claim("WBWB")) == 1


@pytest.mark.parametrize(
    ("colours", "wanted", "banned"),
    [
        ("", None, ""),
        ("W", "B", ""),
        ("WB", "W", ""),
        ("WW", "B", "W"),
        ("WWB", "B", ""),
        ("BWBB", "W", "B"),
        ("WWBW", "B", "W"),
    ],
)
def test_colours_due_and_colours_that_nobody_may_have(
    colours: str, wanted: str | None, banned: str
) -> None:
    assert due(colours) == wanted
    assert forbidden(colours) == frozenset(banned)
