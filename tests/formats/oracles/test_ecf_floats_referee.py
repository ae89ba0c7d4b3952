"""Floats, byes and accelerated groups against a second reading of their page."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engine.entrants import Entrant
from engine.event import Event, Round
from tests.formats.oracles.ecf_floats_referee import Reading
from tests.formats.oracles.events_by_lot import EVENTS, EventByLot, faults_of


class Play:
    """One event by lot."""

    def __init__(self, seed: int) -> None:
        self.lot = Random(f"ecf floats {seed}")
        players = self.lot.choice([8, 9, 10, 11, 13, 14, 16, 18, 21, 23, 26, 31])
        self.ratings = self.lot.sample(range(800, 2600), 200)
        entrants = [self.newcomer(no) for no in range(1, players + 1)]
        rounds = self.lot.choice([3, 5, 6, 7])
        settings = {
            "rounds": rounds,
            "pairing": self.lot.choice(["graded", "graded", "seeded"]),
            "acceleration": self.lot.choice(["none", "basic", "basic", "advanced", "advanced"]),
        }
        if rounds > 5 and self.lot.random() < 0.2:
            settings["acceleration_rounds"] = 3
        self.played = EventByLot("ecf", self.lot, entrants, **settings)

    def newcomer(self, number: int) -> Entrant:
        return Entrant("", f"Player {number}", rating=self.ratings[number])

    def faults(self, count: Counter[str]) -> list[str]:
        found = []
        for event, round in self.played.drawn(self.newcomer):
            count["rounds"] += 1
            found += [f"round {round.number}: {x}" for x in faults(event, round, count)]
        return found


def faults(event: Event, round: Round, count: Counter[str]) -> list[str]:
    return Reading(event, round, count).faults()


def test_floats_are_as_the_page_has_them() -> None:
    assert faults_of(Play, range(10)) == []


@pytest.mark.slow
def test_floats_of_ten_thousand_events() -> None:
    assert faults_of(Play, EVENTS) == []
