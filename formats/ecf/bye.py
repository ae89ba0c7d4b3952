"""Rule 5: who has the bye."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.pairable import members
from formats.ecf.field import Field
from formats.ecf.ground import Ground, resting
from formats.ecf.median import from_median, larger_colour


def bye_holder(ground: Ground, opening: int) -> int | None:
    """The player with the bye, None if the number is even.

    `opening`: the level of round 1 that it comes from, as a bit set; 0 in later rounds. The rest
    of the field stays drawable.
    """
    field = ground.field
    if field.free.bit_count() % 2 == 0:
        return None
    if opening:
        order: Iterator[int] = iter(from_median(field.by_grade(opening & field.free)))
    else:
        order = _later(ground)
    return next(i for i in order if field.pairable.perfect(field.free & ~(1 << i)))


def _later(ground: Ground) -> Iterator[int]:
    """Players without any bye from the lowest level up; then those who only asked for byes; then,
    where the round has no other draw, those who have had it."""
    field = ground.field
    tests: list[Callable[[int], bool]] = [
        lambda i: not field.players[i].byes and not field.players[i].asked,
        lambda i: not field.players[i].byes,
        lambda i: bool(resting(field, ground.byes) >> i & 1),
    ]
    for allowed in tests:
        for level in reversed(field.levels):
            yield from filter(allowed, _in_level(field, level & field.free))


def _in_level(field: Field, level: int) -> list[int]:
    """From the larger colour group, from the median downwards, then upwards; then the others."""
    players = field.by_grade(level)
    larger = larger_colour(field, players)
    return sorted(
        from_median(players),
        key=lambda i: larger is not None and field.players[i].due != larger,
    )


def eligible(field: Field) -> list[int]:
    """Who has had no bye and has none arranged."""
    return [i for i in members(field.free) if not field.players[i].byes + field.players[i].asked]
