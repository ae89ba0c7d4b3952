"""Knockouts for tests: made, drawn and played as the program would."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random

from engine.actions import CreateEvent, EnterResult, EnterResults, ImportEntrants
from engine.entrants import Entrant
from engine.event import Event, Match, Round
from engine.fixtures import Filled
from engine.match_results import winning_side
from engine.protocol import bracket_of
from formats.registry import format_named
from tests.playing import InMemory, publish


class Cup(InMemory):
    """An event with its format; every change goes the way that the program's changes go."""

    def __init__(
        self, entrants: int | Iterable[Entrant], format: str = "knockout", **chosen: object
    ):
        if isinstance(entrants, int):
            entrants = [Entrant("", f"P{i}", rating=3000 - i) for i in range(1, entrants + 1)]
        made = CreateEvent("Cup", format, chosen, seed=5)
        super().__init__(made.begin(format_named(format)), format_named(format))
        self.do(ImportEntrants(tuple(entrants)))

    def draw(self) -> Round:
        """Propose and publish the next round."""
        return publish(self, insist=False)

    def enter(self, *results: str, round: int | None = None) -> Event:
        """Results of the round's boards from the first on."""
        rows = tuple(enumerate(results, start=1))
        return self.do(EnterResults(rows, round))

    def correct(self, round: int, board: int, result: str, insist: bool = False) -> Event:
        now = self.event.round(round).match(board).result
        was = now.text if now else None
        return self.do(EnterResult(board, result, was, round, replace=True, insist=insist))

    def play(self, result: Callable[[Match], str]) -> Event:
        """To the end."""
        while (step := self.format.next_step(self.event)).name != "finished":
            if step.name == "play":
                matches = self.event.round(step.round).matches
                rows = tuple((m.board, result(m)) for m in matches if m.open)
                self.do(EnterResults(rows, step.round))
            else:
                assert step.name == "draw", step
                self.draw()
        return self.event

    def play_by_chance(self, seed: int) -> Event:
        chance = Random(seed)
        return self.play(lambda match: chance.choice(("1-0", "0-1")))

    @property
    def current(self) -> Round:
        assert self.event.current is not None
        return self.event.current

    @property
    def tree(self) -> Filled:
        found = bracket_of(self.format, self.event)
        assert found is not None
        return found

    @property
    def pairs(self) -> list[set[str]]:
        """Names of who meets whom in the round in play."""
        return [self.names(match) for match in self.current.matches]

    def names(self, match: Match) -> set[str]:
        return {self.event.entrant(id).name for id in match.pair}

    def places(self) -> list[tuple[int, str, str | None]]:
        """(rank, name, status) of the overall table."""
        return [(r.rank, r.name, r.status) for r in self.format.standings(self.event)[0].rows]

    def lost(self) -> dict[str, int]:
        """Matches lost by everybody, counted from the boards and byes of the rounds alone."""
        found = {e.id: 0 for e in self.event.entrants}
        for round in self.event.published:
            for match in round.matches:
                side = winning_side(match.result)
                if side is not None:
                    found[match.black if side == "white" else match.white] += 1
        return found
