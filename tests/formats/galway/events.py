"""Galway events for tests: made from ratings or a file, played on by the real actions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from engine.entrants import Entrant, RequestedBye
from engine.event import Event, Match
from formats.galway import Galway
from saves.entries_csv import read_entries
from tests.playing import InMemory, enter, publish

GALWAY = Galway()
ENTRIES = Path(__file__).parents[2] / "data" / "entries"
Deciding = Callable[[Event, Match], str]


def player(no: int, rating: int | None = None, **more: Any) -> Entrant:
    """Entry `no`; ratings fall with it where none is given."""
    return Entrant(str(no), f"P{no:03}", 2400 - 5 * no if rating is None else rating, **more)


def event(entrants: int | list[Entrant], **settings: Any) -> Event:
    """Before round 1; so many players, or these."""
    players = (
        [player(no) for no in range(1, entrants + 1)] if isinstance(entrants, int) else entrants
    )
    given = {"initial_colour": "white", **settings}
    return Event("Test", "galway", GALWAY.settings(given), 7, tuple(players), next_id=999)


def congress() -> Event:
    """The congress of 97 players, some with byes."""
    read = read_entries((ENTRIES / "congress-97.csv").read_bytes(), "congress-97.csv").entrants
    entered = [replace(e, id=str(no)) for no, e in enumerate(read, start=1)]
    return event(entered)


def drawn(event: Event) -> Event:
    """With the next round proposed and published."""
    memory = InMemory(event, GALWAY)
    publish(memory, insist=False)
    return memory.event


def played(event: Event, decide: Deciding) -> Event:
    """The next round drawn, and its results."""
    return enter(InMemory(drawn(event), GALWAY), decide)


def higher_wins(event: Event, match: Match) -> str:
    """The better pairing number."""
    order = list(GALWAY.order(event))
    return "1-0" if order.index(match.white) < order.index(match.black) else "0-1"


def by_chance(rng: Random, draws: float = 0.2) -> Deciding:
    """The higher rated wins two games of three."""

    def decide(event: Event, match: Match) -> str:
        if rng.random() < draws:
            return "1/2-1/2"
        if rng.random() < 0.03:
            return rng.choice(("+/-", "-/+", "-/-"))
        white, black = (event.entrant(id).rating or 0 for id in match.pair)
        upset = rng.random() < 0.33
        return "1-0" if (white > black) != upset else "0-1"

    return decide


def rounds(event: Event, decide: Deciding, count: int | None = None) -> Iterator[Event]:
    """The event after each of its rounds."""
    for _ in range(len(event.published), count or event.settings.rounds):
        event = played(event, decide)
        yield event


def asking(entrant: Entrant, *numbers: int, points: Any = None) -> Entrant:
    """With requested byes in those rounds."""
    given = {} if points is None else {"points": points}
    return replace(entrant, byes=tuple(RequestedBye(n, **given) for n in numbers))


def letters(event: Event) -> str:
    """Everybody's section, in order of entry."""
    return "".join(e.section for e in event.entrants)
