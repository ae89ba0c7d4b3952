"""Events of this format for tests: made, chosen, drawn and played as the program would."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random

from engine.actions import ChooseOpponent, CreateEvent, EnterResult, EnterResults, ImportEntrants
from engine.entrants import Entrant
from engine.event import Event, Match, Round
from engine.waiting import Choice, NextStep, running
from formats.registry import format_named
from tests.playing import InMemory, propose, publish

Say = Callable[[Match], str]


class Evenings(InMemory):
    """An event with its format; every change goes the way that the program's changes go."""

    def __init__(self, teams: int | Iterable[Entrant], seed: int = 1, **chosen: object) -> None:
        if isinstance(teams, int):
            teams = [Entrant("", f"T{i}", seed=i) for i in range(1, teams + 1)]
        made = CreateEvent("Evenings", "gnot", chosen, seed=seed)
        super().__init__(made.begin(format_named("gnot")), format_named("gnot"))
        self.do(ImportEntrants(tuple(teams)))

    @property
    def step(self) -> NextStep:
        return self.format.next_step(self.event)

    @property
    def choice(self) -> Choice:
        found = self.step.choice
        assert found is not None, self.step
        return found

    def choose(self, opponent: str | None = None) -> str:
        """The next choice: that opponent, or the first who is offered."""
        asked = self.choice
        opponent = opponent or asked.pool[0]
        self.do(ChooseOpponent(asked.chooser, "opponent", opponent))
        return opponent

    def propose(self) -> Round:
        return propose(self)

    def publish(self) -> Round:
        return publish(self, insist=False)

    def open_matches(self) -> list[Match]:
        """All that is on a board now and has no result."""
        current = self.event.current
        assert current is not None
        there = [m for _, m in running(self.event, current.number)]
        return [m for m in (*there, *current.matches) if m.open]

    def enter(self, say: Say, due_only: bool = False) -> None:
        missing, number = self.step.missing, self.step.round
        if number < len(self.event.published):
            again = [m for m in self.half(number).matches if m.board in missing]
            opened = tuple((m.board, say(m)) for m in again)
            self.do(EnterResults(opened, number, insist=True))
            return
        rows = [(m.board, say(m)) for m in self.open_matches()
                if not due_only or m.board in missing]  # fmt: skip
        self.do(EnterResults(tuple(rows)))

    def correct(self, round: int, board: int, result: str, insist: bool = False) -> Event:
        now = self.event.round(round).match(board).result
        was = now.text if now else None
        return self.do(EnterResult(board, result, was, round, replace=True, insist=insist))

    def play_on(self, say: Say, choose: Callable[[Choice], ChooseOpponent] | None = None) -> str:
        """The next step, whatever it is; its name."""
        step = self.step
        if step.choice is not None:
            if choose is None:
                self.choose()
            else:
                self.do(choose(step.choice))
        elif step.name == "play":
            self.enter(say)
        elif step.name in ("draw", "publish"):
            self.publish()
        return step.name

    def play_until(self, half: int, say: Say) -> None:
        """Until the draw of that half is the next thing, its choices included."""
        while self.step.round < half or self.step.name == "play":
            self.play_on(say)

    def half(self, number: int) -> Round:
        return self.event.round(number)

    def stage(self, number: int, stage: str, section: str | None = None) -> list[Match]:
        return [
            m
            for m in self.half(number).matches
            if m.stage == stage and (section is None or m.section == section)
        ]

    def names(self, match: Match) -> str:
        return " v ".join(self.event.entrant(id).name for id in match.pair)


def by_chance(chance: Random, ties: float = 0.05) -> Say:
    """Results of any kind: close, clear, tied with every tie-break, forfeited."""

    def say(match: Match) -> str:
        if chance.random() < 0.005:
            return chance.choice(("+/-", "-/+"))
        home, away = chance.randrange(70), chance.randrange(70)
        if chance.random() < ties or home == away:
            how = chance.choice(("bam", "total", "lot", f"playoff {chance.randrange(1, 20)}"))
            return f"{home}-{home} {chance.choice(('home', 'away'))} {how}"
        return f"{home}-{away}"

    return say


def choosing_by_chance(chance: Random) -> Callable[[Choice], ChooseOpponent]:
    """Any opponent who is offered, now and then a wish or a forfeited choice."""

    def choose(choice: Choice) -> ChooseOpponent:
        roll = chance.random()
        if choice.wishes and roll < 0.3:
            team, wish = chance.choice(choice.wishes)
            return ChooseOpponent(team, wish)
        if roll > 0.9:
            return ChooseOpponent(choice.chooser, "forfeit")
        return ChooseOpponent(choice.chooser, "opponent", chance.choice(choice.pool))

    return choose
