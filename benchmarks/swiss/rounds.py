"""Events of a Swiss format, played by chance, and how long each draw of theirs takes.

Engine time (CPU) of `format.draw(event)`, cards and reasons included, in a simulated event of nine
rounds: ratings from 900 to 2300, one player in twenty without one, a fifth of the games drawn, byes
by wish. A line for each way to draw: rounds 2, 6 and 9, the slowest round and where its time went
most.
"""

from __future__ import annotations

import cProfile
import pstats
import random
import resource
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.entrants import Entrant, RequestedBye
from engine.event import Event, Round, RoundState
from engine.points import HALF
from engine.protocol import Format
from engine.results import parse_game

ROUNDS = 9
SHOWN = (2, 6, 9)


def entrants(players: int, lot: random.Random) -> tuple[Entrant, ...]:
    """Grades in no order; now and then a bye asked for."""
    return tuple(
        Entrant(
            str(no),
            f"Player, {no:04}",
            rating=lot.randrange(900, 2301) if lot.random() < 0.95 else None,
            byes=(RequestedBye(lot.randint(1, ROUNDS), HALF),) if lot.random() < 0.05 else (),
        )
        for no in range(1, players + 1)
    )


def drawn(format: Format, event: Event) -> tuple[Event, float]:
    """The event with its next round drawn, and the seconds that it took."""
    fresh = replace(event)
    start = time.process_time()
    proposal = format.draw(fresh)
    seconds = time.process_time() - start
    number = len(event.published) + 1
    new = Round(number, RoundState.PUBLISHED, proposal.matches, proposal.byes)
    event = replace(event, lots=(*event.lots, *proposal.lots))
    return format.freeze(event.with_round(new)), seconds


def played(event: Event, lot: random.Random) -> Event:
    """The same with its last round's results, by expectation."""
    last = event.rounds[-1]
    matches = tuple(replace(m, result=parse_game(_result(event, m.white, m.black, lot)))
                    for m in last.matches)  # fmt: skip
    return event.with_round(replace(last, matches=matches))


def _result(event: Event, white: str, black: str, lot: random.Random) -> str:
    if lot.random() < 0.2:
        return "1/2-1/2"
    one, other = (event.entrant(id).rating or 900 for id in (white, black))
    return "1-0" if one - other + lot.gauss(0, 300) > 0 else "0-1"


def costliest(format: Format, event: Event) -> str:
    """The function of the formats and the engine in which the next draw spends most."""
    profile = cProfile.Profile()
    profile.runcall(format.draw, replace(event))
    found = pstats.Stats(profile).stats.items()  # type: ignore[attr-defined]
    (path, _, name), _ = max(found, key=lambda item: item[1][2])
    return f"{Path(path).stem}.{name}"


def measure(format: Format, players: int, way: Mapping[str, Any], bar: float | None) -> bool:
    """Print one line; whether the bar is kept."""
    lot = random.Random(players)
    settings = format.settings({"rounds": ROUNDS, **way})
    event = Event("Benchmark", format.name, settings, entrants=entrants(players, lot))
    times, before = {}, {}
    for number in range(1, ROUNDS + 1):
        before[number] = event
        event, times[number] = drawn(format, event)
        event = played(event, lot)
    slowest = max(times, key=lambda number: times[number])
    shown = "".join(f"{times[number]:9.3f}" for number in SHOWN)
    print(
        f"{players:8}  {' '.join(map(str, way.values())):16}{shown}{times[slowest]:9.3f}"
        f"{bar or 0:7.2f}  round {slowest}, {costliest(format, before[slowest])}",
        flush=True,
    )
    return bar is None or times[slowest] <= bar


def table(
    format: Format, bars: Mapping[int, float], megabytes: int, ways: Sequence[Mapping[str, Any]]
) -> int:
    """Print it for the sizes of the command line, else for those with a bar: players, and the
    seconds that the slowest draw may take. 1 if a bar is not kept."""
    warm = entrants(40, random.Random(1))
    format.draw(Event("Warm", format.name, format.settings({}), entrants=warm))
    sizes = [int(text) for text in sys.argv[1:]] or list(bars)
    print(" players  way                 round 2  round 6  round 9  slowest    bar")
    kept = [measure(format, players, way, bars.get(players)) for players in sizes for way in ways]
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"peak memory {peak} MB (bar {megabytes} MB)")
    return 0 if all(kept) and peak <= megabytes else 1
