"""Knockouts and a gnot event for the console's tests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from engine.actions import (
    ChooseOpponent,
    CreateEvent,
    EnterResult,
    ImportEntrants,
    PublishRound,
)
from engine.entrants import Entrant
from engine.waiting import running
from saves.entries_csv import read_entries
from saves.store import Store, create_event
from tests.playing import play, propose
from tests.tui.conftest import NAMES
from tests.tui.places import NOON

TEAMS = Path(__file__).parent.parent / "data" / "entries" / "teams-23.csv"


def cup(
    folder: Path,
    count: int = 16,
    rounds: int = 1,
    format: str = "knockout",
    names: Sequence[str] = NAMES,
    **settings: object,
) -> Store:
    """A knockout with so many rounds published, all but the last one won by the home sides."""
    made = CreateEvent("Cup", format, settings, seed=7)
    store = create_event(folder / "cup", made, clock=lambda: NOON)
    entrants = tuple(
        Entrant("", names[i % len(names)] + f" {i // len(names)}" * (i >= len(names)),
                rating=max(2400 - 2 * i, 100))
        for i in range(count)
    )  # fmt: skip
    store.do(ImportEntrants(entrants, insist=True))
    play(store, rounds, last_open=True)
    return store


def teams_event(folder: Path, count: int = 23) -> Store:
    """So many teams, 23 at most, entered for the double knockout with Swiss repechage."""
    made = CreateEvent("GNOT 2026", "gnot", {}, seed=7)
    store = create_event(folder / "gnot", made, clock=lambda: NOON)
    store.do(ImportEntrants(read_entries(TEAMS.read_bytes(), TEAMS.name).entrants[:count]))
    return store


def played_to(store: Store, number: int, choosing: bool = False) -> Store:
    """Played on until half `number` is published, or, if `choosing`, until its draw by choice.

    The home side wins every match, by as many IMPs as its board's number and ten more.
    """
    while True:
        step = store.format.next_step(store.event)
        if step.name == "choose":
            if choosing and step.round == number:
                return store
            assert step.choice is not None
            store.do(ChooseOpponent(step.choice.chooser, "opponent", step.choice.pool[0]))
        elif step.name == "draw":
            propose(store)
        elif step.name == "publish":
            store.do(PublishRound(step.round))
            if step.round == number and not choosing:
                return store
        else:
            assert step.name == "play", step
            _enter(store, step.missing)


def _enter(store: Store, boards: Sequence[int]) -> None:
    event = store.event
    assert event.current is not None
    rounds = [(event.current, m) for m in event.current.matches]
    for round, match in (*running(event, event.current.number), *rounds):
        if match.board in boards and match.open:
            store.do(EnterResult(match.board, f"{30 + match.board}-20", None, round.number))


def teams_cup(
    folder: Path,
    format: str = "knockout",
    rounds: int = 2,
    members: bool = True,
    **settings: object,
) -> Store:
    """A knockout of sixteen teams with so many rounds published, the last of them open."""
    made = CreateEvent("Teams Cup", format, settings, seed=7)
    store = create_event(folder / "teams", made, clock=lambda: NOON)
    file = TEAMS.with_name("teams-16.csv")
    entrants = read_entries(file.read_bytes(), file.name).entrants
    if not members:
        entrants = tuple(replace(entrant, members=()) for entrant in entrants)
    store.do(ImportEntrants(entrants))
    score = "41-20" if settings.get("score") == "imps" else "2-0"
    play(store, rounds, score, last_open=True)
    return store
