"""What a round is drawn from: a field that has a draw, relaxed where no legal one exists."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.matching import Criterion, PartnerPreference, best_matching
from engine.pairable import Pairable, mask_of, members
from formats.ecf.field import EcfField, colours_allow
from formats.score_field import Game


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
    byes = _fewest_byes(field, field.pairable)
    if byes is not None:
        return Feasibility(field, byes)
    byes = _fewest_byes(field, Pairable(field.unmet))
    if byes is None:
        raise EcfUndrawable
    return _relaxed(field, byes)


def _fewest_byes(field: EcfField, pairable: Pairable) -> int | None:
    """The bye goes to somebody who has had so many, at least; None if there is no draw."""
    if field.free.bit_count() % 2 == 0:
        return 0 if pairable.perfect(field.free) else None
    for byes in sorted({field.players[i].byes for i in members(field.free)}):
        if pairable.perfect(field.free, resting(field, byes)):
            return byes
    return None


def resting(field: EcfField, byes: int) -> int:
    """Those who have had the bye at most so often, as a bit set."""
    return mask_of([i for i in members(field.free) if field.players[i].byes <= byes])


def _relaxed(field: EcfField, byes: int) -> Feasibility:
    def wrong(a: int, b: int) -> int:
        here = max(a, b) < len(field)
        return int(
            here
            and field.locked.get(a) != b
            and not colours_allow(field.players[a], field.players[b])
        )

    players = list(members(field.free))
    edges = [(a, b) for a in players for b in members(field.unmet[a] & field.free) if a < b]
    rest = len(field)
    if len(players) % 2:
        edges += [(a, rest) for a in members(resting(field, byes))]
        players.append(rest)
    number = {player: i for i, player in enumerate(players)}
    found = best_matching(
        len(players),
        [(number[a], number[b]) for a, b in edges],
        [Criterion("against colours", lambda i, j: wrong(players[i], players[j]))],
        [_as_low(wrong, players)],
    )
    assert found is not None, "the pairing that was found possible is gone"
    games = tuple(g for i, j in found.pairs if wrong(*(g := (players[i], players[j]))))
    return Feasibility(field.with_exempt(games), byes, games)


def _as_low(wrong: Callable[[int, int], int], players: list[int]) -> PartnerPreference:
    """The highest player of such a game as low as possible, then his opponent, then the next."""

    def rank(i: int, j: int) -> int:
        return len(players) - j if i < j and wrong(players[i], players[j]) else 0

    return PartnerPreference("against colours low", range(len(players)), rank)
