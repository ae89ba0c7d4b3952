"""The round robin against a second reading of its page, whatever happens in the event."""

from __future__ import annotations

from random import Random

import pytest

from engine.actions import (
    AddEntrant,
    CreateEvent,
    EnterResult,
    Propose,
    PublishRound,
    SwapPlaces,
    Withdraw,
)
from engine.actions.base import Action, applied
from engine.entrants import Entrant
from engine.event import Event
from engine.next_draw import next_draw
from engine.refusal import Refused
from formats.registry import format_named
from tests.formats.oracles.robin_referee import Referee

FORMAT = format_named("round_robin")
RESULTS = ("1-0", "0-1", "1/2-1/2") * 3 + ("+/-", "-/+", "-/-")


def do(event: Event, action: Action) -> Event:
    return applied(action, event, FORMAT)


class Play:
    """One event by lot, with withdrawals before and in rounds and two numbers exchanged by hand."""

    def __init__(self, seed: int) -> None:
        self.lot = Random(f"robin {seed}")
        players, double = self.lot.randint(3, 12), self.lot.random() < 0.3
        exchange, annul = (self.lot.random() < 0.7 for _ in range(2))
        settings = {"numbers": "rating", "double": double, "exchange": exchange, "annul": annul}
        self.referee = Referee(players, double, exchange, annul)
        self.event = CreateEvent("Test", "round_robin", settings, seed).begin(FORMAT)
        for number in range(1, players + 1):
            self.do(AddEntrant(Entrant("", f"Player {number:02}", rating=3000 - number)))
        self.number = {entrant.id: no for no, entrant in enumerate(self.event.entrants, start=1)}

    def do(self, action: Action) -> None:
        self.event = do(self.event, action)

    def faults(self) -> list[str]:
        """In what the event is not as the referee has it."""
        found = []
        for number in range(1, len(self.referee.rounds) + 1):
            self._draw(number)
            found += self._faults_of_round(number)
            self._play(number)
        if FORMAT.next_step(self.event).name != "finished":
            found.append("not finished")
        rows = FORMAT.standings(self.event)[0].rows
        points = {self.number[row.id]: row.points for row in rows}
        expected = self.referee.points()
        if points != expected:
            found.append(f"points {points}, not {expected}")
        return found

    def _draw(self, number: int) -> None:
        self._withdraw(number, self.lot.random() < 0.15)
        self.do(Propose.of(next_draw(self.event, FORMAT)))
        if number == 1 and self.lot.random() < 0.3:
            a, b = self.lot.sample(sorted(self.number), 2)
            try:
                self.do(SwapPlaces(a, b))
                self.number[a], self.number[b] = self.number[b], self.number[a]
            except Refused:  # the two meet: there is nothing to change
                pass
        self.do(PublishRound(number))
        if self.lot.random() < 0.1:
            with pytest.raises(Refused):
                self.do(AddEntrant(Entrant("", "Too Late", rating=2000)))

    def _withdraw(self, number: int, somebody: bool) -> None:
        """Somebody leaves before that round, who has lost no game by forfeit: whether such a game
        was played is another question."""
        referee = self.referee
        able = [
            player
            for player in range(1, referee.players + 1)
            if player not in referee.gone and not referee.forfeits(player)
        ]
        if somebody and number > 1 and able and len(referee.gone) < referee.players // 3:
            player = self.lot.choice(able)
            referee.gone[player] = number
            self.do(Withdraw(next(id for id, no in self.number.items() if no == player)))

    def _faults_of_round(self, number: int) -> list[str]:
        round = self.event.round(number)
        games = {(self.number[m.white], self.number[m.black]) for m in round.matches}
        free = {self.number[bye.entrant] for bye in round.byes}
        found = []
        if games != self.referee.games(number):
            found.append(f"round {number}: {games}, not {self.referee.games(number)}")
        if free != self.referee.free(number):
            found.append(f"round {number}: free {free}, not {self.referee.free(number)}")
        return found

    def _play(self, number: int) -> None:
        leaves = self.lot.random() < 0.1
        for match in self.event.round(number).matches:
            game = self.number[match.white], self.number[match.black]
            if leaves and number > 1:
                before = dict(self.referee.gone)
                self._withdraw(number + 1, somebody=True)
                leaves = False
                self._lost_by(set(self.referee.gone) - set(before), number)
            if (number, game) in self.referee.results:
                continue
            text = self.lot.choice(RESULTS)
            self.do(EnterResult(match.board, text))
            self.referee.results[number, game] = text

    def _lost_by(self, players: set[int], number: int) -> None:
        """Their open games of the round are lost by forfeit."""
        for game in self.referee.games(number):
            if players & set(game) and (number, game) not in self.referee.results:
                self.referee.results[number, game] = "-/+" if game[0] in players else "+/-"


def test_events_are_as_the_second_reading_has_them() -> None:
    assert [(seed, fault) for seed in range(40) for fault in Play(seed).faults()] == []


@pytest.mark.slow
def test_ten_thousand_events_are_as_the_second_reading_has_them() -> None:
    assert [(seed, fault) for seed in range(10_000) for fault in Play(seed).faults()] == []
