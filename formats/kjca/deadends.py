"""Rounds that have no legal draw (step 7): which illegal games are made possible."""

from __future__ import annotations

from dataclasses import dataclass

from engine.pairable import Pairable
from engine.refusal import NoDraw
from formats.kjca.field import KjcaField
from formats.no_legal_draw import fewest_byes, fewest_faults
from formats.score_field import Game


@dataclass(frozen=True, slots=True)
class FeasibleField:
    """A field that can be drawn, and how many byes the one who has the bye may have had."""

    field: KjcaField
    byes: int
    repeats: tuple[Game, ...] = ()
    thirds: tuple[Game, ...] = ()


def prepared(field: KjcaField) -> FeasibleField:
    """What the round is drawn from.

    A legal draw with the bye to somebody who has had none; else with a second bye; else the
    fewest third colours, as low as possible; else the fewest repeats, likewise. `NoDraw` if the
    arbiter's locks and bars leave no draw that would be there without them, or none at all.
    """
    byes = fewest_byes(field, field.pairable)
    if byes is not None:
        return FeasibleField(field, byes)
    _refuse_instructions(field)
    for near in (field.unmet, field.unbarred):
        byes = fewest_byes(field, Pairable(near))
        if byes is not None:
            return _exempting(field, near, byes)
    raise _stopped()


def _refuse_instructions(field: KjcaField) -> None:
    """`NoDraw` if there would be a legal draw without the arbiter's locks and bars."""
    if not (field.locks or field.bars):
        return
    free = KjcaField(field.players, allowed=field.allowed, avoid_cost=field.avoid_cost)
    if fewest_byes(free, free.pairable) is not None:
        raise _stopped()


def _stopped() -> NoDraw:
    return NoDraw(
        "this round has no legal draw",
        "those who are left cannot all be paired",
        "take back a bar or a lock",
    )


def _exempting(field: KjcaField, near: list[int], byes: int) -> FeasibleField:
    """The fewest repeats, as low as possible, then the fewest third colours, as low as possible,
    over all draws of the whole round; the games with them are then possible, and no others."""

    def repeat(a: int, b: int) -> int:
        return int(max(a, b) < len(field) and not field.unmet[a] >> b & 1)

    def third(a: int, b: int) -> int:
        here = max(a, b) < len(field)
        return int(
            here
            and field.players[a].third is not None
            and field.players[a].third == field.players[b].third
        )

    pairs = fewest_faults(field, near, byes, {"repeats": repeat, "third colours": third})
    repeats = tuple(p for p in pairs if repeat(*p))
    thirds = tuple(p for p in pairs if third(*p))
    return FeasibleField(field.with_exempt((*repeats, *thirds)), byes, repeats, thirds)
