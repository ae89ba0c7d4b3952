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
from tests.playing import Played, play, propose, written_once
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
    with written_once(store) as ahead:
        ahead.do(ImportEntrants(entrants, insist=True))
        play(ahead, rounds, last_open=True)
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
    with written_once(store) as ahead:
        while not _reached(ahead, number, choosing):
            pass
    return store


def _reached(played: Played, number: int, choosing: bool) -> bool:
    """Whether that is where it stands after one step more."""
    step = played.format.next_step(played.event)
    if step.name == "choose":
        if choosing and step.round == number:
            return True
        assert step.choice is not None
        played.do(ChooseOpponent(step.choice.chooser, "opponent", step.choice.pool[0]))
    elif step.name == "draw":
        propose(played)
    elif step.name == "publish":
        played.do(PublishRound(step.round))
        return step.round == number and not choosing
    else:
        assert step.name == "play", step
        _enter(played, step.missing)
    return False


def _enter(played: Played, boards: Sequence[int]) -> None:
    event = played.event
    assert event.current is not None
    rounds = [(event.current, m) for m in event.current.matches]
    for round, match in (*running(event, event.current.number), *rounds):
        if match.board in boards and match.open:
            played.do(EnterResult(match.board, f"{30 + match.board}-20", None, round.number))


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
    score = "41-20" if settings.get("score") == "imps" else "2-0"
    with written_once(store) as ahead:
        ahead.do(ImportEntrants(entrants))
        play(ahead, rounds, score, last_open=True)
    return store
