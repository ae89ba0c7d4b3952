"""How long a set-up of the diagonal takes: `python benchmarks/diagonal_draw.py`.

Engine time of rounds 1 to 3 of events played by chance, with fields of 100 to 5,000. Exit status
1 if a bar is not kept.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from engine.next_draw import drawn
from engine.trial.chance import Chance
from engine.trial.many import TrialPlan
from engine.trial.play import Odds, published, strengths, with_results
from formats.registry import format_named

BARS = {100: 2.0, 300: 2.0, 1000: 2.0, 5000: 15.0}
"""Players, and the seconds that any set-up may take."""
ROUNDS = 3


def seconds_of(players: int) -> list[tuple[int, float]]:
    """(players left, seconds) of every round's draw."""
    format = format_named("diagonal")
    event = TrialPlan("diagonal", 1, players=players).event(format, 0)
    strength, chance, found = strengths(event), Chance(1, "benchmark"), []
    for number in range(1, ROUNDS + 1):
        start = time.process_time()
        event = drawn(event, format)
        left = len(event.rounds[-1].placed)
        found.append((left, time.process_time() - start))
        event = published(event, format)
        round = with_results(event.round(number), format, strength, Odds(chance, 300_000))
        event = event.with_round(round)
        if format.next_step(event).name == "finished":
            break
    return found


def main() -> int:
    """A table; whether all bars are kept."""
    kept = True
    for players, bar in BARS.items():
        found = seconds_of(players)
        told = "   ".join(f"{left:>5} left {seconds:6.2f} s" for left, seconds in found)
        print(f"{players:>5}   {told}   bar {bar} s")
        kept = kept and all(seconds <= bar for _, seconds in found)
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
