"""The porous sections against a second reading of their page, whatever happens in the event."""

from __future__ import annotations

from random import Random

import pytest

from engine.entrants import Entrant
from tests.formats.oracles.events_by_lot import EVENTS, EventByLot, RefereedSwiss, faults_of
from tests.formats.oracles.galway_referee import faults


class Play(RefereedSwiss):
    """One event by lot."""

    referee = staticmethod(faults)

    def __init__(self, seed: int) -> None:
        self.lot = Random(f"galway {seed}")
        players = self.lot.choice([17, 18, 19, 20, 21, 24, 25, 28, 33, 36])
        self.ratings = self.lot.sample(range(800, 2600), 200)
        entrants = [self.newcomer(no) for no in range(1, players + 1)]
        rounds = self.lot.choice([4, 5, 6, 6])
        closed = self.lot.choice([1, 2, 2])
        self.played = EventByLot("galway", self.lot, entrants, rounds=rounds, closed_rounds=closed)

    def newcomer(self, number: int) -> Entrant:
        return Entrant("", f"Player {number}", rating=self.ratings[number])


def test_events_are_as_the_page_has_them() -> None:
    assert faults_of(Play, range(2)) == []


@pytest.mark.slow
def test_ten_thousand_events_are_as_the_page_has_them() -> None:
    assert faults_of(Play, EVENTS) == []
