"""What the console costs a thin line and a slow machine, measured through a pseudo-terminal.

    python benchmarks/console.py [times] [markdown]

500 boards, 80x24, true colour; the entry list also with 5,000 entrants. Bytes are what a
terminal gets, screen updates and all. Milliseconds are the best of `times`, by the clock and,
beside it, of processor time (read in steps of 10 ms): on a machine that does other things the
clock says less than the processor. With `markdown` the table is printed as docs/budgets.md has it.
"""

from __future__ import annotations

import fcntl
import itertools
import os
import pty
import select
import signal
import struct
import sys
import tempfile
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import Thread

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.acknowledge import hall
from engine.actions import CreateEvent, EnterResult, ImportEntrants
from engine.entrants import Entrant
from engine.event import Event
from saves.store import Store, create_event, open_event

HOUSE = Path(__file__).resolve().parents[1]
ENTRANTS = 5000
ROWS, COLUMNS = 24, 80
QUIET = 0.4
"""Seconds of silence after which a key has had its effect."""
TICK = 1000 / os.sysconf("SC_CLK_TCK")
IDLE_SECONDS = 5.0
PLACES = ("entries", "pairings", "results", "standings")
KEYS = {"entries": b"\x1bOP", "pairings": b"\x1bOQ", "results": b"\x1bOR", "standings": b"\x1bOS"}


@dataclass(frozen=True, slots=True)
class Effect:
    """What a key did: bytes sent, milliseconds to the last of them, processor milliseconds."""

    sent: int
    wall: float
    processor: float


class Console:
    """The program in a pty. All of them are killed: each finds an empty state folder, so that it
    does not read where up to forty others stood."""

    left = tempfile.TemporaryDirectory()
    started = itertools.count()

    def __init__(self, *arguments: str, rows: int = ROWS, columns: int = COLUMNS) -> None:
        state = f"{self.left.name}/{next(self.started)}"
        self.began = time.perf_counter()
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.chdir(HOUSE)
            os.environ.update(TERM="xterm-256color", COLORTERM="truecolor", XDG_STATE_HOME=state)
            os.environ.pop("NO_COLOR", None)
            os.execv(sys.executable, [sys.executable, "-m", "tui", *arguments])
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def processor(self) -> float:
        """Milliseconds of the processor so far, in the program and for it."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) * TICK

    def queued(self) -> float:
        """Milliseconds that it was ready and waited for a processor that others had."""
        return int(Path(f"/proc/{self.pid}/schedstat").read_text().split()[1]) / 1e6

    def memory(self) -> float:
        """The most that it has held so far, in MB."""
        lines = Path(f"/proc/{self.pid}/status").read_text().splitlines()
        return int(next(one for one in lines if one.startswith("VmHWM")).split()[1]) / 1024

    def some(self, seconds: float) -> bytes:
        """What comes within that time; empty where nothing does."""
        if not select.select([self.fd], [], [], seconds)[0]:
            return b""
        try:
            return os.read(self.fd, 1 << 16)
        except OSError as error:
            raise SystemExit("the console ended") from error

    def until(self, wanted: bytes, seconds: float = 60.0) -> float:
        """Wait for that text; milliseconds since the start."""
        found, end = b"", time.monotonic() + seconds
        while wanted not in found:
            if time.monotonic() > end:
                raise SystemExit(f"{wanted!r} never came: {found[-400:]!r}")
            found += self.some(0.1)
        return 1000 * (time.perf_counter() - self.began)

    def settle(self, quiet: float = 0.6) -> int:
        """Wait until it is quiet; the bytes that came."""
        sent = 0
        while some := self.some(quiet):
            sent += len(some)
        return sent

    def key(self, keys: bytes, patience: float = 10.0) -> Effect:
        """Type; everything that comes of it."""
        before, began = self.processor(), time.perf_counter()
        os.write(self.fd, keys)
        sent, last, wait = 0, began, patience
        while some := self.some(wait):
            sent, last, wait = sent + len(some), time.perf_counter(), QUIET
        return Effect(sent, 1000 * (last - began), self.processor() - before)

    def end(self) -> None:
        os.kill(self.pid, signal.SIGKILL)
        os.close(self.fd)
        os.waitpid(self.pid, 0)


@contextmanager
def console(*arguments: str, wanted: bytes = b"") -> Iterator[Console]:
    """One that is ended; with `wanted` on its screen."""
    made = Console(*arguments)
    try:
        if wanted:
            made.until(wanted)
            made.settle()
        yield made
    finally:
        made.end()


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table."""

    what: str
    unit: str
    bound: float
    measured: float
    processor: float | None = None

    @property
    def kept(self) -> bool:
        return self.measured < self.bound or self.measured == self.bound == 0

    def cells(self) -> tuple[str, str, str, str, str]:
        """What, measured, processor time, bound, and whether it holds."""
        processor = "" if self.processor is None else f"{self.processor:,.0f} ms"
        bound = f"{self.bound:,.0f} {self.unit}"
        measured = f"{self.measured:,.0f} {self.unit}"
        return self.what, measured, processor, bound, "kept" if self.kept else "NOT KEPT"


