"""Who floats in fields where most cannot meet: what is left out changes no draw."""

from __future__ import annotations

from random import Random

import pytest

from engine.entrants import Entrant
from engine.event import Event, Instruction
from engine.protocol import Proposal
from formats.ecf import Ecf, floats

FORMAT = Ecf()


def of_clubs(seed: int) -> Event:
    """Clubs that do not meet themselves, each a stretch of the grades."""
    lot = Random(seed)
    entrants = tuple(Entrant(str(n), f"P{n}", rating=2400 - 20 * n) for n in range(1, 33))
    ends = sorted(lot.sample(range(1, 32), 3))
    club = {e.id: sum(no > end for end in ends) for no, e in enumerate(entrants, 1)}
    bars = tuple(
        Instruction("bar", one.id, other.id)
        for at, one in enumerate(entrants)
        for other in entrants[:at]
        if club[one.id] == club[other.id] and lot.random() < 0.9
    )
    settings = FORMAT.settings({"rounds": 6, "acceleration": "basic"})
    return Event("Clubs", "ecf", settings, entrants=entrants, instructions=bars)


def drawn(event: Event, tries: int, monkeypatch: pytest.MonkeyPatch) -> Proposal:
    monkeypatch.setattr(floats, "TRIES", tries)
    return FORMAT.draw(event)


@pytest.mark.parametrize("seed", range(12))
def test_floaters_are_found_alike_whether_hopeless_games_are_tried_or_not(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    every, possible = (drawn(of_clubs(seed), tries, monkeypatch) for tries in (10**9, 0))
    assert possible == every
