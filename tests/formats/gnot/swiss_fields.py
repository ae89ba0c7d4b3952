"""Fields of the Swiss for tests, made without an event around them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from random import Random

from engine.bridge import Score, quotient
from engine.event import Event
from formats.gnot.lots import LotBook
from formats.gnot.repechage import DropIn, Loss, Repechage, SwissGame
from formats.gnot.settings import GnotSettings


def book(seed: int = 1) -> LotBook:
    return LotBook(Event("Swiss", "gnot", GnotSettings(), seed=seed))


def lost(winner: int, loser: int, playoff: int | None = None) -> Loss:
    return Loss(playoff, Fraction(winner - loser), quotient(winner, loser))


def entry(team: int | str, round: int, loss: Loss | None = None) -> DropIn:
    return DropIn(str(team), round, loss or lost(30, 20), "S1")


def game(round: int, home: object, away: object, won: int | None = None, lost: int = 0,
         boards: int = 14, due: int | None = None) -> SwissGame:  # fmt: skip
    score = None if won is None else Score.of(won, lost)
    return SwissGame(round, due or round, str(home), str(away), boards, score)


def pairings(teams: Sequence[str]) -> Iterator[list[tuple[str, str]]]:
    """Every way to pair them off, in lexicographic order: the first's best placed partner first."""
    if not teams:
        yield []
        return
    first, *rest = teams
    for at, partner in enumerate(rest):
        for others in pairings([*rest[:at], *rest[at + 1 :]]):
            yield [(first, partner), *others]


def counted_repeats(games: Iterable[SwissGame], pairs: Iterable[tuple[str, str]]) -> int:
    """Pairs that have met, from the list of matches alone."""
    met = [{g.home, g.away} for g in games]
    return sum({a, b} in met for a, b in pairs)


def some_games(chance: Random, teams: Sequence[str], round: int, density: float) -> list[SwissGame]:
    """Matches of earlier rounds by chance; who has met whom is all that a draw looks at besides
    the scores."""
    found = []
    for at, home in enumerate(teams):
        for away in teams[at + 1 :]:
            if chance.random() < density:
                number = chance.randrange(1, round)
                found.append(game(number, home, away, chance.randrange(60), chance.randrange(60)))
    return found


def some_field(chance: Random, standing: int, dropping: int, round: int, density: float
               ) -> Repechage:  # fmt: skip
    old = [str(i) for i in range(1, standing + 1)]
    new = [str(i) for i in range(standing + 1, standing + dropping + 1)]
    entries = [entry(id, 1) for id in old]
    for id in new:
        loser = chance.randrange(40)
        entries.append(entry(id, round, lost(loser + chance.randrange(30), loser)))
    played = some_games(chance, old, round, density)
    # one match at least, so that this is not the first round
    played.append(game(round - 1, old[0], old[1], 20, 10))
    return Repechage(tuple(entries), tuple(played))
