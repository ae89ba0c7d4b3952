"""The double knockout with a Swiss repechage against a second reading of its page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from engine.actions import (
    AddEntrant,
    ChooseOpponent,
    CreateEvent,
    EnterResult,
    Propose,
    PublishRound,
    Withdraw,
)
from engine.actions.base import Action, applied
from engine.entrants import Entrant
from engine.event import Event, Match
from engine.next_draw import next_draw
from engine.refusal import Refused
from engine.waiting import Choice
from formats.registry import format_named
from tests.formats.oracles.events_by_lot import EVENTS, faults_of
from tests.formats.oracles.gnot_referee import (
    SWISS_FROM,
    Referee,
    choice_faults,
    faults,
    ranking_faults,
)

FORMAT = format_named("gnot")
STAGES = {"Pool A": "A"} | {
    f"{x} round {n}": f"{x[0]}{n}" for x in ("DKO", "SKO") for n in range(8)
}


class Play:
    """One event by lot: close results, so that there are ties and equal teams."""

    def __init__(self, seed: int) -> None:
        self.lot = Random(f"gnot {seed}")
        self.event = CreateEvent("Test", "gnot", {}, seed).begin(FORMAT)
        self.teams = self.lot.randint(16, 32)
        self.spread = self.lot.choice([3, 12, 40])
        self.again = self.lot.random() < 0.4
        """Whether those stay together who have met, so that some must meet again."""
        self.leave = self.lot.choice([0, 0, 0.3])
        for no in range(1, self.teams + 1):
            self.do(AddEntrant(Entrant("", f"Team {no:02}", rating=3000 - no)))

    def do(self, action: Action) -> None:
        self.event = applied(action, self.event, FORMAT)

    def faults(self, count: Counter[str]) -> list[str]:
        found: list[str] = []
        while (step := FORMAT.next_step(self.event)).name != "finished":
            if step.name == "choose":
                assert step.choice is not None
                count["choices"] += 1
                found += choice_faults(self.event, step.choice, STAGES[step.choice.stage])
                self._choose(step.choice)
            elif step.name == "draw":
                if self.lot.random() < self.leave:
                    self._leave(count)
                before = self.event
                self.do(Propose.of(next_draw(before, FORMAT)))
                assert self.event.proposal is not None
                count["rounds"] += 1
                count["boards"] += len(self.event.proposal.matches)
                number = self.event.proposal.number
                self.do(PublishRound(number, insist=True))
                found += [f"{number}: {fault}" for fault in faults(before, self.event)]
            else:
                self._play(step.round)
        count.update(rarities(self.event))
        return found + ranking_faults(self.event, FORMAT.standings(self.event)[0].rows)

    def _leave(self, count: Counter[str]) -> None:
        """Somebody leaves the Swiss: not its leader, by whom others drop in, and nobody whose
        match still runs."""
        last = {t: (r.number, m) for r in self.event.published for m in r.matches for t in m.pair}
        number = len(self.event.published)
        points = Referee(self.event).swiss_points(number - SWISS_FROM + 2)
        able = [
            t for t, (at, m) in last.items()
            if at == number and m.part == "W" and m.due in (None, number)
            and points[t] < max(points.values())
        ]  # fmt: skip
        if able:
            count["withdrawn"] += 1
            self.do(Withdraw(self.lot.choice(able)))

    def _choose(self, choice: Choice) -> None:
        if choice.wishes and self.lot.random() < 0.4:
            self.do(ChooseOpponent(*self.lot.choice(choice.wishes)))
        elif choice.may_forfeit and self.lot.random() < 0.1:
            self.do(ChooseOpponent(choice.chooser, "forfeit"))
        else:
            self.do(ChooseOpponent(choice.chooser, "opponent", self.lot.choice(choice.pool)))

    def _play(self, number: int) -> None:
        for round in self.event.published:
            for m in round.matches:
                if m.open and (m.due is None or m.due <= number):
                    self._enter(round.number, m)

    def _enter(self, number: int, match: Match) -> None:
        a, b = (self.lot.randint(0, self.spread) + 20 for _ in range(2))
        if self.again and self._wins_again(match) != (a > b):
            a, b = b, a
        try:
            self.do(EnterResult(match.board, f"{a}-{b}", round=number))
        except Refused:
            how = self.lot.choice(["bam", "total", "lot", "playoff 3", "playoff 5"])
            side = self.lot.choice(["home", "away"])
            self.do(EnterResult(match.board, f"{a}-{b} {side} {how}", round=number, insist=True))

    def _wins_again(self, match: Match) -> bool:
        """Whether the first should win: in the SKO who has met more of those still in a knockout,
        in the DKO, whose losers go there, who has met fewer."""
        met = Counter[str]()
        here = {
            t for r in self.event.published[-2:] for m in r.matches for t in m.pair
            if not m.part.startswith("W")
        }  # fmt: skip
        for round in self.event.published:
            for m in round.matches:
                if not m.part.startswith("W") and here.issuperset(m.pair):
                    met.update(m.pair)
        first, other = match.pair
        return (met[first] > met[other]) != match.part.startswith("D")


def rarities(event: Event) -> Iterator[str]:
    """What only some events hold, by name, once for each time: ties, and teams that meet again."""
    met: set[tuple[bool, frozenset[str]]] = set()
    for round in event.published:
        sizes = Counter(m.part for m in round.matches)
        for m in round.matches:
            swiss = m.part.startswith("W")
            assert m.result is not None
            if " " in m.result.text:
                yield "ties broken by " + m.result.text.split()[2]
            elif m.result.outcome("white") is m.result.outcome("black"):
                yield "tied in the Swiss" if swiss else "tied in a triangle"
            pair = (swiss, frozenset(m.pair))
            if pair in met:
                alone = not swiss and sizes[m.part] == 1
                where = "in the Swiss" if swiss else "with nobody else left" if alone else "forced"
                yield f"repeats {where}"
            met.add(pair)
    yield from ("lots" for _ in event.lots)


def test_events_are_as_the_page_has_them() -> None:
    assert faults_of(Play, range(2)) == []


@pytest.mark.slow
def test_ten_thousand_events_are_as_the_page_has_them() -> None:
    assert faults_of(Play, EVENTS) == []