def first_picture(folder: Path, wanted: bytes, times: int) -> tuple[float, float]:
    """The best of `times`: milliseconds from the start to the boards, without the waits for a
    processor that others had; and of the processor."""
    walls, processors = [], []
    for _ in range(times):
        with console(str(folder)) as made:
            walls.append(made.until(wanted) - made.queued())
            processors.append(made.processor())
    return min(walls), min(processors)


def worst(effects: list[Effect]) -> int:
    """Most bytes of one key."""
    return max(one.sent for one in effects)


def quickest(effects: list[Effect]) -> float:
    """Milliseconds of the best key."""
    return min(one.wall for one in effects)


def slowest(effects: list[Effect]) -> float:
    """Milliseconds of the worst key."""
    return max(one.wall for one in effects)


def mean(effects: list[Effect]) -> float:
    """Processor milliseconds of a key, by all of them: the counter is too coarse for one."""
    return sum(one.processor for one in effects) / len(effects)


def starting(store: Store, many: Path, times: int) -> Iterator[Row]:
    """The first pictures."""
    wall, processor = first_picture(store.folder, b"500 missing", times)
    yield Row("first picture, 500 boards", "ms", 500, wall, processor)
    wall, processor = first_picture(many, b"5000 entries", times)
    yield Row("first picture, 5,000 entrants", "ms", 1000, wall, processor)


