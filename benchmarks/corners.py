"""The slow corners: draws of awkward fields, commands, the first picture.

    python benchmarks/corners.py [limit] [case …]

Seconds of processor time (user and system) on one core, the best of several runs, beside what each
may take. A run of more than `limit` seconds (120 unless told) is ended. The fields are the worst
that were found: clubs that do not meet themselves, schools that are half of the field. Draws are
timed from the position to the boards, reasons included where the format gives them (`kjca`, `ecf`).
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.acknowledge import hall
from benchmarks.console import HOUSE, first_picture
from benchmarks.kjca_draw import entrants as school_children
from benchmarks.swiss import rounds as swiss
from engine.actions import CreateEvent, EnterResult, ImportEntrants, Propose, PublishRound
from engine.event import Event
from formats.dutch.drawing import draw
from formats.dutch.position import DutchPlayer, Position
from formats.registry import format_named
from saves.store import create_event
from saves.trf_write import write_trf

Timed = Callable[[], float]
"""Prepares a run and returns its seconds."""

LIMIT = 120.0
RUNS = 5
ENOUGH = 20.0
"""So many seconds of one case are enough, however few runs."""


@dataclass(frozen=True, slots=True)
class Corner:
    """A case; `most` seconds are what it may take."""

    name: str
    most: float
    run: Timed


def kjca(players: int, host: float, number: int) -> float:
    """Round `number` of an event in which that share of the players is of one school."""
    lot, format = Random(players), format_named("kjca")
    field = school_children(players, host, lot)
    event = Event("Benchmark", "kjca", format.settings({"rounds": 9}), entrants=field)
    return _round(event, number, lot)


def ecf(players: int, number: int) -> float:
    """Round `number` of a congress."""
    lot, format = Random(players), format_named("ecf")
    settings = format.settings({"rounds": swiss.ROUNDS})
    event = Event("Benchmark", "ecf", settings, entrants=swiss.entrants(players, lot))
    return _round(event, number, lot)


def _round(event: Event, number: int, lot: Random) -> float:
    format = format_named(event.format)
    for _ in range(number - 1):
        event = swiss.played(swiss.drawn(format, event)[0], lot)
    return swiss.drawn(format, event)[1]


def clubs(*sizes: int, played: int = 1) -> float:
    """A Dutch draw of clubs that do not meet themselves, after rounds drawn and played by lot, so
    that scores and colours are mixed over them."""
    position = closed(sizes, played, Random(1))
    start = time.process_time()
    draw(position)
    return time.process_time() - start


def closed(sizes: Sequence[int], played: int, lot: Random) -> Position:
    """Players of clubs of these sizes after some rounds between them."""
    club = [number for number, size in enumerate(sizes) for _ in range(size)]
    lot.shuffle(club)
    players = [DutchPlayer(no, 0) for no in range(1, len(club) + 1)]
    for _ in range(played):
        left = list(range(len(club)))
        lot.shuffle(left)
        while left:
            one = left.pop()
            able = (i for i in left if club[i] != club[one] and i + 1 not in players[one].met)
            other = next(able, None)
            if other is None:
                continue
            left.remove(other)
            white, black = sorted((one, other), key=lambda i: _whites(players[i]))
            points = lot.choice((0, 0, 50, 100, 100))
            for i, against, colour, gain in (
                (white, black, "W", points),
                (black, white, "B", 100 - points),
            ):
                players[i] = replace(
                    players[i],
                    score=players[i].score + gain,
                    colours=players[i].colours + colour,
                    met=players[i].met | {against + 1},
                )
    barred = (
        frozenset((a + 1, b + 1)) for a in range(len(club)) for b in range(a) if club[a] == club[b]
    )
    return Position(tuple(players), played + 1, 9, forbidden=frozenset(barred))


def _whites(player: DutchPlayer) -> int:
    return player.colours.count("W") - player.colours.count("B")


class Hall:
    """An event of 50 players with round 3 in play, and its file."""

    def __init__(self, folder: Path) -> None:
        self.event, self.file = folder / "event", folder / "event.trf"
        lot = Random(50)
        store = create_event(self.event, CreateEvent("Benchmark", "dutch", {"rounds": 7}, 1))
        store.do(ImportEntrants(swiss.entrants(50, lot)))
        for number in (1, 2, 3):
            proposal = store.format.draw(store.event)
            store.do(Propose(number, proposal.matches, proposal.byes))
            store.do(PublishRound(number))
            for match in proposal.matches if number < 3 else ():
                store.do(EnterResult(match.board, lot.choice(("1-0", "0-1", "1/2-1/2"))))
            if number == 2:
                self.file.write_bytes(write_trf(store.event, store.format))
        store.checkpoint()

    def command(self, words: str) -> float:
        """A command, from the start of Python to its end."""
        names = {"EVENT": str(self.event), "FILE": str(self.file)}
        arguments = [names.get(word, word) for word in words.split()]
        before = _children()
        subprocess.run(
            [sys.executable, "-m", "tui", *arguments],
            cwd=HOUSE,
            stdout=subprocess.DEVNULL,
            check=True,
        )
        return _children() - before


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def picture() -> float:
    """The first picture of 500 boards."""
    with tempfile.TemporaryDirectory() as name:
        folder = hall(Path(name) / "hall").folder
        return first_picture(folder, b"500 missing", 1)[1] / 1000


def command(words: str) -> float:
    """A command on the event of 50 players."""
    with tempfile.TemporaryDirectory() as name:
        return Hall(Path(name)).command(words)


COMMANDS = (
    "status EVENT",
    "round EVENT",
    "standings EVENT",
    "entries EVENT",
    "performance EVENT",
    "norms EVENT",
    "why EVENT 3",
    "log EVENT",
    "check EVENT",
    "export EVENT --as csv",
    "pair FILE",
)
CORNERS = (
    Corner("kjca 600, half of one school, round 3", 0.8, partial(kjca, 600, 0.5, 3)),
    Corner("kjca 2,000 of one school, round 2", 2, partial(kjca, 2000, 1.0, 2)),
    Corner("kjca 2,000 of one school, round 3", 2, partial(kjca, 2000, 1.0, 3)),
    Corner("dutch, clubs of 200 and 200", 0.5, partial(clubs, 200, 200)),
    Corner("dutch, clubs of 400 and 400", 2, partial(clubs, 400, 400)),
    Corner("dutch, clubs of 500, 250 and 250", 8, partial(clubs, 500, 250, 250)),
    Corner("dutch, a club of 400 with 200 and 200", 4, partial(clubs, 400, 200, 200)),
    Corner("ecf 5,000, round 2", 1, partial(ecf, 5000, 2)),
    *(Corner(f"topboard {words}", 0.2, partial(command, words)) for words in COMMANDS),
    Corner("first picture, 500 boards", 0.3, picture),
)


def measured(run: Timed, limit: float) -> float | None:
    """The best of several runs, in a process of its own; None if one took over `limit` seconds."""
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (int(limit), int(limit)))
        try:
            os.write(writer, str(run()).encode())
        except BaseException:
            traceback.print_exc()
        os._exit(0)
    os.close(writer)
    with open(reader, encoding="ascii") as pipe:
        said = pipe.read()
    _, status = os.waitpid(pid, 0)
    if not said and not os.WIFSIGNALED(status):
        raise SystemExit("a case failed")
    return float(said) if said else None


def best(corner: Corner, limit: float) -> float | None:
    """The least seconds of several runs."""
    taken: list[float] = []
    while len(taken) < RUNS and sum(taken) < ENOUGH:
        seconds = measured(corner.run, limit)
        if seconds is None:
            return None
        taken.append(seconds)
    return min(taken)


def main() -> int:
    """Print the table; 0 if everything is within its bound."""
    words = sys.argv[1:]
    # an installation has compiled modules
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    limit = float(words.pop(0)) if words and words[0].isdecimal() else LIMIT
    kept = True
    print(f"{'':42} seconds   at most")
    for corner in CORNERS:
        if words and not any(word in corner.name for word in words):
            continue
        seconds = best(corner, limit)
        kept = kept and seconds is not None and seconds <= corner.most
        shown = f"over {limit:.0f}" if seconds is None else f"{seconds:.2f}"
        print(f"{corner.name:42} {shown:>7} {corner.most:9.2f}", flush=True)
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
