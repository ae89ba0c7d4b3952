"""Rule 5: who has the bye."""

from __future__ import annotations

from formats.ecf.feasibility import Feasibility
from formats.ecf.field import EcfField, Mode
from formats.ecf.median import from_median, larger_colour


def bye_holder(ground: Feasibility, mode: Mode) -> int | None:
    """The player with the bye, None if the number is even; the rest stays drawable."""
    field = ground.field
    if field.free.bit_count() % 2 == 0:
        return None
    order = holders(field, mode, ground.byes)
    return next(i for i in order if field.pairable.perfect(field.free & ~(1 << i)))


def open_to_the_bye(ground: Feasibility, mode: Mode) -> int:
    """In an accelerated round those of whom one will have the bye once (b), and in Advanced (d),
    is filled, as a bit set: nobody of (a) to (d) of whom it is certain beforehand. Empty where
    the number is even, and where no draw gives the bye to one of them."""
    field = ground.field
    if mode not in ("basic", "advanced") or field.free.bit_count() % 2 == 0:
        return 0
    able = field.free & field.had_byes_at_most(ground.byes) & ~field.on(field.lead)
    if mode == "advanced":
        able &= ~field.on(field.lead - field.step)
    return able if field.pairable.perfect(field.free, able) else 0


def holder_among(field: EcfField, left: int, byes: int) -> int:
    """The bye of an accelerated round: from the last pairing group as it stands, by rule 5
    within it; failing that from the group before."""
    order = holders_among(field, left, byes)
    return next(i for i in order if field.pairable.perfect(left & ~(1 << i)))


def holders(field: EcfField, mode: Mode, byes: int | None = None) -> list[int]:
    """Everybody in the order in which the bye is offered, those with more than so many byes left
    out (None: nobody).

    Round 1: from the mid-line of the field, or of its bottom half. Later: from the lowest level
    up, those without any bye; then those who only asked for one; then the others.
    """
    if mode in ("opening", "opening by halves"):
        level = field.everybody
        if mode == "opening by halves":
            level = field.everybody & ~field.top or level
        order = from_median(field.by_grade(level))
        order += [i for i in field.by_grade(field.everybody) if i not in order]
        return [i for i in order if i not in field.locked]
    return holders_among(field, field.everybody, byes)


def holders_among(field: EcfField, left: int, byes: int | None = None) -> list[int]:
    """The same of those who are left, from the lowest of their score levels up."""
    levels = [level & left for level in reversed(field.score_groups)]
    able = [
        i
        for level in levels
        for i in _in_level(field, level)
        if i not in field.locked and (byes is None or field.players[i].byes <= byes)
    ]
    return sorted(able, key=lambda i: (field.players[i].byes, field.players[i].asked > 0))


def _in_level(field: EcfField, level: int) -> list[int]:
    """From the larger colour group, from the median downwards, then upwards; then the others."""
    players = field.by_grade(level)
    larger = larger_colour(field, players)
    return sorted(
        from_median(players),
        key=lambda i: larger is not None and field.players[i].due != larger,
    )
