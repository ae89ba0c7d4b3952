"""Floats past a group, and rule 8 in the floats, against a second reading of their page."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.formats.oracles.events_by_lot import EVENTS, faults_of
from tests.formats.oracles.kjca_floats_referee import faults
from tests.formats.oracles.test_kjca_referee import Play as Event


class Play(Event):
    """One event by lot."""

    def faults(self, count: Counter[str]) -> list[str]:
        found = []
        for event, round in self.played.drawn(self.newcomer):
            found += [f"round {round.number}: {x}" for x in faults(event, round, count)]
        return found


def test_floats_are_as_the_page_has_them() -> None:
    assert faults_of(Play, range(20)) == []


@pytest.mark.slow
def test_floats_of_ten_thousand_events() -> None:
    assert faults_of(Play, EVENTS) == []
