"""How long a KJCA draw takes: `python benchmarks/kjca_draw.py [players …]`.

Engine time of `format.draw(event)`, cards and reasons included, for rounds 2, 6 and 9 of a
simulated event of nine rounds: schools, clubs and siblings, a fifth of the games drawn. The
second table has a host school with three players in ten.
"""

from __future__ import annotations

import random
import sys
import time
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from engine.entrants import Entrant
from engine.event import Event, Round, RoundState
from engine.history import cards
from engine.results import parse_game
from formats.kjca import Kjca

FORMAT = Kjca()
BARS = {40: 0.05, 500: 0.3, 2000: 2.0}
ROUNDS = 9
SHOWN = (2, 6, 9)


def entrants(players: int, host: float, lot: random.Random) -> tuple[Entrant, ...]:
    """Grades, one school for about twenty players, a club for every third player."""
    schools = max(3, players // 20)

    def school() -> str:
        return "Host School" if lot.random() < host else f"School {lot.randrange(schools)}"

    return tuple(
        Entrant(
            str(no),
            f"Player, {no:04}",
            rating=int(lot.gauss(1200, 250)) if lot.random() < 0.9 else None,
            school=school(),
            club=f"Club {lot.randrange(schools)}" if lot.random() < 0.3 else "",
            family=f"Family {no // 2}" if lot.random() < 0.05 else "",
        )
        for no in range(1, players + 1)
    )


def played(event: Event, number: int, lot: random.Random) -> tuple[Event, float]:
    """The event with that round drawn and played, and the seconds that the draw took."""
    cards(event)
    start = time.perf_counter()
    proposal = FORMAT.draw(event)
    seconds = time.perf_counter() - start
    matches = tuple(
        replace(m, result=parse_game(_result(event, m.white, m.black, lot)))
        for m in proposal.matches
    )
    new = Round(number, RoundState.PUBLISHED, matches, proposal.byes)
    return event.with_round(new), seconds


def _result(event: Event, white: str, black: str, lot: random.Random) -> str:
    ratings = [event.entrant(id).rating or 1000 for id in (white, black)]
    if lot.random() < 0.2:
        return "1/2-1/2"
    return "1-0" if ratings[0] - ratings[1] + lot.gauss(0, 300) > 0 else "0-1"


def measure(players: int, host: float) -> None:
    """Print one line: seconds of the shown rounds, the slowest of all, the bar."""
    lot = random.Random(players)
    settings = FORMAT.settings({"rounds": ROUNDS})
    event = Event("Benchmark", "kjca", settings, entrants=entrants(players, host, lot))
    times = {}
    for number in range(1, ROUNDS + 1):
        event, times[number] = played(event, number, lot)
    shown = "".join(f"{times[number]:10.3f}" for number in SHOWN)
    bar = f"{BARS[players]:8.2f}" if players in BARS else "        "
    print(f"{players:8}{shown}{max(times.values()):10.3f}{bar}", flush=True)


def main() -> None:
    sizes = [int(text) for text in sys.argv[1:]] or list(BARS)
    for host, title in ((0.0, "many schools"), (0.3, "a host school of 30 %")):
        print(f"{title}\n players   round 2   round 6   round 9   slowest     bar")
        for players in sizes:
            measure(players, host)


if __name__ == "__main__":
    main()
