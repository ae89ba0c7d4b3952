"""Events in which teams leave, nobody comes, and appeals change results long after the draw."""

from __future__ import annotations

from random import Random

import pytest

from engine.actions import Discard, Withdraw
from engine.event import Match
from engine.refusal import Refused
from tests.formats.gnot.audit import teams
from tests.formats.gnot.evenings import Evenings, Say, by_chance, choosing_by_chance
from tests.formats.gnot.test_whole_events import SIZES

STEPS = 600
FEWEST = 7


def trouble(evenings: Evenings, chance: Random, say: Say) -> None:
    """Now and then a team leaves, or a result that stands is changed, whatever that undoes."""
    here = [e.id for e in evenings.event.entrants if not e.withdrawn]
    if evenings.event.published and chance.random() < 0.05 and len(here) > FEWEST:
        evenings.do(Withdraw(chance.choice(here)))
    if evenings.event.published and chance.random() < 0.05:
        round = chance.choice(evenings.event.published)
        done = [m for m in round.matches if m.result is not None]
        if done:
            match = chance.choice(done)
            evenings.correct(round.number, match.board, say(match), insist=True)


def played_through(teams: int, layout: str, seed: int) -> Evenings:
    chance = Random(f"trouble/{teams}/{layout}/{seed}")
    evenings = Evenings(teams, seed, layout_27=layout)
    usual, choose = by_chance(chance, 0.1), choosing_by_chance(chance)

    def say(match: Match) -> str:
        return "-/-" if chance.random() < 0.02 else usual(match)

    for _ in range(STEPS):
        trouble(evenings, chance, usual)
        told = evenings.step.notes
        try:
            if evenings.step.name == "draw":
                evenings.propose()
            elif evenings.play_on(say, choose) == "finished":
                return evenings
        except Refused as refusal:
            # somebody left, or was moved by an appeal, after the draw was made
            if evenings.event.proposal is None or refusal.remedy != "redraw" or not told:
                raise
            evenings.do(Discard())
    raise AssertionError(f"no end: {evenings.step}")


def check(evenings: Evenings) -> None:
    event = evenings.event
    assert len(event.published) == 10
    assert len(teams(evenings.stage(3, "dko"))) <= 8
    for half, most in ((4, 8), (5, 8), (6, 4), (7, 4), (8, 2), (9, 2)):
        assert len(teams(evenings.stage(half, "sko"))) <= most
    for round in event.published:
        seats = [t for m in round.matches if m.group != "Triangle" for t in m.pair]
        assert len(seats) == len(set(seats)), round.number
    table = evenings.format.standings(event)[0]
    assert sorted(row.id for row in table.rows) == sorted(e.id for e in event.entrants)
    evenings.format.panels(event)


@pytest.mark.parametrize(("size", "layout"), SIZES[::3])
def test_whatever_happens_the_event_comes_to_its_end(size: int, layout: str) -> None:
    check(played_through(size, layout, 1))


@pytest.mark.slow
@pytest.mark.parametrize(("size", "layout"), SIZES)
def test_whatever_happens_a_hundred_times(size: int, layout: str) -> None:
    for seed in range(2, 102):
        check(played_through(size, layout, seed))
