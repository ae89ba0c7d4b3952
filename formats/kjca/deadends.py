"""Rounds that have no legal draw (step 7): which illegal games are made possible."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.matching import Criterion, PartnerPreference, best_matching
from engine.pairable import Pairable, members
from engine.refusal import NoDraw
from formats.kjca.field import KjcaField
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
    byes = _fewest_byes(field, field.legal)
    if byes is not None:
        return FeasibleField(field, byes)
    _refuse_instructions(field)
    for near in (field.unmet, field.unbarred):
        byes = _fewest_byes(field, near)
        if byes is not None:
            return _exempting(field, near, byes)
    raise _stopped()


def _fewest_byes(field: KjcaField, near: list[int]) -> int | None:
    """The bye goes to somebody who has had so many, at least; None if there is no draw."""
    pairable = Pairable(near) if near is not field.legal else field.pairable
    if field.free.bit_count() % 2 == 0:
        return 0 if pairable.perfect(field.free) else None
    for byes in sorted({field.players[i].byes for i in members(field.free)}):
        if pairable.perfect(field.free, field.resting(byes)):
            return byes
    return None


def _refuse_instructions(field: KjcaField) -> None:
    """`NoDraw` if there would be a legal draw without the arbiter's locks and bars."""
    if not (field.locks or field.bars):
        return
    free = KjcaField(field.players, allowed=field.allowed, avoid_cost=field.avoid_cost)
    if _fewest_byes(free, free.legal) is not None:
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

    players = list(members(field.free))
    edges = [(a, b) for a in players for b in members(near[a] & field.free) if a < b]
    rest = len(field)
    if len(players) % 2:
        edges += [(a, rest) for a in members(field.free & field.resting(byes))]
        players.append(rest)
    number = {player: i for i, player in enumerate(players)}
    found = best_matching(
        len(players),
        [(number[a], number[b]) for a, b in edges],
        [_counted("repeats", repeat, players), _counted("third colours", third, players)],
        [_as_low("repeats low", repeat, players), _as_low("third colours low", third, players)],
    )
    assert found is not None, "the pairing that was found possible is gone"
    pairs = [(players[i], players[j]) for i, j in found.pairs]
    repeats = tuple(p for p in pairs if repeat(*p))
    thirds = tuple(p for p in pairs if third(*p))
    return FeasibleField(field.with_exempt((*repeats, *thirds)), byes, repeats, thirds)


def _counted(name: str, wrong: Callable[[int, int], int], players: list[int]) -> Criterion:
    return Criterion(name, lambda i, j: wrong(players[i], players[j]))


def _as_low(name: str, wrong: Callable[[int, int], int], players: list[int]) -> PartnerPreference:
    """The highest player of such a game as low as possible, then his opponent, then the next."""

    def rank(i: int, j: int) -> int:
        return len(players) - j if i < j and wrong(players[i], players[j]) else 0

    return PartnerPreference(name, range(len(players)), rank)
