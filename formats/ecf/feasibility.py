"""What a round is drawn from: a field that has a draw, relaxed where no legal one exists."""

from __future__ import annotations

from dataclasses import dataclass

from engine.pairable import Pairable
from formats.ecf.field import EcfField, colours_allow
from formats.score_field import Game, fewest_byes, fewest_faults


class EcfUndrawable(Exception):
    """Every draw repeats a game, or breaks a lock or a bar."""


@dataclass(frozen=True, slots=True)
class Feasibility:
    """A field that can be drawn; how many byes the holder of the bye may have had; the games
    against the colours of rule 8 that had to be made possible."""

    field: EcfField
    byes: int
    against_colours: tuple[Game, ...] = ()


def prepared(field: EcfField) -> Feasibility:
    """A legal draw with the bye to somebody who has had none; else with a second bye; else the
    fewest games against the colours of rule 8, as low as possible. `Undrawable` without any."""
    byes = fewest_byes(field, field.pairable)
    if byes is not None:
        return Feasibility(field, byes)
    byes = fewest_byes(field, Pairable(field.unmet))
    if byes is None:
        raise EcfUndrawable
    return _relaxed(field, byes)


def _relaxed(field: EcfField, byes: int) -> Feasibility:
    def wrong(a: int, b: int) -> int:
        here = max(a, b) < len(field)
        return int(
            here
            and field.locked.get(a) != b
            and not colours_allow(field.players[a], field.players[b])
        )

    pairs = fewest_faults(field, field.unmet, byes, {"against colours": wrong})
    games = tuple(pair for pair in pairs if wrong(*pair))
    return Feasibility(field.with_exempt(games), byes, games)
