"""A second reading of the round robin, from the page and C.05 alone: who meets whom with which
colour in each round, and what everybody has in the end.

It shares nothing with the format. Entrants are numbers of the table, from 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

Game = tuple[int, int]
"""White and Black."""
SCORED = {
    "1-0": (Fraction(1), Fraction(0)),
    "0-1": (Fraction(0), Fraction(1)),
    "1/2-1/2": (Fraction(1, 2), Fraction(1, 2)),
    "+/-": (Fraction(1), Fraction(0)),
    "-/+": (Fraction(0), Fraction(1)),
    "-/-": (Fraction(0), Fraction(0)),
}

FORFEITS = ("+/-", "-/+", "-/-")


def cycle(size: int) -> list[set[Game]]:
    """The rounds of an even number of players. In round r those meet whose numbers add up to
    r + 1, counted in a circle of all but the last; the last meets who is left. Of two numbers of
    one kind, both odd or both even, the higher has White, else the lower; against the last number
    the lower half has White."""
    last, circle = size, size - 1
    rounds = []
    for r in range(1, size):
        games = set()
        for a in range(1, size):
            b = (r + 1 - a) % circle or circle
            if a == b:
                games.add((a, last) if 2 * a <= size else (last, a))
            elif a < b:
                games.add((b, a) if (a + b) % 2 == 0 else (a, b))
        rounds.append(games)
    return rounds


def timetable(players: int, *, double: bool, exchange: bool) -> list[set[Game]]:
    """All rounds; of an odd number nobody has the last number, and its opponent is free."""
    rounds = cycle(players + players % 2)
    if double:
        again = [{(black, white) for white, black in games} for games in rounds]
        if exchange and len(rounds) > 1:
            rounds[-2:] = rounds[:-3:-1]
        rounds += again
    return [{g for g in games if max(g) <= players} for games in rounds]


@dataclass
class Referee:
    """Follows an event. `results` are of games as played or decided, by round and game; who has
    withdrawn, with the round before which."""

    players: int
    double: bool = False
    exchange: bool = True
    annul: bool = True
    results: dict[tuple[int, Game], str] = field(default_factory=dict)
    gone: dict[int, int] = field(default_factory=dict)

    @property
    def rounds(self) -> list[set[Game]]:
        """As they stand in the table."""
        return timetable(self.players, double=self.double, exchange=self.exchange)

    def games(self, number: int) -> set[Game]:
        """Those of a round, without who has withdrawn before it."""
        return {g for g in self.rounds[number - 1] if all(self.here(p, number) for p in g)}

    def free(self, number: int) -> set[int]:
        """Who is here in a round and has nobody to play."""
        playing = {p for game in self.games(number) for p in game}
        return {p for p in range(1, self.players + 1) if self.here(p, number)} - playing

    def here(self, player: int, number: int) -> bool:
        """Whether a player is in the event in that round."""
        return number < self.gone.get(player, number + 1)

    def uncounted(self) -> set[int]:
        """Who has left before half of the games."""
        whole = len(self.rounds) - (self.players % 2) * (2 if self.double else 1)
        return {p for p in self.gone if self.annul and 2 * self._played(p) < whole}

    def _played(self, player: int) -> int:
        return sum(player in g and r not in FORFEITS for (_, g), r in self.results.items())

    def forfeits(self, player: int) -> bool:
        """Whether a game of this player was decided without being played."""
        return any(player in g and r in FORFEITS for (_, g), r in self.results.items())

    def points(self) -> Mapping[int, Fraction]:
        """Of everybody, when all rounds have been played: games not played with somebody who has
        left are won by who has not."""
        out = self.uncounted()
        total = dict.fromkeys(range(1, self.players + 1), Fraction(0))
        for number, games in enumerate(self.rounds, start=1):
            for game in games:
                if out & set(game):
                    continue
                text = self.results.get((number, game)) or self._forfeit(game, number)
                for player, gain in zip(game, SCORED[text], strict=True):
                    total[player] += gain
        return total

    def _forfeit(self, game: Game, number: int) -> str:
        white, black = (self.here(p, number) for p in game)
        return "+/-" if white else "-/+" if black else "-/-"
