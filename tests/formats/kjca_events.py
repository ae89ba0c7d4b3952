"""Simulated KJCA events as plain seats: the draws are the engine's, the results are by lot."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from decimal import Decimal

from engine.history import OTHER
from engine.points import Points
from engine.refusal import Refused
from formats.kjca.drawing import KjcaDraw, draw_round
from formats.kjca.field import KjcaField, Seat
from formats.score_field import Pair

HALF = Decimal("0.5")


@dataclass(frozen=True)
class Kind:
    """What an event is like: players, rounds, schools (0: none), the share of players of one host
    school, drawn games, and how often somebody stays away for a round."""

    players: int
    rounds: int
    schools: int = 0
    host: float = 0.0
    draws: float = 0.2
    away: float = 0.0
    instructions: float = 0.0
    avoid_cost: int = 2


def simulate(kind: Kind, seed: int, look: Callable[[int, KjcaField, KjcaDraw], None]) -> None:
    """Play an event; `look` sees every field before its results."""
    lot = random.Random(seed)
    seats = [_seat(kind, place, lot) for place in range(1, kind.players + 1)]
    strength = {seat.id: lot.gauss(-seat.place, kind.players / 4) for seat in seats}
    for number in range(1, kind.rounds + 1):
        here = [seat for seat in seats if lot.random() >= kind.away] or seats
        field = KjcaField.of(here, avoid_cost=kind.avoid_cost, **_instructions(kind, here, lot))
        try:
            draw = draw_round(field)
        except Refused:  # the bars leave no legal draw: the arbiter takes them back
            field = KjcaField.of(here, avoid_cost=kind.avoid_cost)
            draw = draw_round(field)
        look(number, field, draw)
        after = {seat.id: seat for seat in seats} | _played(draw, strength, kind, lot)
        seats = list(after.values())


def _seat(kind: Kind, place: int, lot: random.Random) -> Seat:
    ties: set[str] = set()
    if kind.schools:
        school = 0 if lot.random() < kind.host else lot.randrange(kind.schools)
        ties.add(f"school:{school}")
        if lot.random() < 0.3:
            ties.add(f"club:{lot.randrange(kind.schools)}")
    return Seat(str(place), place, ties=frozenset(ties))


def _instructions(kind: Kind, seats: list[Seat], lot: random.Random) -> dict[str, set[Pair]]:
    """Now and then a bar and an allowed pair."""
    if lot.random() >= kind.instructions or len(seats) < 4:
        return {}
    ids = [seat.id for seat in seats]
    return {
        "bars": {frozenset(lot.sample(ids, 2))},
        "allowed": {frozenset(lot.sample(ids, 2))},
    }


def _played(
    draw: KjcaDraw, strength: dict[str, float], kind: Kind, lot: random.Random
) -> dict[str, Seat]:
    after: dict[str, Seat] = {}
    for board in draw.boards:
        high, low = draw.field.players[board.high], draw.field.players[board.low]
        noise = lot.gauss(0, kind.players / 4)
        won = Decimal(strength[high.id] - strength[low.id] + noise > 0)
        points = HALF if lot.random() < kind.draws else won
        floated = int(high.score != low.score)
        after[high.id] = replace(
            _met(high, low, board.high_colour, points), downfloats=high.downfloats + floated
        )
        after[low.id] = replace(
            _met(low, high, OTHER[board.high_colour], 1 - points), upfloats=low.upfloats + floated
        )
    if draw.bye is not None:
        rested = draw.field.players[draw.bye]
        after[rested.id] = replace(rested, score=rested.score + 1, byes=rested.byes + 1)
    return after


def _met(seat: Seat, other: Seat, colour: str, points: Points) -> Seat:
    return replace(
        seat,
        score=seat.score + points,
        colours=seat.colours + colour,
        met=seat.met | {other.id},
    )


def kinds(seed: int, sizes: Iterable[int]) -> Kind:
    """A kind of event by lot."""
    lot = random.Random(seed)
    players = lot.choice(list(sizes))
    most = players - 1 if players % 2 == 0 else players
    return Kind(
        players,
        min(most, lot.randint(4, 7)),
        schools=lot.choice([0, 2, 3, 5]),
        host=lot.choice([0.0, 0.5]),
        draws=lot.choice([0.1, 0.4]),
        away=lot.choice([0.0, 0.0, 0.1]),
        instructions=lot.choice([0.0, 0.3]),
        avoid_cost=lot.choice([0, 1, 2, 2, 2, 3]),
    )


def to_the_end(seed: int) -> Kind:
    """An event of as many rounds as its players allow: many floats, few opponents left."""
    lot = random.Random(seed)
    players = lot.choice([6, 7, 8, 9])
    return Kind(players, min(7, players - 1 + players % 2), draws=lot.choice([0.0, 0.2]))
