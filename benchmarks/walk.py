"""How much of the program a key runs through: its files and functions from key to paint.

    python benchmarks/walk.py [list]

In the console's process, at 80x24, without a terminal: a result typed in Results and a draw in
Pairings from its key to the painted proposal, each after one of its kind, so that nothing is
loaded for it any more. What the draw's child process runs is not counted, nor what the console
does by the clock. With `list` the files are named with their functions.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import threading
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from textual.pilot import Pilot

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from engine.actions import CreateEvent, Discard, ImportEntrants
from engine.entrants import Entrant
from saves.store import Store, create_event
from tui.app import TopboardApp

HOUSE = Path(__file__).resolve().parents[1]
ROOMS = ("engine", "formats", "saves", "tui", "themes")
PLAYERS = 40
SIZE = (80, 24)
IDLE_SECONDS = 3.0
"""So long an idle console is watched: what runs then runs by the clock."""
PATIENCE = 30.0
PAINTING = 0.05
"""Seconds in which what has been shown to a widget is painted."""

Walk = dict[str, set[str]]
"""By file the functions of it that ran."""


class Recorder:
    """The functions that run in all threads of the program while `on`."""

    def __init__(self) -> None:
        self.on = False
        self.codes: set[CodeType] = set()
        threading.setprofile(self._called)
        sys.setprofile(self._called)

    def _called(self, frame: FrameType, event: str, argument: Any) -> None:
        if self.on and event == "call":
            self.codes.add(frame.f_code)

    def walk(self, without: set[CodeType]) -> Walk:
        """What ran of the program, by file."""
        walk: Walk = defaultdict(set)
        for code in self.codes - without:
            path = Path(code.co_filename)
            if path.is_relative_to(HOUSE) and code.co_name != "<module>":
                name = path.relative_to(HOUSE)
                if name.parts[0] in ROOMS:
                    walk[str(name)].add(code.co_qualname)
        return walk


def main(words: list[str]) -> None:
    """Measure and print both walks."""
    with tempfile.TemporaryDirectory() as folder:
        recorder = Recorder()
        for name, walk in asyncio.run(_walks(Path(folder), recorder)).items():
            count = sum(map(len, walk.values()))
            print(f"{name}: {len(walk)} files, {count} functions")
            for file, functions in sorted(walk.items()) if words == ["list"] else ():
                print(f"  {file}: {', '.join(sorted(functions))}")


async def _walks(folder: Path, recorder: Recorder) -> dict[str, Walk]:
    store = _event(folder / "benchmark")
    walks = {}
    app = TopboardApp(store.folder, "pairings")
    async with app.run_test(size=SIZE) as pilot:
        by_the_clock: set[CodeType] = set()

        async def idle() -> None:
            """Look for what runs in this place by the clock."""
            by_the_clock.update(await _recorded(recorder, pilot, "", lambda: False, IDLE_SECONDS))

        async def walked(key: str, done: Callable[[], bool]) -> Walk:
            await _recorded(recorder, pilot, key, done)
            return recorder.walk(by_the_clock)

        def drawn() -> bool:
            assert app.front is not None
            return "PROPOSAL" in app.front.status.shown.text

        await idle()
        await walked("d", drawn)
        await app.desk.do(Discard())
        await _until(lambda: not drawn())
        walks["a draw"] = await walked("d", drawn)
        await pilot.press("P", "y")
        await _until(lambda: bool(app.desk.event.published))
        await pilot.press("f3")
        await pilot.pause()
        await idle()
        results = []

        def entered(count: int) -> Callable[[], bool]:
            def painted() -> bool:
                assert app.front is not None
                saved = sum(not m.open for m in app.desk.event.rounds[0].matches) == count
                return saved and sum("1-0" in x.text for x in app.front.body.lines) == count

            return painted

        for count in (1, 2):
            results.append(await walked("1", entered(count)))
        walks["a result"] = results[-1]
    return walks


async def _recorded(
    recorder: Recorder,
    pilot: Pilot[None],
    key: str,
    done: Callable[[], bool],
    seconds: float = PATIENCE,
) -> set[CodeType]:
    """What ran from the key until its picture was painted."""
    await asyncio.sleep(1.0)
    recorder.codes, recorder.on = set(), True
    if key:
        await pilot.press(key)
    await _until(done, seconds)
    await asyncio.sleep(PAINTING)
    recorder.on = False
    return recorder.codes


async def _until(done: Callable[[], bool], seconds: float = PATIENCE) -> None:
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds
    while not done() and loop.time() < end:
        await asyncio.sleep(0.02)


def _event(folder: Path) -> Store:
    """An event of which nothing is drawn."""
    store = create_event(folder, CreateEvent("Walk", "kjca", {"rounds": 6}, 1), session="setup")
    names = (Entrant("", f"Player {n}", rating=2000 - 7 * n) for n in range(PLAYERS))
    store.do(ImportEntrants(tuple(names)))
    return store


if __name__ == "__main__":
    main(sys.argv[1:])
