"""Whole diagonal tournaments against a second reading of the page: the set-up, who is still in,
who is out, who has won, counted from the published rounds and their results alone."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from engine.actions import Withdraw
from engine.event import Match
from tests.formats.diagonal.playing import DIAGONAL, do, drawn, made, played
from tests.formats.oracles.events_by_lot import EVENTS, faults_of

HALF = Fraction(1, 2)
LOST = {"1": (0 * HALF, 2 * HALF), "0": (2 * HALF, 0 * HALF), "=": (HALF, HALF)}
"""What a game costs the player who is named first, and the other."""
OUT, RING = 4, 12


def set_up(n: int) -> set[tuple[int, int]]:
    """Who meets whom of n players in a row, from the top."""
    h, w, x, y, z = n // 2, n - 3, n - 2, n - 1, n
    games = {(i, i + 1) for i in range(1, n)} | {(i, i + 2) for i in range(h + 1, n - 1)}
    games = games - {(w, x)} | {(w, z)}
    return games | {(1, h - 3), (h - 2, x), (h - 1, y), (h, z)}


class Referee:
    """An event by lot, and what is wrong with it. Now and then somebody leaves between rounds."""

    def __init__(self, seed: int) -> None:
        self.lot = Random(f"diagonal {seed}")
        players = self.lot.choice([2, 3, 5, 8, 11, 12, 13, 16, 21, 26, 33])
        # ratings fall with the numbers, which are the row
        self.event = made([2400 - 10 * n for n in range(players)])
        self.inside = [str(n) for n in range(1, players + 1)]
        self.losses = dict.fromkeys(self.inside, 0 * HALF)
        self.met: set[frozenset[str]] = set()
        self.draws = self.lot.choice([0.1, 0.4])

    def faults(self, count: Counter[str]) -> list[str]:
        """In what the event is not as the page has it, until one or nobody is left."""
        found: list[str] = []
        last: list[str] = []
        while len(self.inside) > 1:
            self.event = drawn(self.event)
            assert self.event.current is not None
            matches = self.event.current.matches
            count.update({"rounds": 1, "boards": len(matches)})
            found += self._faults_of_round(matches)
            last = self._play(matches)
        rows = DIAGONAL.standings(self.event)[0].rows
        winners = [row.id for row in rows if row.rank == 1]
        if self.inside:
            found += [f"{winners} won, not {self.inside}"] * (winners != self.inside)
            step = DIAGONAL.next_step(self.event).name
            found += [f"{step} with one left"] * (step != "finished")
            return found
        fewest = [p for p in last if self.losses[p] == min(self.losses[q] for q in last)]
        if len(fewest) == 1 and winners != fewest:
            found.append(f"{winners} won, not {fewest} with the fewest losses")
        return found

    def _faults_of_round(self, matches: tuple[Match, ...]) -> list[str]:
        number = len(self.event.published)
        place = {player: n for n, player in enumerate(self.inside, start=1)}
        if {p for m in matches for p in m.pair} != set(self.inside):
            return [f"round {number}: not all who are in play, or others do"]
        games = {(min(a, b), max(a, b)) for a, b in ((place[p] for p in m.pair) for m in matches)}
        wanted = Counter(p for game in set_up(len(place)) for p in game)
        have = Counter(p for game in games for p in game)
        found = []
        if len(place) < RING:
            if max(have.values()) > 2:
                found.append(f"round {number}: over two opponents in a ring")
            return found
        if number == 1 and games != set_up(len(place)):
            found.append(f"round 1: {games ^ set_up(len(place))} is not the set-up")
        if have != wanted:
            found.append(f"round {number}: opponents {have}, not {wanted}")
        if any(frozenset(m.pair) in self.met for m in matches):
            found.append(f"round {number}: two meet again")
        return found

    def _play(self, matches: tuple[Match, ...]) -> list[str]:
        """Who went out in the round."""
        results = {}
        for match in matches:
            self.met.add(frozenset(match.pair))
            games = [self._game(match) for _ in range(2)]
            results[match.pair] = ",".join(games)
            for game in games:
                for player, cost in zip(match.pair, LOST[game], strict=True):
                    self.losses[player] += cost
        self.event = played(self.event, results)
        out = [player for player in self.inside if self.losses[player] >= OUT]
        self.inside = [player for player in self.inside if player not in out]
        if len(self.inside) > 3 and self.lot.random() < 0.2:
            leaves = self.lot.choice(self.inside)
            self.event = do(self.event, Withdraw(leaves))
            self.inside.remove(leaves)
        return out

    def _game(self, match: Match) -> str:
        if self.lot.random() < self.draws:
            return "="
        first, other = (int(player) for player in match.pair)
        return "1" if (first < other) == (self.lot.random() < 0.65) else "0"


def test_events_are_as_the_page_has_them() -> None:
    assert faults_of(Referee, range(12)) == []


@pytest.mark.slow
def test_ten_thousand_events_are_as_the_page_has_them() -> None:
    assert faults_of(Referee, EVENTS) == []


def test_the_set_up_of_the_pages_example() -> None:
    degrees = Counter(Counter(p for game in set_up(26) for p in game).values())
    assert (len(set_up(26)), len(set_up(27)), len(set_up(12))) == (40, 42, 19)
    assert degrees == {2: 9, 3: 6, 4: 11}
