"""Events of players by lot, played through the public actions, for referees of Swiss formats.

Somebody comes late, leaves, comes back, asks for a bye, does not come to a game; places are
exchanged and boards turned by hand before a round is published; a result is corrected.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any, ClassVar, Literal, NamedTuple, Protocol

import networkx as nx  # type: ignore[import-untyped]

from engine.actions import (
    AddEntrant,
    CreateEvent,
    EnterResult,
    Propose,
    PublishRound,
    ReEnter,
    SetBye,
    SwapPlaces,
    TurnBoard,
    Withdraw,
)
from engine.actions.base import Action, applied
from engine.entrants import Entrant
from engine.event import Event, Match, Round
from engine.next_draw import extra_boards_due, next_draw
from engine.refusal import NoDraw, Refused
from formats.registry import format_named

GAIN: Mapping[str, tuple[Fraction, Fraction]] = {
    "1-0": (Fraction(1), Fraction(0)),
    "0-1": (Fraction(0), Fraction(1)),
    "1/2-1/2": (Fraction(1, 2), Fraction(1, 2)),
    "+/-": (Fraction(1), Fraction(0)),
    "-/+": (Fraction(0), Fraction(1)),
    "-/-": (Fraction(0), Fraction(0)),
}
EVENTS = range(int(os.environ.get("REFEREE_FROM", "0")), int(os.environ.get("REFEREE_TO", "10000")))
"""The seeds of a long run: `REFEREE_FROM=0 REFEREE_TO=2500 pytest -m slow …`."""


class Line(NamedTuple):
    """A round of a player. `before` are his points then; a forfeited game is no game played."""

    kind: Literal["game", "forfeit", "bye", "other"]
    gain: Fraction
    before: Fraction
    opponent: str = ""
    colour: str = ""


@dataclass(eq=False)
class Card:
    """A player with everything that he has done, by round."""

    entrant: Entrant
    lines: dict[int, Line] = field(default_factory=dict)

    @property
    def id(self) -> str:
        return self.entrant.id

    @property
    def score(self) -> Fraction:
        return sum((line.gain for line in self.lines.values()), Fraction(0))

    @property
    def colours(self) -> str:
        """Of the games that were played, `W` and `B`."""
        return "".join(x.colour for _, x in sorted(self.lines.items()) if x.kind == "game")

    @property
    def met(self) -> set[str]:
        return {x.opponent for x in self.lines.values() if x.kind == "game"}

    @property
    def had_bye(self) -> bool:
        """The draw's bye."""
        return any(x.kind == "bye" for x in self.lines.values())

    def __repr__(self) -> str:
        return f"{self.id}:{self.entrant.rating}({self.score} {self.colours})"


def cards(event: Event) -> dict[str, Card]:
    """Of everybody, with all rounds that are published."""
    found = {e.id: Card(e) for e in event.entrants}
    for round in event.published:
        before = {id: card.score for id, card in found.items()}
        for m in round.matches:
            assert m.result is not None
            kind: Literal["game", "forfeit"] = "game" if m.result.played else "forfeit"
            gains = GAIN[m.result.text]
            for me, other, gain, colour in zip(m.pair, reversed(m.pair), gains, "WB", strict=True):
                line = Line(kind, gain, before[me], other, colour)
                found[me].lines[round.number] = line
        for b in round.byes:
            word: Literal["bye", "other"] = "bye" if b.kind == "pairing" else "other"
            found[b.entrant].lines[round.number] = Line(word, Fraction(b.points), before[b.entrant])
    return found


@dataclass
class Habits:
    """Chances a round: of a player to ask for a bye, to leave, to come late; of a game not to be
    played; of a round to be changed by hand, and of a result to be corrected."""

    bye: float = 0.0
    leave: float = 0.0
    late: float = 0.0
    forfeit: float = 0.0
    hand: float = 0.0
    correct: float = 0.0
    draw: float = 0.3
    upset: float = 0.3

    @classmethod
    def by_lot(cls, lot: Random) -> Habits:
        habits = cls(draw=lot.choice([0, 0.2, 0.5]), upset=lot.choice([0, 0.2, 0.5]))
        if lot.random() < 0.75:
            habits.bye, habits.leave = lot.choice([0, 0.03, 0.1]), lot.choice([0, 0.02, 0.05])
            habits.late, habits.forfeit = lot.choice([0, 0.15, 0.5]), lot.choice([0, 0.03, 0.1])
            habits.hand, habits.correct = lot.choice([0, 0.15, 0.4]), lot.choice([0, 0.1])
        return habits


Newcomer = Callable[[int], Entrant]
"""The entrant of that number on the list."""


