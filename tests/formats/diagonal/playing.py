"""Diagonal events for tests: entrants by rating, rounds drawn, results given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.actions import AddEntrant, CreateEvent, EnterResult, EnterResults
from engine.actions.base import Action, applied
from engine.entrants import Entrant
from engine.event import Event
from formats.diagonal import Diagonal
from tests.playing import InMemory, publish

DIAGONAL = Diagonal()


def do(event: Event, action: Action) -> Event:
    """As the log does it."""
    return applied(action, event, DIAGONAL)


def made(ratings: Sequence[int], settings: Mapping[str, Any] | None = None) -> Event:
    """An event of players 1, 2 … with these ratings."""
    event = CreateEvent("Test", "diagonal", settings or {}, 5).begin(DIAGONAL)
    for number, rating in enumerate(ratings, start=1):
        entrant = Entrant("", f"Player {number:04}", rating=rating)
        event = do(event, AddEntrant(entrant))
    return event


def drawn(event: Event) -> Event:
    """With the next round published."""
    memory = InMemory(event, DIAGONAL)
    publish(memory, insist=False)
    return memory.event


def pairs(event: Event) -> set[tuple[str, str]]:
    """Who meets whom in the round in play."""
    assert event.current is not None
    return {m.pair for m in event.current.matches}


def played(event: Event, results: Mapping[tuple[str, str], str], other: str = "=,=") -> Event:
    """With results by (higher, lower), `other` on all boards left."""
    assert event.current is not None
    assert set(results) <= pairs(event)
    rows = tuple((m.board, results.get(m.pair, other)) for m in event.current.matches)
    return do(event, EnterResults(rows))


def entered(event: Event, board: int, text: str, **more: Any) -> Event:
    """One result over what stands."""
    assert event.current is not None
    now = event.current.match(board).result
    return do(event, EnterResult(board, text, now.text if now else None, **more))
