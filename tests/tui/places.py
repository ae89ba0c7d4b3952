"""What the tests of Entries, Standings, History and the event list share."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from textual.events import Key
from textual.pilot import Pilot

from engine.actions import CreateEvent, ImportEntrants
from engine.entrants import Entrant
from formats.registry import FORMATS
from saves.entries_csv import read_entries
from saves.store import Store, create_event, open_event
from tests.playing import play
from tests.tui.painting import paints
from tui.app import TopboardApp
from tui.places.screen import PlaceScreen
from tui.screens.dialogs import Confirm
from tui.screens.entry_form import EntryForm

FORMATS.setdefault("small", "tests.tui.small:Small")
FORMATS.setdefault("parted", "tests.tui.parted:Parted")

JUNIORS = Path(__file__).parent.parent / "data" / "entries" / "juniors-41.csv"
NOON = datetime(2026, 2, 28, 14, 2, 31, tzinfo=UTC)
HOSTILE = (
    "[/b] Bobby [red]x[/] [@click=quit()]",
    "Evil\x1b]52;c;aGk=\x07\x1b[2J",
    "abc\u202edoc\u200b",
    "W" * 80,
    "漢字" * 20,
    "a" + "\u0301" * 40,
)
"""Names that a file edited by hand can hold: markup, control sequences, reversed, wide."""
SCREENS = ((80, 24), (120, 40))


def juniors(folder: Path, rounds: int = 0, players: int = 41, all_in: bool = True) -> Store:
    """The 41 juniors with so many rounds published, results 1-0, at a clock that stands."""
    entrants = read_entries(JUNIORS.read_bytes(), JUNIORS.name).entrants[:players]
    store = made(folder, entrants)
    play(store, rounds, last_open=not all_in)
    return store


def made(
    folder: Path,
    entrants: Sequence[Entrant],
    title: str = "Kent Juniors",
    format: str = "small",
) -> Store:
    """An event with these entrants."""
    store = create_event(
        folder, CreateEvent(title, format, {"rounds": 6}, seed=7), clock=lambda: NOON
    )
    store.do(ImportEntrants(tuple(entrants), "list.csv", insist=True))
    return store


def hostile(folder: Path, rounds: int = 1) -> Store:
    """An event whose names, clubs and title are hostile, as no door would let them in."""
    people = [
        Entrant("", name, rating=1500 + n, club=name, school=name, category=name[:20], note=name)
        for n, name in enumerate(HOSTILE)
    ]
    store = made(folder, people, title=HOSTILE[0])
    play(store, rounds)
    return store


def text_of(app: TopboardApp) -> str:
    """The screen as plain text."""
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips)


def question_of(app: TopboardApp) -> str:
    """The question in front, a dialog's or a place's; empty for none."""
    if isinstance(app.screen, Confirm):
        return app.screen.question
    state = app.screen.state if isinstance(app.screen, PlaceScreen) else None
    return state.questions[0].text if state is not None and state.questions else ""


PATIENCE = 180.0
"""Seconds after which nothing more is waited for: where ten programs shared a machine, fifty
simulated events have taken one of these three minutes."""


async def until(pilot: Pilot[Any], condition: Callable[[], object]) -> None:
    """Wait until it holds; what does not come fails the test."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        await pilot.pause()
        if condition():
            await pilot.pause()
            return
        await pilot.pause(0.01)
    raise AssertionError("what was waited for did not come:\n" + text_of(pilot.app))  # type: ignore[arg-type]


async def heard(pilot: Pilot[Any], desk: Store) -> None:
    """Wait until the console has what that desk has done."""
    await until(pilot, lambda: pilot.app.desk.event.revision >= desk.event.revision)  # type: ignore[attr-defined]


async def still(pilot: Pilot[Any]) -> None:
    """Wait until nothing more is painted."""
    pauses = 0
    while pauses < 3:
        before = paints()
        await pilot.pause()
        pauses = pauses + 1 if paints() == before else 0


def says(form: EntryForm, text: str) -> bool:
    """Whether a form says that of what is typed in it."""
    return text in form.said[0]


def is_in_front(app: TopboardApp, name: str) -> bool:
    """Whether the place of that name is in front, with no dialog over it."""
    return isinstance(app.screen, PlaceScreen) and app.screen.place == name


def front_place(app: TopboardApp, name: str) -> PlaceScreen:
    """The place in front, which has that name."""
    front = app.front
    assert isinstance(front, PlaceScreen)
    assert front.place == name
    return front


async def type_text(pilot: Pilot[Any], text: str) -> None:
    """Type it, faster than any person would."""
    for character in text:
        name = "space" if character == " " else character
        pilot.app.post_message(Key(name, character))
    await pilot.pause()


def on_disk(store: Store) -> Store:
    """The same event read anew, as another program would."""
    return open_event(store.folder, read_only=True)
