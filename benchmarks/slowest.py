"""A search for slow draws: `python benchmarks/slowest.py [minutes [players [format …]]]`.

Fields of `players` (300 unless told) are made by chance: clubs of unequal sizes that do not meet
themselves, bound to the ratings or not, few or many draws, upsets, absences, short and long events.
The slowest so far are varied, the others replaced. `minutes` (1 unless told) go to each format.
Printed are the seconds of processor time that the draw of the last round took, of every field
slower than all before it, with what makes the field; the same values make it again.
"""

from __future__ import annotations

import random
import sys
import time
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.corners import measured
from benchmarks.swiss.rounds import drawn
from engine.entrants import Entrant, RequestedBye
from engine.event import Event, Instruction
from engine.points import HALF
from engine.refusal import Refused
from engine.results import parse_game
from formats.registry import format_named

WAYS: dict[str, tuple[dict[str, str | int], ...]] = {
    "dutch": ({}, {"acceleration": "baku"}),
    "kjca": ({},),
    "ecf": ({}, {"acceleration": "basic"}, {"acceleration": "advanced"}, {"pairing": "seeded"}),
    "galway": ({"closed_rounds": 2}, {"closed_rounds": 4}),
}
ROUNDS = 9
LIMIT = 120.0
POOL = 10
"""So many of the slowest are varied."""


@dataclass(frozen=True, slots=True)
class Field:
    """What makes a field; shares are from 0 to 1, `clubs` are weights, `upsets` rating points."""

    way: int
    seed: int
    round: int
    clubs: tuple[int, ...]
    clubless: float
    sorted_by_club: float
    spread: int
    draws: float
    upsets: int
    absent: float


def by_chance(ways: int, lot: random.Random) -> Field:
    """Any field."""
    return Field(
        way=lot.randrange(ways),
        seed=lot.randrange(10**6),
        round=lot.randint(1, ROUNDS),
        clubs=tuple(lot.choice((1, 1, 2, 3, 5, 10)) for _ in range(lot.choice((1, 2, 2, 3, 4, 9)))),
        clubless=lot.choice((0, 0, 0.1, 0.5, 0.9)),
        sorted_by_club=lot.choice((0, 0.5, 1)),
        spread=lot.choice((1, 50, 1400)),
        draws=lot.choice((0, 0.2, 0.9, 1)),
        upsets=lot.choice((0, 100, 1000)),
        absent=lot.choice((0, 0, 0.02, 0.2)),
    )


def varied(field: Field, ways: int, lot: random.Random) -> Field:
    """One or two of its values anew."""
    other = by_chance(ways, lot)
    names = lot.sample(Field.__slots__, lot.randint(1, 2))
    return replace(field, **{name: getattr(other, name) for name in names})


def seconds(format_name: str, players: int, field: Field) -> float:
    """How long the draw of its last round takes; 0 where a draw before it is refused."""
    lot = random.Random(field.seed)
    format = format_named(format_name)
    settings = format.settings({"rounds": ROUNDS, **WAYS[format_name][field.way]})
    entrants = _entrants(players, field, lot)
    bars = () if format_name == "kjca" else _bars(entrants)
    event = Event("Search", format_name, settings, entrants=entrants, instructions=bars)
    try:
        for _ in range(field.round - 1):
            event = _played(drawn(format, event)[0], field, lot)
        return drawn(format, event)[1]
    except Refused:
        return 0


def _entrants(players: int, field: Field, lot: random.Random) -> tuple[Entrant, ...]:
    homes = [
        "" if lot.random() < field.clubless else f"Club {lot.choices(range(9), _nine(field))[0]}"
        for _ in range(players)
    ]
    ratings = sorted((1000 + lot.randrange(field.spread) for _ in homes), reverse=True)
    places = sorted(
        range(players),
        key=lambda i: (homes[i], i) if lot.random() < field.sorted_by_club else ("", lot.random()),
    )
    return tuple(
        Entrant(
            str(no),
            f"Player, {no:04}",
            rating=rating,
            school=homes[place],
            byes=tuple(
                RequestedBye(number, HALF)
                for number in range(1, ROUNDS + 1)
                if lot.random() < field.absent
            ),
        )
        for no, (rating, place) in enumerate(zip(ratings, places, strict=True), 1)
    )


def _nine(field: Field) -> tuple[int, ...]:
    return (*field.clubs, *(0,) * (9 - len(field.clubs)))


def _bars(entrants: tuple[Entrant, ...]) -> tuple[Instruction, ...]:
    return tuple(
        Instruction("bar", one.id, other.id)
        for position, one in enumerate(entrants)
        for other in entrants[:position]
        if one.school and one.school == other.school
    )


def _played(event: Event, field: Field, lot: random.Random) -> Event:
    last = event.rounds[-1]
    results = []
    for match in last.matches:
        gap = sum(
            (event.entrant(id).rating or 0) * sign
            for id, sign in zip(match.pair, (1, -1), strict=True)
        )
        won = "1-0" if gap + lot.gauss(0, field.upsets) > 0 else "0-1"
        text = "1/2-1/2" if lot.random() < field.draws else won
        results.append(replace(match, result=parse_game(text)))
    return event.with_round(replace(last, matches=tuple(results)))


def search(format_name: str, players: int, minutes: float, lot: random.Random) -> None:
    """Print every field slower than all before it."""
    end, tried = time.monotonic() + minutes * 60, 0
    pool: list[tuple[float, Field]] = []
    ways = len(WAYS[format_name])
    while time.monotonic() < end:
        anew = len(pool) < POOL or lot.random() < 0.3
        field = by_chance(ways, lot) if anew else varied(lot.choice(pool)[1], ways, lot)
        taken = measured(partial(seconds, format_name, players, field), LIMIT)
        tried += 1
        if taken is None:
            print(f"{format_name:8} over {LIMIT:.0f} s  {field}", flush=True)
            taken = LIMIT
        elif not pool or taken > pool[0][0]:
            print(f"{format_name:8} {taken:7.2f} s  {field}", flush=True)
        pool = sorted([*pool, (taken, field)], key=lambda one: -one[0])[:POOL]
    print(f"{format_name:8} {tried} fields tried", flush=True)


def main() -> int:
    """Search in every format that is asked for."""
    words = sys.argv[1:]
    minutes = float(words.pop(0)) if words else 1
    players = int(words.pop(0)) if words else 300
    for name in words or WAYS:
        search(name, players, minutes, random.Random(name))
    return 0


if __name__ == "__main__":
    sys.exit(main())
