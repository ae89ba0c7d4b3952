"""The KJCA Swiss against a second reading of its page, whatever happens in the event."""

from __future__ import annotations

from random import Random

import pytest

from engine.entrants import Entrant
from tests.formats.oracles.events_by_lot import EVENTS, EventByLot, RefereedSwiss, faults_of
from tests.formats.oracles.kjca_referee import faults


class Play(RefereedSwiss):
    """One event by lot."""

    referee = staticmethod(faults)
    repeats = True

    def __init__(self, seed: int) -> None:
        self.lot = Random(f"kjca {seed}")
        players = self.lot.choice([*range(3, 15), *range(3, 15), 20, 31])
        rounds = self.lot.randint(1, min(players - 1, 7))
        self.schools = self.lot.choice([0, 0, 3, 5])
        entrants = [self.newcomer(no) for no in range(1, players + 1)]
        self.played = EventByLot("kjca", self.lot, entrants, rounds=rounds)

    def newcomer(self, number: int) -> Entrant:
        rating = self.lot.choice([None, *(self.lot.randint(600, 1900) for _ in range(8))])
        school = f"School {self.lot.randrange(self.schools)}" if self.schools else ""
        name = f"{self.lot.choice('QWERTZ')} {number}"
        return Entrant("", name, rating=rating, school=school)


def test_events_are_as_the_page_has_them() -> None:
    assert faults_of(Play, range(20)) == []


@pytest.mark.slow
def test_ten_thousand_events_are_as_the_page_has_them() -> None:
    assert faults_of(Play, EVENTS) == []
