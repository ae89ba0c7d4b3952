"""The seeded and grading-based pairings against a second reading, whatever happens."""

from __future__ import annotations

from random import Random

import pytest

from engine.entrants import Entrant
from tests.formats.oracles.ecf_referee import faults
from tests.formats.oracles.events_by_lot import EVENTS, EventByLot, RefereedSwiss, faults_of


class Play(RefereedSwiss):
    """One event by lot."""

    referee = staticmethod(faults)

    def __init__(self, seed: int) -> None:
        self.lot = Random(f"ecf {seed}")
        players = self.lot.choice([8, 9, 10, 11, 13, 14, 16, 18, 21, 23, 26, 31, 40])
        self.ratings = self.lot.sample(range(800, 2600), 200)
        entrants = [self.newcomer(no) for no in range(1, players + 1)]
        settings = {
            "rounds": self.lot.choice([3, 5, 6]),
            "pairing": self.lot.choice(["graded", "graded", "seeded"]),
            "acceleration": self.lot.choice(["none", "none", "basic", "advanced"]),
        }
        self.played = EventByLot("ecf", self.lot, entrants, **settings)

    def newcomer(self, number: int) -> Entrant:
        return Entrant("", f"Player {number}", rating=self.ratings[number])


def test_events_are_as_the_page_has_them() -> None:
    assert faults_of(Play, range(10)) == []


@pytest.mark.slow
def test_ten_thousand_events_are_as_the_page_has_them() -> None:
    assert faults_of(Play, EVENTS) == []