def typing(store: Store, times: int) -> Iterator[Row]:
    """Results, moves, silence, another desk, memory."""
    with console(str(store.folder), wanted=b"500 missing") as made:
        yield Row("nobody types, 5 seconds", "B", 0, made.settle(IDLE_SECONDS))
        made.key(b"11")
        made.settle()
        entered = [made.key(key) for key in (b"1", b"0", b"=", b"5", b"1") * (1 + times // 5)]
        yield Row("result key, bytes", "B", 600, worst(entered))
        yield Row("result key, saved and shown", "ms", 50, quickest(entered), mean(entered))
        turned = [made.key(b"1") for _ in range(14)]
        yield Row("result key that turns the page", "B", 5000, worst(turned))
        made.settle()
        moved = [made.key(key) for key in (b"k", b"j") * times]
        yield Row("cursor move in Results", "B", 500, worst(moved), mean(moved))
        yield Row("change of another desk", "ms", 300, min(seen(store, made, times)))
        yield Row("memory, 500 boards, Results", "MB", 80, made.memory())
        for place in PLACES:
            made.key(KEYS[place])
            yield from places_costs(made, place, times)
        yield Row("memory, 500 boards, every place", "MB", 80, made.memory())


def seen(store: Store, made: Console, times: int) -> Iterator[float]:
    """Milliseconds from another desk's acknowledgement to the result on this screen."""
    other = open_event(store.folder, session="other")
    made.key(b"g60\r")
    for board in range(60, 60 + times):
        said: list[float] = []
        action = EnterResult(board, "1/2-1/2")
        writer = Thread(
            target=other.do, args=(action,), kwargs={"acknowledged": partial(now, said)}
        )
        writer.start()
        made.until("½-½".encode())
        yield 1000 * (time.perf_counter() - said[0])
        writer.join()
        made.settle(QUIET)


def now(said: list[float], event: Event) -> None:
    """The moment of the acknowledgement."""
    said.append(time.perf_counter())


def places_costs(made: Console, place: str, times: int) -> Iterator[Row]:
    """A move and a scrolled line in one place."""
    made.key(b"\x1b[H")
    made.key(b"\x1b[B" * 3)
    made.settle()
    if place != "results":
        moved = [made.key(key) for key in (b"j", b"k") * times]
        yield Row(f"cursor move in {place.title()}", "B", 500, worst(moved), mean(moved))
    made.key(b"\x1b[B" * 30)
    made.settle()
    scrolled = [made.key(b"j") for _ in range(times)]
    yield Row(f"one line scrolled in {place.title()}", "B", 5000, worst(scrolled), mean(scrolled))


def entrants(many: Path, times: int) -> Iterator[Row]:
    """The list of 5,000."""
    with console(str(many), wanted=b"5000 entries") as made:
        made.key(KEYS["standings"])
        listed = []
        for _ in range(times):
            listed.append(made.key(KEYS["entries"]))
            made.key(KEYS["standings"])
        yield Row("5,000 entrants listed", "ms", 200, quickest(listed), mean(listed))
        made.key(KEYS["entries"])
        ends = [made.key(key) for key in (b"\x1b[F", b"\x1b[H") * times]
        yield Row("5,000 entrants: to either end", "ms", 100, quickest(ends), mean(ends))
        moved = [made.key(key) for key in (b"j", b"k") * times]
        yield Row("5,000 entrants: cursor move", "B", 500, worst(moved), mean(moved))
        made.key(b"/")
        found = [made.key(key, 2.0) for key in (b"4", b"9", b"9", b"9")]
        yield Row("5,000 entrants: one letter of a find", "ms", 200, slowest(found), mean(found))
        yield Row("memory, 5,000 entrants", "MB", 120, made.memory())


def full_list(folder: Path) -> Path:
    """An event with 5,000 entrants and no round."""
    store = create_event(folder, CreateEvent("Many", "dutch", {"rounds": 9}, 1))
    names = (Entrant("", f"Player {n}", rating=2400 - n % 1800) for n in range(ENTRANTS))
    store.do(ImportEntrants(tuple(names)))
    store.checkpoint()
    return folder


def table(rows: list[Row], markdown: bool) -> None:
    """Print it."""
    cells = [("", "measured", "processor", "bound", ""), *(row.cells() for row in rows)]
    widths = [max(len(one[at]) for one in cells) for at in range(5)]
    for number, one in enumerate(cells):
        padded = [text.ljust(width) for text, width in zip(one, widths, strict=True)]
        if markdown:
            print("| " + " | ".join(padded) + " |")
            if number == 0:
                print("|" + "|".join("---" for _ in padded) + "|")
        else:
            print("  ".join(padded).rstrip())


def main() -> int:
    """0 where every bound is kept."""
    numbers = [int(word) for word in sys.argv[1:] if word.isdecimal()]
    times = numbers[0] if numbers else 5
    with tempfile.TemporaryDirectory() as name:
        store, many = hall(Path(name) / "hall"), full_list(Path(name) / "many")
        parts: list[Callable[[], Iterator[Row]]] = [
            lambda: starting(store, many, times),
            lambda: typing(store, times),
            lambda: entrants(many, times),
        ]
        rows = [row for part in parts for row in part()]
    table(rows, "markdown" in sys.argv)
    return 0 if all(row.kept for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
