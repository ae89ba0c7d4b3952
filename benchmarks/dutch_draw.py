"""How long a Dutch draw takes: `python benchmarks/dutch_draw.py [folder]`.

Engine time of `draw(position)`, colours included, of rounds 2, 6 and 9 of simulated tournaments
of nine rounds with byes, forfeits and absences. With a folder: of every TRF file in it, and
whether the answer is that of the `.pairs` file beside it. Then, in the same run, other Python
programs beside this one, as far as they are installed: their seconds (each from what its own
reader made of the file), how many times ours, and on how many boards they agree. Exit status 1 if
a bar is not kept, or if an answer differs from the `.pairs` file or from the reference draw.
"""

from __future__ import annotations

import resource
import sys
import time
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.peers.side_by_side import compared, generated
from formats.dutch.drawing import draw
from formats.dutch.position import DutchDraw, Position
from saves.trf_read import read_trf
from tests.formats.dutch.conformance import answer_in, table_of
from tests.formats.dutch.simulation import Style, Tournament

BARS = {50: 0.03, 200: 0.03, 1000: 0.1, 2000: 0.3, 5000: 1.0}
"""Players, and the seconds that a draw may take."""
MEGABYTES = 100
ROUNDS = 9
SHOWN = (2, 6, 9)


def allowed(players: int) -> float:
    """The bar of the next larger field."""
    return next((bar for size, bar in BARS.items() if players <= size), BARS[5000])


def timed(position: Position) -> tuple[DutchDraw, float]:
    """The draw and its seconds."""
    start = time.perf_counter()
    drawn = draw(position)
    return drawn, time.perf_counter() - start


def simulated() -> bool:
    """A table of the generated fields; whether all bars are kept."""
    print(f"players   {'   '.join(f'round {number}' for number in SHOWN)}      bar")
    kept = True
    for players, bar in BARS.items():
        seconds: list[float] = []

        def measured(position: Position, seconds: list[float] = seconds) -> DutchDraw:
            drawn, taken = timed(position)
            seconds.append(taken)
            return drawn

        style = Style(players, ROUNDS, away=0.01, byes=0.02, forfeits=0.01, upsets=0.25)
        for _ in Tournament(style, Random(players)).rounds(measured):
            pass
        shown = [seconds[number - 1] for number in SHOWN]
        kept = kept and max(shown) <= bar
        print(f"{players:7} {''.join(f'{value:9.4f} s' for value in shown)} {bar:6.2f} s")
    return kept


def in_order(folder: Path) -> list[Path]:
    """TRF files, small ones first."""
    return sorted(folder.glob("*.trf"), key=lambda path: (path.stat().st_size, path.name))


def files(folder: Path) -> bool:
    """A line for every TRF file; whether all bars are kept and all answers are the same."""
    good = True
    for path in in_order(folder):
        file = read_trf(path.read_bytes(), path.name)
        table = table_of(file, file.rounds, file.entrants, file.initial_colour or "W")
        drawn, seconds = timed(table.position)
        players = len(table.position.players)
        known, verdict = path.with_suffix(".pairs"), ""
        if known.exists():
            lines = known.read_text("ascii").splitlines()[1:]
            expected = {(int(a), int(b)) for a, b in (line.split() for line in lines)}
            same = answer_in(drawn, table) == expected
            verdict = "same answer" if same else "ANOTHER ANSWER"
            good = good and same
        good = good and seconds <= allowed(players)
        print(f"{path.name:24} {players:6} players {seconds:8.4f} s   {verdict}")
    return good


def main() -> int:
    """Print the tables."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    good = simulated() if folder is None else files(folder)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"peak memory {peak} MB (bar {MEGABYTES} MB)\n", flush=True)
    if folder is not None:
        good = compared(in_order(folder)) and good
    else:
        with TemporaryDirectory() as made:
            good = compared(list(generated(Path(made)))) and good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