class EventByLot:
    """An event as it is played; `drawn` gives each draw with the event before it."""

    def __init__(
        self, format: str, lot: Random, entrants: Sequence[Entrant], **settings: Any
    ) -> None:
        self.format, self.lot, self.habits = format_named(format), lot, Habits.by_lot(lot)
        seed = lot.randrange(10**6)
        self.event = CreateEvent("Test", format, settings, seed).begin(self.format)
        for entrant in entrants:
            self.do(AddEntrant(entrant, insist=True))
        self.stopped = ""

    def do(self, action: Action) -> None:
        self.event = applied(action, self.event, self.format)

    def chance(self, of: float) -> bool:
        return self.lot.random() < of

    def drawn(self, newcomer: Newcomer) -> Iterator[tuple[Event, Round]]:
        """Every draw as the engine proposes it, extra boards too, before hands touch it."""
        while len(self.event.published) < self.event.settings.rounds:
            number = len(self.event.published) + 1
            self._between(number, newcomer)
            if self.format.next_step(self.event).name != "draw":
                self.stopped = self.format.next_step(self.event).name
                return
            before = self.event
            try:
                self.do(Propose.of(next_draw(before, self.format)))
            except NoDraw as no:
                self.stopped = f"no draw: {no}"
                return
            except Refused as no:
                self.stopped = f"refused: {no}"
                return
            assert self.event.proposal is not None
            yield before, self.event.proposal
            if number == 1 and self.format.late_boards(self.event):
                self._come(newcomer)
            if self.chance(self.habits.hand):
                self._by_hand()
            self.do(PublishRound(number, insist=True))
            if number == 1 and self.format.late_boards(self.event):
                self._come(newcomer)
            if extra_boards_due(self.event, self.format):
                self.do(Propose.of(next_draw(self.event, self.format)))
                self.do(PublishRound(number, insist=True))
                if not self.event.round(1).altered:
                    yield before, self.event.round(1)
            self._play(number)

    def _between(self, number: int, newcomer: Newcomer) -> None:
        for e in self.event.entrants:
            if e.withdrawn:
                if self.chance(0.2):
                    self.do(ReEnter(e.id))
            elif self.chance(self.habits.leave) and number > 1:
                self.do(Withdraw(e.id))
            elif self.chance(self.habits.bye):
                self.do(SetBye(e.id, number, self.lot.choice([Decimal("0.5"), Decimal(0)])))
        if number > 1 and not self.format.entry_refused(self.event):
            self._come(newcomer)

    def _come(self, newcomer: Newcomer) -> None:
        while self.chance(self.habits.late):
            missed = self.lot.choice([None, None, Decimal("0.5")])
            new = newcomer(len(self.event.entrants) + 1)
            with suppress(Refused):
                self.do(AddEntrant(new, missed if self.event.published else None, insist=True))

    def _by_hand(self) -> None:
        round = self.event.proposal
        assert round is not None
        ids = sorted(round.drawn, key=int)
        with suppress(Refused):
            if self.chance(0.6) and len(ids) > 1:
                a, b = self.lot.sample(ids, 2)
                self.do(SwapPlaces(a, b))
            elif round.matches:
                self.do(TurnBoard(self.lot.choice(round.matches).board))

    def _play(self, number: int) -> None:
        for match in self.event.round(number).matches:
            self.do(EnterResult(match.board, self._result(match)))
        if self.chance(self.habits.correct) and self.event.round(number).matches:
            match = self.lot.choice(self.event.round(number).matches)
            new = self.lot.choice(sorted(GAIN))
            was = match.result.text if match.result else None
            self.do(EnterResult(match.board, new, was, replace=True, insist=True))

    def _result(self, match: Match) -> str:
        if self.chance(self.habits.forfeit):
            return self.lot.choice(["+/-", "-/+", "-/-"])
        if self.chance(self.habits.draw):
            return "1/2-1/2"
        white, black = (self.event.entrant(id).rating or 0 for id in match.pair)
        return "1-0" if (white > black) != self.chance(self.habits.upset) else "0-1"


def can_all_play(event: Event) -> bool:
    """Whether everybody here could have an opponent whom he has not met, or one of them a first
    bye."""
    here = [c for c in cards(event).values() if c.entrant.to_be_paired(len(event.published) + 1)]
    graph = nx.Graph()
    graph.add_edges_from((a, b) for a, b in combinations(here, 2) if b.id not in a.met)
    if len(here) % 2:
        graph.add_edges_from((c, "bye") for c in here if not c.had_bye)
    return 2 * len(nx.max_weight_matching(graph, maxcardinality=True)) >= len(here)


class Refereed(Protocol):
    """An event by lot that a referee looks at."""

    def faults(self, count: Counter[str]) -> list[str]: ...


class RefereedSwiss:
    """An event by lot whose every draw is judged by `referee`."""

    played: EventByLot
    referee: Callable[[Event, Round], list[str]]
    repeats: ClassVar[bool] = False
    """Whether the format pairs players again where nothing else is left."""

    def newcomer(self, number: int) -> Entrant:
        raise NotImplementedError

    def faults(self, count: Counter[str]) -> list[str]:
        found = []
        for event, round in self.played.drawn(self.newcomer):
            count["rounds"] += 1
            count["boards"] += len(round.matches)
            found += [f"round {round.number}: {fault}" for fault in self.referee(event, round)]
        if self.played.stopped.startswith("no draw"):
            count["without a legal draw"] += 1
            if self.repeats or can_all_play(self.played.event):
                found.append(self.played.stopped)
        return found


def faults_of(play: Callable[[int], Refereed], seeds: range) -> list[tuple[int, str]]:
    """Of every event; how much was judged is printed at the end."""
    count = Counter[str]()
    found = [(seed, fault) for seed in seeds for fault in play(seed).faults(count)]
    print(f"{len(seeds)} events, {dict(count)}")
    return found
