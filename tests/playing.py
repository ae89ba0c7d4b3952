"""Events played on as the program plays them, in memory or on a disk: one way for every format."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from engine.actions import (
    Action,
    CreateEvent,
    EnterResults,
    ImportEntrants,
    Propose,
    PublishRound,
)
from engine.actions.base import applied
from engine.entrants import Entrant
from engine.event import Event, Match, Round
from engine.next_draw import next_draw
from engine.protocol import Format
from saves.store import Store

Results = str | Callable[[Event, Match], str]
"""The result of every board, or what says it of each."""


class Played(Protocol):
    """What an event is played on with: a store, or memory."""

    @property
    def event(self) -> Event: ...

    @property
    def format(self) -> Format: ...

    def do(self, action: Action, /) -> Event: ...


class InMemory:
    """An event and its format without a disk."""

    def __init__(self, event: Event, format: Format) -> None:
        self.event, self.format = event, format

    def do(self, action: Action, /) -> Event:
        """As the log does it."""
        self.event = applied(action, self.event, self.format)
        return self.event


class Ahead:
    """A store whose save files are behind its journal."""

    def __init__(self, store: Store) -> None:
        self._store, self.format = store, store.format

    @property
    def event(self) -> Event:
        return self._store.event

    def do(self, action: Action, /) -> Event:
        """In the journal alone."""
        return self._store.do(action, checkpoint=False)


@contextmanager
def written_once(played: Played) -> Iterator[Played]:
    """To play on with: the save files of a store are written at the end, not at each action."""
    if isinstance(played, Store):
        yield Ahead(played)
        played.checkpoint()
    else:
        yield played


def begun(format: Format, entrants: Iterable[Entrant], seed: int = 7, **settings: Any) -> InMemory:
    """A new event with its entry list."""
    memory = InMemory(CreateEvent("Test", format.name, settings, seed).begin(format), format)
    memory.do(ImportEntrants(tuple(entrants), insist=True))
    return memory


def propose(played: Played) -> Round:
    """Draw the next round, in this process."""
    played.do(Propose.of(next_draw(played.event, played.format)))
    assert played.event.proposal is not None
    return played.event.proposal


def publish(played: Played, insist: bool = True) -> Round:
    """Publish the round that is proposed; where none is, the next one, drawn."""
    number = (played.event.proposal or propose(played)).number
    played.do(PublishRound(number, insist=insist))
    return played.event.round(number)


def enter(played: Played, results: Results = "1-0") -> Event:
    """The results of the open boards of the round in play."""
    event = played.event
    assert event.current is not None
    result = (lambda event, match: results) if isinstance(results, str) else results
    rows = tuple((m.board, result(event, m)) for m in event.current.matches if m.open)
    return played.do(EnterResults(rows)) if rows else event


def play(played: Played, rounds: int, results: Results = "1-0", last_open: bool = False) -> Event:
    """Play so many rounds; `last_open` leaves the last of them without results."""
    with written_once(played) as ahead:
        for left in range(rounds, 0, -1):
            publish(ahead)
            if left > 1 or not last_open:
                enter(ahead, results)
    return played.event
