"""Events for the console's tests, on disk, through the real store."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from math import inf
from pathlib import Path
from typing import Any

import pytest

import tests.tui.places  # noqa: F401  registers the formats of the tests
from engine.actions import CreateEvent, ImportEntrants
from engine.entrants import Entrant
from engine.event import Mode
from saves.store import Store, create_event
from tests.playing import play, propose, written_once
from tests.tui.children import fork_children
from tests.tui.desk_cli import CommandLine, csv_file
from tests.tui.painting import painted_at_rest

NAMES = (
    "Ashgrove, Liam", "Wójtowska, Zoë", "Řezníkova, Aoife", "Fallonby, Nadia", "Jarveaux, Hana",
    "Vesterhav, Karol", "Çelikkan, Hugh", "Quilty, Petra", "Moyvane, Hugh", "Dunloy, Sean",
    "Lissadell, Ivo", "Kilbracken, Chen", "Newbliss, Orla", "Eßlinger, Boris", "Gńoch, Farid",
    "Tullyroe, Xu",
)  # fmt: skip

EventMaker = Callable[..., Store]


PAINTED_EVERY = 0.003
"""Seconds between two pictures."""
SOON = 0.012
"""Seconds: what the console will do by itself within them is waited for, as is the next picture and
the next look of the keyboard."""
TURN = 0.0001
"""Seconds that a turn of the loop counts for: where others take the machine it is waited longer."""


@pytest.fixture(autouse=True, scope="session")
def _idle_is_seen_soon() -> Iterator[None]:
    """After every key the toolkit sleeps twice for a fiftieth of a second, and takes for idle
    whoever uses no processor meanwhile: on a busy machine one that has not had its turn yet.

    Here a console is idle when its loop has no step to take, now or soon, and no thread works for
    it: that costs no sleep, and load changes nothing of it.
    """
    in_threads = 0
    to_thread = asyncio.to_thread

    async def counted(*args: Any, **options: Any) -> Any:
        nonlocal in_threads
        in_threads += 1
        try:
            return await to_thread(*args, **options)
        finally:
            in_threads -= 1

    async def wait_for_idle(min_sleep: float = 0, max_sleep: float = 1) -> None:
        loop: Any = asyncio.get_running_loop()
        while max_sleep > 0:
            await asyncio.sleep(0)  # whoever is ready has its turn, and what has come is heard
            max_sleep -= TURN
            if loop._ready:
                continue
            timers = [t.when() for t in loop._scheduled if not t.cancelled()]
            rest = max(min(timers, default=inf) - loop.time(), 0)
            if rest >= SOON:
                if not in_threads:
                    return
                rest = 0.001
            await asyncio.sleep(rest)
            max_sleep -= rest

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(asyncio, "to_thread", counted)
        patch.setattr("textual.screen.UPDATE_PERIOD", PAINTED_EVERY)
        patch.setattr("textual.app.wait_for_idle", wait_for_idle)
        # a test reads a question at once
        patch.setattr("tui.terminal.app.QUIET", 0.0)
        patch.setattr("textual.pilot.wait_for_idle", wait_for_idle)
        yield


@pytest.fixture(autouse=True, scope="session")
def _painted_at_rest() -> Iterator[None]:
    with painted_at_rest():
        yield


@pytest.fixture(autouse=True)
def _typed_without_a_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is worked out for a side pane while nobody types would be in a picture, or not yet."""
    monkeypatch.setattr("tui.places.screen.REST_SECONDS", 3600.0)


@pytest.fixture(autouse=True)
def _children_forked(monkeypatch: pytest.MonkeyPatch) -> None:
    fork_children(monkeypatch)


@pytest.fixture
def topboard(capsys: pytest.CaptureFixture[str]) -> CommandLine:
    return CommandLine(capsys)


@pytest.fixture
def event(tmp_path: Path, topboard: CommandLine) -> Path:
    """Eight players, two rounds, round 1 published."""
    folder = tmp_path / "evening"
    entries = csv_file(tmp_path, 8)
    topboard.done("new", folder, "--format", "kjca", "--rounds", 2, "--entries", entries)
    topboard.done("draw", folder, "--publish")
    return folder


@pytest.fixture
def make_event(tmp_path: Path) -> EventMaker:
    """Make an event: players, rounds published (all but the last complete), a proposal."""

    def make(
        players: int = 8,
        published: int = 1,
        proposal: bool = False,
        names: tuple[str, ...] = NAMES,
        format: str = "small",
        mode: Mode = "",
    ) -> Store:
        store = create_event(
            tmp_path / "kent",
            CreateEvent("Kent Juniors", format, {"rounds": 6}, mode=mode),
            session="setup",
        )
        entrants = tuple(
            Entrant(
                "",
                names[i % len(names)] + (f" {i // len(names) + 1}" if i >= len(names) else ""),
                rating=max(1700 - 7 * i, 900),
                club="Atlantic Rooks" if i in (2, 7) else f"Club {i // 2}",
            )
            for i in range(players)
        )
        with written_once(store) as ahead:
            ahead.do(ImportEntrants(entrants))
            play(ahead, published, last_open=not proposal)
            if proposal:
                propose(ahead)
        return store

    return make
