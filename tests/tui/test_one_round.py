"""An event of one round is told of no other."""

from __future__ import annotations

import re

import pytest

from engine.actions import AddEntrant, EnterResults
from engine.entrants import Entrant
from engine.protocol import bracketed
from engine.refusal import Refused
from formats.registry import format_named
from tests.playing import InMemory, begun, enter, propose, publish
from tests.tui.driver import Driver, MemoryDesk
from tui.places.pairings import PAIRINGS
from tui.places.standings import STANDINGS
from tui.screens.entry_words import bye_example

OTHER = re.compile(r"rounds? (?!1\b)[0-9]|next round|next draw")


def of_one_round(name: str = "kjca") -> InMemory:
    people = [Entrant("", f"P{n}", 1500 - n, school=f"School {n % 3}") for n in range(12)]
    return begun(format_named(name), people, rounds=1)


def test_rule_8_speaks_of_no_second_round() -> None:
    played = of_one_round()
    (advice,) = played.format.advise(played.event)
    assert "players of one school are not kept apart in the only round" in advice.text
    assert not OTHER.search(advice.text)


def test_who_comes_too_late_is_promised_no_draw() -> None:
    played = of_one_round()
    propose(played)
    played.do(AddEntrant(Entrant("", "Late", school="School 1")))
    publish(played)
    with pytest.raises(Refused, match="the only round is drawn"):
        played.do(AddEntrant(Entrant("", "Too late")))
    enter(played)
    notes = " ".join(played.format.next_step(played.event).notes)
    assert "no board in round 1, which is complete: Late" in notes
    assert not OTHER.search(notes)


@pytest.mark.parametrize("name", ["kjca", "dutch", "ecf"])
def test_the_console_leads_to_no_other_round(name: str) -> None:
    played = of_one_round(name)
    assert not bracketed(played.format)
    assert bye_example(played.event)[1].endswith("in round 1")
    publish(played)
    rows = tuple((m.board, "1-0") for m in played.event.published[0].matches)
    played.do(EnterResults(rows))
    desk = MemoryDesk(played.event, played.format)
    pairings = Driver(PAIRINGS, desk, (80, 24))
    for key in ("R", "P"):
        pairings.enter(key)
        assert pairings.message
        assert not OTHER.search(pairings.message)
    standings = Driver(STANDINGS, desk, (80, 24))
    standings.enter(">")
    assert "the event is over" in standings.message
