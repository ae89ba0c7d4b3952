"""Random tournaments round after round, kept apart from events: positions for the Dutch draw."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Literal

from formats.dutch.position import DutchDraw, DutchPlayer, Float, Position

Drawing = Callable[[Position], DutchDraw]
Arrival = Literal["here", "away", "half bye", "full bye"]


@dataclass(frozen=True)
class Style:
    """How a random tournament goes; chances are of one player in one round."""

    players: int
    rounds: int
    away: float = 0.0
    byes: float = 0.0
    forfeits: float = 0.0
    drawn: float = 0.3
    forbidden: int = 0
    accelerated: int = 0
    """The first so many players have a point more in the first half of the rounds."""
    upsets: float = 0.3
    win: int = 100
    draw: int = 50

    @classmethod
    def random(cls, rng: Random, largest: int) -> Style:
        """Any mixture."""
        players = rng.randint(2, largest)
        return cls(
            players,
            rng.randint(1, max(2, min(players - 1, 12))),
            away=rng.choice((0, 0, 0.05, 0.2)),
            byes=rng.choice((0, 0, 0.05, 0.2)),
            forfeits=rng.choice((0, 0, 0.05)),
            drawn=rng.choice((0.0, 0.3, 0.7)),
            forbidden=rng.choice((0, 0, 1, players // 3)),
            accelerated=rng.choice((0, 0, players // 2)),
            upsets=rng.choice((0.1, 0.3, 0.5)),
            win=rng.choice((100, 100, 300)),
            draw=rng.choice((50, 50, 100)),
        )


@dataclass
class _Entry:
    number: int
    points: int = 0
    colours: str = ""
    met: set[int] = field(default_factory=set)
    floats: list[Float] = field(default_factory=list)
    may_have_bye: bool = True
    unplayed: int = 0


class Tournament:
    """Played on by `rounds`, which yields the position before each round and its draw."""

    def __init__(self, style: Style, rng: Random) -> None:
        self.style = style
        self.rng = rng
        self.entries = [_Entry(n) for n in range(1, style.players + 1)]
        self.forbidden = frozenset(
            frozenset(rng.sample(range(1, style.players + 1), 2)) for _ in range(style.forbidden)
        )
        self.initial = rng.choice("WB")

    def rounds(self, draw: Drawing) -> Iterator[tuple[Position, DutchDraw]]:
        """Until the last round, or until no draw is possible (then `draw` raises)."""
        for number in range(1, self.style.rounds + 1):
            here = {e.number: self._arrival() for e in self.entries}
            position = self._position(number, {n for n, a in here.items() if a == "here"})
            drawn = draw(position)
            yield position, drawn
            self._play(number, drawn, here)

    def _arrival(self) -> Arrival:
        chance = self.rng.random()
        if chance < self.style.away:
            return "away"
        if chance < self.style.away + self.style.byes:
            return self.rng.choice(("half bye", "half bye", "full bye"))
        return "here"

    def _score(self, entry: _Entry, number: int) -> int:
        early = 2 * number <= self.style.rounds + 1
        extra = self.style.win if early and entry.number <= self.style.accelerated else 0
        return entry.points + extra

    def _position(self, number: int, here: set[int]) -> Position:
        players = []
        for entry in self.entries:
            if entry.number not in here:
                continue
            last, earlier = [*reversed(entry.floats), Float.NONE, Float.NONE][:2]
            players.append(
                DutchPlayer(
                    entry.number,
                    self._score(entry, number),
                    entry.colours,
                    frozenset(entry.met),
                    (last, earlier),
                    entry.may_have_bye,
                    entry.unplayed,
                )
            )
        self.rng.shuffle(players)
        return Position(
            tuple(players),
            number,
            self.style.rounds,
            "W" if self.initial == "W" else "B",
            self.style.win,
            self.forbidden,
        )

    def _play(self, number: int, drawn: DutchDraw, here: dict[int, Arrival]) -> None:
        scores = {e.number: self._score(e, number) for e in self.entries}
        by_number = {e.number: e for e in self.entries}
        for white, black in drawn.pairs:
            self._game(by_number[white], by_number[black], scores)
        if drawn.bye is not None:
            self._idle(by_number[drawn.bye], self.style.win, bars=True)
        worth = {"away": 0, "half bye": self.style.draw, "full bye": self.style.win}
        for n, arrival in here.items():
            if arrival != "here":
                self._idle(by_number[n], worth[arrival], bars=arrival == "full bye")

    def _idle(self, entry: _Entry, points: int, *, bars: bool) -> None:
        entry.points += points
        entry.unplayed += 1
        entry.floats.append(Float.DOWN if points else Float.NONE)
        entry.may_have_bye = entry.may_have_bye and not bars

    def _game(self, white: _Entry, black: _Entry, scores: dict[int, int]) -> None:
        if self.rng.random() < self.style.forfeits:
            present, absent = self.rng.sample((white, black), 2)
            self._idle(present, self.style.win, bars=True)
            self._idle(absent, 0, bars=False)
            return
        for entry, other, colour in ((white, black, "W"), (black, white, "B")):
            entry.colours += colour
            entry.met.add(other.number)
            gap = scores[entry.number] - scores[other.number]
            entry.floats.append(Float.DOWN if gap > 0 else Float.UP if gap < 0 else Float.NONE)
        if self.rng.random() < self.style.drawn:
            white.points += self.style.draw
            black.points += self.style.draw
            return
        better, worse = sorted((white, black), key=lambda e: e.number)
        winner = worse if self.rng.random() < self.style.upsets else better
        winner.points += self.style.win
