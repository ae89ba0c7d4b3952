"""How soon a result at an event of 500 boards is saved, on the disk that events live on.

    python benchmarks/acknowledge.py [results] [folder]

From the key to the acknowledgement: lock, look at what others did, check, append, flush. The
save files follow it; how long until they are written too is given beside. Bars: a median of
20 ms and 60 ms for 99 of 100.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from engine.actions import CreateEvent, EnterResult, ImportEntrants, Propose, PublishRound
from engine.entrants import Entrant
from engine.event import Event, Match
from saves.store import Store, create_event

BOARDS = 500
MEDIAN_MS, MOST_MS = 20.0, 60.0
WORDS = ("1-0", "0-1", "1/2-1/2")


def hall(folder: Path) -> Store:
    """An event with one round of 500 boards, published."""
    store = create_event(folder, CreateEvent("Benchmark", "dutch", {"rounds": 9}, 1))
    names = (Entrant("", f"Player {n}", rating=2400 - n) for n in range(2 * BOARDS))
    store.do(ImportEntrants(tuple(names)))
    ids = [entrant.id for entrant in store.event.entrants]
    pairs = enumerate(zip(ids[:BOARDS], ids[BOARDS:], strict=True), 1)
    store.do(Propose(1, tuple(Match(board, *pair) for board, pair in pairs)))
    store.do(PublishRound(1, insist=True))
    return store


def entered(store: Store, times: int, at_once: bool) -> tuple[list[float], list[float]]:
    """Milliseconds to the acknowledgement, and until the save files are written, of each."""
    acknowledged: list[float] = []
    whole: list[float] = []
    standing: dict[int, str] = {}
    for turn in range(times):
        board = turn % BOARDS + 1
        was = standing.get(board)
        standing[board] = WORDS[(turn // BOARDS + board) % 3]
        action = EnterResult(board, standing[board], was, replace=was is not None)
        said: list[float] = []
        began = time.perf_counter()
        store.do(action, checkpoint=at_once, acknowledged=partial(_now, said))
        whole.append(1000 * (time.perf_counter() - began))
        acknowledged.append(1000 * (said[0] - began))
    return acknowledged, whole


def _now(said: list[float], event: Event) -> None:
    said.append(time.perf_counter())


def shown(what: str, waits: list[float]) -> tuple[float, float]:
    """Print and give median and 99th of 100."""
    middle, most = statistics.median(waits), statistics.quantiles(waits, n=100)[98]
    figures = f"median {middle:6.1f} ms   99 % {most:6.1f} ms   longest {max(waits):6.1f} ms"
    print(f"{what:<44} {figures}")
    return middle, most


def main() -> int:
    """0 where both bars are kept."""
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    place = sys.argv[2] if len(sys.argv) > 2 else os.environ.get("TMPDIR")
    with tempfile.TemporaryDirectory(dir=place) as name:
        store = hall(Path(name) / "open")
        print(f"{times} results at {BOARDS} boards, twice")
        quick, _ = entered(store, times, at_once=False)
        store.checkpoint()
        one, whole = entered(hall(Path(name) / "second"), times, at_once=True)
    bars = [
        shown("typed in a row, to the acknowledgement", quick),
        shown("one by one, to the acknowledgement", one),
    ]
    shown("one by one, until the save files are written", whole)
    kept = all(middle < MEDIAN_MS and most < MOST_MS for middle, most in bars)
    print(f"bars of {MEDIAN_MS:.0f} and {MOST_MS:.0f} ms: {'kept' if kept else 'NOT KEPT'}")
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
