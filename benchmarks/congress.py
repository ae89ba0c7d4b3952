"""How long a congress takes to open, to say where it stands, to take a result.

    python benchmarks/congress.py [events] [players] [rounds] [consoles]

Twelve events of a hundred players each, nine rounds played but for the last. Processor seconds and
seconds by the clock, the best of five. Bar: open in 1 s. Then the bytes of a result key in the
console, and so many consoles at once: what they hold, and whether each of them shows a result.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.console import Console
from engine.actions import CreateEvent, EnterResult, EnterResults, ImportEntrants
from engine.actions.rounds import Propose, PublishRound
from engine.congress.congress import Congress, EventPlan
from engine.congress.fees import FeeRule, Fees
from engine.entrants import Entrant
from engine.next_draw import next_draw
from saves.congress.opening import create_congress, open_congress
from saves.store import create_event

QUIET_START, LONG = 1.5, 6.0
"""Seconds of silence after which a console has settled, and has had the time to look round."""
FORMATS = ("dutch", "ecf", "galway", "kjca")


def make(folder: Path, events: int, players: int, rounds: int) -> None:
    """The congress: as many rounds played, half of the last one in."""
    plans = []
    for number in range(events):
        name, first = f"event-{number + 1:02}", 1 + 100 * number
        settings = {"rounds": rounds, "first_board": first}
        format = FORMATS[number % len(FORMATS)]
        store = create_event(folder / name, CreateEvent(name, format, settings, number + 1))
        people = (
            Entrant("", f"Player {number:02}{n:03}, Ann", 2200 - 10 * n, birth=str(1950 + n % 60))
            for n in range(players)
        )
        store.do(ImportEntrants(tuple(people)))
        for round in range(1, rounds + 1):
            store.do(Propose.of(next_draw(store.event, store.format)))
            store.do(PublishRound(round, insist=True))
            boards = store.event.rounds[-1].matches
            last = len(boards) // 2 if round == rounds else len(boards)
            words = ("1-0", "1/2-1/2", "0-1", "1-0")
            rows = tuple((m.board, words[(m.board + round) % 4]) for m in boards[:last])
            store.do(EnterResults(rows))
        plans.append(EventPlan(name, last_board=first + 99))
    fees = Fees("EUR", "", (FeeRule("Junior", 2500, under=18), FeeRule("All", 4500)))
    create_congress(folder, replace(Congress("Benchmark"), events=tuple(plans), fees=fees))


def at_desks(folder: Path, consoles: int) -> None:
    """What is seen through a pseudo-terminal."""
    opened = [b for one in open_congress(folder, read_only=True).members for b in one.open_boards]
    for at, (rows, columns) in enumerate(((24, 80), (50, 160))):
        print(keys(folder, rows, columns, opened[at::2]), flush=True)
    print(many(folder, consoles), flush=True)


def best(work: Callable[[], object], times: int = 5) -> str:
    """`0.41 s (0.43 s by the clock)`."""
    figures = []
    for _ in range(times):
        began, clock = time.process_time(), time.perf_counter()
        work()
        figures.append((time.process_time() - began, time.perf_counter() - clock))
    processor, clock = (min(column) for column in zip(*figures, strict=True))
    return f"{processor:.3f} s ({clock:.3f} s by the clock)"


def keys(folder: Path, rows: int, columns: int, boards: list[int]) -> str:
    """Bytes of results typed one after the other, and of slips of a pile from all over the hall."""
    desk = Console("congress", str(folder), rows=rows, columns=columns)
    try:
        desk.until(b"Results")
        desk.settle(QUIET_START)
        desk.key(b"\x1bOR")
        desk.settle(QUIET_START)
        desk.key(f"g{boards[0]}\r".encode())
        one_by_one = [desk.key(b"1").sent for _ in range(8)]
        desk.key(b"\x1b")
        desk.key(b"b")
        width = len(str(boards[-1]))
        slips = [desk.key(f"{board:0{width}}1".encode()).sent for board in boards[9::40]]
    finally:
        desk.end()
    slip = f"slips {min(slips)} to {max(slips)} B" if slips else "no slips"
    return f"{columns}x{rows}: results {min(one_by_one)} to {max(one_by_one)} B, {slip}"


def many(folder: Path, count: int) -> str:
    """Consoles on one congress, in memory that is theirs alone and shared in equal parts, and how
    many of them send something when a result is entered elsewhere."""
    desks = []
    try:
        for _ in range(count):
            desk = Console("congress", str(folder))
            desks.append(desk)
            desk.until(b"Results", 300)
        for desk in desks:
            desk.settle(QUIET_START)
            desk.key(b"\x1bOR")
        for desk in desks:
            desk.settle(QUIET_START)
        parts = []
        for desk in desks:
            rollup = Path(f"/proc/{desk.pid}/smaps_rollup").read_text().splitlines()
            parts.append(int(next(one for one in rollup if one.startswith("Pss:")).split()[1]))
        store = open_congress(folder)
        member = next(one for one in store.members if one.open_boards)
        board = member.open_boards[0]
        store.do(member.folder, EnterResult(board, "1-0", None))
        saw = sum(desk.settle(LONG) > 0 for desk in desks)
    finally:
        for desk in desks:
            desk.end()
    held = f"{sum(parts) / 1024:.0f} MB in all, {max(parts) / 1024:.0f} MB the largest"
    return f"{count} consoles: {held}; a result of another desk reached {saw}"


def main() -> None:
    """Every figure in a line."""
    given = (*map(int, sys.argv[1:]), *(12, 100, 9, 40)[len(sys.argv) - 1 :])
    events, players, rounds, consoles = given
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place, "congress")
        folder.mkdir()
        make(folder, events, players, rounds)
        print(f"{events} events, {events * players} people, {rounds} rounds")
        print("open", best(lambda: open_congress(folder)))
        print("open to read", best(lambda: open_congress(folder, read_only=True)))
        store = open_congress(folder)
        print("notes and people", best(lambda: open_congress(folder).notes))
        print("accounts", best(lambda: store.accounts("2026-11-20")))
        print("looked whether others wrote", best(store.changed))
        board = store.members[-1].open_boards[0]
        texts = iter(("1-0", "0-1", "1/2-1/2") * 4)

        def result() -> None:
            was = store.members[-1].event.rounds[-1].match(board).result
            text = was.text if was else None
            store.do(store.members[-1].folder, EnterResult(board, next(texts), text, replace=True))

        print("a result", best(result))
        program = [sys.executable, "-m", "tui", "congress", str(folder), "status", "--json"]
        subprocess.run(program, check=True, stdout=subprocess.DEVNULL)  # modules are compiled
        began = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(program, check=True, stdout=subprocess.DEVNULL)
        ended = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent = ended.ru_utime + ended.ru_stime - began.ru_utime - began.ru_stime
        print(f"the command `status` {spent:.2f} s")
        at_desks(folder, consoles)


if __name__ == "__main__":
    main()
